package dev.verbatim.cli;

import dev.verbatim.file.StructFile;
import dev.verbatim.file.StructFileException;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verbatim append}: entries from CSV or JSON lines. */
@Command(
        name = "append",
        header = "Appends CSV or JSON lines to a store.",
        description = {
            "",
            "Appends to a .npy file or a queue, or puts to a map, what 'cat' has printed of another of the same kind,"
                + " as the same bytes: JSON lines, or CSV with all columns of the layout, in any order. No text has"
                + " padding, which is zero then, and with it the tag of one type of several. Indexes and positions are"
                + " ignored. A line that does not fit is refused, and ends it; the lines before it stay. What was"
                + " appended is forced to the storage device at the end. Ctrl-C ends it between two lines.",
            ""
        })
final class AppendCommand implements Callable<Integer> {

    private static final String NOTHING_APPENDED = "; nothing was appended";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private StoreArgument argument;

    @Parameters(
            index = "1",
            arity = "0..1",
            paramLabel = "FILE",
            defaultValue = "-",
            description = "The CSV or JSON lines, in UTF-8. Without it, or where it is -, standard input.")
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private Path file;

    @Option(
            names = "--layout",
            paramLabel = "ID|TEXT",
            description =
                    "The layout of the entries: the eight hexadecimal digits of a stored one; or its text, such as"
                        + " '{\"id\":j,\"price\":d}' (docs/queue-format.md); or raw, for entries without a layout."
                        + " Given once, it is that of all entries. JSON lines name their layouts, and need it only for"
                        + " those that are not stored; then it can be given more than once. A file has its own"
                        + " layout.")
    private List<String> layouts = List.of();

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private UnsignedOption unsigned;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private IgnoredColumns ignored;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        requireArguments();
        String done;
        switch (argument.kind()) {
            case FILE -> done = appendToFile();
            case QUEUE -> {
                MappedQueue queue = QueueArgument.openToWrite(argument.path(), spec.commandLine());
                try (EntrySink sink = new EntrySink.ToQueue(queue)) {
                    unsigned.requireNoKeys();
                    done = append(
                            sink,
                            TextLayouts.of(layouts, unsigned, () -> queue.info().layouts()));
                }
            }
            case MAP -> {
                MappedMap<byte[], StoredValue> map = MapArgument.openToWrite(argument.path(), spec.commandLine());
                try (EntrySink sink = EntrySink.ToMap.of(map, unsigned)) {
                    done = append(sink, TextLayouts.of(layouts, unsigned, new MapLayouts(map, map.info())));
                }
            }
            default -> throw new AssertionError();
        }
        spec.commandLine().getOut().println(done);
        spec.commandLine().getOut().flush();
        return ExitCode.OK;
    }

    /** A store that is opened to write may be repaired, which is not to happen for the sake of what is mistyped. */
    private void requireArguments() throws BadInputException {
        try {
            TextEntries.requireText(file);
            TextLayouts.requireSpelled(layouts);
            ignored.names();
        } catch (BadInputException e) {
            throw new BadInputException(e.getMessage() + NOTHING_APPENDED);
        }
    }

    private String appendToFile() throws IOException, BadInputException, InterruptedException {
        if (!layouts.isEmpty()) {
            throw LayoutIds.ofFile(layouts.getFirst());
        }
        StructLayout layout;
        try (StructFile<MemorySegment> readable = StructFile.open(argument.path())) {
            layout = StructFile.layout(readable.path());
        } catch (StructFileException e) {
            throw new BadInputException(e.getMessage());
        }
        StructFile<MemorySegment> structs = StructFile.openReadWrite(argument.path()); // fails if it has a writer
        try (EntrySink sink = new EntrySink.ToFile(structs, layout)) {
            return append(sink, TextLayouts.ofFile(FileStore.text(argument.path(), layout), unsigned));
        } catch (UnsupportedOperationException e) {
            throw new BadInputException(argument.path() + ": was not made by Verbatim, and its header has no room for a"
                    + " larger count; 'verbatim convert' makes a copy that has");
        }
    }

    private String append(EntrySink sink, TextLayouts textLayouts)
            throws IOException, BadInputException, InterruptedException {
        try (EntryCopy copy = new EntryCopy("append", -1, EntryCopy.Damage.FAILS)) {
            try (TextEntries entries = TextEntries.open(file, textLayouts, ignored)) {
                copy.run(entries, textLayouts, sink, entry -> true, entry -> -1);
            } catch (BadInputException e) {
                throw new BadInputException(e.getMessage() + state(copy));
            } catch (IOException e) {
                throw new IOException(OneLineErrors.describe(e) + state(copy), e);
            }
            return EntryCopy.count(copy.copied()) + " appended"
                    + (copy.copied() == 0 ? "" : ", the last one at " + sink.place());
        }
    }

    private static String state(EntryCopy copy) {
        if (copy.copied() == 0) {
            return NOTHING_APPENDED;
        }
        return "; the first " + (copy.copied() == 1 ? "row was" : StepTiming.grouped(copy.copied()) + " rows were")
                + " appended";
    }
}
