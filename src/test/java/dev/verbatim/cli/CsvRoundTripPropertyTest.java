package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.LayoutText;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import dev.verbatim.text.RecordText;
import dev.verbatim.tools.TempFolder;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** What {@code cat --format csv} prints of a queue, {@code append} makes the same queue of: each bit of each entry. */
class CsvRoundTripPropertyTest {

    private static final String VALUES = "zbcsijfdCSIJFD";
    private static final int ENTRIES = 3;

    /** Text that CSV has to quote, that is not UTF-8, and that looks like what it is not. */
    private static final List<String> TEXTS = List.of(
            "a,b", "\"", "\r\n", " x ", "0x41", "#", "", "\ufeff", "😀", "@position", "\u2028", "'=1+1", "\u0085");

    @Property(tries = 500)
    void columnsComeBack(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        StructLayout layout = layout(random);
        MemorySegment payload = payload(random, layout);
        RecordText text = RecordText.of(layout);
        MemorySegment copy = MemorySegment.ofArray(text.fromCells(text.toCells(payload, 0)));
        assertEquals(hex(payload), hex(copy), () -> LayoutText.of(layout));
    }

    @Property(tries = 20)
    void queuesComeBack(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        StructLayout layout = layout(random);
        try (TempFolder temp = TempFolder.create()) {
            Path folder = temp.path();
            List<MemorySegment> payloads = new ArrayList<>();
            try (MappedQueue queue = StoredQueue.open(folder.resolve("from"));
                    Appender appender = queue.appender()) {
                for (int i = 0; i < ENTRIES; i++) {
                    payloads.add(payload(random, layout));
                    appender.claim(layout).copyFrom(payloads.getLast());
                    appender.commit();
                }
            }
            StoredQueue.open(folder.resolve("to")).close();
            CommandLineRun cat = verbatim(
                    "queue", "cat", "--format=csv", folder.resolve("from").toString());
            assertEquals("", cat.err());
            Path csv = Files.writeString(folder.resolve("rows.csv"), cat.out());
            String text = LayoutText.of(layout);
            CommandLineRun append =
                    verbatim("queue", "append", folder.resolve("to").toString(), csv.toString(), "--layout", text);
            assertEquals("", append.err(), cat::out);
            assertEquals(entries(folder.resolve("from")), entries(folder.resolve("to")));
            assertEquals(ENTRIES, entries(folder.resolve("to")).size());
        }
    }

    private static List<String> entries(Path folder) throws IOException {
        List<String> entries = new ArrayList<>();
        try (MappedQueue queue = StoredQueue.open(folder);
                Tailer tailer = queue.tailer()) {
            boolean more = true;
            while (more) {
                more = tailer.read((payload, position, layoutId) ->
                        entries.add(position + " " + LayoutIds.toText(layoutId) + " " + hex(payload)));
            }
        }
        return entries;
    }

    private static String hex(MemorySegment payload) {
        return HexFormat.of().formatHex(payload.toArray(ValueLayout.JAVA_BYTE));
    }

    /** {@return a layout that has at least one column} */
    private static StructLayout layout(Random random) {
        StringBuilder text = new StringBuilder("{\"first\":" + VALUES.charAt(random.nextInt(VALUES.length())));
        appendMembers(text, random, 2);
        return LayoutText.parse(text.append('}').toString());
    }

    private static void appendMembers(StringBuilder text, Random random, int depth) {
        int count = random.nextInt(5);
        for (int i = 0; i < count; i++) {
            text.append(",\"")
                    .append(random.nextBoolean() ? "m" : "a b,\\\"")
                    .append(i)
                    .append("\":");
            appendType(text, random, depth);
        }
    }

    private static void appendType(StringBuilder text, Random random, int depth) {
        switch (random.nextInt(depth > 0 ? 6 : 4)) {
            case 0, 1 -> text.append(VALUES.charAt(random.nextInt(VALUES.length())));
            case 2 -> text.append('x').append(1 + random.nextInt(7));
            case 3 -> text.append('[').append(random.nextInt(9)).append("]b");
            case 4 -> {
                text.append('[').append(random.nextInt(4)).append(']');
                appendType(text, random, depth - 1);
            }
            default -> {
                text.append("{\"n\":i");
                appendMembers(text, random, depth - 1);
                text.append('}');
            }
        }
    }

    private static MemorySegment payload(Random random, StructLayout layout) {
        MemorySegment payload = MemorySegment.ofArray(new byte[Math.toIntExact(layout.byteSize())]);
        fill(random, layout, payload, 0);
        return payload;
    }

    private static void fill(Random random, MemoryLayout layout, MemorySegment payload, long offset) {
        switch (layout) {
            case StructLayout struct -> {
                long at = offset;
                for (MemoryLayout member : struct.memberLayouts()) {
                    fill(random, member, payload, at);
                    at += member.byteSize();
                }
            }
            case SequenceLayout bytes
            when bytes.elementLayout() instanceof ValueLayout.OfByte && random.nextBoolean() -> {
                byte[] text = TEXTS.get(random.nextInt(TEXTS.size())).getBytes(StandardCharsets.UTF_8);
                int length = (int) Math.min(text.length, bytes.byteSize());
                MemorySegment.copy(text, 0, payload, ValueLayout.JAVA_BYTE, offset, length);
            }
            case SequenceLayout sequence -> {
                for (long i = 0; i < sequence.elementCount(); i++) {
                    fill(
                            random,
                            sequence.elementLayout(),
                            payload,
                            offset + i * sequence.elementLayout().byteSize());
                }
            }
            case PaddingLayout padding -> {}
            case ValueLayout.OfBoolean value -> payload.set(value, offset, random.nextBoolean());
            default -> {
                byte[] bytes = new byte[Math.toIntExact(layout.byteSize())];
                random.nextBytes(bytes);
                // So that NaNs, infinities and surrogates come up too.
                if (random.nextInt(3) == 0) {
                    Arrays.fill(bytes, 0, Math.min(2, bytes.length), (byte) 0x7f);
                }
                MemorySegment.copy(bytes, 0, payload, ValueLayout.JAVA_BYTE, offset, bytes.length);
            }
        }
    }
}
