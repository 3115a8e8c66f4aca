package dev.verbatim.cli;

import dev.verbatim.Layouts;
import dev.verbatim.cli.ClassFiles.ClassFile;
import dev.verbatim.cli.ClassFiles.Field;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Makes layouts for classes and records: the members that a codec binds, inherited ones first, in the order of their
 * declaration, with the padding of C.
 */
final class ClassLayouts {

    private static final int NEVER_BOUND = Opcodes.ACC_STATIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
    private static final Set<String> ROOTS = Set.of("java.lang.Object", "java.lang.Record");
    private static final Pattern LIST = Pattern.compile("Ljava/util/List<L([^<>;*+-]+);>;");

    private static final List<ValueLayout> VALUES = List.of(
            ValueLayout.JAVA_BOOLEAN,
            ValueLayout.JAVA_BYTE,
            ValueLayout.JAVA_CHAR,
            ValueLayout.JAVA_SHORT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_FLOAT,
            ValueLayout.JAVA_DOUBLE);

    private final ClassFiles classes;
    private final Map<String, Long> lengths;
    private final Map<String, String> missingLengths = new LinkedHashMap<>();
    private final Set<String> usedLengths = new TreeSet<>();
    private final Deque<String> enclosing = new ArrayDeque<>();

    /**
     * Prepares for layouts.
     *
     * @param classes where the classes are
     * @param lengths how long texts, arrays and lists are, by the paths of their members
     */
    ClassLayouts(ClassFiles classes, Map<String, Long> lengths) {
        this.classes = classes;
        this.lengths = new HashMap<>(lengths);
    }

    /** {@return the layout of a class} */
    StructLayout layout(String name) throws IOException, BadInputException {
        ClassFile found = find(name);
        if (found == null) {
            throw new BadInputException("class " + name + ": found none on the class path " + classes.classPath());
        }
        StructLayout layout = struct(found, "");
        if (!missingLengths.isEmpty()) {
            throw new BadInputException("class " + found.name() + ": expected lengths, of texts in bytes and of others"
                    + " in elements, found none: give "
                    + missingLengths.entrySet().stream()
                            .map(missing -> "--length " + missing.getKey() + "=N (" + missing.getValue() + ")")
                            .collect(Collectors.joining(" ")));
        }
        for (String path : lengths.keySet()) {
            if (!usedLengths.contains(path)) {
                throw new BadInputException("--length " + path + ": expected a text, an array or a list of "
                        + found.name() + ", one of " + usedLengths);
            }
        }
        return layout;
    }

    /** Finds a class, a nested one also by its name in the source. */
    private @Nullable ClassFile find(String name) throws IOException, BadInputException {
        ClassFile found = classes.find(name);
        int dot = name.lastIndexOf('.');
        return found != null || dot < 0 ? found : find(name.substring(0, dot) + "$" + name.substring(dot + 1));
    }

    private StructLayout struct(ClassFile type, String path) throws IOException, BadInputException {
        if (type.has(Opcodes.ACC_INTERFACE) || type.has(Opcodes.ACC_ENUM)) {
            throw new BadInputException(
                    "class " + type.name() + ": expected a class or a record, found an interface" + " or an enum");
        }
        if (enclosing.contains(type.name())) {
            throw new BadInputException(
                    "member `" + path + "`: expected a struct that ends, found that " + type.name() + " holds itself");
        }
        enclosing.push(type.name());
        Map<String, MemoryLayout> members = new LinkedHashMap<>();
        addMembers(members, type, path);
        enclosing.pop();
        if (members.isEmpty()) {
            throw new BadInputException("class " + type.name() + ": expected fields that a codec binds, found none that"
                    + " is not static, transient or final");
        }
        return Layouts.struct(members.values().toArray(MemoryLayout[]::new));
    }

    private void addMembers(Map<String, MemoryLayout> members, ClassFile type, String path)
            throws IOException, BadInputException {
        String parent = type.superName();
        if (parent != null && !ROOTS.contains(parent)) {
            ClassFile inherited = classes.find(parent);
            if (inherited == null) {
                throw new BadInputException("class " + type.name() + ": found no superclass " + parent
                        + " on the class path " + classes.classPath());
            }
            addMembers(members, inherited, path);
        }
        for (Field field : type.fields()) {
            if (field.has(NEVER_BOUND) || (field.has(Opcodes.ACC_FINAL) && !type.isRecord())) {
                continue;
            }
            String place = path.isEmpty() ? field.name() : path + "." + field.name();
            MemoryLayout layout = layout(field, place).withName(field.name());
            if (members.put(field.name(), layout) != null) {
                throw new BadInputException("member `" + place + "`: expected one field of a name, found one in "
                        + type.name() + " that hides another");
            }
        }
    }

    private MemoryLayout layout(Field field, String path) throws IOException, BadInputException {
        Type type = Type.getType(field.descriptor());
        if (field.descriptor().equals("Ljava/lang/String;")) {
            return MemoryLayout.sequenceLayout(length(path, "String"), ValueLayout.JAVA_BYTE);
        }
        Matcher list = LIST.matcher(field.signature() == null ? "" : field.signature());
        if (list.matches()) {
            return sequence(Type.getObjectType(list.group(1)), path, false, field);
        }
        if (type.getSort() == Type.ARRAY && type.getDimensions() == 1) {
            return sequence(type.getElementType(), path, true, field);
        }
        MemoryLayout layout = value(type);
        return layout != null ? layout : nested(type, path, field, true);
    }

    private MemoryLayout sequence(Type element, String path, boolean isArray, Field field)
            throws IOException, BadInputException {
        String simple = element.getClassName().replaceAll(".*[.$]", "");
        MemoryLayout layout = value(element);
        if (layout == null) {
            layout = nested(element, path, field, false);
        }
        return MemoryLayout.sequenceLayout(length(path, isArray ? simple + "[]" : "List<" + simple + ">"), layout);
    }

    private static @Nullable ValueLayout value(Type type) {
        return VALUES.stream()
                .filter(layout -> layout.carrier().getName().equals(type.getClassName()))
                .findFirst()
                .map(layout -> layout.withOrder(ByteOrder.LITTLE_ENDIAN))
                .orElse(null);
    }

    /** {@return the layout of a member of a class: of its ordinal, if it is an enum} */
    private MemoryLayout nested(Type type, String path, Field field, boolean mayBeEnum)
            throws IOException, BadInputException {
        if (type.getSort() == Type.OBJECT) {
            ClassFile found = classes.find(type.getClassName());
            ClassFile any = found == null ? ClassFiles.findInJdk(type.getClassName()) : found;
            if (mayBeEnum && any != null && any.has(Opcodes.ACC_ENUM)) {
                return ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
            }
            if (found != null && !found.has(Opcodes.ACC_ENUM | Opcodes.ACC_INTERFACE)) {
                return struct(found, path);
            }
        }
        throw new BadInputException("member `" + path + "`: expected a primitive, an enum, a String, an array of"
                + " primitives, a class or record of the class path, or an array or List of such, found "
                + describe(field));
    }

    private static String describe(Field field) {
        String signature = field.signature();
        return signature == null
                ? Type.getType(field.descriptor()).getClassName()
                : signature.replaceAll("(^|[<;])L", "$1").replace('/', '.').replace(";", "");
    }

    private long length(String path, String type) {
        usedLengths.add(path);
        Long length = lengths.get(path);
        if (length == null) {
            missingLengths.put(path, type);
            return 0;
        }
        return length;
    }
}
