package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.baseline.Baseline;
import dev.verbatim.baseline.ByteBufferBaseline;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedStructs;
import dev.verbatim.invented.InventedTry;
import dev.verbatim.invented.ValueKind;
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
 * Views of any struct write and read what the baseline does, and so what codecs do, of which
 * {@link InventedLayoutProperties} says the same. The interfaces are invented along with the layouts, and have
 * accessors of every form ({@code InventedAccessor}).
 */
@AddLifecycleHook(VerbatimTries.class)
class InventedViewPropertyTest {

    /** {@link InventedLayoutProperties} has the number of layouts of all. */
    private static final int TRIES = 800;

    private final Baseline baseline = new ByteBufferBaseline();

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aViewWritesTheBytesOfTheBaseline(@ForAll("structs") InventedStruct struct, @ForAll long seed) {
        StructView view = struct.views().wrap(MemorySegment.ofArray(new byte[struct.byteSize()]), 0);
        StructView source = struct.views().wrap(view.segment(), 0);
        InventedTry.forEachKind(struct, seed, tried -> {
            MemorySegment expected = tried.newSegment();
            MemorySegment written = tried.newSegment();
            baseline.write(tried.stored, struct.layout(), expected, tried.offset);

            view.wrap(written, tried.offset);
            source.wrap(expected.asReadOnly(), tried.offset);
            struct.view().write(view, source, tried.values, tried.random);

            assertArrayEquals(expected.toArray(JAVA_BYTE), written.toArray(JAVA_BYTE), tried::toString);
            assertEquals(
                    tried.values, struct.type().values(struct.codec().read(written, tried.offset)), tried::toString);
        });
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aViewReadsWhatTheBaselineWrote(@ForAll("structs") InventedStruct struct, @ForAll long seed) {
        StructView view = struct.views().wrap(MemorySegment.ofArray(new byte[struct.byteSize()]), 0);
        InventedTry.forEachKind(struct, seed, tried -> {
            MemorySegment segment = tried.newSegment();
            baseline.write(tried.stored, struct.layout(), segment, tried.offset);
            byte[] before = segment.toArray(JAVA_BYTE);
            struct.codec().write(tried.newDto(), segment, tried.offset);
            assertArrayEquals(before, segment.toArray(JAVA_BYTE), tried::toString);

            view.wrap(tried.random.nextBoolean() ? segment : segment.asReadOnly(), tried.offset);
            struct.view().assertReads(tried.values, view, tried::toString);

            assertArrayEquals(before, segment.toArray(JAVA_BYTE), "reading changed the segment");
        });
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void atomicAccessorsWriteAndReadWhatPlainOnesDo(@ForAll("structs") InventedStruct struct, @ForAll long seed) {
        long alignment = struct.atomicAlignment();
        InventedTry.forEachKind(struct, seed, tried -> {
            MemorySegment expected = tried.newSegment();
            MemorySegment written = tried.newSegment();
            Map<String, Object> values = struct.randomValues(tried.random);
            baseline.write(tried.stored, struct.layout(), written, tried.offset);
            for (int i = 0; i < values.size(); i++) {
                if (!struct.atomicView().has(i)) {
                    values.put(ValueKind.name(i), tried.values.get(ValueKind.name(i)));
                }
            }
            baseline.write(struct.stored(values), struct.layout(), expected, tried.offset);

            if (tried.kind.maxAlignment() < alignment || (written.address() + tried.offset) % alignment != 0) {
                assertThrows(
                        IllegalArgumentException.class,
                        () -> struct.atomicViews().wrap(written, tried.offset),
                        tried::toString);
            } else {
                StructView view = struct.atomicViews().wrap(written, tried.offset);
                struct.atomicView().write(view, view, values, tried.random);

                assertArrayEquals(expected.toArray(JAVA_BYTE), written.toArray(JAVA_BYTE), tried::toString);
                struct.atomicView().assertReads(values, view, tried::toString);
                assertEquals(values, struct.type().values(struct.codec().read(written, tried.offset)), tried::toString);
            }
        });
    }

    @Provide
    Arbitrary<InventedStruct> structs() {
        return InventedStructs.any();
    }
}
