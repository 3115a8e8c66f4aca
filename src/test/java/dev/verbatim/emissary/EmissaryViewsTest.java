package dev.verbatim.emissary;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Views that are composed: one view over adjacent structs. */
class EmissaryViewsTest {

    interface HeadView extends StructView {
        StructLayout LAYOUT = Layouts.struct(
                JAVA_INT.withName("length"),
                JAVA_SHORT.withName("kind"),
                JAVA_SHORT.withName("flags"),
                JAVA_INT.withName("checksum"));
        ViewFactory<HeadView> VIEWS = ViewFactory.of(lookup(), HeadView.class, LAYOUT);

        int length();

        void length(int length);

        int checksum();

        void checksum(int checksum);
    }

    interface BodyView extends StructView {
        StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("price"));
        ViewFactory<BodyView> VIEWS = ViewFactory.of(lookup(), BodyView.class, LAYOUT);

        long id();

        void id(long id);

        long getAndAddId(long added);
    }

    interface EndView extends StructView {
        StructLayout LAYOUT = Layouts.struct(JAVA_BYTE.withName("end"));
        ViewFactory<EndView> VIEWS = ViewFactory.of(lookup(), EndView.class, LAYOUT);

        byte end();

        void end(byte end);
    }

    interface MessageView extends HeadView, BodyView, EndView {
        interface Maker {
            MessageView of(HeadView head, BodyView body, EndView end);
        }

        Maker NEW = Emissary.bind(lookup(), Maker.class);

        /** 12 bytes, then 4 of padding, 16 bytes, 1 byte, 7 of padding. */
        long SIZE = 40;

        static MessageView in(Arena arena) {
            return NEW.of(
                    HeadView.VIEWS.allocate(arena), BodyView.VIEWS.allocate(arena), EndView.VIEWS.allocate(arena));
        }
    }

    private final Arena arena = Arena.ofAuto();

    @Test
    void theLayoutIsThatOfTheStructsInAStruct() {
        MessageView message = MessageView.in(arena);

        assertEquals(Layouts.struct(HeadView.LAYOUT, BodyView.LAYOUT, EndView.LAYOUT), message.layout());
        assertEquals(MessageView.SIZE, message.layout().byteSize());
    }

    @Test
    void wrapPointsAllViewsToAdjacentStructs() {
        MessageView message = MessageView.in(arena);
        MemorySegment segment = arena.allocate(3 * MessageView.SIZE, 8);

        for (long offset = 0; offset < segment.byteSize(); offset += MessageView.SIZE) {
            message.wrap(segment, offset);
            message.length(4);
            message.checksum(7);
            message.id(-1);
            message.end((byte) 9);

            assertSame(segment, message.segment());
            assertEquals(offset, message.offset());
            assertEquals(4, segment.get(JAVA_INT, offset));
            assertEquals(7, segment.get(JAVA_INT, offset + 8));
            assertEquals(-1, segment.get(JAVA_LONG, offset + 16));
            assertEquals(9, segment.get(JAVA_BYTE, offset + 32));
            assertEquals(-1, message.getAndAddId(2));
        }
        message.wrap(segment, MessageView.SIZE);
        assertEquals(1, message.id());
    }

    @Test
    void viewsThatLieSideBySideAlreadyAreComposedAsTheyAre() {
        MemorySegment segment = arena.allocate(2 * MessageView.SIZE, 8);
        MessageView message = MessageView.NEW.of(
                HeadView.VIEWS.wrap(segment, 40), BodyView.VIEWS.wrap(segment, 56), EndView.VIEWS.wrap(segment, 72));

        assertSame(segment, message.segment());
        assertEquals(40, message.offset());
    }

    @Test
    void viewsThatDoNotLieSideBySideHaveNoPlaceYet() {
        MessageView message = MessageView.in(arena);
        MemorySegment segment = arena.allocate(2 * MessageView.SIZE, 8);
        message.length(3); // where its own view is

        assertEquals(3, message.length());
        for (Runnable call : new Runnable[] {
            message::segment, message::offset, () -> message.copyFrom(segment, 0), () -> message.copyFrom(message)
        }) {
            String text = assertThrows(IllegalStateException.class, call::run).getMessage();
            assertTrue(
                    text.startsWith(
                            "the views do not lie side by side; wrap them: expected view 1 at offset=16 of the first"),
                    text);
        }
    }

    interface EndsView extends StructView {
        interface Maker {
            EndsView of(EndView first, HeadView head, EndView second);
        }
    }

    @Test
    void oneViewCannotBeInTwoPlaces() {
        EndsView.Maker maker = Emissary.bind(lookup(), EndsView.Maker.class);
        EndView end = EndView.VIEWS.allocate(arena);
        HeadView head = HeadView.VIEWS.allocate(arena);

        assertEquals(
                "cannot compose views of adjacent structs: expected views that can point to structs of their own, found"
                        + " one and the same as view 0 and as view 2; allocate another",
                assertThrows(IllegalArgumentException.class, () -> maker.of(end, head, end))
                        .getMessage());
        EndsView ends = maker.of(end, head, EndView.VIEWS.wrap(end.segment(), end.offset()));
        MemorySegment segment = arena.allocate(ends.layout().byteSize(), 8);
        ends.wrap(segment, 0);
        assertSame(segment, ends.segment());
    }

    @Test
    void whatDoesNotLieWithinTheSegmentIsRefusedAndNothingMoves() {
        MessageView message = MessageView.in(arena);
        MemorySegment segment = arena.allocate(2 * MessageView.SIZE, 8);
        message.wrap(segment, 8);

        for (long offset : new long[] {-1, 41, Long.MAX_VALUE, Long.MIN_VALUE}) {
            assertEquals(
                    "cannot wrap views of adjacent structs at offset=" + offset
                            + ": expected byteSize=40 from there within the segment, found its byteSize=80",
                    assertThrows(IndexOutOfBoundsException.class, () -> message.wrap(segment, offset))
                            .getMessage());
        }
        assertThrows(NullPointerException.class, () -> message.wrap(null, 0));
        assertEquals(8, message.offset());
    }

    @Test
    void aViewThatRefusesLeavesTheOthersWhereTheyWere() {
        MessageView message = MessageView.in(arena);
        MemorySegment segment = arena.allocate(3 * MessageView.SIZE, 8);
        message.wrap(segment, 40);

        assertThrows(IllegalArgumentException.class, () -> message.wrap(segment, 4)); // the id is atomic

        assertEquals(40, message.offset());
    }

    @Test
    void copyFromCopiesTheWhole() {
        MessageView message = MessageView.in(arena);
        MessageView other = MessageView.in(arena);
        MemorySegment source = arena.allocate(MessageView.SIZE + 8, 8);
        for (int i = 0; i < source.byteSize(); i++) {
            source.set(JAVA_BYTE, i, (byte) i);
        }
        MemorySegment target = arena.allocate(MessageView.SIZE, 8);
        message.wrap(target, 0);
        other.wrap(source, 8);

        message.copyFrom(other);
        assertArrayEquals(source.asSlice(8).toArray(JAVA_BYTE), target.toArray(JAVA_BYTE));
        message.copyFrom(source, 0);
        assertArrayEquals(source.asSlice(0, 40).toArray(JAVA_BYTE), target.toArray(JAVA_BYTE));
        assertThrows(IndexOutOfBoundsException.class, () -> message.copyFrom(source, 9));
        assertThrows(IllegalArgumentException.class, () -> message.copyFrom(HeadView.VIEWS.allocate(arena)));
        message.wrap(target.asReadOnly(), 0);
        assertThrows(IllegalArgumentException.class, () -> message.copyFrom(other));
    }

    interface EnvelopeView extends StructView {
        long id();

        interface Maker {
            EnvelopeView of(MessageView message, MarkView mark);
        }
    }

    @Test
    void composedViewsAreComposedAgain() {
        EnvelopeView envelope = Emissary.bind(lookup(), EnvelopeView.Maker.class)
                .of(MessageView.in(arena), MarkView.VIEWS.allocate(arena));
        MemorySegment segment = arena.allocate(96, 8);
        segment.set(JAVA_LONG, 48 + 16, 5);

        envelope.wrap(segment, 48);

        assertEquals(5, envelope.id());
        assertEquals(48, envelope.layout().byteSize());
        assertThrows(IndexOutOfBoundsException.class, () -> envelope.wrap(segment, 56));
        assertEquals(48, envelope.offset());
    }

    interface EdgesView extends HeadView, EndView {
        interface Maker {
            EdgesView of(HeadView head, EndView end);
        }
    }

    interface EdgesAndBodyView extends EdgesView, BodyView {
        interface Maker {
            EdgesAndBodyView of(EdgesView edges, BodyView body);
        }
    }

    /** Those that are composed within it do not lie side by side, so that they have no place together. */
    @Test
    void aViewThatRefusesLeavesThoseOfAComposedOneWhereTheyWere() {
        HeadView head = HeadView.VIEWS.allocate(arena);
        EndView end = EndView.VIEWS.allocate(arena);
        BodyView body = BodyView.VIEWS.allocate(arena);
        EdgesView edges = Emissary.bind(lookup(), EdgesView.Maker.class).of(head, end);
        EdgesAndBodyView all =
                Emissary.bind(lookup(), EdgesAndBodyView.Maker.class).of(edges, body);
        List<StructView> views = List.of(head, end, body);
        List<MemorySegment> segments = views.stream().map(StructView::segment).toList();
        MemorySegment segment = arena.allocate(64, 8);

        RuntimeException refused =
                assertThrows(IllegalArgumentException.class, () -> all.wrap(segment, 4)); // the id is atomic

        assertEquals(segments, views.stream().map(StructView::segment).toList());
        assertEquals(0, refused.getSuppressed().length);
        all.wrap(segment, 8);
        assertEquals(8 + 12, end.offset());
        assertThrows(IllegalArgumentException.class, () -> all.wrap(segment, 4));
        assertEquals(8, all.offset());
    }

    interface MarkView extends StructView {
        ViewFactory<MarkView> VIEWS =
                ViewFactory.of(lookup(), MarkView.class, Layouts.struct(JAVA_BYTE.withName("mark")));

        byte mark();
    }

    interface NamedHeadView extends HeadView {
        String name();

        interface Maker {
            NamedHeadView of(HeadView view, CharSequenceName name);
        }
    }

    interface CharSequenceName {
        String name();
    }

    @Test
    void aSingleViewIsForwardedTo() {
        HeadView head = HeadView.VIEWS.allocate(arena);
        NamedHeadView named = Emissary.bind(lookup(), NamedHeadView.Maker.class).of(head, () -> "named");

        named.length(5);

        assertEquals("named", named.name());
        assertEquals(5, head.length());
        assertSame(HeadView.LAYOUT, named.layout());
    }

    interface TwoHeads extends HeadView {
        interface Maker {
            TwoHeads of(HeadView one, HeadView other);
        }
    }

    @Test
    void accessorsAreAmbiguousAsEver() {
        String text = assertThrows(IllegalArgumentException.class, () -> Emissary.bind(lookup(), TwoHeads.Maker.class))
                .getMessage();

        assertTrue(
                text.startsWith("cannot bind " + TwoHeads.Maker.class.getName() + ": 4 reasons\n  - int checksum(): "),
                text);
    }

    record Note(int id, String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(JAVA_INT.withName("id"), Layouts.varRef("text"));
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, LAYOUT);
    }

    interface NoteView extends StructView {
        ViewFactory<NoteView> VIEWS = ViewFactory.of(lookup(), NoteView.class, Note.LAYOUT);

        String text();
    }

    interface NotedView extends HeadView, NoteView {
        interface Maker {
            NotedView of(HeadView head, NoteView note);
        }

        interface WrongOrder {
            NotedView of(NoteView note, HeadView head);
        }
    }

    @Test
    void aRecordOfVariableLengthIsTheLast() {
        MemorySegment segment = arena.allocate(256, 8);
        long size = Note.CODEC.write(new Note(1, "a note"), segment, 16);
        HeadView head = HeadView.VIEWS.allocate(arena);
        NoteView note = NoteView.VIEWS.wrap(segment, 16);
        NotedView noted = Emissary.bind(lookup(), NotedView.Maker.class).of(head, note);

        noted.wrap(segment, 0);

        assertEquals("a note", noted.text());
        assertTrue(size > Note.LAYOUT.byteSize());
        assertThrows(UnsupportedOperationException.class, () -> noted.copyFrom(segment, 0));
        String text = assertThrows(
                        IllegalArgumentException.class,
                        () -> Emissary.bind(lookup(), NotedView.WrongOrder.class)
                                .of(note, head))
                .getMessage();
        assertTrue(
                text.startsWith(
                        "cannot compose views of adjacent structs: a view of variable-length records is expected to be"
                                + " the last"),
                text);
    }

    interface OwnWrapView extends HeadView, BodyView {
        @Override
        default void wrap(MemorySegment segment, long offset) {
            Emissary.delegate(lookup(), this, HeadView.class).wrap(segment, offset + 16);
            Emissary.delegate(lookup(), this, BodyView.class).wrap(segment, offset);
        }

        interface Maker {
            OwnWrapView of(HeadView head, BodyView body);
        }
    }

    @Test
    void aDefaultMethodOverridesWhatIsComposed() {
        MemorySegment segment = arena.allocate(32, 8);
        OwnWrapView swapped = Emissary.bind(lookup(), OwnWrapView.Maker.class)
                .of(HeadView.VIEWS.allocate(arena), BodyView.VIEWS.allocate(arena));

        swapped.wrap(segment, 0);
        swapped.id(1);
        swapped.length(2);

        assertEquals(1, segment.get(JAVA_LONG, 0));
        assertEquals(2, segment.get(JAVA_INT, 16));
    }
}
