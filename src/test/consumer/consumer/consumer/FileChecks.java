package consumer;

import static consumer.Checks.thrown;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructCodec;
import dev.verbatim.file.StructFile;
import dev.verbatim.file.StructFileException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

/** Typed mapped files, from creation to what they refuse. */
final class FileChecks {

    private record Row(long id, int size) {
        private static final StructLayout LAYOUT = structLayout(
                JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("id"),
                JAVA_INT.withOrder(LITTLE_ENDIAN).withName("size"),
                paddingLayout(4));
        private static final StructCodec<Row> CODEC = StructCodec.ofRecord(lookup(), Row.class, LAYOUT);

        private static Row of(long id) {
            return new Row(id, (int) (3 * id));
        }
    }

    private record Other(double id) {}

    /** More than one growth of the file. */
    private static final int ROWS = 20_000;

    private FileChecks() {}

    static void run(Path folder) throws Exception {
        Path path = folder.resolve("rows.npy");
        StructFile<Row> closed = createsAndAppends(path);
        aClosedFileRefuses(closed, path);
        readsAndRefusesToWrite(path);
        appendsToWhatIsThere(path);
        refusesToOpen(path, folder);
        aFileOfNumPysOwn(folder.resolve("numpy.npy"));
    }

    private static StructFile<Row> createsAndAppends(Path path) throws IOException {
        StructFile<Row> file = StructFile.create(path, Row.CODEC);
        try (file) {
            Checks.equal("path()", path, file.path());
            Checks.equal("a new file's size", 0L, file.size());
            for (int i = 0; i < ROWS; i++) {
                if (file.append(Row.of(i)) != i) {
                    Checks.that("append returns the index " + i, false);
                }
            }
            MemorySegment structs = MemorySegment.ofArray(new byte[32]);
            Row.CODEC.writeAtIndex(Row.of(0), structs, 0);
            Row.CODEC.writeAtIndex(Row.of(ROWS + 1), structs, 1);
            Checks.equal("appendAll's index", (long) ROWS, file.appendAll(structs));
            Checks.equal("appendAll", Row.of(ROWS + 1), file.get(ROWS + 1));
            file.set(ROWS, Row.of(ROWS));
            Checks.equal("set", Row.of(ROWS), file.get(ROWS));
            Checks.equal("size()", ROWS + 2L, file.size());
            file.force();
            theWriterRefuses(file, path);
            try (StructFile<Row> reader = StructFile.open(path, Row.CODEC)) {
                Checks.equal("a reader beside the writer", Row.of(1), reader.get(1));
                file.append(Row.of(ROWS + 2));
                Checks.equal("a reader sees what is appended", ROWS + 3L, reader.size());
            }
        }
        return file;
    }

    private static void theWriterRefuses(StructFile<Row> file, Path path) {
        String name = "file=" + path;
        thrown(
                "a second writer",
                StructFileException.class,
                () -> StructFile.openReadWrite(path, Row.CODEC),
                name,
                "open for writing in this process");
        thrown(
                "a second create",
                FileAlreadyExistsException.class,
                () -> StructFile.create(path, Row.CODEC),
                path.toString());
        for (long index : new long[] {-1, ROWS + 2, Long.MAX_VALUE}) {
            String place = "index=" + index + " ";
            thrown("get", IndexOutOfBoundsException.class, () -> file.get(index), place, name);
            thrown("set", IndexOutOfBoundsException.class, () -> file.set(index, Row.of(0)), place, name);
        }
        String row = Row.class.getName();
        thrown("append(null)", NullPointerException.class, () -> file.append(null), row, "offset=", "value is null");
        thrown("set(null)", NullPointerException.class, () -> file.set(0, null), row, "offset=", "value is null");
        thrown("appendAll(null)", NullPointerException.class, () -> file.appendAll(null));
        thrown(
                "appendAll of half a struct",
                IllegalArgumentException.class,
                () -> file.appendAll(MemorySegment.ofArray(new byte[24])),
                name,
                "multiple of 16",
                "byteSize=24");
        Checks.equal("what is refused appends nothing", ROWS + 2L, file.size());
    }

    private static void aClosedFileRefuses(StructFile<Row> file, Path path) throws IOException {
        file.close();
        List<Checks.Action> calls = List.of(
                file::size,
                file::segment,
                file::stream,
                file::force,
                () -> file.get(0),
                () -> file.set(0, Row.of(0)),
                () -> file.append(Row.of(0)),
                () -> file.appendAll(MemorySegment.ofArray(new byte[16])));
        for (Checks.Action call : calls) {
            thrown("a closed file", IllegalStateException.class, call, "file=" + path, "closed");
        }
    }

