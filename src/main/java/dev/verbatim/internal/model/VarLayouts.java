package dev.verbatim.internal.model;

import dev.verbatim.internal.model.LayoutMembers.Element;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How the layouts of variable-length records are spelled. Such a record begins with a header of two ints. A reference
 * to a part of its tail is a struct of two ints and of a sequence of no elements, whose element layout says what lies
 * there. {@link VarDescriptor} draws the bytes.
 */
public final class VarLayouts {

    /** The name of the first member of a variable-length record. */
    public static final String FIXED_SIZE = "fixedSize";

    private static final String TOTAL_SIZE = "totalSize";

    private VarLayouts() {}

    /**
     * {@return a reference to elements in the tail} Its alignment does not depend on the elements, so that it stays in
     * place when they grow.
     */
    public static StructLayout varRef(String name, MemoryLayout element) {
        return MemoryLayout.structLayout(
                        VarDescriptor.INT_LE.withName("offset"),
                        VarDescriptor.INT_LE.withName("length"),
                        MemoryLayout.sequenceLayout(0, element).withName("elements"))
                .withByteAlignment(VarDescriptor.TAIL_ALIGNMENT)
                .withName(name);
    }

    /** {@return the layout of the elements that a reference refers to; {@code null} if the layout is no reference} */
    public static @Nullable MemoryLayout varRefElement(MemoryLayout layout) {
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

    /** {@return a variable-length record of these members, with its header} */
    public static StructLayout varRecord(MemoryLayout... members) {
        List<MemoryLayout> all = new ArrayList<>(
                List.of(VarDescriptor.INT_LE.withName(FIXED_SIZE), VarDescriptor.INT_LE.withName(TOTAL_SIZE)));
        all.addAll(Arrays.asList(members));
        return LayoutMembers.aligned(all.toArray(MemoryLayout[]::new));
    }

    /** {@return whether a layout begins with the header of a variable-length record} */
    public static boolean isVarRecord(StructLayout layout) {
        return layout.memberLayouts().size() >= 2
                && isInt(layout.memberLayouts().get(0), FIXED_SIZE)
                && isInt(layout.memberLayouts().get(1), TOTAL_SIZE);
    }

    /** {@return whether a layout is a reference, or has one in it} */
    public static boolean hasReferences(MemoryLayout layout) {
        return varRefElement(layout) != null
                || switch (layout) {
                    case StructLayout struct -> struct.memberLayouts().stream().anyMatch(VarLayouts::hasReferences);
                    case SequenceLayout sequence -> hasReferences(sequence.elementLayout());
                    default -> false;
                };
    }

    /** {@return the members and the padding of a variable-length record, without its header} */
    public static List<Element> elements(StructLayout varRecord) {
        List<Element> elements = LayoutMembers.of(varRecord);
        return elements.subList(2, elements.size());
    }

    /** {@return the one member of a variable-length record, if that is a reference and there is no other; else null} */
    public static @Nullable Element onlyReference(StructLayout layout) {
        if (!isVarRecord(layout)) {
            return null;
        }
        List<Element> members = elements(layout).stream()
                .filter(element -> !element.isPadding())
                .toList();
        return members.size() == 1 && varRefElement(members.getFirst().layout()) != null ? members.getFirst() : null;
    }

    /**
     * {@return the sizes that an older layout of the same struct can have had, ascending: where a member or padding
     * starts, and the size of the struct}
     *
     * @param isVarRecord whether the struct begins with a header, which all sizes include then
     */
    public static int[] boundaries(StructLayout layout, boolean isVarRecord) {
        long least = isVarRecord ? VarDescriptor.HEADER_SIZE : 1;
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
        return layout instanceof ValueLayout.OfInt value
                && value.order() == VarDescriptor.INT_LE.order()
                && isNamed(value, name);
    }

    private static boolean isNamed(MemoryLayout layout, String name) {
        return name.equals(layout.name().orElse(null));
    }
}
