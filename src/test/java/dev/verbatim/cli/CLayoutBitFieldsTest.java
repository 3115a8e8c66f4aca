package dev.verbatim.cli;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.c.CCompiler;
import dev.verbatim.c.CStruct;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is printed of structs in C with bit-fields, which are padding, and with pointers, which are integers. */
@Needs(Tool.C_COMPILER)
class CLayoutBitFieldsTest {

    /** Bit-fields at the start, in the middle and at the end of structs, beside members in the same bytes of a unit. */
    private static final String ENTRY = """
        struct {
            unsigned ready : 1, mode : 3, : 4, level : 8;
            signed char kind;
            long long big : 33;
            int id;
            struct { unsigned char low : 4, high : 4; signed char count; } parts[3];
            enum { OFF, ON } state : 1;
            long long time;
            _Bool last : 1;
        }\
        """;

    private static final String POINTERS = """
        struct {
            signed char kind;
            struct node *next;
            const char *volatile const names[2][3];
            int (*call)(void *);
            struct { void *restrict start; int size; } parts[2];
            union { void *pointer; int number; } value;
        }\
        """;

    @TempDir
    Path folder;

    private record Part(byte count) {}

    private record Entry(byte kind, int id, List<Part> parts, long time) {}

    private String source(String header, String name) throws Exception {
        Path file = Files.writeString(folder.resolve("header.h"), header);
        return PrintedLayouts.source("--c", file.toString(), name);
    }

    private StructLayout entry() throws Exception {
        return PrintedLayouts.compiled(source("typedef " + ENTRY + " entry;\n", "entry"))
                .get("LAYOUT");
    }

    /** {@return the printed members, from below the line that begins the constant to its end} */
    private static String members(String source) {
        int start = source.indexOf('\n', source.indexOf("LAYOUT = structLayout(")) + 1;
        return source.substring(start, source.indexOf(");\n", start)).stripIndent();
    }

    private static String order() {
        return ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? "_BE" : "_LE";
    }

    @Test
    void allElseLiesWhereItDoesInC() throws Exception {
        CStruct.assertSameInC(List.of(new CStruct(ENTRY, entry())));
    }

    /** Skips a test whose header, with a struct of the name "plain", only GCC compiles. */
    private void assumeGcc(String header) throws Exception {
        assumeTrue(
                CommandLineRun.verbatim(
                                        "layout",
                                        "--c",
                                        Files.writeString(folder.resolve("orders.h"), header)
                                                .toString(),
                                        "plain")
                                .exitCode()
                        == 0,
                "only GCC has byte orders");
    }

    private static void assumeLittleEndian() {
        assumeTrue(ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN, "bits lie elsewhere on big-endian machines");
    }

    @Test
    void bitFieldsArePaddingThatIsCommentedOn() throws Exception {
        assumeLittleEndian();
        assertEquals("""
            // bit-fields in a little-endian short, called bits:
            //     ready : 1 is bits & 0x1
            //     mode : 3 is bits >> 1 & 0x7
            //     level : 8 is bits >> 8 & 0xff
            paddingLayout(2),
            JAVA_BYTE.withName("kind"),
            // bit-fields in a little-endian long of 5 bytes, called bits:
            //     big : 33 is bits << 31 >> 31
            paddingLayout(5),
            INT_LE.withName("id"),
            sequenceLayout(3, structLayout(
                    // bit-fields in a byte, called bits:
                    //     low : 4 is bits & 0xf
                    //     high : 4 is bits >> 4 & 0xf
                    paddingLayout(1),
                    JAVA_BYTE.withName("count"))).withName("parts"),
            // bit-fields in a little-endian int, called bits:
            //     state : 1 is bits & 0x1
            paddingLayout(4),
            paddingLayout(2),
            LONG_LE.withName("time"),
            // bit-fields in a byte, called bits:
            //     last : 1 is (bits & 0x1) != 0
            paddingLayout(1),
            paddingLayout(7)\
            """, members(source("typedef " + ENTRY + " entry;\n", "entry")));
    }

    @Test
    void theBitsOfAllBitFieldsLieInThePadding() throws Exception {
        StructLayout layout = entry();
        String bytes = CCompiler.compileAndRun("""
            #include <stdio.h>
            static ENTRY entry;
            int main(void) {
                entry.ready = -1; entry.mode = -1; entry.level = -1; entry.big = -1; entry.state = -1; entry.last = 1;
                for (int i = 0; i < 3; i++) {
                    entry.parts[i].low = -1; entry.parts[i].high = -1;
                }
                for (size_t i = 0; i < sizeof(entry); i++) {
                    printf("%d\\n", ((unsigned char *) &entry)[i] != 0);
                }
            }
            """.replace("ENTRY", ENTRY));
        List<String> inC = bytes.lines().toList();
        assertEquals(layout.byteSize(), inC.size());
        assertTrue(inC.contains("1"), bytes);
        boolean[] isPadding = new boolean[inC.size()];
        markPadding(layout, 0, isPadding);
        for (int i = 0; i < isPadding.length; i++) {
            assertTrue(isPadding[i] || inC.get(i).equals("0"), "byte " + i + " of " + inC);
        }
    }

