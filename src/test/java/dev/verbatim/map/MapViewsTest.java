package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Views of values of variable length, where they lie in a map. */
class MapViewsTest {

    record Note(long id, String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"));
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, LAYOUT);
    }

    /** A note of a later program. */
    record GrownNote(long id, String text, int stars) {
        static final StructLayout LAYOUT =
                Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"), JAVA_INT.withName("stars"));
        static final VarCodec<GrownNote> CODEC = VarCodec.ofRecord(lookup(), GrownNote.class, LAYOUT);
    }

    interface NoteView extends StructView {
        ViewFactory<NoteView> VIEWS = ViewFactory.of(lookup(), NoteView.class, Note.LAYOUT);

        long id();

        CharSequence text();
    }

    interface GrownNoteView extends StructView {
        ViewFactory<GrownNoteView> VIEWS = ViewFactory.of(lookup(), GrownNoteView.class, GrownNote.LAYOUT);

        int stars();
    }

    private final List<String> seen = new ArrayList<>();

    @TempDir
    private Path folder;

    private <T> MappedMap<Long, T> open(VarCodec<T> codec) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.of(codec))
                .segmentSize(4096)
                .open();
    }

    private void see(NoteView note) {
        seen.add(note.id() + note.text().toString());
    }

    @Test
    void aViewShowsAValueOfVariableLengthAndNothingBehindIt() throws IOException {
        try (MappedMap<Long, Note> map = open(Note.CODEC)) {
            map.put(1L, new Note(5, "Zürich"));
            map.put(2L, new Note(6, ""));
            NoteView view = NoteView.VIEWS.unwrapped();
            assertTrue(map.view(1L, view, this::see));
            assertTrue(map.view(2L, view, this::see));
            assertEquals(Note.LAYOUT.byteSize(), view.segment().byteSize());
            assertTrue(view.segment().isReadOnly());
            assertFalse(map.view(3L, view, this::see));
            assertTrue(map.longKeys().view(1, view, this::see));
            assertEquals(List.of("5Zürich", "6", "5Zürich"), seen);
        }
    }

    @Test
    void aViewShowsANewerLayoutAndHasNoDefaultsForAnOlderOne() throws IOException {
        try (MappedMap<Long, Note> older = open(Note.CODEC);
                MappedMap<Long, GrownNote> newer = open(GrownNote.CODEC)) {
            older.put(1L, new Note(5, "old"));
            newer.put(2L, new GrownNote(6, "new", 3));
            assertTrue(older.view(2L, NoteView.VIEWS.unwrapped(), this::see));
            assertEquals(List.of("6new"), seen);
            GrownNoteView grown = GrownNoteView.VIEWS.unwrapped();
            assertTrue(older.view(2L, grown, note -> seen.add("stars " + note.stars())));
            assertEquals(List.of("6new", "stars 3"), seen);
            String refused = assertThrows(
                            LayoutMismatchException.class, () -> older.view(1L, grown, note -> seen.add("never")))
                    .getMessage();
            assertTrue(refused.contains("no defaults for what is absent"), refused);
        }
    }
}
