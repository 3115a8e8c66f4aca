package dev.verbatim.samples;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.internal.log.SegmentDescriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The segments that are mapped in this JVM, as the operating system lists them. */
public final class MappedSegments {

    private static final Path MAPPINGS = Path.of("/proc/self/maps");

    private MappedSegments() {}

    /** {@return whether there is such a list} */
    public static boolean areListed() {
        return Files.exists(MAPPINGS);
    }

    /** Skips a test where there is no such list. */
    public static void assumeListed() {
        assumeTrue(areListed(), "needs a list of what is mapped");
    }

    /** {@return the numbers of those in a folder} */
    public static List<Long> of(Path folder) throws IOException {
        String prefix = folder.toRealPath() + "/";
        try (Stream<String> lines = Files.lines(MAPPINGS)) {
            return lines.filter(line -> line.contains(prefix))
                    .map(line -> SegmentDescriptor.index(line.substring(line.indexOf(prefix) + prefix.length())))
                    .filter(index -> index >= 0)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }
}
