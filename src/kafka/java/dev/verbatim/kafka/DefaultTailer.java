package dev.verbatim.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;

/** The name of a relay's tailer in a queue, unless a user gives another one. */
final class DefaultTailer {

    /** The most bytes of a tailer's name; a topic can have one of 249. */
    private static final int LONGEST = 56;

    private DefaultTailer() {}

    /**
     * {@return the direction and the topic} If that is too long, the start of it, {@code ~}, which no topic can have,
     * and the first 16 hexadecimal digits of the SHA-256 of the topic: so two topics do not have the same.
     */
    static String name(String direction, String topic) {
        String whole = direction + " " + topic;
        if (whole.getBytes(UTF_8).length <= LONGEST) {
            return whole;
        }
        String end =
                "~" + HexFormat.of().toHexDigits(LayoutFingerprint.of(topic).high());
        boolean isAscii = topic.chars().allMatch(c -> c < 0x80); // all that Kafka takes are
        return (isAscii ? whole.substring(0, LONGEST - end.length()) : direction + " ") + end;
    }
}
