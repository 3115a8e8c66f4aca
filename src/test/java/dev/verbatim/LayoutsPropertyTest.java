package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.samples.LayoutArbitraries;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** Structs with C's padding obey C's rules, and packed ones have no padding. */
@AddLifecycleHook(VerbatimTries.class)
class LayoutsPropertyTest {

    @Property
    void aStructHasItsMembersInOrderAndAsTheyAre(@ForAll("members") List<MemoryLayout> members) {
        // The padding that was added is what has no name.
        assertEquals(
                members,
                struct(members).memberLayouts().stream()
                        .filter(member -> member.name().isPresent())
                        .toList());
    }

    @Property
    void aStructAddsNothingButPadding(@ForAll("members") List<MemoryLayout> members) {
        for (MemoryLayout member : struct(members).memberLayouts()) {
            assertTrue(member.name().isPresent() || member instanceof PaddingLayout, () -> "added: " + member);
        }
    }

    @Property
    void everyMemberIsAlignedAndNoGapCouldBeSmaller(@ForAll("members") List<MemoryLayout> members) {
        StructLayout struct = struct(members);
        long end = 0;
        for (MemoryLayout member : members) {
            long offset =
                    struct.byteOffset(PathElement.groupElement(member.name().orElseThrow()));
            assertAlignedCloseTo(end, offset, member.byteAlignment(), member + " in " + struct);
            end = offset + member.byteSize();
        }
        assertAlignedCloseTo(end, struct.byteSize(), struct.byteAlignment(), "the end of " + struct);
    }

    @Property
    void aStructHasTheLargestAlignmentOfItsMembers(@ForAll("members") List<MemoryLayout> members) {
        long largest =
                members.stream().mapToLong(MemoryLayout::byteAlignment).max().orElse(1);

        assertEquals(largest, struct(members).byteAlignment());
    }

    @Property
    void aStructOfItsOwnMembersIsTheSame(@ForAll("members") List<MemoryLayout> members) {
        StructLayout struct = struct(members);

        assertEquals(struct, struct(struct.memberLayouts()));
    }

    @Property
    void aPackedStructHasNoPaddingAnywhere(@ForAll("members") List<MemoryLayout> members) {
        StructLayout packed = Layouts.packed(struct(members));

        assertTrue(everything(packed).noneMatch(PaddingLayout.class::isInstance), packed::toString);
    }

    @Property
    void everythingInAPackedStructHasAlignmentOne(@ForAll("members") List<MemoryLayout> members) {
        StructLayout packed = Layouts.packed(struct(members));

        assertTrue(everything(packed).allMatch(layout -> layout.byteAlignment() == 1), packed::toString);
    }

    @Property
    void aPackedStructIsAsLargeAsItsValues(@ForAll("members") List<MemoryLayout> members) {
        StructLayout struct = struct(members);

        assertEquals(sizeOfValues(struct), Layouts.packed(struct).byteSize());
    }

    @Property
    void packingKeepsKindsNamesByteOrdersAndCounts(@ForAll("members") List<MemoryLayout> members) {
        StructLayout struct = struct(members).withName("outermost");

        assertEquals(
                everything(struct)
                        .filter(layout -> !isPadding(layout))
                        .map(LayoutsPropertyTest::withoutPlace)
                        .toList(),
                everything(Layouts.packed(struct))
                        .map(LayoutsPropertyTest::withoutPlace)
                        .toList());
    }

    @Property
    void aPackedStructStaysAsItIs(@ForAll("members") List<MemoryLayout> members) {
        StructLayout packed = Layouts.packed(struct(members));

        assertEquals(packed, Layouts.packed(packed));
        assertEquals(packed, struct(packed.memberLayouts()));
    }

    @Property
    void aByteOrderIsThatOfAllValuesAndChangesNothingElse(@ForAll("members") List<MemoryLayout> members) {
        StructLayout struct = struct(members).withName("outermost");
        for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            StructLayout ordered = Layouts.withOrder(struct, order);

            assertEquals(
                    everything(struct)
                            .map(layout -> layout instanceof ValueLayout value && value.byteSize() > 1
                                    ? value.withOrder(order)
                                    : layout)
                            .map(LayoutsPropertyTest::text)
                            .toList(),
                    everything(ordered).map(LayoutsPropertyTest::text).toList());
            assertEquals(struct.byteSize(), ordered.byteSize());
        }
    }

    /** A value as it is; of what has others within it all but those. */
    private static String text(MemoryLayout layout) {
        return layout instanceof ValueLayout
                ? layout.toString()
                : layout.byteSize() + " " + layout.byteAlignment() + " " + layout.name();
    }

    @Provide
    static Arbitrary<List<MemoryLayout>> members() {
        return LayoutArbitraries.members();
    }

    private static StructLayout struct(List<MemoryLayout> members) {
        return Layouts.struct(members.toArray(MemoryLayout[]::new));
    }

    private static void assertAlignedCloseTo(long end, long offset, long alignment, String what) {
        assertEquals(0, offset % alignment, () -> "misaligned offset=" + offset + ": " + what);
        long gap = offset - end;
        assertTrue(0 <= gap && gap < alignment, () -> "gap=" + gap + " before offset=" + offset + ": " + what);
    }

    private static Stream<MemoryLayout> everything(MemoryLayout layout) {
        return Stream.concat(
                Stream.of(layout),
                switch (layout) {
                    case StructLayout struct ->
                        struct.memberLayouts().stream().flatMap(LayoutsPropertyTest::everything);
                    case UnionLayout union -> union.memberLayouts().stream().flatMap(LayoutsPropertyTest::everything);
                    case SequenceLayout sequence -> everything(sequence.elementLayout());
                    default -> Stream.empty();
                });
    }

    private static boolean isPadding(MemoryLayout layout) {
        return layout instanceof PaddingLayout
                || (layout instanceof SequenceLayout sequence && isPadding(sequence.elementLayout()));
    }

    private static long sizeOfValues(MemoryLayout layout) {
        return switch (layout) {
            case ValueLayout value -> value.byteSize();
            case PaddingLayout _ -> 0;
            case SequenceLayout sequence -> sequence.elementCount() * sizeOfValues(sequence.elementLayout());
            case StructLayout struct ->
                struct.memberLayouts().stream()
                        .mapToLong(LayoutsPropertyTest::sizeOfValues)
                        .sum();
            case UnionLayout union ->
                union.memberLayouts().stream()
                        .mapToLong(LayoutsPropertyTest::sizeOfValues)
                        .max()
                        .orElse(0);
        };
    }

    /** What packing keeps of a layout itself. */
    private static List<Object> withoutPlace(MemoryLayout layout) {
        return switch (layout) {
            case ValueLayout value -> List.of(value.name(), value.carrier(), value.order());
            case SequenceLayout sequence -> List.of(sequence.name(), "sequence", sequence.elementCount());
            case StructLayout struct -> List.of(struct.name(), "struct");
            case UnionLayout union -> List.of(union.name(), "union");
            case PaddingLayout _ -> List.of("padding");
        };
    }
}
