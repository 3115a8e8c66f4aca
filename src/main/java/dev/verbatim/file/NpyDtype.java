package dev.verbatim.file;

import dev.verbatim.Layouts;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.LayoutValues;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A NumPy dtype: the type of a struct, or of a part of it. A struct has fields, whose types are dtypes again. */
sealed interface NpyDtype {

    /** The most bytes that a dtype can have: NumPy counts bytes in a C {@code int}. */
    int MAX_BYTE_SIZE = Integer.MAX_VALUE;

    /** The most dimensions that an array can have in NumPy 2; in NumPy 1 these are 32. */
    int MAX_DIMENSIONS = 64;

    /**
     * How deep structs can be nested in one another, the outermost one included. In a header each takes two levels of
     * the literal, the dict around them takes one, and a shape takes two more.
     */
    int MAX_STRUCT_DEPTH = (PythonLiteral.MAX_DEPTH - 3) / 2;

    /** {@return the size in bytes; 0 where it is not known} */
    long byteSize();

    /**
     * Appends this dtype as it stands in a header's {@code descr}. Once the literal has more characters than the limit,
     * it may end.
     */
    void appendTo(StringBuilder out, int limit);

    /** {@return this dtype as it stands in a header's {@code descr}} */
    default String toLiteral() {
        StringBuilder literal = new StringBuilder();
        appendTo(literal, Integer.MAX_VALUE);
        return literal.toString();
    }

    /** {@return the start of the literal, for a message: a file's dtype may be of any length} */
    default String toExcerpt() {
        StringBuilder literal = new StringBuilder();
        appendTo(literal, Excerpt.MAX_LENGTH);
        return Excerpt.of(literal);
    }

    /**
     * A number, a truth value, a text, or anything else that has no parts.
     *
     * @param type its type string, for instance {@code <i8}
     * @param byteSize its size in bytes; 0 where the type string does not tell it, as with objects, which no struct has
     */
    record Scalar(String type, long byteSize) implements NpyDtype {

        /** A byte order or none, a kind, a size, which texts and bytes may be without, and for times a unit. */
        private static final Pattern TYPE =
                Pattern.compile("([<>|=]?)([a-zA-Z])(\\d{1,18}|(?<=[SUV]))((?<=[mM]8)\\[[^\\]]*\\])?");

        /** {@return the scalar of a type string; orders that spell the same type give the same scalar} */
        static Scalar parse(String type) {
            Matcher matcher = TYPE.matcher(type);
            if (!matcher.matches()) {
                return new Scalar(type, 0);
            }
            char kind = matcher.group(2).charAt(0);
            // Unicode is stored as code points, and its size counts code points.
            long byteSize = Long.parseLong("0" + matcher.group(3)) * (kind == 'U' ? Integer.BYTES : 1);
            boolean orderless = byteSize == 1 || kind == 'V' || kind == 'S';
            String order = matcher.group(1);
            boolean isNative = !order.equals("<") && !order.equals(">");
            String sign = orderless ? "|" : isNative ? sign(ByteOrder.nativeOrder()) : order;
            return new Scalar(sign + type.substring(order.length()), byteSize);
        }

        /** {@return the letter of its kind; 0 where the type string has another form, which NumPy does not write} */
        char kind() {
            Matcher matcher = TYPE.matcher(type);
            return matcher.matches() ? matcher.group(2).charAt(0) : 0;
        }

        private static Scalar of(ValueLayout layout) {
            char kind = switch (layout) {
                case ValueLayout.OfBoolean _ -> 'b';
                case ValueLayout.OfChar _ -> 'u';
                case ValueLayout.OfFloat _, ValueLayout.OfDouble _ -> 'f';
                default -> 'i';
            };
            return parse(sign(layout.order()) + kind + layout.byteSize());
        }

        private static String sign(ByteOrder order) {
            return order == ByteOrder.LITTLE_ENDIAN ? "<" : ">";
        }

        /** {@return whether this is bytes without a meaning, such as padding} */
        boolean isVoid() {
            return kind() == 'V';
        }

        @Override
        public void appendTo(StringBuilder out, int limit) {
            out.append(quote(type));
        }

        @Override
        public String toString() {
            return Excerpt.of(type);
        }
    }

    /**
     * Elements of one type, one after the other.
     *
     * @param element a scalar or a struct
     * @param shape the number of elements in each dimension, as many dimensions as a layout has sequences within one
     *     another
     */
    record Array(NpyDtype element, List<Long> shape) implements NpyDtype {
        @Override
        public long byteSize() {
            return shape.stream().reduce(element.byteSize(), (a, b) -> a * b);
        }

