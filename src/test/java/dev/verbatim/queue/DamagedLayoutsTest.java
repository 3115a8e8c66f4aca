package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in layouts/ that are damaged or gone. */
class DamagedLayoutsTest {

    private static final byte[] NO_UTF_8 = {'{', (byte) 0xFF, '}'};

    private static final int ENTRY_ID = LayoutText.id(Entry.CODEC.layout());

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
}
