package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.LayoutText;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedStructs;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.tools.TempFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What {@code cat} prints of records of variable length, {@code append} makes the same bytes of. */
class StoreRoundTripPropertyTest {

    private static final int ENTRIES = 3;

    @Property(tries = 15, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void recordsComeBack(@ForAll("varRecords") InventedStruct struct, @ForAll long seed) throws Exception {
        Random random = new Random(seed);
        try (TempFolder temp = TempFolder.create()) {
            Path folder = temp.path();
            Path from = folder.resolve("from");
            try (MappedQueue queue = open(from);
                    Appender appender = queue.appender()) {
                for (int i = 0; i < ENTRIES; i++) {
                    appender.append(struct.varCodec(), struct.type().newObject(struct.randomValues(random), random));
                }
            }
            for (String format : List.of("json", "csv")) {
                CommandLineRun cat = verbatim("cat", from.toString(), "--format=" + format);
                assertEquals("", cat.err());
                Path text = Files.writeString(folder.resolve("text." + format), cat.out());
                Path to = folder.resolve(format);
                open(to).close();
                CommandLineRun append = verbatim(
                        "append", to.toString(), text.toString(), "--layout=" + LayoutText.of(struct.layout()));
                assertEquals("", append.err(), cat::out);
                assertEquals(
                        new CommandLineRun(0, "no difference in " + ENTRIES + " entries\n", ""),
                        verbatim("diff", from.toString(), to.toString()),
                        cat::out);
            }
        }
    }

    private static MappedQueue open(Path folder) throws Exception {
        return MappedQueue.builder(folder).segmentSize(1 << 20).open();
    }

    @Provide
    Arbitrary<InventedStruct> varRecords() {
        return InventedStructs.variable();
    }
}
