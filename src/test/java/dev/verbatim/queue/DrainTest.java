package dev.verbatim.queue;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.GrownNote;
import dev.verbatim.queue.QueueSamples.Note;
import dev.verbatim.queue.QueueSamples.NoteObject;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Many entries in one call. */
class DrainTest extends SmallQueueFixture {

    interface EntryView extends StructView {
        ViewFactory<EntryView> VIEWS = ViewFactory.of(lookup(), EntryView.class, Entry.CODEC.layout());

        long sequence();

        void sequence(long sequence);
    }

    interface NoteView extends StructView {
        ViewFactory<NoteView> VIEWS = ViewFactory.of(lookup(), NoteView.class, Note.LAYOUT);

        long id();

        String text();
    }

    private void append(int count) throws IOException {
        appender.appendAll(
                Entry.CODEC,
                LongStream.range(0, count).mapToObj(i -> Entry.of(1, i)).toList());
    }

    @Test
    void asManyAreReadAsThereAreOrAsWereAskedFor() throws IOException {
        append(250);
        List<Long> found = new ArrayList<>();
        assertEquals(0, tailer.drain(Entry.CODEC, entry -> found.add(entry.sequence()), 0));
        assertEquals(100, tailer.drain(Entry.CODEC, entry -> found.add(entry.sequence()), 100));
        assertEquals(150, tailer.drain(Entry.CODEC, entry -> found.add(entry.sequence()), 1000));
        assertEquals(0, tailer.drain(Entry.CODEC, entry -> found.add(entry.sequence()), 1000));
        assertEquals(LongStream.range(0, 250).boxed().toList(), found);
        assertEquals(
                "cannot read limit=-1 entries: expected 0 or more",
                assertThrows(IllegalArgumentException.class, () -> tailer.drain(Entry.CODEC, entry -> {}, -1))
                        .getMessage());
    }

    @Test
    void aViewShowsOneAfterTheOther() throws IOException {
        append(250);
        EntryView view = EntryView.VIEWS.unwrapped();
        List<Long> found = new ArrayList<>();
        assertEquals(250, tailer.drain(view, shown -> found.add(shown.sequence()), 1000));
        assertEquals(LongStream.range(0, 250).boxed().toList(), found);
        tailer.toStart();
        assertThrows(
                IllegalArgumentException.class, () -> tailer.drain(view, shown -> shown.sequence(7), 1), "read-only");
    }

    @Test
    void aViewShowsNoMoreThanTheEntryOfVariableLength() throws IOException {
        List<Note> notes =
                IntStream.range(0, 30).mapToObj(i -> new Note(i, "n".repeat(i))).toList();
        appender.appendAll(Note.CODEC, notes);
        NoteView view = NoteView.VIEWS.unwrapped();
        List<Note> found = new ArrayList<>();
        assertEquals(
                30,
                tailer.drain(
                        view,
                        shown -> {
                            found.add(new Note(shown.id(), shown.text()));
                            assertEquals(0, shown.offset());
                            assertTrue(shown.segment().byteSize()
                                    < 64 + shown.text().length());
                        },
                        1000));
        assertEquals(notes, found);
    }

    interface GrownNoteView extends StructView {
        ViewFactory<GrownNoteView> VIEWS = ViewFactory.of(lookup(), GrownNoteView.class, GrownNote.CODEC.layout());

        long id();

        long time();
    }

    @Test
    void aViewShowsNewerEntriesAndNoOlderOnes() throws IOException {
        GrownNoteView grown = GrownNoteView.VIEWS.unwrapped();
        NoteView view = NoteView.VIEWS.unwrapped();
        appender.append(GrownNote.CODEC, new GrownNote(1, "new", 5));
        appender.append(Note.CODEC, new Note(2, "old"));
        List<Long> found = new ArrayList<>();
        assertEquals(2, tailer.drain(view, shown -> found.add(shown.id()), 10));
        tailer.toStart();
        for (int i = 0; i < 2; i++) {
            LayoutMismatchException older = assertThrows(
                    LayoutMismatchException.class, () -> tailer.drain(grown, shown -> found.add(shown.time()), 10));
            assertEquals(
                    List.of("the entry has the older layout " + LayoutText.of(Note.LAYOUT) + ", the view has "
                            + LayoutText.of(GrownNote.CODEC.layout()) + " and no defaults for what is absent; read the"
                            + " entry with a VarCodec, or with a view over its own layout"),
                    older.mismatches());
        }
        assertEquals(List.of(1L, 2L, 5L), found);
        assertEquals(new GrownNote(2, "old", 0), tailer.poll(GrownNote.CODEC));
    }

