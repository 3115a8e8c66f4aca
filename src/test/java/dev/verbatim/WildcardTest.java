package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Lists of what a wildcard extends, as Kotlin declares those of its {@code var} properties. */
class WildcardTest {

    record Level(long price, int size) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("price"), JAVA_INT.withName("size"));
    }

    record Fixed(List<? extends Level> levels, List<? extends Instant> times) {
        static final StructCodec<Fixed> CODEC = StructCodec.ofRecord(
                lookup(),
                Fixed.class,
                Layouts.struct(
                        MemoryLayout.sequenceLayout(2, Level.LAYOUT).withName("levels"),
                        MemoryLayout.sequenceLayout(1, JAVA_LONG).withName("times")),
                Conversions.of(TimeConversions.epochSeconds()));
    }

    @Test
    void inAStruct() {
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        Fixed value = new Fixed(List.of(new Level(1, 2), new Level(3, 4)), List.of(Instant.EPOCH));

        Fixed.CODEC.write(value, segment, 0);

        assertEquals(value, Fixed.CODEC.read(segment, 0));
    }

    record InTail(
            List<? extends Level> levels,
            List<? extends List<? extends Integer>> rows,
            Optional<? extends List<? extends String>> names) {
        static final VarCodec<InTail> CODEC = VarCodec.ofRecord(
                lookup(),
                InTail.class,
                Layouts.varRecord(
                        Layouts.varRef("levels", Level.LAYOUT),
                        Layouts.varRef("rows", Layouts.varList(JAVA_INT)),
                        Layouts.varRef("names", Layouts.varText())));
    }

    @Test
    void inATail() {
        MemorySegment segment = MemorySegment.ofArray(new byte[256]);
        InTail value = new InTail(
                List.of(new Level(5, 6)),
                List.of(List.of(7), List.of(), List.of(8, 9)),
                Optional.of(List.of("a", "b")));

        InTail.CODEC.write(value, segment, 0);

        assertEquals(value, InTail.CODEC.read(segment, 0));
    }
}
