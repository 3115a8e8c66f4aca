package dev.verbatim.cli;

import dev.verbatim.LayoutText;
import dev.verbatim.file.StructFile;
import dev.verbatim.file.StructFileException;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A {@code .npy} file of structs. */
final class FileStore extends Store {

    /** How many structs a part has. */
    private static final int PART = 1024;

    /** How long to wait for a struct that is not there yet. */
    private static final int PATIENCE_MILLIS = 100;

    private final Path path;
    private final StructFile<MemorySegment> file;
    private final StructLayout layout;

    private FileStore(Path path) throws IOException {
        this.path = path;
        this.layout = StructFile.layout(path);
        this.file = StructFile.open(path);
    }

    static FileStore open(Path path) throws IOException, BadInputException {
        try {
            return new FileStore(path);
        } catch (StructFileException | NoSuchFileException e) {
            throw new BadInputException(OneLineErrors.describe(e));
        }
    }

    /** {@return the types that NumPy has for the members, by their paths} */
    Map<String, String> dtypes() throws IOException {
        return StructFile.dtypes(path);
    }

    @Override
    EntryLayouts entryLayouts() {
        return Map::of;
    }

    @Override
    StructLayout layout(int id) {
        return layout;
    }

    @Override
    RecordText makeText(StructLayout layout) throws IOException {
        return text(path, layout);
    }

    /** {@return the text of a file's structs} Its type tells the numbers without a sign, and of half precision. */
    static RecordText text(Path path, StructLayout layout) throws IOException {
        return RecordText.of(layout)
                .withUnsigned(StructFile.unsigned(path))
                .withHalfPrecision(StructFile.halfPrecision(path));
    }

    @Override
    void printInfo(PrintWriter out) throws IOException {
        InfoCommand.printRow(out, "file", path);
        InfoCommand.printRow(
                out,
                "structs",
                StepTiming.grouped(file.size()) + " of " + layout.byteSize() + " bytes, "
                        + StepTiming.grouped(file.size() * layout.byteSize()) + " bytes together");
        InfoCommand.printRow(out, "file size", StepTiming.grouped(Files.size(path)) + " bytes");
        InfoCommand.printRow(out, "layout", LayoutText.of(layout));
        InfoCommand.printRow(
                out,
                "dtype",
                dtypes().entrySet().stream()
                        .map(type -> type.getKey() + ": " + type.getValue())
                        .collect(Collectors.joining(", ")));
    }

    /** Opening has looked at the header and at the size; numbers are what they are. */
    @Override
    boolean verify(PrintWriter out, DoubleConsumer progress) {
        InfoCommand.printRow(out, "header", "checked");
        InfoCommand.printRow(out, "structs", StepTiming.grouped(file.size()) + ", all within the file");
        InfoCommand.printRow(out, "checksums", "none in a .npy file");
        return true;
    }

    @Override
    Entries entries(IntPredicate wantedLayout, Start start) throws BadInputException {
        start.requireNoTime("a file");
        long from = start.from() == null ? 0 : start.from();
        if (from < 0 || from > file.size()) {
            throw new BadInputException("--from " + from + ": expected an index from 0 to " + file.size());
        }
        return new Structs(from, wantedLayout.test(LayoutIds.FILE_ID));
    }

    @Override
    long parts() {
        return Math.ceilDiv(file.size(), PART);
    }

    @Override
    Entries entriesFrom(IntPredicate wantedLayout, long part) {
        return new Structs(part * PART, wantedLayout.test(LayoutIds.FILE_ID));
    }

    @Override
    long extent() {
        return file.size();
    }

    @Override
    long progress(StoredEntry entry) {
        return (long) Objects.requireNonNull(entry.labels().get(StoredEntry.INDEX));
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private final class Structs implements Entries {

        private final long end = file.size();
        private final boolean wanted;
        private long index;

        /** Takes the structs from an index on, or none if their layout is not wanted. */
        Structs(long index, boolean wanted) {
            this.index = index;
            this.wanted = wanted;
        }

        @Override
        public @Nullable StoredEntry next() {
            return wanted && index < end ? read() : null;
        }

        private StoredEntry read() {
            return StoredEntry.atIndex(index, file.get(index++));
        }

        @Override
        public @Nullable StoredEntry await() throws InterruptedException {
            if (!wanted || index >= file.size()) {
                Thread.sleep(PATIENCE_MILLIS);
            }
            return wanted && index < file.size() ? read() : null;
        }

        @Override
        public void close() {}
    }
}
