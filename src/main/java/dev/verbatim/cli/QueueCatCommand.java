package dev.verbatim.cli;

import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code verbatim queue cat}: the entries of a queue as text. */
@Command(
        name = "cat",
        header = "Prints the entries of a queue, up to the end that it has now.",
        description = {
            "",
            "Prints JSON, an object with position, layout and value a line; or CSV, a header and a row an entry. A"
                + " sequence of bytes is printed as text if it is UTF-8, and otherwise as 0x and hexadecimal digits."
                + " Records that cannot be read are named on standard error, and the exit code is 1.",
            ""
        })
final class QueueCatCommand implements Callable<Integer> {

    /** How long to wait at an entry that is being written. That takes microseconds, unless the appender was stopped. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private QueueArgument queueArgument;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private EntryOptions options;

    @Option(names = "--from", paramLabel = "POSITION", description = "Begins with the entry at this position.")
    private @Nullable Long from;

    @Option(
            names = "--from-time",
            paramLabel = "TIME",
            description = "Begins with the first entry of the segment that was being written at this time, such as"
                    + " 2026-01-31T14:30:00Z: entries carry no time of their own.")
    private @Nullable Instant fromTime;

    @Option(names = "--limit", paramLabel = "N", description = "Prints at most N entries.")
    private @Nullable Long limit;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        requireSense();
        try (MappedQueue queue = queueArgument.openToRead();
                EntrySource source = new EntrySource(queue, options.wantedLayout());
                EntryOutput output = new EntryOutput(spec.commandLine(), queue::layout, options.format())) {
            move(source);
            print(queue, source, output);
            return output.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private void print(MappedQueue queue, EntrySource source, EntryOutput output)
            throws IOException, BadInputException, InterruptedException {
        long end = queue.info().to();
        for (long left = limit == null ? Long.MAX_VALUE : limit; left > 0 && !output.isClosed(); left--) {
            StoredEntry entry = source.next(end, PATIENCE);
            output.notes(source);
            if (entry == null) {
                output.noteHeld(queue, source, end);
                return;
            }
            output.print(entry);
        }
    }

    private void requireSense() throws BadInputException {
        if (from != null && fromTime != null) {
            throw new BadInputException("--from and --from-time do not go together");
        }
        if (limit != null && limit < 0) {
            throw new BadInputException("--limit " + limit + ": expected 0 or more");
        }
    }

    private void move(EntrySource source) throws IOException, BadInputException {
        if (from != null) {
            try {
                source.moveTo(from);
            } catch (IllegalArgumentException e) {
                throw new BadInputException("--from " + from + ": no entry starts there");
            }
        } else if (fromTime != null) {
            source.tailer().moveToTime(fromTime);
        }
    }
}