        @Override
        public void appendTo(StringBuilder out, int limit) {
            out.append('(');
            element.appendTo(out, limit);
            out.append(", ").append(shapeLiteral()).append(')');
        }

        String shapeLiteral() {
            return shape.size() == 1
                    ? "(" + shape.getFirst() + ",)"
                    : shape.stream().map(String::valueOf).collect(Collectors.joining(", ", "(", ")"));
        }

        @Override
        public String toString() {
            return toExcerpt();
        }
    }

    /**
     * Named fields at offsets, with padding around and between them.
     *
     * @param fields the fields by offset, without padding
     * @param byteSize the size in bytes
     */
    record Struct(List<Field> fields, long byteSize) implements NpyDtype {
        @Override
        public void appendTo(StringBuilder out, int limit) {
            int start = out.append('[').length();
            long end = 0;
            for (Field field : fields) {
                if (out.length() > limit) {
                    return;
                }
                appendPadding(out, start, field.offset() - end);
                out.append(out.length() > start ? ", " : "");
                field.appendTo(out, limit);
                end = field.offset() + field.type().byteSize();
            }
            appendPadding(out, start, byteSize - end);
            out.append(']');
        }

        private static void appendPadding(StringBuilder out, int start, long bytes) {
            if (bytes > 0) {
                out.append(out.length() > start ? ", " : "")
                        .append("('', '|V")
                        .append(bytes)
                        .append("')");
            }
        }

        @Override
        public String toString() {
            return toExcerpt();
        }
    }

    /**
     * A field of a struct.
     *
     * @param name its name
     * @param type what it holds
     * @param offset where it starts, in bytes from the start of the struct
     */
    record Field(String name, NpyDtype type, long offset) {

        private void appendTo(StringBuilder out, int limit) {
            out.append('(').append(quote(name)).append(", ");
            if (type instanceof Array array) {
                array.element().appendTo(out, limit);
                out.append(", ").append(array.shapeLiteral());
            } else {
                type.appendTo(out, limit);
            }
            out.append(')');
        }

        @Override
        public String toString() {
            return type + " (offset=" + offset + ")";
        }
    }

    /** {@return the dtype of a binding's structs} */
    static Struct of(Binding<?> binding) {
        Map<String, MemoryLayout> layouts = LayoutMembers.of(binding.layout()).stream()
                .filter(Element::isMember)
                .collect(Collectors.toMap(Element::name, Element::layout));
        List<Field> fields = binding.fixedMembers().stream()
                .map(member -> new Field(
                        member.name(),
                        of(member.value(), shape(Objects.requireNonNull(layouts.get(member.name())))),
                        member.offset()))
                .toList();
        return new Struct(fields, binding.byteSize());
    }

    /**
     * Requires that a file can have structs of a binding.
     *
     * @throws IllegalArgumentException if NumPy has no dtype for them, or if no header can hold the dtype
     */
    static void requireStorable(Binding<?> binding) {
        requireStorable(of(binding), binding.type().getName());
    }

    private static void requireStorable(Struct dtype, String name) {
        String refusal = "cannot store " + name + " in a file: expected ";
        if (dtype.byteSize() == 0) {
            throw new IllegalArgumentException(refusal + "records of at least 1 byte, found byteSize=0");
        }
        if (dtype.byteSize() > MAX_BYTE_SIZE) {
            throw new IllegalArgumentException(
                    refusal + "records of at most " + MAX_BYTE_SIZE + " bytes, found byteSize=" + dtype.byteSize());
        }
        int depth = structDepth(dtype);
        if (depth > MAX_STRUCT_DEPTH) {
            throw new IllegalArgumentException(
                    refusal + "at most " + MAX_STRUCT_DEPTH + " structs within one another, found " + depth);
        }
        int dimensions = dimensions(dtype);
        if (dimensions > MAX_DIMENSIONS) {
            throw new IllegalArgumentException(
                    refusal + "arrays of at most " + MAX_DIMENSIONS + " dimensions, found " + dimensions);
        }
    }

    /**
     * {@return the dtype of structs of which nothing is known but the layout}
     *
     * @throws IllegalArgumentException if NumPy has no dtype for them
     */
    static Struct of(StructLayout layout) {
        LayoutValues.of(layout); // refuses what no reader could read
        if (Layouts.isVarRecord(layout)) {
            throw new IllegalArgumentException(
                    "cannot store variable-length records in a file: expected a struct of fixed size");
        }
        Struct dtype = struct(layout);
        requireStorable(dtype, "such structs");
        return dtype;
    }

