package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.WaitStrategy;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.Note;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries that are copied as they are stored, and entries that a tailer passes. */
class PayloadTest {

    private static final int LARGEST = (int) SMALL_SEGMENT / 8;

    @TempDir
    Path folder;

    private MappedQueue queue;
    private MappedQueue copy;
    private Appender appender;
    private Appender copier;

    @BeforeEach
    void open() throws IOException {
        queue = QueueSamples.openSmall(folder.resolve("queue"));
        copy = QueueSamples.openSmall(folder.resolve("copy"));
        appender = queue.appender();
        copier = copy.appender();
    }

    @AfterEach
    void close() throws IOException {
        queue.close();
        copy.close();
    }

    private List<Payload> payloads() throws IOException {
        List<Payload> payloads = new ArrayList<>();
        try (Tailer tailer = queue.tailer()) {
            IOException[] failure = {null};
            while (tailer.read((payload, position, layoutId) -> {
                try {
                    StructLayout layout = layoutId == 0 ? null : queue.layout(layoutId);
                    payloads.add(new Payload(layout, payload));
                } catch (IOException e) {
                    failure[0] = e;
                }
            })) {
                assertNull(failure[0]);
            }
        }
        return payloads;
    }

    @Test
    void aCopyIsReadByTheSameCodecs() throws Exception {
        appender.append(Entry.CODEC, Entry.of(1, 2));
        appender.append(Note.CODEC, new Note(3, "Zürich"));
        appender.append(MemorySegment.ofArray(new byte[] {4, 5}));

        long last = copier.appendBatch(payloads());

        try (Tailer tailer = copy.tailer().withChecksums()) {
            assertEquals(Entry.of(1, 2), tailer.poll(Entry.CODEC));
            assertEquals(new Note(3, "Zürich"), tailer.poll(Note.CODEC));
            assertTrue(tailer.await(WaitStrategy.spin(), Duration.ZERO));
            assertEquals(last, tailer.position());
            assertTrue(tailer.read((payload, position, layoutId) -> {
                assertEquals(2, payload.byteSize());
                assertEquals(0, layoutId);
            }));
        }
    }

    @Test
    void nothingIsABatchToo() throws IOException {
        assertEquals(-1, copier.appendBatch(List.of()));
    }

    @Test
    void aBatchHasAnEighthOfASegment() throws IOException {
        Payload half = new Payload(null, MemorySegment.ofArray(new byte[LARGEST / 2 - 16]));
        copier.appendBatch(List.of(half, half));
        copier.appendBatch(List.of(new Payload(null, MemorySegment.ofArray(new byte[LARGEST]))));

        assertEquals(
                "cannot append entries to " + copy.path() + " at once: expected at most 512 bytes, an eighth of the"
                        + " segment size, found byteSize=768",
                assertThrows(IllegalArgumentException.class, () -> copier.appendBatch(List.of(half, half, half)))
                        .getMessage()
                        .replace("queue=", ""));
        assertEquals(3, copy.verify().committed());
    }

    @Test
    void bytesOfAnotherSizeAreRefused() {
        assertEquals(
                "expected a payload of 24 bytes, found 8 bytes",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> new Payload(Entry.CODEC.layout(), MemorySegment.ofArray(new byte[8])))
                        .getMessage());
        MemorySegment bytes = MemorySegment.ofArray(new byte[100]);
        long size = Note.CODEC.write(new Note(1, "text"), bytes, 0);
        assertEquals(
                size,
                new Payload(Note.CODEC.layout(), bytes.asSlice(0, size)).bytes().byteSize());
        assertEquals(
                "expected a payload of " + size + " bytes, found 100 bytes",
                assertThrows(IllegalArgumentException.class, () -> new Payload(Note.CODEC.layout(), bytes))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new Payload(Note.CODEC.layout(), bytes.asSlice(0, 7)));
    }

    @Test
    void aTailerPassesALayout() throws IOException {
        for (int i = 0; i < 3; i++) {
            appender.append(Entry.CODEC, Entry.of(1, i));
            appender.append(Note.CODEC, new Note(i, "a note"));
        }
        try (Tailer tailer = queue.tailer().passing(Note.CODEC.layout())) {
            assertEquals(Entry.of(1, 0), tailer.poll(Entry.CODEC));
            assertEquals(1, tailer.skip(1));
            List<Entry> rest = new ArrayList<>();
            assertEquals(1, tailer.drain(Entry.CODEC, rest::add, 10));
            assertEquals(List.of(Entry.of(1, 2)), rest);
            assertNull(tailer.poll(Entry.CODEC));
            assertEquals(0, tailer.skip(1));
        }
    }
}
