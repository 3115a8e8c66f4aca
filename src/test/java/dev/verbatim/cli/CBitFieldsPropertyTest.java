package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.c.CCompiler;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import dev.verbatim.tools.TempFolder;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import org.jspecify.annotations.Nullable;

/** What is printed of a bit-field in C is where the C compiler has it, in its comment's own Java. */
@Needs(Tool.C_COMPILER)
class CBitFieldsPropertyTest {

    /** How many numbers each bit-field is set to. */
    private static final int NUMBERS = 4;

    private static final String TYPES = """
        #include <stdint.h>
        enum plain { OFF, ON, MANY };
        enum negative { BELOW = -1, ABOVE };
        """;

    /**
     * A struct in C.
     *
     * @param type the type
     * @param fields its bit-fields, as C has them behind the name of a variable
     */
    record Declared(String type, List<String> fields) {

        Declared packed() {
            return withAttribute("packed");
        }

        Declared reversed() {
            boolean isBigEndian = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
            return withAttribute("scalar_storage_order(\"" + (isBigEndian ? "little" : "big") + "-endian\")");
        }

        private Declared withAttribute(String attribute) {
            return new Declared(
                    type.replaceAll("\\b(struct|union) ", "$1 __attribute__((" + attribute + ")) "), fields);
        }
    }

    /** A byte or more: a member, or a bit-field. */
    private record Member(String type, int bits, boolean isNamed) {
        String declaration(String name) {
            return type + " " + (bits < 0 ? name : (isNamed && bits > 0 ? name : "") + " : " + bits) + "; ";
        }

        boolean isBitField() {
            return isNamed && bits > 0;
        }
    }

    @Example
    void bitFieldsAreWhereTheyAreInCInAnyKindOfStruct() throws Exception {
        boolean isGcc = isCompilerGcc();
        List<Declared> structs = new ArrayList<>(List.of(
                new Declared("struct { unsigned a : 3; int b : 5, : 2, c : 9; }", List.of("a", "b", "c")),
                new Declared("struct { unsigned a : 3; int : 0; unsigned b : 5; char c; }", List.of("a", "b")),
                new Declared("struct { unsigned char a : 4, b : 5; uint16_t c : 9; }", List.of("a", "b", "c")),
                new Declared("struct { unsigned a : 20; char c; }", List.of("a")),
                new Declared("struct { char c; long long a : 33; int d; }", List.of("a")),
                new Declared("struct { uint64_t a : 64; int64_t b : 64; int c : 32; unsigned d : 32; }", fields(4)),
                new Declared("struct { enum plain a : 2; enum negative b : 2; _Bool c : 1; }", fields(3)),
                new Declared(
                        "struct { struct { char x; int a : 7; } s[3]; struct { unsigned b : 3; }; }",
                        List.of("s[0].a", "s[2].a", "b")),
                new Declared(
                        "struct { union { int x; unsigned a : 3; long long b : 40; } u; union { uint8_t c : 2; }; }",
                        List.of("u.a", "u.b", "c")),
                new Declared("struct { unsigned a : 30; int b : 30, c : 30; uint64_t d : 64; }", fields(4)).packed()));
        structs.addAll(structs.stream().map(Declared::packed).toList());
        // To Clang a bit-field with all bits of its type is a member, in packed structs in the byte where it begins.
        structs.removeIf(struct -> !isGcc && (struct.type.contains(": 64") || struct.type.contains(": 32")));
        if (isGcc) {
            structs.addAll(structs.stream().map(Declared::reversed).toList());
        }
        assertSameInC(structs);
    }

    private static List<String> fields(int count) {
        return List.of("a", "b", "c", "d").subList(0, count);
    }

    private static boolean isCompilerGcc() throws Exception {
        return CCompiler.compileAndRun("""
            #include <stdio.h>
            int main(void) {
            #if defined(__GNUC__) && !defined(__clang__)
                printf("GCC");
            #endif
            }
            """).equals("GCC");
    }

    // Few tries with many structs each: each struct takes runs of the C compiler.
    @Property(tries = 2, edgeCases = EdgeCasesMode.NONE, shrinking = ShrinkingMode.OFF)
    void bitFieldsAreWhereTheyAreInC(@ForAll("structs") List<Declared> structs) throws Exception {
        assertSameInC(structs);
    }

    @Provide
    static Arbitrary<List<Declared>> structs() throws Exception {
        boolean isGcc = isCompilerGcc();
        Arbitrary<Member> members = Arbitraries.of(
                        "unsigned",
                        "int",
                        "signed char",
                        "uint8_t",
                        "short",
                        "uint16_t",
                        "long long",
                        "uint64_t",
                        "enum plain",
                        "enum negative",
                        "_Bool")
                .flatMap(type -> Combinators.combine(
                                Arbitraries.integers()
                                        .between(-1, isGcc || type.equals("_Bool") ? widest(type) : widest(type) - 1),
                                Arbitraries.of(true, true, true, false))
                        .as((bits, isNamed) -> new Member(type, bits, isNamed)));
        Arbitrary<Boolean> reversed = isGcc ? Arbitraries.of(true, false) : Arbitraries.just(false);
        return Combinators.combine(members.list().ofMinSize(1).ofMaxSize(9), Arbitraries.of(true, false), reversed)
                .as(CBitFieldsPropertyTest::declared)
                .list()
                .ofSize(12);
    }

