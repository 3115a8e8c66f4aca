package dev.verbatim.cli;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;

/** Makes a struct of members at offsets, with padding wherever there is nothing. */
final class PlacedMembers {

    private final List<MemoryLayout> layouts = new ArrayList<>();

    /** What lies in the padding up to the next member. */
    private final List<String> inPadding = new ArrayList<>();

    private final List<String> paddingNames = new ArrayList<>();

    private long end;

    /** Adds a member of alignment 1 that starts at an offset, behind those before. */
    void add(long offset, MemoryLayout layout) {
        fillTo(offset);
        layouts.add(layout);
        end = offset + layout.byteSize();
    }

    /** Has the padding between the member before and the next one, or the end, tell in its name what lies there. */
    void addToPadding(String bitField) {
        inPadding.add(bitField);
    }

    private void fillTo(long offset) {
        if (offset < end || (offset == end && !inPadding.isEmpty())) {
            throw new IllegalArgumentException(
                    "expected offset=" + (inPadding.isEmpty() ? end : end + 1) + " or more, found offset=" + offset);
        }
        if (offset > end) {
            PaddingLayout padding = padding(offset - end, inPadding);
            padding.name().ifPresent(paddingNames::add);
            layouts.add(padding);
            inPadding.clear();
        }
    }

    /** {@return padding that has in its name what lies there, and none for nothing} */
    static PaddingLayout padding(long byteSize, List<String> bitFields) {
        PaddingLayout padding = MemoryLayout.paddingLayout(byteSize);
        return bitFields.isEmpty() ? padding : padding.withName(String.join(", ", bitFields));
    }

    /** {@return the struct of a size} */
    StructLayout toStruct(long byteSize) {
        fillTo(byteSize);
        end = byteSize;
        return MemoryLayout.structLayout(layouts.toArray(MemoryLayout[]::new));
    }

    /** {@return the names that padding has got so far} */
    List<String> paddingNames() {
        return paddingNames;
    }
}
