package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Whoever interrupts {@code append} is told what was appended, and that is what there is. */
@Tag("once")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "processes end there without a signal")
class InterruptedAppendTest {

    private static final byte[] LINE = "{\"layout\":\"raw\",\"value\":\"a\"}\n".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path temporary;

    @Test
    @Timeout(60)
    void itEndsBetweenTwoEntries() throws Exception {
        Path folder = temporary.resolve("queue");
        try (MappedQueue queue = StoredQueue.open(folder)) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            Main.class.getName(),
                            "append",
                            folder.toString())
                    .start();
            try (OutputStream input = process.getOutputStream()) {
                while (queue.info().to() <= 128) {
                    input.write(LINE);
                    input.flush();
                }
                process.toHandle().destroy(); // as Ctrl-C does
                while (process.isAlive()) {
                    input.write(LINE);
                    input.flush();
                }
            } catch (IOException e) {
                // Nobody reads any longer.
            }
            String error = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(128 + 15, process.waitFor(), error);
            Matcher said = Pattern.compile("verbatim append: interrupted; the first (\\d+) rows were appended\n")
                    .matcher(error);
            assertTrue(said.matches(), error);
            assertEquals(Long.parseLong(said.group(1)), queue.verify().committed());
        }
    }
}
