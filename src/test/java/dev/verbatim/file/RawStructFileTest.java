package dev.verbatim.file;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of structs whose DTO nobody knows. */
class RawStructFileTest {

    record Name(long id, String text) {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_LONG.withName("id"),
                MemoryLayout.sequenceLayout(3, JAVA_BYTE).withName("text"));
        static final StructCodec<Name> CODEC = StructCodec.ofRecord(lookup(), Name.class, LAYOUT);
    }

    @TempDir
    Path temporary;

    private Path path;

    @BeforeEach
    void nameTheFile() {
        path = temporary.resolve("names.npy");
    }

    private static byte[] bytes(Name name) {
        byte[] bytes = new byte[16];
        Name.CODEC.write(name, MemorySegment.ofArray(bytes), 0);
        bytes[15] = 7; // padding
        return bytes;
    }

    @Test
    void structsAreTheirBytesPaddingIncluded() throws Exception {
        byte[] first = bytes(new Name(1, "a"));
        byte[] second = bytes(new Name(2, "b"));
        try (StructFile<MemorySegment> file = StructFile.create(path, Name.LAYOUT)) {
            file.append(MemorySegment.ofArray(first));
            file.append(MemorySegment.ofArray(first));
            file.set(1, MemorySegment.ofArray(second));
        }
        try (StructFile<MemorySegment> file = StructFile.openReadWrite(path)) {
            assertEquals(2, file.append(MemorySegment.ofArray(first)));
        }
        try (StructFile<MemorySegment> file = StructFile.open(path)) {
            assertEquals(3, file.size());
            assertArrayEquals(second, file.get(1).toArray(JAVA_BYTE));
            assertArrayEquals(first, file.stream().toList().getLast().toArray(JAVA_BYTE));
        }
        try (StructFile<Name> file = StructFile.open(path, Name.CODEC)) {
            assertEquals(new Name(2, "b"), file.get(1));
        }
    }

    @Test
    void everyLayoutHasADtype() throws Exception {
        StructLayout layout = LayoutText.parse(
                "{\"a\":J,\"\":x3,\"b\":[4]b,\"c\":[2][3]d,\"d\":{\"e\":c,\"\":x2,\"f\":z},\"g\":[2][4]b,\"h\":[2]{\"i\":f},"
                    + "\"j\":[0]b,\"\":x1}");
        StructFile.create(path, layout).close();
        String file = Files.readString(path, StandardCharsets.ISO_8859_1);
        String descr =
                "[('a', '>i8'), ('', '|V3'), ('b', '|S4'), ('c', '<f8', (2, 3)), ('d', [('e', '<u2'), ('', '|V2'),"
                        + " ('f', '|b1')]), ('g', '|S4', (2,)), ('h', [('i', '<f4')], (2,)), ('j', '|i1', (0,)), ('',"
                        + " '|V1')]";
        assertTrue(file.contains(descr), file);
        assertEquals(LayoutText.of(layout), LayoutText.of(StructFile.layout(path)));
    }

    @Test
    void aFileLikeAnotherHasItsHeader() throws Exception {
        StructFile.create(path, Name.CODEC).close();
        Path copy = temporary.resolve("copy.npy");
        StructFile.createLike(copy, path).close();
        assertArrayEquals(Files.readAllBytes(path), Files.readAllBytes(copy));
    }

    @Test
    void whatIsNoStructIsRefused() throws Exception {
        try (StructFile<MemorySegment> file = StructFile.create(path, Name.LAYOUT)) {
            assertEquals(
                    "expected a struct of 16 bytes, found byteSize=15",
                    assertThrows(IllegalArgumentException.class, () -> file.append(MemorySegment.ofArray(new byte[15])))
                            .getMessage());
            assertEquals(0, file.size());
        }
        Path other = temporary.resolve("other.npy");
        assertEquals(
                "cannot store variable-length records in a file: expected a struct of fixed size",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> StructFile.create(other, Layouts.varRecord(Layouts.varRef("a"))))
                        .getMessage());
        assertThrows(
                IllegalArgumentException.class, () -> StructFile.create(other, LayoutText.parse("{\"a\":i,\"a\":i}")));
        assertEquals(
                "cannot store such structs in a file: expected arrays of at most 64 dimensions, found 65",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> StructFile.create(other, LayoutText.parse("{\"a\":" + "[1]".repeat(65) + "i}")))
                        .getMessage());
        assertTrue(Files.notExists(other));
    }
}
