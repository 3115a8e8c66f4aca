package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What the benchmarks of 1 to 128 fields share. All else is as in {@link NativeSegmentState}: the segment and the
 * address are plain fields, and each call takes the next struct.
 *
 * <p>There are 64 structs, and fewer where they are large: three segments of them and the object stay within 20 KB,
 * which is in the first-level cache. Waiting for memory would make all rivals alike.
 *
 * <p>The warm-up is longer than elsewhere: C2 takes long over a method of 64 accesses.
 */
@Warmup(iterations = 5, time = 1, timeUnit = TimeUnit.SECONDS)
@SuppressWarnings("removal") // of Unsafe's access to memory; measuring it is the purpose
public abstract class FieldsState extends ArenaState {

    private static final int MAX_STRUCTS = 64;
    private static final int MAX_FIELDS_IN_SEGMENT = 1024;

    private static int chosenFields;

    FieldsDto value;
    FieldsDto target;

    MemorySegment segment;

    /** The address of {@link #segment}: what Unsafe is given in its place. */
    long address;

    private long structs;
    private long lastOffset;
    private long nextOffset;

    /** How many fields the structs of this JVM have. {@link Fields} asks once. */
    static int chosenFields() {
        return chosenFields;
    }

    /** {@return how many fields the structs of this fork have} */
    abstract int fields();

    @Override
    final void allocate() throws ReflectiveOperationException {
        int fields = fields();
        chosenFields = fields;
        require(Fields.COUNT == fields, "fields=" + fields + " in a JVM of fields=" + Fields.COUNT + ": needs a fork");
        structs = Math.min(MAX_STRUCTS, MAX_FIELDS_IN_SEGMENT / fields);
        lastOffset = (structs - 1) * Fields.BYTES;
        value = Fields.newFilledDto();
        target = Fields.newDto();
        segment = allocateNative();
        address = segment.address();
        fill(null, address);
    }

    final long segmentBytes() {
        return structs * Fields.BYTES;
    }

    final MemorySegment allocateNative() {
        return arena.allocate(segmentBytes(), CACHE_LINE_BYTES);
    }

    /** Writes all structs. */
    final void fill(Object base, long start) {
        for (long offset = 0; offset <= lastOffset; offset += Fields.BYTES) {
            Fields.UNSAFE_FIELDS.write(value, base, start + offset);
        }
    }

    /** The offset of the next struct. */
    final long next() {
        long offset = nextOffset;
        nextOffset = offset == lastOffset ? 0 : offset + Fields.BYTES;
        return offset;
    }

    /** Checks every struct that a rival writes, and that it reads it back. */
    final void checkBytes(String rival, Object base, long start, Runnable write, Runnable read)
            throws ReflectiveOperationException {
        byte[] expected = Fields.bytes(value);
        for (long offset = 0; offset <= lastOffset; offset += Fields.BYTES) {
            UNSAFE.setMemory(base, start, segmentBytes(), (byte) -1);
            nextOffset = offset;
            write.run();
            byte[] segmentExpected = new byte[(int) segmentBytes()];
            Arrays.fill(segmentExpected, (byte) -1);
            System.arraycopy(expected, 0, segmentExpected, (int) offset, expected.length);
            require(
                    Arrays.equals(bytesAt(base, start, segmentBytes()), segmentExpected),
                    rival + " wrote other bytes than the fields are");
            target = Fields.newDto();
            nextOffset = offset;
            read.run();
            require(Arrays.equals(Fields.bytes(target), expected), rival + " did not read what was written");
        }
    }
}
