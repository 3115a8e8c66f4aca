package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** How the layouts of variable-length records are made. */
class VarLayoutsTest {

    private static final ValueLayout INT_LE = JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static StructLayout reference(String name, MemoryLayout element) {
        return structLayout(
                        INT_LE.withName("offset"),
                        INT_LE.withName("length"),
                        sequenceLayout(0, element).withName("elements"))
                .withByteAlignment(8)
                .withName(name);
    }

    @Test
    void aRecordBeginsWithItsHeader() {
        assertEquals(
                structLayout(
                        INT_LE.withName("fixedSize"),
                        INT_LE.withName("totalSize"),
                        JAVA_SHORT.withName("kind"),
                        paddingLayout(6),
                        JAVA_DOUBLE.withName("price")),
                Layouts.varRecord(JAVA_SHORT.withName("kind"), JAVA_DOUBLE.withName("price")));
        assertEquals(structLayout(INT_LE.withName("fixedSize"), INT_LE.withName("totalSize")), Layouts.varRecord());
    }

    @Test
    void aReferenceSaysWhatItRefersTo() {
        assertEquals(reference("text", JAVA_BYTE), Layouts.varRef("text"));
        assertEquals(reference("times", JAVA_LONG), Layouts.varRef("times", JAVA_LONG));
        assertEquals(8, Layouts.varRef("times", JAVA_LONG).byteSize());
        assertEquals(8, Layouts.varRef("times", JAVA_LONG).byteAlignment());
        assertEquals(8, Layouts.varRef("text").byteAlignment(), "whatever the element is, which may grow");
        StructLayout level = Layouts.struct(JAVA_DOUBLE.withName("price"));
        assertEquals(reference("levels", level), Layouts.varRef("levels", level));
        assertEquals(Layouts.varRecord(reference("value", JAVA_BYTE)), Layouts.varText());
        assertEquals(Layouts.varRecord(reference("value", level)), Layouts.varList(level));
    }

    @Test
    void aGrownLayoutBeginsWithTheOlderOneAndItsPadding() {
        StructLayout older = Layouts.varRecord(JAVA_LONG.withName("id"), JAVA_BYTE.withName("side"))
                .withName("order");
        assertEquals(24, older.byteSize());
        assertEquals(
                structLayout(
                                INT_LE.withName("fixedSize"),
                                INT_LE.withName("totalSize"),
                                JAVA_LONG.withName("id"),
                                JAVA_BYTE.withName("side"),
                                paddingLayout(7),
                                JAVA_BYTE.withName("kind"),
                                paddingLayout(7),
                                JAVA_DOUBLE.withName("fee"))
                        .withName("order"),
                Layouts.grown(older, JAVA_BYTE.withName("kind"), JAVA_DOUBLE.withName("fee")));
        assertEquals(older, Layouts.grown(older));
    }

    @Test
    void aRecordIsDescribedWithItsHeaderAndItsReferences() {
        StructLayout level = Layouts.struct(JAVA_DOUBLE.withName("price"));
        assertEquals("""
              offset  bytes  type              name
                   0      4  int               fixedSize
                   4      4  int               totalSize
                   8      8  varRef of byte    note
                  16      8  varRef of struct  levels
                  +0      8  double            levels[].price
                         24  bytes, alignment 8\
            """, Layouts.describe(Layouts.varRecord(Layouts.varRef("note"), Layouts.varRef("levels", level))));
    }

    @Test
    void whatIsAbsentIsNamed() {
        assertMessage("members", () -> Layouts.varRecord((MemoryLayout[]) null));
        assertMessage("members[1]", () -> Layouts.varRecord(JAVA_INT, null));
        assertMessage("name", () -> Layouts.varRef(null));
        assertMessage("name", () -> Layouts.varRef(null, JAVA_INT));
        assertMessage("element", () -> Layouts.varRef("times", null));
        assertMessage("members[0]", () -> Layouts.grown(Layouts.varRecord(), (MemoryLayout) null));
        assertMessage("older", () -> Layouts.grown(null, JAVA_INT));
    }

    @Test
    void anElementWithoutThePaddingAtItsEndIsRefused() {
        MemoryLayout element = MemoryLayout.structLayout(JAVA_LONG, JAVA_INT);
        assertEquals(
                "cannot refer to elements of `levels` with byteSize=12: expected a multiple of byteAlignment=8; pad the"
                        + " element, as Layouts.struct does, or align its members less",
                assertThrowsExactly(IllegalArgumentException.class, () -> Layouts.varRef("levels", element))
                        .getMessage());
    }

    @Test
    void anElementThatTheTailDoesNotAlignIsRefused() {
        assertEquals(
                "cannot refer to elements of `times` with byteAlignment=16: expected at most 8, to which the tail of a"
                        + " record is aligned",
                assertThrowsExactly(
                                IllegalArgumentException.class,
                                () -> Layouts.varRef("times", JAVA_LONG.withByteAlignment(16)))
                        .getMessage());
        assertThrowsExactly(
                IllegalArgumentException.class, () -> Layouts.varRef("levels", structLayout(JAVA_LONG, JAVA_INT)));
    }

    private static void assertMessage(String message, Executable executable) {
        assertEquals(
                message,
                assertThrowsExactly(NullPointerException.class, executable).getMessage());
    }
}
