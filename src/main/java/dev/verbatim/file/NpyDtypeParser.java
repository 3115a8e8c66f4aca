package dev.verbatim.file;

import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.file.PythonLiteral.Node;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import dev.verbatim.file.PythonLiteral.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Reads the {@code descr} of a header as {@code numpy.lib.format.descr_to_dtype} does: a list of {@code (name, type)}
 * and {@code (name, type, shape)}. A type is a type string, a list again, or a tuple {@code (type, shape)}. A name may
 * be a pair of title and name. Any type string is taken, even of a type that Verbatim does not write.
 */
final class NpyDtypeParser {

    /** The text that the nodes are parts of. */
    private final String header;

    private NpyDtypeParser(String header) {
        this.header = header;
    }

    /**
     * Reads the dtype of a file's structs.
     *
     * @param descr the literal
     * @param header the text that the literal is a part of
     */
    static Struct parse(Node descr, String header) throws SyntaxException {
        NpyDtypeParser parser = new NpyDtypeParser(header);
        if (!(descr.value() instanceof List<?> entries)) {
            String remedy = descr.value() instanceof String type && type.endsWith("O")
                    ? "as a structured array without Python objects has"
                    : "as a.ravel().view([('v', a.dtype)]) has";
            throw new SyntaxException(
                    descr.start(), "a structured dtype, a list of (name, type), " + remedy, parser.text(descr));
        }
        return parser.struct(entries);
    }

    private Struct struct(List<?> entries) throws SyntaxException {
        List<Field> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        long offset = 0;
        for (Object entry : entries) {
            Node node = (Node) entry;
            if (!(node.value() instanceof Tuple(List<Node> parts)) || parts.size() < 2 || parts.size() > 3) {
                throw new SyntaxException(node.start(), "a tuple of name and type", text(node));
            }
            String name = name(parts.getFirst());
            if (!name.isEmpty() && !names.add(name)) {
                throw new SyntaxException(node.start(), "a name that no other field has", text(node));
            }
            NpyDtype type = type(parts.get(1));
            if (parts.size() == 3) {
                type = array(type, parts.get(2));
            }
            if (!(parts.getFirst().value().equals("") && isPadding(type))) {
                fields.add(new Field(name, type, offset));
            }
            offset = requireSize(offset + type.byteSize(), node);
        }
        return new Struct(List.copyOf(fields), offset);
    }

    /** A field's name; a field with a title has the pair of both. */
    private String name(Node node) throws SyntaxException {
        if (node.value() instanceof String name) {
            return name;
        }
        if (node.value() instanceof Tuple(List<Node> parts)
                && parts.size() == 2
                && parts.get(1).value() instanceof String name) {
            return name;
        }
        throw new SyntaxException(node.start(), "a field's name", text(node));
    }

    /** Whether a field without a name is padding: NumPy takes arrays for padding too, whatever their elements. */
    private static boolean isPadding(NpyDtype type) {
        return switch (type) {
            case Scalar scalar -> scalar.isVoid();
            case Array _ -> true;
            case Struct _ -> false;
        };
    }

    private NpyDtype type(Node node) throws SyntaxException {
        return switch (node.value()) {
            case String type -> {
                Scalar scalar = Scalar.parse(type);
                requireSize(scalar.byteSize(), node);
                yield scalar;
            }
            case List<?> entries -> struct(entries);
            case Tuple(List<Node> parts) when parts.size() == 2 -> array(type(parts.getFirst()), parts.getLast());
            default -> throw new SyntaxException(node.start(), "a type", text(node));
        };
    }

    private NpyDtype array(NpyDtype type, Node node) throws SyntaxException {
        List<Long> shape = shape(node);
        if (shape.isEmpty()) {
            return type; // an array of no dimensions is its element
        }
        NpyDtype element = type;
        if (type instanceof Array inner) {
            element = inner.element();
            shape.addAll(inner.shape());
        }
        if (shape.size() > NpyDtype.MAX_DIMENSIONS) {
            throw new SyntaxException(
                    node.start(), "at most " + NpyDtype.MAX_DIMENSIONS + " dimensions", Integer.toString(shape.size()));
        }
        long byteSize = element.byteSize();
        // From the inside, as a layout has it: a dimension of no elements does not take back what its elements need.
        for (long count : shape.reversed()) {
            requireSize(count, node);
            boolean overflows = count > 0 && byteSize > Long.MAX_VALUE / count;
            byteSize = overflows ? requireSize(Long.MAX_VALUE, node) : byteSize * count;
        }
        requireSize(byteSize, node);
        return new Array(element, List.copyOf(shape));
    }

    /** {@return the shape in a tuple of numbers, or in the number of a single dimension} */
    private List<Long> shape(Node node) throws SyntaxException {
        List<Node> counts = node.value() instanceof Tuple(List<Node> elements) ? elements : List.of(node);
        List<Long> shape = new ArrayList<>();
        for (Node element : counts) {
            if (!(element.value() instanceof Long count)) {
                throw new SyntaxException(node.start(), "the shape of a field", text(node));
            }
            shape.add(count);
        }
        return shape;
    }

    /** Keeps sums and products of sizes far from overflow. */
    private long requireSize(long byteSize, Node node) throws SyntaxException {
        if (byteSize > NpyDtype.MAX_BYTE_SIZE) {
            throw new SyntaxException(
                    node.start(), "a type of at most " + NpyDtype.MAX_BYTE_SIZE + " bytes", text(node));
        }
        return byteSize;
    }

    private String text(Node node) {
        return header.substring(node.start(), node.end());
    }
}
