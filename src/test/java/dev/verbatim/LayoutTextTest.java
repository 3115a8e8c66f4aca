package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Layout texts that are very deep or very long, also those in the files of a queue, which anybody may have written. */
class LayoutTextTest {

    private static final int VERY_DEEP = 200_000;

    private static final String LIMIT = "expected at most 128 structs and sequences in one another, found ";

    @TempDir
    Path folder;

    /** A struct, and so many structs and sequences in it in turns that there are {@code depth} in all. */
    private static String text(int depth) {
        StringBuilder text = new StringBuilder("{\"a\":");
        StringBuilder end = new StringBuilder("}");
        for (int i = 1; i < depth; i++) {
            boolean isStruct = i % 2 == 0;
            text.append(isStruct ? "{\"a\":" : "[1]");
            end.append(isStruct ? "}" : "");
        }
        return text.append('i').append(end).toString();
    }

    private static StructLayout layout(int depth) {
        MemoryLayout layout = JAVA_INT.withName("a");
        for (int i = depth; i > 1; i--) {
            layout = (i % 2 == 0 ? MemoryLayout.sequenceLayout(1, layout) : MemoryLayout.structLayout(layout))
                    .withName("a");
        }
        return MemoryLayout.structLayout(layout);
    }

    private static String message(Runnable attempt) {
        return assertThrowsExactly(IllegalArgumentException.class, attempt::run).getMessage();
    }

    @Test
    void whatIsWrittenAndReadHasOneLimitOfDepth() {
        for (int depth : new int[] {1, 2, 127, 128}) {
            StructLayout parsed = LayoutText.parse(text(depth));
            assertEquals(text(depth), LayoutText.of(parsed));
            assertEquals(text(depth), LayoutText.of(layout(depth)));
        }
        for (int depth : new int[] {129, 130, VERY_DEEP}) {
            StructLayout layout = layout(depth);
            assertEquals("cannot store a layout: " + LIMIT + "more", message(() -> LayoutText.of(layout)));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[]                                   | 1: expected '{', found '['",
                "{                                    | 2: expected more, found the end",
                "{\"a\":q}                             | 6: expected a type (z boolean, b byte, c char, s short, i"
                        + " int, j long, f float, d double, C S I J F D big-endian, x8 padding of 8 bytes, [8]i a"
                        + " sequence, {…} a struct), found 'q'",
                "{\"a\":int}                           | 6: expected a type (z boolean, b byte, c char, s short, i"
                        + " int, j long, f float, d double, C S I J F D big-endian, x8 padding of 8 bytes, [8]i a"
                        + " sequence, {…} a struct), found 'int'",
                "{\"a\":[3]b1,\"b\":i}                 | 9: expected a type (z boolean, b byte, c char, s short, i"
                        + " int, j long, f float, d double, C S I J F D big-endian, x8 padding of 8 bytes, [8]i a"
                        + " sequence, {…} a struct), found 'b1'",
                "{\"a\":[]i}                           | 7: expected a number, found ']'",
                "{\"a\":[1000000000000000000]b}        | 7: expected a number of at most 18 digits, found 19 digits",
                "{\"\":x0000000000000000001}           | 6: expected a number of at most 18 digits, found 19 digits",
                "{\"\":x0}                             | 5: expected padding of a byte or more, found none",
                "{\"a\":[100000000000000000][100]j}    | 6: expected at most 9223372036854775807 bytes, found more",
                "{\"a\":i,\"b\":{\"a\":[999999999999999999]j,\"b\":[999999999999999999]j}}"
                        + "| 12: expected at most 9223372036854775807 bytes, found more"
            })
    void aTextThatIsNoneIsRefusedWithItsColumn(String text, String problem) {
        assertEquals(
                "layout text at column=" + problem + " in " + text,
                assertThrows(IllegalArgumentException.class, () -> LayoutText.parse(text))
                        .getMessage());
    }

