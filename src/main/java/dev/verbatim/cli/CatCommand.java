package dev.verbatim.cli;

import dev.verbatim.text.MalformedTextException;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code verbatim cat}: what a file, a queue or a map holds, as text. */
@Command(
        name = "cat",
        header = "Prints what a .npy file, a queue or a map holds.",
        description = {
            "",
            "Prints all up to the end that there is now: JSON, an object with index, position or key, layout and value"
                + " a line; or CSV, a header and a row an entry; or a table for people. A sequence of bytes is printed"
                + " as text if it is UTF-8, and otherwise as 0x and hexadecimal digits. The keys of a map are in no"
                + " order. Entries that cannot be read are named on standard error, and the exit code is 1.",
            ""
        })
final class CatCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private StoreArgument argument;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private EntryOptions options;

    @Option(
            names = "--from",
            paramLabel = "PLACE",
            description = "Begins with this index of a file, or with the entry at this position of a queue.")
    private @Nullable Long from;

    @Option(
            names = "--from-time",
            paramLabel = "TIME",
            converter = TimeConverter.class,
            description = "Begins with the first entry of the segment of a queue that was being written at this time,"
                    + " such as 2026-01-31T14:30:00Z: entries carry no time of their own.")
    private @Nullable Instant fromTime;

    @Option(names = "--limit", paramLabel = "N", description = "Prints at most N entries.")
    private @Nullable Long limit;

    @Option(names = "--count", description = "Prints nothing but how many entries there are.")
    private boolean count;

    private long found;

    /** Reads a time, and says how one is written. */
    static final class TimeConverter implements ITypeConverter<Instant> {
        @Override
        public Instant convert(String text) {
            try {
                return Instant.parse(text);
            } catch (DateTimeParseException e) {
                throw new TypeConversionException(
                        "expected a time such as 2026-01-31T14:30:00Z, found " + MalformedTextException.quote(text));
            }
        }
    }

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        if (from != null && fromTime != null) {
            throw new BadInputException("--from and --from-time do not go together");
        }
        if (limit != null && limit < 0) {
            throw new BadInputException("--limit " + limit + ": expected 0 or more");
        }
        options.parse();
        try (Store store = argument.openToRead();
                Entries entries = store.entries(options.wantedLayout(store, false), new Start(from, fromTime));
                EntryOutput output = new EntryOutput(spec.commandLine(), store, options);
                StopSignal stop = new StopSignal()) {
            if (count) {
                try (StoreProgress progress = new StoreProgress("count", store.extent())) {
                    print(entries, output, stop, entry -> progress.passed(store.progress(entry)));
                }
            } else {
                print(entries, output, stop, entry -> {});
            }
            if (count) {
                spec.commandLine().getOut().println(found);
            }
            return output.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private void print(Entries entries, EntryOutput output, StopSignal stop, Consumer<StoredEntry> passed)
            throws IOException, BadInputException, InterruptedException {
        long most = limit == null ? Long.MAX_VALUE : limit;
        while (found < most && !output.isClosed() && !stop.isRequested()) {
            StoredEntry entry = entries.next();
            output.notes(entries);
            if (entry == null) {
                String reason = entries.stopped();
                if (reason != null) {
                    output.note(reason);
                }
                return;
            }
            if (output.isWanted(entry)) {
                found++;
                if (!count) {
                    output.print(entry);
                }
            }
            passed.accept(entry);
        }
    }
}
