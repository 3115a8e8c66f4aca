package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.CharBuffer;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Text in a view: as a string, from any sequence of characters, to a builder, and compared in place. */
class ViewTextTest {

    /** Room for 11 bytes of UTF-8, which is a word and a rest, at an odd offset. */
    interface NameView extends StructView {
        StructLayout LAYOUT = structLayout(
                        JAVA_BYTE.withName("kind"),
                        sequenceLayout(11, JAVA_BYTE).withName("name"),
                        sequenceLayout(3, JAVA_BYTE).withName("code"))
                .withName("named");
        ViewFactory<NameView> VIEWS = ViewFactory.of(lookup(), NameView.class, LAYOUT);

        String name();

        String getName();

        void name(String name);

        NameView setName(CharSequence name);

        void name(StringBuilder target);

        StringBuilder getName(StringBuilder target);

        boolean isName(CharSequence other);

        boolean isName(String other);

        byte[] getCode();

        void code(CharSequence code);

        String code();
    }

    /** ASCII, two, three and four bytes a character, full and empty. */
    private static final String[] TEXTS = {
        "",
        "a",
        "abcdefgh",
        "abcdefghijk",
        "abcdefghü",
        "ü",
        "aüb",
        "€uro",
        "日本語",
        "😀",
        "a😀b😀c",
        "\u0000a",
        "a\u0000b",
        "\u007F\u0080\u07FF\u0800\uFFFF",
        "\uD800\uDC00\uDBFF\uDFFF"
    };

