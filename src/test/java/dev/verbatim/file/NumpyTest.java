package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.file.NestedSamples.Book;
import dev.verbatim.file.Samples.OneByte;
import dev.verbatim.file.Samples.Primitives;
import dev.verbatim.file.Samples.Quote;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NumPy opens what Verbatim wrote, and the other way round, with every bit of every value. */
@Needs(Tool.NUMPY)
class NumpyTest {

    /** Prints the shape, then of each field the name, the type and the bits of the values in little-endian order. */
    private static final String PRINT_FIELDS = """
        import sys, numpy as np
        a = np.load(sys.argv[1], mmap_mode='r', max_header_size=int(sys.argv[2]))
        print(a.shape, a.dtype.itemsize)
        for name in a.dtype.names:
            bits = a[name].astype(a.dtype[name].newbyteorder('<'))
            print(name.encode('utf-16-be', 'surrogatepass').hex(), a.dtype[name].str, bits.tobytes().hex())
        """;

    /**
     * Prints the shape, then of each member that is no struct its path, type and values, those of nested structs
     * included.
     */
    private static final String PRINT_TREE = """
        import sys, numpy as np
        def show(path, a):
            if a.dtype.names is None:
                print(path, a.dtype.str, a.tolist())
            else:
                for name in a.dtype.names:
                    show(f'{path}.{name}' if path else name, a[name])
        a = np.load(sys.argv[1], mmap_mode='r')
        print(a.shape, a.dtype.itemsize)
        show('', a)
        """;

    private static final int DEFAULT_MAX_HEADER_SIZE = 10_000;

    /** The C struct of {@code np.dtype(…, align=True)}. */
    record Mixed(byte a, double b, boolean c, char d, int e) {
        static final StructCodec<Mixed> ALIGNED = StructCodec.ofRecord(
                MethodHandles.lookup(),
                Mixed.class,
                MemoryLayout.structLayout(
                        ValueLayout.JAVA_BYTE.withName("a"),
                        MemoryLayout.paddingLayout(7),
                        ValueLayout.JAVA_DOUBLE
                                .withOrder(ByteOrder.LITTLE_ENDIAN)
                                .withName("b"),
                        ValueLayout.JAVA_BOOLEAN.withName("c"),
                        MemoryLayout.paddingLayout(1),
                        ValueLayout.JAVA_CHAR.withOrder(ByteOrder.LITTLE_ENDIAN).withName("d"),
                        ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("e")));
        static final StructCodec<Mixed> PACKED_BIG_ENDIAN = StructCodec.ofRecord(
                MethodHandles.lookup(),
                Mixed.class,
                MemoryLayout.structLayout(
                        ValueLayout.JAVA_BYTE.withName("a"),
                        ValueLayout.JAVA_DOUBLE_UNALIGNED
                                .withOrder(ByteOrder.BIG_ENDIAN)
                                .withName("b"),
                        ValueLayout.JAVA_BOOLEAN.withName("c"),
                        ValueLayout.JAVA_CHAR_UNALIGNED
                                .withOrder(ByteOrder.BIG_ENDIAN)
                                .withName("d"),
                        ValueLayout.JAVA_INT_UNALIGNED
                                .withOrder(ByteOrder.BIG_ENDIAN)
                                .withName("e")));
    }

    @TempDir
    Path folder;

    @Test
    void numpyReadsEveryPrimitiveBitForBit() throws Exception {
        List<Primitives> records = List.of(Primitives.EXTREMES, Primitives.ORDINARY, Primitives.EXTREMES);
        Path path = write(Primitives.CODEC, records);
        assertEquals(
                "(3,) 71\n"
                        + field("b", "|i1", records, r -> bits(1).put(r.b()))
                        + field("z", "|b1", records, r -> bits(1).put((byte) (r.z() ? 1 : 0)))
                        + field("charLe", "<u2", records, r -> bits(2).putChar(r.charLe()))
                        + field("charBe", ">u2", records, r -> bits(2).putChar(r.charBe()))
                        + field("shortLe", "<i2", records, r -> bits(2).putShort(r.shortLe()))
                        + field("shortBe", ">i2", records, r -> bits(2).putShort(r.shortBe()))
                        + field("intLe", "<i4", records, r -> bits(4).putInt(r.intLe()))
                        + field("intBe", ">i4", records, r -> bits(4).putInt(r.intBe()))
                        + field("longLe", "<i8", records, r -> bits(8).putLong(r.longLe()))
                        + field("longBe", ">i8", records, r -> bits(8).putLong(r.longBe()))
                        + field("floatLe", "<f4", records, r -> bits(4).putInt(Float.floatToRawIntBits(r.floatLe())))
                        + field("floatBe", ">f4", records, r -> bits(4).putInt(Float.floatToRawIntBits(r.floatBe())))
                        + field(
                                "doubleLe",
                                "<f8",
                                records,
                                r -> bits(8).putLong(Double.doubleToRawLongBits(r.doubleLe())))
                        + field(
                                "doubleBe",
                                ">f8",
                                records,
                                r -> bits(8).putLong(Double.doubleToRawLongBits(r.doubleBe()))),
                Python.run(PRINT_FIELDS, path, DEFAULT_MAX_HEADER_SIZE));
    }

