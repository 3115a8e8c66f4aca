package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code verbatim queue info}, {@code verify} and {@code tailer} say. */
class QueueCommandTest {

    @TempDir
    Path temporary;

    private Path queuePath;
    private String folder;

    @BeforeEach
    void nameTheQueue() {
        queuePath = temporary.resolve("queue");
        folder = queuePath.toString();
    }

    @Test
    void infoSaysWhatAQueueInUseHoldsAndWhoHoldsItsReadersUp() throws Exception {
        try (MappedQueue queue = StoredQueue.open(queuePath);
                Appender appender = queue.appender();
                Appender holding = queue.appender();
                Tailer tailer = queue.tailer("risk")) {
            appender.append(Quote.CODEC, Quote.of(1));
            appender.append(Quote.CODEC, Quote.of(2));
            queue.force();
            holding.claim(24);
            tailer.skip(1);
            tailer.acknowledge();
            CommandLineRun run = verbatim("queue", "info", folder);
            assertEquals("", run.err());
            assertEquals(0, run.exitCode());
            assertEquals(
                    """
                    queue      FOLDER
                    id         ID
                    segments   1 of 4096 bytes, 4,096 bytes together
                    oldest     segment 0, made TIME
                    newest     segment 0, made TIME
                    positions  128 to 296
                    durable    to 256, 40 bytes behind the end
                    checksums  yes
                    layout     8599845a {"id":j,"symbol":[8]b,"levels":[2]{"price":d,"size":i,"":x4}}
                    tailer     "risk" at 192, 104 bytes behind the end
                    appenders  slot=0, slot=1
                    reserved   position=256, 24 bytes, by slot=1 generation=1: readers wait until its appender goes on
                    """,
                    run.out()
                            .replace(folder, "FOLDER")
                            .replace(queue.id().toString(), "ID")
                            .replaceAll("made .*", "made TIME"));
        }
    }

    @Test
    void infoOfAnEmptyQueueIsShort() throws Exception {
        MappedQueue.builder(queuePath).segmentSize(4096).checksum(false).open().close();
        CommandLineRun run = verbatim("queue", "info", folder);
        assertTrue(run.out().endsWith("""
            positions  128 to 128
            durable    to 128, the end
            checksums  no
            appenders  none
            """), run::out);
    }

    private void assertNoQueue(String missing) {
        CommandLineRun run = verbatim("queue", "info", folder);
        assertEquals("verbatim queue info: file=" + folder + ": expected a queue, found " + missing + "\n", run.err());
        assertEquals(2, run.exitCode());
    }

    @Test
    void aFolderThatIsNoQueueIsRefusedWithTheFileThatItLacks() throws Exception {
        assertNoQueue("no such folder");
        Files.createDirectory(queuePath);
        assertNoQueue("no file `control`");
        Files.createFile(queuePath.resolve("lock"));
        assertNoQueue("no file `control`");
    }

