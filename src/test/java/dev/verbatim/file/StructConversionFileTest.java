package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructCodec;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** NumPy sees the structs of a conversion as what they are. */
@Needs(Tool.NUMPY)
class StructConversionFileTest {

    private static final ValueLayout.OfLong LONG = JAVA_LONG.withOrder(LITTLE_ENDIAN);

    record Timespec(long tv_sec, long tv_nsec) {
        static final StructLayout LAYOUT = structLayout(LONG.withName("tv_sec"), LONG.withName("tv_nsec"));
        static final Conversion<Instant> INSTANT = Conversion.ofStruct(
                Instant.class,
                StructCodec.ofRecord(lookup(), Timespec.class, LAYOUT),
                time -> new Timespec(time.getEpochSecond(), time.getNano()),
                stored -> Instant.ofEpochSecond(stored.tv_sec, stored.tv_nsec));
    }

    record Stat(Instant changed, List<Instant> others) {
        static final StructCodec<Stat> CODEC = StructCodec.ofRecord(
                lookup(),
                Stat.class,
                structLayout(
                        Timespec.LAYOUT.withName("changed"),
                        sequenceLayout(2, Timespec.LAYOUT).withName("others")),
                Conversions.of(Timespec.INSTANT));
    }

    private static final List<Stat> STATS = List.of(
            new Stat(Instant.ofEpochSecond(1, 2), List.of(Instant.ofEpochSecond(3, 4), Instant.EPOCH)),
            new Stat(Instant.ofEpochSecond(-1, 5), List.of(Instant.EPOCH, Instant.ofEpochSecond(6, 7))));

    @TempDir
    Path folder;

    @Test
    void numpyReadsTheStructs() throws Exception {
        Path path = folder.resolve("stats.npy");
        try (StructFile<Stat> file = StructFile.create(path, Stat.CODEC)) {
            for (Stat stat : STATS) {
                file.append(stat);
            }
        }
        String printed = Python.run("""
            import sys, numpy as np
            a = np.load(sys.argv[1])
            print(a.dtype.descr)
            print(a['changed'].tolist(), a['others'].tolist())
            """, path);
        assertEquals(
                "[('changed', [('tv_sec', '<i8'), ('tv_nsec', '<i8')]),"
                        + " ('others', [('tv_sec', '<i8'), ('tv_nsec', '<i8')], (2,))]\n"
                        + "[(1, 2), (-1, 5)] [[(3, 4), (0, 0)], [(0, 0), (6, 7)]]\n",
                printed);
    }

    @Test
    void theStructsThatNumpySavesAreRead() throws Exception {
        Path path = saved("tv_nsec");
        try (StructFile<Stat> file = StructFile.open(path, Stat.CODEC)) {
            assertEquals(STATS, file.stream().toList());
        }
        record Raw(Instant changed, List<Instant> others) {}
        MemoryLayout fields = StructFile.layout(path);
        StructCodec<Raw> ofPrinted =
                StructCodec.ofRecord(lookup(), Raw.class, (StructLayout) fields, Conversions.of(Timespec.INSTANT));
        try (StructFile<Raw> file = StructFile.open(path, ofPrinted)) {
            assertEquals(STATS.getLast().others(), file.get(1).others());
        }
    }

    @Test
    void whatDiffersInAStructIsReportedWithItsPath() throws Exception {
        Path path = saved("usec");
        LayoutMismatchException mismatch =
                assertThrowsExactly(LayoutMismatchException.class, () -> StructFile.open(path, Stat.CODEC));
        assertTrue(
                mismatch.getMessage()
                        .contains("changed.tv_nsec: the layout has <i8 (offset=8), the file has no field of this name"),
                mismatch::getMessage);
        assertTrue(
                mismatch.getMessage().contains("others[].usec: the file has <i8 (offset=8), the layout has no member"),
                mismatch::getMessage);
    }

    @Test
    void bytesInPlaceOfTheStructAreBytes() throws Exception {
        record Times(Instant changed, int size) {}
        StructCodec<Times> codec = StructCodec.ofRecord(
                lookup(),
                Times.class,
                structLayout(
                        sequenceLayout(16, ValueLayout.JAVA_BYTE).withName("changed"),
                        JAVA_INT.withOrder(LITTLE_ENDIAN).withName("size")),
                Conversions.of(Timespec.INSTANT));
        Path path = folder.resolve("times.npy");
        try (StructFile<Times> file = StructFile.create(path, codec)) {
            file.append(new Times(Instant.ofEpochSecond(1, 2), 3));
        }
        assertEquals(
                "[('changed', '|i1', (16,)), ('size', '<i4')]\n",
                Python.run("import sys, numpy as np\nprint(np.load(sys.argv[1]).dtype.descr)", path));
    }

    private Path saved(String nanos) throws Exception {
        Path path = folder.resolve("saved.npy");
        Python.run("""
            import sys, numpy as np
            time = [('tv_sec', '<i8'), (sys.argv[2], '<i8')]
            np.save(sys.argv[1], np.array([((1, 2), [(3, 4), (0, 0)]), ((-1, 5), [(0, 0), (6, 7)])],
                [('changed', time), ('others', time, (2,))]))
            """, path, nanos);
        return path;
    }
}
