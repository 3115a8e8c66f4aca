package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The verbs that work on files, queues and maps alike: what they print, and what they refuse. */
@Timeout(60)
class StoreVerbsTest {

    /** More than a part of a file, and a segment of a queue or map. */
    private static final int MANY = 2500;

    @TempDir
    Path temporary;

    private Path file;
    private Path queue;
    private Path map;

    @BeforeEach
    void nameTheStores() {
        file = temporary.resolve("quotes.npy");
        queue = temporary.resolve("queue");
        map = temporary.resolve("map");
    }

    private Path quotes(String kind, int count) throws IOException {
        switch (kind) {
            case "file" -> StoredFile.ofQuotes(file, count);
            case "queue" -> StoredQueue.ofQuotes(queue, count);
            default -> StoredMap.ofQuotes(map, count);
        }
        return kind.equals("file") ? file : kind.equals("queue") ? queue : map;
    }

    private static List<String> run(Path store, String verb, String... options) {
        CommandLineRun run = verbatim(words(verb, store, options));
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
        return run.out().lines().toList();
    }

    private static String[] words(String verb, Path store, String... options) {
        return Stream.concat(Stream.of(verb, store.toString()), Arrays.stream(options))
                .toArray(String[]::new);
    }

    private void assertRefused(String message, String verb, Path store, String... options) {
        assertEquals(
                new CommandLineRun(2, "", "verbatim " + verb + ": " + message + "\n"),
                verbatim(words(verb, store, options)));
    }

    @Test
    void infoSaysWhatThereIs() throws Exception {
        assertEquals(
                List.of(
                        "file       " + quotes("file", 3),
                        "structs    3 of 48 bytes, 144 bytes together",
                        "file size  " + Files.size(file) + " bytes",
                        "layout     {\"id\":j,\"symbol\":[8]b,\"levels\":[2]{\"price\":d,\"size\":i,\"\":x4}}",
                        "dtype      id: <i8, symbol: |S8, levels[].price: <f8, levels[].size: <i4"),
                run(file, "info"));
        assertEquals(verbatim("queue", "info", quotes("queue", 3).toString()).out(), out("info", queue));
        assertEquals(verbatim("map", "info", quotes("map", 3).toString()).out(), out("info", map));
        assertTrue(out("info", map).contains("\nsize       3 keys\n"), out("info", map));
        assertEquals(0, verbatim("map", "remove", map.toString(), "1").exitCode());
        assertEquals(0, verbatim("map", "remove", map.toString(), "2").exitCode());
        assertTrue(out("info", map).contains("\nsize       1 key\n"), out("info", map));
    }

    private static String out(String verb, Path store, String... options) {
        CommandLineRun run = verbatim(words(verb, store, options));
        assertEquals("", run.err());
        return run.out();
    }

    @Test
    void catPrintsFilesAsJsonAndCsv() throws Exception {
        quotes("file", 2);
        assertEquals(StoredFile.quoteJson(0, 1) + StoredFile.quoteJson(1, 2), out("cat", file));
        assertEquals("""
            @index,id,symbol,levels[0].price,levels[0].size,levels[1].price,levels[1].size
            0,1,VBTM,99.5,10,99.25,20
            1,2,VBTM,99.5,10,99.25,20
            """, out("cat", file, "--format=csv"));
    }

    @Test
    void catPrintsWhatNumpyHasWritten() throws Exception {
        StoredFile.ofNumpy(file);
        assertEquals(
                List.of(
                        "{\"index\":0,\"value\":{\"id\":1,\"day\":2,\"name\":\"a\"}}",
                        "{\"index\":1,\"value\":{\"id\":255,\"day\":0,\"name\":\"\"}}"),
                run(file, "cat"));
    }

