package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.verbatim.VarParts.Fill;
import dev.verbatim.VarParts.Level;
import dev.verbatim.VarParts.MutableFill;
import dev.verbatim.VarParts.MutableOrder;
import dev.verbatim.VarParts.Order;
import dev.verbatim.baseline.VarBaseline;
import dev.verbatim.baseline.VarBaselineReader;
import dev.verbatim.baseline.VarBaselineReader.Decoded;
import dev.verbatim.baseline.VarBaselineReader.NotARecord;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedStructs;
import dev.verbatim.invented.Mutations;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of bytes that nobody wrote: mutated records, in segments that end where they end. They are read as a
 * value or refused as corrupt; nothing else is thrown, and little is allocated.
 *
 * <p>One value has one sequence of bytes: written again, a value that was read has the bytes that it was read from, if
 * no part of them was of an older or newer layout. Two things are excepted, which reading does not look at: padding,
 * written as zeros, and which byte is true, written as 1.
 */
@AddLifecycleHook(VerbatimTries.class)
class VarFuzzPropertyTest {

    /** With so many mutations each they are more than 100,000. */
    private static final int TRIES = 300;

    private static final int MUTATIONS = 400;

    private static final int TRIES_OF_INVENTED = 150;
    private static final int MUTATIONS_OF_INVENTED = 80;

    /**
     * What reading may allocate for each byte of a record: the densest are elements of an older layout, one byte each,
     * which become objects and their texts.
     */
    private static final int MAX_ALLOCATED_PER_BYTE = 128;

    /** Buffers, and what becomes of a message. */
    private static final int MAX_ALLOCATED = 64 * 1024;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** A list of elements that older layouts have had one byte of. */
    record Elements(List<GrownElement> elements) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("elements", GrownElement.LAYOUT));
        static final VarCodec<Elements> CODEC = VarCodec.ofRecord(lookup(), Elements.class, LAYOUT);
    }

    record GrownElement(byte first, int second, Level level) {
        static final StructLayout LAYOUT = Layouts.grown(
                Layouts.struct(JAVA_BYTE.withName("first")),
                JAVA_INT.withName("second"),
                Level.LAYOUT.withName("level"));
    }

    /** A list in a list in a list. */
    record Nested(List<Inner> list) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("list", Inner.LAYOUT));
        static final VarCodec<Nested> CODEC = VarCodec.ofRecord(lookup(), Nested.class, LAYOUT);
    }

    record Inner(List<Fill> fills, String name) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(Layouts.varRef("fills", Fill.LAYOUT), Layouts.varRef("name"));
    }

    private static final ReusableVarCodec<MutableFill> FILL =
            VarCodec.ofClass(lookup(), MutableFill.class, Fill.LAYOUT);

    /** A codec and the records that mutate. */
    private record Subject<T>(VarCodec<T> codec, List<byte[]> records) {

        static <T> Subject<T> of(VarCodec<T> codec, List<T> values) {
            return new Subject<>(
                    codec,
                    values.stream().map(value -> VarParts.bytes(codec, value)).toList());
        }
    }

    private static final List<Subject<?>> SUBJECTS = List.of(
            Subject.of(Order.CODEC, List.of(VarParts.order(), VarParts.empties(), VarParts.nulls())),
            Subject.of(
                    MutableOrder.CODEC, List.of(MutableOrder.of(VarParts.order()), MutableOrder.of(VarParts.nulls()))),
            Subject.of(FILL, List.of(MutableFill.of(new Fill(7, "Zürich 😀", new int[] {1, 2, 3})))),
            Subject.of(Elements.CODEC, List.of(new Elements(List.of(element(1), element(2))))),
            Subject.of(
                    Nested.CODEC,
                    List.of(new Nested(List.of(
                            new Inner(VarParts.order().fills(), "a"),
                            new Inner(List.of(), null),
                            new Inner(null, "bcd"))))));

    private static GrownElement element(int first) {
        return new GrownElement((byte) first, 2, VarParts.order().best());
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aMutatedRecordIsReadAsTheBytesOfItsValueOrRefused(@ForAll long seed) {
        Random random = new Random(seed);
        Subject<?> subject = SUBJECTS.get(random.nextInt(SUBJECTS.size()));
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] record = subject.records.get(random.nextInt(subject.records.size()));
            assertReadOrRefused(subject.codec, Mutations.mutated(record, random), random.nextBoolean());
        }
    }

    private static <T> void assertReadOrRefused(VarCodec<T> codec, byte[] bytes, boolean isNative) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = (isNative ? SegmentKind.NATIVE : SegmentKind.HEAP_BYTES).allocate(bytes, arena);
            T value = read(codec, segment);
            assertAllocatesLittle(codec, segment);
            assertEquals(-1, MemorySegment.ofArray(bytes).mismatch(segment), "reading changed the segment");
            if (value != null) {
                Decoded decoded = VarBaselineReader.decode(codec.layout(), bytes);
                if (decoded.isOfThisLayout()) {
                    assertSameWhereDecided(decoded, bytes, VarParts.bytes(codec, value));
                }
            }
        }
    }

    /** The value; null if the bytes are refused in one of the ways that there are. */
    private static <T> @Nullable T read(VarCodec<T> codec, MemorySegment segment) {
        try {
            return codec.read(segment, 0);
        } catch (CorruptRecordException corrupt) {
            return null;
        } catch (IndexOutOfBoundsException outside) {
            assertTrue(segment.byteSize() < 8, () -> "only a header is outside: " + outside);
            return null;
        }
    }

    /** What is linked on the way counts too, once. */
    private static void assertAllocatesLittle(VarCodec<?> codec, MemorySegment segment) {
        long limit = MAX_ALLOCATED_PER_BYTE * segment.byteSize() + MAX_ALLOCATED;
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 10 && least > limit; attempt++) {
            long before = THREADS.getCurrentThreadAllocatedBytes();
            read(codec, segment);
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        long allocated = least;
        assertTrue(allocated <= limit, () -> allocated + " bytes for the " + segment.byteSize() + " of the record");
    }

    private static void assertSameWhereDecided(Decoded decoded, byte[] bytes, byte[] written) {
        byte[] expected = Arrays.copyOf(bytes, written.length);
        for (int i = 0; i < written.length; i++) {
            expected[i] = decoded.decided().get(i) ? bytes[i] : written[i];
        }
        assertArrayEquals(expected, written, () -> HexFormat.of().formatHex(bytes));
    }

    /** And so the two agree on what older and newer layouts may look like. */
    @Property(tries = TRIES_OF_INVENTED, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aCodecReadsTheMutatedRecordsThatTheBaselineReads(@ForAll("records") InventedStruct struct, @ForAll long seed) {
        Random random = new Random(seed);
        byte[] record = VarBaseline.encode(struct.layout(), struct.stored(struct.randomValues(random)));
        for (int i = 0; i < MUTATIONS_OF_INVENTED; i++) {
            byte[] bytes = Mutations.mutated(record, random);
            Object expected;
            try {
                expected = struct.values(
                        VarBaselineReader.decode(struct.layout(), bytes).values());
            } catch (NotARecord refused) {
                expected = refused.getMessage();
            }
            Object read = read(struct.varCodec(), MemorySegment.ofArray(bytes));
            Object found = read == null
                    ? expected instanceof String ? expected : "refused"
                    : struct.type().values(read);
            assertEquals(expected, found, () -> HexFormat.of().formatHex(bytes));
        }
    }

    @Provide
    Arbitrary<InventedStruct> records() {
        return InventedStructs.variable();
    }
}
