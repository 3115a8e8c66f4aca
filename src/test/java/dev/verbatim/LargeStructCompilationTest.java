package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.verbatim.file.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitrary;
import org.junit.jupiter.api.Test;

/**
 * C1 compiles all the code of large structs. What it gives up is interpreted until C2 compiles it, and in some processes
 * for good: a read of 128 members took 470 ns there instead of 42.
 */
class LargeStructCompilationTest {

    /** So that everything is compiled with C1's profiling, which takes the most of its registers. */
    private static final List<String> C1_WITH_PROFILES =
            List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=3", "-XX:+PrintCompilation");

    @Test
    void c1CompilesEveryMethodOfACodecOfManyMembers() throws IOException, InterruptedException {
        // The DTOs are made with the samples of the properties, which need jqwik.
        String classPath = Stream.concat(ChildJvm.classPath().stream(), Stream.of(ChildJvm.rootOf(Arbitrary.class)))
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));

        ChildJvm.Result result = ChildJvm.run(ChildJvm.command(classPath, C1_WITH_PROFILES, LargeStructProgram.class));

        assertEquals(0, result.exitCode(), result.output());
        List<String> codecs =
                result.output().lines().filter(line -> line.contains("$$Codec")).toList();
        List<String> givenUp =
                codecs.stream().filter(line -> line.contains("COMPILE SKIPPED")).toList();
        assertEquals(List.of(), givenUp);
        for (String method : List.of("::writeNative", "::readIntoHeapBytes", "HotRecord128$$Codec")) {
            assertFalse(
                    codecs.stream()
                            .filter(line -> line.contains(method))
                            .toList()
                            .isEmpty(),
                    method);
        }
    }
}
