package dev.verbatim.internal.bind;

import dev.verbatim.internal.bind.ValueBinder.Nesting;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.StructLayout;
import java.util.List;

/** How a struct lies in memory: whether it has a header, and whether its members may refer to a tail. */
enum Placement {
    /** By itself: it has no header, and refers to no tail. */
    STRUCT,

    /** In the fixed part of a variable-length record, whose tail it may refer to. */
    NESTED_IN_VAR_RECORD,

    /** As a variable-length record, with a header and a tail. */
    VAR_RECORD;

    /** The elements of a struct's layout that can be members. */
    List<Element> elements(StructLayout layout) {
        return this == VAR_RECORD ? VarLayouts.elements(layout) : LayoutMembers.of(layout);
    }

    /** The placement of a struct within a struct of this placement. */
    Placement of(Nesting nesting, StructLayout layout) {
        return switch (nesting) {
            case MEMBER -> this == STRUCT ? STRUCT : NESTED_IN_VAR_RECORD;
            case ELEMENT -> STRUCT;
            case TAIL_ELEMENT -> VarLayouts.isVarRecord(layout) ? VAR_RECORD : STRUCT;
        };
    }
}
