package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.Layouts;
import dev.verbatim.samples.LayoutArbitraries;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

/** What is printed compiles to the same layout. */
class LayoutPrinterPropertyTest {

    // Few tries with many layouts each, because each takes a run of the compiler.
    @Property(tries = 4, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void whatIsPrintedIsTheLayout(@ForAll("structs") List<StructLayout> layouts) throws Exception {
        Map<String, StructLayout> expected = new LinkedHashMap<>();
        LayoutPrinter printer = new LayoutPrinter();
        for (StructLayout layout : layouts) {
            String name = "L" + expected.size();
            expected.put(name, layout);
            printer.add(name, "any", layout);
        }
        Map<String, StructLayout> compiled = PrintedLayouts.compiled(printer.print("AnyLayout"));
        expected.forEach((name, layout) -> assertEquals(text(layout), text(compiled.get(name))));
    }

    /** The layout's text, which has all of it. A byte has an order there, which means nothing and is not printed. */
    private static String text(StructLayout layout) {
        return layout.toString()
                .replace("B1(", "b1(")
                .replace("Z1(", "z1(")
                .replace("B1]", "b1]")
                .replace("Z1]", "z1]");
    }

    @Provide
    static Arbitrary<List<StructLayout>> structs() {
        return LayoutArbitraries.members()
                .map(members -> Layouts.struct(members.toArray(MemoryLayout[]::new)))
                .list()
                .ofSize(50);
    }
}
