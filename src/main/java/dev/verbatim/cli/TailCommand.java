package dev.verbatim.cli;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code verbatim tail}: the last entries of a file or a queue, or the last changes of a map, and those that come. */
@Command(
        name = "tail",
        header = "Prints the last entries of a store, and follows it.",
        description = {
            "",
            "Prints what 'cat' prints; of a map its changes, with their positions. A removal has no layout and the"
                    + " value null, and is printed whatever --layout says; in CSV it has nothing but position and key,"
                    + " and waits for the first change with a value, of which the header is made. Changes that"
                    + " compaction has deleted are not printed.",
            ""
        })
final class TailCommand implements Callable<Integer> {

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
            names = {"-n", "--lines"},
            paramLabel = "N",
            defaultValue = "10",
            description = {"How many entries, of those that --layout and --where choose.", "Default: ${DEFAULT-VALUE}"})
    private int count;

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on with the entries that come, until it is interrupted.")
    private boolean follow;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        if (count < 0) {
            throw new BadInputException("-n " + count + ": expected 0 or more");
        }
        options.parse();
        try (Store store = argument.openToRead();
                EntryOutput output = new EntryOutput(spec.commandLine(), store, options)) {
            IntPredicate wanted = options.wantedLayout(store, follow);
            Deque<StoredEntry> last = new ArrayDeque<>();
            try (Entries entries = atLast(store, wanted, output, last)) {
                output.notes(entries);
                for (StoredEntry entry : last) {
                    output.print(entry);
                }
                if (follow) {
                    follow(entries, output);
                } else if (entries.stopped() != null) {
                    output.note(String.valueOf(entries.stopped()));
                }
            }
            return output.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    /**
     * Finds the last entries. Nobody can walk over entries backwards. So this begins at the last part, and if that has
     * too few entries it begins anew at parts further back.
     *
     * @param last takes the last entries
     * @return entries of which the last ones have been read
     */
    private Entries atLast(Store store, IntPredicate wanted, EntryOutput output, Deque<StoredEntry> last)
            throws IOException, BadInputException, InterruptedException {
        long first = store.parts();
        long step = 1;
        while (true) {
            first = Math.max(first - step, 0);
            step *= 2;
            Entries entries = store.entriesFrom(wanted, first);
            try {
                last.clear();
                collect(entries, output, last);
                if (last.size() == count || first == 0) {
                    return entries;
                }
            } catch (IOException | BadInputException | InterruptedException | RuntimeException e) {
                entries.close();
                throw e;
            }
            entries.close();
        }
    }

    private void collect(Entries entries, EntryOutput output, Deque<StoredEntry> last)
            throws IOException, BadInputException, InterruptedException {
        StoredEntry entry = entries.next();
        while (entry != null) {
            if (output.isWanted(entry)) {
                last.add(entry);
            }
            if (last.size() > count) {
                last.remove();
            }
            entry = entries.next();
        }
    }

    private static void follow(Entries entries, EntryOutput output) throws IOException, BadInputException {
        try (StopSignal stop = new StopSignal()) {
            output.flush();
            while (!output.isClosed() && !entries.isBroken() && !stop.isRequested()) {
                StoredEntry entry = entries.await();
                output.notes(entries);
                if (entry != null && output.isWanted(entry)) {
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