    private static int widest(String type) {
        return switch (type) {
            case "_Bool" -> 1;
            case "signed char", "uint8_t" -> 8;
            case "short", "uint16_t" -> 16;
            case "long long", "uint64_t" -> 64;
            default -> 32;
        };
    }

    private static Declared declared(List<Member> members, boolean isPacked, boolean isReversed) {
        List<Member> all = new ArrayList<>(members);
        // GCC tells the order of this one, and enums that are no bit-fields are refused in the other.
        all.add(new Member("int", -1, true));
        all.removeIf(member -> isReversed && member.type.startsWith("enum") && member.bits < 0);
        StringBuilder type = new StringBuilder("struct { ");
        for (int i = 0; i < all.size(); i++) {
            type.append(all.get(i).declaration("f" + i));
        }
        Declared struct = new Declared(
                type.append("}").toString(),
                IntStream.range(0, all.size())
                        .filter(i -> all.get(i).isBitField())
                        .mapToObj(i -> "f" + i)
                        .toList());
        struct = isPacked ? struct.packed() : struct;
        return isReversed ? struct.reversed() : struct;
    }

    /** Storing a bit-field as the documentation says changes its bits and no others, whatever they were. */
    private static void assertStores(
            byte[] expected,
            byte[] allBits,
            PrintedBitField field,
            PrintedBitField.@Nullable Access access,
            long value,
            String what)
            throws Exception {
        if (access == null) {
            return; // the number is none of Java
        }
        byte[] overZeros = new byte[expected.length];
        byte[] overOnes = new byte[expected.length];
        Arrays.fill(overOnes, (byte) -1);
        PrintedBitField.write(overZeros, field, access, value);
        PrintedBitField.write(overOnes, field, access, value);
        byte[] expectedOverOnes = new byte[expected.length];
        for (int i = 0; i < expected.length; i++) {
            expectedOverOnes[i] = (byte) (expected[i] | ~allBits[i]);
        }
        assertArrayEquals(expected, overZeros, what);
        assertArrayEquals(expectedOverOnes, overOnes, what);
    }

    /** In C each bit-field is set alone, to some numbers; then all are read from the bytes as they are printed. */
    private static void assertSameInC(List<Declared> structs) throws Exception {
        try (TempFolder temp = TempFolder.create()) {
            Path folder = temp.path();
            StringBuilder header = new StringBuilder(TYPES);
            StringBuilder main = new StringBuilder();
            for (int i = 0; i < structs.size(); i++) {
                header.append("typedef " + structs.get(i).type + " s" + i + ";\n");
                for (String field : structs.get(i).fields) {
                    main.append("    CASE(s" + i + ", " + field + ")\n");
                }
            }
            Path file = Files.writeString(folder.resolve("bits.h"), header);
            List<List<PrintedBitField>> printed = new ArrayList<>();
            for (int i = 0; i < structs.size(); i++) {
                CCompilation.Struct struct = new CCompilation("cc", file).struct("s" + i);
                Map<String, PrintedBitField> fields = new LinkedHashMap<>();
                PrintedBitField.collect(struct.layout(), "", "", 0, struct.comments(), fields);
                assertTrue(fields.keySet().containsAll(structs.get(i).fields), () -> struct + " " + fields.keySet());
                printed.add(structs.get(i).fields.stream().map(fields::get).toList());
            }
            String cases = CCompiler.compileAndRun(header + """
                #include <stdio.h>
                #include <string.h>
                static const uint64_t NUMBERS[] = {-1, 1, 0xA5A5A5A5A5A5A5A5, 0x123456789ABCDEF0};
                #define CASE(type, field) \\
                    for (int i = 0; i < 4; i++) { \\
                        type value; \\
                        memset(&value, 0, sizeof(value)); \\
                        value.field = NUMBERS[i]; \\
                        for (size_t b = 0; b < sizeof(value); b++) printf("%02x", ((unsigned char *) &value)[b]); \\
                        printf(value.field < 0 ? " %lld\\n" : " %llu\\n", (long long) value.field); \\
                    }
                int main(void) {
                """ + main + "}\n");
            List<PrintedBitField.@Nullable Access> accesses = PrintedBitField.accesses(folder, printed);
            var lines = cases.lines().toList().iterator();
            int first = 0;
            for (int i = 0; i < structs.size(); i++) {
                List<PrintedBitField> fields = printed.get(i);
                byte[] allBits = {};
                for (int set = 0; set < NUMBERS * fields.size(); set++) {
                    String[] columns = lines.next().split(" ", -1);
                    byte[] bytes = HexFormat.of().parseHex(columns[0]);
                    allBits = set % NUMBERS == 0 ? bytes : allBits; // the first number has all bits set
                    for (int j = 0; j < fields.size(); j++) {
                        long value = PrintedBitField.read(bytes, fields.get(j), accesses.get(first + j));
                        String what = structs.get(i) + " " + columns[0] + " " + fields.get(j);
                        if (j == set / NUMBERS) {
                            assertEquals(new BigInteger(columns[1]).longValue(), value, what);
                            assertStores(bytes, allBits, fields.get(j), accesses.get(first + j), value, what);
                        } else if (!structs.get(i).type.contains("union")) {
                            assertEquals(0, value, what);
                        }
                    }
                }
                first += fields.size();
            }
        }
    }
}