    /** A backup is made without it. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatOnlyReadsChangesNothing(boolean hasLockFile) throws Exception {
        StoredQueue.ofQuotes(queuePath, 3);
        if (!hasLockFile) {
            Files.delete(queuePath.resolve("lock"));
        }
        Map<Path, String> before = FolderContents.of(queuePath);
        for (String command : List.of("info", "cat", "tail", "verify")) {
            assertEquals(0, verbatim("queue", command, folder).exitCode());
        }
        assertEquals(0, verbatim("queue", "tailer", "list", folder).exitCode());
        assertEquals(before, FolderContents.of(queuePath));
        assertEquals(hasLockFile, Files.exists(queuePath.resolve("lock")));
    }

    @Test
    void verifyCountsAndNamesWhatIsDamaged() throws Exception {
        StoredQueue.ofQuotes(queuePath, 3);
        assertEquals(new CommandLineRun(0, """
            positions  128 to 320
            checksums  checked
            committed  3
            aborted    0
            reserved   0
            """, ""), verbatim("queue", "verify", folder));
        Path segment = queuePath.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[220]++;
        Files.write(segment, bytes);
        CommandLineRun run = verbatim("queue", "verify", folder);
        assertTrue(
                run.out()
                        .matches("(?s).*committed  2\\n.*damaged    position=192: expected checksum=.*,"
                                + " found checksum=.*\\n"),
                run::out);
        assertEquals("", run.err());
        assertEquals(1, run.exitCode());
    }

    @Test
    void verifyLooksForTheNewestSegmentOfTheControlFile() throws Exception {
        StoredQueue.ofQuotes(queuePath, 3);
        Path control = queuePath.resolve("control");
        byte[] bytes = Files.readAllBytes(control);
        bytes[66] = 1; // of the number of the newest segment, which is 0
        Files.write(control, bytes);
        CommandLineRun run = verbatim("queue", "verify", folder);
        assertTrue(
                run.out()
                        .matches("(?s).*damaged    position=\\d+: expected the newest segment, which the control file"
                                + " has as 65536, found none\\n"),
                run::out);
        assertEquals(1, run.exitCode());
    }

    @Test
    void tailersAreListedAndRemoved() throws Exception {
        try (MappedQueue queue = StoredQueue.open(queuePath);
                Appender appender = queue.appender();
                Tailer audit = queue.tailer("audit, \"old\"");
                Tailer risk = queue.tailer("risk")) {
            appender.append(Quote.CODEC, Quote.of(1));
            risk.skip(1);
            risk.acknowledge();
            assertEquals(128, audit.position());
            CommandLineRun open = verbatim("queue", "tailer", "remove", folder, "risk");
            assertTrue(open.err().contains("expected that tailer=risk is not open"), open::err);
            assertEquals(1, open.exitCode());
        }
        assertEquals("""
            {"name":"audit, \\"old\\"","position":128,"behind":64}
            {"name":"risk","position":192,"behind":0}
            """, verbatim("queue", "tailer", "list", folder).out());
        assertEquals(
                """
                name,position,behind
                "audit, ""old""\",128,64
                risk,192,0
                """, verbatim("queue", "tailer", "list", folder, "--format=csv").out());
        assertEquals(new CommandLineRun(0, "", ""), verbatim("queue", "tailer", "remove", folder, "audit, \"old\""));
        assertEquals(
                new CommandLineRun(
                        2, "", "verbatim queue tailer remove: " + folder + ": no tailer is named \"audit\"\n"),
                verbatim("queue", "tailer", "remove", folder, "audit"));
        assertEquals(
                "{\"name\":\"risk\",\"position\":192,\"behind\":0}\n",
                verbatim("queue", "tailer", "list", folder).out());
    }

    /** After a loss of power the end can be before what a tailer has read. */
    @Test
    void aTailerBeyondTheEndIsShown() throws Exception {
        StoredQueue.ofQuotes(queuePath, 1);
        try (MappedQueue queue = StoredQueue.open(queuePath);
                Tailer risk = queue.tailer("risk")) {
            risk.skip(1);
            risk.acknowledge();
        }
        Path control = queuePath.resolve("control");
        byte[] bytes = Files.readAllBytes(control);
        int tailers = 4288;
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(tailers, 256);
        Files.write(control, bytes);
        assertEquals(
                new CommandLineRun(0, "{\"name\":\"risk\",\"position\":256,\"behind\":-64}\n", ""),
                verbatim("queue", "tailer", "list", folder));
        assertEquals(
                new CommandLineRun(0, "name,position,behind\nrisk,256,-64\n", ""),
                verbatim("queue", "tailer", "list", folder, "--format=csv"));
        CommandLineRun info = verbatim("queue", "info", folder);
        assertTrue(info.out().contains("\"risk\" at 256, 64 bytes beyond the end\n"), info::out);
        CommandLineRun verify = verbatim("queue", "verify", folder);
        assertTrue(
                verify.out()
                        .endsWith("damaged    position=192: expected tailer=risk at or before the end, found"
                                + " position=256\n"),
                verify::out);
        assertEquals(1, verify.exitCode());
    }

    @Test
    void anotherFolderIsNoQueue() throws Exception {
        Files.createDirectories(queuePath);
        Files.writeString(queuePath.resolve("control"), "text");
        Files.writeString(queuePath.resolve("lock"), "");
        CommandLineRun run = verbatim("queue", "info", folder);
        assertEquals(
                "verbatim queue info: file=" + queuePath.resolve("control") + ": expected 12480 bytes, found 4 bytes\n",
                run.err());
        assertEquals(2, run.exitCode());
    }

    @Test
    void helpSaysThatOnlyQueuesAreTaken() {
        for (String command : List.of("info", "cat", "tail", "verify", "append")) {
            String help = verbatim("queue", command, "--help").out();
            assertTrue(help.contains(" FOLDER"), help);
            assertTrue(help.contains("   The queue's folder.\n"), help);
        }
        String help = verbatim("info", "--help").out();
        assertTrue(help.contains(" STORE       A .npy file, or the folder of a queue or a map.\n"), help);
    }

    @Test
    void theSubcommandsAreListed() {
        CommandLineRun run = verbatim("queue", "--help");
        assertEquals(0, run.exitCode());
        for (String command : List.of("info", "cat", "tail", "verify", "append", "tailer")) {
            assertTrue(run.out().contains("\n  " + command + " "), run::out);
        }
        assertEquals(
                "verbatim queue tailer: missing required subcommand; see 'verbatim queue tailer --help'\n",
                verbatim("queue", "tailer").err());
        assertEquals(
                "verbatim queue cat: missing required parameter: 'FOLDER'; see 'verbatim queue cat --help'\n",
                verbatim("queue", "cat").err());
        assertEquals(
                "verbatim queue cat: invalid value for option '--format': expected one of [TABLE, JSON,"
                        + " CSV] (case-insensitive) but was 'xml'; see 'verbatim queue cat --help'\n",
                verbatim("queue", "cat", "x", "--format=xml").err());
    }
}
