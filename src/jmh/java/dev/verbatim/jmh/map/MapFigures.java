package dev.verbatim.jmh.map;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.openjdk.jmh.annotations.Fork;

/**
 * Prints what is not the time of an operation: bytes on disk, how long it takes to open a map, the longest put while
 * the index grows, and whether Chronicle Map runs on this JDK without its flags and with them.
 *
 * <pre>{@code java -cp target/benchmarks.jar dev.verbatim.jmh.map.MapFigures [ENTRIES]}</pre>
 *
 * <p>Each part has a JVM of its own, with the flags that Chronicle Map needs where it is used. The default is 5,000,000
 * entries: a struct of 128 bytes each, with a long as its key.
 */
public final class MapFigures {

    private static final int ENTRIES = 5_000_000;

    private MapFigures() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        String entries = args.length == 0 ? Integer.toString(ENTRIES) : args[0];
        List<String> flags =
                List.of(ChronicleMapForks.class.getAnnotation(Fork.class).jvmArgsAppend());
        run(List.of(), GrowthFigures.class, entries);
        run(List.of(), FileFigures.class, Contender.VERBATIM.name(), entries);
        run(flags, FileFigures.class, Contender.CHRONICLE.name(), entries);
        System.out.println("Chronicle Map on this JDK without flags:");
        run(List.of("-Dchronicle.analytics.disable=true"), ChronicleCheck.class);
        System.out.println("Chronicle Map on this JDK with its flags:");
        run(flags, ChronicleCheck.class);
    }

    private static void run(List<String> flags, Class<?> main, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        int status = new ProcessBuilder(command).inheritIO().start().waitFor();
        if (status != 0) {
            System.out.println(main.getSimpleName() + " ended with status " + status);
        }
    }
}
