package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.ChildJvm;
import dev.verbatim.tools.TempFolder;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.foreign.StructLayout;
import java.lang.reflect.Field;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;

/** Compiles what {@code verbatim layout} prints, and reads the layouts out of it. */
public final class PrintedLayouts {

    private static final Pattern CLASS = Pattern.compile("^final class (\\w+) \\{$", Pattern.MULTILINE);

    private PrintedLayouts() {}

    /** {@return the layout that a command prints, the only one} */
    static StructLayout printed(String... arguments) throws Exception {
        Map<String, StructLayout> layouts = allPrinted(arguments);
        assertEquals(List.of("LAYOUT"), List.copyOf(layouts.keySet()));
        return layouts.get("LAYOUT");
    }

    /** {@return all layouts that a command prints, by the names of their constants} */
    static Map<String, StructLayout> allPrinted(String... arguments) throws Exception {
        return compiled(source(arguments));
    }

    /** {@return what a command prints} */
    static String source(String... arguments) {
        List<String> words = new ArrayList<>(List.of("layout"));
        words.addAll(List.of(arguments));
        CommandLineRun run = verbatim(words.toArray(String[]::new));
        assertEquals("", run.err());
        assertEquals(0, run.exitCode());
        return run.out();
    }

    /** {@return the layouts of a source, by the names of their constants} */
    static Map<String, StructLayout> compiled(String source) throws Exception {
        return compiled(List.of(source)).getFirst();
    }

    /** {@return the layouts of each of some sources of one class, compiled together} */
    static List<Map<String, StructLayout>> compiled(List<String> sources) throws Exception {
        try (TempFolder temp = TempFolder.create()) {
            Path folder = temp.path();
            List<String> names = new ArrayList<>();
            List<Path> files = new ArrayList<>();
            for (int i = 0; i < sources.size(); i++) {
                Matcher name = CLASS.matcher(sources.get(i));
                assertTrue(name.find(), sources.get(i));
                names.add("p" + i + "." + name.group(1));
                Path file = folder.resolve(name.group(1) + i).resolve(name.group(1) + ".java");
                Files.createDirectories(file.getParent());
                files.add(Files.writeString(file, "package p" + i + ";\n" + sources.get(i)));
            }
            compile(folder, files);
            return load(folder, names);
        }
    }

    /** Compiles files, and fails with what the compiler says, even if it only warns. */
    public static void compile(Path folder, List<Path> files, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "--release", "22", "-Xlint:all,-options", "-Werror", "-proc:none", "-d", folder.toString(), "-cp"));
        arguments.add(
                ChildJvm.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
        arguments.addAll(List.of(options));
        files.forEach(file -> arguments.add(file.toString()));
        StringWriter messages = new StringWriter();
        PrintWriter writer = new PrintWriter(messages);
        int exitCode =
                ToolProvider.findFirst("javac").orElseThrow().run(writer, writer, arguments.toArray(String[]::new));
        assertEquals(0, exitCode, messages::toString);
    }

    private static List<Map<String, StructLayout>> load(Path folder, List<String> names) throws Exception {
        URL[] urls = {folder.toUri().toURL()};
        List<Map<String, StructLayout>> all = new ArrayList<>();
        try (URLClassLoader loader = new URLClassLoader(urls, PrintedLayouts.class.getClassLoader())) {
            for (String name : names) {
                Map<String, StructLayout> layouts = new LinkedHashMap<>();
                for (Field field : loader.loadClass(name).getDeclaredFields()) {
                    if (field.getType() == StructLayout.class) {
                        field.setAccessible(true);
                        layouts.put(field.getName(), (StructLayout) Objects.requireNonNull(field.get(null)));
                    }
                }
                all.add(layouts);
            }
        }
        return all;
    }
}