    @Test
    void aTableHasNumbersAtTheRightAndLongValuesCut() throws Exception {
        try (MappedQueue stored = StoredQueue.open(queue);
                Appender appender = stored.appender()) {
            appender.append(Quote.CODEC, Quote.of(1));
            appender.append(Quote.CODEC, Quote.of(1000));
            appender.append(StoredQueue.text("😀 two\nlines"));
            appender.append(Trade.CODEC, new Trade(2, null, List.of(), List.of(), new int[0]));
        }
        assertEquals("""
            @position    id  symbol  levels
                  128     1  VBTM    [{"price":99.5,"size":10},{"price":99.2…
                  192  1000  VBTM    [{"price":99.5,"size":10},{"price":99.2…

            @position  bytes
                  256  😀 two?lines

            @position  id  venue  fills  tags  sizes
                  288   2  null   []     []    []
            """, out("cat", queue, "--format=table"));
        assertEquals(
                """
                  id  levels[1].price
                1000            99.25
                """,
                out(
                        "cat",
                        queue,
                        "--format=table",
                        "--layout=8599845a",
                        "--columns=id,levels[1].price",
                        "--where=id > 1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "queue", "map"})
    void entriesAreChosen(String kind) throws Exception {
        Path store = quotes(kind, 100);
        assertEquals(List.of("100"), run(store, "cat", "--count"));
        assertEquals(List.of("3"), run(store, "cat", "--count", "--where=id > 97 && symbol == 'VBTM'"));
        assertEquals(List.of("0"), run(store, "cat", "--count", "--where", "levels[0].price != 99.5"));
        assertEquals(List.of("7"), run(store, "cat", "--count", "--limit=7"));
        assertEquals(
                List.of("id,levels[0].size", "42,10"),
                run(store, "cat", "--columns=id,levels[0].size", "--where=id==42", "--format=csv"));
        assertEquals(
                List.of("{\"levels\":[{\"price\":99.5,\"size\":10},{\"price\":99.25,\"size\":20}],\"id\":42}"),
                run(store, "cat", "--columns=levels,`id`", "--where=id==42", "--format=json"));
        assertEquals(2, run(store, "cat", "--limit=2", "--where=id > 50").size());
        assertEquals(
                List.of("{\"id\":99}", "{\"id\":100}"), run(store, "tail", "-n2", "--columns=id", "--where=id >= 50"));
    }

    @Test
    void entriesAreChosenByWhatTellsThemFromOthers() throws Exception {
        assertEquals(List.of("{\"id\":4}"), run(quotes("file", 9), "cat", "--where=@index==3", "--columns=id"));
        assertEquals(List.of("{\"id\":2}"), run(quotes("queue", 9), "cat", "--where=@position==192", "--columns=id"));
        assertEquals(List.of("{\"id\":7}"), run(quotes("map", 9), "cat", "--where=@key==7", "--columns=id"));
        assertEquals(List.of("{\"id\":9}"), run(file, "cat", "--from=8", "--columns=id"));
        assertEquals(List.of(), run(file, "cat", "--from=9"));
        assertEquals(8, run(queue, "cat", "--from=192").size());
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "queue", "map"})
    void theLastEntriesAreFound(String kind) throws Exception {
        Path store = quotes(kind, MANY);
        List<String> ids = run(store, "tail", "--columns=id", "-n", "1200");
        assertEquals(1200, ids.size());
        assertEquals("{\"id\":" + (MANY - 1199) + "}", ids.getFirst());
        assertEquals("{\"id\":" + MANY + "}", ids.getLast());
        assertEquals(List.of("{\"id\":3}"), run(store, "tail", "--columns=id", "--where=id <= 3", "-n1"));
        assertEquals(List.of(), run(store, "tail", "-n0"));
        assertEquals(MANY, run(store, "cat").size());
    }

    @Test
    void aFileIsFollowed() throws Exception {
        StringWriter out = new StringWriter();
        try (StructFile<Quote> structs = StructFile.create(file, Quote.CODEC)) {
            Thread follower = new Thread(() -> Main.commandLine()
                    .setOut(new PrintWriter(out))
                    .execute("tail", "-f", file.toString(), "--columns=id"));
            follower.start();
            StringBuilder expected = new StringBuilder();
            for (int id = 1; id <= 3; id++) {
                structs.append(Quote.of(id));
                expected.append("{\"id\":").append(id).append("}\n");
                while (!out.toString().equals(expected.toString())) {
                    Thread.onSpinWait();
                }
            }
            follower.interrupt();
            follower.join();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "queue", "map"})
    void whatIsSoundIsVerified(String kind) throws Exception {
        List<String> lines = run(quotes(kind, 1200), "verify");
        String count = kind.equals("file") ? "structs    1,200, all within the file" : "committed  1,200";
        assertTrue(lines.contains(count), lines::toString);
        assertEquals(kind.equals("map"), lines.contains("keys       1,200"), lines::toString);
    }

    @Test
    void damageIsFound() throws Exception {
        quotes("queue", 3);
        Path segment = queue.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[128 + 64 + 16]++;
        Files.write(segment, bytes);
        CommandLineRun run = verbatim("verify", queue.toString());
        assertEquals(1, run.exitCode());
        assertTrue(run.out().contains("damaged    position=192: "), run::out);
        quotes("file", 3);
        byte[] npy = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(npy, npy.length - 1));
        for (String verb : List.of("verify", "cat", "info", "tail")) {
            CommandLineRun cut = verbatim(verb, file.toString());
            assertEquals(2, cut.exitCode());
            assertTrue(
                    cut.err().startsWith("verbatim " + verb + ": file=" + file + " position=335: expected"), cut::err);
            assertEquals(1, cut.err().lines().count());
        }
    }

    @ParameterizedTest
    @CsvSource({"info", "cat", "tail", "verify", "append", "diff", "convert"})
    void whatIsNoStoreIsRefused(String verb) throws Exception {
        String[] more = verb.equals("diff") || verb.equals("convert") ? new String[] {"x.csv"} : new String[0];
        String expected = ": expected a .npy file, or the folder of a queue or a map, found ";
        Path missing = temporary.resolve("missing");
        assertRefused(missing + expected + "nothing there", verb, missing, more);
        assertRefused(temporary + expected + "a folder without a file `control`", verb, temporary, more);
        Path other = Files.createDirectory(temporary.resolve("other"));
        Files.writeString(other.resolve("control"), "something");
        assertRefused(other + expected + "a folder with a file `control` of something else", verb, other, more);
        if (!verb.equals("convert")) { // which takes it for a text
            Path text = Files.writeString(temporary.resolve("a.npy"), "hello, world");
            assertRefused(text + expected + "a file that begins with \"hello,\"", verb, text, more);
            Path empty = Files.createFile(temporary.resolve("b.npy"));
            assertRefused(empty + expected + "an empty file", verb, empty, more);
        }
        assertTrue(verbatim(verb).err().contains(": missing required parameter"));
    }

    /** To open a pipe waits for its other end, which may never come. */
    @ParameterizedTest
    @CsvSource({"info", "cat", "tail", "verify", "append", "diff"})
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no named pipes among its files")
    @Timeout(value = 60, threadMode = ThreadMode.SEPARATE_THREAD)
    void whatIsNoRegularFileIsNotOpened(String verb) throws Exception {
        Path pipe = temporary.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        String[] more = verb.equals("diff") ? new String[] {"x.csv"} : new String[0];
        for (Path irregular : List.of(pipe, Path.of("/dev/null"))) {
            assertRefused(
                    irregular
                            + ": expected a .npy file, or the folder of a queue or a map, found a pipe, a socket or a"
                            + " device",
                    verb,
                    irregular,
                    more);
        }
    }

    @ParameterizedTest
    @CsvSource({"info", "cat", "verify"})
    void anEmptyArgumentIsNoPath(String verb) {
        assertRefused(
                "invalid value for positional parameter at index 0 (STORE): expected a path, found an empty text; see"
                        + " 'verbatim " + verb + " --help'",
                verb,
                Path.of(""));
    }

    /** No process can read its own memory from address 0 on: this is a device that fails. */
    @Test
    void whatCannotBeReadIsNotTakenForSomethingElse() throws Exception {
        Path failing = Path.of("/proc/self/mem");
        assumeTrue(Files.isRegularFile(failing), "needs a file that fails");
        Path control = Files.createSymbolicLink(
                Files.createDirectory(temporary.resolve("failing")).resolve("control"), failing);
        CommandLineRun run = verbatim("info", control.getParent().toString());
        assertEquals(
                "verbatim info: " + control + ": Input/output error", run.err().strip());
        assertEquals(1, run.exitCode());
    }

    @Test
    void aFolderThatCannotBeReadIsSaidToBeSo() throws Exception {
        Path folder = Files.createDirectory(
                temporary.resolve("secret"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("---------")));
        assumeFalse(Files.isReadable(folder), "needs a user whom permissions concern");
        assertRefused(
                folder
                        + ": expected a .npy file, or the folder of a queue or a map, found a folder that cannot be"
                        + " read",
                "info",
                folder);
    }

    @Test
    void aFileOfPlainNumbersIsRefused() throws Exception {
        StoredFile.ofNumpy(file);
        byte[] npy = Files.readAllBytes(file);
        String header = new String(npy, java.nio.charset.StandardCharsets.ISO_8859_1);
        int start = header.indexOf('[');
        int end = header.indexOf(']', header.indexOf("S3"));
        for (int i = start; i <= end; i++) {
            npy[i] = ' ';
        }
        System.arraycopy(new byte[] {'\'', '<', 'f', '8', '\''}, 0, npy, start, 5);
        Files.write(file, npy);
        CommandLineRun run = verbatim("cat", file.toString());
        assertEquals(2, run.exitCode());
        assertTrue(run.err().startsWith("verbatim cat: file=" + file + " position=20: expected"), run::err);
        assertEquals(1, run.err().lines().count(), run::err);
    }

    @Test
    void optionsThatMakeNoSenseAreRefused() throws Exception {
        quotes("file", 2);
        quotes("map", 2);
        for (String verb : List.of("cat", "tail")) {
            assertRefused(
                    "--layout x: expected eight hexadecimal digits, as `info` lists them, or raw",
                    verb,
                    file,
                    "--layout=x");
            assertRefused("--where at column=4: expected ==, found \"= 1\"", verb, file, "--where=id = 1");
            assertRefused(
                    "--where at column=4: expected values of the same type, found a number and a text",
                    verb,
                    file,
                    "--where=id == 'x'");
            assertRefused(
                    "--where at column=1: \"ids\": no such member in index=0, which has @index, id, symbol, levels",
                    verb,
                    file,
                    "--where=ids > 1");
            assertRefused(
                    "\"levels[0].cost\": no such member at \"cost\" in \"levels[0]\" of index=0, which has price, size",
                    verb,
                    file,
                    "--columns=levels[0].cost");
        }
        assertRefused("--from 3: expected an index from 0 to 2", "cat", file, "--from=3");
        assertRefused("--from -1: expected an index from 0 to 2", "cat", file, "--from=-1");
        assertRefused("--limit -1: expected 0 or more", "cat", file, "--limit=-1");
        assertRefused("-n -1: expected 0 or more", "tail", file, "-n=-1");
        assertRefused(
                "--from-time 2020-01-01T00:00:00Z: expected a queue, found a file",
                "cat",
                file,
                "--from-time=2020-01-01T00:00:00Z");
        assertRefused(
                "--from 1: expected a file or a queue, found a map, whose keys have no order", "cat", map, "--from=1");
    }

    /** A condition cannot be asked about them: so they do not count, and it is said once that there are some. */
    @Test
    void entriesThatCannotBeReadDoNotFulfilAnyCondition() throws Exception {
        try (MappedQueue stored = StoredQueue.open(queue);
                Appender appender = stored.appender()) {
            appender.append(Trade.CODEC, Trade.of(1));
            StoredQueue.appendUnsound(appender, Trade.CODEC.layout(), "too short".getBytes(StandardCharsets.UTF_8));
            for (int i = 2; i <= 100; i++) { // more than a segment, so that tail begins anew further back
                appender.append(Trade.CODEC, Trade.of(i));
            }
        }
        CommandLineRun count = verbatim("cat", queue.toString(), "--count", "--where=id < 3");
        assertEquals(new CommandLineRun(1, "2\n", count.err()), count);
        assertEquals(1, count.err().lines().count(), count.err());
        assertTrue(
                count.err().matches("verbatim cat: position=\\d+: expected .* bytes or more, found 9 bytes\n"),
                count.err());
        CommandLineRun tail = verbatim("tail", queue.toString(), "-n=98", "--where=id > 2", "--columns=id");
        assertEquals(1, tail.exitCode());
        assertEquals(98, tail.out().lines().count());
        assertEquals(count.err().replace("verbatim cat", "verbatim tail"), tail.err());
        CommandLineRun all = verbatim("tail", queue.toString(), "-n=200", "--where=id > 2", "--columns=id");
        assertEquals(tail, all);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"queue | 8599845a", "map | 8599845a"})
    void aLayoutThatIsNotStoredIsRefused(String kind, String stored) throws Exception {
        Path store = quotes(kind, 2);
        String message = "--layout 00000001: expected a stored layout, " + stored + ", found none of this id";
        assertRefused(message, "cat", store, "--layout=00000001");
        assertRefused(message, "tail", store, "--layout=00000001");
        assertRefused(
                message, "convert", store, temporary.resolve("target.json").toString(), "--layout=00000001");
        assertEquals(2, run(store, "cat", "--layout=8599845A").size());
        assertEquals(List.of(), run(store, "cat", "--layout=raw"));
    }

