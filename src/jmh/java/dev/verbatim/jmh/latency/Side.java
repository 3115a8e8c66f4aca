package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.latency.Peer.Answer;
import dev.verbatim.jmh.queue.Contender;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** A queue with a process that sends and one that receives. */
final class Side implements Closeable {

    private static final long BLOCK_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final int QUIET_BLOCKS = 10;

    /**
     * What both JVMs together may compile within a block that counts as quiet. They never stop compiling small
     * methods, a millisecond or two in each block; a method of the path of a message takes many times as long.
     */
    private static final long QUIET_MILLIS = 10;

    /** With fewer messages the compiler does not begin, and then its silence says nothing. */
    private static final int LEAST_MESSAGES = 20_000;

    private final Couple couple;
    private final Path folder;
    private final int rate;

    Side(Launcher launcher, Jvm jvm, Contender contender, Contender.Options options, int rate) throws IOException {
        this.rate = rate;
        this.folder = launcher.newPath();
        this.couple = new Couple(
                launcher,
                jvm,
                Role.arguments(true, contender, folder, options, rate),
                Role.arguments(false, contender, folder, options, rate));
    }

    /**
     * A run.
     *
     * @param latencies how late each message was, in nanoseconds
     * @param waitedNanos how long the sending thread waited for its CPU, and how long the receiving one
     * @param collections how often both processes collected garbage
     */
    record Run(Histogram latencies, List<Long> waitedNanos, long collections) {}

    /** {@return what a run finds} */
    Run run(int messages) throws IOException {
        List<Answer> answers = couple.run(messages);
        return new Run(
                ReceiverRole.histogram(answers.getLast().result()),
                answers.stream().map(Answer::waitedNanos).toList(),
                answers.stream().mapToLong(Answer::collections).sum());
    }

    /**
     * Sends messages at the rate until the JVMs have hardly compiled anything for a while.
     *
     * @param longestSeconds after how long it ends all the same
     * @return whether the compilers are quiet
     */
    boolean warmUp(int longestSeconds) throws IOException {
        int block = (int) Math.max(1, BLOCK_NANOS * rate / TimeUnit.SECONDS.toNanos(1));
        long began = System.nanoTime();
        long messages = 0;
        long compiled = 0;
        for (int quiet = 0; quiet < QUIET_BLOCKS || messages < LEAST_MESSAGES; messages += block) {
            if (System.nanoTime() - began > TimeUnit.SECONDS.toNanos(longestSeconds)) {
                return false;
            }
            long total = couple.run(block).stream()
                    .mapToLong(Answer::compilationMillis)
                    .sum();
            quiet = total - compiled <= QUIET_MILLIS ? quiet + 1 : 0;
            compiled = total;
        }
        return true;
    }

    /** Ends both processes and deletes the queue. */
    @Override
    public void close() throws IOException {
        couple.close();
        Launcher.delete(folder);
    }
}
