package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.invented.InventedEnums;
import dev.verbatim.invented.InventedStruct;
import dev.verbatim.invented.InventedStructs;
import dev.verbatim.invented.InventedTypes.Residence;
import dev.verbatim.invented.ValueKind;
import dev.verbatim.invented.ValueKind.Form;
import dev.verbatim.invented.ValueKind.Home;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Shrinkable;
import org.junit.jupiter.api.Test;

/** What is invented, and how a failure shows it. */
class InventedStructTest {

    @Test
    void anInventionDescribesItsTypesAndItsLayout() {
        ValueKind.Struct element = new ValueKind.Struct(
                false,
                Form.MUTABLE,
                Home.ELSEWHERE,
                Home.PACKAGE,
                List.of(
                        new ValueKind.Member(1, new ValueKind.Text(3)),
                        new ValueKind.Member(
                                0,
                                new ValueKind.Ordinal(
                                        InventedEnums.Side.class, JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN)))),
                2);
        ValueKind.Struct outer = new ValueKind.Struct(
                false,
                Form.RECORD,
                Home.NEST,
                null,
                List.of(
                        new ValueKind.Member(4, new ValueKind.Primitive(JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN))),
                        new ValueKind.Member(
                                0, new ValueKind.PrimitiveArray(JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN), 0)),
                        new ValueKind.Member(0, new ValueKind.StructSequence(element, 2, true))),
                0);

        assertEquals("""
            HIDDEN record T (NEST), 36 bytes, alignment 4
              @0 padding of 4
              @4 m0: big-endian int, alignment 4
              @8 m1: array of 0 little-endian int, alignment 4
              @8 m2: List of 2 mutable T_m2 (ELSEWHERE, the first 1 fields of a superclass in PACKAGE), 14 bytes, alignment 1
                @0 padding of 1
                @1 m0: String of 3 bytes
                @4 m1: Side as little-endian long, alignment 1
                @12 padding of 2\
            """, new InventedStruct(outer, Residence.HIDDEN).toString());
    }

    @Example
    void thereIsSomethingOfEverythingAmongTenThousand(@ForAll Random random) {
        List<InventedStruct> structs = InventedStructs.any().generator(1000).stream(random)
                .limit(10_000)
                .map(Shrinkable::value)
                .toList();
        String all = structs.stream().map(InventedStruct::toString).collect(Collectors.joining("\n\n"));
        for (String expected : List.of(
                "AT_HOME record T (NEST)",
                "AT_HOME mutable T (PACKAGE)",
                "HIDDEN record T (NEST)",
                "HIDDEN mutable T (ELSEWHERE)",
                "HIDDEN immutable T (NEST)",
                "ABROAD record T",
                "ABROAD mutable T",
                "ABROAD immutable_unnamed T",
                " of a superclass in PACKAGE",
                "m0: record T_m0 (",
                "m0: mutable T_m0 (",
                "m0: immutable T_m0 (",
                "m0: immutable_unnamed T_m0 (",
                "List of 0 record T_m0",
                "List of 3 mutable T_m0",
                "array of 3 record T_m0",
                "array of 0 mutable T_m0",
                " T_m0_m0_m0 (",
                "@0 padding of 9",
                " m32: ",
                "little-endian byte, alignment 1",
                "big-endian boolean, alignment 1",
                "big-endian char, alignment 2",
                "little-endian short, alignment 1",
                "big-endian int, alignment 4",
                "little-endian float, alignment 1",
                "big-endian double, alignment 8",
                "array of 0 big-endian long",
                "array of 20 little-endian double",
                "array of 80 ",
                "UnicodeScript as big-endian char",
                "Full as little-endian byte",
                "Side as big-endian long",
                "String of 0 bytes",
                "String of 40 bytes")) {
            assertTrue(all.contains(expected), expected);
        }
        long nests = structs.stream()
                .filter(struct -> !struct.toString().contains("(PACKAGE"))
                .filter(struct -> !struct.toString().contains("(ELSEWHERE"))
                .count();
        assertTrue(nests > structs.size() / 2 && nests < structs.size(), () -> nests + " are all nestmates");
    }
}
