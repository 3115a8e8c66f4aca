package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Layouts from what JOL has printed of some classes, kept as resources. */
class JolTextTest {

    private static final Path FOLDER = Path.of("src", "test", "resources", "jol");

    /** Behind a header of 12 bytes. All lie between the ends of the first and the last field, back to back. */
    private static final StructLayout TRADE_PLAIN = littleEndian(
            JAVA_INT_UNALIGNED.withName("sequence"),
            JAVA_LONG_UNALIGNED.withName("time"),
            JAVA_BYTE.withName("kind"),
            JAVA_BYTE.withName("side"),
            JAVA_CHAR_UNALIGNED.withName("venue"),
            JAVA_INT_UNALIGNED.withName("quantity"),
            JAVA_DOUBLE_UNALIGNED.withName("price"),
            JAVA_LONG_UNALIGNED.withName("id"),
            JAVA_FLOAT_UNALIGNED.withName("rate"),
            JAVA_SHORT_UNALIGNED.withName("flags"),
            JAVA_BOOLEAN.withName("buy"));

    /** Behind a header of 8 bytes, to the end of the object. */
    private static final StructLayout TRADE_COMPACT = littleEndian(
            JAVA_LONG.withName("time"),
            JAVA_INT.withName("sequence"),
            JAVA_BYTE.withName("kind"),
            JAVA_BYTE.withName("side"),
            JAVA_CHAR.withName("venue"),
            JAVA_DOUBLE.withName("price"),
            JAVA_LONG.withName("id"),
            JAVA_INT.withName("quantity"),
            JAVA_FLOAT.withName("rate"),
            JAVA_SHORT.withName("flags"),
            JAVA_BOOLEAN.withName("buy"),
            paddingLayout(5));

    @TempDir
    Path temporary;

    private static StructLayout littleEndian(MemoryLayout... members) {
        return structLayout(Arrays.stream(members)
                .map(member -> member instanceof ValueLayout value ? value.withOrder(ByteOrder.LITTLE_ENDIAN) : member)
                .toArray(MemoryLayout[]::new));
    }

    private static String file(String name) {
        return FOLDER.resolve(name + ".txt").toString();
    }

    @ParameterizedTest
    @ValueSource(strings = {"trade-plain", "trade-jol-0.9"})
    void theBlockIsThatOfTheFields(String name) throws Exception {
        assertEquals(TRADE_PLAIN, PrintedLayouts.printed("--jol", file(name)));
        assertTrue(PrintedLayouts.source("--jol", file(name), "market.Trade")
                .contains("\n    // an object of market.Trade from offset 12 to 55: 43 bytes, alignment 1\n"));
    }

    @Test
    void theBlockMayBeginAndEndElsewhere() throws Exception {
        assertEquals(TRADE_COMPACT, PrintedLayouts.printed("--jol", file("trade-compact"), "--to", "56", "Trade"));
        StructLayout whole = PrintedLayouts.printed("--jol", file("trade-compact"), "--from=0", "--to=56");
        assertEquals(paddingLayout(8), whole.memberLayouts().getFirst());
        assertEquals(8, whole.byteOffset(MemoryLayout.PathElement.groupElement("time")));
        assertEquals(56, whole.byteSize());
    }

    @Test
    void referencesBeforeAndBehindTheBlockAreLeftOut() throws Exception {
        String[] named = {"--jol", file("named-plain")};
        assertEquals(littleEndian(JAVA_INT.withName("number")), PrintedLayouts.printed(named));
        assertTrue(PrintedLayouts.source(named)
                .contains("// an object of market.Named from offset 12 to 16, without Named.name: 4 bytes,"));
        assertEquals(
                littleEndian(JAVA_INT.withName("quantity"), JAVA_LONG_UNALIGNED.withName("id")),
                PrintedLayouts.printed("--jol", file("order-plain"), "--from", "20"));
    }

