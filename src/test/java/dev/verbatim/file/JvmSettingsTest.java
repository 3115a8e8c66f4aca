package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The bytes do not depend on the settings of the JVM, whatever these do to objects and to the code. That this JVM's
 * bytes are those of the golden files is {@link GoldenFileTest}'s to say.
 */
class JvmSettingsTest {

    /** Both are named, because the default has changed: compact since JDK 27, an experiment in JDK 24. */
    private static final String COMPACT_HEADERS = "-XX:+UnlockExperimentalVMOptions -XX:+UseCompactObjectHeaders";

    private static final String PLAIN_HEADERS = "-XX:+UnlockExperimentalVMOptions -XX:-UseCompactObjectHeaders";
    private static final int FIRST_WITH_COMPACT_HEADERS = 24;
    private static final String FEW_WRITES = "500";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                COMPACT_HEADERS,
                PLAIN_HEADERS,
                "-XX:-UseCompressedOops",
                "-Xint",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseZGC"
            })
    void everyJvmWritesTheSameBytes(String settings) throws IOException, InterruptedException {
        assumeKnown(settings);
        Path here = Files.createDirectory(folder.resolve("here"));
        Path there = Files.createDirectory(folder.resolve("there"));
        JvmSettingsProgram.write(here, 0);

        ChildJvm.Result result = settings.equals("-Xint")
                ? ChildJvm.run(ChildJvm.command(options(settings), JvmSettingsProgram.class, there, FEW_WRITES))
                : ChildJvm.run(ChildJvm.command(options(settings), JvmSettingsProgram.class, there));

        assertEquals(new ChildJvm.Result(0, ""), result);
        for (String name : List.of("books-le.npy", "books-be.npy")) {
            assertArrayEquals(Files.readAllBytes(here.resolve(name)), Files.readAllBytes(there.resolve(name)), name);
        }
    }

    @Test
    @Tag("unsafe")
    void theBlockOfAnObjectsFieldsDoesDependOnTheJvm() throws IOException, InterruptedException {
        assumeKnown(COMPACT_HEADERS);
        String plain = block(PLAIN_HEADERS);
        String compact = block(COMPACT_HEADERS);

        assertNotEquals(plain, compact);
        assertEquals(plain, block(PLAIN_HEADERS), "the same settings give the same block");
    }

    private static String block(String settings) throws IOException, InterruptedException {
        List<String> options = new java.util.ArrayList<>(options(settings));
        options.addAll(List.of("-XX:+IgnoreUnrecognizedVMOptions", "--sun-misc-unsafe-memory-access=allow"));
        ChildJvm.Result result = ChildJvm.run(ChildJvm.command(options, BlockCopyProgram.class));
        assertEquals(0, result.exitCode(), result.output());
        return result.output();
    }

    private static void assumeKnown(String settings) {
        assumeTrue(
                !settings.contains("CompactObjectHeaders") || Runtime.version().feature() >= FIRST_WITH_COMPACT_HEADERS,
                "compact object headers need a JDK " + FIRST_WITH_COMPACT_HEADERS);
    }

    private static List<String> options(String settings) {
        return Arrays.asList(settings.split(" ", -1));
    }
}
