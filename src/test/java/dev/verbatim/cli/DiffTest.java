package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.LayoutText;
import dev.verbatim.cli.StoredQueue.Level;
import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.file.NumpyFile;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiffTest {

    @TempDir
    Path temporary;

    private Path first;
    private Path second;

    @BeforeEach
    void nameTheStores() {
        first = temporary.resolve("first");
        second = temporary.resolve("second");
    }

    private void assertDiffers(String... lines) {
        assertEquals(
                new CommandLineRun(1, String.join("\n", lines) + "\n", ""),
                verbatim("diff", first.toString(), second.toString()));
    }

    @Test
    void equalStoresDoNotDiffer() throws Exception {
        StoredFile.ofQuotes(first, 3);
        StoredQueue.ofQuotes(second, 3);
        assertEquals(
                new CommandLineRun(0, "no difference in 3 entries\n", ""),
                verbatim("diff", first.toString(), second.toString()));
    }

    @Test
    void countsAreInWords() throws Exception {
        StoredFile.ofQuotes(first, 1);
        StoredQueue.ofQuotes(second, 1);
        assertEquals(
                "no difference in 1 entry\n",
                verbatim("diff", first.toString(), second.toString()).out());
        Files.delete(first);
        StoredFile.ofQuotes(first, 1200);
        assertEquals(
                "1,199 of 1,200 entries differ\n",
                verbatim("diff", first.toString(), second.toString(), "--limit=0")
                        .out());
    }

    @Test
    void membersAreNamed() throws Exception {
        StoredFile.ofQuotes(first, 3);
        StoredFile.ofQuotes(second, 4);
        try (StructFile<Quote> file = StructFile.openReadWrite(second, Quote.CODEC)) {
            file.set(1, new Quote(2, "ABC", List.of(new Level(99.5, 10), new Level(Double.NaN, 20))));
        }
        assertDiffers(
                "index=1: symbol: \"VBTM\" != \"ABC\"",
                "index=1: levels[1].price: 99.25 != \"NaN\"",
                "index=3: only in " + second,
                "2 of 4 entries differ");
        assertEquals(
                "2 of 4 entries differ\n",
                verbatim("diff", first.toString(), second.toString(), "--limit=0")
                        .out());
    }

    @Test
    void typesOfNumpyThatHaveTheSameLayoutAreCompared() throws Exception {
        NumpyFile.write(first, "('t', '<M8[us]'), ('a', [('n', '<u4')], (2,)), ('s', '|S4')", 1, new byte[20]);
        NumpyFile.write(second, "('t', '<M8[ns]'), ('a', [('n', '<i4')], (2,)), ('s', '|S4')", 1, new byte[20]);
        assertDiffers("t: <M8[us] != <M8[ns]", "a[].n: <u4 != <i4", "2 of 3 types and 0 of 1 entries differ");
        NumpyFile.write(second, "('t', '<M8[us]'), ('a', '<i4', (2,)), ('s', '|V4')", 0, new byte[0]);
        assertDiffers(
                "a[].n: <u4 != none",
                "s: |S4 != |V4",
                "a: none != ('<i4', (2,))",
                "index=0: only in " + first,
                "3 of 4 types and 1 of 1 entries differ");
        NumpyFile.write(first, "('t', '<M8[us]'), ('a', '<i4', (2,)), ('s', '|V4')", 0, new byte[0]);
        assertEquals(
                new CommandLineRun(0, "no difference in 0 entries\n", ""),
                verbatim("diff", first.toString(), second.toString()));
        NumpyFile.write(first, "('a', [('t', '<i4')], (2,))", 0, new byte[0]);
        NumpyFile.write(second, "('a', [('t', '<i4')], (3,))", 0, new byte[0]);
        assertDiffers("layout: {\"a\":[2]{\"t\":i}} != {\"a\":[3]{\"t\":i}}", "1 of 2 types and 0 of 0 entries differ");
    }

    @Test
    void layoutsTailsAndRawBytesAreCompared() throws Exception {
        try (MappedQueue one = StoredQueue.open(first);
                Appender appender = one.appender()) {
            appender.append(Trade.CODEC, Trade.of(1));
            appender.append(StoredQueue.text("a"));
            appender.append(StoredQueue.text("same"));
            appender.append(StoredQueue.text("a"));
        }
        try (MappedQueue other = StoredQueue.open(second);
                Appender appender = other.appender()) {
            appender.append(Trade.CODEC, new Trade(1, null, List.of(), List.of(), new int[] {3}));
            appender.append(StoredQueue.text("b"));
            appender.append(StoredQueue.text("same"));
            appender.append(Quote.CODEC, Quote.of(1));
        }
        assertDiffers(
                "index=0: venue: \"Zürich\" != null",
                "index=0: fills[0].price: 1.0 != none",
                "index=0: fills[0].size: 2 != none",
                "index=0: tags[0].text: \"a\\n\" != none",
                "index=0: tags[1].text: null != none",
                "index=0: sizes[1]: 4 != none",
                "index=1: bytes: \"a\" != \"b\"",
                "index=3: layout raw != " + "{\"id\":j,\"symbol\":[8]b,\"levels\":[2]{\"price\":d,\"size\":i,\"\":x4}}",
                "3 of 4 entries differ");
    }

    /** Makes a queue of bytes that are said to be trades. */
    private static void appendTrades(Path folder, byte[]... records) throws IOException {
        try (MappedQueue queue = StoredQueue.open(folder);
                Appender appender = queue.appender()) {
            for (byte[] record : records) {
                StoredQueue.appendUnsound(appender, Trade.CODEC.layout(), record);
            }
        }
    }

    private static byte[] bytes(Trade trade) {
        byte[] bytes = new byte[Math.toIntExact(Trade.CODEC.encodedSize(trade))];
        Trade.CODEC.write(trade, MemorySegment.ofArray(bytes), 0);
        return bytes;
    }

    @Test
    void entriesThatCannotBeReadAreComparedByTheirBytes() throws Exception {
        byte[] sound = bytes(Trade.of(1));
        byte[] damaged = sound.clone();
        damaged[0]++;
        appendTrades(first, new byte[30], sound, sound, new byte[9], sound);
        appendTrades(second, new byte[30], damaged, sound, new byte[10], bytes(Trade.of(2)));
        assertDiffers(
                "index=1: byte at offset=0: 0x%02x != 0x%02x".formatted(sound[0], damaged[0]),
                "index=1: cannot be read in " + second
                        + ": cannot read a variable-length record (48 bytes and a tail) at"
                        + " offset=0: the record at offset=0: expected fixedSize=48, within totalSize=144, found"
                        + " fixedSize=49",
                "index=3: byte at offset=9: none != 0x00",
                "index=3: cannot be read in " + first + ": expected 48 bytes or more, found 9 bytes",
                "index=3: cannot be read in " + second + ": expected 48 bytes or more, found 10 bytes",
                "index=4: id: 1 != 2",
                "3 of 5 entries differ");
        assertEquals(
                new CommandLineRun(1, "3 of 5 entries differ\n", ""),
                verbatim("diff", first.toString(), second.toString(), "--limit=0"));
    }

    @Test
    void bytesThatNoMemberHasAreCompared() throws Exception {
        StoredFile.ofQuotes(first, 1);
        byte[] bytes = Files.readAllBytes(first);
        bytes[bytes.length - 1] = 1;
        Files.write(second, bytes);
        assertDiffers("index=0: byte at offset=47, in no member: 0x00 != 0x01", "1 of 1 entries differ");
    }

    @Test
    void bytesOfAMemberThatMakeNoDifferenceAreCompared() throws Exception {
        StructLayout layout = LayoutText.parse("{\"a\":[2]{\"id\":i,\"open\":z,\"\":x3}}");
        for (Path path : List.of(first, second)) {
            byte[] struct = new byte[16];
            struct[12] = (byte) (path.equals(first) ? 1 : 2);
            try (StructFile<MemorySegment> file = StructFile.create(path, layout)) {
                file.append(MemorySegment.ofArray(struct));
            }
        }
        assertDiffers(
                "index=0: byte at offset=12, in member a[1].open, of equal value: 0x01 != 0x02",
                "1 of 1 entries differ");
    }

    @Test
    void mapsAreComparedByTheirKeys() throws Exception {
        StoredMap.ofQuotes(first, 3);
        StoredMap.ofQuotes(second, 3);
        try (MappedMap<Long, Quote> map = StoredMap.openQuotes(second)) {
            map.remove(1L);
            map.put(2L, Quote.of(7));
            map.put(4L, Quote.of(4));
        }
        CommandLineRun run = verbatim("diff", first.toString(), second.toString());
        assertEquals(
                List.of(
                        "3 of 4 entries differ",
                        "key=1: only in " + first,
                        "key=2: id: 2 != 7",
                        "key=4: only in " + second),
                run.out().lines().sorted().toList());
        assertEquals(1, run.exitCode());
    }

    @Test
    void whatCannotBeComparedIsRefused() throws Exception {
        StoredMap.ofQuotes(first, 1);
        StoredQueue.ofQuotes(second, 1);
        assertEquals(
                new CommandLineRun(2, "", "verbatim diff: expected two maps, or none, found one: " + first + "\n"),
                verbatim("diff", first.toString(), second.toString()));
        Path third = temporary.resolve("third");
        StoredMap.open(third, dev.verbatim.map.MapCodec.strings(), dev.verbatim.map.MapCodec.strings())
                .close();
        assertEquals(
                "verbatim diff: expected maps whose keys are made from the same, found LONG{\"\":j} and STRING\n",
                verbatim("diff", first.toString(), third.toString())
                        .err()
                        .replaceAll("LONG\\{[^}]*\\}", "LONG{\"\":j}"));
    }
}
