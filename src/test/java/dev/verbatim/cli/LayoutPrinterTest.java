package dev.verbatim.cli;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Layouts;
import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class LayoutPrinterTest {

    static final List<StructLayout> LAYOUTS = List.of(
            Quote.CODEC.layout(),
            Trade.CODEC.layout(),
            structLayout(),
            structLayout(
                    JAVA_INT,
                    paddingLayout(4).withByteAlignment(4),
                    structLayout().withName("none")),
            structLayout(JAVA_LONG.withName("a").withByteAlignment(2), JAVA_SHORT.withByteAlignment(4)),
            structLayout(sequenceLayout(1L << 40, JAVA_BYTE).withName("large")),
            structLayout(Layouts.varRef("packed").withByteAlignment(16)),
            Layouts.packed(Trade.CODEC.layout()),
            structLayout(
                    JAVA_BYTE.withName("\" + \\ \\u0022 \n \u202e \ud800 \ud83d\ude00 */ größe"),
                    JAVA_BYTE.withName("\ud83d")));

    @ParameterizedTest
    @FieldSource("LAYOUTS")
    void whatIsPrintedIsTheLayout(StructLayout layout) throws Exception {
        LayoutPrinter printer = new LayoutPrinter();
        printer.add("LAYOUT", "any */ \\u000a", layout);
        assertEquals(Map.of("LAYOUT", layout), PrintedLayouts.compiled(printer.print("AnyLayout")));
    }

    /** Its source is printed all the same. */
    @Test
    void aUnionHasNoText() throws Exception {
        LayoutPrinter printer = new LayoutPrinter();
        printer.add(
                "LAYOUT",
                "a struct",
                structLayout(unionLayout(JAVA_INT.withName("x")).withName("u")));
        assertTrue(printer.print("UnionLayout").contains("unionLayout("));
        assertTrue(assertThrows(BadInputException.class, printer::texts)
                .getMessage()
                .startsWith("--text: "));
    }

    @Test
    void whatIsTooLargeForAClassIsRefused() throws Exception {
        MemoryLayout[] members = IntStream.range(0, 2200)
                .mapToObj(i -> sequenceLayout(3, JAVA_LONG.withByteAlignment(4)).withName("m" + i))
                .toArray(MemoryLayout[]::new);
        LayoutPrinter printer = new LayoutPrinter();
        StructLayout most = structLayout(Arrays.copyOf(members, 1590));
        printer.add("LAYOUT", "any", most);
        assertEquals(Map.of("LAYOUT", most), PrintedLayouts.compiled(printer.print("AnyLayout")));
        BadInputException refused =
                assertThrows(BadInputException.class, () -> new LayoutPrinter().add("L", "any", structLayout(members)));
        assertEquals(
                "any: expected some 3200 members at most in what is printed together, which a Java class can hold,"
                        + " found more",
                refused.getMessage());
        StructLayout plain = structLayout(IntStream.range(0, 3190)
                .mapToObj(i -> JAVA_INT.withName("m" + i))
                .toArray(MemoryLayout[]::new));
        LayoutPrinter plainPrinter = new LayoutPrinter();
        plainPrinter.add("LAYOUT", "any", plain);
        assertEquals(Map.of("LAYOUT", plain), PrintedLayouts.compiled(plainPrinter.print("AnyLayout")));
    }

    @Test
    void commentsStandAboveMembersAndPaddingAlsoInWhatHasNoName() throws Exception {
        ValueLayout number = JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
        StructLayout layout = structLayout(
                unionLayout(number.withName("a"), structLayout(paddingLayout(2).withName("x : 3"))),
                sequenceLayout(2, structLayout(paddingLayout(1).withName("y : 4"), JAVA_BYTE.withName("b")))
                        .withName("c"),
                paddingLayout(4).withName("z"));
        LayoutPrinter printer = new LayoutPrinter();
        printer.add(
                "L", "any", layout, Map.of("``.a", "of a", "``.``.x : 3", "of x", "c[].y : 4", "of y", "a", "of none"));
        String source = printer.print("AnyLayout");
        assertTrue(source.contains("""
                static final StructLayout L = structLayout(
                        unionLayout(
                                // of a
                                INT_LE.withName("a"),
                                structLayout(
                                        // of x
                                        paddingLayout(2))),
                        sequenceLayout(2, structLayout(
                                // of y
                                paddingLayout(1),
                                JAVA_BYTE.withName("b"))).withName("c"),
                        paddingLayout(4).withName("z"));
            """), source);
    }

    @Test
    void theSourceShowsPaddingByteOrdersAndNesting() throws Exception {
        LayoutPrinter printer = new LayoutPrinter();
        StructLayout level = Layouts.struct(JAVA_LONG.withName("price"), JAVA_INT.withName("size"));
        printer.add(
                "LAYOUT",
                "book",
                Layouts.struct(
                        JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN).withName("side"),
                        sequenceLayout(2, level).withName("levels"),
                        JAVA_LONG_UNALIGNED.withName("id")));
        assertEquals("""
            import static java.lang.foreign.MemoryLayout.paddingLayout;
            import static java.lang.foreign.MemoryLayout.sequenceLayout;
            import static java.lang.foreign.MemoryLayout.structLayout;

            import java.lang.foreign.StructLayout;
            import java.lang.foreign.ValueLayout;
            import java.nio.ByteOrder;

            final class BookLayout {

                private static final ValueLayout.OfInt INT_LE =
                        ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
                private static final ValueLayout.OfLong LONG_LE =
                        ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);
                private static final ValueLayout.OfLong LONG_LE_UNALIGNED =
                        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
                private static final ValueLayout.OfShort SHORT_BE =
                        ValueLayout.JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

                // book: 48 bytes, alignment 8
                static final StructLayout LAYOUT = structLayout(
                        SHORT_BE.withName("side"),
                        paddingLayout(6),
                        sequenceLayout(2, structLayout(
                                LONG_LE.withName("price"),
                                INT_LE.withName("size"),
                                paddingLayout(4))).withName("levels"),
                        LONG_LE_UNALIGNED.withName("id"));

                private BookLayout() {}
            }
            """, printer.print("BookLayout"));
    }

    @ParameterizedTest
    @CsvSource({
        "quotes, QuotesLayout",
        "order_book, OrderBookLayout",
        "quotes-2026, Quotes2026Layout",
        "2026, Stored2026Layout",
        "größe, GrELayout",
        "ü, StoredLayout",
        "Book, BookLayout"
    })
    void theClassIsNamedAfterWhatItIsOf(String name, String expected) {
        assertEquals(expected, JavaNames.layoutClass(name));
    }
}
