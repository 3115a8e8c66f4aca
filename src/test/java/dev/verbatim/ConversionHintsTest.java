package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.ConvertedDto.Side;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is said of a conversion that was declared, and that is not for the member that it was meant for. */
class ConversionHintsTest {

    private static List<String> mismatches(Class<? extends Record> type, StructLayout layout, Conversions conversions) {
        return assertThrows(
                        LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), type, layout, conversions))
                .mismatches();
    }

    /** A type of a library, whose fields are its own. */
    static final class Vector {
        private float x;

        Vector(float x) {
            this.x = x;
        }
    }

    record Shot(Vector at) {}

    record Path(List<Vector> points) {}

    @Test
    void aConversionOfBytesIsNotForAStruct() {
        StructLayout vector = structLayout(JAVA_FLOAT.withName("x"), JAVA_FLOAT.withName("y"));
        Conversions conversions = Conversions.of(Conversion.ofBytes(
                Vector.class,
                8,
                (it, segment, offset) -> segment.set(JAVA_FLOAT, offset, it.x),
                (segment, offset) -> new Vector(segment.get(JAVA_FLOAT, offset))));
        String meant = ": a struct is bound by the members of Vector; the conversion of Vector needs a sequence of"
                + " values of 8 bytes together";
        StructLayout shot = structLayout(vector.withName("at"));
        StructLayout path = structLayout(sequenceLayout(2, vector).withName("points"));
        List<String> undeclared = mismatches(Shot.class, shot, Conversions.none());
        assertEquals(with(undeclared, "at" + meant), mismatches(Shot.class, shot, conversions));
        undeclared = mismatches(Path.class, path, Conversions.none());
        assertEquals(with(undeclared, "points[]" + meant), mismatches(Path.class, path, conversions));
    }

    @Test
    void aTypeOfTheJdkHasNoMembersForAStruct() {
        record Entry(Instant at) {}
        StructLayout layout = structLayout(structLayout(JAVA_LONG.withName("seconds"), JAVA_LONG.withName("nanos"))
                .withName("at"));
        assertEquals(
                List.of("at: a struct is bound by the members of Instant; make a record of its members, and declare a"
                        + " conversion to its codec, as `Conversions.of(Conversion.ofStruct(Instant.class, codec, to,"
                        + " from))`"),
                mismatches(Entry.class, layout, Conversions.none()));
    }

    private static List<String> with(List<String> lines, String line) {
        return Stream.concat(lines.stream(), Stream.of(line)).sorted().toList();
    }

    @Test
    void aConversionOfABoxIsNotForItsPrimitive() {
        record Flagged(boolean it, int size) {}
        StructLayout layout = Layouts.struct(JAVA_INT.withName("it"), JAVA_LONG.withName("size"));
        Conversion<Boolean> flag = Conversion.ofInt(Boolean.class, it -> it ? 1 : 0, it -> it != 0);
        String same = "; make the two types the same, nothing is converted";
        assertEquals(
                List.of(
                        "it: the layout has int (byteSize=4, offset=0), " + Flagged.class.getName()
                                + " has the component `boolean it`" + same
                                + "; the conversion of Boolean is not for boolean; or declare a conversion, as"
                                + " `Conversions.of(Conversion.ofInt(boolean.class, to, from))`",
                        // The other one would not fit if it were for the primitive.
                        "size: the layout has long (byteSize=8, offset=8), " + Flagged.class.getName()
                                + " has the component `int size`" + same),
                mismatches(Flagged.class, layout, Conversions.of(flag, CodeConversions.nullable(Integer.class, -1))));
    }

    @Test
    void aConversionThatFitsNothingIsAMismatch() {
        record Inner(Instant time, Side side) {}
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("time"), JAVA_BYTE.withName("side"));
        LayoutMismatchException fault = assertThrows(
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(
                        lookup(),
                        Inner.class,
                        layout,
                        Conversions.none()
                                .with("time", TimeConversions.epochDay())
                                .with("sidee", TimeConversions.epochDay())));
        assertTrue(
                fault.getMessage()
                        .contains("it has a conversion of java.time.LocalDate to int, which needs `LocalDate`"
                                + " and JAVA_INT"),
                fault::getMessage);
        assertTrue(fault.getMessage().contains("sidee: there is a conversion for it"), fault::getMessage);
    }
}
