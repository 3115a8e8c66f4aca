package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.Layouts;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layouts of structs in C. {@link CLayoutPropertyTest} has random ones. */
@Needs(Tool.C_COMPILER)
class CLayoutTest {

    private static final String HEADER = """
        #include <stdbool.h>
        #include <stdint.h>
        typedef enum { BUY, SELL } side_t;
        struct level { double price; const int32_t quantity; };
        typedef struct {
            char kind;
            int64_t time;
            struct level levels[10];
            uint16_t matrix[2][3];
            bool open;
            side_t side;
            struct { float x; union { int y; float z; }; };
            union { char text[5]; short number; } value;
            uint8_t rest[];
        } book_t;
        struct __attribute__((packed)) message { char kind; volatile long id; short size; };
        struct halves { _Alignas(16) int low; } ;
        #pragma pack(push, 2)
        struct two { char kind; double price; };
        #pragma pack(pop)
        struct wide { long double value; };
        #define TWICE(name) name##1, name##2
        struct many { int id; long double a; struct { _Complex float b; long double c; } parts[2];
            union { long double d; struct { int g; long double e; }; }; int *pointer; unsigned flags : 3; _Complex float f; };
        struct more { long double TWICE(a), TWICE(b), TWICE(c), TWICE(d), TWICE(e), TWICE(f); };
        struct complex { _Complex float value; };
        struct later;
        #if defined(__GNUC__) && !defined(__clang__)
        struct __attribute__((scalar_storage_order("big-endian"))) wire { int32_t length; double price; };
        #if defined(__x86_64__)
        struct decimal { _Decimal64 value; };
        struct small { _Decimal32 value; };
        #endif
        struct pair { _Complex int value; };
        struct shorts { _Complex short value; };
        struct bytes { _Complex char value; };
        #define BIG __attribute__((scalar_storage_order("big-endian")))
        struct BIG order { uint32_t id; side_t side; };
        struct BIG orders { side_t sides[2][3]; char kind; };
        struct BIG wrapped { short length; union { side_t side; } value; };
        struct BIG body { int a; };
        struct BIG letter { side_t side; struct body body; };
        struct BIG deep { side_t side; struct { int a; struct body body; } inner; };
        struct BIG letters { side_t side; struct body bodies[2]; };
        struct BIG choice { side_t side; union BIG { int a; float b; } body; };
        typedef enum __attribute__((packed)) { OPEN, CLOSED } state_t;
        struct BIG states { int32_t count; state_t states[2]; struct { int id; side_t side; } own;
            struct { char kind; side_t side; } other; };
        #endif
        """;

    private static final String ADVICE =
            ", which Java does not have; declare an array of as many bytes, aligned as it is";
    private static final String OF_16 = " of 16 bytes" + ADVICE;

    @TempDir
    Path folder;

    private String file;

    @BeforeEach
    void writeHeader() throws Exception {
        file = Files.writeString(folder.resolve("book.h"), HEADER).toString();
    }

    private StructLayout printed(String name) throws Exception {
        return PrintedLayouts.printed("--c", file, name);
    }

    @Test
    void nestedStructsArraysUnionsAndEnumsAreMembers() throws Exception {
        StructLayout level = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"));
        StructLayout book = structLayout(
                JAVA_BYTE.withName("kind"),
                paddingLayout(7),
                JAVA_LONG.withName("time"),
                sequenceLayout(10, level).withName("levels"),
                sequenceLayout(2, sequenceLayout(3, JAVA_CHAR)).withName("matrix"),
                JAVA_BOOLEAN.withName("open"),
                paddingLayout(3),
                JAVA_INT.withName("side"),
                JAVA_FLOAT.withName("x"),
                unionLayout(JAVA_INT.withName("y"), JAVA_FLOAT.withName("z")),
                unionLayout(
                                sequenceLayout(5, JAVA_BYTE).withName("text"),
                                JAVA_SHORT.withName("number"),
                                paddingLayout(6))
                        .withName("value"),
                sequenceLayout(0, JAVA_BYTE).withName("rest"),
                paddingLayout(6));
        assertEquals(book, printed("book_t"));
        assertEquals(level, printed("level"));
        assertEquals(level, printed("struct level"));
    }

