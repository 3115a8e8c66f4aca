package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.queue.Contender;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * How a JVM is started.
 *
 * @param flags its flags
 * @param errors where its standard error goes
 */
record Jvm(List<String> flags, Path errors) {

    /** What both sides of a comparison get: neither shall win by its heap or its collector. */
    private static final List<String> HEAP = List.of("-Xms256m", "-Xmx256m", "-XX:+UseSerialGC");

    /** {@return this one, with the heap and the collector of a comparison} */
    Jvm withHeap() {
        return new Jvm(HEAP, errors);
    }

    /** {@return the same heap and collector, with the flags that a contender needs} */
    static Jvm withHeap(Contender contender, Path errors) {
        return new Jvm(Stream.concat(HEAP.stream(), contender.flags().stream()).toList(), errors);
    }

    /** {@return the flags in words, those that only a rival needs as their number} */
    String inWords() {
        long own = flags.stream().filter(flag -> !HEAP.contains(flag)).count();
        return flags.isEmpty()
                ? "no flag"
                : String.join(" ", HEAP) + (own == 0 ? "" : " and the %d flags that it documents".formatted(own));
    }
}
