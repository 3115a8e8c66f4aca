package dev.verbatim.cli;

import static dev.verbatim.c.CStruct.assertSameInC;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.Layouts;
import dev.verbatim.c.CStruct;
import dev.verbatim.samples.LayoutArbitraries;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;

/** The layout that is printed of any struct in C has the offsets, sizes and alignment that a C compiler gives it. */
@Needs(Tool.C_COMPILER)
class CLayoutPropertyTest {

    // Few tries with some structs each: each struct takes runs of the C compiler.
    @Property(tries = 2, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void whatIsPrintedIsTheStructInC(@ForAll("structs") List<StructLayout> layouts) throws Exception {
        List<CStruct> structs = new ArrayList<>();
        layouts.forEach(layout -> structs.add(CStruct.of(layout)));
        layouts.forEach(layout -> structs.add(CStruct.of(layout).packed()));
        List<StructLayout> printed = printed(structs);
        List<CStruct> inC = new ArrayList<>();
        for (int i = 0; i < structs.size(); i++) {
            inC.add(new CStruct(structs.get(i).type(), printed.get(i)));
            assertEquals(types(structs.get(i).layout()), types(printed.get(i)));
        }
        assertSameInC(inC);
    }

    private static List<StructLayout> printed(List<CStruct> structs) throws Exception {
        Path file = Files.createTempFile("verbatim", ".h");
        try {
            StringBuilder header = new StringBuilder("#include <stdint.h>\n");
            for (int i = 0; i < structs.size(); i++) {
                header.append("typedef " + structs.get(i).type() + " s" + i + ";\n");
            }
            Files.writeString(file, header);
            List<String> sources = new ArrayList<>();
            for (int i = 0; i < structs.size(); i++) {
                sources.add(PrintedLayouts.source("--c", file.toString(), "s" + i));
            }
            return PrintedLayouts.compiled(sources).stream()
                    .map(layouts -> layouts.get("LAYOUT"))
                    .toList();
        } finally {
            Files.delete(file);
        }
    }

    /** The types of all members in their order, without alignments and byte orders. */
    private static List<String> types(StructLayout layout) {
        return Layouts.describe(layout)
                .lines()
                .map(line -> line.strip().split(" {2,}"))
                .filter(columns -> columns.length == 4)
                .map(columns -> Tuple.of(columns[0], columns[2].replaceAll(" ?\\(.*\\)", ""), columns[3]))
                .map(Tuple::toString)
                .toList();
    }

    @Provide
    static Arbitrary<List<StructLayout>> structs() {
        return LayoutArbitraries.structsOfC().list().ofSize(8);
    }
}
