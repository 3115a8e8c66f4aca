package dev.verbatim.invented;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;

/** One struct in one kind of segment: its values, its offset, and the random bytes that are there before. */
public final class InventedTry {

    /** The largest index of an element that there is room for. */
    public static final int MAX_INDEX = 3;

    private static final int MAX_OFFSET = 40;

    public final Random random;
    public final int offset;
    public final Map<String, Object> values;
    public final Map<String, Object> stored;
    public final byte[] surroundings;
    public final SegmentKind kind;

    private final InventedStruct struct;
    private final Arena arena;

    private InventedTry(InventedStruct struct, SegmentKind kind, Arena arena, Random random) {
        this.struct = struct;
        this.kind = kind;
        this.arena = arena;
        this.random = random;
        // Atomic accessors need an aligned one, which would be rare.
        int anyOffset = random.nextInt(MAX_OFFSET + 1);
        offset = random.nextBoolean() ? anyOffset : anyOffset & -Long.BYTES;
        values = struct.randomValues(random);
        stored = struct.stored(values);
        surroundings = new byte[MAX_OFFSET + (MAX_INDEX + 1) * struct.byteSize() + 16];
        random.nextBytes(surroundings);
    }

    /** What is tried. */
    public interface Check {

        void run(InventedTry tried);
    }

    /** Tries every kind of segment, with values and at an offset of its own. */
    public static void forEachKind(InventedStruct struct, long seed, Check check) {
        Random random = new Random(seed);
        for (SegmentKind kind : SegmentKind.values()) {
            try (Arena arena = Arena.ofConfined()) {
                check.run(new InventedTry(struct, kind, arena, random));
            }
        }
    }

    /** A segment of its own with the surroundings. */
    public MemorySegment newSegment() {
        return kind.allocate(surroundings, arena);
    }

    public Object newDto() {
        return struct.type().newObject(values, random);
    }

    @Override
    public String toString() {
        return kind + " at offset=" + offset + ", values=" + values;
    }
}
