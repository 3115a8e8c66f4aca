package dev.verbatim.cli;

import dev.verbatim.Conversions;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Writes layouts as Java source: a class with a constant for each. Everything is written out, the padding and the byte
 * orders too, so that the source means the same on every machine.
 */
final class LayoutPrinter {

    private static final String INDENT = "    ";
    private static final String FACTORIES = "static java.lang.foreign.MemoryLayout.";

    /**
     * What the code of a static initialiser may take, less than the 65,535 bytes of the class file format, and what
     * javac makes of an element of a struct, of its name and of its alignment, at most.
     */
    private static final int MAX_CODE_SIZE = 64_000;

    private static final int ELEMENT_CODE_SIZE = 12;
    private static final int CALL_CODE_SIZE = 8;
    private static final int CONVERSION_CODE_SIZE = 24;

    private static final String GUESS = "// a guess from the order of the fields: compare it with the constructor";

    /** The most calls of one expression: javac nests them, and overflows its stack at some hundreds. */
    private static final int MAX_CHAIN = 100;

    private final TreeSet<String> staticImports = new TreeSet<>();
    private final TreeSet<String> imports = new TreeSet<>();

    /** Declarations of values in a byte order and alignment, by their names. */
    private final TreeSet<String> values = new TreeSet<>();

    private final List<String> constants = new ArrayList<>();
    private final List<StructLayout> layouts = new ArrayList<>();
    private Map<String, String> memberComments = Map.of();
    private String packageName = "";
    private int codeSize;

    LayoutPrinter() {
        imports.add(StructLayout.class.getName());
    }

    /**
     * Adds a constant.
     *
     * @param name its name
     * @param comment where the layout is from, in one line
     * @param layout its layout, without addresses
     * @throws BadInputException if there is so much that no class can hold it
     */
    void add(String name, String comment, StructLayout layout) throws BadInputException {
        add(name, comment, layout, Map.of());
    }

    /**
     * Adds a constant with comments on members.
     *
     * @param name its name
     * @param comment where the layout is from, in one line
     * @param layout its layout, without addresses
     * @param comments what to say of members, in lines, by their paths, such as {@code levels[].price}, or as
     *     {@link MemberPath#ofUnnamed} has them. Padding with a comment has a name for its path only, which is not
     *     printed
     * @throws BadInputException if there is so much that no class can hold it
     */
    void add(String name, String comment, StructLayout layout, Map<String, String> comments) throws BadInputException {
        add(name, comment, List.of(), layout, comments);
    }

    /**
     * Adds a constant with remarks.
     *
     * @param name its name
     * @param comment where the layout is from, in one line
     * @param remarks what else to say of it, each in one line
     * @param layout its layout, without addresses
     * @throws BadInputException if there is so much that no class can hold it
     */
    void add(String name, String comment, List<String> remarks, StructLayout layout) throws BadInputException {
        add(name, comment, remarks, layout, Map.of());
    }

    private void add(
            String name, String comment, List<String> remarks, StructLayout layout, Map<String, String> comments)
            throws BadInputException {
        layouts.add(layout);
        memberComments = comments;
        StringBuilder constant = new StringBuilder()
                .append(INDENT + "// ")
                .append(JavaNames.comment(comment))
                .append(": ")
                .append(layout.byteSize())
                .append(" bytes, alignment ")
                .append(layout.byteAlignment())
                .append('\n');
        for (String remark : remarks) {
            constant.append(INDENT + "// ").append(JavaNames.comment(remark)).append('\n');
        }
        constant.append(INDENT + "static final StructLayout ").append(name).append(" = ");
        append(constant, layout, "", INDENT);
        requireFits(comment, ELEMENT_CODE_SIZE + CALL_CODE_SIZE);
        constants.add(constant.append(";\n").toString());
    }

    /**
     * {@return the texts of the layouts that were added}
     *
     * @throws BadInputException if one has none, as one with a union
     */
    List<String> texts() throws BadInputException {
        List<String> texts = new ArrayList<>();
        for (StructLayout layout : layouts) {
            try {
                texts.add(LayoutText.of(layout));
            } catch (IllegalArgumentException e) {
                throw new BadInputException("--text: " + e.getMessage());
            }
        }
        return texts;
    }

    /**
     * Adds a constant with conversions.
     *
     * @param name its name
     * @param comment what they are for, in one line
     * @param byType the conversions by type, in Java source; nothing is added if there are none of either kind
     * @param byMember the conversions by the members' paths
     * @throws BadInputException if there is so much that no class can hold it
     */
    void addConversions(String name, String comment, List<String> byType, Map<String, String> byMember)
            throws BadInputException {
        addConversions(name, comment, byType, byMember, Map.of(), Map.of());
    }

