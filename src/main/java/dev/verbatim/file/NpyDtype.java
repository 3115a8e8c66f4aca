package dev.verbatim.file;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.file.PythonLiteral.Node;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import dev.verbatim.file.PythonLiteral.Tuple;
import dev.verbatim.internal.Binding;
import dev.verbatim.internal.Member;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A structured dtype: named fields at offsets, padding between them.
 *
 * @param fields the fields by offset, without padding
 * @param byteSize the size of one record in bytes
 */
record NpyDtype(List<Field> fields, long byteSize) {

    /**
     * A field.
     *
     * @param name its name
     * @param type its type string, for instance {@code <i8}; of a type that Verbatim does not write, the literal's text
     * @param offset where it starts, in bytes from the start of the record
     */
    record Field(String name, String type, long offset) {
        @Override
        public String toString() {
            return type + " (offset=" + offset + ")";
        }
    }

    /** A byte order, a kind and a size in bytes. */
    private static final Pattern TYPE = Pattern.compile("([<>|=])([a-zA-Z])(\\d{1,9})");

    /** {@return the dtype of a binding} */
    static NpyDtype of(Binding<?> binding) {
        List<Field> fields = binding.members().stream()
                .map(member -> new Field(member.name(), typeString(member), member.offset()))
                .toList();
        return new NpyDtype(fields, binding.layout().byteSize());
    }

    private static String typeString(Member member) {
        ValueLayout layout = ((dev.verbatim.internal.Value.Primitive) member.value()).layout();
        char kind =
                switch (layout) {
                    case ValueLayout.OfBoolean _ -> 'b';
                    case ValueLayout.OfChar _ -> 'u';
                    case ValueLayout.OfFloat _, ValueLayout.OfDouble _ -> 'f';
                    default -> 'i';
                };
        char order = layout.byteSize() == 1 ? '|' : layout.order() == ByteOrder.LITTLE_ENDIAN ? '<' : '>';
        return "" + order + kind + layout.byteSize();
    }

    /** {@return this dtype as the header's {@code descr}} */
    String toLiteral() {
        List<String> entries = new ArrayList<>();
        long end = 0;
        for (Field field : fields) {
            addPadding(entries, field.offset() - end);
            entries.add("(" + quote(field.name()) + ", '" + field.type() + "')");
            end = field.offset() + sizeOf(field.type());
        }
        addPadding(entries, byteSize - end);
        return "[" + String.join(", ", entries) + "]";
    }

    private static void addPadding(List<String> entries, long bytes) {
        if (bytes > 0) {
            entries.add("('', '|V" + bytes + "')");
        }
    }

    private static long sizeOf(String type) {
        return Long.parseLong(type, 2, type.length(), 10);
    }

    private static String quote(String name) {
        StringBuilder quoted = new StringBuilder("'");
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c == '\\' || c == '\'') {
                quoted.append('\\').append(c);
            } else if (c < 0x20 || (c >= 0x7F && c <= 0xA0)) {
                quoted.append("\\x%02x".formatted((int) c));
            } else if (Character.isSurrogate(c) && !isPaired(name, i)) {
                // UTF-8 has no bytes for it.
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('\'').toString();
    }

    private static boolean isPaired(String name, int index) {
        return Character.isHighSurrogate(name.charAt(index))
                ? index + 1 < name.length() && Character.isLowSurrogate(name.charAt(index + 1))
                : index > 0 && Character.isHighSurrogate(name.charAt(index - 1));
    }

    /** Reads the {@code descr} of a header. */
    static NpyDtype parse(Node descr, String header) throws SyntaxException {
        if (!(descr.value() instanceof List<?> entries)) {
            throw new SyntaxException(
                    descr.start(), "a structured dtype, a list of (name, type)", text(descr, header));
        }
        List<Field> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        long offset = 0;
        for (Object entry : entries) {
            Node node = (Node) entry;
            if (!(node.value() instanceof Tuple(List<Node> parts)) || parts.size() < 2 || parts.size() > 3) {
                throw new SyntaxException(node.start(), "a tuple of name and type", text(node, header));
            }
            String name = name(parts.getFirst(), header);
            if (!name.isEmpty() && !names.add(name)) {
                throw new SyntaxException(node.start(), "a name that no other field has", text(node, header));
            }
            boolean simple = parts.size() == 2 && parts.get(1).value() instanceof String;
            String type = simple ? (String) parts.get(1).value() : text(node, header);
            Matcher matcher = TYPE.matcher(type);
            boolean scalar = simple && matcher.matches();
            if (!(scalar && name.isEmpty() && matcher.group(2).equals("V"))) {
                fields.add(new Field(name, scalar ? canonical(matcher) : type, offset));
            }
            if (scalar) {
                offset += Long.parseLong(matcher.group(3)) * (matcher.group(2).equals("U") ? Integer.BYTES : 1);
            }
        }
        return new NpyDtype(List.copyOf(fields), offset);
    }

    /** A field's name; a field with a title has the pair of both. */
    private static String name(Node node, String header) throws SyntaxException {
        if (node.value() instanceof String name) {
            return name;
        }
        if (node.value() instanceof Tuple(List<Node> parts)
                && parts.size() == 2
                && parts.get(1).value() instanceof String name) {
            return name;
        }
        throw new SyntaxException(node.start(), "a field's name", text(node, header));
    }

    private static String canonical(Matcher type) {
        boolean orderless = type.group(3).equals("1") || "VS".contains(type.group(2));
        String order = orderless ? "|" : type.group(1).equals("=") ? nativeOrder() : type.group(1);
        return order + type.group(2) + type.group(3);
    }

    private static String nativeOrder() {
        return ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? "<" : ">";
    }

    private static String text(Node node, String header) {
        return header.substring(node.start(), node.end());
    }

    /**
     * Compares a file's dtype, this one, with that of the binding it is opened with.
     *
     * @throws LayoutMismatchException with every difference
     */
    void requireSame(NpyDtype expected, Path file, Class<?> type) {
        if (equals(expected)) {
            return;
        }
        List<String> mismatches = new ArrayList<>();
        Map<String, Field> unmatched = new LinkedHashMap<>();
        fields.forEach(field -> unmatched.put(field.name(), field));
        for (Field wanted : expected.fields) {
            Field found = unmatched.remove(wanted.name());
            if (found == null) {
                mismatches.add(wanted.name() + ": the layout has " + wanted
                        + ", the file has no field of this name; leave the member out, or convert the file");
            } else if (!found.equals(wanted)) {
                mismatches.add(wanted.name() + ": the layout has " + wanted + ", the file has " + found
                        + "; declare the member as the file has it");
            }
        }
        for (Field field : unmatched.values()) {
            mismatches.add(field.name() + ": the file has " + field
                    + ", the layout has no member of this name; add it to the layout and to " + type.getName());
        }
        if (byteSize != expected.byteSize) {
            mismatches.add("byteSize: the layout has " + expected.byteSize + " bytes, the file's records have " + byteSize
                    + "; declare the padding that the file has");
        }
        throw new LayoutMismatchException("cannot read file=" + file + " as " + type.getName(), mismatches);
    }
}
