package dev.verbatim.internal.runtime;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import dev.verbatim.internal.model.Value;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

/** A text that is written can be read. */
class TextLimitTest {

    /** The most bytes of which the JDK makes a String that is not all ASCII. */
    private static final int MAX_BYTES = 1_073_741_808;

    private static final int CHARS = MAX_BYTES / 3;

    private static final String PROBLEM = "has %d bytes of UTF-8 and is not all ASCII; expected at most"
            + " 1073741808, of which a String can be made; write it in parts";

    private static final long GIB = 1L << 30;

    /** Text of characters of three bytes each, and then some of one byte, that takes no memory. */
    private record Pretended(int wide, int narrow) implements CharSequence {
        @Override
        public int length() {
            return wide + narrow;
        }

        @Override
        public char charAt(int index) {
            return index < wide ? '日' : 'a';
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            throw new UnsupportedOperationException();
        }

        @Override
        public String toString() {
            return wide + " and " + narrow + " characters";
        }
    }

    @Test
    void theLimitIsThatOfReading() {
        assertEquals(MAX_BYTES, CHARS * 3);
        Pretended most = new Pretended(CHARS, 0);
        Pretended more = new Pretended(CHARS, 1);
        int room = Integer.MAX_VALUE - 8;
        assertTrue(Text.fits(most, room));
        assertFalse(Text.fits(more, room));
        assertNull(ValueFaultFinder.problemOf(most, room));
        RuntimeException fault = ValueFaultFinder.inValue(new Value.VarText(), more, "note", "cannot write: ");
        assertNotNull(fault);
        assertEquals("cannot write: note " + PROBLEM.formatted(MAX_BYTES + 1), fault.getMessage());
    }

    @Test
    void asciiHasNoLimitButThatOfARecord() {
        assertTrue(Utf8.isReadable(MAX_BYTES + 1L, MAX_BYTES + 1));
        assertFalse(Utf8.isReadable(MAX_BYTES + 1L, MAX_BYTES));
        assertTrue(Utf8.isReadable(MAX_BYTES, CHARS));
    }

    /** A builder doubles its room, and beyond Latin-1 the bytes of that. */
    @Test
    void aBuilderThatCouldRunOutOfRoomIsReplaced() {
        StringBuilder builder = new StringBuilder("abc");
        assertEquals(0, Utf8.emptied(builder, 100).length());
        assertEquals(builder, Utf8.emptied(builder, MAX_BYTES / 2));
        assumeTrue(Runtime.getRuntime().maxMemory() >= 2 * GIB, "needs 2 GiB of heap");
        assertEquals(MAX_BYTES / 2 + 1, Utf8.emptied(builder, MAX_BYTES / 2 + 1).capacity());
    }

    record Note(String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("text"));
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, LAYOUT);
    }

    static final class Memo {
        StringBuilder text;

        static final ReusableVarCodec<Memo> CODEC = VarCodec.ofClass(lookup(), Memo.class, Note.LAYOUT);
    }

    interface NoteView extends StructView {
        ViewFactory<NoteView> VIEWS = ViewFactory.of(lookup(), NoteView.class, Note.LAYOUT);

        CharSequence text();
    }

    @Test
    void aTextThatCouldNotBeReadIsNotWritten() {
        assumeTrue(Runtime.getRuntime().maxMemory() >= 2 * GIB, "needs 2 GiB of heap");
        Note note = new Note("日".repeat(CHARS + 1));
        String problem = PROBLEM.formatted(MAX_BYTES + 3);
        MemorySegment segment = MemorySegment.ofArray(new byte[100]);
        assertEquals(
                "cannot write " + Note.CODEC + " at offset=4: text " + problem,
                assertThrowsExactly(IllegalArgumentException.class, () -> Note.CODEC.write(note, segment, 4))
                        .getMessage());
        assertEquals(
                "cannot encode " + Note.CODEC + ": text " + problem,
                assertThrowsExactly(IllegalArgumentException.class, () -> Note.CODEC.encodedSize(note))
                        .getMessage());
    }

    /** The record comes from elsewhere. A new segment is all zeros, which are ASCII. */
    @Test
    void aTextThatIsLongerThanTheLimitIsCorrupt() {
        assumeTrue(Runtime.getRuntime().maxMemory() >= 4 * GIB, "needs 4 GiB of heap");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment record = arena.allocate(16L + MAX_BYTES + 1, 8);
            record.set(ValueLayout.JAVA_INT, 0, 16);
            record.set(ValueLayout.JAVA_INT, 4, 16 + MAX_BYTES + 1);
            record.set(ValueLayout.JAVA_INT, 8, 16);
            record.set(ValueLayout.JAVA_INT, 12, MAX_BYTES + 1);
            record.set(ValueLayout.JAVA_SHORT_UNALIGNED, record.byteSize() - 2, (short) 0xBCC3); // ü
            String expected =
                    " at offset=16: expected text of at most 1073741808 bytes, or ASCII, found 1073741809 bytes";
            assertEquals(
                    "cannot read " + Note.CODEC + " at offset=0: text" + expected,
                    assertThrowsExactly(CorruptRecordException.class, () -> Note.CODEC.read(record, 0))
                            .getMessage());
            // The other two search the bytes with the same method: another ü in front ends that at once.
            record.set(ValueLayout.JAVA_SHORT_UNALIGNED, 16, (short) 0xBCC3);
            assertEquals(
                    "cannot read " + Memo.CODEC + " at offset=0: text" + expected,
                    assertThrowsExactly(CorruptRecordException.class, () -> Memo.CODEC.read(record, 0))
                            .getMessage());
            NoteView view = NoteView.VIEWS.wrap(record, 0);
            String inPlace = assertThrowsExactly(CorruptRecordException.class, view::text)
                    .getMessage();
            assertTrue(inPlace.endsWith("text" + expected), inPlace);
        }
    }

    /** By one more than the limit the JDK asks for an array that there cannot be. */
    @Test
    void theLongestTextIsRead() {
        assumeTrue(Runtime.getRuntime().maxMemory() >= 9 * GIB, "needs 9 GiB of heap");
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = arena.allocate(16L + MAX_BYTES, 8);
            String text = "日".repeat(CHARS);
            assertEquals(segment.byteSize(), Note.CODEC.write(new Note(text), segment, 0));
            assertEquals(text, Note.CODEC.read(segment, 0).text());

            // Most of it in Latin-1, so that a builder has much room when it has to double its bytes.
            String narrow = "a".repeat(MAX_BYTES - 3).concat("日");
            assertEquals(segment.byteSize(), Note.CODEC.write(new Note(narrow), segment, 0));
            Memo memo = new Memo();
            memo.text = new StringBuilder("short");
            Memo.CODEC.readInto(memo, segment, 0);
            assertEquals(0, narrow.compareTo(memo.text.toString()));
        }
    }
}
