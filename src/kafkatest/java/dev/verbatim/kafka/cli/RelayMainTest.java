package dev.verbatim.kafka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The command, up to where a broker is needed. */
class RelayMainTest {

    @TempDir
    private Path folder;

    private record Run(int exitCode, String out, String err) {}

    private static Run run(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command =
                RelayMain.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return new Run(command.execute(args), out.toString(), err.toString());
    }

    @Test
    void helpNamesTheCommands() {
        Run run = run("relay", "--help");

        assertEquals(0, run.exitCode());
        assertTrue(run.out().contains("queue  Relays a queue to a topic."), run.out());
        assertTrue(run.out().contains("map    Relays a map to a topic."), run.out());
        assertTrue(run.out().contains("topic  Relays a topic to a queue or a map."), run.out());
        assertTrue(run("--version").out().endsWith(" on Java " + Runtime.version() + System.lineSeparator()));
    }

    @Test
    void wrongInputIsSaidInALine() throws Exception {
        Path missing = folder.resolve("missing");
        assertEquals(
                new Run(
                        2,
                        "",
                        "verbatim relay queue: file=" + missing + ": expected a queue, found no files `control` and"
                                + " `lock`\n"),
                run("relay", "queue", missing.toString(), "--to", "t", "--bootstrap", "nowhere:1"));
        assertEquals(
                new Run(
                        2,
                        "",
                        "verbatim relay topic: no broker: give --bootstrap, or bootstrap.servers in the file of"
                                + " --client\n"),
                run("relay", "topic", "t", "--to", missing.toString()));
        assertFalse(Files.exists(missing));
        assertEquals(
                new Run(2, "", "verbatim relay topic: " + missing + ": no such file\n"),
                run("relay", "topic", "t", "--to", missing.toString(), "--client", missing.toString()));
        assertEquals(
                new Run(
                        2,
                        "",
                        "verbatim relay topic: error: Missing required argument (specify one of these): (--to=FOLDER |"
                                + " --to-map=FOLDER); see 'verbatim relay topic --help'\n"),
                run("relay", "topic", "t"));
        Run noMap = run("relay", "map", missing.toString(), "--to", "t", "--bootstrap", "nowhere:1");
        assertEquals(2, noMap.exitCode());
        assertTrue(noMap.err().startsWith("verbatim relay map: file=" + missing + ": expected a map,"), noMap.err());
        assertEquals(
                new Run(2, "", "verbatim relay topic: --resync is for --to-map: a queue is made anew\n"),
                run("relay", "topic", "t", "--to", missing.toString(), "--bootstrap", "nowhere:1", "--resync"));
        assertEquals(
                new Run(2, "", "verbatim relay topic: --accept-gap is for --to: a map has no gaps\n"),
                run("relay", "topic", "t", "--to-map", missing.toString(), "--bootstrap", "nowhere:1", "--accept-gap"));
        assertFalse(Files.exists(missing));
    }

    @Test
    void aFailureOfAFileIsSaidInWords() {
        Path file = folder.resolve("file");
        List.of(
                        Map.entry(new AccessDeniedException(file.toString()), file + ": access denied"),
                        Map.entry(new NoSuchFileException(file.toString()), file + ": no such file"),
                        Map.entry(new FileAlreadyExistsException(file.toString()), file + ": exists already"),
                        Map.entry(new NotDirectoryException(file.toString()), file + ": not a directory"),
                        Map.entry(
                                new FileSystemException(file.toString(), null, "the disk is on fire"),
                                file + ": the disk is on fire"),
                        Map.entry(new UncheckedIOException(new AccessDeniedException("a")), "a: access denied"),
                        Map.entry(new IOException("why"), "why"),
                        Map.entry(new IllegalStateException(), "java.lang.IllegalStateException"))
                .forEach(expected -> assertEquals(
                        new Run(1, "", "verbatim relay: " + expected.getValue() + "\n"), failing(expected.getKey())));
    }

    /** As a fault in a mapped file ends it, which another program has cut. */
    @Test
    void anErrorOfTheVirtualMachineIsSaidInALine() {
        assertEquals(
                new Run(1, "", "verbatim relay: failed: java.lang.InternalError: a fault\n"),
                failing(new InternalError("a fault")));
    }

    /** Runs a command that throws, and has the handlers of this one. */
    private static Run failing(Throwable thrown) {
        StringWriter err = new StringWriter();
        CommandSpec spec = CommandSpec.wrapWithoutInspection((Callable<Integer>) () -> {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (Exception) thrown;
        });
        CommandLine command = new CommandLine(spec.name("verbatim relay"))
                .setErr(new PrintWriter(err))
                .setExecutionExceptionHandler(RelayMain.commandLine().getExecutionExceptionHandler());
        return new Run(RelayMain.run(command), "", err.toString());
    }
}
