package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.ConvertedDto.Side;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
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

    record Timespec(int seconds, int micros) {
        static final StructCodec<Timespec> CODEC = StructCodec.ofRecord(
                lookup(),
                Timespec.class,
                Layouts.withOrder(
                        Layouts.struct(JAVA_INT.withName("seconds"), JAVA_INT.withName("micros")),
                        ByteOrder.LITTLE_ENDIAN));
    }

    /** Else a message would ask for what is there. */
    @Test
    void anotherByteOrderIsNamed() {
        record Packet(Instant time, String name) {}
        StructLayout layout = Layouts.withOrder(
                Layouts.struct(
                        Timespec.CODEC.layout().withName("time"),
                        sequenceLayout(5, JAVA_INT).withName("name")),
                ByteOrder.BIG_ENDIAN);
        Conversions conversions = Conversions.of(
                Conversion.ofStruct(
                        Instant.class,
                        Timespec.CODEC,
                        time -> new Timespec((int) time.getEpochSecond(), time.getNano() / 1000),
                        stored -> Instant.ofEpochSecond(stored.seconds(), stored.micros() * 1000L)),
                TextConversions.utf32(5, JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN)));
        List<String> found = mismatches(Packet.class, layout, conversions);
        assertEquals(
                "time: a struct is bound by the members of Instant; the conversion of Instant needs a struct of int"
                        + " seconds (offset=0), int micros (offset=4), or a sequence of byte of 8 bytes together; this"
                        + " would fit if it were little-endian",
                found.getFirst());
        assertTrue(
                found.getLast()
                        .endsWith("the conversion of String needs a sequence of int of 20 bytes together; this would"
                                + " fit if it were little-endian"),
                found::getLast);
    }

    @Test
    void whatStandsForAnUnnamedTypeIsNoConversionOfOneNumber() {
        record Item(UUID id, float half) {}
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("id"), JAVA_SHORT.withName("half"));
        List<String> found = mismatches(Item.class, layout, Conversions.none());
        assertTrue(
                found.getLast().endsWith("; or declare a conversion, as `Conversions.of(NumberConversions.half())`"),
                found::getLast);
        assertFalse(found.getFirst().contains("ofLong"), found::getFirst);
    }

    @Test
    void aUnionWithoutAMemberIsToldOfItsAlternatives() {
        record Held(int kind) {}
        StructLayout layout = structLayout(
                JAVA_INT.withName("kind"),
                MemoryLayout.unionLayout(JAVA_INT.withName("hp"), JAVA_FLOAT.withName("speed"))
                        .withName("u"));
        assertEquals(
                List.of("u: the layout has union (byteSize=4, offset=4), " + Held.class.getName()
                        + " has no component of this name; name the alternative that is used by"
                        + " Layouts.withAlternative, add `u` of what the conversion of a TaggedCodec makes, or make the"
                        + " member padding"),
                mismatches(Held.class, layout, Conversions.none()));
    }

    /** What stands for null would be lost as a value. */
    @Test
    void aListOfBoxesNeedsNoNumberForNull() {
        record Ports(List<Integer> ports) {}
        StructLayout layout = Layouts.varRecord(Layouts.varRef("ports", JAVA_SHORT));
        String boxes = "ports: the layout has varRef of short (byteSize=8, offset=8), " + Ports.class.getName()
                + " has the component `List<Integer> ports`; List<Integer> needs `Layouts.varRef(name, JAVA_INT)`, this"
                + " refers to elements of type short; or declare `int[]`";
        Refusals.assertRefused(
                () -> VarCodec.ofRecord(lookup(), Ports.class, layout),
                boxes + " and a conversion, as `Conversions.of(NumberConversions.unsignedShort())`");
        Refusals.assertRefused(
                () -> VarCodec.ofRecord(
                        lookup(), Ports.class, layout, Conversions.of(NumberConversions.unsignedShort())),
                boxes + ", which the conversion of int is for");
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
