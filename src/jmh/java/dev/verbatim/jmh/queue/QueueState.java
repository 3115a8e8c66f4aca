package dev.verbatim.jmh.queue;

import dev.verbatim.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * A queue for each call of a benchmark, since a call appends so much that its queue is used up. The queue lies in a
 * folder for temporary files, and is deleted when the call is over.
 */
@State(Scope.Thread)
public class QueueState {

    /** The thread of our queue that makes segments. */
    private static final String MAKER = "verbatim-queue-maker";

    private static final int POLL_MILLIS = 1;

    private Path folder;
    private Sender sender;
    private Receiver receiver;

    /** Opens an empty queue, to send and to receive, and waits until nobody is at work on its files. */
    final void open(Contender contender, boolean checksum, long segmentSize) throws IOException, InterruptedException {
        folder = Files.createTempDirectory("verbatim-benchmark");
        Contender.Options options = new Contender.Options(checksum, Durability.PAGE_CACHE, segmentSize);
        Path queue = folder.resolve("queue");
        sender = contender.sender(queue, options);
        receiver = contender.receiver(queue, options);
        awaitMaker();
    }

    /**
     * Opens an empty queue, and appends and polls once. The first append of a queue does what is done once and belongs
     * to no other: ours stores the layout and has the device write it, Chronicle's makes the file.
     */
    final void openBegun(Contender contender, boolean checksum) throws IOException, InterruptedException {
        open(contender, checksum, Contender.Options.DEFAULT_SEGMENT_SIZE);
        appendAndPoll(1);
        awaitMaker();
    }

    /** Waits until the segments ahead are there. */
    static void awaitMaker() throws InterruptedException {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            while (thread.getName().equals(MAKER) && thread.isAlive() && thread.getState() != Thread.State.WAITING) {
                Thread.sleep(POLL_MILLIS);
            }
        }
    }

    /** Closes the queue and deletes it. */
    @TearDown(Level.Invocation)
    public final void delete() throws IOException {
        if (folder == null) {
            return;
        }
        receiver.close();
        sender.close();
        delete(folder);
        folder = null;
    }

    /** Deletes a folder and all that is in it. */
    static void delete(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(folder)) {
            files = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : files) {
            Files.delete(file);
        }
    }

    /** {@return the one file of the queue whose name ends so} */
    final Path file(String ending) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("queue"))) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .findAny()
                    .orElseThrow();
        }
    }

    /** {@return the longest time that one of many appends takes, in nanoseconds} */
    final long slowestAppend(int count) throws IOException {
        long slowest = 0;
        long before = System.nanoTime();
        for (int i = 0; i < count; i++) {
            sender.send(i);
            long now = System.nanoTime();
            slowest = Math.max(slowest, now - before);
            before = now;
        }
        return slowest;
    }

    final void append(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            sender.send(i);
        }
    }

    final void appendAndPoll(int count) throws IOException {
        for (int i = 0; i < count; i++) {
            sender.send(i);
            long found = receiver.receive();
            if (found != i) {
                throw new IllegalStateException("expected the record of " + i + ", found " + found);
            }
        }
    }
}
