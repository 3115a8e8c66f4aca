package dev.verbatim.jmh.page;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The machine of a run. Nothing here says whose machine it is.
 *
 * @param processor the model of the processor
 * @param processors how many processors the JVM may use
 * @param memoryBytes how much memory the machine has, 0 if unknown
 * @param system the operating system
 * @param jvm the JVM
 * @param fileSystem the type of the file system that has the files of the run
 */
public record Machine(
        String processor, int processors, long memoryBytes, String system, String jvm, String fileSystem) {

    /** Runs that were kept before this class had a file system do not name theirs. */
    public Machine {
        fileSystem = fileSystem == null ? "unknown" : fileSystem;
    }

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path OS_RELEASE = Path.of("/etc/os-release");
    private static final Pattern MODEL = Pattern.compile("model name\\s*:\\s*(.*)");
    private static final Pattern PRETTY_NAME = Pattern.compile("PRETTY_NAME=\"?([^\"]*)\"?");

    /** The start of a kernel's version; the rest may say where it was built. */
    private static final Pattern VERSION = Pattern.compile("[0-9.]+");

    /**
     * {@return this machine}
     *
     * @param folder where the files of the run are
     */
    public static Machine local(Path folder) {
        Runtime runtime = Runtime.getRuntime();
        return new Machine(
                inFile(CPU_INFO, MODEL)
                        .or(() -> ChildProcess.output("sysctl", "-n", "machdep.cpu.brand_string"))
                        .orElse(System.getProperty("os.arch")),
                runtime.availableProcessors(),
                localMemoryBytes(),
                localSystem(),
                "%s %s, %s"
                        .formatted(
                                System.getProperty("java.vm.name"),
                                System.getProperty("java.vm.version"),
                                System.getProperty("java.vendor.version", System.getProperty("java.vendor"))),
                fileSystem(folder));
    }

    private static String fileSystem(Path folder) {
        try {
            return Files.getFileStore(folder).type();
        } catch (IOException e) {
            return "unknown";
        }
    }

    private static long localMemoryBytes() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                ? system.getTotalMemorySize()
                : 0;
    }

    private static String localSystem() {
        Matcher version = VERSION.matcher(System.getProperty("os.version"));
        String kernel = System.getProperty("os.name") + (version.lookingAt() ? " " + version.group() : "");
        return inFile(OS_RELEASE, PRETTY_NAME).map(name -> name + ", " + kernel).orElse(kernel);
    }

    /** {@return the first group of the first line of a file that matches} */
    private static Optional<String> inFile(Path file, Pattern line) {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(line::matcher)
                    .filter(Matcher::matches)
                    .map(matcher -> matcher.group(1).strip())
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty(); // not on this system
        }
    }
}