    @Test
    void aFileHasNoEntriesOfAnotherLayout() throws Exception {
        quotes("file", 3);
        String message = "--layout raw: expected a queue or a map, found a file, which has its own layout";
        assertRefused(message, "cat", file, "--layout=raw");
        assertRefused(message, "tail", file, "--layout=raw");
        assertRefused(message, "tail", file, "-f", "--layout=raw");
        try (FileStore store = FileStore.open(file);
                Entries entries = store.entriesFrom(id -> false, 0)) {
            assertNull(entries.next());
            assertNull(entries.await());
        }
    }

    /** As if {@code head} had stopped. */
    @Test
    void aClosedPipeEndsItInSilence() throws Exception {
        quotes("queue", MANY);
        List<String> lines = new ArrayList<>();
        StringWriter err = new StringWriter();
        Writer closed = new Writer() {
            @Override
            public void write(char[] chars, int offset, int length) throws IOException {
                lines.add(new String(chars, offset, length));
                if (lines.size() > 3) {
                    throw new IOException("Broken pipe");
                }
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        CommandLine command = Main.commandLine().setOut(new PrintWriter(closed)).setErr(new PrintWriter(err));
        assertEquals(0, command.execute("cat", queue.toString()));
        assertEquals("", err.toString());
        assertTrue(lines.size() < MANY, () -> lines.size() + " lines");
    }

    @Test
    void aStoreThatCannotBeWrittenToIsReadAllTheSame() throws Exception {
        try {
            quotes("queue", 3);
            Set<java.nio.file.attribute.PosixFilePermission> readOnly =
                    java.nio.file.attribute.PosixFilePermissions.fromString("r-xr-xr-x");
            Files.setPosixFilePermissions(queue, readOnly);
            assertEquals(3, run(queue, "cat").size());
            assertEquals(List.of("3"), run(queue, "cat", "--count"));
        } catch (UnsupportedOperationException e) {
            org.junit.jupiter.api.Assumptions.abort("the file system has no permissions of POSIX");
        }
    }

    @Test
    void mapsOfAnyKeysAreShown() throws Exception {
        try (MappedMap<String, String> texts = StoredMap.open(map, MapCodec.strings(), MapCodec.strings())) {
            texts.put("a", "1");
            texts.put("b", "2");
            texts.remove("a");
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        assertEquals(
                List.of("{\"key\":\"b\",\"layout\":\"raw\",\"value\":\"2\"}"), run(map, "cat", "--where=bytes == '2'"));
        assertEquals(3, run(map, "tail").size());
        assertEquals(List.of("{\"@key\":\"a\",\"bytes\":null}"), run(map, "tail", "-n1", "--columns=@key,bytes"));
    }
}
