package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code verbatim convert} makes. */
@Timeout(60)
class ConvertTest {

    private static final String QUOTE = LayoutText.of(Quote.CODEC.layout());

    @TempDir
    Path temporary;

    static CommandLineRun convert(Path source, Path target, String... options) {
        List<String> words = new ArrayList<>(List.of("convert", source.toString(), target.toString()));
        words.addAll(Arrays.asList(options));
        return verbatim(words.toArray(String[]::new));
    }

    private Path source(String kind) throws Exception {
        Path path = temporary.resolve("source." + kind);
        switch (kind) {
            case "npy" -> StoredFile.ofQuotes(path, 3);
            case "queue" -> StoredQueue.ofQuotes(path, 3);
            case "map" -> StoredMap.ofQuotes(path, 3);
            default -> {
                Path map = temporary.resolve("map-of-" + kind);
                StoredMap.ofQuotes(map, 3);
                assertEquals("", convert(map, path).err());
            }
        }
        return path;
    }

    private Path textWithoutKeys(String kind) throws Exception {
        Path queue = temporary.resolve("queue-of-" + kind);
        StoredQueue.ofQuotes(queue, 3);
        Path path = temporary.resolve("source." + kind);
        assertEquals("", convert(queue, path).err());
        return path;
    }

    private static String[] options(String from, String to) {
        boolean isText = from.equals("csv") || from.equals("json");
        return Stream.of(
                        "--to=" + to,
                        isText ? "--layout=" + QUOTE : "",
                        isText && to.equals("map") ? "--keys=LONG" : "")
                .filter(option -> !option.isEmpty())
                .toArray(String[]::new);
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    /** There and back again: the source and what is made of it differ in nothing, whatever lies between them. */
    @ParameterizedTest
    @CsvSource({
        "npy, npy", "npy, queue", "npy, csv", "npy, json",
        "queue, npy", "queue, queue", "queue, csv", "queue, json",
        "map, map", "map, csv", "map, json"
    })
    void whatIsExactComesBack(String from, String to) throws Exception {
        Path source = source(from);
        Path target = temporary.resolve("target." + to);
        assertEquals(new CommandLineRun(0, "3 entries converted\n", ""), convert(source, target, options(from, to)));
        Path back = temporary.resolve("back." + from);
        assertEquals(new CommandLineRun(0, "3 entries converted\n", ""), convert(target, back, options(to, from)));
        assertEquals(
                new CommandLineRun(0, "no difference in 3 entries\n", ""),
                verbatim("diff", source.toString(), back.toString()));
    }

    @ParameterizedTest
    @CsvSource({
        "csv, npy",
        "csv, queue",
        "csv, map",
        "csv, csv",
        "csv, json",
        "json, npy",
        "json, queue",
        "json, map",
        "json, csv",
        "json, json"
    })
    void textsBecomeEverything(String from, String to) throws Exception {
        Path source = to.equals("npy") || to.equals("queue") ? textWithoutKeys(from) : source(from);
        Path target = temporary.resolve("target." + to);
        assertEquals(new CommandLineRun(0, "3 entries converted\n", ""), convert(source, target, options(from, to)));
        if (from.equals(to)) {
            assertEquals(
                    Files.readString(source).replaceAll("\"key\":\"(\\d+)\"", "\"key\":$1"),
                    Files.readString(target).replaceAll("\"key\":\"(\\d+)\"", "\"key\":$1"));
        } else if (!to.equals("csv") && !to.equals("json")) {
            List<String> ids = verbatim("cat", target.toString(), "--columns=id", "--format=csv")
                    .out()
                    .lines()
                    .sorted()
                    .toList();
            assertEquals(List.of("1", "2", "3", "id"), ids);
        }
    }

    /** Indexes and positions are numbers in both. */
    @ParameterizedTest
    @CsvSource({"npy", "queue"})
    void csvBecomesTheJsonLinesOfItsStore(String from) throws Exception {
        Path source = source(from);
        Path csv = temporary.resolve("text.csv");
        Path json = temporary.resolve("text.json");
        assertEquals(0, convert(source, csv).exitCode());
        assertEquals(
                new CommandLineRun(0, "3 entries converted\n", ""),
                convert(
                        csv,
                        json,
                        "--layout=" + QUOTE,
                        "--where=" + (from.equals("npy") ? "@index" : "@position") + " >= 0"));
        assertEquals(
                verbatim("cat", source.toString()).out().replaceAll(",\"layout\":\"[0-9a-f]+\"", ""),
                Files.readString(json).replaceAll(",\"layout\":\"[0-9a-f]+\"", ""));
    }

    /** They begin as variable-length records do. */
    @ParameterizedTest
    @CsvSource({"npy", "queue", "csv", "json"})
    void structsWithTheNamesOfAHeaderComeBack(String to) throws Exception {
        Path source = temporary.resolve("source.npy");
        String layout = "{\"\":[0]b,\"fixedSize\":i,\"totalSize\":i,\"a\":b}";
        try (StructFile<MemorySegment> file = StructFile.create(source, LayoutText.parse(layout))) {
            file.append(MemorySegment.ofArray(new byte[] {-1, -1, 0, 0, 7, 0, 0, 0, 1}));
        }
        assertEquals(
                new CommandLineRun(0, "{\"index\":0,\"value\":{\"fixedSize\":65535,\"totalSize\":7,\"a\":1}}\n", ""),
                verbatim("cat", source.toString()));
        Path target = temporary.resolve("target." + to);
        assertEquals(new CommandLineRun(0, "1 entry converted\n", ""), convert(source, target, "--to=" + to));
        Path back = temporary.resolve("back.npy");
        String[] options = to.equals("csv") || to.equals("json") ? new String[] {"--layout=" + layout} : new String[0];
        assertEquals(new CommandLineRun(0, "1 entry converted\n", ""), convert(target, back, options));
        assertEquals(-1, Files.mismatch(source, back));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "npy   | map   | expected a map or a text, because a map has keys, found a file",
                "queue | map   | expected a map or a text, because a map has keys, found a queue",
                "map   | npy   | expected a file, a queue or a text, because the keys of a map have no place in a file,"
                        + " found a map",
                "map   | queue | expected a file, a queue or a text, because the keys of a map have no place in a"
                        + " queue, found a map",
            })
    void whatIsNotExactIsRefused(String from, String to, String message) throws Exception {
        Path source = source(from);
        Path target = temporary.resolve("target");
        assertEquals(
                new CommandLineRun(2, "", "verbatim convert: " + source + ": " + message + "\n"),
                convert(source, target, "--to=" + to));
        assertTrue(Files.notExists(target));
    }

