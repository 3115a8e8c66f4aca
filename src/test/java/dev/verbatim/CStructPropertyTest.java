package dev.verbatim;

import static dev.verbatim.c.CStruct.assertSameInC;

import dev.verbatim.c.CStruct;
import dev.verbatim.samples.LayoutArbitraries;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/**
 * Any struct that {@link Layouts} makes has the offsets, sizes and alignments that a C compiler gives the same struct.
 */
@Needs(Tool.C_COMPILER)
class CStructPropertyTest {

    // Few tries with many structs each, and never more: each takes a run of the compiler, and so would each step of
    // shrinking.
    @Property(tries = 4, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void paddedAndPackedStructsAreThoseOfC(@ForAll("structs") List<StructLayout> layouts) throws Exception {
        List<CStruct> structs = layouts.stream().map(CStruct::of).toList();
        assertSameInC(Stream.concat(structs.stream(), structs.stream().map(CStruct::packed))
                .toList());
    }

    @Provide
    static Arbitrary<List<StructLayout>> structs() {
        return LayoutArbitraries.structsOfC().list().ofSize(100);
    }
}
