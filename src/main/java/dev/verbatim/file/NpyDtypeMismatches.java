package dev.verbatim.file;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.internal.Binding;
import dev.verbatim.internal.Member;
import dev.verbatim.internal.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Compares a file's dtype with the binding that the file is opened with. What is nested in both is compared member by member, so
 * that a difference is reported where it is; offsets are those within the struct that a member is in.
 */
final class NpyDtypeMismatches {

    private final List<String> mismatches = new ArrayList<>();

    private NpyDtypeMismatches() {}

    /**
     * Requires that a file's records are those of a binding.
     *
     * @throws LayoutMismatchException with every difference
     */
    static void requireNone(Struct dtype, Binding<?> binding, Path file) {
        NpyDtypeMismatches comparison = new NpyDtypeMismatches();
        comparison.compare("", binding, dtype);
        if (!comparison.mismatches.isEmpty()) {
            throw new LayoutMismatchException(
                    "cannot read file=" + file + " as " + binding.type().getName(), comparison.mismatches);
        }
    }

    /**
     * Compares two structs.
     *
     * @param prefix what stands before a member's name: empty for the records themselves, else the path that leads here and a dot
     */
    private void compare(String prefix, Binding<?> binding, Struct dtype) {
        Map<String, Field> unmatched = new LinkedHashMap<>();
        dtype.fields().forEach(field -> unmatched.put(field.name(), field));
        for (Member member : binding.members()) {
            String path = prefix + member.name();
            Field found = unmatched.remove(member.name());
            if (found == null) {
                mismatches.add(path + ": the layout has " + Field.of(member)
                        + ", the file has no field of this name; leave the member out, or convert the file");
            } else {
                compare(path, member, found);
            }
        }
        unmatched.forEach((name, field) -> mismatches.add(prefix + name + ": the file has " + field
                + ", the layout has no member of this name; add it to the layout and to "
                + binding.type().getName()));
        if (dtype.byteSize() != binding.byteSize()) {
            mismatches.add(prefix + "byteSize: the layout has " + binding.byteSize() + " bytes, the file"
                    + (prefix.isEmpty() ? "'s records have " : " has ") + dtype.byteSize()
                    + "; declare the padding that the file has");
        }
    }

    private void compare(String path, Member member, Field found) {
        Field wanted = Field.of(member);
        Struct foundStruct = structIn(found.type());
        Binding<?> nested = structIn(member.value());
        if (nested == null || foundStruct == null) {
            if (!wanted.equals(found)) {
                mismatch(path, wanted.toString(), found.toString());
            }
        } else {
            String wantedStruct = describeStruct(wanted);
            String struct = describeStruct(found);
            if (!wantedStruct.equals(struct)) {
                mismatch(path, wantedStruct, struct);
            }
            compare(path + (wanted.type() instanceof Array ? "[]." : "."), nested, foundStruct);
        }
    }

    private void mismatch(String path, String wanted, String found) {
        mismatches.add(path + ": the layout has " + wanted + ", the file has " + found
                + "; declare the member as the file has it");
    }

    private static @Nullable Struct structIn(NpyDtype type) {
        return switch (type) {
            case Struct struct -> struct;
            case Array(Struct element, _) -> element;
            default -> null;
        };
    }

    private static @Nullable Binding<?> structIn(Value value) {
        return switch (value) {
            case Value.Struct(Binding<?> binding) -> binding;
            case Value.StructSequence sequence -> sequence.element();
            default -> null;
        };
    }

    /** What a field of structs is, without their members. */
    private static String describeStruct(Field field) {
        return (field.type() instanceof Array array ? "structs of shape " + array.shapeLiteral() : "a struct") + " (offset="
                + field.offset() + ")";
    }
}
