package dev.verbatim.leaving;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.nio.channels.FileChannel.MapMode.READ_WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.cli.CommandLineRun;
import dev.verbatim.file.ChildJvm;
import dev.verbatim.file.Python;
import dev.verbatim.file.StructFile;
import dev.verbatim.leaving.NewProgram.Header;
import dev.verbatim.leaving.NewProgram.NewPosition;
import dev.verbatim.leaving.NewProgram.Side;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jol.info.ClassLayout;

/**
 * The worked example of {@code docs/leaving-unsafe.md}: files that the old program has written, in a JVM of its own.
 */
@Tag("unsafe")
class WorkedExampleTest {

    private static final int FIRST_THAT_WARNS = 24;

    @TempDir
    static Path folder;

    @BeforeAll
    static void runTheOldProgram() throws Exception {
        ChildJvm.Result result = oldProgram("allow");
        assertEquals(0, result.exitCode(), result.output());
    }

    private static ChildJvm.Result oldProgram(String access) throws IOException, InterruptedException {
        List<String> options = List.of(
                "-XX:+IgnoreUnrecognizedVMOptions",
                "-XX:+UnlockExperimentalVMOptions",
                "-XX:-UseCompactObjectHeaders",
                "--sun-misc-unsafe-memory-access=" + access,
                "-Djol.skipHotspotSAAttach=true");
        List<String> command = new ArrayList<>(ChildJvm.command(options, OldProgram.class, folder));
        int classPath = command.indexOf("-cp") + 1;
        command.set(classPath, command.get(classPath) + File.pathSeparator + ChildJvm.rootOf(ClassLayout.class));
        return ChildJvm.run(command);
    }

    private static String page() throws IOException {
        return Files.readString(Path.of("docs", "leaving-unsafe.md"));
    }

    @Test
    void thePageShowsWhatTheJvmSays() throws Exception {
        assumeTrue(
                Runtime.version().feature() >= FIRST_THAT_WARNS,
                "the option that warns and denies needs a JDK " + FIRST_THAT_WARNS);
        String warning = oldProgram("warn").output();
        String place = " (file:" + ChildJvm.rootOf(OldProgram.class) + "/)";
        List<String> lines = warning.lines()
                .filter(line -> line.startsWith("WARNING: "))
                .map(line -> line.replace(place, "").replace("dev.verbatim.leaving.", ""))
                .toList();
        assertEquals(4, lines.size(), warning);
        assertTrue(page().contains("```\n" + String.join("\n", lines) + "\n```"), warning);
        String denied = oldProgram("deny").output();
        String exception = "java.lang.UnsupportedOperationException: objectFieldOffset";
        assertTrue(denied.contains(exception), denied);
        assertTrue(page().contains(exception), page());
    }

    @Test
    void theCommandPrintsTheLayoutOfTheOldFile() throws IOException {
        CommandLineRun run = CommandLineRun.verbatim(
                "layout", "--jol", folder.resolve("position.txt").toString());
        assertEquals("", run.err());
        String source = Files.readString(Path.of("src/test/java/dev/verbatim/leaving/PositionLayout.java"));
        assertEquals(
                withoutSpaces(source.replace("package dev.verbatim.leaving;", "")
                        .replace("// @start region=\"printed\"", "")
                        .replace("// @end", "")),
                withoutSpaces(run.out()));
        for (String line : Files.readAllLines(folder.resolve("position.txt"))) {
            boolean isField = line.contains("Position.");
            assertTrue(
                    !isField
                            || page().contains(line.replace("dev.verbatim.leaving.", "")
                                    .stripTrailing()),
                    line);
        }
    }

    private static String withoutSpaces(String text) {
        return text.replaceAll("\\s+", "");
    }

    @Test
    void aCodecWritesTheBytesOfTheOldFile() throws IOException {
        ByteArrayOutputStream blocks = new ByteArrayOutputStream();
        byte[] block = new byte[(int) NewProgram.POSITION.byteSize()];
        for (int i = 0; i < OldProgram.COUNT; i++) {
            NewProgram.write(OldProgram.position(i), block);
            blocks.write(block);
        }
        assertArrayEquals(Files.readAllBytes(folder.resolve("positions.dat")), blocks.toByteArray());
    }

    @Test
    void aViewCountsOnFromTheOldVersion() throws IOException {
        try (FileChannel channel = FileChannel.open(
                        folder.resolve("version.dat"), StandardOpenOption.READ, StandardOpenOption.WRITE);
                Arena arena = Arena.ofShared()) {
            Header header = Header.VIEWS.wrap(channel.map(READ_WRITE, 0, 8, arena), 0);
            assertFalse(NewProgram.nextVersion(header, 6));
            assertTrue(NewProgram.nextVersion(header, 7));
            assertEquals(8, header.segment().get(JAVA_LONG, 0));
        }
    }

    @Test
    void theOldFileBecomesOneThatNumpyOpens() throws Exception {
        Path npy = folder.resolve("positions.npy");
        NewProgram.convert(folder.resolve("positions.dat"), npy);
        try (StructFile<NewPosition> file = StructFile.open(npy, NewPosition.CODEC)) {
            assertEquals(OldProgram.COUNT, file.size());
            Instant time = Instant.ofEpochSecond(1_763_894_400, 7);
            assertEquals(new NewPosition(7_000_000_049L, time, Side.SELL, false, -7, 700, 194.23), file.get(7));
            assertEquals(Side.BUY, file.get(999).side());
        }
        assertTheScriptOfThePageAddsUp(npy);
    }

    @Test
    void aSideThatIsNoneIsFoundOnTheWay() throws IOException {
        byte[] blocks = Files.readAllBytes(folder.resolve("positions.dat"));
        long side = PositionLayout.LAYOUT.byteOffset(MemoryLayout.PathElement.groupElement("side"));
        blocks[(int) side] = 'X';
        Path corrupt = Files.write(folder.resolve("corrupt.dat"), blocks);
        CorruptRecordException fault = assertThrows(
                CorruptRecordException.class, () -> NewProgram.convert(corrupt, folder.resolve("corrupt.npy")));
        assertTrue(fault.getMessage().contains("side"), fault::getMessage);
    }

    @Test
    void theOldFileIsOneThatNumpyOpensBehindAHeader() throws Exception {
        Path npy = folder.resolve("blocks.npy");
        byte[] blocks = Files.readAllBytes(folder.resolve("positions.dat"));
        NewProgram.wrap(MemorySegment.ofArray(blocks), npy);
        try (StructFile<Position> file = StructFile.open(npy, NewProgram.POSITION)) {
            assertArrayEquals(blocks, file.segment().toArray(JAVA_BYTE));
        }
        assertTheScriptOfThePageAddsUp(npy);
    }

    private static void assertTheScriptOfThePageAddsUp(Path npy) throws Exception {
        String obstacle = Python.whyNoNumpy();
        assumeTrue(obstacle == null, obstacle);
        String script =
                page().replaceAll("(?s).*```python\\R(.*?)```.*", "$1").replace("\"positions.npy\"", "sys.argv[1]");
        assertEquals("24950000\n", Python.run("import sys\n" + script, npy));
    }
}