    @ParameterizedTest
    @CsvSource({"csv, npy", "csv, queue", "json, npy", "json, queue"})
    void theKeysOfATextAreNotDropped(String from, String to) throws Exception {
        Path source = source(from);
        Path target = temporary.resolve("target");
        CommandLineRun run = convert(source, target, options(from, to));
        assertEquals(2, run.exitCode());
        assertTrue(
                run.err()
                        .matches("verbatim convert: .*source\\." + from + ": line [12]: key=.*: expected an entry"
                                + " without a key, which has no place in a"
                                + " file or a queue, found key=.*; .*target"
                                + " was not made\n"),
                run::err);
        assertTrue(Files.notExists(target));
    }

    @Test
    void theLabelsOfLinesComeIntoTheColumnsOfTheirNames() throws Exception {
        Path lines = Files.writeString(temporary.resolve("a.jsonl"), """
            {"position":1,"key":7,"value":{"a":1}}
            {"key":8,"value":{"a":2},"position":2}
            """);
        Path csv = temporary.resolve("a.csv");
        assertEquals("", convert(lines, csv, "--layout={\"a\":b}").err());
        assertEquals("@position,@key,a\n1,7,1\n2,8,2\n", Files.readString(csv));
        Path other = temporary.resolve("other.csv");
        for (String labels : List.of("\"key\":8,", "\"key\":8,\"index\":3,", "")) {
            Files.writeString(
                    lines, "{\"position\":1,\"key\":7,\"value\":{\"a\":1}}\n{" + labels + "\"value\":{\"a\":2}}\n");
            CommandLineRun run = convert(lines, other, "--layout={\"a\":b}");
            assertEquals(2, run.exitCode());
            assertTrue(
                    run.err()
                            .contains(": expected an entry with position and key, as the header has it, found one"
                                    + " with "),
                    run::err);
            assertTrue(Files.notExists(other));
        }
    }

