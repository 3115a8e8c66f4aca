package dev.verbatim.queue;

import dev.verbatim.WaitStrategy;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/** Opens a queue in a folder that cannot be written, in the child JVM of {@link ReadOnlyFolderTest}. */
final class ReadOnlyFolderProgram {

    private ReadOnlyFolderProgram() {}

    /** Takes what to do, and the queue's folder. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        switch (args[0]) {
            case "read" -> read(folder);
            case "delete" -> delete(folder);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (MappedQueue queue = MappedQueue.open(folder)) {
            System.out.println("delete=" + queue.delete(Retention.ofSize(0)));
        } catch (IOException e) {
            System.out.println("delete=" + e.getMessage());
        }
        try (MappedQueue queue = MappedQueue.open(folder)) {
            System.out.println("committed=" + queue.verify().committed());
            System.out.println("damage=" + queue.verify().damage());
        }
    }

    private static void read(Path folder) throws Exception {
        System.out.println("open=" + failure(folder));
        System.out.println("create=" + failure(folder.resolve("another")));
        try (MappedQueue queue = MappedQueue.builder(folder).readOnly(true).open();
                Tailer tailer = queue.tailer()) {
            for (int i = 0; i < 2; i++) {
                tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(60));
                System.out.println("read=" + tailer.poll(Entry.CODEC));
            }
            System.out.println("orphans=" + queue.verify().orphans());
            System.out.println("damage=" + queue.verify().damage());
        }
    }

    private static String failure(Path folder) {
        try (MappedQueue queue = MappedQueue.open(folder)) {
            return "opened " + queue.path();
        } catch (IOException e) {
            return e.getMessage();
        }
    }
}
