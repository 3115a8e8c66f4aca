package dev.verbatim.cli;

import dev.verbatim.Layouts;
import dev.verbatim.file.StructFile;
import dev.verbatim.file.StructFileException;
import dev.verbatim.map.MapInfo;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.text.MalformedTextException;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.StructLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verbatim layout}: Java source of explicit layouts, of what there is. */
@Command(
        name = "layout",
        header = "Prints Java source of the layout of a class, of C, or of a file.",
        description = {
            "",
            "Prints a class that compiles as it is, with the layout as a constant: every member, all padding, all byte"
                + " orders; and with the conversions that the members of a class need, or of C's unsigned numbers. One"
                + " of --class-path, --c, --npy, --queue, --map and --jol says what of.",
            ""
        })
final class LayoutCommand implements Callable<Integer> {

    private static final String CONSTANT = "LAYOUT";
    private static final String CONVERSIONS = "CONVERSIONS";
    private static final Path STANDARD_INPUT = Path.of("-");

    /** Finds NumPy's types, and arrays of them, that are to Java what they are to NumPy. */
    private static final Pattern TYPE_OF_JAVA = Pattern.compile("[<>|](b1|i[1248]|f[48])(?!\\d)");

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "NAME",
            description = "The class, the struct in C, or the id of a stored layout. --npy takes none, --queue and"
                    + " --map print all without one, and --jol needs one for several tables.")
    private @Nullable String name;

    @Option(
            names = "--class-path",
            paramLabel = "PATH",
            description = "The folders and jars of a class or a record. Its members are laid out in the order of their"
                    + " declaration, with the padding of C. No code of it runs.")
    private @Nullable String classPath;

    @Option(names = "--packed", description = "With --class-path: leaves out all padding.")
    private boolean packed;

    @Option(
            names = "--length",
            paramLabel = "MEMBER=N",
            description = "With --class-path: how long a text is, in bytes, or an array or list, in elements. The"
                    + " members of nested structs are named as in 'levels.note', the texts of an array or list as in"
                    + " 'names[]'.")
    private Map<String, Long> lengths = new TreeMap<>();

    @Option(
            names = "--scale",
            paramLabel = "MEMBER=N",
            description = "With --class-path: how many digits a BigDecimal has behind the point.")
    private Map<String, Long> scales = new TreeMap<>();

    @Option(
            names = "--without",
            paramLabel = "MEMBER",
            description =
                    "With --class-path: a field that is left out, here and by codecs with the conversions that are"
                            + " printed. A component of a record, and what every constructor sets, cannot"
                            + " be.")
    private List<String> without = new ArrayList<>();

    @Option(
            names = "--c",
            paramLabel = "FILE",
            description = "The file in C that has a struct, which is compiled. Its pointers become integers, its"
                    + " bit-fields padding, each with a comment.")
    private @Nullable Path c;

    @Option(
            names = "--cc",
            paramLabel = "COMMAND",
            description = "With --c: the C compiler and its options, such as 'gcc -Iinclude'. Default: cc")
    private @Nullable String compiler;

    @Option(names = "--npy", paramLabel = "FILE", description = "A .npy file of structs.")
    private @Nullable Path npy;

    @Option(names = "--queue", paramLabel = "FOLDER", description = "A queue, for the layouts that it stores.")
    private @Nullable Path queue;

    @Option(names = "--map", paramLabel = "FOLDER", description = "A map, for the layouts that it stores.")
    private @Nullable Path map;

    @Option(
            names = "--jol",
            paramLabel = "FILE",
            description = "What 'java -jar jol-cli.jar internals CLASS' has printed of a class on the JVM that has"
                    + " written the bytes of its objects; - is standard input.")
    private @Nullable Path jol;

    @Option(
            names = "--text",
            description = "Prints the text of each layout in one line, as --layout of 'convert', 'append' and 'map put'"
                    + " takes it, in place of Java source.")
    private boolean text;

    @Option(
            names = "--from",
            paramLabel = "OFFSET",
            description = "With --jol: where in an object the block begins. Default: at the first primitive")
    private @Nullable Long from;

    @Option(
            names = "--to",
            paramLabel = "OFFSET",
            description = "With --jol: where in an object the block ends. Default: behind the last primitive")
    private @Nullable Long to;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        requireOneSource();
        LayoutPrinter printer = new LayoutPrinter();
        String printed = add(printer);
        PrintWriter out = spec.commandLine().getOut();
        if (text) {
            printer.texts().forEach(out::println);
        } else {
            out.print(printer.print(JavaNames.layoutClass(printed)));
        }
        out.flush();
        return ExitCode.OK;
    }

    private void requireOneSource() throws BadInputException {
        long sources = Stream.of(classPath, c, npy, queue, map, jol)
                .filter(Objects::nonNull)
                .count();
        if (sources != 1) {
            throw new BadInputException(
                    "expected one of --class-path, --c, --npy, --queue, --map and --jol, found " + sources);
        }
        requireOnly(classPath, "--class-path", packed, "--packed");
        requireOnly(classPath, "--class-path", !lengths.isEmpty(), "--length");
        requireOnly(classPath, "--class-path", !scales.isEmpty(), "--scale");
        requireOnly(classPath, "--class-path", !without.isEmpty(), "--without");
        requireOnly(c, "--c", compiler != null, "--cc");
        requireOnly(jol, "--jol", from != null || to != null, "--from and --to");
        if (npy != null && name != null) {
            throw new BadInputException("--npy needs no name, found " + MalformedTextException.quote(name));
        }
    }

    private static void requireOnly(@Nullable Object source, String sourceName, boolean given, String option)
            throws BadInputException {
        if (given && source == null) {
            throw new BadInputException("expected " + option + " only with " + sourceName);
        }
    }

    /** Adds the layouts, and returns the name of what they are of. */
    private String add(LayoutPrinter printer) throws IOException, BadInputException, InterruptedException {
        if (classPath != null) {
            return addClass(printer, classPath, requireName("a class"));
        }
        if (c != null) {
            String struct = requireName("a struct");
            String command = compiler == null ? "cc" : compiler;
            CCompilation.Struct compiled = new CCompilation(command, c).struct(struct);
            printer.add(CONSTANT, struct + " of " + c, compiled.layout(), compiled.comments());
            printer.addConversions(
                    CONVERSIONS,
                    "unsigned numbers in the next wider type, but for those that a class has as they are in the layout",
                    List.of(),
                    compiled.conversions());
            return struct.replaceFirst("^struct +", "");
        }
        if (npy != null) {
            return addFile(printer, npy);
        }
        if (jol != null) {
            return addBlock(printer, jol);
        }
        Path folder = queue == null ? Objects.requireNonNull(map) : queue;
        return addStored(printer, folder, queue == null ? layoutsOfMap(folder) : layoutsOfQueue(folder));
    }

    private String requireName(String what) throws BadInputException {
        if (name == null) {
            throw new BadInputException("expected the name of " + what + ", found none");
        }
        return name;
    }

    private String addClass(LayoutPrinter printer, String path, String type) throws IOException, BadInputException {
        try (ClassFiles classes = new ClassFiles(path)) {
            ClassLayouts layouts = new ClassLayouts(classes, lengths, scales, without);
            StructLayout layout = layouts.layout(type);
            printer.add(CONSTANT, type, layouts.remarks(), packed ? Layouts.packed(layout) : layout);
            ClassConversions conversions = layouts.conversions();
            printer.addConversions(
                    CONVERSIONS,
                    "what a codec of " + CONSTANT + " converts",
                    conversions.byType(),
                    conversions.byMember(),
                    conversions.constructors(),
                    conversions.leftOut());
            printer.setPackage(layouts.sourcePackage());
        }
        return simpleName(type);
    }

    private static String simpleName(String type) {
        return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
    }

    private static String addFile(LayoutPrinter printer, Path file) throws IOException, BadInputException {
        try {
            Map<String, String> types = new LinkedHashMap<>(StructFile.dtypes(file));
            types.values().removeIf(type -> TYPE_OF_JAVA.matcher(type).find());
            types.replaceAll((path, type) -> type + " in NumPy");
            printer.add(CONSTANT, file.toString(), NaturalLayouts.of(StructFile.layout(file)), types);
        } catch (StructFileException | NoSuchFileException e) {
            throw new BadInputException(OneLineErrors.describe(e));
        }
        return String.valueOf(file.getFileName()).replaceFirst("\\.npy$", "");
    }

    private String addBlock(LayoutPrinter printer, Path file) throws IOException, BadInputException {
        JolText text = JolText.parse(lines(file), name);
        long start = from == null ? text.start() : from;
        long end = to == null ? text.end() : to;
        List<String> outside = text.outside(start, end);
        printer.add(
                CONSTANT,
                "an object of " + text.className() + " from offset " + start + " to " + end
                        + (outside.isEmpty() ? "" : ", without " + String.join(", ", outside)),
                NaturalLayouts.of(text.block(start, end)));
        return simpleName(text.className());
    }

    private static List<String> lines(Path file) throws IOException, BadInputException {
        if (Files.isDirectory(file)) {
            throw new BadInputException(file + ": expected a file, found a folder");
        }
        byte[] text;
        try {
            text = file.equals(STANDARD_INPUT) ? System.in.readAllBytes() : Files.readAllBytes(file);
        } catch (NoSuchFileException e) {
            throw new BadInputException(OneLineErrors.describe(e));
        }
        // A reader would refuse bytes that are no UTF-8, as the values of characters can be.
        return new String(text, StandardCharsets.UTF_8).lines().toList();
    }

    private static Map<Integer, StructLayout> layoutsOfQueue(Path folder) throws IOException, BadInputException {
        try (MappedQueue opened = QueueStore.openToRead(folder)) {
            return opened.info().layouts();
        }
    }

    private static Map<Integer, StructLayout> layoutsOfMap(Path folder) throws IOException, BadInputException {
        try (MappedMap<byte[], StoredValue> opened = MapStore.open(folder, true)) {
            MapInfo info = opened.info();
            return info.layouts();
        }
    }

    /** Adds the stored layout of the id that was given, or all of them. */
    private String addStored(LayoutPrinter printer, Path folder, Map<Integer, StructLayout> stored)
            throws BadInputException {
        Map<String, StructLayout> byId = new LinkedHashMap<>();
        stored.forEach((id, layout) -> byId.put(LayoutIds.toText(id), layout));
        if (name != null) {
            byId.keySet().retainAll(List.of(name.toLowerCase(Locale.ROOT)));
        }
        if (byId.isEmpty()) {
            throw new BadInputException(folder + ": expected a stored layout" + (name == null ? "" : " " + name)
                    + ", found " + (stored.isEmpty() ? "none" : String.join(", ", ids(stored))));
        }
        for (Map.Entry<String, StructLayout> layout : byId.entrySet()) {
            String id = layout.getKey();
            printer.add(
                    byId.size() == 1 ? CONSTANT : CONSTANT + "_" + id,
                    id + " of " + folder,
                    NaturalLayouts.of(layout.getValue()));
        }
        return String.valueOf(folder.getFileName());
    }

    private static List<String> ids(Map<Integer, StructLayout> stored) {
        return stored.keySet().stream().map(LayoutIds::toText).toList();
    }
}
