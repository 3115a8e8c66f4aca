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

    /**
     * {@return how many batches were relayed} A batch is a transaction for a relay to a topic, a reservation for one to
     * a queue, and what one fetch has brought for one to a map.
     */
    long getBatches();

    /**
     * {@return how far the relay is behind, by a look that it takes once a second} For a relay from a queue or a
     * map it is the bytes of its log that are not relayed, and a map's is not looked at while all that it has is sent;
     * for one from a topic it is the records.
     */
    long getLag();

    /** {@return how often a connection was given up and made anew} */
    long getFailures();

    /** {@return what failed last, and has not been mended; empty if nothing is wrong} */
    String getTrouble();
}