    @Test
    void alignmentsAreThoseOfC() throws Exception {
        assertEquals(
                structLayout(
                        JAVA_BYTE.withName("kind"),
                        JAVA_LONG_UNALIGNED.withName("id"),
                        JAVA_SHORT_UNALIGNED.withName("size")),
                printed("message"));
        assertEquals(
                structLayout(JAVA_INT.withName("low"), paddingLayout(12)).withByteAlignment(16), printed("halves"));
        assertEquals(
                structLayout(
                        JAVA_BYTE.withName("kind"),
                        paddingLayout(1),
                        JAVA_DOUBLE.withByteAlignment(2).withName("price")),
                printed("two"));
    }

    @Test
    void byteOrdersAreThoseOfC() throws Exception {
        assumeTrue(verbatim("layout", "--c", file, "wire").exitCode() == 0, "only GCC has byte orders");
        assertEquals(
                Layouts.struct(
                        JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("length"),
                        JAVA_DOUBLE.withOrder(ByteOrder.BIG_ENDIAN).withName("price")),
                printed("wire"));
    }

    @ParameterizedTest
    @CsvSource({
        "order, side",
        "orders, sides[]",
        "wrapped, value.side",
        "letter, side",
        "letters, side",
        "deep, side",
        "choice, side"
    })
    void enumsOfAByteOrderThatTheCompilerDoesNotTellAreRefused(String struct, String member) {
        assumeTrue(verbatim("layout", "--c", file, "wire").exitCode() == 0, "only GCC has byte orders");
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim layout: expected integers, float, double, pointers, structs, unions and arrays,"
                                + " found member `"
                                + member + "`, an enum in a struct with values of another byte order than the"
                                + " machine's, and what the compiler writes for debuggers has no byte order of an"
                                + " enum; declare it as an integer of its 4 bytes\n"),
                verbatim("layout", "--c", file, struct));
    }

    @Test
    void enumsOfOneByteAndThoseOfTheMachinesByteOrderAreMembers() throws Exception {
        assumeTrue(verbatim("layout", "--c", file, "wire").exitCode() == 0, "only GCC has byte orders");
        StructLayout own = structLayout(JAVA_INT.withName("id"), JAVA_INT.withName("side"));
        StructLayout other = structLayout(JAVA_BYTE.withName("kind"), paddingLayout(3), JAVA_INT.withName("side"));
        assertEquals(
                structLayout(
                        JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("count"),
                        sequenceLayout(2, JAVA_BYTE).withName("states"),
                        paddingLayout(2),
                        own.withName("own"),
                        other.withName("other")),
                printed("states"));
    }

    /** An attribute leaves a union in the machine's byte order, but the option does not. */
    @Test
    void anOptionGivesAllStructsAndUnionsAByteOrder() throws Exception {
        assumeTrue(verbatim("layout", "--c", file, "wire").exitCode() == 0, "only GCC has byte orders");
        Path page = Files.writeString(
                folder.resolve("page.h"),
                "struct page { int number; union { int next; struct { short level; }; } at; };");
        assertEquals(
                structLayout(
                        JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("number"),
                        unionLayout(
                                        JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("next"),
                                        structLayout(JAVA_SHORT
                                                .withOrder(ByteOrder.BIG_ENDIAN)
                                                .withName("level")))
                                .withName("at")),
                PrintedLayouts.printed("--c", page.toString(), "--cc", "cc -fsso-struct=big-endian", "page"));
    }

    @Test
    void theCompilerAndItsOptionsAreTheUsers() throws Exception {
        Files.writeString(folder.resolve("other.h"), "struct other { TYPE member; };\n");
        assertEquals(
                structLayout(JAVA_SHORT.withName("member")),
                PrintedLayouts.printed(
                        "--c", folder.resolve("other.h").toString(), "--cc", "cc -DTYPE=short", "other"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wide|member `value`, a long double" + OF_16,
                "complex|member `value`, a complex float of 8 bytes" + ADVICE,
                "many|members `a`, `parts[].c`, `d`, `e`, each a long double" + OF_16
                        + "; and members `parts[].b`, `f`, each a complex float of 8 bytes" + ADVICE,
                "more|members `a1`, `a2`, `b1`, `b2`, `c1`, `c2`, `d1`, `d2`, `e1`, `e2`, and 2 more, each a long"
                        + " double"
                        + OF_16
            })
    void membersThatJavaDoesNotHaveAreRefused(String struct, String found) {
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim layout: expected integers, float, double, pointers, structs, unions and arrays,"
                                + " found "
                                + found + "\n"),
                verbatim("layout", "--c", file, struct));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "decimal|a _Decimal64 of 8 bytes",
                "small|a _Decimal32 of 4 bytes",
                "pair|a complex int of 8 bytes",
                "shorts|a value without a name (DWARF encoding 128) of 4 bytes",
                "bytes|a value without a name (DWARF encoding 128) of 2 bytes"
            })
    void numbersOfGccThatJavaDoesNotHaveAreRefused(String struct, String found) {
        boolean isMissing = verbatim("layout", "--c", file, struct).err().contains("found none");
        assumeTrue(!isMissing, "GCC alone has them, and decimal ones not for all machines");
        membersThatJavaDoesNotHaveAreRefused(struct, "member `value`, " + found + ADVICE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "later|FILE: expected a struct with members, or a typedef of one, of the name later, found none",
                "side_t|FILE: expected a struct of the name side_t, found another type",
                "int x; int|expected the name of a struct, found \"int x; int\"",
            })
    void namesThatAreNoStructsAreRefused(String name, String expected) {
        assertEquals(
                new CommandLineRun(2, "", "verbatim layout: " + expected.replace("FILE", file) + "\n"),
                verbatim("layout", "--c", file, name));
    }

    @Test
    void whatTheCompilerSaysIsOneLine() throws Exception {
        Path broken = Files.writeString(folder.resolve("broken.h"), "struct broken {\n    nothing here;\n};\n");
        CommandLineRun run = verbatim("layout", "--c", broken.toString(), "broken");
        assertTrue(
                run.err().matches("verbatim layout: " + broken + ":2:\\d+: error: unknown type name .*\n"), run::err);
        assertEquals(2, run.exitCode());
    }

    @ParameterizedTest
    @ValueSource(strings = {"cc -fdebug-types-section", "cc -gdwarf-5", "cc -gz"})
    void whatIsWrittenForDebuggersIsNotLeftToTheOptions(String compiler) throws Exception {
        assertEquals(printed("book_t"), PrintedLayouts.printed("--c", file, "--cc", compiler, "book_t"));
    }

    @Test
    void aCompilerThatWritesTypesElsewhereIsRefused() throws Exception {
        Path script = folder.resolve("compiler");
        Files.writeString(script, "#!/bin/sh\nexec cc \"$@\" -fdebug-types-section\n");
        assumeTrue(script.toFile().setExecutable(true), "needs files that can be run");
        assumeTrue(verbatim("layout", "--c", file, "wire").exitCode() == 0, "only GCC has such a section for C");
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim layout: expected debugging information in DWARF 4 from " + script + ", found other:"
                                + " expected types among the other entries, found one in a section of its own; use"
                                + " -fno-debug-types-section\n"),
                verbatim("layout", "--c", file, "--cc", script.toString(), "book_t"));
    }

    @Test
    void aFileThatEndsWithinAStructIsNamed() throws Exception {
        Path cut = Files.writeString(Path.of(file).resolveSibling("cut.h"), "struct cut { int a;\n");
        CommandLineRun run = verbatim("layout", "--c", cut.toString(), "cut");
        assertTrue(run.err().startsWith("verbatim layout: " + cut), run::err);
        assertTrue(run.err().contains("error: "), run::err);
        assertEquals(2, run.exitCode());
    }

    @Test
    void aFileOrACompilerThatIsMissingIsNamed() {
        assertEquals(
                new CommandLineRun(2, "", "verbatim layout: " + file + ".c: no such file\n"),
                verbatim("layout", "--c", file + ".c", "level"));
        assertEquals(
                new CommandLineRun(
                        1,
                        "",
                        "verbatim layout: cannot start the C compiler no-compiler: install one, or name another by"
                                + " --cc\n"),
                verbatim("layout", "--c", file, "--cc=no-compiler", "level"));
    }
}
