package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.ChildJvm;
import dev.verbatim.file.PackedClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Starts processes that are killed soon, in JVMs that start fast: they map an archive of the classes that a first one
 * has loaded. The start is most of such a process's life.
 */
public final class KilledJvm {

    private final String classPath;
    private final Path archive;

    /**
     * Makes the archive.
     *
     * @param temporary where a folder for it is made
     * @param last the step at which the first program halts
     * @param first this program
     * @param arguments its arguments
     */
    public KilledJvm(Path temporary, Enum<?> last, Class<?> first, Object... arguments) throws Exception {
        Path folder = Files.createDirectory(temporary.resolve("jvm"));
        this.classPath = PackedClasses.classPath(folder, ChildJvm.classPath());
        this.archive = folder.resolve("classes.jsa");
        Path list = folder.resolve("classes.txt");
        // A process that halts leaves a list of its classes; only one that ends in order could leave an archive.
        try (KilledProcess process = KilledProcess.of(command("-XX:DumpLoadedClassList=" + list, first, arguments))) {
            process.awaitHalt(last);
        }
        ChildJvm.Result dumped = ChildJvm.run(KilledProcess.command(
                classPath,
                List.of(
                        "-Xshare:dump",
                        // A fifth less to do for each process, from JDK 24 on.
                        "-XX:+IgnoreUnrecognizedVMOptions",
                        "-XX:+AOTClassLinking",
                        "-XX:SharedClassListFile=" + list,
                        "-XX:SharedArchiveFile=" + archive),
                first));
        assertEquals(0, dumped.exitCode(), dumped.output());
    }

    private List<String> command(String option, Class<?> program, Object... arguments) {
        return KilledProcess.command(classPath, List.of("-Xshare:auto", option), program, arguments);
    }

    /** Starts a program; when it halts by itself, its exit code has to be {@link KilledProcess#HALTED}. */
    public KilledProcess start(Class<?> program, Object... arguments) throws IOException {
        return KilledProcess.of(command("-XX:SharedArchiveFile=" + archive, program, arguments));
    }
}
