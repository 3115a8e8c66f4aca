package dev.verbatim.internal.model;

import dev.verbatim.internal.model.LayoutMembers.Element;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether one of two layouts of variable length has grown from the other, by members after all those of the other. The
 * elements of lists can grow in the same way, also of lists in a nested struct; nothing else can differ.
 */
public final class LayoutGrowth {

    private LayoutGrowth() {}

    /**
     * The first place at which two layouts differ, and not because one has grown. All before it is the same.
     *
     * @param prefix the path to the struct that it is in, with a point behind it; empty for the outermost one
     * @param one what one layout has there; null if its struct has ended
     * @param other what the other layout has there, likewise
     */
    public record Difference(
            String prefix, @Nullable Element one, @Nullable Element other) {

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
                return prefix.isEmpty()
                        ? "no more members"
                        : "no more members in `" + prefix.substring(0, prefix.length() - 1) + "`";
            }
            String place = element.name().isEmpty() ? prefix : prefix + element.name();
            return (place.isEmpty() ? "" : "`" + place + "`, ") + element.describe();
        }
    }

    /** {@return whether the codec of one layout can read values of the other, whichever is the newer} */
    public static boolean isBetween(StructLayout one, StructLayout other) {
        return mayGrow(one, other) && difference(one, other) == null;
    }

    /** {@return the first place at which two layouts differ, and not because one has grown; null if there is none} */
    public static @Nullable Difference difference(StructLayout one, StructLayout other) {
        return inStruct(one, other, mayGrow(one, other), "");
    }

    private static boolean mayGrow(StructLayout one, StructLayout other) {
        return VarLayouts.isVarRecord(one) && VarLayouts.isVarRecord(other);
    }

    private static @Nullable Difference inStruct(StructLayout one, StructLayout other, boolean mayGrow, String prefix) {
        List<Element> members = LayoutMembers.of(one);
        List<Element> others = LayoutMembers.of(other);
        int common = Math.min(members.size(), others.size());
        for (int i = 0; i < common; i++) {
            Difference difference = inElement(members.get(i), others.get(i), prefix);
            if (difference != null) {
                return difference;
            }
        }
        return mayGrow || members.size() == others.size()
                ? null
                : new Difference(
                        prefix,
                        common < members.size() ? members.get(common) : null,
                        common < others.size() ? others.get(common) : null);
    }

    private static @Nullable Difference inElement(Element one, Element other, String prefix) {
        if (one.layout().equals(other.layout())) {
            return null;
        }
        Difference here = new Difference(prefix, one, other);
        if (!one.name().equals(other.name())) {
            return here;
        }
        String path = one.name().isEmpty() ? prefix : prefix + one.name();
        MemoryLayout element = VarLayouts.varRefElement(one.layout());
        MemoryLayout otherElement = VarLayouts.varRefElement(other.layout());
        if (element != null || otherElement != null) {
            return element instanceof StructLayout struct && otherElement instanceof StructLayout otherStruct
                    ? inStruct(struct, otherStruct, true, path + "[].")
                    : here;
        }
        if (one.layout() instanceof StructLayout struct && other.layout() instanceof StructLayout otherStruct) {
            // A nested struct itself does not grow, but a list that one of its members refers to may.
            return inStruct(struct, otherStruct, false, one.name().isEmpty() ? prefix : path + ".");
        }
        if (one.layout() instanceof SequenceLayout sequence
                && other.layout() instanceof SequenceLayout otherSequence
                && sequence.elementCount() == otherSequence.elementCount()
                && LayoutMembers.element(sequence) instanceof StructLayout struct
                && LayoutMembers.element(otherSequence) instanceof StructLayout otherStruct) {
            Difference inside = inStruct(struct, otherStruct, false, path + "[].");
            return inside == null ? here : inside;
        }
        return here;
    }
}
