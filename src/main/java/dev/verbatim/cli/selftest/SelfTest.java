package dev.verbatim.cli.selftest;

import dev.verbatim.cli.windows.MappedFiles;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The self-test: what Verbatim promises, on this JVM, this processor and this file system. */
public final class SelfTest {

    private final Golden golden;
    private final Path folder;
    private final PrintWriter out;

    private SelfTest(Golden golden, Path folder, PrintWriter out) {
        this.golden = golden;
        this.folder = folder;
        this.out = out;
    }

    /**
     * Runs the test and prints what it does.
     *
     * @param parent where a folder for the test is made, and deleted in the end
     * @param out where it prints
     * @return whether everything was as it has to be
     * @throws IOException if the folder cannot be written to
     */
    public static boolean run(Path parent, PrintWriter out) throws IOException, InterruptedException {
        return run(Golden.load(), parent, out);
    }

    static boolean run(Golden golden, Path parent, PrintWriter out) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory(parent, "verbatim-selftest-");
        try {
            return new SelfTest(golden, folder, out).run();
        } finally {
            delete(folder);
        }
    }

    private boolean run() throws IOException, InterruptedException {
        print("platform", platform());
        print("jvm", jvm());
        print("folder", folder + " (" + fileSystem() + ")");
        try (Arena arena = Arena.ofConfined()) {
            checkMemory(Place.all(arena, folder));
            print(
                    "compiled",
                    CompiledProgram.run(folder) + " values, the same in " + CompiledProgram.ROUNDS + " rounds");
            FileChecks files = new FileChecks(golden, folder);
            files.checkFiles();
            print("file", "little-endian and big-endian .npy files");
            files.checkQueue();
            print("queue", "appended, read and verified");
            files.checkMap();
            print("map", "put, removed, read and verified");
            print("kill", new KillCheck(folder).run());
            print("OK", "");
            return true;
        } catch (Difference e) {
            print("FAILED", String.valueOf(e.getMessage()));
            return false;
        } catch (IOException | RuntimeException | LinkageError | InternalError e) {
            // Such is what a file system or a JVM throws that does not keep its promises.
            print("FAILED", "after what is printed above: " + e);
            return false;
        }
    }

    private void checkMemory(List<Place> places) throws Difference {
        MemoryChecks checks = MemoryChecks.all(golden);
        checks.run(places, 1);
        print("memory", places.stream().map(Place::name).collect(Collectors.joining(", ")) + ", at odd offsets");
        print("cold", checks.operations() + " values written and read: " + MemoryChecks.SUBJECTS);
    }

    private String fileSystem() {
        try {
            return Files.getFileStore(folder).type();
        } catch (IOException e) {
            return "unknown file system"; // not in the list of mounts, as in some containers
        }
    }

    private static String platform() {
        return "%s %s, %s, %s, %s processors"
                .formatted(
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        System.getProperty("os.arch"),
                        ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? "big-endian" : "little-endian",
                        Runtime.getRuntime().availableProcessors());
    }

    private static String jvm() {
        return "%s %s, %s, %s"
                .formatted(
                        System.getProperty("java.vm.name"),
                        Runtime.version(),
                        System.getProperty("java.vm.vendor"),
                        System.getProperty("java.vm.info"));
    }

    private void print(String name, String value) {
        out.println("%-10s %s".formatted(name, value).stripTrailing());
        out.flush();
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(file -> {
                try {
                    MappedFiles.deleteIfExists(file);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }
    }
}
