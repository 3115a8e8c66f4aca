package dev.verbatim.internal.model;

import dev.verbatim.internal.model.LayoutMembers.Element;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the layouts of variable-length records are spelled: the header that such a record begins with, and the slot that refers to a place in
 * its tail. {@code docs/record-format.md} draws the bytes.
 *
 * <pre>
 *   header:  0 int fixedSize   bytes of the fixed part, this header included; where the tail begins, rounded up to 8
 *            4 int totalSize   bytes of the record, tail included
 *   slot:    0 int offset      from the start of the innermost struct that holds the slot
 *            4 int length      in bytes; -1 is null, and then the offset is 0
 *            8 elements        a sequence of none, which says what lies there
 * </pre>
 */
public final class VarLayouts {

    /** The byte order of all that is not a member: headers, slots, counts. */
    public static final ValueLayout.OfInt INT_LE = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** Two of these at once, the first the low one, at any address. */
    public static final ValueLayout.OfLong LONG_LE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** The size of a record's header. */
    public static final int HEADER_SIZE = 8;

    /** The size of a slot. */
    static final int SLOT_SIZE = 8;

    /** What a list in the tail begins with: {@code int count, int stride}. */
    public static final int LIST_HEADER_SIZE = 8;

    /** What everything in the tail is aligned to, from the start of the record. */
    public static final int TAIL_ALIGNMENT = 8;

    /** The most bytes of a record: as many as a Java array can have, less some room after it. */
    public static final int MAX_BYTE_SIZE = Integer.MAX_VALUE - 31;

    /** The name of the first member of a record. */
    public static final String FIXED_SIZE = "fixedSize";
    private static final String TOTAL_SIZE = "totalSize";

    private VarLayouts() {}

    /** {@return a slot for elements in the tail} Its alignment is not the element's: an element that grows must not move the slot. */
    public static StructLayout ref(String name, MemoryLayout element) {
        return MemoryLayout.structLayout(
                        INT_LE.withName("offset"),
                        INT_LE.withName("length"),
                        MemoryLayout.sequenceLayout(0, element).withName("elements"))
                .withByteAlignment(TAIL_ALIGNMENT)
                .withName(name);
    }

    /** {@return the layout of the elements that a slot refers to; {@code null} if the layout is no slot} */
    public static @Nullable MemoryLayout refElement(MemoryLayout layout) {
        return layout instanceof StructLayout struct
                        && struct.memberLayouts().size() == 3
                        && isInt(struct.memberLayouts().get(0), "offset")
                        && isInt(struct.memberLayouts().get(1), "length")
                        && struct.memberLayouts().get(2) instanceof SequenceLayout elements
                        && elements.elementCount() == 0
                        && isNamed(elements, "elements")
                ? elements.elementLayout()
                : null;
    }

    /** {@return a record of these members, with its header} */
    public static StructLayout record(MemoryLayout... members) {
        List<MemoryLayout> all = new ArrayList<>(List.of(INT_LE.withName(FIXED_SIZE), INT_LE.withName(TOTAL_SIZE)));
        all.addAll(Arrays.asList(members));
        return LayoutMembers.aligned(all.toArray(MemoryLayout[]::new));
    }

    /** {@return whether a layout begins with the header of a record} */
    public static boolean isRecord(StructLayout layout) {
        return layout.memberLayouts().size() >= 2
                && isInt(layout.memberLayouts().get(0), FIXED_SIZE)
                && isInt(layout.memberLayouts().get(1), TOTAL_SIZE);
    }

    /** {@return whether a layout is a slot, or has one in it} */
    public static boolean hasSlots(MemoryLayout layout) {
        return refElement(layout) != null
                || switch (layout) {
                    case StructLayout struct -> struct.memberLayouts().stream().anyMatch(VarLayouts::hasSlots);
                    case SequenceLayout sequence -> hasSlots(sequence.elementLayout());
                    default -> false;
                };
    }

    /** {@return the members and the padding of a record, without its header} */
    public static List<Element> elements(StructLayout record) {
        List<Element> elements = LayoutMembers.of(record);
        return elements.subList(2, elements.size());
    }

    /**
     * {@return the sizes that an older layout of the same struct can have had, ascending: where a member or padding starts, and the size
     * of the struct}
     *
     * @param isRecord whether the struct begins with a header, without which there is no record
     */
    public static int[] boundaries(StructLayout layout, boolean isRecord) {
        long least = isRecord ? HEADER_SIZE : 1;
        List<Long> boundaries = new ArrayList<>();
        for (Element element : LayoutMembers.of(layout)) {
            boundaries.add(element.offset());
        }
        boundaries.add(layout.byteSize());
        return boundaries.stream()
                .filter(boundary -> boundary >= least)
                .mapToInt(Math::toIntExact)
                .distinct()
                .toArray();
    }

    private static boolean isInt(MemoryLayout layout, String name) {
        return layout instanceof ValueLayout.OfInt value && value.order() == INT_LE.order() && isNamed(value, name);
    }

    private static boolean isNamed(MemoryLayout layout, String name) {
        return layout.name().filter(name::equals).isPresent();
    }
}
