package dev.verbatim.queue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Queues for stress tests, which are deleted when the JVM ends. */
final class StressedQueue {

    private StressedQueue() {}

    static MappedQueue open() {
        try {
            Path folder = Files.createTempDirectory("verbatim-queue");
            MappedQueue queue = MappedQueue.builder(folder).segmentSize(1 << 20).open();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(queue)));
            return queue;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(MappedQueue queue) {
        try (Stream<Path> files = Files.walk(queue.path())) {
            queue.close();
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
