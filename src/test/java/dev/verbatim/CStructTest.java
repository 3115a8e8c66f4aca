package dev.verbatim;

import static dev.verbatim.c.CStruct.assertSameInC;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.verbatim.c.CStruct;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Structs that {@link Layouts} makes have the offsets, sizes and alignments that a C compiler gives the same structs.
 */
@Needs(Tool.C_COMPILER)
class CStructTest {

    private static final CStruct VALUES = new CStruct(
            """
            struct {
                int8_t a; int32_t b; _Bool c; int16_t d; double e; uint16_t f; int64_t g; float h; void *i; int8_t j;
            }\
            """,
            Layouts.struct(
                    JAVA_BYTE.withName("a"),
                    JAVA_INT.withName("b"),
                    JAVA_BOOLEAN.withName("c"),
                    JAVA_SHORT.withName("d"),
                    JAVA_DOUBLE.withName("e"),
                    JAVA_CHAR.withName("f"),
                    JAVA_LONG.withName("g"),
                    JAVA_FLOAT.withName("h"),
                    ADDRESS.withName("i"),
                    JAVA_BYTE.withName("j")));

    private static final CStruct MESSAGE = new CStruct(
            """
            struct {
                struct { int32_t length; int8_t kind; } header;
                int8_t flags;
                struct { int8_t side; struct { double price; int32_t quantity; } best; } top;
                char text[13];
                struct { int64_t price; int16_t orders; } levels[10];
                int16_t checksum;
            }\
            """,
            Layouts.struct(
                    Layouts.struct(JAVA_INT.withName("length"), JAVA_BYTE.withName("kind"))
                            .withName("header"),
                    JAVA_BYTE.withName("flags"),
                    Layouts.struct(
                                    JAVA_BYTE.withName("side"),
                                    Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"))
                                            .withName("best"))
                            .withName("top"),
                    sequenceLayout(13, JAVA_BYTE).withName("text"),
                    sequenceLayout(10, Layouts.struct(JAVA_LONG.withName("price"), JAVA_SHORT.withName("orders")))
                            .withName("levels"),
                    JAVA_SHORT.withName("checksum")));

    private static final CStruct ARRAYS = new CStruct(
            """
            struct {
                int8_t first; float matrix[2][3]; int8_t none[0]; struct { int8_t x; int16_t y; } grid[3][5]; int8_t last;
            }\
            """,
            Layouts.struct(
                    JAVA_BYTE.withName("first"),
                    sequenceLayout(2, sequenceLayout(3, JAVA_FLOAT)).withName("matrix"),
                    sequenceLayout(0, JAVA_BYTE).withName("none"),
                    sequenceLayout(
                                    3,
                                    sequenceLayout(
                                            5, Layouts.struct(JAVA_BYTE.withName("x"), JAVA_SHORT.withName("y"))))
                            .withName("grid"),
                    JAVA_BYTE.withName("last")));

    private static final CStruct UNION = new CStruct(
            """
            struct {
                int8_t kind; union { int64_t number; char text[12]; } value; int8_t last;
            }\
            """,
            Layouts.struct(
                    JAVA_BYTE.withName("kind"),
                    unionLayout(
                                    JAVA_LONG.withName("number"),
                                    sequenceLayout(12, JAVA_BYTE).withName("text"),
                                    paddingLayout(16))
                            .withName("value"),
                    JAVA_BYTE.withName("last")));

    private static final CStruct NOTHING = new CStruct("struct {}", Layouts.struct());

    private static final List<CStruct> ALL = List.of(VALUES, MESSAGE, ARRAYS, UNION, NOTHING);

    @Test
    void paddedStructsAreThoseOfC() throws Exception {
        assertSameInC(ALL);
    }

    @Test
    void packedStructsAreThoseOfC() throws Exception {
        assertSameInC(ALL.stream().map(CStruct::packed).toList());
    }
}
