package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.invented.InventedGenerations;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedStructs;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/**
 * Three generations of an invented layout, which has grown at the end, as have the elements of its lists: each reads
 * what each one wrote. What the writer did not know is zero or null, what the reader does not know is skipped.
 */
@AddLifecycleHook(VerbatimTries.class)
class VarGrowthPropertyTest {

    private static final int TRIES = 150;

    @Property(tries = TRIES, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void everyGenerationReadsEveryOther(@ForAll("records") InventedStruct newest, @ForAll long seed) {
        Random random = new Random(seed);
        InventedGenerations generations = new InventedGenerations(newest, random);
        Map<String, Object> values = newest.randomValues(random);
        for (int writer = 0; writer < InventedGenerations.COUNT; writer++) {
            InventedStruct written = generations.at(writer);
            Object dto = written.type().newObject(generations.written(values, writer), random);
            MemorySegment record = MemorySegment.ofArray(VarParts.bytes(written.varCodec(), dto));
            for (int reader = 0; reader < InventedGenerations.COUNT; reader++) {
                InventedStruct read = generations.at(reader);
                String pair = "written by " + writer + ", read by " + reader;
                Supplier<String> what = () -> pair + "\n" + written + "\n" + read + "\nvalues=" + values;
                Map<String, Object> expected = generations.read(values, writer, reader);

                assertEquals(expected, read.type().values(read.varCodec().read(record, 0)), what);
                if (read.varCodec() instanceof ReusableVarCodec<Object> codec) {
                    Object target = read.type().newTatteredObject(read.randomValues(random), random);
                    codec.readInto(target, record, 0);
                    assertEquals(expected, read.type().values(target), what);
                }
            }
        }
    }

    @Provide
    Arbitrary<InventedStruct> records() {
        return InventedStructs.variable();
    }
}
