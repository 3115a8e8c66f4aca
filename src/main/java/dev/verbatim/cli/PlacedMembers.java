package dev.verbatim.cli;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;

/** Makes a struct of members at offsets, with padding wherever there is nothing. */
final class PlacedMembers {

    private final List<MemoryLayout> layouts = new ArrayList<>();
    private long end;

    /** Adds a member of alignment 1 that starts at an offset, behind those before. */
    void add(long offset, MemoryLayout layout) {
        fillTo(offset);
        layouts.add(layout);
        end = offset + layout.byteSize();
    }

    private void fillTo(long offset) {
        if (offset < end) {
            throw new IllegalArgumentException("expected offset=" + end + " or more, found offset=" + offset);
        }
        if (offset > end) {
            layouts.add(MemoryLayout.paddingLayout(offset - end));
        }
    }

    /** {@return the struct of a size} */
    StructLayout toStruct(long byteSize) {
        fillTo(byteSize);
        end = byteSize;
        return MemoryLayout.structLayout(layouts.toArray(MemoryLayout[]::new));
    }
}
