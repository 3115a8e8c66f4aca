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

/** {@code verbatim queue tail}: the last records of a queue, and those that come. */
@Command(
        name = "tail",
        header = "Prints the last records of a queue, and follows it.",
        description = {"", "Prints what 'verbatim queue cat' prints.", ""})
final class QueueTailCommand implements Callable<Integer> {

    /** How long to wait for the last records, and how often to ask whether anybody still reads what is printed. */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private QueueArgument queueArgument;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private RecordOptions options;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            defaultValue = "10",
            description = {"How many records; of --layout, if that is given.", "Default: ${DEFAULT-VALUE}"})
    private int count;

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on with the records that are appended, until it is interrupted.")
    private boolean follow;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        if (count < 0) {
            throw new BadInputException("-n " + count + ": expected 0 or more");
        }
        IntPredicate wanted = options.wantedLayout();
        try (MappedQueue queue = queueArgument.openToRead();
                RecordOutput output = new RecordOutput(spec.commandLine(), queue, options.format())) {
            QueueInfo info = queue.info();
            Deque<StoredRecord> last = new ArrayDeque<>();
            try (RecordSource source = atLast(queue, info, wanted, last)) {
                output.notes(source);
                for (StoredRecord record : last) {
                    output.print(record);
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
     * Records cannot be walked backwards. So this begins with the last segment, and with ones further back until it has found enough.
     *
     * @param last takes the last records
     * @return a source that has read them
     */
    private RecordSource atLast(MappedQueue queue, QueueInfo info, IntPredicate wanted, Deque<StoredRecord> last)
            throws IOException, InterruptedException {
        List<QueueInfo.Segment> segments = info.segments();
        int first = segments.size();
        int step = 1;
        while (true) {
            first = Math.max(first - step, 0);
            step *= 2;
            RecordSource source = new RecordSource(queue, wanted);
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

    private void collect(RecordSource source, long end, Deque<StoredRecord> last) throws IOException, InterruptedException {
        StoredRecord record = source.next(end, PATIENCE);
        while (record != null) {
            last.add(record);
            if (last.size() > count) {
                last.remove();
            }
            record = source.next(end, PATIENCE);
        }
    }

    private static void follow(RecordSource source, RecordOutput output) throws IOException, BadInputException {
        try {
            output.flush();
            while (!output.isClosed() && !source.isBroken()) {
                StoredRecord record = source.next(Long.MAX_VALUE, PATIENCE);
                output.notes(source);
                if (record != null) {
                    output.print(record);
                }
                output.flush();
            }
        } catch (InterruptedException e) {
            // This is how it ends.
            Thread.currentThread().interrupt();
        }
    }
}
