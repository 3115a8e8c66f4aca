package dev.verbatim.cli;

import dev.verbatim.text.MalformedTextException;
import java.io.IOException;
import java.io.Writer;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Asks a C compiler for the layout of a struct. A variable of the struct is compiled to a library, which is not run.
 * What the compiler writes into it for debuggers has every member with its offset and type.
 */
final class CCompilation {

    private static final Pattern STRUCT = Pattern.compile("(struct +)?[A-Za-z_]\\w*");

    /** Where the compiler finds what is wrong behind the file: it is included in an empty source. */
    private static final Pattern STANDARD_INPUT = Pattern.compile("^<stdin>:[0-9:]*");

    private static final String VARIABLE = "verbatim_struct";

    /** An array with as many elements as the struct's alignment: that is not among what debuggers need. */
    private static final String ALIGNMENT = "verbatim_alignment";

    private final List<String> compiler;
    private final Path file;

    /**
     * Prepares for the compilation of a file.
     *
     * @param compiler the compiler with its options
     * @param file the file
     */
    CCompilation(String compiler, Path file) {
        this.compiler = List.of(compiler.strip().split(" +"));
        this.file = file;
    }

    /**
     * A struct in C.
     *
     * @param layout its layout
     * @param comments what to say of its pointers and bit-fields, as {@link CStructs} has them
     * @param conversions those of its unsigned numbers, likewise
     */
    record Struct(StructLayout layout, Map<String, String> comments, Map<String, String> conversions) {}

    /**
     * {@return a struct}
     *
     * @param name {@code struct name}, or the name alone, which may be that of a typedef
     */
    Struct struct(String name) throws IOException, BadInputException, InterruptedException {
        if (!STRUCT.matcher(name).matches()) {
            throw new BadInputException("expected the name of a struct, found " + MalformedTextException.quote(name));
        }
        if (!Files.exists(file)) {
            throw new BadInputException(file + ": no such file");
        }
        if (Files.isDirectory(file)) {
            throw new BadInputException(file + ": expected a file, found a folder");
        }
        Path library = Files.createTempFile("verbatim", ".so");
        try {
            String problem = compile("", library);
            if (problem != null) {
                throw new BadInputException(
                        STANDARD_INPUT.matcher(problem).replaceFirst(Matcher.quoteReplacement(file + ": at its end:")));
            }
            List<String> spellings = name.startsWith("struct ") ? List.of(name) : List.of("struct " + name, name);
            for (String spelling : spellings) {
                String source = "%s %s;\nchar %s[_Alignof(%s)];\n".formatted(spelling, VARIABLE, ALIGNMENT, spelling);
                if (compile(source, library) == null) {
                    return read(name, Files.readAllBytes(library));
                }
            }
        } finally {
            Files.deleteIfExists(library);
        }
        throw new BadInputException(
                file + ": expected a struct with members, or a typedef of one, of the name " + name + ", found none");
    }

    private Struct read(String name, byte[] library) throws BadInputException {
        ElfFile elf = ElfFile.parse(library);
        List<DebugEntry> entries;
        try {
            entries = DebugEntry.parse(elf);
        } catch (RuntimeException e) {
            throw new BadInputException("expected debugging information in DWARF 4 from " + compiler.getFirst()
                    + ", found other: " + e.getMessage());
        }
        try {
            return read(name, elf, entries);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("expected debugging information in DWARF 4 from " + compiler.getFirst()
                    + ", found other: " + e.getMessage());
        }
    }

    private Struct read(String name, ElfFile elf, List<DebugEntry> entries) throws BadInputException {
        DebugEntry struct = variable(entries, VARIABLE);
        DebugEntry alignment = variable(entries, ALIGNMENT);
        if (struct == null || alignment == null) {
            throw new BadInputException("expected debugging information from " + compiler.getFirst()
                    + ", found none; name another compiler" + " by --cc");
        }
        if (struct.tag() != DebugEntry.STRUCTURE_TYPE) {
            throw new BadInputException(file + ": expected a struct of the name " + name + ", found another type");
        }
        ByteOrder order = elf.section(".debug_info").order();
        CStructs structs = new CStructs(order);
        StructLayout packed = structs.struct(struct);
        DebugEntry elements = alignment.children(DebugEntry.SUBRANGE_TYPE).getFirst();
        long mostAligned = elements.has(DebugEntry.COUNT)
                ? elements.number(DebugEntry.COUNT)
                : elements.number(DebugEntry.UPPER_BOUND) + 1;
        return new Struct(
                NaturalLayouts.of(packed, mostAligned).withByteAlignment(mostAligned),
                structs.comments(),
                structs.conversions());
    }

    private static @Nullable DebugEntry variable(List<DebugEntry> entries, String name) {
        return entries.stream()
                .filter(entry -> entry.tag() == DebugEntry.VARIABLE && name.equals(entry.name()))
                .map(DebugEntry::type)
                .findFirst()
                .orElse(null);
    }

    /** Compiles the file and a source behind it; returns the first error of the compiler, or null. */
    private @Nullable String compile(String source, Path library) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(compiler);
        String path = file.toString();
        command.addAll(List.of("-x", "c", "-w", "-g", "-gdwarf-4", "-gz=none", "-fno-debug-types-section"));
        command.addAll(List.of("-shared", "-fPIC", "-nostdlib"));
        command.addAll(List.of("-include", path.startsWith("-") ? "./" + path : path, "-o", library.toString(), "-"));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("LC_ALL", "C.UTF-8");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            throw new IOException(
                    "cannot start the C compiler " + compiler.getFirst() + ": install one, or name another by --cc", e);
        }
        try (Writer input = process.outputWriter(StandardCharsets.UTF_8)) {
            input.write(source);
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() == 0) {
            return null;
        }
        List<String> lines = output.lines().toList();
        return lines.stream()
                .filter(line -> line.contains("error"))
                .findFirst()
                .orElse(lines.isEmpty() ? compiler.getFirst() + " failed" : lines.getFirst());
    }
}
