package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.baseline.VarBaseline;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedStructs;
import dev.verbatim.invented.InventedType;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/**
 * Codecs of invented variable-length records write the bytes of the {@link VarBaseline} and read them back, in every
 * kind of segment and at any offset. Whole segments are compared, so that a byte of the surroundings that changed is
 * seen.
 */
@AddLifecycleHook(VerbatimTries.class)
class VarPropertyTest {

    private static final int TRIES = 300;
    private static final int MAX_OFFSET = 40;

    /** One record in one kind of segment: its bytes, and the random ones around it. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares two
    private record Try(
            SegmentKind kind,
            Arena arena,
            Random random,
            Map<String, Object> values,
            byte[] record,
            int offset,
            byte[] surroundings) {

        static Try of(InventedStruct struct, SegmentKind kind, Arena arena, Random random) {
            Map<String, Object> values = struct.randomValues(random);
            byte[] record = VarBaseline.encode(struct.layout(), struct.stored(values));
            int offset = random.nextInt(MAX_OFFSET + 1);
            byte[] surroundings = new byte[offset + record.length + random.nextInt(MAX_OFFSET)];
            random.nextBytes(surroundings);
            return new Try(kind, arena, random, values, record, offset, surroundings);
        }

        MemorySegment segment(byte[] content) {
            return kind.allocate(content, arena);
        }

        /** The surroundings with the record in them. */
        byte[] whole() {
            byte[] whole = surroundings.clone();
            System.arraycopy(record, 0, whole, offset, record.length);
            return whole;
        }

        @Override
        public String toString() {
            return kind + " at offset=" + offset + ", values=" + values;
        }
    }

    private interface Check {
        void run(Try tried);
    }

    private static void forEachKind(InventedStruct struct, long seed, Check check) {
        Random random = new Random(seed);
        for (SegmentKind kind : SegmentKind.values()) {
            try (Arena arena = Arena.ofConfined()) {
                check.run(Try.of(struct, kind, arena, random));
            }
        }
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aCodecWritesTheBytesOfTheBaseline(@ForAll("records") InventedStruct struct, @ForAll long seed) {
        forEachKind(struct, seed, tried -> {
            VarCodec<Object> codec = struct.varCodec();
            Object dto = struct.type().newObject(tried.values, tried.random);
            MemorySegment segment = tried.segment(tried.surroundings);

            assertEquals(tried.record.length, codec.encodedSize(dto), tried::toString);
            assertEquals(tried.record.length, codec.write(dto, segment, tried.offset), tried::toString);

            assertArrayEquals(tried.whole(), segment.toArray(JAVA_BYTE), tried::toString);
            assertEquals(tried.record.length, codec.encodedSize(segment, tried.offset), tried::toString);
        });
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aCodecReadsWhatTheBaselineWrote(@ForAll("records") InventedStruct struct, @ForAll long seed) {
        forEachKind(struct, seed, tried -> {
            MemorySegment segment = tried.segment(tried.whole());

            Object read = struct.varCodec().read(segment.asReadOnly(), tried.offset);

            assertEquals(tried.values, struct.type().values(read), tried::toString);
            assertArrayEquals(tried.whole(), segment.toArray(JAVA_BYTE), "reading changed the segment");
        });
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aCodecReadsTheSameIntoAnyObject(@ForAll("classes") InventedStruct struct, @ForAll long seed) {
        forEachKind(struct, seed, tried -> {
            ReusableVarCodec<Object> codec = (ReusableVarCodec<Object>) struct.varCodec();
            MemorySegment segment = tried.segment(tried.whole());
            InventedType type = struct.type();
            Object empty = type.newEmptyObject();
            Object filled = type.newObject(struct.randomValues(tried.random), tried.random);
            Object tattered = type.newTatteredObject(struct.randomValues(tried.random), tried.random);

            for (Object target : new Object[] {empty, filled, tattered}) {
                codec.readInto(target, segment, tried.offset);
                assertEquals(tried.values, type.values(target), tried::toString);
            }
        });
    }

    @Provide
    Arbitrary<InventedStruct> records() {
        return InventedStructs.variable();
    }

    @Provide
    Arbitrary<InventedStruct> classes() {
        return InventedStructs.variableClasses();
    }
}
