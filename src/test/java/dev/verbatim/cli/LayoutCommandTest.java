package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static dev.verbatim.cli.PrintedLayouts.allPrinted;
import static dev.verbatim.cli.PrintedLayouts.printed;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.LayoutText;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.file.NumpyFile;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layouts of what Verbatim has stored: what is printed is the layout of the codec that has stored it. */
class LayoutCommandTest {

    private static final String TRADE_ID = "e30c6a4d";

    @TempDir
    Path temporary;

    private void assertRefused(String expected, String... arguments) {
        assertEquals(new CommandLineRun(2, "", "verbatim layout: " + expected + "\n"), verbatim(arguments));
    }

    @Test
    void theLayoutsOfAQueueAreThoseOfItsCodecs() throws Exception {
        Path folder = temporary.resolve("quotes");
        try (MappedQueue queue = StoredQueue.open(folder);
                Appender appender = queue.appender()) {
            appender.append(Quote.CODEC, Quote.of(1));
            appender.append(Trade.CODEC, Trade.of(2));
        }
        String name = folder.toString();
        StructLayout quote = printed("--queue", name, StoredQueue.QUOTE_ID);
        StructLayout trade = printed("--queue", name, TRADE_ID.toUpperCase(Locale.ROOT));
        assertEquals(Quote.CODEC.layout(), quote);
        assertEquals(Trade.CODEC.layout(), trade);
        assertEquals(
                Map.of("LAYOUT_" + StoredQueue.QUOTE_ID, quote, "LAYOUT_" + TRADE_ID, trade),
                allPrinted("--queue", name));
        try (MappedQueue queue = StoredQueue.open(folder);
                Tailer tailer = queue.tailer()) {
            assertEquals(Quote.of(1), tailer.poll(StructCodec.ofRecord(lookup(), Quote.class, quote)));
            assertEquals(
                    Trade.of(2).fills(),
                    tailer.poll(VarCodec.ofRecord(lookup(), Trade.class, trade)).fills());
        }
        assertRefused(
                name + ": expected a stored layout 12345678, found " + StoredQueue.QUOTE_ID + ", " + TRADE_ID,
                "layout",
                "--queue",
                name,
                "12345678");
    }

