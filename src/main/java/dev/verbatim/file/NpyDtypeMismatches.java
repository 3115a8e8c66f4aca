package dev.verbatim.file;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Compares a file's dtype with the binding that the file is opened with. Structs that are nested in both are compared
 * member by member, so that a difference is reported where it is. Offsets are those within the struct that a member is
 * in.
 */
final class NpyDtypeMismatches {

    /** How many of a file's fields a codec has to have. */
    enum Coverage {
        /** All. */
        ALL,
        /** Any number; it has padding in the place of the others. */
        SOME
    }

    /** How many differences are reported. Further ones are counted, because a file may have any number of fields. */
    private static final int MAX_REPORTED = 100;

    private final List<String> mismatches = new ArrayList<>();

    /** How many differences are not reported. */
    private int unreported;

    private final Coverage coverage;

    /** How many mismatches are fields that may stay unread, where not all have to be read. */
    private int unread;

    private NpyDtypeMismatches(Coverage coverage) {
        this.coverage = coverage;
    }

    /**
     * Requires that a file's structs are those of a binding.
     *
     * @param coverage how many of the file's fields the binding has to have
     * @throws LayoutMismatchException with every difference, or with the first of many
     */
    static void requireNone(Struct dtype, Binding<?> binding, Path file, Coverage coverage) {
        NpyDtypeMismatches comparison = new NpyDtypeMismatches(coverage);
        comparison.compare("", binding, dtype);
        if (!comparison.mismatches.isEmpty()) {
            boolean isReadAsColumns = comparison.unread == comparison.mismatches.size() + comparison.unreported;
            throw new LayoutMismatchException(
                    "cannot read file=" + file + " as " + binding.type().getName()
                            + (isReadAsColumns ? ", though StructFile.openColumns can read it" : ""),
                    comparison.mismatches,
                    comparison.unreported);
        }
    }

    /**
     * Compares two structs.
     *
     * @param prefix stands before a member's name: empty for the outermost structs, else the path that leads here and a
     *     dot
     */
    private void compare(String prefix, Binding<?> binding, Struct dtype) {
        Map<String, Field> unmatched = new LinkedHashMap<>();
        dtype.fields().stream()
                .filter(field -> !field.name().isEmpty())
                .forEach(field -> unmatched.put(field.name(), field));
        List<Field> fields = NpyDtype.of(binding).fields();
        List<Member.Fixed> members = binding.fixedMembers();
        for (int i = 0; i < fields.size(); i++) {
            Field wanted = fields.get(i);
            Member.Fixed member = members.get(i);
            String path = prefix + member.name();
            Field found = unmatched.remove(member.name());
            if (found == null) {
                report(() -> path + ": the layout has " + wanted
                        + ", the file has no field of this name; leave the member out, or convert the file");
            } else {
                compare(path, member, wanted, found);
            }
        }
        unmatched.forEach((name, field) -> {
            boolean isPadding = isPadding(field, fields, binding);
            if (mayStayUnread(field, isPadding)) {
                if (coverage == Coverage.SOME) {
                    return;
                }
                unread++;
            }
            report(() -> prefix + Excerpt.of(name) + ": the file has " + field
                    + (isPadding ? ", the layout has padding there" : ", the layout has no member of this name")
                    + (NpyLayout.isOfMember(field.type())
                            ? remedy(field, binding.type().getName())
                            : NpyLayout.REMEDY));
        });
        for (int i = 0; i < dtype.fields().size(); i++) {
            Field field = dtype.fields().get(i);
            if (field.name().isEmpty()) {
                if (mayStayUnread(field, isPadding(field, fields, binding))) {
                    if (coverage == Coverage.SOME) {
                        continue;
                    }
                    unread++;
                }
                // np.dtype names it so. No member can have this field, not even a member of that name.
                String path = prefix + "f" + i;
                report(() -> path + ": the file has " + field
                        + " without a name, which no member can have; name it in the file");
            }
        }
        if (dtype.byteSize() != binding.byteSize()) {
            report(() -> prefix + "byteSize: the layout has " + binding.byteSize() + " bytes, the file"
                    + (prefix.isEmpty() ? "'s records have " : " has ") + dtype.byteSize()
                    + (dtype.byteSize() < binding.byteSize()
                            ? "; leave out what the file does not have, padding included"
                            : "; declare the padding that the file has"));
        }
    }

