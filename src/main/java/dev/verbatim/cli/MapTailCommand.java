package dev.verbatim.cli;

import dev.verbatim.map.MapInfo;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.time.Duration;
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

/** {@code verbatim map tail}: the last changes of a map, and those that come. */
@Command(
        name = "tail",
        header = "Prints the last changes of a map, and follows it.",
        description = {
            "",
            "Prints what 'verbatim map cat' prints, with the position of the change. A removal has no layout and the"
                    + " value null, and is printed whatever --layout says; in CSV it has nothing but position and key,"
                    + " and waits for the first change with a value, of which the header is made. Changes that"
                    + " compaction has deleted are not printed.",
            ""
        })
final class MapTailCommand implements Callable<Integer> {

    /** How long to wait for the last changes, and how often to look whether anybody still reads the output. */
    private static final Duration PATIENCE = Duration.ofMillis(200);

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private MapArgument mapArgument;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private EntryOptions options;

    @Option(
            names = {"-n", "--lines"},
            paramLabel = "N",
            defaultValue = "10",
            description = {"How many changes; of --layout, if that is given.", "Default: ${DEFAULT-VALUE}"})
    private int count;

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on with the changes that are made, until it is interrupted.")
    private boolean follow;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        if (count < 0) {
            throw new BadInputException("-n " + count + ": expected 0 or more");
        }
        IntPredicate wanted = options.wantedLayout();
        try (MappedMap<byte[], StoredValue> map = mapArgument.openToRead();
                EntryOutput output = new EntryOutput(spec.commandLine(), map::layout, options.format())) {
            MapInfo info = map.info();
            Deque<StoredEntry> last = new ArrayDeque<>();
            try (ChangeSource source = atLast(map, info, wanted, last)) {
                for (StoredEntry change : last) {
                    output.print(change);
                }
                source.takeNotes().forEach(output::note);
                if (follow) {
                    follow(source, output);
                } else if (source.position() < info.to()) {
                    output.noteStopped(source.position(), info.to(), "");
                }
            }
            return output.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    /**
     * Finds the last changes. Nobody can walk over changes backwards. So this begins at the last segment, and if that
     * has too few changes it begins anew at segments further back.
     *
     * @param last takes the last changes
     * @return a source that has read the last changes
     */
    private ChangeSource atLast(
            MappedMap<byte[], StoredValue> map, MapInfo info, IntPredicate wanted, Deque<StoredEntry> last)
            throws IOException, InterruptedException {
        MapKeys keys = new MapKeys(info);
        long oldest = info.from() / info.segmentSize();
        long first = info.to() / info.segmentSize() + 1;
        int step = 1;
        while (true) {
            first = Math.max(first - step, oldest);
            step *= 2;
            ChangeSource source = new ChangeSource(map, keys, wanted, first * info.segmentSize());
            try {
                last.clear();
                collect(source, info.to(), last);
                if (last.size() == count || first == oldest) {
                    return source;
                }
            } catch (IOException | InterruptedException | RuntimeException e) {
                source.close();
                throw e;
            }
            source.close();
        }
    }

    private void collect(ChangeSource source, long end, Deque<StoredEntry> last)
            throws IOException, InterruptedException {
        StoredEntry change = source.next(end, PATIENCE);
        while (change != null) {
            last.add(change);
            if (last.size() > count) {
                last.remove();
            }
            change = source.next(end, PATIENCE);
        }
    }

    private static void follow(ChangeSource source, EntryOutput output) throws IOException, BadInputException {
        try {
            output.flush();
            while (!output.isClosed() && !source.isBroken()) {
                StoredEntry change = source.next(Long.MAX_VALUE, PATIENCE);
                source.takeNotes().forEach(output::note);
                if (change != null) {
                    output.print(change);
                }
                output.flush();
            }
        } catch (InterruptedException e) {
            // An interrupt is how following ends.
            Thread.currentThread().interrupt();
        }
    }
}
