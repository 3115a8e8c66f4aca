package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.Note;
import dev.verbatim.queue.QueueSamples.Tick;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in layouts/ that are damaged or gone. */
class DamagedLayoutsTest {

    private static final byte[] NO_UTF_8 = {'{', (byte) 0xFF, '}'};

    private static final int ENTRY_ID = LayoutText.id(Entry.CODEC.layout());

    private static final int TICK_ID = LayoutText.id(Tick.CODEC.layout());

    @TempDir
    Path folder;

    private MappedQueue queue;
    private Appender appender;

    @BeforeEach
    void open() throws IOException {
        queue = QueueSamples.openSmall(folder);
        appender = queue.appender();
    }

    @AfterEach
    void close() throws IOException {
        queue.close();
    }

    private Path file(int id) {
        return folder.resolve("layouts/%08x".formatted(id));
    }

    @Test
    void bytesThatAreNoTextAreDamageOfTheirFile() throws IOException {
        Files.write(file(ENTRY_ID), NO_UTF_8);
        String message =
                "file=" + file(ENTRY_ID) + ": expected a layout in UTF-8, found bytes that are not: Input length = 1";
        assertEquals(
                message,
                assertThrowsExactly(StoreException.class, () -> appender.append(Entry.CODEC, Entry.of(0, 0)))
                        .getMessage());
        assertEquals(
                message,
                assertThrowsExactly(StoreException.class, () -> queue.layout(ENTRY_ID))
                        .getMessage());
        assertEquals(0, queue.verify().committed());
    }

    @Test
    void entriesThatNobodyCanShowAreDamage() throws IOException {
        long entry = appendOfEachKind();
        long tick = appender.append(Tick.CODEC, new Tick());
        appender.append(Entry.CODEC, Entry.of(0, 4));
        appender.append(Tick.CODEC, new Tick());
        assertEquals(List.of(), queue.verify().damage());

        Files.delete(file(ENTRY_ID));
        Files.write(file(TICK_ID), NO_UTF_8);
        List<QueueReport.Damage> damage = List.of(
                new QueueReport.Damage(
                        entry,
                        "cannot read the layout of this entry: file=" + file(ENTRY_ID)
                                + ": expected a layout, found no file"),
                new QueueReport.Damage(
                        tick,
                        "cannot read the layout of this entry: file=" + file(TICK_ID)
                                + ": expected a layout in UTF-8, found bytes that are not: Input length = 1"));
        QueueReport report = queue.verify();
        assertEquals(damage, report.damage());
        assertEquals(8, report.committed());
    }

    /** Also within a batch. {@return the position of the first entry that has a layout of fixed size} */
    private long appendOfEachKind() throws IOException {
        appender.append(MemorySegment.ofArray(new byte[8]));
        appender.append(Note.CODEC, new Note(0, "text"));
        long last = appender.appendAll(Entry.CODEC, List.of(Entry.of(0, 1), Entry.of(0, 2), Entry.of(0, 3)));
        return last - 2 * 40;
    }

    /** Only who looks at an entry needs its layout. */
    @Test
    void aQueueIsOpenedWithoutItsLayouts() throws IOException {
        appendOfEachKind();
        queue.close();
        Files.delete(file(ENTRY_ID));
        queue = QueueSamples.openSmall(folder);
        QueueReport recovery = queue.recovery().orElseThrow();
        assertEquals(List.of(), recovery.damage());
        assertEquals(5, recovery.committed());
        assertEquals(1, queue.verify().damage().size());
        try (Appender again = queue.appender()) {
            again.append(Entry.CODEC, Entry.of(0, 4)); // which stores the layout once more
        }
        assertEquals(List.of(), queue.verify().damage());
    }

    /** A loss of power leaves files that are shorter. */
    @Test
    void anEmptyFileIsDamage() throws IOException {
        long entry = appender.append(Entry.CODEC, Entry.of(0, 0));
        Files.write(file(ENTRY_ID), new byte[0]);
        assertEquals(
                List.of(new QueueReport.Damage(
                        entry,
                        "cannot read the layout of this entry: file=" + file(ENTRY_ID)
                                + ": expected a layout of this id, found an empty file")),
                queue.verify().damage());
    }
}
