package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import de.siegmar.fastcsv.reader.CsvReader;
import dev.verbatim.StructCodec;
import dev.verbatim.file.ChildJvm;
import dev.verbatim.queue.MappedQueue;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import me.tongfei.progressbar.ProgressBar;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import picocli.CommandLine;

/** Whoever interrupts {@code append} is told what was appended, and that is what there is. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "processes end there without a signal")
class InterruptedAppendTest {

    private static final byte[] LINE = "{\"layout\":\"raw\",\"value\":\"a\"}\n".getBytes(StandardCharsets.UTF_8);

    @TempDir
    Path temporary;

    private static String classPath() {
        return Stream.of(StructCodec.class, ClassWriter.class, CommandLine.class, CsvReader.class, ProgressBar.class)
                .map(type -> ChildJvm.rootOf(type).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    @Test
    @Timeout(60)
    void itEndsBetweenTwoEntries() throws Exception {
        Path folder = temporary.resolve("queue");
        try (MappedQueue queue = StoredQueue.open(folder)) {
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            classPath(),
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
