package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads one payload by the layout that it was stored with, without the DTO's class. A struct becomes a map, a sequence or list a list, a
 * sequence of bytes the string of {@link ByteText}, a value what its layout's handle gets; what is null in a tail is null. {@code
 * docs/record-format.md} draws the tails. What lies outside the payload is never shown, and is a {@link CorruptRecordException}.
 */
final class PayloadReader {

    private static final ValueLayout.OfInt INT_LE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int LIST_HEADER_SIZE = 8;
    private static final int TAIL_ALIGNMENT = 8;

    private final StructLayout layout;

    /** The record, or the struct if it has no tail. */
    private final MemorySegment payload;

    private final boolean hasTail;

    private PayloadReader(StructLayout layout, MemorySegment payload) {
        this.layout = layout;
        this.payload = payload;
        this.hasTail = Layouts.isVarRecord(layout);
    }

    /**
     * Begins to read a payload.
     *
     * @param layout the layout that it was written with, which says its size or that of its fixed part
     */
    static PayloadReader of(StructLayout layout, MemorySegment payload) {
        return of(layout, payload, "");
    }

    private static PayloadReader of(StructLayout layout, MemorySegment payload, String path) {
        boolean isRecord = Layouts.isVarRecord(layout);
        if (isRecord ? payload.byteSize() < layout.byteSize() : payload.byteSize() != layout.byteSize()) {
            throw corrupt(path, layout.byteSize() + " bytes" + (isRecord ? " or more" : ""), payload.byteSize() + " bytes");
        }
        if (isRecord) {
            require(path, "fixedSize", layout.byteSize(), payload.get(INT_LE, 0));
            require(path, "totalSize", payload.byteSize(), payload.get(INT_LE, Integer.BYTES));
        }
        return new PayloadReader(layout, payload);
    }

    private static void require(String path, String name, long expected, long found) {
        if (expected != found) {
            throw corrupt(path, name + "=" + expected, name + "=" + found);
        }
    }

    private static CorruptRecordException corrupt(String path, String expected, String found) {
        return new CorruptRecordException((path.isEmpty() ? "" : path + ": ") + "expected " + expected + ", found " + found);
    }

    /** {@return the whole value} */
    Map<String, @Nullable Object> read() {
        return struct(layout, 0, "");
    }

    private Map<String, @Nullable Object> struct(StructLayout struct, long start, String path) {
        Map<String, @Nullable Object> values = new LinkedHashMap<>();
        for (StoredMember member : StoredMember.of(struct)) {
            String memberPath = path.isEmpty() ? member.name() : path + "." + member.name();
            values.put(member.name(), value(member.layout(), start + member.offset(), start, memberPath));
        }
        return values;
    }

    /**
     * {@return what lies at a place of the payload}
     *
     * @param part the layout of that place
     * @param offset where it starts
     * @param structOffset where the innermost struct starts that it is in; slots count from there
     * @param path the names that lead to it
     */
    @Nullable Object value(MemoryLayout part, long offset, long structOffset, String path) {
        MemoryLayout element = hasTail ? Layouts.varRefElement(part).orElse(null) : null;
        if (element != null) {
            return slot(element, offset, structOffset, path);
        }
        return switch (part) {
            case StructLayout struct -> struct(struct, offset, path);
            case SequenceLayout bytes when StoredMember.isBytes(bytes) ->
                ByteText.ofPadded(payload.asSlice(offset, bytes.byteSize()).toArray(ValueLayout.JAVA_BYTE));
            case SequenceLayout sequence -> sequence(sequence, offset, structOffset, path);
            case ValueLayout value -> value.varHandle().get(payload, offset);
            default -> throw new IllegalArgumentException(path + ": no layout that is stored has " + part);
        };
    }

    private List<@Nullable Object> sequence(SequenceLayout sequence, long offset, long structOffset, String path) {
        List<@Nullable Object> values = new ArrayList<>();
        MemoryLayout element = sequence.elementLayout();
        for (long i = 0; i < sequence.elementCount(); i++) {
            values.add(value(element, offset + i * element.byteSize(), structOffset, path + "[" + i + "]"));
        }
        return values;
    }

    private @Nullable Object slot(MemoryLayout element, long offset, long structOffset, String path) {
        int length = payload.get(INT_LE, offset + Integer.BYTES);
        if (length == -1) {
            return null;
        }
        long start = structOffset + payload.get(INT_LE, offset);
        if (start < layout.byteSize() || length < 0 || start + length > payload.byteSize()) {
            throw corrupt(
                    path,
                    "a part of the " + payload.byteSize() + " bytes after the first " + layout.byteSize(),
                    "length=" + length + " at offset=" + start);
        }
        MemorySegment part = payload.asSlice(start, length);
        if (element instanceof ValueLayout.OfByte) {
            return ByteText.of(part.toArray(ValueLayout.JAVA_BYTE));
        }
        return element instanceof StructLayout struct ? list(struct, part, path) : array(element, part, path);
    }

    private static List<@Nullable Object> array(MemoryLayout element, MemorySegment part, String path) {
        long size = element.byteSize();
        if (size == 0 || part.byteSize() % size != 0) {
            throw corrupt(path, "a multiple of " + size + " bytes", part.byteSize() + " bytes");
        }
        SequenceLayout sequence = MemoryLayout.sequenceLayout(part.byteSize() / size, element);
        return new PayloadReader(MemoryLayout.structLayout(sequence), part).sequence(sequence, 0, 0, path);
    }

    private static List<@Nullable Object> list(StructLayout element, MemorySegment part, String path) {
        if (part.byteSize() < LIST_HEADER_SIZE) {
            throw corrupt(path, "a list of " + LIST_HEADER_SIZE + " bytes or more", part.byteSize() + " bytes");
        }
        int count = part.get(INT_LE, 0);
        int stride = part.get(INT_LE, Integer.BYTES);
        if (Layouts.isVarRecord(element)) {
            require(path, "stride", 0, stride);
            return records(element, part, count, path);
        }
        require(path, "stride", element.byteSize(), stride);
        if (count < 0 || stride == 0 || LIST_HEADER_SIZE + (long) count * stride != part.byteSize()) {
            throw corrupt(path, "elements of " + stride + " bytes in " + part.byteSize() + " bytes", "count=" + count);
        }
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            MemorySegment struct = part.asSlice(LIST_HEADER_SIZE + (long) i * stride, stride);
            values.add(of(element, struct, path).struct(element, 0, path + "[" + i + "]"));
        }
        return values;
    }

    private static List<@Nullable Object> records(StructLayout element, MemorySegment part, int count, String path) {
        if (count < 0 || LIST_HEADER_SIZE + (long) count * Integer.BYTES > part.byteSize()) {
            throw corrupt(path, "the ends of all records in " + part.byteSize() + " bytes", "count=" + count);
        }
        List<@Nullable Object> values = new ArrayList<>();
        long end = LIST_HEADER_SIZE + (long) count * Integer.BYTES;
        for (int i = 0; i < count; i++) {
            String elementPath = path + "[" + i + "]";
            long start = (end + TAIL_ALIGNMENT - 1) / TAIL_ALIGNMENT * TAIL_ALIGNMENT;
            end = part.get(INT_LE, LIST_HEADER_SIZE + (long) i * Integer.BYTES);
            if (end < start || end > part.byteSize()) {
                throw corrupt(elementPath, "an end from " + start + " to " + part.byteSize(), "end=" + end);
            }
            values.add(of(element, part.asSlice(start, end - start), elementPath).struct(element, 0, elementPath));
        }
        return values;
    }
}
