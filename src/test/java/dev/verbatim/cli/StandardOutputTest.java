package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.Pipe;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Writes that fail. What is printed to standard error then is that of the JVM, which these tests leave alone. */
class StandardOutputTest {

    private static final String GERMAN = "Daten\u00FCbergabe unterbrochen (broken pipe)";

    private static OutputStream failing(String message) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(message);
            }
        };
    }

    @Test
    void aPipeThatNobodyReadsIsToldByWhatThisProcessCallsIt() throws IOException {
        Pipe pipe = Pipe.open();
        pipe.source().close();
        try (OutputStream closed = Channels.newOutputStream(pipe.sink());
                StandardOutput output = new StandardOutput(closed, StandardOutput::brokenPipe)) {
            assertFalse(output.isUnread());
            assertThrows(IOException.class, () -> output.write(1));
            assertTrue(output.isUnread());
        }
    }

    /** As after Ctrl-C, which {@code head} has had too. */
    @Test
    void anInterruptedThreadLearnsItToo() {
        String name = StandardOutput.brokenPipe();
        Thread.currentThread().interrupt();
        assertEquals(name, StandardOutput.brokenPipe());
        assertTrue(Thread.interrupted());
    }

    /** As under LC_ALL=de_DE.UTF-8. */
    @Test
    void aPipeThatNobodyReadsIsToldInEveryLanguage() throws IOException {
        AtomicInteger asked = new AtomicInteger();
        try (StandardOutput output = new StandardOutput(failing(GERMAN), () -> {
            asked.incrementAndGet();
            return GERMAN;
        })) {
            assertThrows(IOException.class, () -> output.write(1));
            assertThrows(IOException.class, () -> output.write(new byte[3]));
            assertTrue(output.isUnread());
            assertEquals(1, asked.get());
        }
    }

    @Test
    void anotherFailureIsOne() throws IOException {
        try (StandardOutput output = new StandardOutput(failing("No space left on device"), () -> GERMAN);
                StandardOutput unknown = new StandardOutput(failing(GERMAN), () -> null)) {
            assertThrows(IOException.class, () -> output.write(1));
            assertFalse(output.isUnread());
            assertThrows(IOException.class, () -> unknown.write(1));
            assertFalse(unknown.isUnread());
        }
    }
}