    /**
     * Adds a constant with conversions, with constructors, which were guessed, and with what is left out.
     *
     * @param name its name
     * @param comment what they are for, in one line
     * @param byType the conversions by type, in Java source; nothing is added if there is none of any kind
     * @param byMember the conversions by the members' paths
     * @param constructors the constructors to declare, by the names of their classes
     * @param leftOut the names of the fields that are not bound, by the names of their classes
     * @throws BadInputException if there is so much that no class can hold it
     */
    void addConversions(
            String name,
            String comment,
            List<String> byType,
            Map<String, String> byMember,
            Map<String, ClassConversions.Constructor> constructors,
            Map<String, List<String>> leftOut)
            throws BadInputException {
        if (byType.isEmpty() && byMember.isEmpty() && constructors.isEmpty() && leftOut.isEmpty()) {
            return;
        }
        String arguments = byType.stream()
                .map(source -> "\n" + INDENT.repeat(5) + imported(source))
                .collect(Collectors.joining(","));
        List<String> calls = new ArrayList<>();
        byMember.forEach((path, source) -> calls.add(
                "\n" + INDENT.repeat(3) + ".with(" + JavaNames.literal(path) + ", " + imported(source) + ")"));
        constructors.forEach(
                (type, constructor) -> calls.add((constructor.isGuess() ? "\n" + INDENT.repeat(3) + GUESS : "")
                        + ofClass("withConstructor", type, constructor.fields())));
        leftOut.forEach((type, fields) -> calls.add(ofClass("withoutField", type, fields)));
        requireFits(name, ELEMENT_CODE_SIZE + CALL_CODE_SIZE + CONVERSION_CODE_SIZE);
        imports.add(Conversions.class.getName());
        String expression = byType.isEmpty() ? "Conversions.none()" : "Conversions.of(" + arguments + ")";
        int from = 0;
        for (; calls.size() - from > MAX_CHAIN; from += MAX_CHAIN) {
            String part = name + "_" + (from / MAX_CHAIN + 1);
            constants.add(INDENT + "private static final Conversions " + part + " = " + expression
                    + String.join("", calls.subList(from, from + MAX_CHAIN)) + ";\n");
            expression = part;
        }
        constants.add(INDENT + "// " + comment + "\n" + INDENT + "static final Conversions " + name + " = " + expression
                + String.join("", calls.subList(from, calls.size())) + ";\n");
    }

    private String ofClass(String method, String type, List<String> fields) {
        codeSize += CONVERSION_CODE_SIZE + fields.size() * CALL_CODE_SIZE;
        return "\n" + INDENT.repeat(3) + "." + method + "(" + type + ".class, "
                + fields.stream().map(JavaNames::literal).collect(Collectors.joining(", ")) + ")";
    }

    /** Has the class be in a package; in none if that is empty. */
    void setPackage(String name) {
        packageName = name;
    }

    private void requireFits(String what, int memberSize) throws BadInputException {
        if (codeSize > MAX_CODE_SIZE) {
            throw new BadInputException(what + ": expected some " + MAX_CODE_SIZE / memberSize
                    + " members at most in what is printed together, which a Java class can hold, found more");
        }
    }

    /** {@return an expression that begins with a class beside {@link Conversions}, which is imported} */
    private String imported(String source) {
        codeSize += CONVERSION_CODE_SIZE;
        imports.add(Conversions.class.getPackageName() + "." + source.substring(0, source.indexOf('.')));
        return source;
    }

    /**
     * {@return the source of a class with the constants}
     *
     * @param className its name
     */
    String print(String className) {
        StringBuilder source = new StringBuilder(packageName.isEmpty() ? "" : "package " + packageName + ";\n\n");
        staticImports.forEach(name -> source.append("import ").append(name).append(";\n"));
        source.append(staticImports.isEmpty() ? "" : "\n");
        imports.forEach(name -> source.append("import ").append(name).append(";\n"));
        source.append("\nfinal class ").append(className).append(" {\n\n");
        values.forEach(value -> source.append(INDENT).append(value).append('\n'));
        source.append(values.isEmpty() ? "" : "\n");
        source.append(String.join("\n", constants));
        return source.append('\n')
                .append(INDENT + "private ")
                .append(className)
                .append("() {}\n}\n")
                .toString();
    }