    @Test
    void numpyReadsAFileWithoutRecords() throws Exception {
        Path path = write(Quote.CODEC, List.of());
        // Of a file without data there is nothing to map.
        assertEquals("(0,)\n", Python.run("import sys, numpy as np\nprint(np.load(sys.argv[1]).shape)", path));
    }

    @Test
    void numpyReadsAFileThatIsBeingWritten() throws Exception {
        Path path = folder.resolve("quotes.npy");
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(Quote.of(0));
            file.append(Quote.of(1));
            List<Quote> records = List.of(Quote.of(0), Quote.of(1));
            assertEquals(
                    "(2,) 24\n"
                            + field("id", "<i8", records, r -> bits(8).putLong(r.id()))
                            + field("bid", "<f8", records, r -> bits(8).putDouble(r.bid()))
                            + field("ask", "<f8", records, r -> bits(8).putDouble(r.ask())),
                    Python.run(PRINT_FIELDS, path, DEFAULT_MAX_HEADER_SIZE));
        }
    }

    @Test
    void numpyReadsNamesOfAnyCharacters() throws Exception {
        requireNames(
                1, "it's", "say \"no\"", "both ' and \"", "back\\slash", "new\nline", "nul\0", "\u007F\u0085\u00A0");
        requireNames(1, "gr\u00F6\u00DFe", " ", "(", "}", "#", "\\'");
        requireNames(3, "\u4FA1\u683C", "\uD83D\uDE00", "\u2028", "\uFEFF", "it's");
        requireNames(1, "lone\uD800", "\uDC00");
    }

    private void requireNames(int version, String... names) throws Exception {
        ReusableCodec<Object> codec = NamedLongs.codec(names);
        long[] values = new long[names.length];
        StringBuilder expected =
                new StringBuilder("(1,) ").append(8 * names.length).append('\n');
        for (int i = 0; i < names.length; i++) {
            values[i] = Long.MIN_VALUE + i;
            expected.append(line(names[i], "<i8", HexFormat.of().formatHex(NamedLongs.toBytes(values[i]))));
        }
        Path path = write(codec, List.of(NamedLongs.of(codec, values)));
        assertEquals(version, Files.readAllBytes(path)[6]);
        assertEquals(expected.toString(), Python.run(PRINT_FIELDS, path, DEFAULT_MAX_HEADER_SIZE));
        try (StructFile<Object> file = StructFile.open(path, codec)) {
            assertEquals(1, file.size());
        }
    }

    @Test
    void numpyReadsAHeaderOfVersion2IfItIsAllowedTheSize() throws Exception {
        String[] names = new String[3_000];
        Arrays.setAll(names, i -> "aMemberWithARatherLongName" + i);
        ReusableCodec<Object> codec = NamedLongs.codec(names);
        Path path = write(codec, List.of(NamedLongs.of(codec, new long[names.length])));
        assertEquals(2, Files.readAllBytes(path)[6]);
        assertTrue(Python.run(PRINT_FIELDS, path, 1_000_000).startsWith("(1,) 24000\n"));
    }

    @Test
    void whatNumpySavesAlignedIsRead() throws Exception {
        assertEquals(
                List.of(
                        new Mixed((byte) -1, 0.5, true, 'x', 7),
                        new Mixed((byte) 2, -0.0, false, '\uFFFF', Integer.MIN_VALUE)),
                saved(
                        Mixed.ALIGNED,
                        "np.dtype([('a','i1'),('b','<f8'),('c','?'),('d','<u2'),('e','<i4')], align=True)"));
    }

    @Test
    void whatNumpySavesPackedAndBigEndianIsRead() throws Exception {
        assertEquals(
                List.of(
                        new Mixed((byte) -1, 0.5, true, 'x', 7),
                        new Mixed((byte) 2, -0.0, false, '\uFFFF', Integer.MIN_VALUE)),
                saved(Mixed.PACKED_BIG_ENDIAN, "np.dtype([('a','i1'),('b','>f8'),('c','?'),('d','>u2'),('e','>i4')])"));
    }

    private List<Mixed> saved(StructCodec<Mixed> codec, String dtype) throws Exception {
        Path path = folder.resolve("saved.npy");
        Python.run("""
            import sys, numpy as np
            rows = [(-1, 0.5, True, ord('x'), 7), (2, -0.0, False, 0xFFFF, -2**31)]
            np.save(sys.argv[1], np.array(rows, eval(sys.argv[2])))
            """, path, dtype);
        try (StructFile<Mixed> file = StructFile.open(path, codec)) {
            return file.stream().toList();
        }
    }

    @Test
    void numpyReadsEveryNestedMember() throws Exception {
        String members = """
            (2,) 332
            byteSide |i1 [1, 1]
            shortSide <i2 [2, 2]
            charSide <u2 [1, 1]
            intSide <i4 [2, 2]
            longSide <i8 [0, 1]
            symbol |S8 [b'ESH0', b'ESH1']
            noText |S0 [b'', b'']
            flags |b1 [[True, False, False], [True, False, True]]
            bytes |i1 [[-128, 127, 0], [-128, 127, 1]]
            chars <u2 [[65, 65535], [65, 65535]]
            shorts <i2 [[-32768, 0], [-32768, 1]]
            ints <i4 [[-2147483648, 0], [-2147483648, 1]]
            noInts <i4 [[], []]
            longs <i8 [[-9223372036854775808, 0], [-9223372036854775808, 1]]
            floats <f4 [[-0.5, 0.0], [-0.5, 1.0]]
            doubles <f8 [[0.1], [1.1]]
            header.length <i2 [1000, 1001]
            header.source |S4 [b'\\xe2\\x82\\xac0', b'\\xe2\\x82\\xac1']
            header.versions <i4 [[0, -1], [1, -2]]
            best.price <i8 [0, 10000000070]
            best.size <i4 [-1, -11]
            best.side |i1 [0, 1]
            bids.price <i8 [[1000000007, 2000000014], [11000000077, 12000000084]]
            bids.size <i4 [[-2, -3], [-12, -13]]
            bids.side |i1 [[1, 2], [2, 0]]
            asks.price <i8 [[3000000021, 4000000028, 5000000035], [13000000091, 14000000098, 15000000105]]
            asks.size <i4 [[-4, -5, -6], [-14, -15, -16]]
            asks.side |i1 [[0, 1, 2], [1, 2, 0]]
            trades.price <i8 [[], []]
            trades.size <i4 [[], []]
            trades.side |i1 [[], []]
            legs.header.length <i2 [[1000, 1001], [1002, 1003]]
            legs.header.source |S4 [[b'\\xe2\\x82\\xac0', b'\\xe2\\x82\\xac1'], [b'\\xe2\\x82\\xac2', b'\\xe2\\x82\\xac3']]
            legs.header.versions <i4 [[[0, -1], [1, -2]], [[2, -3], [3, -4]]]
            legs.levels.price <i8 [[[0, 1000000007], [1000000007, 2000000014]], \
            [[2000000014, 3000000021], [3000000021, 4000000028]]]
            legs.levels.size <i4 [[[-1, -2], [-2, -3]], [[-3, -4], [-4, -5]]]
            legs.levels.side |i1 [[[0, 1], [1, 2]], [[2, 0], [0, 1]]]
            legs.code <u2 [[97, 98], [99, 100]]
            last |i1 [0, -1]
            """;
        List<Book> books = List.of(Book.of(0), Book.of(1));
        assertEquals(members, Python.run(PRINT_TREE, write(Book.LITTLE_ENDIAN, books)));
        assertEquals(members.replace('<', '>'), Python.run(PRINT_TREE, write(Book.BIG_ENDIAN, books)));
    }

    @Test
    void whatNumpySavesOfNestedMembersIsRead() throws Exception {
        assertEquals(List.of(Book.of(0), Book.of(1)), savedBooks(Book.LITTLE_ENDIAN, "<"));
        assertEquals(List.of(Book.of(0), Book.of(1)), savedBooks(Book.BIG_ENDIAN, ">"));
    }

    private List<Book> savedBooks(StructCodec<Book> codec, String order) throws Exception {
        Path path = folder.resolve("books.npy");
        Python.run("""
            import sys, numpy as np
            sys.dont_write_bytecode = True
            sys.path.insert(0, sys.argv[1])
            from book import books
            np.save(sys.argv[2], books(sys.argv[3], 2))
            """, Golden.path("book.py").getParent(), path, order);
        try (StructFile<Book> file = StructFile.open(path, codec)) {
            return file.stream().toList();
        }
    }

    /** The bits of a NaN, and every name, survive the way to NumPy and back. */
    @Test
    void whatNumpyLoadsAndSavesAgainIsTheSame() throws Exception {
        Path path = write(Primitives.CODEC, List.of(Primitives.EXTREMES, Primitives.ORDINARY));
        Path copy = folder.resolve("copy.npy");
        Python.run("import sys, numpy as np\nnp.save(sys.argv[2], np.load(sys.argv[1]))", path, copy);
        try (StructFile<Primitives> file = StructFile.open(path, Primitives.CODEC);
                StructFile<Primitives> copied = StructFile.open(copy, Primitives.CODEC)) {
            assertEquals(2, copied.size());
            for (MemoryLayout member : Primitives.LAYOUT.memberLayouts()) {
                if (member.name().isPresent()) {
                    long offset = Primitives.LAYOUT.byteOffset(
                            MemoryLayout.PathElement.groupElement(member.name().get()));
                    for (int i = 0; i < 2; i++) {
                        assertEquals(
                                -1,
                                file.segment()
                                        .asSlice(i * 71L + offset, member.byteSize())
                                        .mismatch(copied.segment().asSlice(i * 71L + offset, member.byteSize())),
                                member.toString());
                    }
                }
            }
        }
    }

    /** A carry of the count in whose midst the writer died, or a reader came: a valid prefix. */
    @Test
    void numpyReadsFewerRecordsInTheMidstOfACarry() throws Exception {
        Path path = write(OneByte.CODEC, List.of());
        long dataOffset = Files.size(path);
        long countOffset;
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            byte[] header = new byte[(int) dataOffset];
            file.readFully(header);
            countOffset = new String(header, StandardCharsets.ISO_8859_1).indexOf(NpyCount.columns(0));
            file.setLength(dataOffset + 1_000_000_000);
        }
        Map<String, Long> counts = new LinkedHashMap<>();
        counts.put("            1_000000", 1_000_000L);
        counts.put("           11_000000", 11_000_000L);
        counts.put("           12_000000", 12_000_000L);
        counts.put("           22_000000", 22_000_000L);
        counts.put("           90_000000", 90_000_000L);
        counts.put("          100_000000", 100_000_000L);
        counts.put("          1000000000", 1_000_000_000L);
        // One Python for all: to import NumPy takes longest.
        List<Object> arguments = new ArrayList<>(List.of(path, countOffset));
        arguments.addAll(counts.keySet());
        assertEquals(
                counts.values().stream().map(count -> count + "\n").collect(Collectors.joining()),
                Python.run("""
                    import sys, numpy as np
                    path, offset = sys.argv[1], int(sys.argv[2])
                    for columns in sys.argv[3:]:
                        with open(path, 'r+b') as file:
                            file.seek(offset)
                            file.write(columns.encode('ascii'))
                        print(np.load(path, mmap_mode='r').shape[0])
                    """, arguments.toArray()));
        for (Map.Entry<String, Long> columns : counts.entrySet()) {
            requireNoFewer(path, countOffset, columns.getKey(), columns.getValue());
        }
        Files.delete(path);
    }

    private static void requireNoFewer(Path path, long countOffset, String columns, long count) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
            file.seek(countOffset);
            file.write(columns.getBytes(StandardCharsets.US_ASCII));
        }
        try (StructFile<OneByte> file = StructFile.open(path, OneByte.CODEC)) {
            assertEquals(NpyCount.parse(columns), file.size());
            assertTrue(count <= file.size());
        }
    }

    private <T> Path write(StructCodec<T> codec, List<T> records) throws IOException {
        Path path = Files.createTempDirectory(folder, "written").resolve("records.npy");
        try (StructFile<T> file = StructFile.create(path, codec)) {
            for (T record : records) {
                file.append(record);
            }
        }
        return path;
    }

    private static <T> String field(String name, String type, List<T> records, Function<T, ByteBuffer> bits) {
        return line(
                name,
                type,
                records.stream()
                        .map(record ->
                                HexFormat.of().formatHex(bits.apply(record).array()))
                        .collect(Collectors.joining()));
    }

    private static String line(String name, String type, String bits) {
        String utf16 = name.chars().mapToObj("%04x"::formatted).collect(Collectors.joining());
        return utf16 + " " + type + " " + bits + "\n";
    }

    private static ByteBuffer bits(int byteSize) {
        return ByteBuffer.allocate(byteSize).order(ByteOrder.LITTLE_ENDIAN);
    }
}