    private static void markPadding(StructLayout struct, int start, boolean[] isPadding) {
        int offset = start;
        for (MemoryLayout member : struct.memberLayouts()) {
            if (member instanceof PaddingLayout) {
                Arrays.fill(isPadding, offset, offset + (int) member.byteSize(), true);
            } else if (member.name().orElseThrow().equals("parts")) {
                for (int i = 0; i < 3; i++) {
                    isPadding[offset + 2 * i] = true;
                }
            }
            offset += (int) member.byteSize();
        }
    }

    @Test
    void aCodecLeavesBitFieldsAsTheyAre() throws Exception {
        StructLayout layout = entry();
        StructCodec<Entry> codec = StructCodec.ofRecord(MethodHandles.lookup(), Entry.class, layout);
        byte[] bytes = new byte[(int) layout.byteSize()];
        Arrays.fill(bytes, (byte) 0xFF);
        List<Part> parts = Collections.nCopies(3, new Part((byte) 0));
        codec.write(new Entry((byte) 0, 0, parts, 0), MemorySegment.ofArray(bytes), 0);
        boolean[] isPadding = new boolean[bytes.length];
        markPadding(layout, 0, isPadding);
        byte[] expected = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            expected[i] = (byte) (isPadding[i] ? 0xFF : 0);
        }
        assertArrayEquals(expected, bytes);
    }

    @Test
    void bitFieldsInUnionsAndInWhatHasNoNameAreNamed() throws Exception {
        assumeLittleEndian();
        String source = source("""
            struct flags {
                int id;
                union { unsigned char all; struct { unsigned char low : 1, high : 7; }; };
                union { unsigned some : 3, other : 5; int word; } bits;
                struct { unsigned only : 1; } only;
                struct { unsigned char first : 2; };
                unsigned char second : 2;
            };
            """, "flags");
        assertEquals(
                structLayout(
                        JAVA_INT.withName("id"),
                        unionLayout(JAVA_BYTE.withName("all"), structLayout(paddingLayout(1))),
                        paddingLayout(3),
                        unionLayout(JAVA_INT.withName("word"), paddingLayout(4)).withName("bits"),
                        structLayout(paddingLayout(4)).withName("only"),
                        paddingLayout(1),
                        paddingLayout(1),
                        paddingLayout(2)),
                PrintedLayouts.compiled(source).get("LAYOUT"));
        assertEquals("""
            INT_LE.withName("id"),
            unionLayout(
                    JAVA_BYTE.withName("all"),
                    structLayout(
                            // bit-fields in a byte, called bits:
                            //     low : 1 is bits & 0x1
                            //     high : 7 is bits >> 1 & 0x7f
                            paddingLayout(1))),
            paddingLayout(3),
            unionLayout(
                    INT_LE.withName("word"),
                    // bit-fields in a little-endian int, called bits:
                    //     some : 3 is bits & 0x7
                    //     other : 5 is bits & 0x1f
                    paddingLayout(4)).withName("bits"),
            structLayout(
                    // bit-fields in a little-endian int, called bits:
                    //     only : 1 is bits & 0x1
                    paddingLayout(4)).withName("only"),
            // bit-fields in a byte, called bits:
            //     first : 2 is bits & 0x3
            paddingLayout(1),
            // bit-fields in a byte, called bits:
            //     second : 2 is bits & 0x3
            paddingLayout(1),
            paddingLayout(2)\
            """, members(source));
    }

    @Test
    void bitFieldsOfAnEnumHaveTheByteOrderOfTheNumbersBesideThem() throws Exception {
        String header = """
            #if !defined(__GNUC__) || defined(__clang__)
            #error only GCC has byte orders
            #endif
            #define BIG __attribute__((scalar_storage_order("big-endian")))
            struct BIG plain { int id; };
            enum state { OFF, ON };
            struct BIG told { enum state some : 2; unsigned other : 3; };
            struct BIG untold { enum state some : 2; struct BIG { int id; } inner; };
            """;
        assumeGcc(header);
        assertTrue(members(source(header, "told")).startsWith("""
            // bit-fields in a big-endian int, called bits:
            //     some : 2 is bits >> 30 & 0x3
            //     other : 3 is bits >> 27 & 0x7
            paddingLayout(4)\
            """));
        assertTrue(members(source(header, "untold")).startsWith("""
            // bit-fields some : 2, in a byte order that the compiler does not write for debuggers
            paddingLayout(4)\
            """));
    }

    @Test
    void bitFieldsOfTwoByteOrdersAreNoOneNumber() throws Exception {
        String header = """
            #if !defined(__GNUC__) || defined(__clang__)
            #error only GCC has byte orders
            #endif
            #define BIG packed, scalar_storage_order("big-endian")
            #define LITTLE packed, scalar_storage_order("little-endian")
            struct plain { int id; };
            struct mixed {
                struct __attribute__((LITTLE)) { unsigned first : 12; };
                struct __attribute__((BIG)) { unsigned second : 5, third : 11; };
                int id;
            };
            """;
        assumeGcc(header);
        assertTrue(members(source(header, "mixed")).startsWith("""
            // bit-fields in a little-endian short, called bits:
            //     first : 12 is bits & 0xfff
            paddingLayout(2),
            // bit-fields in a big-endian short, called bits:
            //     second : 5 is bits >> 11 & 0x1f
            //     third : 11 is bits & 0x7ff
            paddingLayout(2),
            """));
    }

    @Test
    void pointersAreIntegersOfTheirSize() throws Exception {
        String source = source("typedef " + POINTERS + " table;\n", "table");
        StructLayout printed = PrintedLayouts.compiled(source).get("LAYOUT");
        assertEquals(
                Layouts.struct(
                        JAVA_BYTE.withName("kind"),
                        JAVA_LONG.withName("next"),
                        sequenceLayout(2, sequenceLayout(3, JAVA_LONG)).withName("names"),
                        JAVA_LONG.withName("call"),
                        sequenceLayout(2, Layouts.struct(JAVA_LONG.withName("start"), JAVA_INT.withName("size")))
                                .withName("parts"),
                        unionLayout(JAVA_LONG.withName("pointer"), JAVA_INT.withName("number"))
                                .withName("value")),
                printed);
        CStruct.assertSameInC(List.of(new CStruct(POINTERS, printed)));
        String one = "// a pointer, which means nothing outside of its process\n";
        String many = "// pointers, which mean nothing outside of their process\n";
        for (String member : List.of("next", "call", "start", "pointer")) {
            String withComment = one + " LONG" + order() + ".withName(\"" + member + "\")";
            assertTrue(source.replaceAll(" +", " ").contains(withComment), () -> member + " in " + source);
        }
        assertTrue(source.replaceAll(" +", " ").contains(many + " sequenceLayout(2, sequenceLayout(3, "), source);
        assertEquals(
                5,
                source.lines()
                        .filter(line -> line.contains("// a pointer") || line.contains("// pointers"))
                        .count());
    }

    @Test
    void packedPointersHaveNoAlignment() throws Exception {
        assertEquals(
                structLayout(JAVA_BYTE.withName("kind"), JAVA_LONG_UNALIGNED.withName("next")),
                PrintedLayouts.compiled(source(
                                "struct __attribute__((packed)) node { signed char kind; struct node *next; };\n",
                                "node"))
                        .get("LAYOUT"));
    }

    @Test
    void pointersHaveTheByteOrderOfTheMachineWhateverThatOfTheStruct() throws Exception {
        String header = """
            #if !defined(__GNUC__) || defined(__clang__)
            #error only GCC has byte orders
            #endif
            struct __attribute__((scalar_storage_order("big-endian"))) plain { int id; };
            struct __attribute__((scalar_storage_order("big-endian"))) big { int id; void *next; };
            struct __attribute__((scalar_storage_order("little-endian"))) little { int id; void *next; };
            """;
        assumeGcc(header);
        assertEquals(
                Layouts.struct(
                        JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("id"),
                        JAVA_LONG.withOrder(ByteOrder.nativeOrder()).withName("next")),
                PrintedLayouts.compiled(source(header, "big")).get("LAYOUT"));
        String sameInC = CCompiler.compileAndRun(header + """
            #include <stdio.h>
            #include <string.h>
            int main(void) {
                void *pointer = &pointer;
                struct big big = {1, pointer};
                struct little little = {1, pointer};
                printf("%d %d\\n", memcmp((char *) &big + 8, &pointer, sizeof(pointer)),
                        memcmp((char *) &little + 8, &pointer, sizeof(pointer)));
            }
            """);
        assertEquals("0 0\n", sameInC);
    }
}
