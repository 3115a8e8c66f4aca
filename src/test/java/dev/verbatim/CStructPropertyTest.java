package dev.verbatim;

import static dev.verbatim.c.CStruct.assertSameInC;

import dev.verbatim.c.CCompiler;
import dev.verbatim.c.CStruct;
import dev.verbatim.samples.LayoutArbitraries;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;

/**
 * Any struct that {@link Layouts} makes has the offsets, sizes and alignments that a C compiler gives the same struct.
 */
@AddLifecycleHook(CStructPropertyTest.RequireCompiler.class)
class CStructPropertyTest {

    static final class RequireCompiler implements SkipExecutionHook {

        @Override
        public SkipResult shouldBeSkipped(LifecycleContext context) {
            try {
                String obstacle = CCompiler.whyNoCompiler();
                return obstacle == null ? SkipResult.doNotSkip() : SkipResult.skip(obstacle);
            } catch (Exception e) {
                throw new IllegalStateException("cannot ask for a compiler", e);
            }
        }
    }

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