    /** The excerpt is of 100 characters on either side: a text of megabytes must not come back in a message. */
    @Test
    void aTextThatIsTooDeepIsRefusedWhereItIs() {
        for (int depth : new int[] {300, VERY_DEEP}) {
            String text = text(depth);
            int column = text(128).indexOf('i');
            assertEquals(
                    "layout text at column=" + (column + 1) + ": " + LIMIT + "'{' in …"
                            + text.substring(column - 100, column + 100) + "…",
                    message(() -> LayoutText.parse(text)));
        }
    }

    private int store(String text) throws IOException {
        CRC32C crc = new CRC32C();
        crc.update(text.getBytes(StandardCharsets.UTF_8));
        Path layouts = Files.createDirectories(folder.resolve("layouts"));
        Files.writeString(layouts.resolve("%08x".formatted(crc.getValue())), text);
        return (int) crc.getValue();
    }

    @Test
    void aStoredTextThatIsTooDeepIsDamageOfItsFile() throws IOException {
        try (MappedQueue queue = MappedQueue.builder(folder).segmentSize(4096).open()) {
            String text = text(VERY_DEEP);
            int id = store(text);
            int column = text(128).indexOf('i');
            String message = "file=" + folder.resolve("layouts/%08x".formatted(id))
                    + ": expected a layout, found layout text at column=" + (column + 1) + ": " + LIMIT + "'{' in …"
                    + text.substring(column - 100, column + 100) + "…";
            assertEquals(
                    message,
                    assertThrowsExactly(StoreException.class, () -> queue.layout(id))
                            .getMessage());
            assertEquals(
                    message,
                    assertThrowsExactly(StoreException.class, queue::info).getMessage());
        }
    }

    @Test
    void aLayoutThatIsTooDeepIsNotStored() throws IOException {
        try (MappedQueue queue = MappedQueue.builder(folder).segmentSize(4096).open();
                Appender appender = queue.appender()) {
            for (int depth : new int[] {129, VERY_DEEP}) {
                StructLayout layout = layout(depth);
                assertEquals(
                        "cannot store a layout: " + LIMIT + "more",
                        assertThrowsExactly(IllegalArgumentException.class, () -> appender.claim(layout))
                                .getMessage());
            }
            assertEquals(Map.of(), queue.info().layouts());
            appender.claim(layout(128));
            appender.commit();
            assertEquals(1, queue.info().layouts().size());
        }
    }

    /** Its text would have the id of another one. */
    @Test
    void aNameThatUtf8CannotHaveIsNotStored() throws IOException {
        StructLayout layout = MemoryLayout.structLayout(JAVA_INT.withName("a\ud800"));
        try (MappedQueue queue = MappedQueue.builder(folder).segmentSize(4096).open();
                Appender appender = queue.appender()) {
            assertTrue(message(() -> LayoutText.id(layout)).contains("an unpaired surrogate in {\"a\ud800\":i}"));
            assertThrowsExactly(IllegalArgumentException.class, () -> appender.claim(layout));
            assertEquals(Map.of(), queue.info().layouts());
        }
    }

    @Test
    void aTypeIsOneOfTheLettersThatLayoutsArePrintedWith() {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            StructLayout layout = MemoryLayout.structLayout(
                    JAVA_BOOLEAN.withName("a"),
                    JAVA_BYTE.withName("b"),
                    JAVA_INT_UNALIGNED.withOrder(order).withName("c"));
            String text = LayoutText.of(layout);
            assertEquals(
                    order == ByteOrder.BIG_ENDIAN ? "{\"a\":z,\"b\":b,\"c\":I}" : "{\"a\":z,\"b\":b,\"c\":i}", text);
            assertEquals(text, LayoutText.of(LayoutText.parse(text)));
        }
        for (String letter : List.of("Z", "B", "X", "\u0130", "k", "")) {
            assertTrue(message(() -> LayoutText.parse("{\"a\":" + letter + "}")).contains("expected a type"), letter);
        }
    }

    @Test
    void aMessageShowsTheStartOfALongWord() {
        String message = message(() -> LayoutText.parse("{\"a\":" + "i".repeat(100_000) + "}"));
        assertTrue(message.contains("found '" + "i".repeat(100) + "…' in "), message);
        assertTrue(message.length() < 600, message);
    }
}
