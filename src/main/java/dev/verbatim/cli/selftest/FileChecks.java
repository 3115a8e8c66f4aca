package dev.verbatim.cli.selftest;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.cli.selftest.Everything.Colour;
import dev.verbatim.cli.selftest.Message.Tag;
import dev.verbatim.cli.windows.MappedFiles;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.MapChanges;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;

/** A file, a queue and a map: what is written to the file system, and what is read from there. */
final class FileChecks {

    record Quote(long id, double price, String symbol, Colour colour) {

        static final StructCodec<Quote> CODEC = codec(ByteOrder.LITTLE_ENDIAN);

        static StructCodec<Quote> codec(ByteOrder order) {
            return StructCodec.ofRecord(
                    lookup(),
                    Quote.class,
                    Layouts.struct(
                            JAVA_LONG.withOrder(order).withName("id"),
                            JAVA_DOUBLE.withOrder(order).withName("price"),
                            sequenceLayout(4, JAVA_BYTE).withName("symbol"),
                            JAVA_INT.withOrder(order).withName("colour")));
        }
    }

    private static final List<Quote> QUOTES = List.of(
            new Quote(1, 99.5, "A", Colour.RED),
            new Quote(-2, -0.0, "ÜB", Colour.GREEN),
            new Quote(1L << 62, Double.MIN_VALUE, "LONG", Colour.BLUE));

    private static final VarCodec<Tag> TAGS = VarCodec.ofRecord(lookup(), Tag.class, Tag.LAYOUT);
    private static final Tag TAG = new Tag("Zürich €");
    private static final byte[] RAW = {1, 2, 3};
    private static final int SEGMENT_SIZE = 4096;
    private static final String FIRST_SEGMENT = "000000000000.segment";

    /** Where a segment has the time at which it was made, a long. */
    private static final int CREATED_OFFSET = 32;

    private static final int SHOWN_BYTES = 8;

    private final Golden golden;
    private final Path folder;

    FileChecks(Golden golden, Path folder) {
        this.golden = golden;
        this.folder = folder;
    }

    void checkFiles() throws IOException, Difference {
        checkFile("little-endian file", ByteOrder.LITTLE_ENDIAN);
        checkFile("big-endian file", ByteOrder.BIG_ENDIAN);
    }

    private void checkFile(String name, ByteOrder order) throws IOException, Difference {
        Path path = folder.resolve(name.replace(' ', '-') + ".npy");
        StructCodec<Quote> codec = Quote.codec(order);
        try (StructFile<Quote> file = StructFile.create(path, codec)) {
            for (Quote quote : QUOTES) {
                file.append(quote);
            }
            file.force();
        }
        byte[] expected = golden.get(name);
        requireBytes(name, expected, withoutRoom(path, expected.length));
        try (StructFile<Quote> file = StructFile.open(path, codec)) {
            Difference.require(name + ", read", QUOTES, file.stream().toList());
        }
    }

    /** {@return the bytes of a file} Windows does not let the room for more structs be cut, which has to be zeros. */
    private static byte[] withoutRoom(Path path, int size) throws IOException {
        byte[] bytes = Files.readAllBytes(path);
        byte[] cut = Arrays.copyOf(bytes, Math.min(size, bytes.length));
        boolean isRoom = !MappedFiles.areFree(path) && Arrays.equals(Arrays.copyOf(cut, bytes.length), bytes);
        return isRoom ? cut : bytes;
    }

    void checkQueue() throws IOException, Difference {
        Path path = folder.resolve("queue");
        StructCodec<Quote> bigEndian = Quote.codec(ByteOrder.BIG_ENDIAN);
        try (MappedQueue queue =
                        MappedQueue.builder(path).segmentSize(SEGMENT_SIZE).open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer("selftest").withChecksums()) {
            appender.append(Quote.CODEC, QUOTES.get(0));
            appender.append(bigEndian, QUOTES.get(1));
            appender.append(TAGS, TAG);
            appender.append(MemorySegment.ofArray(RAW));
            queue.force();

            List<Object> read = new ArrayList<>();
            read.add(Difference.requirePresent("queue, read", tailer.poll(Quote.CODEC)));
            read.add(Difference.requirePresent("queue, read", tailer.poll(bigEndian)));
            read.add(Difference.requirePresent("queue, read", tailer.poll(TAGS)));
            tailer.read(
                    (payload, position, layoutId) -> read.add(Arrays.toString(payload.toArray(ValueLayout.JAVA_BYTE))));
            Difference.require("queue, read", List.of(QUOTES.get(0), QUOTES.get(1), TAG, Arrays.toString(RAW)), read);
            Difference.require("queue, damage found", List.of(), queue.verify().damage());
        }
        requireLog("queue", path);
    }

    void checkMap() throws IOException, Difference {
        Path path = folder.resolve("map");
        try (MappedMap<String, Quote> map = MappedMap.builder(path, MapCodec.strings(), MapCodec.of(Quote.CODEC))
                .segmentSize(SEGMENT_SIZE)
                .open()) {
            map.put("a", QUOTES.get(0));
            map.put("Zürich €", QUOTES.get(1));
            map.put("", QUOTES.get(1));
            map.put("a", QUOTES.get(2));
            map.remove("");
            map.force();

            Difference.require("map, size", 2L, map.size());
            Difference.require("map, value of a key", QUOTES.get(2).toString(), Objects.toString(map.get("a")));
            Difference.require("map, removed key", false, map.containsKey(""));
            List<String> changes = new ArrayList<>();
            try (MapChanges<String, Quote> reader = map.changes()) {
                while (reader.poll((position, key, value) -> changes.add(key))) {
                    // until there are no more
                }
            }
            Difference.require("map, changed keys", List.of("a", "Zürich €", "", "a", ""), changes);
            Difference.require("map, damage found", List.of(), map.verify().damage());
        }
        requireLog("map", path);
    }

    private void requireLog(String name, Path path) throws IOException, Difference {
        byte[] expected = golden.get(name);
        byte[] found = Arrays.copyOf(Files.readAllBytes(path.resolve(FIRST_SEGMENT)), expected.length);
        Arrays.fill(found, CREATED_OFFSET, CREATED_OFFSET + Long.BYTES, (byte) 0);
        requireBytes(name + ", " + FIRST_SEGMENT, expected, found);
    }

    private static void requireBytes(String name, byte[] expected, byte[] found) throws Difference {
        int at = Arrays.mismatch(expected, found);
        if (at >= 0) {
            throw new Difference(name + ": byte " + at + " of " + expected.length + ": expected " + hex(expected, at)
                    + ", found " + hex(found, at));
        }
    }

    private static String hex(byte[] bytes, int at) {
        return at == bytes.length
                ? "the end"
                : HexFormat.ofDelimiter(" ").formatHex(bytes, at, Math.min(at + SHOWN_BYTES, bytes.length));
    }
}