    @Test
    void fieldsThatHideOthersAreNamedWithTheirClass() throws Exception {
        assertEquals(
                littleEndian(
                        JAVA_INT.withName("sequence"),
                        JAVA_LONG_UNALIGNED.withName("Event_time"),
                        JAVA_BYTE.withName("kind"),
                        paddingLayout(7),
                        JAVA_LONG_UNALIGNED.withName("Replay_time")),
                PrintedLayouts.printed("--jol", file("replay-plain")));
    }

    /** JOL shows classes without their packages. */
    @Test
    void fieldsOfClassesThatLookAlikeAreToldApart() throws Exception {
        String table = Files.readString(Path.of(file("replay-plain"))).replace("Replay.time", "Event.time");
        Path alike = Files.writeString(temporary.resolve("alike.txt"), table);
        assertEquals(
                littleEndian(
                        JAVA_INT.withName("sequence"),
                        JAVA_LONG_UNALIGNED.withName("Event_time"),
                        JAVA_BYTE.withName("kind"),
                        paddingLayout(7),
                        JAVA_LONG_UNALIGNED.withName("Event_time_2")),
                PrintedLayouts.printed("--jol", alike.toString()));
    }

    @Test
    void theTableMayComeFromStandardInput() throws Exception {
        InputStream in = System.in;
        try {
            System.setIn(new ByteArrayInputStream(Files.readAllBytes(Path.of(file("trade-plain")))));
            assertEquals(TRADE_PLAIN, PrintedLayouts.printed("--jol", "-"));
        } finally {
            System.setIn(in);
        }
    }

    private void assertRefused(String expected, String... arguments) {
        String[] words = new String[arguments.length + 1];
        words[0] = "layout";
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        assertEquals(new CommandLineRun(2, "", "verbatim layout: " + expected + "\n"), verbatim(words));
    }

    @Test
    void referencesInTheBlockAreRefused() {
        assertRefused(
                "expected primitives, found field `Named.name` of type java.lang.String at 16 to 20, a reference, which"
                        + " means nothing outside of its JVM; choose a block without it by --from and --to",
                "--jol",
                file("order-plain"));
    }

    @Test
    void blocksThatAreNoneAreRefused() {
        assertRefused(
                "expected whole fields from 14 to 55, found field `Event.sequence` of type int at 12 to 16",
                "--jol",
                file("trade-plain"),
                "--from=14");
        assertRefused(
                "expected a block of an object of market.Trade, which has 56 bytes, found from 12 to 12",
                "--jol",
                file("trade-plain"),
                "--to=12");
        assertRefused("expected --from and --to only with --jol", "--npy=a.npy", "--from=1");
    }

    @Test
    void theTableOfAnotherClassIsRefused() {
        assertRefused(
                "expected the table that 'java -jar jol-cli.jar internals CLASS' prints of Order, found that of"
                        + " market.Trade",
                "--jol",
                file("trade-plain"),
                "Order");
        assertRefused(
                "expected the table that 'java -jar jol-cli.jar internals CLASS' prints, found none",
                "--jol",
                "pom.xml");
    }

    @Test
    void estimatesForManyJvmsAreRefused() {
        assertRefused(
                "expected one table, found 16, of market.Trade: keep the one of your JVM, which 'internals' prints",
                "--jol",
                file("trade-estimates"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                ".*Event.time.*||expected that the table of market.Trade goes on at offset 16, found \"24   1     "
                        + " byte Event.kind                0\"",
                "16   8      long|16   7      long|expected 8 bytes for long, found \"16   7      long Event.time"
                        + "                0\"",
                "Instance size: 56|Instance size: 64|expected that the table of market.Trade goes on at offset 56,"
                        + " found \"Instance size: 64 bytes\"",
                "Instance size|size|expected the line 'Instance size: N bytes' at the end of the table of"
                        + " market.Trade, found none",
            })
    void damagedTablesAreRefused(String text, String replacement, String expected) throws Exception {
        String damaged = Files.readString(Path.of(file("trade-plain")))
                .replaceFirst(text, replacement == null ? "" : replacement);
        assertRefused(
                expected,
                "--jol",
                Files.writeString(temporary.resolve("jol.txt"), damaged).toString());
    }
}
