package dev.verbatim.file;

import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.file.NpyDtype.Array;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.internal.model.LayoutMembers;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the layout of a file's structs of their dtype, with everything of alignment 1. */
final class NpyLayout {

    /** What to do about a type that no member can have, for the end of a message. */
    static final String REMEDY = "; NumPy makes another of it by a.astype, such as U16 of objects";

    private final Path file;

    private NpyLayout(Path file) {
        this.file = file;
    }

    /**
     * {@return the layout of a file's structs}
     *
     * @throws StructFileException if there is no layout for a field, if structs and arrays are deeper in one another
     *     than a {@link LayoutText} can say, or if the structs have no bytes: NumPy has such types, but nothing in the
     *     file says then how many structs it has
     */
    static StructLayout of(Path file, Struct dtype) throws StructFileException {
        // Not when the header is parsed: of a type that Java has not, such as an object, the size is not known there.
        StructLayout layout = new NpyLayout(file).struct(dtype, "");
        if (layout.byteSize() == 0) {
            throw new StructFileException(file, "expected structs of at least 1 byte, found structs of type " + dtype);
        }
        try {
            LayoutText.of(layout);
        } catch (IllegalArgumentException e) {
            throw new StructFileException(file, "expected structs that have a layout, found others: " + e.getMessage());
        }
        return Layouts.isVarRecord(layout) ? withoutHeader(layout) : layout;
    }

    /** Puts a member that has no bytes, and that nobody reads, before what looks like a variable-length record's. */
    private static StructLayout withoutHeader(StructLayout layout) {
        List<MemoryLayout> members = new ArrayList<>();
        members.add(MemoryLayout.sequenceLayout(0, ValueLayout.JAVA_BYTE));
        LayoutMembers.of(layout).forEach(element -> members.add(element.layout()));
        return MemoryLayout.structLayout(members.toArray(MemoryLayout[]::new));
    }

    private StructLayout struct(Struct struct, String path) throws StructFileException {
        List<MemoryLayout> members = new ArrayList<>();
        long end = 0;
        for (Field field : struct.fields()) {
            addPadding(members, field.offset() - end);
            MemoryLayout layout = layout(field.type(), path.isEmpty() ? field.name() : path + "." + field.name());
            members.add(field.name().isEmpty() ? layout : layout.withName(field.name()));
            end = field.offset() + field.type().byteSize();
        }
        addPadding(members, struct.byteSize() - end);
        return MemoryLayout.structLayout(members.toArray(MemoryLayout[]::new));
    }

    private static void addPadding(List<MemoryLayout> members, long bytes) {
        if (bytes > 0) {
            members.add(MemoryLayout.paddingLayout(bytes));
        }
    }

    private MemoryLayout layout(NpyDtype type, String path) throws StructFileException {
        return switch (type) {
            case Struct struct -> struct(struct, path);
            case Array array -> {
                MemoryLayout layout = layout(array.element(), path);
                for (long count : array.shape().reversed()) {
                    layout = MemoryLayout.sequenceLayout(count, layout);
                }
                yield layout;
            }
            case Scalar scalar -> scalar(scalar, path);
        };
    }

    private MemoryLayout scalar(Scalar scalar, String path) throws StructFileException {
        if (NpyBits.of(scalar) instanceof Array parts) {
            return layout(parts, path);
        }
        ValueLayout value = value(scalar);
        if (value == null) {
            throw new StructFileException(
                    file,
                    "field `" + path + "`: expected a type whose bits a member can have, b1, i1 to i8, u1 to u8, f2 to"
                            + " f16, c8 to c32, m8, M8, S, U or V, found " + scalar + REMEDY);
        }
        return value.withOrder(scalar.type().startsWith(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    /** {@return whether there is a layout for a type, or for what structs and arrays have of types} */
    static boolean isOfMember(NpyDtype type) {
        return switch (type) {
            case Struct struct -> struct.fields().stream().allMatch(field -> isOfMember(field.type()));
            case Array array -> isOfMember(array.element());
            case Scalar scalar -> NpyBits.of(scalar) instanceof Array || value(scalar) != null;
        };
    }

    private static @Nullable ValueLayout value(Scalar scalar) {
        return switch (scalar.kind() + Long.toString(scalar.byteSize())) {
            case "b1" -> ValueLayout.JAVA_BOOLEAN;
            case "i1", "u1" -> ValueLayout.JAVA_BYTE;
            case "i2", "f2" -> ValueLayout.JAVA_SHORT_UNALIGNED;
            case "u2" -> ValueLayout.JAVA_CHAR_UNALIGNED;
            case "i4", "u4" -> ValueLayout.JAVA_INT_UNALIGNED;
            case "i8", "u8", "m8", "M8" -> ValueLayout.JAVA_LONG_UNALIGNED;
            case "f4" -> ValueLayout.JAVA_FLOAT_UNALIGNED;
            case "f8" -> ValueLayout.JAVA_DOUBLE_UNALIGNED;
            default -> null;
        };
    }
}