    /** What to do about a field that no member has. */
    private String remedy(Field field, String type) {
        return coverage == Coverage.SOME
                ? "; put paddingLayout(" + field.type().byteSize() + ") in its place"
                : "; add it to the layout and to " + type;
    }

    /** Whether no member has a byte of a field. */
    private static boolean isPadding(Field field, List<Field> members, Binding<?> binding) {
        long end = end(field);
        return end > field.offset()
                && end <= binding.byteSize()
                && members.stream().allMatch(other -> end <= other.offset() || end(other) <= field.offset());
    }

    /** Whether a field may stay unread. What no layout has, such as objects, is not in the structs' own bytes. */
    private static boolean mayStayUnread(Field field, boolean isPadding) {
        return (isPadding || field.type().byteSize() == 0) && NpyLayout.isOfMember(field.type());
    }

    private static long end(Field field) {
        return field.offset() + field.type().byteSize();
    }

    private void report(Supplier<String> mismatch) {
        if (mismatches.size() < MAX_REPORTED) {
            mismatches.add(mismatch.get());
        } else {
            unreported++;
        }
    }

    private void compare(String path, Member.Fixed member, Field wanted, Field found) {
        Struct foundStruct = structIn(found.type());
        Binding<?> nested = structIn(member.value());
        if (nested == null || foundStruct == null) {
            if (!wanted.equals(found)) {
                compareBits(path, member.value(), wanted, found);
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

    /** Compares what differs in its type: the bits are the member's if a conversion says what they mean. */
    private void compareBits(String path, Value.Fixed value, Field wanted, Field found) {
        Field bits = new Field(found.name(), NpyBits.of(found.type()), found.offset());
        if (wanted.offset() == found.offset()
                && NpyBits.isSame(wanted.type(), found.type())
                && NpyBits.isConverted(value, found.type())) {
            return;
        }
        if (!NpyLayout.isOfMember(found.type())) {
            mismatch(path, wanted.toString(), found.toString(), NpyLayout.REMEDY);
            return;
        }
        boolean hasBits = wanted.equals(bits);
        String declare = structIn(value) == null || NpyBits.isPair(found.type())
                ? NpyBits.suggestion(value, found.type(), hasBits)
                : null;
        if (declare == null) {
            mismatch(path, wanted.toString(), found.toString());
        } else {
            String layout = hasBits ? "" : "make the member " + bits + ", and ";
            mismatch(path, wanted.toString(), found.toString(), "; " + layout + "declare " + declare);
        }
    }

    private void mismatch(String path, String wanted, String found) {
        mismatch(path, wanted, found, "; declare the member as the file has it");
    }

    private void mismatch(String path, String wanted, String found, String remedy) {
        report(() -> path + ": the layout has " + wanted + ", the file has " + found + remedy);
    }

    private static @Nullable Struct structIn(NpyDtype type) {
        return switch (type) {
            case Struct struct -> struct;
            case Array(Struct element, var _) -> element;
            default -> null;
        };
    }

    private static @Nullable Binding<?> structIn(Value.Fixed value) {
        return switch (value) {
            case Value.Struct(Binding<?> binding) -> binding;
            case Value.StructSequence sequence -> sequence.element();
            case Value.ConvertedBytes converted -> converted.struct();
            case Value.ConvertedSequence sequence -> structIn(sequence.element());
            case Value.Primitive _, Value.Ordinal _, Value.Converted _, Value.Text _, Value.PrimitiveArray _ -> null;
        };
    }

    /** {@return the type and the offset of a field of structs, without their members} */
    private static String describeStruct(Field field) {
        String type = field.type() instanceof Array array
                ? "structs of shape " + Excerpt.of(array.shapeLiteral())
                : "a struct";
        return type + " (offset=" + field.offset() + ")";
    }
}
