package dev.verbatim.samples;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;

import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Random members of structs, nested ones among them. All are named by their place, explicit padding too. */
public final class LayoutArbitraries {

    private static final int DEPTH = 2;

    private LayoutArbitraries() {}

    /** Members of any kind. */
    public static Arbitrary<List<MemoryLayout>> members() {
        return membersOf(member(DEPTH));
    }

    /** Structs that can be written in C, with at least one element in a sequence of structs. */
    public static Arbitrary<StructLayout> structsOfC() {
        return paddedStructs(memberOfC(DEPTH));
    }

    private static Arbitrary<List<MemoryLayout>> membersOf(Arbitrary<MemoryLayout> member) {
        return member.list().ofMaxSize(6).map(members -> {
            List<MemoryLayout> named = new ArrayList<>();
            for (MemoryLayout layout : members) {
                named.add(layout.withName("m" + named.size()));
            }
            return named;
        });
    }

    private static Arbitrary<MemoryLayout> memberOfC(int depth) {
        Arbitrary<MemoryLayout> flat =
                Arbitraries.frequencyOf(Tuple.of(4, values()), Tuple.of(1, sequencesOf(0, values())));
        if (depth == 0) {
            return flat;
        }
        Arbitrary<StructLayout> structs = paddedStructs(memberOfC(depth - 1));
        return Arbitraries.frequencyOf(
                Tuple.of(5, flat),
                Tuple.of(1, structs),
                Tuple.of(1, unionsOfC(memberOfC(depth - 1))),
                Tuple.of(1, sequencesOf(1, structs)),
                Tuple.of(1, sequencesOf(1, sequencesOf(1, structs))));
    }

    private static Arbitrary<MemoryLayout> member(int depth) {
        Arbitrary<MemoryLayout> flat = Arbitraries.frequencyOf(
                Tuple.of(6, values()),
                Tuple.of(1, sequencesOf(0, values())),
                Tuple.of(1, paddings()),
                Tuple.of(1, sequencesOf(0, paddings())));
        if (depth == 0) {
            return flat;
        }
        Arbitrary<MemoryLayout> member = member(depth - 1);
        Arbitrary<StructLayout> structs = paddedStructs(member);
        return Arbitraries.frequencyOf(
                Tuple.of(5, flat),
                Tuple.of(1, structs),
                Tuple.of(1, structs.map(LayoutArbitraries::withoutPaddingAtTheEnd)),
                Tuple.of(1, unions(member)),
                Tuple.of(1, sequencesOf(0, structs)),
                Tuple.of(1, sequencesOf(0, sequencesOf(0, structs))));
    }

    private static Arbitrary<MemoryLayout> values() {
        Arbitrary<Class<?>> carriers = Arbitraries.of(
                boolean.class, byte.class, short.class, char.class, int.class, long.class, float.class, double.class);
        Arbitrary<Long> alignments = Arbitraries.frequencyOf(
                Tuple.of(3, Arbitraries.just(0L)), Tuple.of(1, Arbitraries.of(1L, 2L, 4L, 8L, 16L)));
        return Combinators.combine(carriers, alignments, Arbitraries.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN))
                .as((carrier, alignment, order) -> {
                    ValueLayout value = StructArbitraries.layoutOf(carrier).withOrder(order);
                    return value.withByteAlignment(alignment == 0 ? value.byteSize() : alignment);
                });
    }

    private static Arbitrary<MemoryLayout> paddings() {
        return Combinators.combine(Arbitraries.longs().between(1, 9), Arbitraries.of(1L, 1L, 1L, 4L))
                .as((byteSize, alignment) -> paddingLayout(byteSize).withByteAlignment(alignment));
    }

    /** An element whose size is no multiple of its alignment cannot follow itself; then it gets none. */
    private static Arbitrary<MemoryLayout> sequencesOf(long minCount, Arbitrary<? extends MemoryLayout> elements) {
        return Combinators.combine(Arbitraries.longs().between(minCount, 3), elements)
                .as((count, element) -> sequenceLayout(
                        count,
                        element.byteSize() % element.byteAlignment() == 0 ? element : element.withByteAlignment(1)));
    }

    private static Arbitrary<StructLayout> paddedStructs(Arbitrary<MemoryLayout> member) {
        return membersOf(member).map(members -> Layouts.struct(members.toArray(MemoryLayout[]::new)));
    }

    private static StructLayout withoutPaddingAtTheEnd(StructLayout struct) {
        List<MemoryLayout> members = struct.memberLayouts();
        return members.isEmpty() || !(members.getLast() instanceof PaddingLayout)
                ? struct
                : structLayout(members.subList(0, members.size() - 1).toArray(MemoryLayout[]::new));
    }

    private static Arbitrary<MemoryLayout> unions(Arbitrary<MemoryLayout> member) {
        return membersOf(member).map(members -> unionLayout(members.toArray(MemoryLayout[]::new)));
    }

    /** In C the size of a union is a multiple of its alignment: padding makes the layout's so. */
    private static Arbitrary<MemoryLayout> unionsOfC(Arbitrary<MemoryLayout> member) {
        return unions(member).map(layout -> {
            List<MemoryLayout> members = new ArrayList<>(((UnionLayout) layout).memberLayouts());
            long remainder = layout.byteSize() % layout.byteAlignment();
            if (remainder != 0) {
                members.add(paddingLayout(layout.byteSize() - remainder + layout.byteAlignment()));
            }
            return unionLayout(members.toArray(MemoryLayout[]::new));
        });
    }
}
