package dev.verbatim.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.LayoutText;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedStructs;
import java.io.StringReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** The text of what a codec has written becomes the same bytes again, whatever the layout, as JSON and as CSV. */
class RecordTextPropertyTest {

    private static final int TRIES = 60;

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aStructComesBack(@ForAll("structs") InventedStruct struct, @ForAll long seed) throws Exception {
        Random random = new Random(seed);
        MemorySegment segment = MemorySegment.ofArray(new byte[struct.byteSize()]);
        struct.codec().write(struct.type().newObject(struct.randomValues(random), random), segment, 0);
        assertComesBack(struct.layout(), segment);
    }

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void aVariableLengthRecordComesBack(@ForAll("varRecords") InventedStruct struct, @ForAll long seed)
            throws Exception {
        Random random = new Random(seed);
        Object dto = struct.type().newObject(struct.randomValues(random), random);
        MemorySegment segment =
                MemorySegment.ofArray(new byte[Math.toIntExact(struct.varCodec().encodedSize(dto))]);
        struct.varCodec().write(dto, segment, 0);
        assertComesBack(struct.layout(), segment);
    }

    private static void assertComesBack(StructLayout codecLayout, MemorySegment segment) throws Exception {
        for (StructLayout layout : List.of(codecLayout, LayoutText.parse(LayoutText.of(codecLayout)))) {
            RecordText text = RecordText.of(layout);
            String json = text.toJson(segment, 0);
            assertEquals(hex(segment), HexFormat.of().formatHex(text.fromJson(json)), json);
            String line = Csv.line(text.toCells(segment, 0));
            List<@Nullable String> cells = new Csv.Reader(new StringReader(line + "\n")).read();
            if (!text.columns().isEmpty()) { // a line without columns is one without a cell
                assertEquals(hex(segment), HexFormat.of().formatHex(text.fromCells(cells)), line);
            }
        }
    }

    private static String hex(MemorySegment segment) {
        return HexFormat.of().formatHex(segment.toArray(ValueLayout.JAVA_BYTE));
    }

    @Provide
    Arbitrary<InventedStruct> structs() {
        return InventedStructs.any();
    }

    @Provide
    Arbitrary<InventedStruct> varRecords() {
        return InventedStructs.variable();
    }
}