    /** Who appended bytes of a layout as they are could append too few once. */
    @Test
    void anEntryThatIsShorterThanAHeaderIsDamaged() throws IOException {
        NoteView view = NoteView.VIEWS.unwrapped();
        for (int length : new int[] {0, 7}) {
            long position = appender.append(MemorySegment.ofArray(new byte[length]));
            QueueSamples.setLayout(folder, position, Note.LAYOUT);
            String message = "file=" + folder.resolve("000000000000.segment") + ": expected at offset=" + position
                    + " position=" + position + " a variable-length record of 8 bytes or more, found " + length
                    + " bytes";
            for (Executable read : List.<Executable>of(
                    () -> tailer.poll(Note.CODEC),
                    () -> tailer.pollInto(NoteObject.CODEC, new NoteObject()),
                    () -> tailer.drain(Note.CODEC, note -> {}, 10),
                    () -> tailer.drain(view, note -> {}, 10))) {
                assertEquals(message, assertThrows(StoreException.class, read).getMessage());
            }
            assertEquals(1, tailer.skip(1));
        }
        appender.append(Note.CODEC, new Note(1, "next"));
        assertEquals(new Note(1, "next"), tailer.poll(Note.CODEC));
    }

    @Test
    void whenTheConsumerThrowsTheTailerIsStillAtTheEntry() throws IOException {
        append(5);
        List<Long> found = new ArrayList<>();
        IllegalStateException own = new IllegalStateException("own");
        assertEquals(
                own,
                assertThrows(
                        IllegalStateException.class,
                        () -> tailer.drain(
                                Entry.CODEC,
                                entry -> {
                                    if (entry.sequence() == 3) {
                                        throw own;
                                    }
                                    found.add(entry.sequence());
                                },
                                10)));
        assertEquals(List.of(0L, 1L, 2L), found);
        assertEquals(Entry.of(1, 3), tailer.poll(Entry.CODEC));
    }

    @Test
    void anEntryOfAnotherLayoutEndsIt() throws IOException {
        append(2);
        appender.append(Note.CODEC, new Note(1, "one"));
        List<Entry> found = new ArrayList<>();
        assertThrows(LayoutMismatchException.class, () -> tailer.drain(Entry.CODEC, found::add, 10));
        assertEquals(2, found.size());
        assertEquals(new Note(1, "one"), tailer.poll(Note.CODEC));
    }

    @Test
    void aNamedTailerAcknowledgesThemTogether() throws IOException {
        append(5);
        try (Tailer named = queue.tailer("risk")) {
            assertEquals(4, named.drain(Entry.CODEC, entry -> {}, 4));
            assertEquals(Map.of("risk", 128L), queue.tailerPositions());
            assertEquals(1, named.drain(Entry.CODEC, entry -> {}, 4));
            assertEquals(Map.of("risk", 128L + 8 + 4 * 40), queue.tailerPositions());
            named.acknowledge();
            assertEquals(Map.of("risk", 128L + 8 + 5 * 40), queue.tailerPositions());
        }
    }

    @Test
    void aConsumerThatClosesItsTailerOrQueueGetsNoFurtherEntry() throws IOException {
        append(10);
        for (AutoCloseable closed : List.of(tailer, queue)) {
            Tailer ended = closed == tailer ? tailer : queue.tailer("reader");
            List<Entry> found = new ArrayList<>();
            assertEquals(
                    3,
                    ended.drain(
                            Entry.CODEC,
                            entry -> {
                                found.add(entry);
                                if (found.size() == 3) {
                                    assertDoesNotThrow(closed::close);
                                }
                            },
                            10));
            assertEquals(3, found.size());
            assertThrows(IllegalStateException.class, ended::position);
        }
        try (MappedQueue again = QueueSamples.openSmall(folder);
                Tailer free = again.tailer("reader")) {
            assertEquals(Entry.of(1, 0), free.poll(Entry.CODEC));
        }
    }

    @Test
    void anotherThreadThatClosesEndsIt() throws Exception {
        append(10);
        Tailer named = queue.tailer("reader");
        CountDownLatch inConsumer = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        FutureTask<Integer> draining = new FutureTask<>(() -> named.drain(
                Entry.CODEC,
                entry -> {
                    inConsumer.countDown();
                    assertDoesNotThrow(() -> closed.await());
                    // An appender that keeps up: there is always one more.
                    assertDoesNotThrow(() -> appender.append(Entry.CODEC, entry));
                },
                1000));
        Thread.ofPlatform().start(draining);
        inConsumer.await();
        named.close();
        closed.countDown();
        assertEquals(1, draining.get());
        queue.tailer("reader").close();
    }

    @Test
    void theConsumerCanCallNoMethodOfTheTailerButPositionAndClose() throws IOException {
        append(2);
        List<Long> positions = new ArrayList<>();
        long first = tailer.position();
        assertEquals(2, tailer.drain(Entry.CODEC, entry -> positions.add(tailer.position()), 2));
        tailer.toStart();
        tailer.skip(1);
        assertEquals(List.of(first + 8, tailer.position()), positions);
        tailer.toStart();
        for (Consumer<Entry> call : List.<Consumer<Entry>>of(
                entry -> tailer.passing(Entry.CODEC.layout()), entry -> tailer.withChecksums())) {
            assertThrows(IllegalStateException.class, () -> tailer.drain(Entry.CODEC, call, 2));
        }
        assertThrows(
                IllegalStateException.class,
                () -> tailer.drain(
                        Entry.CODEC,
                        entry -> {
                            try {
                                tailer.skip(1);
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        },
                        2));
        List<Entry> found = new ArrayList<>();
        assertTrue(tailer.drain(Entry.CODEC, found::add, 2) > 0);
    }
}