    /** Appends an expression; the lines after its first one are indented more than the line it is on. */
    private void append(StringBuilder out, MemoryLayout layout, String path, String indent) {
        codeSize += ELEMENT_CODE_SIZE + (layout.name().isPresent() ? CALL_CODE_SIZE : 0);
        Optional<MemoryLayout> element = Layouts.varRefElement(layout)
                .filter(found -> layout.name().isPresent()
                        && layout.equals(Layouts.varRef(layout.name().get(), found)));
        if (element.isPresent()) {
            appendReference(out, layout.name().orElseThrow(), element.get(), indent);
            return;
        }
        long alignment = 1;
        switch (layout) {
            case ValueLayout value -> {
                alignment = value.byteAlignment() == value.byteSize() ? value.byteSize() : 1;
                out.append(value(value, alignment));
            }
            case PaddingLayout padding ->
                out.append(call("paddingLayout")).append(padding.byteSize()).append(')');
            case SequenceLayout sequence -> {
                alignment = sequence.elementLayout().byteAlignment();
                out.append(call("sequenceLayout"))
                        .append(sequence.elementCount())
                        .append(sequence.elementCount() > Integer.MAX_VALUE ? "L, " : ", ");
                append(out, sequence.elementLayout(), path.endsWith("[]") ? path : path + "[]", indent);
                out.append(')');
            }
            case StructLayout struct ->
                alignment = appendGroup(out, call("structLayout"), struct.memberLayouts(), path, indent);
            case UnionLayout union ->
                alignment = appendGroup(out, call("unionLayout"), union.memberLayouts(), path, indent);
        }
        if (layout.byteAlignment() != alignment) {
            codeSize += CALL_CODE_SIZE;
            out.append(".withByteAlignment(").append(layout.byteAlignment()).append(')');
        }
        layout.name()
                .ifPresent(name ->
                        out.append(".withName(").append(JavaNames.literal(name)).append(')'));
    }

    private void appendReference(StringBuilder out, String name, MemoryLayout element, String indent) {
        imports.add(Layouts.class.getName());
        out.append("Layouts.varRef(").append(JavaNames.literal(name));
        if (!element.equals(ValueLayout.JAVA_BYTE)) {
            append(out.append(", "), element, "", indent);
        }
        out.append(')');
    }

    /** Appends a group, and returns the alignment that it has from its members. */
    private long appendGroup(StringBuilder out, String call, List<MemoryLayout> members, String path, String indent) {
        out.append(call);
        String separator = "\n";
        long alignment = 1;
        for (MemoryLayout member : members) {
            String deeper = indent + INDENT + INDENT;
            String memberPath = member.name()
                    .map(name -> MemberPath.ofMember(path, name))
                    .orElseGet(() -> MemberPath.ofUnnamed(path));
            String comment = memberComments.get(memberPath);
            out.append(separator).append(deeper);
            if (comment != null) {
                comment.lines()
                        .forEach(line -> out.append("// ")
                                .append(JavaNames.comment(line))
                                .append('\n')
                                .append(deeper));
            }
            boolean hasNameForComment = member instanceof PaddingLayout && comment != null;
            append(out, hasNameForComment ? member.withoutName() : member, memberPath, deeper);
            separator = ",\n";
            alignment = Math.max(alignment, member.byteAlignment());
        }
        out.append(')');
        return alignment;
    }

    private String call(String factory) {
        staticImports.add(FACTORIES + factory);
        return factory + "(";
    }

    /** {@return the name of a value of some alignment, 1 or its size, which is declared for it} */
    private String value(ValueLayout layout, long alignment) {
        String carrier = layout.carrier().getSimpleName();
        String constant = "JAVA_" + carrier.toUpperCase(Locale.ROOT);
        if (layout.byteSize() == 1) {
            staticImports.add("static java.lang.foreign.ValueLayout." + constant);
            return constant;
        }
        imports.add(ValueLayout.class.getName());
        imports.add(ByteOrder.class.getName());
        boolean bigEndian = layout.order() == ByteOrder.BIG_ENDIAN;
        String unaligned = alignment == 1 ? "_UNALIGNED" : "";
        String name = constant.substring("JAVA_".length()) + (bigEndian ? "_BE" : "_LE") + unaligned;
        String type = "ValueLayout.Of" + Character.toUpperCase(carrier.charAt(0)) + carrier.substring(1);
        values.add("private static final " + type + " " + name + " =\n" + INDENT + INDENT + INDENT + "ValueLayout."
                + constant + unaligned + ".withOrder(ByteOrder." + (bigEndian ? "BIG_ENDIAN" : "LITTLE_ENDIAN")
                + ");");
        return name;
    }
}