    private static void readsAndRefusesToWrite(Path path) throws IOException {
        StructFile<Row> file = StructFile.open(path, Row.CODEC);
        MemorySegment segment;
        try (file) {
            List<Row> expected = LongStream.range(0, ROWS + 3).mapToObj(Row::of).toList();
            Checks.that("stream()", expected.equals(file.stream().toList()));
            Checks.that(
                    "a parallel stream",
                    expected.equals(file.stream().parallel().toList()));
            segment = file.segment();
            Checks.equal("segment()", (ROWS + 3) * 16L, segment.byteSize());
            Checks.equal("a codec on the segment", Row.of(9), Row.CODEC.readAtIndex(segment, 9));
            thrown(
                    "a write to the segment",
                    IllegalArgumentException.class,
                    () -> Row.CODEC.write(Row.of(0), segment, 16),
                    Row.class.getName(),
                    "offset=16:",
                    "read-only");
            Class<UnsupportedOperationException> unsupported = UnsupportedOperationException.class;
            thrown("set", unsupported, () -> file.set(0, Row.of(0)), "file=" + path, "openReadWrite");
            thrown("append", unsupported, () -> file.append(Row.of(0)), "file=" + path, "openReadWrite");
            thrown("appendAll", unsupported, () -> file.appendAll(segment), "file=" + path, "openReadWrite");
            file.force();
        }
        Checks.equal("a closed file's segment", Row.of(9), Row.CODEC.readAtIndex(segment, 9));
    }

    private static void appendsToWhatIsThere(Path path) throws IOException {
        try (StructFile<Row> file = StructFile.openReadWrite(path, Row.CODEC)) {
            Checks.equal("append", ROWS + 3L, file.append(Row.of(ROWS + 3)));
            Checks.equal("append", Row.of(ROWS + 3), file.get(ROWS + 3));
            Row.CODEC.writeAtIndex(Row.of(7), file.segment(), 0);
            Checks.equal("a write to the segment", Row.of(7), file.get(0));
        }
    }

    private static void refusesToOpen(Path path, Path folder) throws IOException {
        thrown(
                "create what is there",
                FileAlreadyExistsException.class,
                () -> StructFile.create(path, Row.CODEC),
                path.toString());
        Path missing = folder.resolve("missing.npy");
        thrown(
                "open what is missing",
                NoSuchFileException.class,
                () -> StructFile.open(missing, Row.CODEC),
                missing.toString());
        thrown(
                "openReadWrite what is missing",
                NoSuchFileException.class,
                () -> StructFile.openReadWrite(missing, Row.CODEC),
                missing.toString());
        StructCodec<Other> other =
                StructCodec.ofRecord(lookup(), Other.class, structLayout(JAVA_DOUBLE.withName("id")));
        thrown(
                "another layout",
                LayoutMismatchException.class,
                () -> StructFile.open(path, other),
                "file=" + path,
                Other.class.getName(),
                "id:",
                "size:",
                "byteSize:");
        StructCodec<?> foreign = (StructCodec<?>) Proxy.newProxyInstance(
                FileChecks.class.getClassLoader(), new Class<?>[] {StructCodec.class}, (proxy, method, args) -> null);
        thrown(
                "a codec that is not Verbatim's",
                IllegalArgumentException.class,
                () -> StructFile.open(path, foreign),
                "StructCodec",
                foreign.getClass().getName());
        Path text = Files.writeString(folder.resolve("text.npy"), "no header at all");
        thrown(
                "no .npy file",
                StructFileException.class,
                () -> StructFile.open(text, Row.CODEC),
                "file=" + text,
                "position=0",
                "expected",
                "found");
        byte[] bytes = Files.readAllBytes(path);
        Path truncated = Files.write(folder.resolve("truncated.npy"), Arrays.copyOf(bytes, bytes.length - 1));
        thrown(
                "a truncated file",
                StructFileException.class,
                () -> StructFile.open(truncated, Row.CODEC),
                "file=" + truncated,
                "position=" + (bytes.length - 1),
                (ROWS + 4) + " records",
                (ROWS + 3) + " whole");
    }

    private static void aFileOfNumPysOwn(Path path) throws IOException {
        String dict = "{'descr': [('id', '<i8'), ('size', '<i4'), ('', '|V4')], "
                + "'fortran_order': False, 'shape': (1,), }";
        String header = "\u0093NUMPY\1\0v\0" + dict + " ".repeat(117 - dict.length()) + "\n";
        byte[] bytes = Arrays.copyOf(header.getBytes(StandardCharsets.ISO_8859_1), 128 + 16);
        bytes[128] = 5;
        bytes[136] = 15;
        Files.write(path, bytes);
        try (StructFile<Row> file = StructFile.openReadWrite(path, Row.CODEC)) {
            Checks.equal("what NumPy wrote", Row.of(5), file.get(0));
            thrown(
                    "append",
                    UnsupportedOperationException.class,
                    () -> file.append(Row.of(6)),
                    "file=" + path,
                    "not made by Verbatim");
            file.set(0, Row.of(6));
            Checks.equal("set", Row.of(6), file.get(0));
        }
    }
}
