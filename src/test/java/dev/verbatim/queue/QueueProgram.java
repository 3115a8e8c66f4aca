package dev.verbatim.queue;

import dev.verbatim.WaitStrategy;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A process that has a queue open and does what it is told to, a line at a time: {@code append WRITER SEQUENCE},
 * {@code claim WRITER SEQUENCE}, {@code commit}, {@code read} the next entry, {@code delete} all segments but the
 * newest, say that it is {@code ready}, and first of all {@code halt STEP COUNT} when a step is reached for the so
 * manieth time, or {@code lose STEP COUNT}, its locks, then, and go on after another line, or {@code stop STEP COUNT}
 * by a signal, and go on after another signal. It answers each with a line.
 */
final class QueueProgram {

    /** The exit code of a process that has halted at a step. */
    static final int HALTED = 9;

    private final MappedQueue queue;
    private final Appender appender;
    private final Tailer tailer;

    private QueueProgram(MappedQueue queue, Appender appender, Tailer tailer) {
        this.queue = queue;
        this.appender = appender;
        this.tailer = tailer;
    }

    /** Takes the queue's folder and its segment size. */
    public static void main(String[] args) throws Exception {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (MappedQueue queue = MappedQueue.builder(Path.of(args[0]))
                .segmentSize(Long.parseLong(args[1]))
                .open()) {
            // A step of opening the appender is waited for before there is one.
            String command = commands.readLine();
            if (command != null && command.startsWith("halt ")) {
                at(command.split(" "), () -> Runtime.getRuntime().halt(HALTED));
                command = commands.readLine();
            } else if (command != null && command.startsWith("lose ")) {
                at(command.split(" "), () -> loseLocks(queue, commands));
                command = commands.readLine();
            } else if (command != null && command.startsWith("stop ")) {
                at(command.split(" "), QueueProgram::stop);
                command = commands.readLine();
            }
            try (Appender appender = queue.appender();
                    Tailer tailer = queue.tailer()) {
                QueueProgram program = new QueueProgram(queue, appender, tailer);
                for (; command != null; command = commands.readLine()) {
                    program.run(command.split(" "));
                }
            }
        }
    }

    private static void at(String[] words, Runnable action) {
        ProtocolStep step = ProtocolStep.valueOf(words[1]);
        AtomicInteger remaining = new AtomicInteger(Integer.parseInt(words[2]));
        ProtocolStep.watch(reached -> {
            if (reached == step && remaining.decrementAndGet() == 0) {
                action.run();
            }
        });
        System.out.println("ok");
    }

    /** Waits until the thread that makes segments has nothing to do: steps of its are in that thread. */
    @SuppressWarnings("ThreadPriorityCheck") // another thread is to go on
    static void awaitMaker() {
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            while (thread.getName().equals("verbatim-queue-maker")
                    && thread.getState() != Thread.State.WAITING
                    && thread.isAlive()) {
                Thread.yield();
            }
        }
    }

    private static void loseLocks(MappedQueue queue, BufferedReader commands) {
        try {
            FileChannel.open(queue.path().resolve("lock"), StandardOpenOption.READ)
                    .close();
            System.out.println("lost");
            commands.readLine();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Stops all threads, this one here. The shell's own kill: the program of that name is not everywhere. */
    private static void stop() {
        try {
            new ProcessBuilder("sh", "-c", "kill -STOP $PPID").start().waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void run(String[] words) throws Exception {
        switch (words[0]) {
            case "append" -> {
                String answer;
                try {
                    answer = Long.toString(appender.append(Entry.CODEC, entry(words)));
                } catch (IOException e) {
                    answer = "failed: " + e.getMessage();
                }
                awaitMaker();
                System.out.println(answer);
            }
            case "batch" ->
                System.out.println(
                        appender.appendAll(Entry.CODEC, List.of(Entry.of(2, 0), Entry.of(2, 1), Entry.of(2, 2))));
            case "claim" -> {
                claim(entry(words));
                System.out.println("ok");
            }
            case "commit" -> System.out.println(appender.commit());
            case "delete" -> System.out.println(queue.delete(Retention.ofSize(0)));
            case "ready" -> System.out.println("ready");
            case "read" -> {
                boolean found = tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(60));
                Entry entry = found ? tailer.poll(Entry.CODEC) : null;
                System.out.println(entry == null ? "none" : entry.writer() + " " + entry.sequence());
            }
            default -> throw new IllegalArgumentException(words[0]);
        }
    }

    private void claim(Entry entry) throws IOException {
        Entry.CODEC.write(entry, appender.claim(Entry.CODEC.layout()), 0);
    }

    private static Entry entry(String[] words) {
        return Entry.of(Integer.parseInt(words[1]), Long.parseLong(words[2]));
    }
}