    private static Struct struct(StructLayout layout) {
        List<Field> fields = Layouts.members(layout).stream()
                .map(member -> new Field(member.name(), ofValue(member.layout()), member.offset()))
                .toList();
        return new Struct(fields, layout.byteSize());
    }

    private static NpyDtype ofValue(MemoryLayout layout) {
        return switch (layout) {
            case StructLayout struct -> struct(struct);
            case SequenceLayout bytes
            when bytes.elementLayout() instanceof ValueLayout.OfByte && bytes.byteSize() > 0 ->
                new Scalar("|S" + bytes.byteSize(), bytes.byteSize());
            case SequenceLayout sequence ->
                ofValue(sequence.elementLayout()) instanceof Array(NpyDtype element, List<Long> shape)
                        ? new Array(
                                element,
                                Stream.concat(Stream.of(sequence.elementCount()), shape.stream())
                                        .toList())
                        : new Array(ofValue(sequence.elementLayout()), List.of(sequence.elementCount()));
            default -> Scalar.of((ValueLayout) layout);
        };
    }

    /** The dtype of a value, which a sequence has in this shape. */
    private static NpyDtype of(Value.Fixed value, List<Long> shape) {
        return switch (value) {
            case Value.Primitive(ValueLayout layout) -> Scalar.of(layout);
            case Value.Ordinal ordinal -> Scalar.of(ordinal.layout());
            case Value.Converted converted -> Scalar.of(converted.layout());
            case Value.ConvertedBytes converted when converted.struct() != null -> of(converted.struct());
            case Value.ConvertedBytes(MemoryLayout layout, var _, var _, var _, var _) ->
                LayoutMembers.flat(layout) instanceof SequenceLayout sequence
                                && sequence.elementLayout() instanceof ValueLayout element
                        ? new Array(Scalar.of(element), shape(layout))
                        : new Scalar("|V" + layout.byteSize(), layout.byteSize());
            case Value.Text(int byteSize) -> new Scalar("|S" + byteSize, byteSize);
            case Value.PrimitiveArray array -> new Array(Scalar.of(array.element()), shape);
            case Value.ConvertedSequence sequence ->
                switch (of(sequence.element(), shape)) {
                    case Array(NpyDtype element, var _) ->
                        new Array(element, shape); // the shape has its dimensions too
                    case NpyDtype element -> new Array(element, shape);
                };
            case Value.Struct(Binding<?> binding) -> of(binding);
            case Value.StructSequence sequence -> new Array(of(sequence.element()), shape);
        };
    }

    /** {@return the number of elements of each of the sequences within one another} */
    private static List<Long> shape(MemoryLayout layout) {
        List<Long> shape = new ArrayList<>();
        for (MemoryLayout inner = layout; inner instanceof SequenceLayout sequence; inner = sequence.elementLayout()) {
            shape.add(sequence.elementCount());
        }
        return shape;
    }

    private static int structDepth(NpyDtype type) {
        return switch (type) {
            case Scalar _ -> 0;
            case Array array -> structDepth(array.element());
            case Struct struct ->
                1
                        + struct.fields().stream()
                                .mapToInt(field -> structDepth(field.type()))
                                .max()
                                .orElse(0);
        };
    }

    /** {@return the most dimensions that an array has within a type} */
    private static int dimensions(NpyDtype type) {
        return switch (type) {
            case Scalar _ -> 0;
            case Array(NpyDtype element, List<Long> shape) -> Math.max(shape.size(), dimensions(element));
            case Struct struct ->
                struct.fields().stream()
                        .mapToInt(field -> dimensions(field.type()))
                        .max()
                        .orElse(0);
        };
    }

    /** {@return a text as Python spells it} */
    static String quote(String text) {
        StringBuilder quoted = new StringBuilder("'");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '\\' || c == '\'') {
                quoted.append('\\').append(c);
            } else if (c < 0x20 || (c >= 0x7F && c <= 0xA0)) {
                quoted.append("\\x%02x".formatted((int) c));
            } else if (Character.isSurrogate(c) && !isPaired(text, i)) {
                // UTF-8 has no bytes for it.
                quoted.append("\\u%04x".formatted((int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('\'').toString();
    }

    private static boolean isPaired(String text, int index) {
        return Character.isHighSurrogate(text.charAt(index))
                ? index + 1 < text.length() && Character.isLowSurrogate(text.charAt(index + 1))
                : index > 0 && Character.isHighSurrogate(text.charAt(index - 1));
    }
}
