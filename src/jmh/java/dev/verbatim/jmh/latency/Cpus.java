package dev.verbatim.jmh.latency;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The CPUs that this process may use, and the command that ties others to one of them. */
final class Cpus {

    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String ALLOWED = "Cpus_allowed_list:";

    /** The command that ties a process to a CPU, on Linux. */
    static final String TASKSET = "taskset";

    private Cpus() {}

    /**
     * {@return the last two CPUs, as the first ones serve most interrupts; nothing where processes cannot be tied to
     * them}
     */
    static List<Integer> lastTwo() {
        List<Integer> allowed = hasTaskset() ? allowed() : List.of();
        return allowed.size() < 2 ? List.of() : allowed.subList(allowed.size() - 2, allowed.size());
    }

    private static boolean hasTaskset() {
        String path = System.getenv("PATH");
        return path != null
                && Stream.of(path.split(Pattern.quote(File.pathSeparator), -1))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, TASKSET)));
    }

    private static List<Integer> allowed() {
        try (Stream<String> lines = Files.lines(STATUS)) {
            return lines.filter(line -> line.startsWith(ALLOWED))
                    .flatMap(line ->
                            Stream.of(line.substring(ALLOWED.length()).strip().split(",", -1)))
                    .flatMapToInt(Cpus::range)
                    .boxed()
                    .toList();
        } catch (IOException e) {
            return List.of(); // not on this system
        }
    }

    private static IntStream range(String text) {
        String[] ends = text.split("-", 2);
        return IntStream.rangeClosed(Integer.parseInt(ends[0]), Integer.parseInt(ends[ends.length - 1]));
    }
}
