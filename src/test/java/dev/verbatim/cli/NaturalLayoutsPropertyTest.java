package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.samples.LayoutArbitraries;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Alignments that a stored layout has lost come back where the layout was padded for them, and bytes never move. */
class NaturalLayoutsPropertyTest {

    @Property
    void bytesStayWhereTheyAre(@ForAll("anyMembers") List<MemoryLayout> members) {
        StructLayout any = Layouts.struct(members.toArray(MemoryLayout[]::new));
        Assume.that(!hasUnion(any));
        StructLayout stored = LayoutText.parse(LayoutText.of(any));
        assertEquals(LayoutText.of(any), LayoutText.of(NaturalLayouts.of(stored)));
    }

    private static boolean hasUnion(MemoryLayout layout) {
        return switch (layout) {
            case UnionLayout _ -> true;
            case StructLayout struct -> struct.memberLayouts().stream().anyMatch(NaturalLayoutsPropertyTest::hasUnion);
            case SequenceLayout sequence -> hasUnion(sequence.elementLayout());
            default -> false;
        };
    }

    @Property
    void structsWithThePaddingOfCHaveTheirAlignmentsAgain(@ForAll("structsOfC") StructLayout struct) {
        StructLayout stored = LayoutText.parse(LayoutText.of(struct));
        assertEquals(struct, NaturalLayouts.of(stored));
    }

    @Provide
    static Arbitrary<List<MemoryLayout>> anyMembers() {
        return LayoutArbitraries.members();
    }

    @Provide
    static Arbitrary<StructLayout> structsOfC() {
        return structs(2);
    }

    private static Arbitrary<StructLayout> structs(int depth) {
        Arbitrary<MemoryLayout> values = Arbitraries.<ValueLayout>of(
                        ValueLayout.JAVA_BOOLEAN,
                        ValueLayout.JAVA_BYTE,
                        ValueLayout.JAVA_CHAR,
                        ValueLayout.JAVA_SHORT,
                        ValueLayout.JAVA_INT,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_FLOAT,
                        ValueLayout.JAVA_DOUBLE)
                .map(value -> value);
        Arbitrary<MemoryLayout> members = depth == 0
                ? values
                : Arbitraries.oneOf(values, values, structs(depth - 1).map(struct -> struct));
        Arbitrary<MemoryLayout> sequences = Combinators.combine(
                        Arbitraries.integers().between(0, 3), members)
                .as((count, element) -> MemoryLayout.sequenceLayout(count, element));
        Arbitrary<MemoryLayout> references = members.map(element -> Layouts.varRef("reference", element));
        return Arbitraries.oneOf(members, members, sequences, references)
                .list()
                .ofMaxSize(5)
                .map(layouts -> {
                    MemoryLayout[] named = new MemoryLayout[layouts.size()];
                    for (int i = 0; i < named.length; i++) {
                        named[i] = layouts.get(i).withName("m" + i);
                    }
                    return Layouts.struct(named);
                });
    }
}
