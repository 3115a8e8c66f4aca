package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import org.junit.jupiter.api.Test;

/**
 * C1 compiles all the code of large structs. What it gives up is interpreted until C2 compiles it, and in some processes
 * for good: {@code docs/generated-code.md} says what that took.
 */
class LargeStructCompilationTest {

    /**
     * So that everything is compiled with C1's profiling, which takes the most of its registers, soon, and nothing is
     * left to compile when the program ends.
     */
    private static final List<String> C1_WITH_PROFILES = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=3",
            "-XX:CompileThresholdScaling=0.4",
            "-Xbatch",
            "-XX:+PrintCompilation");

    @Test
    void c1CompilesEveryMethodOfACodecOfManyMembers() throws IOException, InterruptedException {
        // The DTOs are made with the samples of the properties, which need jqwik.
        String classPath = Stream.concat(ChildJvm.classPath().stream(), Stream.of(ChildJvm.rootOf(Arbitrary.class)))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));

        ChildJvm.Result result = ChildJvm.run(ChildJvm.command(classPath, C1_WITH_PROFILES, LargeStructProgram.class));

        assertEquals(0, result.exitCode(), result.output());
        List<String> codecs = result.output()
                .lines()
                .filter(line -> line.contains("Codec/0x"))
                .toList();
        List<String> givenUp =
                codecs.stream().filter(line -> line.contains("COMPILE SKIPPED")).toList();
        assertEquals(List.of(), givenUp);
        for (String method : List.of(
                "Hot33$$Codec/0x\\w+::writeNative\\$\\d+ ",
                "Hot128$$Codec/0x\\w+::readIntoHeapBytes\\$\\d+ ",
                "HotRecord128$$Codec/0x\\w+::readMapped ",
                "HotRecord254$$Codec/0x\\w+::readNative\\$\\d+ ",
                "HotRecord254$$Codec/0x\\w+::readUnclosableNative\\$\\d+ ",
                "HotTimes$$Codec/0x\\w+::writeHeapLongs\\$\\d+ ",
                "T$$VarCodec/0x\\w+::readStruct\\$\\d+ ")) {
            Pattern line = Pattern.compile(method.replace("$$", "\\$\\$"));
            assertTrue(codecs.stream().anyMatch(line.asPredicate()), method);
        }
    }
}
