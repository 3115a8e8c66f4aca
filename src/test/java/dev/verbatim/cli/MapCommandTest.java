package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code verbatim map info}, {@code verify} and {@code compact} say. */
class MapCommandTest {

    @TempDir
    Path temporary;

    private Path mapPath;
    private String folder;

    @BeforeEach
    void nameTheMap() {
        mapPath = temporary.resolve("map");
        folder = mapPath.toString();
    }

    @Test
    void infoSaysWhatAMapInUseHolds() throws Exception {
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(mapPath)) {
            map.put(1L, Quote.of(1));
            map.put(2L, Quote.of(2));
            map.force();
            map.put(1L, Quote.of(3));
            CommandLineRun run = verbatim("map", "info", folder);
            assertEquals("", run.err());
            assertEquals(0, run.exitCode());
            assertEquals(
                    """
                    map        FOLDER
                    id         ID
                    size       2 keys
                    keys       LONG {"value":j}
                    segments   of 4096 bytes
                    positions  128 to 392
                    live       176 of 264 bytes
                    durable    to 304, 88 bytes behind the end
                    checksums  yes
                    index      generation N, 2 of 1,024 words in use
                    layout     8599845a {"id":j,"symbol":[8]b,"levels":[2]{"price":d,"size":i,"":x4}}
                    layout     b5a7646c {"value":j}
                    """,
                    run.out()
                            .replace(folder, "FOLDER")
                            .replace(map.id().toString(), "ID")
                            .replaceAll("generation [0-9]+", "generation N"));
        }
    }

    @Test
    void infoOfKeysWithoutALayoutIsTheirKind() throws Exception {
        StoredMap.open(mapPath, MapCodec.strings(), MapCodec.strings()).close();
        CommandLineRun run = verbatim("map", "info", folder);
        assertTrue(run.out().contains("\nkeys       STRING\n"), run::out);
    }

    @Test
    void whatOnlyReadsChangesNothing() throws Exception {
        StoredMap.ofQuotes(mapPath, 3);
        Map<Path, String> before = FolderContents.of(mapPath);
        for (String command : List.of("info", "cat", "tail", "verify")) {
            assertEquals(0, verbatim("map", command, folder).exitCode());
        }
        assertEquals(0, verbatim("map", "get", folder, "1").exitCode());
        assertEquals(before, FolderContents.of(mapPath));
    }

    @Test
    void verifyCountsAndNamesWhatIsDamaged() throws Exception {
        StoredMap.ofQuotes(mapPath, 3);
        assertEquals(new CommandLineRun(0, """
            positions  128 to 392
            checksums  checked
            committed  3
            aborted    0
            unsettled  0
            keys       3
            """, ""), verbatim("map", "verify", folder));
        Path segment = mapPath.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[260]++;
        Files.write(segment, bytes);
        CommandLineRun run = verbatim("map", "verify", folder);
        assertTrue(
                run.out()
                        .matches("(?s).*committed  2\\n.*damaged    position=216: expected checksum=.*,"
                                + " found checksum=.*\\n"),
                run::out);
        assertEquals("", run.err());
        assertEquals(1, run.exitCode());
    }

    /** A copy would have a checksum that fits the damage. */
    @Test
    void aDamagedValueIsNeitherShownNorCopied() throws Exception {
        StoredMap.ofQuotes(mapPath, 3);
        Path copy = temporary.resolve("copy");
        Path target = temporary.resolve("target");
        assertEquals(0, verbatim("convert", folder, copy.toString(), "--to=map").exitCode());
        Path segment = mapPath.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[260]++; // in the value of key 2
        Files.write(segment, bytes);
        List<CommandLineRun> all = List.of(
                verbatim("cat", folder),
                verbatim("tail", folder),
                verbatim("map", "get", folder, "2"),
                verbatim("convert", folder, target.toString(), "--to=map"),
                verbatim("diff", folder, copy.toString()));
        for (CommandLineRun run : all) {
            assertTrue(
                    run.err().contains("000000000000.segment: expected at offset=216 position=216 checksum=0x"),
                    run::err);
            assertFalse(run.out().contains("\"key\":2"), run::out);
        }
        assertEquals(
                List.of(1, 1, 1, 1, 1),
                all.stream().map(CommandLineRun::exitCode).toList());
        assertTrue(Files.notExists(target));
        assertEquals(2, all.getFirst().out().lines().count(), "what is whole is shown");
        assertEquals(0, verbatim("map", "get", folder, "1").exitCode());

        String value =
                verbatim("map", "get", copy.toString(), "2", "--format=json").out();
        String struct = value.substring(value.indexOf("\"value\":") + 8, value.lastIndexOf('}'));
        assertEquals(value, verbatim("map", "put", folder, "2", struct).out());
        assertEquals(0, verbatim("diff", folder, copy.toString()).exitCode());
        CommandLineRun tail = verbatim("tail", folder);
        assertEquals(3, tail.out().lines().count(), tail::out);
        assertTrue(tail.err().matches(".* found checksum=0x\\p{XDigit}{8}\n"), tail::err);
    }

    @Test
    void theRestOfADamagedMapIsTakenIfThatIsWanted() throws Exception {
        StoredMap.ofQuotes(mapPath, 3);
        Path segment = mapPath.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[260]++; // in the value of key 2
        Files.write(segment, bytes);
        for (String target : List.of("copy", "copy.json", "copy.csv")) {
            Path copy = temporary.resolve(target);
            String to = target.equals("copy") ? "map" : target.substring("copy.".length());
            CommandLineRun run = verbatim("convert", folder, copy.toString(), "--skip-damaged", "--to=" + to);
            assertEquals("2 entries converted\n", run.out());
            assertTrue(
                    run.err()
                            .matches("verbatim convert: file=\\S+: expected at offset=216 position=216 checksum=\\S+,"
                                    + " found checksum=\\S+; put or remove its key\n"),
                    run::err);
            assertEquals(1, run.exitCode());
        }
        CommandLineRun copied =
                verbatim("map", "verify", temporary.resolve("copy").toString());
        assertTrue(copied.out().contains("\nkeys       2\n"), copied::out);
        assertEquals(0, copied.exitCode());
        assertEquals(2, Files.readAllLines(temporary.resolve("copy.json")).size());
        assertEquals(3, Files.readAllLines(temporary.resolve("copy.csv")).size());
    }

    /** The hash of the key that is there is not that by which the index leads to it. */
    @Test
    void aDamagedKeyIsNamed() throws Exception {
        StoredMap.ofQuotes(mapPath, 3);
        Path segment = mapPath.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        int key = 216;
        while (bytes[key] != 2 || bytes[key + 1] != 0) {
            key++;
        }
        bytes[key] = 7;
        Files.write(segment, bytes);
        for (CommandLineRun run : List.of(verbatim("cat", folder), verbatim("tail", folder))) {
            assertTrue(run.err().contains("position=216 checksum=0x"), run::err);
            assertEquals(1, run.exitCode());
            assertEquals(2, run.out().lines().count(), run::out);
        }
    }

    @Test
    void verifyGoesOnAfterAKeyThatLeadsOutOfItsEntry() throws Exception {
        try (MappedMap<Long, String> map = MappedMap.builder(mapPath, MapCodec.longs(), MapCodec.strings())
                .segmentSize(StoredMap.SEGMENT_SIZE)
                .checksum(false)
                .open()) {
            map.put(1L, "one");
            map.put(2L, "two");
        }
        Path segment = mapPath.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[152 + 3] = 1;
        Files.write(segment, bytes);
        CommandLineRun run = verbatim("map", "verify", folder);
        String fault = "file=" + segment + ": expected at offset=128 position=128 a key of at most 11 bytes, found"
                + " keyLength=16777224";
        assertEquals(new CommandLineRun(1, """
            positions  128 to 224
            checksums  none in this map
            committed  2
            aborted    0
            unsettled  0
            keys       1
            damaged    position=128: FAULT
            """.replace("FAULT", fault), ""), run);
    }

    @Test
    void compactLeavesWhatIsNeeded() throws Exception {
        StoredMap.ofQuotes(mapPath, 100);
        CommandLineRun run = verbatim("map", "compact", folder);
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
        assertTrue(run.out().matches("""
            deleted    [1-9] segments?
            positions  [1-9][0-9]{3,} to [0-9]+
            live       8,800 of [0-9,]+ bytes
            """), run::out);
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(mapPath)) {
            for (int i = 1; i <= 100; i++) {
                assertEquals(Quote.of(i), map.get((long) i));
            }
        }
    }

    @Test
    void aFolderThatIsNoMapIsRefusedAndNotMade() throws Exception {
        for (String command : List.of("info", "cat", "tail", "verify", "compact")) {
            assertNoMap(command, "no such folder", "map", command, folder);
        }
        assertNoMap("get", "no such folder", "map", "get", folder, "1");
        assertNoMap("put", "no such folder", "map", "put", folder, "1", "2");
        assertNoMap("remove", "no such folder", "map", "remove", folder, "1");
        assertTrue(Files.notExists(mapPath));
        Files.createDirectory(mapPath);
        Files.createFile(mapPath.resolve("lock"));
        assertNoMap("put", "no file `control`", "map", "put", folder, "1", "2");
    }

    /** A backup is made without it. */
    @Test
    void aMapWithoutLockFileIsReadAndGetsOneWhenItIsChanged() throws Exception {
        StoredMap.ofQuotes(mapPath, 3);
        Files.delete(mapPath.resolve("lock"));
        for (String command : List.of("info", "cat", "verify")) {
            assertEquals(0, verbatim("map", command, folder).exitCode());
        }
        assertEquals(0, verbatim("map", "get", folder, "2").exitCode());
        assertTrue(Files.notExists(mapPath.resolve("lock")));
        assertEquals(new CommandLineRun(0, "", ""), verbatim("map", "remove", folder, "2"));
        assertTrue(Files.exists(mapPath.resolve("lock")));
        assertEquals(1, verbatim("map", "get", folder, "2").exitCode());
    }

    private void assertNoMap(String command, String missing, String... words) {
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim map " + command + ": file=" + folder + ": expected a map, found " + missing + "\n"),
                verbatim(words));
    }

    @Test
    void aQueueIsNoMap() throws Exception {
        StoredQueue.ofQuotes(mapPath, 1);
        CommandLineRun run = verbatim("map", "info", folder);
        assertTrue(
                run.err().startsWith("verbatim map info: file=" + mapPath.resolve("control") + ": expected"), run::err);
        assertEquals(2, run.exitCode());
    }

    /** The folder is right, and the work fails. */
    @Test
    void aMapThatIsTooDamagedToBeOpenedIsAFailure() throws Exception {
        StoredMap.ofQuotes(mapPath, 1);
        Path control = mapPath.resolve("control");
        byte[] bytes = Files.readAllBytes(control);
        for (String command : List.of("info", "cat", "tail", "verify", "compact")) {
            byte[] damaged = bytes.clone();
            damaged[16] ^= 1;
            Files.write(control, damaged);
            assertEquals(
                    new CommandLineRun(
                            1,
                            "",
                            "verbatim map " + command + ": file=" + control
                                    + ": expected segmentSize=a power of two, found segmentSize=4097\n"),
                    verbatim("map", command, folder));
        }
        Files.write(control, bytes);
        Path index = mapPath.resolve("index/000000000002");
        Files.delete(index);
        for (String command : List.of("get", "remove")) {
            CommandLineRun run = verbatim("map", command, folder, "1");
            assertEquals(
                    "verbatim map " + command + ": file=" + index
                            + ": expected the current generation of the index, found no file; copy the map as for a"
                            + " backup, without `index`, and open the copy, which makes the index anew\n",
                    run.err());
            assertEquals(1, run.exitCode());
        }
    }

    @Test
    void theSubcommandsAreListed() {
        CommandLineRun run = verbatim("map", "--help");
        assertEquals(0, run.exitCode());
        for (String command : List.of("info", "cat", "get", "tail", "verify", "put", "remove", "compact")) {
            assertTrue(run.out().contains("\n  " + command + " "), run::out);
        }
        assertEquals(
                "verbatim map: missing required subcommand; see 'verbatim map --help'\n",
                verbatim("map").err());
        assertEquals(
                "verbatim map put: missing required parameters: 'FOLDER', 'KEY', 'VALUE'; see 'verbatim map put"
                        + " --help'\n",
                verbatim("map", "put").err());
    }
}
