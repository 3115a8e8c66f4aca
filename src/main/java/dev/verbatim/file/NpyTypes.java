package dev.verbatim.file;

import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.internal.model.MemberPaths;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Says which types the fields of a dtype have, and which of them have no sign or half precision, those of nested
 * structs each by itself.
 */
final class NpyTypes {

    /** With this and its index begins the step of a field without a name, which no name is spelled as. */
    private static final String UNNAMED = "``";

    /** How many characters all paths may have together. A header of a few bytes a field may repeat a long name. */
    private static final long MAX_CHARS = 1 << 24;

    private final Path file;
    private final Map<String, String> types = new LinkedHashMap<>();

    /** The paths of whole numbers without a sign that are values of a layout's members. */
    private final List<String> unsigned = new ArrayList<>();

    /** The paths of numbers of half precision that are values of a layout's members. */
    private final List<String> halfPrecision = new ArrayList<>();

    private long chars;

    private NpyTypes(Path file) {
        this.file = file;
    }

    /** {@return the types of all fields that are no structs, by their paths} */
    static Map<String, String> of(Path file, Struct dtype) throws StructFileException {
        NpyTypes types = new NpyTypes(file);
        types.add("", dtype, true);
        return types.types;
    }

    /**
     * {@return the paths of the members of the {@link NpyLayout} that are whole numbers without a sign, or arrays of
     * them} A {@code u2} is none, because there it is a {@code char}; nor are bytes in an array, which are a text.
     */
    static List<String> unsigned(Path file, Struct dtype) throws StructFileException {
        NpyTypes types = new NpyTypes(file);
        types.add("", dtype, true);
        return types.unsigned;
    }

    /** {@return the paths of the members of the {@link NpyLayout} that are of half precision, or arrays of such} */
    static List<String> halfPrecision(Path file, Struct dtype) throws StructFileException {
        NpyTypes types = new NpyTypes(file);
        types.add("", dtype, true);
        return types.halfPrecision;
    }

    /**
     * Adds the fields of a struct.
     *
     * @param isRead whether nothing around it lacks a name or elements, so that its fields are read by the layout
     */
    private void add(String prefix, Struct dtype, boolean isRead) throws StructFileException {
        List<Field> fields = dtype.fields();
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.get(i).name();
            String path = prefix + (name.isEmpty() ? UNNAMED + i : MemberPaths.step(name));
            chars += path.length();
            if (chars > MAX_CHARS) {
                throw new StructFileException(
                        file,
                        "expected fields whose paths have at most " + MAX_CHARS + " characters together, found more");
            }
            boolean isMember = isRead && !name.isEmpty();
            switch (fields.get(i).type()) {
                case Scalar scalar -> {
                    types.put(path, scalar.type());
                    addIfMeant(path, scalar, isMember, Byte.BYTES);
                }
                case Array(Struct element, List<Long> shape) ->
                    add(path + "[].", element, isMember && !shape.contains(0L));
                case Array array -> {
                    types.put(path, array.toLiteral());
                    boolean hasElements = isMember && !array.shape().contains(0L);
                    addIfMeant(path, array.element(), hasElements, Short.BYTES); // an array of bytes is a text
                }
                case Struct struct -> add(path + ".", struct, isMember);
            }
        }
    }

    /** Adds a path to those of its kind, if the layout does not tell what the bits of the number mean. */
    private void addIfMeant(String path, NpyDtype type, boolean isMember, int leastSize) {
        if (!isMember || !(type instanceof Scalar scalar)) {
            return;
        }
        if (scalar.kind() == 'u' && scalar.byteSize() >= leastSize && scalar.byteSize() != Character.BYTES) {
            unsigned.add(path); // a u2 is a char
        } else if (scalar.kind() == 'f' && scalar.byteSize() == Short.BYTES) {
            halfPrecision.add(path);
        }
    }
}
