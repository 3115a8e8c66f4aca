package dev.verbatim.file;

import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Says which types the fields of a dtype have, those of nested structs each by itself. */
final class NpyTypes {

    /** What would make another path of a name. */
    private static final Pattern AMBIGUOUS = Pattern.compile("^@|[.`\\[]");

    private NpyTypes() {}

    /** {@return the types of all fields that are no structs, by their paths} */
    static Map<String, String> of(Struct dtype) {
        Map<String, String> types = new LinkedHashMap<>();
        add("", dtype, types);
        return types;
    }

    private static void add(String prefix, Struct dtype, Map<String, String> types) {
        List<Field> fields = dtype.fields();
        for (int i = 0; i < fields.size(); i++) {
            String name = fields.get(i).name();
            String path = prefix + (name.isEmpty() ? "f" + i : step(name)); // np.dtype names it so
            switch (fields.get(i).type()) {
                case Scalar scalar -> types.put(path, scalar.type());
                case Array(Struct element, var _) -> add(path + "[].", element, types);
                case Array array -> types.put(path, array.toLiteral());
                case Struct struct -> add(path + ".", struct, types);
            }
        }
    }

    private static String step(String name) {
        return AMBIGUOUS.matcher(name).find() ? "`" + name.replace("`", "``") + "`" : name;
    }
}
