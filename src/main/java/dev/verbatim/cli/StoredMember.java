package dev.verbatim.cli;

import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * A member of a stored layout that holds something: it has a name and is no padding, nor the header of a record of variable length.
 *
 * @param name its name
 * @param layout its layout
 * @param offset where it starts in its struct, in bytes
 */
record StoredMember(String name, MemoryLayout layout, long offset) {

    private static final int HEADER_MEMBERS = 2;

    /** {@return the members of a struct} */
    static List<StoredMember> of(StructLayout struct) {
        List<StoredMember> members = new ArrayList<>();
        List<MemoryLayout> all = struct.memberLayouts();
        for (int i = Layouts.isVarRecord(struct) ? HEADER_MEMBERS : 0; i < all.size(); i++) {
            MemoryLayout layout = all.get(i);
            if (layout.name().isPresent() && !isPadding(layout)) {
                long offset = struct.byteOffset(MemoryLayout.PathElement.groupElement(i));
                members.add(new StoredMember(layout.name().get(), layout, offset));
            }
        }
        return members;
    }

    private static boolean isPadding(MemoryLayout layout) {
        return layout instanceof PaddingLayout
                || (layout instanceof SequenceLayout sequence && isPadding(sequence.elementLayout()));
    }

    /** {@return whether a layout is a sequence of bytes, which is shown as one string} */
    static boolean isBytes(MemoryLayout layout) {
        return layout instanceof SequenceLayout sequence && sequence.elementLayout() instanceof ValueLayout.OfByte;
    }
}
