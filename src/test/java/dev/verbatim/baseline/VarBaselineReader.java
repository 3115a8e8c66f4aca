package dev.verbatim.baseline;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Another reader of variable-length records, as strict as the format and in no hurry. It knows layouts only: whether
 * text is UTF-8 and an ordinal one of its enum, {@code InventedValues.values} says.
 *
 * <p>What an older record lacks is zero or null.
 */
public final class VarBaselineReader {

    /** Thrown for bytes that are no record. */
    public static final class NotARecord extends RuntimeException {
        private static final long serialVersionUID = 1;

        public NotARecord(String reason) {
            super(reason);
        }
    }

    private static final Baseline FIXED = new ByteBufferBaseline();
    private static final int HEADER_SIZE = 8;

    private final byte[] bytes;

    /** The bytes that have one value only: all but padding and booleans, of which any but 0 is true. */
    private final BitSet decided = new BitSet();

    /** Whether all fixed sizes and strides are those of the layout. */
    private boolean isOfThisLayout = true;

    private int end;

    private VarBaselineReader(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * What bytes say.
     *
     * @param values the values
     * @param isOfThisLayout whether no part of the record is of an older or newer layout
     * @param decided the bytes that another record with the same values has too
     */
    public record Decoded(Map<String, Object> values, boolean isOfThisLayout, BitSet decided) {}

    public static Decoded decode(StructLayout layout, byte[] bytes) {
        VarBaselineReader reader = new VarBaselineReader(bytes);
        require(bytes.length >= HEADER_SIZE, "no header");
        int totalSize = reader.intAt(Integer.BYTES);
        require(totalSize >= HEADER_SIZE && totalSize <= bytes.length, "totalSize");
        Map<String, Object> values = reader.record(layout, 0, totalSize);
        return new Decoded(values, reader.isOfThisLayout, reader.decided);
    }

    private static void require(boolean holds, String what) {
        if (!holds) {
            throw new NotARecord(what);
        }
    }

    private int intAt(int position) {
        decided.set(position, position + Integer.BYTES);
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(position);
    }

    private Map<String, Object> record(StructLayout layout, int base, int limit) {
        require(intAt(base + Integer.BYTES) == limit - base, "totalSize");
        int fixedSize = intAt(base);
        require(fixedSize <= limit - base && isPossible(layout, fixedSize, HEADER_SIZE), "fixedSize");
        end = base + fixedSize;
        Map<String, Object> values = struct(layout, base, base + fixedSize, limit);
        require(end == limit || fixedSize > layout.byteSize(), "bytes behind the tail");
        end = limit;
        return values;
    }

    /** Whether a fixed part may have a size: the layout's, or more, or one at which an element of the layout starts. */
    private boolean isPossible(StructLayout layout, int size, int least) {
        isOfThisLayout &= size == layout.byteSize();
        boolean possible = size >= layout.byteSize();
        long offset = 0;
        for (MemoryLayout member : layout.memberLayouts()) {
            possible |= size == offset && size >= least;
            offset += member.byteSize();
        }
        return possible;
    }

    private Map<String, Object> struct(StructLayout struct, int start, int fixedEnd, int limit) {
        Map<String, Object> values = new LinkedHashMap<>();
        VarBaseline.members(struct).forEach((name, member) -> {
            int position = start + (int) struct.byteOffset(groupElement(name));
            MemoryLayout element = VarBaseline.referred(member);
            if (element != null) {
                values.put(name, position < fixedEnd ? reference(element, position, start, limit) : null);
            } else if (member instanceof StructLayout nested) {
                values.put(name, struct(nested, position, fixedEnd, limit));
            } else {
                values.put(name, fixed(member, position, position < fixedEnd ? (int) member.byteSize() : 0));
            }
        });
        return values;
    }

    /** A value of a fixed size, of which only so many bytes are there; the others are zero. */
    private Object fixed(MemoryLayout layout, int position, int present) {
        int byteSize = (int) layout.byteSize();
        byte[] copy = new byte[byteSize];
        if (present > 0) {
            System.arraycopy(bytes, position, copy, 0, Math.min(present, byteSize));
            decide(layout, position);
        }
        StructLayout only = MemoryLayout.structLayout(layout.withName("only"));
        return FIXED.read(only, MemorySegment.ofArray(copy), 0).get("only");
    }

    private void decide(MemoryLayout layout, int position) {
        switch (layout) {
            case PaddingLayout _, ValueLayout.OfBoolean _ -> {}
            case ValueLayout value -> decided.set(position, position + (int) value.byteSize());
            case SequenceLayout sequence -> {
                for (int i = 0; i < sequence.elementCount(); i++) {
                    decide(
                            sequence.elementLayout(),
                            position + i * (int) sequence.elementLayout().byteSize());
                }
            }
            case StructLayout struct -> {
                int offset = position;
                for (MemoryLayout member : struct.memberLayouts()) {
                    decide(member, offset);
                    offset += (int) member.byteSize();
                }
            }
            default -> throw new IllegalArgumentException("not of a DTO: " + layout);
        }
    }

    private @Nullable List<Object> reference(MemoryLayout element, int position, int struct, int limit) {
        int offset = intAt(position);
        int length = intAt(position + Integer.BYTES);
        if (offset == 0 && length == -1) {
            return null;
        }
        int start = VarBaseline.aligned(end);
        require(offset == start - struct && length >= 0 && length <= limit - start, "a reference");
        requireZeros(start);
        end = start + length;
        if (!(element instanceof StructLayout listed)) {
            require(length % element.byteSize() == 0, "a part of an element");
            return elements(element, start, (int) (length / element.byteSize()), (int) element.byteSize());
        }
        require(length >= HEADER_SIZE, "no header of a list");
        int count = intAt(start);
        int stride = intAt(start + Integer.BYTES);
        require(count >= 0, "count");
        if (VarBaseline.isRecord(listed)) {
            require(stride == 0, "stride");
            return records(listed, start, count);
        }
        require(isPossible(listed, stride, 1) && HEADER_SIZE + (long) count * stride == length, "stride");
        return elements(listed, start + HEADER_SIZE, count, stride);
    }

    private List<Object> elements(MemoryLayout element, int first, int count, int stride) {
        List<Object> elements = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            elements.add(fixed(element, first + i * stride, stride));
        }
        return elements;
    }

    private List<Object> records(StructLayout record, int list, int count) {
        int listEnd = end;
        require(HEADER_SIZE + (long) count * Integer.BYTES <= listEnd - list, "count");
        end = list + HEADER_SIZE + count * Integer.BYTES;
        List<Object> records = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long recordEnd = (long) list + intAt(list + HEADER_SIZE + i * Integer.BYTES);
            int base = VarBaseline.aligned(end);
            require(recordEnd <= listEnd && recordEnd - base >= HEADER_SIZE, "an end");
            requireZeros(base);
            records.add(record(record, base, (int) recordEnd));
        }
        require(end == listEnd, "bytes behind the list");
        return records;
    }

    private void requireZeros(int to) {
        byte[] gap = Arrays.copyOfRange(bytes, end, to);
        require(Arrays.equals(gap, new byte[gap.length]), "a gap");
        decided.set(end, to);
    }
}
