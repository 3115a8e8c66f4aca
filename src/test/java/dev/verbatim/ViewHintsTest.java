package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.Arena;
import java.lang.foreign.StructLayout;
import java.nio.CharBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What to declare in place of accessors that are those of other libraries, and that a view does not have. */
@SuppressWarnings("UnusedMethod") // the methods are there to be refused
class ViewHintsTest {

    private static <V extends StructView> void assertMismatches(
            Class<V> view, StructLayout layout, Conversions conversions, String... expected) {
        LayoutMismatchException fault =
                assertThrows(LayoutMismatchException.class, () -> ViewFactory.of(lookup(), view, layout, conversions));
        assertEquals(List.of(expected), fault.mismatches());
    }

    private static final StructLayout NOTE =
            structLayout(sequenceLayout(8, JAVA_BYTE).withName("note"));

    @Test
    void textIsReadAsAStringOrAppended() {
        interface TextView extends StructView {
            CharSequence note();

            StringBuilder getNote();

            void setNote(StringBuilder note);
        }
        String string = "the layout has sequence of 8 (byteSize=8, offset=0); text of a fixed size is a String;"
                + " declare `String`";
        assertMismatches(
                TextView.class,
                NOTE,
                Conversions.none(),
                "`CharSequence note()`: " + string
                        + ", or `StringBuilder note(StringBuilder)`, which appends the text without making one",
                "`StringBuilder getNote()`: " + string
                        + ", or `StringBuilder getNote(StringBuilder)`, which appends the text without making one",
                "`void setNote(StringBuilder)`: " + string);
    }

    @Test
    void textThatAConversionMakesIsNotAppended() {
        interface TextView extends StructView {
            CharSequence note();
        }
        Conversion<String> latin = TextConversions.latin1(8);
        assertMismatches(
                TextView.class,
                NOTE,
                Conversions.of(latin),
                "`CharSequence note()`: the layout has sequence of 8 (byteSize=8, offset=0); text of a fixed size is a"
                        + " String; declare `String`");
        assertMismatches(
                TextView.class,
                NOTE,
                Conversions.none().with("note", latin),
                "`CharSequence note()`: the layout has sequence of 8 (byteSize=8, offset=0); it has a conversion of"
                        + " java.lang.String to 8 bytes, which needs `String` and a sequence of byte of 8 bytes"
                        + " together");
    }

    interface NoteView extends StructView {
        StringBuilder note(StringBuilder target);

        StringBuilder getNote(StringBuilder target);

        void setNote(CharSequence note);
    }

    @Test
    void whatTheMessageNamesBinds() {
        NoteView view = ViewFactory.of(lookup(), NoteView.class, NOTE).allocate(Arena.ofAuto());
        view.setNote(CharBuffer.wrap("text"));
        assertEquals("a text", view.note(new StringBuilder("a ")).toString());
        assertEquals("b text", view.getNote(new StringBuilder("b ")).toString());
    }
}
