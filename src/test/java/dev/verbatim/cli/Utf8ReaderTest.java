package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Text in UTF-8, and what comes before bytes that are none. */
class Utf8ReaderTest {

    @Test
    void whatComesBeforeBytesThatAreNoUtf8IsRead() throws IOException {
        String text = "Zürich €😀\n".repeat(1_000); // some of it lies across the end of a buffer
        byte[] good = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = new byte[good.length + 2];
        System.arraycopy(good, 0, bytes, 0, good.length);
        bytes[good.length] = (byte) 0xFF;
        bytes[good.length + 1] = 'x';
        StringBuilder read = new StringBuilder();
        try (Utf8Reader reader = new Utf8Reader(new ByteArrayInputStream(bytes))) {
            assertThrows(CharacterCodingException.class, () -> {
                for (int c = reader.read(); c >= 0; c = reader.read()) {
                    read.append((char) c);
                }
            });
        }
        assertEquals(text, read.toString());
    }

    @Test
    void halfACharacterAtTheEndIsNoUtf8() throws IOException {
        try (Utf8Reader reader = new Utf8Reader(new ByteArrayInputStream(new byte[] {'a', (byte) 0xC3}))) {
            assertEquals('a', reader.read());
            assertThrows(CharacterCodingException.class, reader::read);
        }
    }

    /** The JVM may have a file of its own there: to close that would crash it. */
    @Test
    void standardInputStaysOpen() throws IOException {
        AtomicBoolean closed = new AtomicBoolean();
        InputStream source = new ByteArrayInputStream(new byte[0]) {
            @Override
            public void close() {
                closed.set(true);
            }
        };
        InputStream before = System.in;
        System.setIn(source);
        try {
            new Utf8Reader(System.in).close();
            assertFalse(closed.get());
        } finally {
            System.setIn(before);
        }
        new Utf8Reader(source).close();
        assertTrue(closed.get());
    }
}
