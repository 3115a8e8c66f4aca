package dev.verbatim.cli;

import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.QueueInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code verbatim queue tail}: the last entries of a queue, and those that come. */
@Command(
        name = "tail",
        header = "Prints the last entries of a queue, and follows it.",
        description = {"", "Prints what 'verbatim queue cat' prints.", ""})
final class QueueTailCommand implements Callable<Integer> {

    /** How long to wait for the last entries, and how often to look whether anybody still reads the output. */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private QueueArgument queueArgument;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private EntryOptions options;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            defaultValue = "10",
            description = {"How many entries; of --layout, if that is given.", "Default: ${DEFAULT-VALUE}"})
    private int count;

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on with the entries that are appended, until it is interrupted.")
    private boolean follow;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        if (count < 0) {
            throw new BadInputException("-n " + count + ": expected 0 or more");
        }
        IntPredicate wanted = options.wantedLayout();
        try (MappedQueue queue = queueArgument.openToRead();
                EntryOutput output = new EntryOutput(spec.commandLine(), queue::layout, options.format())) {
            QueueInfo info = queue.info();
            Deque<StoredEntry> last = new ArrayDeque<>();
            try (EntrySource source = atLast(queue, info, wanted, last)) {
                output.notes(source);
                for (StoredEntry entry : last) {
                    output.print(entry);
                }
                if (follow) {
                    follow(source, output);
                } else {
                    output.noteHeld(queue, source, info.to());
                }
            }
            return output.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    /**
     * Finds the last entries. Nobody can walk over entries backwards. So this begins at the last segment, and if that
     * has too few entries it begins anew at segments further back.
     *
     * @param last takes the last entries
     * @return a source that has read the last entries
     */
    private EntrySource atLast(MappedQueue queue, QueueInfo info, IntPredicate wanted, Deque<StoredEntry> last)
            throws IOException, InterruptedException {
        List<QueueInfo.Segment> segments = info.segments();
        int first = segments.size();
        int step = 1;
        while (true) {
            first = Math.max(first - step, 0);
            step *= 2;
            EntrySource source = new EntrySource(queue, wanted);
            try {
                last.clear();
                source.moveTo(segments.get(first).position());
                collect(source, info.to(), last);
                if (last.size() == count || first == 0) {
                    return source;
                }
            } catch (IOException | InterruptedException | RuntimeException e) {
                source.close();
                throw e;
            }
            source.close();
        }
    }

    private void collect(EntrySource source, long end, Deque<StoredEntry> last)
            throws IOException, InterruptedException {
        StoredEntry entry = source.next(end, PATIENCE);
        while (entry != null) {
            last.add(entry);
            if (last.size() > count) {
                last.remove();
            }
            entry = source.next(end, PATIENCE);
        }
    }

    private static void follow(EntrySource source, EntryOutput output) throws IOException, BadInputException {
        try {
            output.flush();
            while (!output.isClosed() && !source.isBroken()) {
                StoredEntry entry = source.next(Long.MAX_VALUE, PATIENCE);
                output.notes(source);
                if (entry != null) {
                    output.print(entry);
                }
                output.flush();
            }
        } catch (InterruptedException e) {
            // An interrupt is how following ends.
            Thread.currentThread().interrupt();
        }
    }
}