    private Path queueOfAllKinds() throws Exception {
        Path queue = temporary.resolve("all.queue");
        try (MappedQueue stored = StoredQueue.open(queue);
                Appender appender = stored.appender()) {
            appender.append(Quote.CODEC, Quote.of(1));
            appender.append(Trade.CODEC, Trade.of(2));
            appender.append(StoredQueue.text("0x"));
        }
        return queue;
    }

    @Test
    void entriesOfSeveralLayoutsBecomeJsonAndComeBack() throws Exception {
        Path queue = queueOfAllKinds();
        Path json = temporary.resolve("all.jsonl");
        assertEquals(0, convert(queue, json).exitCode());
        Path back = temporary.resolve("back");
        CommandLineRun run = convert(
                json,
                back,
                "--to=queue",
                "--layout=" + QUOTE,
                "--layout=" + LayoutText.of(Trade.CODEC.layout()),
                "--layout=raw");
        assertEquals(new CommandLineRun(0, "3 entries converted\n", ""), run);
        assertEquals(0, verbatim("diff", queue.toString(), back.toString()).exitCode());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "csv | ``       | position=192: expected an entry of layout 8599845a, as the header has it, found one"
                        + " of layout e30c6a4d; choose one with --layout, or --to json or a target that ends in"
                        + " .jsonl",
                "npy | raw      | position=352: expected structs of fixed size, which a file has, found an entry"
                        + " without a layout; choose others with --layout",
                "npy | e30c6a4d | position=192: cannot store variable-length records in a file: expected a struct of"
                        + " fixed size; choose others with --layout",
            })
    void aTargetThatCannotHoldAllIsNotMade(String to, String layout, String message) throws Exception {
        Path queue = queueOfAllKinds();
        Path target = temporary.resolve("target");
        String[] options =
                layout.isEmpty() ? new String[] {"--to=" + to} : new String[] {"--to=" + to, "--layout=" + layout};
        assertEquals(
                new CommandLineRun(2, "", "verbatim convert: " + message + "; " + target + " was not made\n"),
                convert(queue, target, options));
        assertTrue(Files.notExists(target));
        CommandLineRun several = convert(queue, target, "--to=npy");
        assertTrue(
                several.err().startsWith("verbatim convert: position=192: expected an entry of layout {"),
                several::err);
        assertTrue(Files.notExists(target));
        assertEquals(
                0,
                convert(queue, target, "--to=npy", "--where=@position == 128").exitCode());
        assertTrue(Files.exists(target));
    }

    /** A device that is always full. */
    @ParameterizedTest
    @ValueSource(ints = {1, 10_000})
    @EnabledOnOs(value = OS.LINUX, disabledReason = "has no /dev/full")
    void aTextThatCannotBeWrittenSaysWhy(int count) throws Exception {
        FileChannel full = FileChannel.open(Path.of("/dev/full"), StandardOpenOption.WRITE);
        StoredEntry entry = StoredEntry.at(128, LayoutIds.RAW_ID, StoredQueue.text("a"));
        IOException e = assertThrows(IOException.class, () -> {
            try (EntrySink sink = new EntrySink.ToText(
                    full, TextFormat.JSON, TextLayouts.of(List.of(), new UnsignedOption(), Map::of))) {
                for (int i = 0; i < count; i++) {
                    sink.put(entry, TextLayouts.of(List.of(), new UnsignedOption(), Map::of));
                }
            }
        });
        assertEquals("No space left on device", e.getMessage());
        assertFalse(full.isOpen());
    }

    @Test
    void whatIsAbandonedIsNotWrittenToItsEnd() throws Exception {
        Path path = temporary.resolve("text");
        FileChannel file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        TextLayouts none = TextLayouts.of(List.of(), new UnsignedOption(), Map::of);
        try (EntrySink sink = new EntrySink.ToText(file, TextFormat.JSON, none)) {
            sink.put(StoredEntry.at(128, LayoutIds.RAW_ID, StoredQueue.text("a")), none);
            sink.abandon();
        }
        assertFalse(file.isOpen());
        assertEquals(0, Files.size(path));
    }

    /** A condition that holds for none does not keep it from ending. */
    @Test
    void itEndsBeforeTheFirstEntryThatIsTaken() throws Exception {
        Path source = source("npy");
        Path target = temporary.resolve("target.json");
        Thread.currentThread().interrupt();
        CommandLineRun run;
        try {
            run = convert(source, target, "--where=id > 100");
        } finally {
            Thread.interrupted();
        }
        assertEquals(new CommandLineRun(1, "", "verbatim convert: interrupted; " + target + " was not made\n"), run);
        assertEquals(List.of("source.npy"), names(temporary));
    }

    /** A file has no values without a name, nor one padding beside another: the bytes are there all the same. */
    @Test
    void structsWithoutNamesBecomeAFile() throws Exception {
        Path queue = temporary.resolve("queue");
        StructLayout layout = MemoryLayout.structLayout(
                ValueLayout.JAVA_INT.withName("a"),
                ValueLayout.JAVA_INT,
                MemoryLayout.paddingLayout(2),
                MemoryLayout.paddingLayout(2),
                ValueLayout.JAVA_INT.withName("b"));
        byte[] bytes = new byte[16];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (i + 1);
        }
        try (MappedQueue stored = StoredQueue.open(queue);
                Appender appender = stored.appender()) {
            appender.append(layout, MemorySegment.ofArray(bytes));
            appender.append(layout, MemorySegment.ofArray(bytes));
        }
        Path target = temporary.resolve("target.npy");
        assertEquals(new CommandLineRun(0, "2 entries converted\n", ""), convert(queue, target));
        try (StructFile<MemorySegment> file = StructFile.open(target)) {
            assertEquals(2, file.size());
            assertArrayEquals(bytes, file.get(1).toArray(ValueLayout.JAVA_BYTE));
        }
    }

    @Test
    void paddingGoesAlong() throws Exception {
        Path source = temporary.resolve("source.npy");
        StoredFile.ofQuotes(source, 1);
        byte[] bytes = Files.readAllBytes(source);
        bytes[bytes.length - 1] = 77;
        Files.write(source, bytes);
        Path queue = temporary.resolve("queue");
        Path back = temporary.resolve("back.npy");
        assertEquals(0, convert(source, queue, "--to=queue").exitCode());
        assertEquals(0, convert(queue, back).exitCode());
        try (StructFile<MemorySegment> file = StructFile.open(back)) {
            assertEquals(77, file.get(0).get(ValueLayout.JAVA_BYTE, 47));
        }
    }

    /** NumPy's types are more than Java's: a copy has them all, and room for a larger count. */
    @Test
    void aCopyOfAFileOfNumpyHasItsTypesAndGrows() throws Exception {
        Path source = temporary.resolve("numpy.npy");
        StoredFile.ofNumpy(source);
        Path json = temporary.resolve("numpy.json");
        assertEquals(0, convert(source, json).exitCode());
        CommandLineRun refused = verbatim("append", source.toString(), json.toString());
        assertEquals(2, refused.exitCode());
        assertEquals(
                "verbatim append: " + source + ": was not made by Verbatim, and its header has no room for a larger"
                        + " count; 'verbatim convert' makes a copy that has\n",
                refused.err());
        Path copy = temporary.resolve("copy.npy");
        assertEquals(0, convert(source, copy).exitCode());
        String header = new String(Files.readAllBytes(copy), java.nio.charset.StandardCharsets.ISO_8859_1);
        assertTrue(header.contains("[('id', '<u4'), ('day', '<M8[D]'), ('name', '|S3')]"), header);
        assertEquals(0, verbatim("diff", source.toString(), copy.toString()).exitCode());
        assertEquals(
                new CommandLineRun(0, "2 entries appended, the last one at index=3\n", ""),
                verbatim("append", copy.toString(), json.toString()));
        byte[] original = Files.readAllBytes(source);
        byte[] grown = Files.readAllBytes(copy);
        assertArrayEquals(
                Arrays.copyOfRange(original, original.length - 30, original.length),
                Arrays.copyOfRange(grown, grown.length - 30, grown.length));
    }

    @Test
    void aTextWithoutEntriesBecomesAFileOfTheLayoutThatIsGiven() throws Exception {
        Path header = Files.writeString(temporary.resolve("header.csv"), "id,bid\n");
        Path target = temporary.resolve("target.npy");
        assertEquals(
                new CommandLineRun(0, "0 entries converted\n", ""),
                convert(header, target, "--layout={\"id\":j,\"bid\":d}"));
        assertEquals("{\"id\":j,\"bid\":d}", LayoutText.of(StructFile.layout(target)));
        Path lines = Files.writeString(temporary.resolve("lines.json"), "");
        Path other = temporary.resolve("other.npy");
        assertTrue(convert(lines, other, "--layout={\"id\":j}", "--layout={\"id\":i}")
                .err()
                .contains(": expected entries, of which a file has the layout, found none; "));
        assertEquals(
                "verbatim convert: --layout: cannot store variable-length records in a file: expected a struct of fixed"
                        + " size; choose others with --layout; " + other + " was not made\n",
                convert(lines, other, "--layout=" + LayoutText.of(Trade.CODEC.layout()))
                        .err());
        assertTrue(Files.notExists(other));
    }

    @Test
    void aMapOfATextWithoutValuesHasTheLayoutThatIsGiven() throws Exception {
        Path lines = Files.writeString(temporary.resolve("lines.json"), "");
        Path target = temporary.resolve("target");
        String layout = "{\"id\":j,\"bid\":d}";
        assertEquals(
                new CommandLineRun(0, "0 entries converted\n", ""),
                convert(lines, target, "--to=map", "--keys=STRING", "--layout=" + layout));
        String info = verbatim("info", target.toString()).out();
        assertTrue(info.endsWith(" " + layout + "\n"), info);
    }

    private static final String RAW_LAYOUT = "{\"n\":i,\"kind\":b,\"\":x3}";

    /** As C writes an array of struct { int n; char kind; }. */
    @Test
    void structsOfCAreConverted() throws Exception {
        byte[] structs = {1, 0, 0, 0, 7, 9, 9, 9, -1, -1, -1, -1, 8, 0, 0, 0};
        Path source = Files.write(temporary.resolve("raw.bin"), structs);
        Path target = temporary.resolve("target.npy");
        assertEquals(
                new CommandLineRun(0, "2 entries converted\n", ""),
                convert(source, target, "--raw", "--layout=" + RAW_LAYOUT));
        byte[] file = Files.readAllBytes(target);
        assertArrayEquals(structs, Arrays.copyOfRange(file, file.length - structs.length, file.length));
        Path queue = temporary.resolve("queue");
        assertEquals(
                new CommandLineRun(0, "1 entry converted\n", ""),
                convert(source, queue, "--raw", "--layout=" + RAW_LAYOUT, "--to=queue", "--where=kind == 8"));
        assertTrue(verbatim("cat", queue.toString(), "--unsigned=n").out().contains("{\"n\":4294967295,\"kind\":8}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "npy |{\"n\":i}              |SOURCE: expected structs of 4 bytes, found 2 bytes behind 1 entry",
                "map |{\"n\":i}              |--raw: expected a target without keys, found --to map",
                "npy |raw                  |--raw: expected the one layout of the structs by --layout, such as"
                        + " {\"id\":j,\"price\":d}",
                "json|{\"fixedSize\":i,\"totalSize\":i}|--raw: expected a layout of 1 to 2147483647 bytes, found one of"
                        + " variable length",
                "csv |{\"\":[0]i}            |--raw: expected a layout of 1 to 2147483647 bytes, found 0"
            })
    void structsOfCThatDoNotFitAreRefused(String kind, String layout, String message) throws Exception {
        Path source = Files.write(temporary.resolve("raw.bin"), new byte[6]);
        Path target = temporary.resolve("target");
        CommandLineRun run = convert(source, target, "--raw", "--to=" + kind, "--layout=" + layout);
        assertEquals(2, run.exitCode(), run::err);
        assertTrue(run.err().startsWith("verbatim convert: " + message.replace("SOURCE", source.toString())), run::err);
        assertTrue(Files.notExists(target));
    }

    /** As NumPy and Pandas write them; a cell without anything is no number. */
    @Test
    void numbersThatAreNotFiniteAreThoseOfOthers() throws Exception {
        String layout = "--layout={\"f\":f,\"d\":d}";
        Path csv = Files.writeString(temporary.resolve("a.csv"), "f,d\nnan,inf\n-inf,NaN\n");
        Path target = temporary.resolve("target.npy");
        assertEquals("", convert(csv, target, layout).err());
        assertEquals(
                "f,d\nNaN,Infinity\n-Infinity,NaN\n",
                verbatim("cat", target.toString(), "--format=csv", "--columns=f,d")
                        .out());
        Path missing = Files.writeString(temporary.resolve("missing.csv"), "f,d\n,1\n");
        assertTrue(convert(missing, temporary.resolve("other.npy"), layout)
                .err()
                .contains("line 2: f: expected a number that fits a float, NaN, Infinity or -Infinity, found"));
    }

    /** As bytes are printed that are no text; a text that looks so is printed in digits. */
    @Test
    void digitsBecomeBytes() throws Exception {
        Path csv =
                Files.writeString(temporary.resolve("a.csv"), "code\n0xDEADBEEF\n0x30784445414442454546\nDEADBEEF\n");
        Path target = temporary.resolve("target.npy");
        assertEquals(0, convert(csv, target, "--layout={\"code\":[10]b}").exitCode());
        assertEquals(
                "code\n0xdeadbeef000000000000\n0x30784445414442454546\nDEADBEEF\n",
                verbatim("cat", target.toString(), "--format=csv", "--columns=code")
                        .out());
        byte[] file = Files.readAllBytes(target);
        assertEquals("0xDEADBEEF", new String(file, file.length - 20, 10, StandardCharsets.UTF_8));
    }

    /** As Pandas writes CSV, with a first column that has no name, and columns that nobody asked for. */
    @Test
    void columnsThatAreIgnoredAreLeftOut() throws Exception {
        Path csv = Files.writeString(temporary.resolve("a.csv"), ",id,Adj Close,bid\n0,7,x,1.5\n1,8,y,2.5\n");
        Path target = temporary.resolve("target.npy");
        assertEquals(
                "verbatim convert: " + csv
                        + ": expected columns of the layout, found \"\", \"Adj Close\"; to leave them"
                        + " out, --ignore-columns '\"\",Adj Close'; " + target + " was not made\n",
                convert(csv, target, "--layout={\"bid\":d,\"id\":j}").err());
        assertEquals(
                new CommandLineRun(0, "2 entries converted\n", ""),
                convert(csv, target, "--layout={\"bid\":d,\"id\":j}", "--ignore-columns=\"\",Adj Close"));
        assertEquals(
                "bid,id\n1.5,7\n2.5,8\n",
                verbatim("cat", target.toString(), "--format=csv", "--columns=bid,id")
                        .out());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void standardInputIsConverted(boolean raw) throws Exception {
        byte[] bytes = raw ? new byte[] {7} : "n\n7\n".getBytes(StandardCharsets.UTF_8);
        Path target = temporary.resolve("target.npy");
        InputStream before = System.in;
        try {
            System.setIn(new ByteArrayInputStream(bytes));
            assertEquals(
                    new CommandLineRun(0, "1 entry converted\n", ""),
                    convert(Path.of("-"), target, "--layout={\"n\":b}", raw ? "--raw" : "--to=npy"));
        } finally {
            System.setIn(before);
        }
        assertEquals(
                "{\"index\":0,\"value\":{\"n\":7}}\n",
                verbatim("cat", target.toString()).out());
    }

    @Test
    void keysThatNothingIsMadeFromAreRefused() throws Exception {
        Path target = temporary.resolve("target");
        Path text = source("json");
        Path map = temporary.resolve("map");
        StoredMap.ofQuotes(map, 1);
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim convert: --keys INT: expected a text that becomes a map, found " + map
                                + ", which is no text\n"),
                convert(map, target, "--to=map", "--keys=INT"));
        assertEquals(
                new CommandLineRun(
                        2, "", "verbatim convert: --keys INT: expected a text that becomes a map, found --to queue\n"),
                convert(text, target, "--to=queue", "--keys=INT"));
        assertEquals(
                "verbatim convert: --keys INT: expected a text that becomes a map, found --raw\n",
                convert(text, target, "--to=json", "--keys=INT", "--raw").err());
        assertEquals(
                "verbatim convert: " + map + ": expected a file of structs for --raw, found a folder\n",
                convert(map, target, "--to=json", "--raw").err());
        assertTrue(Files.notExists(target));
    }

    /** What is put later replaces what is there, and a removal takes it away: as a map of the same changes has it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "@key,bytes\\na,1\\na,2\\n | 2 entries converted; the map has 1 key",
                "@key,bytes\\na,1\\nb,1\\na,2\\n | 3 entries converted; the map has 2 keys",
                "@key,bytes\\na,2\\n | 1 entry converted",
                "{\"key\":\"a\",\"value\":\"2\"}\\n{\"key\":\"a\",\"value\":\"2\"} |"
                        + " 2 entries converted; the map has 1 key",
            })
    void keysThatComeAgainAreSaid(String text, String message) throws Exception {
        Path source = Files.writeString(temporary.resolve("text"), text.replace("\\n", "\n"));
        Path target = temporary.resolve("target");
        assertEquals(
                new CommandLineRun(0, message + "\n", ""),
                convert(source, target, "--to=map", "--layout=raw", "--keys=STRING"));
        assertTrue(verbatim("map", "get", target.toString(), "a").out().contains("\"value\":\"2\""));
    }

    @Test
    void keysThatAreRemovedAreSaid() throws Exception {
        Path source = Files.writeString(temporary.resolve("text"), """
            {"key":"a","layout":"raw","value":"1"}
            {"key":"a","value":null}
            """);
        assertEquals(
                new CommandLineRun(0, "2 entries converted; the map has 0 keys\n", ""),
                convert(source, temporary.resolve("target"), "--to=map", "--layout=raw", "--keys=STRING"));
    }

    @Test
    void theKeysOfATextAreSaid() throws Exception {
        Path source = source("json");
        Path target = temporary.resolve("target");
        assertEquals(
                "verbatim convert: expected --keys, because a text does not say what keys are made from; " + target
                        + " was not made\n",
                convert(source, target, "--to=map", "--layout=" + QUOTE).err());
        assertTrue(convert(source, target, "--to=map", "--layout=" + QUOTE, "--keys=NAME")
                .err()
                .startsWith("verbatim convert: --keys NAME: expected one of LONG, INT, STRING, UUID, BYTES, or the text"
                        + " of a layout; "));
        assertTrue(Files.notExists(target));
        assertEquals(
                0,
                convert(source, target, "--to=map", "--layout=" + QUOTE, "--keys=STRING")
                        .exitCode());
        try (MappedMap<String, Quote> map = MappedMap.open(target, MapCodec.strings(), MapCodec.of(Quote.CODEC))) {
            assertEquals(Quote.of(2), map.get("2"));
        }
        Path structs = temporary.resolve("structs");
        Path keyed = Files.writeString(
                temporary.resolve("keyed.json"), "{\"key\":{\"x\":1,\"y\":-2},\"layout\":\"raw\",\"value\":\"a\"}\n");
        CommandLineRun run = convert(keyed, structs, "--to=map", "--layout=raw", "--keys={\"x\":i,\"y\":s}");
        assertEquals(new CommandLineRun(0, "1 entry converted\n", ""), run);
        assertEquals(
                Files.readString(keyed), verbatim("cat", structs.toString()).out());
    }
}
