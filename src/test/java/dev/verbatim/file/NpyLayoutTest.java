package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.LayoutText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The layout of a file's structs, read without a codec. */
class NpyLayoutTest {

    @TempDir
    Path folder;

    private Path file(String descr) throws IOException {
        byte[] header = ("{'descr': " + descr + ", 'fortran_order': False, 'shape': (0,), }\n")
                .getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer bytes = ByteBuffer.allocate(10 + header.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(NpyDescriptor.MAGIC)
                .put((byte) 1)
                .put((byte) 0)
                .putShort((short) header.length)
                .put(header);
        return Files.write(folder.resolve("any.npy"), bytes.array());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '`', textBlock = """
        ('a', '|b1'), ('b', '|i1'), ('c', '<i2')              ; "a":z,"b":b,"c":s
        ('a', '<i4'), ('b', '<i8'), ('c', '<f4'), ('d', '<f8') ; "a":i,"b":j,"c":f,"d":d
        ('a', '|u1'), ('b', '<u2'), ('c', '<u4'), ('d', '<u8') ; "a":b,"b":c,"c":i,"d":j
        ('a', '>u2'), ('b', '>i8'), ('c', '>f4')              ; "a":C,"b":J,"c":F
        ('a', '<M8[ns]'), ('b', '>m8[s]')                     ; "a":j,"b":J
        ('a', '|S5'), ('b', '|V3'), ('c', '<U4'), ('d', '>U1') ; "a":[5]b,"b":[3]b,"c":[4]i,"d":[1]I
        ('', '|V4'), ('a', '<i4'), ('', '|V2')                ; "":x4,"a":i,"":x2
        ('a', '<i2', (2, 3)), ('b', '|S2', (4,))              ; "a":[2][3]s,"b":[4][2]b
        ('a', [('b', '<i4'), ('', '|V4')], (2,)), ('c', [('d', '|i1')]) ; "a":[2]{"b":i,"":x4},"c":{"d":b}
        """)
    void fieldsAreMembersOfTheirTypes(String fields, String members) throws IOException {
        assertEquals(LayoutText.parse("{" + members + "}"), StructFile.layout(file("[" + fields + "]")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"<f2", "<c16", "|O", "int64", "<f16", "|i3"})
    void typesThatJavaDoesNotHaveAreRefused(String type) throws IOException {
        Path file = file("[('a', [('b', '" + type + "', (2,))])]");
        StructFileException refused = assertThrows(StructFileException.class, () -> StructFile.layout(file));
        assertEquals(
                "file=" + file
                        + ": field `a.b`: expected a type that Java has, b1, i1 to i8, u1 to u8, f4, f8, m8, M8, S,"
                        + " U or V, found " + type,
                refused.getMessage());
    }

    @Test
    void aFileThatIsMissingOrNoneIsRefused() throws IOException {
        assertThrows(NoSuchFileException.class, () -> StructFile.layout(folder.resolve("missing.npy")));
        Path plain = file("'<i8'");
        assertThrows(StructFileException.class, () -> StructFile.layout(plain));
    }
}