    @Test
    void theLayoutOfAMapIsThatOfItsCodec() throws Exception {
        Path folder = temporary.resolve("map");
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(folder)) {
            map.put(1L, Quote.of(1));
        }
        assertEquals(Quote.CODEC.layout(), printed("--map", folder.toString(), StoredQueue.QUOTE_ID));
        assertEquals(
                new CommandLineRun(0, LayoutText.of(Quote.CODEC.layout()) + "\n", ""),
                verbatim("layout", "--map", folder.toString(), StoredQueue.QUOTE_ID, "--text"));
        StoredMap.open(temporary.resolve("texts"), MapCodec.strings(), MapCodec.strings())
                .close();
        String texts = temporary.resolve("texts").toString();
        assertRefused(texts + ": expected a stored layout, found none", "layout", "--map", texts);
    }

    /** It ends with 1, as {@code info} does: the argument is right, and the store is damaged. */
    @Test
    void aDamagedLayoutIsAFailureAndNoBadInput() throws Exception {
        Path queue = temporary.resolve("queue");
        StoredQueue.ofQuotes(queue, 1);
        Path map = temporary.resolve("map");
        StoredMap.ofQuotes(map, 1);
        for (Path folder : List.of(queue, map)) {
            Files.writeString(folder.resolve("layouts").resolve(StoredQueue.QUOTE_ID), "{}");
            CommandLineRun info = verbatim("info", folder.toString());
            assertEquals(
                    new CommandLineRun(1, "", info.err().replace("verbatim info: ", "verbatim layout: ")),
                    verbatim("layout", folder.equals(queue) ? "--queue" : "--map", folder.toString()));
        }
    }

    @Test
    void theLayoutOfAFileIsThatOfItsCodec() throws Exception {
        Path file = temporary.resolve("quotes.npy");
        try (StructFile<Quote> quotes = StructFile.create(file, Quote.CODEC)) {
            quotes.append(Quote.of(7));
        }
        StructLayout layout = printed("--npy", file.toString());
        assertEquals(Quote.CODEC.layout(), layout);
        try (StructFile<Quote> quotes = StructFile.open(file, StructCodec.ofRecord(lookup(), Quote.class, layout))) {
            assertEquals(Quote.of(7), quotes.get(0));
        }
        assertEquals(LayoutText.of(layout), LayoutText.of(StructFile.layout(file)));
        assertEquals(1, StructFile.layout(file).byteAlignment());
    }

    @Test
    void aMemberWhoseTypeIsNotThatOfJavaHasTheTypeInAComment() throws Exception {
        Path file = temporary.resolve("times.npy");
        NumpyFile.write(
                file,
                "('t', '<M8[us]'), ('a.b', '<M8[\\\\u000a]'), ('n', '<i8'), ('g', '<f4', (2, 2)), ('x', [('t', '<i8'),"
                        + " ('u', '<u4'), ('w', '<i4')], (2, 2)), ('', [('t', '<i8')]), ('u', '|u1', (8,))",
                0,
                new byte[0]);
        String source = verbatim("layout", "--npy", file.toString()).out();
        assertEquals(
                List.of(
                        "// <M8[us] in NumPy",
                        "LONG_LE.withName(\"t\"),",
                        "// <M8[/u000a] in NumPy",
                        "LONG_LE.withName(\"a.b\"),",
                        "LONG_LE.withName(\"n\"),",
                        "sequenceLayout(2, sequenceLayout(2, FLOAT_LE)).withName(\"g\"),",
                        "sequenceLayout(2, sequenceLayout(2, structLayout(",
                        "LONG_LE.withName(\"t\"),",
                        "// <u4 in NumPy",
                        "INT_LE.withName(\"u\"),",
                        "INT_LE.withName(\"w\")))).withName(\"x\"),",
                        "structLayout(",
                        "LONG_LE.withName(\"t\")),",
                        "// ('|u1', (8,)) in NumPy",
                        "sequenceLayout(8, JAVA_BYTE).withName(\"u\"));"),
                source.lines()
                        .map(String::strip)
                        .dropWhile(line -> !line.startsWith("static final"))
                        .skip(1)
                        .takeWhile(line -> !line.isEmpty())
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "|expected one of --class-path, --c, --npy, --queue, --map and --jol, found 0",
                "--npy=a --jol=b|expected one of --class-path, --c, --npy, --queue, --map and --jol, found 2",
                "--npy=a --packed|expected --packed only with --class-path",
                "--npy=a --length=a=1|expected --length only with --class-path",
                "--npy=a --cc=gcc|expected --cc only with --c",
                "--scale=5 a|value for option '--scale' (MEMBER=N) should be in KEY=VALUE format but was 5; see"
                        + " 'verbatim layout --help'",
                "--npy=a b|--npy needs no name, found \"b\"",
                "--c=a|expected the name of a struct, found none",
                "--class-path=.|expected the name of a class, found none",
                "--npy=pom.xml|file=pom.xml position=0: expected the magic bytes \\x93NUMPY of a .npy file,"
                        + " found 3c 3f 78 6d 6c 20",
                "--queue=src|file=src: expected a queue, found no file `control`",
                "--map=src|file=src: expected a map, found no file `control`",
                "--map=missing|file=missing: expected a map, found no such folder",
                "--queue=pom.xml|file=pom.xml: expected a folder, found a file"
            })
    void badOptionsAndFilesAreOneLine(String arguments, String expected) {
        assertRefused(
                expected,
                ("layout " + (arguments == null ? "" : arguments)).strip().split(" "));
    }

    @Test
    void filesThatAreMissingAreBadInput() {
        for (String option : Set.of("--npy", "--jol")) {
            assertRefused("missing: no such file", "layout", option, "missing");
        }
    }

    @Test
    void foldersAreNoFiles() {
        String expected = temporary + ": expected a file, found a folder";
        assertRefused(expected, "layout", "--jol", temporary.toString());
        assertRefused(expected, "layout", "--c", temporary.toString(), "point");
    }
}
