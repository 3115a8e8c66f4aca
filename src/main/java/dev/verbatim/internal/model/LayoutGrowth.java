package dev.verbatim.internal.model;

import dev.verbatim.internal.model.LayoutMembers.Element;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where two layouts part, and whether they do. Of two layouts of variable length one may have grown from the other, by
 * members after all those of the other. The elements of lists can grow in the same way, also of lists in a nested
 * struct; nothing else can differ. Neither layout has alignments, as those that are stored have none.
 */
public final class LayoutGrowth {

    private LayoutGrowth() {}

    /**
     * The first place at which two layouts differ, and not because one has grown.
     *
     * @param struct the struct that it is in
     * @param one what one layout has there; null if its struct has ended
     * @param other what the other layout has there, likewise
     */
    public record Difference(
            Place struct, @Nullable Element one, @Nullable Element other) {

        /**
         * {@return the difference in words}
         *
         * @param holder what has the one layout, such as {@code the entry}
         * @param otherHolder what has the other one
         */
        public String describe(String holder, String otherHolder) {
            return "they part where " + holder + " has " + describe(one) + ", and " + otherHolder + " "
                    + describe(other);
        }

        private String describe(@Nullable Element element) {
            if (element == null) {
                return "no more members" + struct.described;
            }
            String description = typeName(element.layout()) + " (byteSize="
                    + element.layout().byteSize() + ", offset=" + (struct.offset() + element.offset()) + ")";
            return element.name().isEmpty()
                    ? description + struct.described
                    : "`" + struct.prefix() + element.name() + "`, " + description;
        }

        private static String typeName(MemoryLayout layout) {
            return VarLayouts.varRefElement(layout) instanceof StructLayout struct && VarLayouts.isVarRecord(struct)
                    ? "varRef of variable-length records"
                    : LayoutMembers.typeName(layout);
        }
    }

    /**
     * Where a struct is.
     *
     * @param prefix what stands before the names of its members
     * @param described the struct in words, behind those of a member; empty for the outermost one
     * @param offset where it starts, in bytes from the start of the outermost struct, or of an element in the tail
     */
    public record Place(String prefix, String described, long offset) {

        private static final Place OUTERMOST = new Place("", "", 0);

        private Place nested(Element member) {
            long start = offset + member.offset();
            return member.name().isEmpty()
                    ? new Place(prefix, " in the struct at offset=" + start + described, start)
                    : named(prefix + member.name(), start);
        }

        private Place elements(Element member, long start) {
            return named(prefix + member.name() + "[]", start);
        }

        private static Place named(String path, long offset) {
            return new Place(path + ".", " in `" + path + "`", offset);
        }
    }

    /** {@return whether the codec of one layout can read values of the other, whichever is the newer} */
    public static boolean isBetween(StructLayout one, StructLayout other) {
        return mayGrow(one, other) && difference(one, other) == null;
    }

    /** {@return the first place at which two layouts differ, and not because one has grown; null if there is none} */
    public static @Nullable Difference difference(StructLayout one, StructLayout other) {
        return inStruct(one, other, mayGrow(one, other), Place.OUTERMOST);
    }

    private static boolean mayGrow(StructLayout one, StructLayout other) {
        return VarLayouts.isVarRecord(one) && VarLayouts.isVarRecord(other);
    }

    private static @Nullable Difference inStruct(StructLayout one, StructLayout other, boolean mayGrow, Place place) {
        List<Element> members = LayoutMembers.of(one);
        List<Element> others = LayoutMembers.of(other);
        int common = Math.min(members.size(), others.size());
        for (int i = 0; i < common; i++) {
            Difference difference = inElement(members.get(i), others.get(i), place);
            if (difference != null) {
                return difference;
            }
        }
        return mayGrow || members.size() == others.size()
                ? null
                : new Difference(
                        place,
                        common < members.size() ? members.get(common) : null,
                        common < others.size() ? others.get(common) : null);
    }

    private static @Nullable Difference inElement(Element one, Element other, Place place) {
        if (one.layout().equals(other.layout())) {
            return null;
        }
        Difference here = new Difference(place, one, other);
        if (!one.name().equals(other.name())) {
            return here;
        }
        MemoryLayout element = VarLayouts.varRefElement(one.layout());
        MemoryLayout otherElement = VarLayouts.varRefElement(other.layout());
        if (element != null || otherElement != null) {
            return element instanceof StructLayout struct
                            && otherElement instanceof StructLayout otherStruct
                            && VarLayouts.isVarRecord(struct) == VarLayouts.isVarRecord(otherStruct)
                    ? inStruct(struct, otherStruct, true, place.elements(one, 0))
                    : here;
        }
        if (one.layout() instanceof StructLayout struct && other.layout() instanceof StructLayout otherStruct) {
            // A nested struct itself does not grow, but a list that one of its members refers to may.
            return inStruct(struct, otherStruct, false, place.nested(one));
        }
        if (one.layout() instanceof SequenceLayout sequence
                && other.layout() instanceof SequenceLayout otherSequence
                && LayoutMembers.shape(sequence).equals(LayoutMembers.shape(otherSequence))
                && LayoutMembers.element(sequence) instanceof StructLayout struct
                && LayoutMembers.element(otherSequence) instanceof StructLayout otherStruct) {
            Difference inside =
                    inStruct(struct, otherStruct, false, place.elements(one, place.offset() + one.offset()));
            return inside == null ? here : inside;
        }
        return here;
    }
}
