package dev.verbatim.cli;

import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.cli.JolBlockProgram.Trade;
import dev.verbatim.file.ChildJvm;
import java.io.File;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jol.info.ClassLayout;

/** Blocks that Unsafe has written in another JVM are read through the layout printed of what JOL says there. */
@Tag("unsafe")
class JolBlockTest {

    private static final String COMPACT_HEADERS = "-XX:+UseCompactObjectHeaders";
    private static final String PLAIN_HEADERS = "-XX:-UseCompactObjectHeaders";
    private static final int FIRST_WITH_COMPACT_HEADERS = 24;

    @TempDir
    Path folder;

    @BeforeEach
    void requireTheOption() {
        assumeTrue(
                Runtime.version().feature() >= FIRST_WITH_COMPACT_HEADERS,
                "compact object headers need a JDK " + FIRST_WITH_COMPACT_HEADERS);
    }

    private StructLayout write(String option) throws Exception {
        List<String> options = List.of(
                "-XX:+UnlockExperimentalVMOptions",
                option,
                "-XX:+IgnoreUnrecognizedVMOptions",
                "--sun-misc-unsafe-memory-access=allow",
                "-Djol.skipHotspotSAAttach=true");
        List<String> command = ChildJvm.command(options, JolBlockProgram.class, folder);
        int classPath = command.indexOf("-cp") + 1;
        command.set(classPath, command.get(classPath) + File.pathSeparator + ChildJvm.rootOf(ClassLayout.class));
        ChildJvm.Result result = ChildJvm.run(command);
        assertEquals(0, result.exitCode(), result.output());
        return PrintedLayouts.printed("--jol", folder.resolve("jol.txt").toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN_HEADERS, COMPACT_HEADERS, "-XX:ObjectAlignmentInBytes=16"})
    void blocksAreReadThroughWhatIsPrinted(String option) throws Exception {
        ReusableCodec<Trade> codec = StructCodec.ofClass(lookup(), Trade.class, write(option));
        MemorySegment blocks = MemorySegment.ofArray(Files.readAllBytes(folder.resolve("blocks")));
        assertEquals(JolBlockProgram.COUNT * codec.byteSize(), blocks.byteSize());
        for (int i = 0; i < JolBlockProgram.COUNT; i++) {
            assertEquals(Trade.of(i).toString(), codec.readAtIndex(blocks, i).toString());
        }
    }

    @Test
    void theLayoutsOfTheTwoHeadersDiffer() throws Exception {
        assertNotEquals(write(PLAIN_HEADERS), write(COMPACT_HEADERS));
    }
}
