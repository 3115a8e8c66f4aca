package dev.verbatim.file;

import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Says which types the fields of a dtype have, those of nested structs each by itself. */
final class NpyTypes {

    /** What would make another path of a name. */
    private static final Pattern AMBIGUOUS = Pattern.compile("^@|[.`\\[]");

    /** With this and its index begins the step of a field without a name, which no name is spelled as. */
    private static final String UNNAMED = "``";

    /** How many characters all paths may have together. A header of a few bytes a field may repeat a long name. */
    private static final long MAX_CHARS = 1 << 24;

    private final Path file;
    private final Map<String, String> types = new LinkedHashMap<>();
    private long chars;

    private NpyTypes(Path file) {
        this.file = file;
    }

    /** {@return the types of all fields that are no structs, by their paths} */
    static Map<String, String> of(Path file, Struct dtype) throws StructFileException {
        NpyTypes types = new NpyTypes(file);
        types.add("", dtype);
        return types.types;
    }

    private void add(String prefix, Struct dtype) throws StructFileException {
        List<Field> fields = dtype.fields();
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.get(i).name();
            String path = prefix + (name.isEmpty() ? UNNAMED + i : step(name));
            chars += path.length();
            if (chars > MAX_CHARS) {
                throw new StructFileException(
                        file,
                        "expected fields whose paths have at most " + MAX_CHARS + " characters together, found more");
            }
            switch (fields.get(i).type()) {
                case Scalar scalar -> types.put(path, scalar.type());
                case Array(Struct element, var _) -> add(path + "[].", element);
                case Array array -> types.put(path, array.toLiteral());
                case Struct struct -> add(path + ".", struct);
            }
        }
    }

    private static String step(String name) {
        return AMBIGUOUS.matcher(name).find() ? "`" + name.replace("`", "``") + "`" : name;
    }
}
