package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.baseline.Baseline;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedStructs;
import dev.verbatim.invented.InventedTry;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/**
 * What is true of the codec of any struct, compared with any {@link Baseline}: layouts and types are invented, with
 * members of every kind, nested to some depth. Each is tried with every kind of segment, with values and at an offset
 * of its own. As in {@link BitIdentityProperties} whole segments are compared, so that a byte of padding or of the
 * surroundings that changed is seen.
 */
@AddLifecycleHook(VerbatimTries.class)
abstract class InventedLayoutProperties {

    /**
     * These four properties with two baselines make 4,800 layouts, the three of {@link InventedViewPropertyTest} 2,400,
     * and the three of {@link VarPropertyTest} 900. The seven properties of any layout of {@link
     * BitIdentityPropertyTest} and {@link UnsafeBitIdentityPropertyTest} add more than 5,000 orders, paddings and byte
     * orders of the members of one struct: 7,000 tries, of which a fifth are jqwik's edge cases, which are the same.
     */
    private static final int TRIES = 600;

    abstract Baseline baseline();

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aCodecWritesTheBytesOfTheBaseline(@ForAll("structs") InventedStruct struct, @ForAll long seed) {
        InventedTry.forEachKind(struct, seed, tried -> {
            MemorySegment expected = tried.newSegment();
            MemorySegment written = tried.newSegment();

            baseline().write(tried.stored, struct.layout(), expected, tried.offset);
            struct.codec().write(tried.newDto(), written, tried.offset);

            assertArrayEquals(expected.toArray(JAVA_BYTE), written.toArray(JAVA_BYTE), tried::toString);
            assertEquals(tried.stored, baseline().read(struct.layout(), written, tried.offset), tried::toString);
        });
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aCodecReadsWhatTheBaselineWrote(@ForAll("structs") InventedStruct struct, @ForAll long seed) {
        InventedTry.forEachKind(struct, seed, tried -> {
            MemorySegment segment = tried.newSegment();
            baseline().write(tried.stored, struct.layout(), segment, tried.offset);
            byte[] before = segment.toArray(JAVA_BYTE);

            Object read = struct.codec().read(segment, tried.offset);
            Object readOnly = struct.codec().read(segment.asReadOnly(), tried.offset);

            assertEquals(tried.values, struct.type().values(read), tried::toString);
            assertEquals(tried.values, struct.type().values(readOnly), tried::toString);
            assertArrayEquals(before, segment.toArray(JAVA_BYTE), "reading changed the segment");
        });
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aCodecReadsTheSameIntoAnyObject(@ForAll("classes") InventedStruct struct, @ForAll long seed) {
        InventedTry.forEachKind(struct, seed, tried -> {
            MemorySegment segment = tried.newSegment();
            baseline().write(tried.stored, struct.layout(), segment, tried.offset);
            Map<String, Object> others = struct.randomValues(tried.random);
            Object empty = struct.type().newEmptyObject();
            Object filled = struct.type().newObject(others, tried.random);
            Object tattered = struct.type().newTatteredObject(others, tried.random);

            struct.reusableCodec().readInto(empty, segment, tried.offset);
            struct.reusableCodec().readInto(filled, segment, tried.offset);
            struct.reusableCodec().readInto(tattered, segment.asReadOnly(), tried.offset);

            assertEquals(tried.values, struct.type().values(empty), tried::toString);
            assertEquals(tried.values, struct.type().values(filled), tried::toString);
            assertEquals(tried.values, struct.type().values(tattered), tried::toString);
        });
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void anElementOfAnArrayIsAtItsIndexTimesTheSizeOfTheStruct(
            @ForAll("structs") InventedStruct struct, @ForAll long seed) {
        InventedTry.forEachKind(struct, seed, tried -> {
            StructCodec<Object> codec = struct.codec();
            int index = tried.random.nextInt(InventedTry.MAX_INDEX + 1);
            int elementOffset = index * struct.byteSize();
            MemorySegment expected = tried.newSegment();
            MemorySegment written = tried.newSegment();
            MemorySegment copied = tried.newSegment();

            baseline().write(tried.stored, struct.layout(), expected, elementOffset);
            codec.writeAtIndex(tried.newDto(), written, index);
            codec.copy(expected, elementOffset, copied, tried.offset, 1);

            assertArrayEquals(expected.toArray(JAVA_BYTE), written.toArray(JAVA_BYTE), tried::toString);
            assertEquals(tried.values, struct.type().values(codec.readAtIndex(written, index)), tried::toString);
            assertEquals(tried.values, struct.type().values(codec.read(copied, tried.offset)), tried::toString);
            byte[] whole = tried.surroundings.clone();
            System.arraycopy(expected.toArray(JAVA_BYTE), elementOffset, whole, tried.offset, struct.byteSize());
            assertArrayEquals(whole, copied.toArray(JAVA_BYTE), tried::toString);
        });
    }

    @Provide
    Arbitrary<InventedStruct> structs() {
        return InventedStructs.any();
    }

    @Provide
    Arbitrary<InventedStruct> classes() {
        return InventedStructs.classes();
    }
}
