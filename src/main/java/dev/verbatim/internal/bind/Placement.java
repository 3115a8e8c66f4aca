package dev.verbatim.internal.bind;

import dev.verbatim.internal.bind.ValueBinder.Place;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.StructLayout;
import java.util.List;

/** In what form a struct lies in memory. */
enum Placement {
    /** By itself, all of it in one place. */
    STRUCT,

    /** In the fixed part of a variable-length record, whose tail it may refer to. */
    NESTED_IN_RECORD,

    /** As a variable-length record, with a header and a tail. */
    RECORD;

    /** The elements of a struct's layout that can be members. */
    List<Element> elements(StructLayout layout) {
        return this == RECORD ? VarLayouts.elements(layout) : LayoutMembers.of(layout);
    }

    /** The form of a type within one of this form. */
    Placement of(Place place, StructLayout layout) {
        return switch (place) {
            case NESTED -> this == STRUCT ? STRUCT : NESTED_IN_RECORD;
            case ELEMENT -> STRUCT;
            case TAIL_ELEMENT -> VarLayouts.isVarRecord(layout) ? RECORD : STRUCT;
        };
    }
}
