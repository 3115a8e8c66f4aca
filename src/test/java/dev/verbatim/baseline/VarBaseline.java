package dev.verbatim.baseline;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;

import dev.verbatim.invented.ValueKind;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Another encoder of variable-length records, which knows nothing of codecs: it makes the parts of the tail one by one,
 * each in an array of its own, and writes fixed parts with a {@link ByteBufferBaseline} once it knows what the
 * references say.
 *
 * <p>Values are those of a {@link Baseline}: what is in the tail is a list of elements, or null.
 */
public final class VarBaseline {

    private static final Baseline FIXED = new ByteBufferBaseline();
    private static final int ALIGNMENT = 8;

    private final Map<Integer, byte[]> tail = new TreeMap<>();
    private int end;

    private VarBaseline(StructLayout layout) {
        this.end = (int) layout.byteSize();
    }

    /** The bytes of a record. */
    public static byte[] encode(StructLayout layout, Map<?, ?> values) {
        VarBaseline record = new VarBaseline(layout);
        Map<String, Object> fixed = record.withReferences(layout, 0, values);
        fixed.put("fixedSize", layout.byteSize());
        fixed.put("totalSize", (long) record.end);
        byte[] bytes = new byte[record.end];
        FIXED.write(fixed, layout, MemorySegment.ofArray(bytes), 0);
        record.tail.forEach((start, part) -> System.arraycopy(part, 0, bytes, start, part.length));
        return bytes;
    }

    /** The layout of the elements that a reference refers to; null if a member is no reference. */
    static @Nullable MemoryLayout referred(MemoryLayout member) {
        return member instanceof StructLayout struct
                        && !struct.memberLayouts().isEmpty()
                        && struct.memberLayouts().getLast() instanceof SequenceLayout elements
                        && elements.name().filter("elements"::equals).isPresent()
                ? elements.elementLayout()
                : null;
    }

    /** Whether a struct is a record by itself. */
    static boolean isRecord(StructLayout struct) {
        return struct.memberLayouts()
                .getFirst()
                .name()
                .filter("fixedSize"::equals)
                .isPresent();
    }

    /** The names of a struct's members but for the header, with their layouts. */
    static Map<String, MemoryLayout> members(StructLayout struct) {
        Map<String, MemoryLayout> members = new LinkedHashMap<>();
        for (MemoryLayout member : struct.memberLayouts()) {
            if (!(member instanceof PaddingLayout)) {
                members.put(member.name().orElseThrow(), member);
            }
        }
        if (isRecord(struct)) {
            members.keySet().removeAll(List.of("fixedSize", "totalSize"));
        }
        return members;
    }

    /** The values of a struct with references in the place of what is in the tail, to which that is added. */
    private Map<String, Object> withReferences(StructLayout struct, long structOffset, Map<?, ?> values) {
        Map<String, Object> fixed = new LinkedHashMap<>();
        members(struct).forEach((name, member) -> {
            Object value = values.get(name);
            MemoryLayout element = referred(member);
            if (element != null) {
                fixed.put(name, reference(element, structOffset, (List<?>) value));
            } else if (member instanceof StructLayout nested) {
                fixed.put(name, withReferences(nested, structOffset + struct.byteOffset(groupElement(name)), (Map<?, ?>)
                        value));
            } else {
                fixed.put(name, value);
            }
        });
        return fixed;
    }

    private Map<String, Object> reference(MemoryLayout element, long structOffset, @Nullable List<?> elements) {
        if (elements == null) {
            return Map.of("offset", 0L, "length", -1L, "elements", List.of());
        }
        byte[] part = part(element, elements);
        int start = aligned(end);
        tail.put(start, part);
        end = start + part.length;
        return Map.of("offset", start - structOffset, "length", (long) part.length, "elements", List.of());
    }

    private static byte[] part(MemoryLayout element, List<?> elements) {
        if (!(element instanceof StructLayout struct)) {
            return sequence(element, elements);
        }
        if (!isRecord(struct)) {
            return concatenated(
                    sequence(ValueKind.INT, List.of((long) elements.size(), struct.byteSize())),
                    sequence(struct, elements));
        }
        List<Object> header = new ArrayList<>(List.of((long) elements.size(), 0L));
        int headerSize = (2 + elements.size()) * Integer.BYTES;
        byte[] records = new byte[0];
        for (Object values : elements) {
            byte[] record = encode(struct, (Map<?, ?>) values);
            int start = aligned(headerSize + records.length) - headerSize;
            records = concatenated(Arrays.copyOf(records, start), record);
            header.add((long) headerSize + records.length);
        }
        return concatenated(sequence(ValueKind.INT, header), records);
    }

    private static byte[] sequence(MemoryLayout element, List<?> elements) {
        StructLayout layout = MemoryLayout.structLayout(
                MemoryLayout.sequenceLayout(elements.size(), element).withName("all"));
        byte[] bytes = new byte[(int) layout.byteSize()];
        FIXED.write(Map.of("all", elements), layout, MemorySegment.ofArray(bytes), 0);
        return bytes;
    }

    private static byte[] concatenated(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    static int aligned(int position) {
        return Math.ceilDiv(position, ALIGNMENT) * ALIGNMENT;
    }
}
