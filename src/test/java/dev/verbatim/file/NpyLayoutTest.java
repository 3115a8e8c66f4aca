package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
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
        ('a', '<f2'), ('b', '>f2'), ('c', '<f16'), ('d', '>f12') ; "a":s,"b":S,"c":[16]b,"d":[12]b
        ('a', '<c8'), ('b', '>c16', (3,)), ('c', '<c32'), ('d', '<c24') ; "a":[2]f,"b":[3][2]D,"c":[32]b,"d":[24]b
        ('a', '|S5'), ('b', '|V3'), ('c', '<U4'), ('d', '>U1') ; "a":[5]b,"b":[3]b,"c":[4]i,"d":[1]I
        ('', '|V4'), ('a', '<i4'), ('', '|V2')                ; "":x4,"a":i,"":x2
        ('a', '<i2', (2, 3)), ('b', '|S2', (4,))              ; "a":[2][3]s,"b":[4][2]b
        ('a', [('b', '<i4'), ('', '|V4')], (2,)), ('c', [('d', '|i1')]) ; "a":[2]{"b":i,"":x4},"c":{"d":b}
        """)
    void fieldsAreMembersOfTheirTypes(String fields, String members) throws IOException {
        assertEquals(LayoutText.parse("{" + members + "}"), StructFile.layout(file("[" + fields + "]")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<f3",
                "<c4",
                "|O",
                "int64",
                "<i16",
                "<i3",
                // NumPy takes the next five, and writes none of them.
                "|S3,<i4",
                "2S3",
                "3V2",
                "2U1",
                "<U1,<i2",
                "|SX",
                "|S99999999999999999999",
                "|S5[zz]",
                "<i4[ns]"
            })
    void typesThatJavaDoesNotHaveAreRefused(String type) throws IOException {
        Path file = file("[('a', [('b', '" + type + "', (2,))]), ('c', '<i4')]");
        StructFileException refused = assertThrows(StructFileException.class, () -> StructFile.layout(file));
        assertEquals(
                "file=" + file
                        + ": field `a.b`: expected a type whose bits a member can have, b1, i1 to i8, u1 to u8, f2 to"
                        + " f16, c8 to c32, m8, M8, S, U or V, found " + type
                        + "; NumPy makes another of it by a.astype, such as U16 of objects",
                refused.getMessage());
    }

    /** It would be followed by a tail. */
    @Test
    void aStructIsNoVariableLengthRecordWhateverItsNames() throws IOException {
        StructLayout layout = StructFile.layout(file("[('fixedSize', '<i4'), ('totalSize', '<i4'), ('a', '|i1')]"));
        assertFalse(Layouts.isVarRecord(layout));
        assertEquals(
                List.of("fixedSize", "totalSize", "a"),
                Layouts.members(layout).stream().map(Layouts.Member::name).toList());
        assertEquals(9, layout.byteSize());
        assertEquals(layout, LayoutText.parse(LayoutText.of(layout)));
        Path copy = folder.resolve("copy.npy");
        StructFile.create(copy, layout).close();
        assertEquals(layout, StructFile.layout(copy));
    }

    /** What reads them goes down into them, one within the other. */
    @Test
    void whatIsNestedTooDeepIsRefused() throws IOException {
        String deep = "'<i4'";
        String deeper = deep;
        for (int depth = 0; depth < 48; depth++) {
            deep = "[('a', " + deep + ", (1,))]";
            deeper = "[('a', " + deeper + ", (" + "1, ".repeat(64) + "))]";
        }
        String json = RecordText.of(StructFile.layout(file(deep))).toJson(MemorySegment.ofArray(new byte[4]), 0);
        assertEquals(48, json.chars().filter(c -> c == '{').count());
        Path file = file(deeper);
        for (Executable call : List.<Executable>of(() -> StructFile.layout(file), () -> StructFile.open(file))) {
            assertEquals(
                    "file=" + file + ": expected structs that have a layout, found others: cannot store a layout:"
                            + " expected at most 128 structs and sequences in one another, found more",
                    assertThrows(StructFileException.class, call).getMessage());
        }
    }

    @Test
    void aFileThatIsMissingOrNoneIsRefused() throws IOException {
        assertThrows(NoSuchFileException.class, () -> StructFile.layout(folder.resolve("missing.npy")));
        Path plain = file("'<i8'");
        assertThrows(StructFileException.class, () -> StructFile.layout(plain));
    }
}
