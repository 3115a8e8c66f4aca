package dev.verbatim.queue;

import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Fills a disk with a queue, in the child JVM of {@link FullDiskQueueTest}. */
final class FullDiskQueueProgram {

    private FullDiskQueueProgram() {}

    /** Takes the queue's folder. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        Path ballast = folder.resolveSibling("ballast");
        Files.write(ballast, new byte[256 << 10]);
        try (MappedQueue queue =
                        MappedQueue.builder(folder).segmentSize(64 << 10).open();
                Appender appender = queue.appender()) {
            long appended = 0;
            String failure = null;
            while (failure == null) {
                failure = failure(appender, appended);
                appended += failure == null ? 1 : 0;
            }
            System.out.println("appended=" + appended);
            System.out.println("append=" + failure);
            System.out.println("append again=" + failure(appender, appended));
            System.out.println("read=" + QueueSamples.sequences(queue).size());
            Files.delete(ballast);
            appender.append(Entry.CODEC, Entry.of(0, appended));
            System.out.println("append with space=" + appended);
            System.out.println("read=" + QueueSamples.sequences(queue).size());
        }
        try (MappedQueue queue = MappedQueue.open(folder)) {
            System.out.println(
                    "after reopening=" + QueueSamples.sequences(queue).size());
            System.out.println("damage=" + queue.verify().damage());
        }
    }

    /** {@return why an entry could not be appended; null if it was} */
    private static String failure(Appender appender, long sequence) {
        try {
            appender.append(Entry.CODEC, Entry.of(0, sequence));
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }
}
