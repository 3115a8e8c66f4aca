package dev.verbatim.cli;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;

/** Makes a struct of members at offsets, with padding wherever there is nothing. */
final class PlacedMembers {

    private final List<MemoryLayout> layouts = new ArrayList<>();

    /** What lies in the padding up to the next member. */
    private final List<BitField> inPadding = new ArrayList<>();

    private final List<BitFieldNumber> numbers = new ArrayList<>();

    private long end;

    /** Adds a member of alignment 1 that starts at an offset, behind those before. */
    void add(long offset, MemoryLayout layout) {
        fillTo(offset);
        layouts.add(layout);
        end = offset + layout.byteSize();
    }

    /** Adds a bit-field in the padding between the member before and the next one, or the end. */
    void addToPadding(BitField bitField) {
        inPadding.add(bitField);
    }

    private void fillTo(long offset) {
        if (offset < end || (offset == end && !inPadding.isEmpty())) {
            throw new IllegalArgumentException(
                    "expected offset=" + (inPadding.isEmpty() ? end : end + 1) + " or more, found offset=" + offset);
        }
        for (BitFieldNumber number : BitFieldNumber.in(end, offset, inPadding)) {
            padTo(number.start());
            layouts.add(number.padding());
            numbers.add(number);
            end = number.end();
        }
        inPadding.clear();
        padTo(offset);
    }

    private void padTo(long offset) {
        if (offset > end) {
            layouts.add(MemoryLayout.paddingLayout(offset - end));
            end = offset;
        }
    }

    /** {@return the struct of a size} */
    StructLayout toStruct(long byteSize) {
        fillTo(byteSize);
        return MemoryLayout.structLayout(layouts.toArray(MemoryLayout[]::new));
    }

    /** {@return the numbers with bit-fields so far, which are padding} */
    List<BitFieldNumber> numbers() {
        return numbers;
    }
}
