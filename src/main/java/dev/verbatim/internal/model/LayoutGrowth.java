package dev.verbatim.internal.model;

import dev.verbatim.internal.model.LayoutMembers.Element;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.List;

/**
 * Whether one of two layouts of variable length has grown from the other, by members after all those of the other. The
 * elements of lists can grow in the same way, also of lists in a nested struct; nothing else can differ.
 */
public final class LayoutGrowth {

    private LayoutGrowth() {}

    /** {@return whether the codec of one layout can read values of the other, whichever is the newer} */
    public static boolean isBetween(StructLayout one, StructLayout other) {
        return VarLayouts.isVarRecord(one) && VarLayouts.isVarRecord(other) && isPrefix(one, other);
    }

    /** Whether the members that both have are the same. */
    private static boolean isPrefix(StructLayout one, StructLayout other) {
        List<Element> members = LayoutMembers.of(one);
        List<Element> others = LayoutMembers.of(other);
        for (int i = 0; i < Math.min(members.size(), others.size()); i++) {
            if (!isSame(members.get(i).layout(), others.get(i).layout())) {
                return false;
            }
        }
        return true;
    }

    private static boolean isSame(MemoryLayout one, MemoryLayout other) {
        if (one.equals(other)) {
            return true;
        }
        if (!one.name().equals(other.name())) {
            return false;
        }
        MemoryLayout element = VarLayouts.varRefElement(one);
        MemoryLayout otherElement = VarLayouts.varRefElement(other);
        if (element != null || otherElement != null) {
            return element instanceof StructLayout struct
                    && otherElement instanceof StructLayout otherStruct
                    && isPrefix(struct, otherStruct);
        }
        // A nested struct itself does not grow, but a list that one of its members refers to may.
        return one instanceof StructLayout struct
                && other instanceof StructLayout otherStruct
                && LayoutMembers.of(struct).size()
                        == LayoutMembers.of(otherStruct).size()
                && isPrefix(struct, otherStruct);
    }
}
