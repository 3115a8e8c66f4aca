package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.baseline.VarBaseline;
import dev.verbatim.baseline.VarBaselineReader;
import dev.verbatim.baseline.VarBaselineReader.Decoded;
import dev.verbatim.baseline.VarBaselineReader.NotARecord;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedStructs;
import dev.verbatim.invented.Mutations;
import dev.verbatim.samples.Bits;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * A reader by the layout alone sees what a codec has written, and of other bytes what the baseline sees, or it refuses
 * them.
 */
@AddLifecycleHook(VerbatimTries.class)
class LayoutReaderPropertyTest {

    private static final int TRIES = 150;
    private static final int MUTATIONS = 80;

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aStructIsReadAsItsCodecWroteIt(@ForAll("structs") InventedStruct struct, @ForAll long seed) {
        Random random = new Random(seed);
        Map<String, Object> values = struct.randomValues(random);
        long offset = random.nextInt(9);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(offset + struct.byteSize());
            struct.codec().write(struct.type().newObject(values, random), segment, offset);
            LayoutReader reader = LayoutReader.of(struct.layout());
            assertEquals(struct.stored(values), stored(reader.read(segment, offset)));
            assertEquals(struct.byteSize(), reader.encodedSize(segment, offset));
        }
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aVariableLengthRecordIsReadAsItsCodecWroteIt(@ForAll("varRecords") InventedStruct struct, @ForAll long seed) {
        Random random = new Random(seed);
        Map<String, Object> values = struct.randomValues(random);
        Object dto = struct.type().newObject(values, random);
        long offset = random.nextInt(9);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(offset + struct.varCodec().encodedSize(dto));
            long byteSize = struct.varCodec().write(dto, segment, offset);
            LayoutReader reader = LayoutReader.of(struct.layout());
            assertEquals(struct.stored(values), stored(reader.read(segment, offset)));
            assertEquals(byteSize, reader.encodedSize(segment, offset));
        }
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void ofMutatedBytesItReadsWhatTheBaselineReads(@ForAll("varRecords") InventedStruct struct, @ForAll long seed) {
        Random random = new Random(seed);
        LayoutReader reader = LayoutReader.of(struct.layout());
        byte[] record = VarBaseline.encode(struct.layout(), struct.stored(struct.randomValues(random)));
        for (int i = 0; i < MUTATIONS; i++) {
            byte[] bytes = Mutations.mutated(record, random);
            assertEquals(
                    expected(struct, bytes),
                    found(reader, bytes),
                    () -> HexFormat.of().formatHex(bytes));
        }
    }

    /** The values, or null if the bytes are of another layout or of none. */
    private static @Nullable Object expected(InventedStruct struct, byte[] bytes) {
        try {
            Decoded decoded = VarBaselineReader.decode(struct.layout(), bytes);
            return decoded.isOfThisLayout() ? decoded.values() : null;
        } catch (NotARecord refused) {
            return null;
        }
    }

    /** The values, or null if the bytes are refused in one of the ways that there are. */
    private static @Nullable Object found(LayoutReader reader, byte[] bytes) {
        try {
            return stored(reader.read(MemorySegment.ofArray(bytes), 0));
        } catch (CorruptRecordException corrupt) {
            String message = String.valueOf(corrupt.getMessage());
            assertTrue(
                    message.matches("(?s)cannot read .* at offset=0: .* at offset=\\d+: expected .*, found .*"),
                    message);
            return null;
        } catch (IndexOutOfBoundsException outside) {
            assertTrue(bytes.length < 8, () -> "only a header is outside: " + outside);
            return null;
        }
    }

    /** Values in the form that knows no types; see {@code InventedValues}. */
    private static @Nullable Object stored(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case byte[] bytes -> {
                List<Object> list = new ArrayList<>();
                for (byte b : bytes) {
                    list.add(Byte.toUnsignedLong(b));
                }
                yield list;
            }
            case List<?> list -> {
                List<Object> stored = new ArrayList<>();
                list.forEach(element -> stored.add(stored(element)));
                yield stored;
            }
            case Map<?, ?> map -> {
                Map<Object, Object> stored = new LinkedHashMap<>();
                map.forEach((name, member) -> stored.put(name, stored(member)));
                yield stored;
            }
            default -> Bits.of(value);
        };
    }

    @Provide
    Arbitrary<InventedStruct> structs() {
        return InventedStructs.any();
    }

    @Provide
    Arbitrary<InventedStruct> varRecords() {
        return InventedStructs.variable();
    }
}