    @ParameterizedTest
    @EnumSource
    void aTextIsReadAndWrittenInEveryForm(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(3 + (int) NameView.VIEWS.byteSize() + 1, arena);
            NameView view = NameView.VIEWS.wrap(segment, 3);
            for (String text : TEXTS) {
                for (Runnable setter : setters(view, text)) {
                    segment.fill((byte) 0x5A);
                    setter.run();

                    String bytes = HexFormat.of().formatHex(text.getBytes(UTF_8));
                    assertEquals("5a5a5a5a" + bytes + "00".repeat(11 - bytes.length() / 2) + "5a5a5a5a", hex(segment));
                    assertEquals(text, view.name());
                    assertEquals(text, view.getName());
                    StringBuilder target = new StringBuilder("<");
                    view.name(target);
                    assertSame(target, view.getName(target.append('|')));
                    assertEquals("<" + text + "|" + text, target.toString());
                    assertTrue(view.isName(text));
                    assertTrue(view.isName((CharSequence) text));
                    assertTrue(view.isName(CharBuffer.wrap(text)));
                }
            }
        }
    }

    private static Runnable[] setters(NameView view, String text) {
        return new Runnable[] {
            () -> view.name(text), () -> assertSame(view, view.setName(text)), () -> view.setName(CharBuffer.wrap(text))
        };
    }

    @Test
    void aTextIsEqualToNoOther() {
        NameView view = NameView.VIEWS.allocate(Arena.ofAuto());
        for (String stored : TEXTS) {
            view.name(stored);
            for (String other : TEXTS) {
                assertEquals(stored.equals(other), view.isName(other), () -> stored + " and " + other);
            }
            assertFalse(view.isName(stored + "\u0000"));
            assertFalse(view.isName(stored + "x"));
            assertFalse(view.isName("x" + stored));
        }
        view.name("a😀");
        assertFalse(view.isName("a\uD83D"), "half a pair");
        assertFalse(view.isName("a\uD83D\uD83D"), "a pair of two halves");
        assertFalse(view.isName("a\uDE00\uD83D"), "the halves the other way around");
    }

    @Test
    void twoTextsShareOneBuffer() {
        NameView view = NameView.VIEWS.allocate(Arena.ofAuto());
        view.code("xyz");
        view.name("a");

        // The code's bytes lie in the buffer behind the name, and the other way around.
        assertEquals("xyz", view.code());
        assertEquals("a", view.name());
        assertEquals("xyz", view.code());
        assertTrue(view.isName("a"));
        assertEquals("78797a", HexFormat.of().formatHex(view.getCode()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "80", // a continuation byte without a start
                "61c3", // cut off
                "c3", // cut off by the padding
                "e282", //
                "f09f98", //
                "c0af", // too long for '/'
                "c1bf", //
                "e08080", //
                "f0808080", //
                "eda080", // a surrogate
                "edbfbf", //
                "f4908080", // beyond the last code point
                "f5808080", //
                "ff", //
                "61ff62", //
                "c328", // a start without a continuation
                "e228a1", //
                "f0288cbc"
            })
    void bytesThatAreNotUtf8AreRefusedInEveryForm(String bytes) {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) NameView.VIEWS.byteSize() + 2]);
        segment.asSlice(3).copyFrom(MemorySegment.ofArray(HexFormat.of().parseHex(bytes)));
        NameView view = NameView.VIEWS.wrap(segment, 2);
        StringBuilder builder = new StringBuilder("before");
        String message =
                "cannot read dev.verbatim.ViewTextTest$NameView (layout named, 15 bytes) at offset=2: name at offset=3:"
                        + " expected text in UTF-8, found the bytes ";

        assertCorrupt(message, view::name);
        assertCorrupt(message, view::getName);
        assertCorrupt(message, () -> view.name(builder));
        assertCorrupt(message, () -> view.getName(builder));
        assertCorrupt(message, () -> view.isName("a"));
        assertCorrupt(message, () -> view.isName(CharBuffer.wrap("b")));
        assertEquals("before", builder.toString());
        assertEquals("NameView[name=not UTF-8, code=]", view.toString());
    }

    private static void assertCorrupt(String message, Executable attempt) {
        // Which bytes it names is ValueFaultFinder' to say.
        String found =
                assertThrowsExactly(CorruptRecordException.class, attempt).getMessage();
        assertTrue(found.startsWith(message), found);
    }

    /** Text that changes what it is compared with. */
    private record Meddler(Runnable action) implements CharSequence {
        @Override
        public int length() {
            action.run();
            return 8;
        }

        @Override
        public char charAt(int index) {
            return 'a';
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return this;
        }

        @Override
        public String toString() {
            return "meddler";
        }
    }

    /** Text of a class of the caller's own: each byte of a part of a segment is a character. */
    private record Latin1(MemorySegment bytes) implements CharSequence {
        @Override
        public int length() {
            return (int) bytes.byteSize();
        }

        @Override
        public char charAt(int index) {
            return (char) (bytes.get(JAVA_BYTE, index) & 0xFF);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new Latin1(bytes.asSlice(start, end - start));
        }

        @Override
        public String toString() {
            return new String(bytes.toArray(JAVA_BYTE), ISO_8859_1);
        }
    }

    interface NoteView extends StructView {
        StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("note"), Layouts.varRef("other"));
        ViewFactory<NoteView> VIEWS = ViewFactory.of(lookup(), NoteView.class, LAYOUT);

        CharSequence note();

        boolean isNote(CharSequence note);

        String other();
    }

    record Note(String note, String other) {
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, NoteView.LAYOUT);
    }

    /** Sets the name to a text over the same memory, and to its copy, which has to be the same. */
    private static void assertSetsACopy(MemorySegment segment, long offset, CharSequence text) {
        MemorySegment expected = MemorySegment.ofArray(segment.toArray(JAVA_BYTE));
        String copy = text.toString();
        NameView.VIEWS.wrap(expected, offset).name(copy);

        NameView.VIEWS.wrap(segment, offset).setName(text);

        assertEquals(hex(expected), hex(segment), () -> copy + " at offset=" + offset);
    }

    @ParameterizedTest
    @EnumSource
    void aTextOfTheSameMemoryIsReadBeforeItIsOverwritten(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            for (int from = 0; from <= 40; from++) {
                for (int length = 0; length <= 11; length++) {
                    MemorySegment segment = kind.allocate(56, arena);
                    for (int i = 0; i < 56; i++) {
                        segment.set(JAVA_BYTE, i, (byte) (length > 4 ? '0' + i : 0xC0 + i));
                    }
                    assertSetsACopy(segment, 20, new Latin1(segment.asSlice(from, length)));
                }
            }
        }
    }

    /** The text begins at offset 24. */
    @ParameterizedTest
    @ValueSource(strings = {"abcdefghijk", "abcü", "€uro", "日本語", "a😀b😀c"})
    void aTextInATailIsReadBeforeItIsOverwritten(String text) {
        for (int offset = 1; offset < 40; offset++) {
            MemorySegment segment = MemorySegment.ofArray(new byte[60]);
            Note.CODEC.write(new Note(text, ""), segment, 0);
            assertSetsACopy(segment, offset, NoteView.VIEWS.wrap(segment, 0).note());
        }
    }

    /** A view has one buffer, which the text that is set must not share with what its own code reads. */
    @Test
    void aTextMayReadTheViewThatItIsSetIn() {
        NameView view = NameView.VIEWS.allocate(Arena.ofAuto());
        view.code("xyz");
        view.name("a");
        view.setName(new Meddler(() -> {
            assertEquals("xyz", view.code());
            view.getName(new StringBuilder());
        }));

        assertEquals("aaaaaaaa", view.name());
        assertEquals("xyz", view.code());
    }

    @Test
    void aTextMayReadTheViewThatItIsComparedWith() {
        NameView view = NameView.VIEWS.allocate(Arena.ofAuto());
        view.code("xyz");
        view.name("aaaaaaaa");
        assertTrue(view.isName(new Meddler(() -> assertEquals("xyz", view.code()))));

        MemorySegment segment = MemorySegment.ofArray(new byte[100]);
        Note.CODEC.write(new Note("aaaaaaaa", "xyz"), segment, 0);
        NoteView note = NoteView.VIEWS.wrap(segment, 0);
        assertTrue(note.isNote(new Meddler(() -> assertEquals("xyz", note.other()))));
    }

    /** Text that is another at each look; what was found to be wrong may not be so the next time. */
    private static final class Fickle implements CharSequence {

        private final String[] looks;
        private int look = -1;

        Fickle(String... looks) {
            this.looks = looks;
        }

        @Override
        public int length() {
            return 1;
        }

        @Override
        public char charAt(int index) {
            look = Math.min(look + 1, looks.length - 1);
            return looks[look].charAt(0);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return this;
        }

        @Override
        public String toString() {
            return "a";
        }
    }

    /** However many looks it takes to find out what is wrong. */
    @Test
    void aTextThatIsMendedWhileItIsWrittenHasChanged() {
        NameView view = NameView.VIEWS.allocate(Arena.ofAuto());
        String start = "cannot write dev.verbatim.ViewTextTest$NameView (layout named, 15 bytes) at offset=0: name ";
        String[] looks = new String[20];
        for (int bad = 1; bad < looks.length; bad++) {
            Arrays.fill(looks, "a");
            Arrays.fill(looks, 0, bad, "\uD83D");
            CharSequence text = new Fickle(looks);
            try {
                view.setName(text);
            } catch (ConcurrentModificationException e) {
                assertEquals(start + "changed while it was written", e.getMessage());
            } catch (IllegalArgumentException e) {
                String problem = "has an unpaired surrogate at index=0, which UTF-8 has no bytes for; remove it";
                assertEquals(start + problem, e.getMessage());
            }
        }
    }

    @Test
    void bytesThatAreMendedWhileTheyAreReadHaveChanged() {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) NameView.VIEWS.byteSize()]);
        segment.set(JAVA_BYTE, 1, (byte) 'a');
        segment.set(JAVA_BYTE, 2, (byte) 0xFF);
        NameView view = NameView.VIEWS.wrap(segment, 0);

        assertEquals(
                "cannot read dev.verbatim.ViewTextTest$NameView (layout named, 15 bytes) at offset=0: name changed"
                        + " while it was read",
                assertThrowsExactly(
                                ConcurrentModificationException.class,
                                () -> view.isName(new Meddler(() -> segment.set(JAVA_BYTE, 2, (byte) 0))))
                        .getMessage());
    }

    @Test
    void whatTheTextsOwnCodeThrowsPasses() {
        NameView view = NameView.VIEWS.allocate(Arena.ofAuto());
        view.name("a");
        for (RuntimeException own : new RuntimeException[] {
            new IndexOutOfBoundsException("own"), new NullPointerException("own"), new IllegalStateException("own")
        }) {
            Meddler text = new Meddler(() -> {
                throw own;
            });
            assertSame(own, assertThrowsExactly(own.getClass(), () -> view.isName(text)));
            assertSame(own, assertThrowsExactly(own.getClass(), () -> view.setName(text)));
        }
        assertEquals("a", view.name());
    }

    private static String hex(MemorySegment segment) {
        return HexFormat.of().formatHex(segment.toArray(JAVA_BYTE));
    }
}
