package dev.verbatim.kafka.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
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
                new Run(2, "", "verbatim relay queue: file=" + missing + ": expected a queue, found no such folder\n"),
                run("relay", "queue", missing.toString(), "--to", "t", "--bootstrap", "localhost:1"));
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
        Run noMap = run("relay", "map", missing.toString(), "--to", "t", "--bootstrap", "localhost:1");
        assertEquals(2, noMap.exitCode());
        assertTrue(noMap.err().startsWith("verbatim relay map: file=" + missing + ": expected a map,"), noMap.err());
        assertEquals(
                new Run(2, "", "verbatim relay topic: --resync is for --to-map: a queue is made anew\n"),
                run("relay", "topic", "t", "--to", missing.toString(), "--bootstrap", "localhost:1", "--resync"));
        assertEquals(
                new Run(2, "", "verbatim relay topic: --accept-gap is for --to: a map has no gaps\n"),
                run(
                        "relay",
                        "topic",
                        "t",
                        "--to-map",
                        missing.toString(),
                        "--bootstrap",
                        "localhost:1",
                        "--accept-gap"));
        assertFalse(Files.exists(missing));
    }

    @Test
    void aFileThatIsNotOneOfSettingsIsNamed() throws Exception {
        Path file = folder.resolve("client.properties");
        String prefix = "verbatim relay queue: " + file + ": ";
        Files.writeString(file, "# Z\u00fcrich\n", StandardCharsets.ISO_8859_1);
        assertEquals(new Run(2, "", prefix + "expected UTF-8, found other bytes\n"), runWith(file));
        Files.writeString(file, "ssl.keystore.location=C:\\users\\me\n");
        assertEquals(
                new Run(
                        2,
                        "",
                        prefix + "expected 4 hexadecimal digits behind \\u; a backslash itself is written as two\n"),
                runWith(file));
    }

    /** The settings are read before the queue is looked for, and so before it is repaired. */
    private Run runWith(Path file) {
        String missing = folder.resolve("missing").toString();
        return run("relay", "queue", missing, "--to", "t", "--client", file.toString());
    }

    /** Makes the second entry none, and the boot another one, as a loss of power can. */
    private static void damage(Path store, long position) throws IOException {
        Path segment = store.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[(int) position + 7] = 0x70;
        Files.write(segment, bytes);
        Path control = store.resolve("control");
        bytes = Files.readAllBytes(control);
        Arrays.fill(bytes, 24, 40, (byte) 0); // the boot
        Files.write(control, bytes);
    }

    private Path damagedQueue(String name) throws IOException {
        Path store = folder.resolve(name);
        long position;
        try (MappedQueue queue = MappedQueue.open(store);
                Appender appender = queue.appender()) {
            appender.append(MemorySegment.ofArray(new byte[16]));
            position = queue.info().to();
            appender.append(MemorySegment.ofArray(new byte[16]));
            appender.append(MemorySegment.ofArray(new byte[16]));
        }
        damage(store, position);
        return store;
    }

    private Path damagedMap(String name) throws IOException {
        Path store = folder.resolve(name);
        long position;
        try (MappedMap<String, String> map = MappedMap.open(store, MapCodec.strings(), MapCodec.strings())) {
            map.put("a", "1");
            position = map.info().to();
            map.put("b", "2");
            map.put("c", "3");
        }
        damage(store, position);
        return store;
    }

    private static void assertRecovered(String command, Run run) {
        List<String> lines = run.err().lines().toList();
        assertEquals(1, run.exitCode(), run.err());
        assertTrue(lines.size() >= 2, run.err());
        assertTrue(
                lines.getFirst()
                        .matches("verbatim relay " + command + ": recovered position=\\d+: expected .*, found .*"),
                run.err());
        assertTrue(lines.getLast().contains("ConfigException"), run.err());
    }

    /** Settings that clients refuse, but not before they are made: the relay ends after it has opened. */
    private String noClient() throws IOException {
        Path file = folder.resolve("no-client.properties");
        return Files.writeString(file, """
            bootstrap.servers=localhost:1
            request.timeout.ms=2000
            default.api.timeout.ms=1000
            max.poll.records=x
            """).toString();
    }

    /** Nor is a store opened, which would make it or repair it. */
    @Test
    void settingsThatNoClientTakesMakeNothing() throws Exception {
        Path missing = folder.resolve("missing");
        Path file = Files.writeString(
                folder.resolve("client.properties"), "bootstrap.servers=localhost:1\nsecurity.protocol=TLS\n");
        for (String target : List.of("--to", "--to-map")) {
            String prefix = "verbatim relay topic: Invalid ";
            assertEquals(
                    new Run(2, "", prefix + "url in bootstrap.servers: nowhere\n"),
                    run("relay", "topic", "t", target, missing.toString(), "--bootstrap", "nowhere"));
            assertEquals(
                    new Run(2, "", prefix + "url in bootstrap.servers: localhost:x\n"),
                    run("relay", "topic", "t", target, missing.toString(), "--bootstrap", "localhost:x"));
            Run run = run("relay", "topic", "t", target, missing.toString(), "--client", file.toString());
            assertEquals(2, run.exitCode(), run.err());
            assertTrue(run.err().startsWith(prefix + "value TLS for configuration security.protocol: "), run.err());
        }
        assertFalse(Files.exists(missing));
        for (String store :
                List.of(damagedQueue("queue").toString(), damagedMap("map").toString())) {
            String kind = Path.of(store).getFileName().toString();
            assertEquals(
                    new Run(2, "", "verbatim relay " + kind + ": Invalid url in bootstrap.servers: nowhere\n"),
                    run("relay", kind, store, "--to", "t", "--bootstrap", "nowhere"));
        }
    }

    /** A name server may be away for a moment, as a broker may: a relay tries again then. */
    @Test
    void aHostWithoutAnAddressIsNoBadInput() throws Exception {
        ClientOptions options =
                CommandLine.populateCommand(new ClientOptions(), "--bootstrap", "no-such-host.invalid:9092");
        assertEquals(Map.of("bootstrap.servers", "no-such-host.invalid:9092"), options.settings());
    }

    @Test
    void whatOpeningAStoreHasRepairedIsSaid() throws Exception {
        String queue = damagedQueue("queue").toString();
        assertRecovered("queue", run("relay", "queue", queue, "--to", "t", "--client", noClient()));
        Run again = run("relay", "queue", queue, "--to", "t", "--client", noClient());
        assertFalse(again.err().contains("recovered"), again.err());
        String map = damagedMap("map").toString();
        assertRecovered("map", run("relay", "map", map, "--to", "t", "--client", noClient()));
        String replica = damagedQueue("replica").toString();
        assertRecovered("topic", run("relay", "topic", "t", "--to", replica, "--client", noClient()));
    }

    /** The relay opens this map itself, and logs. */
    @Test
    void whatOpeningAReplicaOfAMapHasRepairedIsLogged() throws Exception {
        String replica = damagedMap("replica").toString();
        List<String> logged = new CopyOnWriteArrayList<>();
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord logRecord) {
                logged.add(logRecord.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        Logger logger = Logger.getLogger("dev.verbatim.kafka.Relay");
        logger.addHandler(handler);
        try {
            Run run = run("relay", "topic", "t", "--to-map", replica, "--client", noClient());
            assertEquals(1, run.exitCode(), run.err());
        } finally {
            logger.removeHandler(handler);
        }
        assertTrue(
                logged.stream()
                        .anyMatch(line -> line.startsWith("topic=t to map=" + replica + ": recovered position=")),
                logged::toString);
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
