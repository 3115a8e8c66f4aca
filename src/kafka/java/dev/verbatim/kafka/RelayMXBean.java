package dev.verbatim.kafka;

/**
 * What a relay has done since it was made, and how far it lags. A running relay shows it to JMX under {@code
 * dev.verbatim.kafka:type=Relay,name="…"}. Any thread may ask.
 */
public interface RelayMXBean {

    /** {@return how many records were relayed} */
    long getRecords();

    /** {@return how many bytes the values of these records have} */
    long getBytes();

    /** {@return how many batches were relayed: transactions of a topic, or reservations of a queue} */
    long getBatches();

    /**
     * {@return how far the relay is behind, by a look that it takes once a second} For a relay from a queue it is the
     * bytes of the queue that are not relayed; for one from a topic it is the records.
     */
    long getLag();

    /** {@return how often a connection was given up and made anew} */
    long getFailures();

    /** {@return what failed last, and has not been mended; empty if nothing is wrong} */
    String getTrouble();
}
