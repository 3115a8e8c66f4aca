package dev.verbatim.cli;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes layouts of the structs in C that debugging information describes. */
final class CStructs {

    private static final int BOOLEAN = 0x02;
    private static final int COMPLEX = 0x03;
    private static final int FLOAT = 0x04;
    private static final int CHARACTER = 0x10;
    private static final int UNSIGNED = 0x07;

    private static final int BIG_ENDIAN = 1;
    private static final int LITTLE_ENDIAN = 2;

    private final ByteOrder order;

    /** Makes a reader of debugging information about code for machines of a byte order. */
    CStructs(ByteOrder order) {
        this.order = order;
    }

    /** {@return the layout of a struct, with everything in it of alignment 1} */
    StructLayout struct(DebugEntry struct, String path) throws BadInputException {
        PlacedMembers members = new PlacedMembers();
        addMembers(members, struct, path, 0);
        return members.toStruct(struct.number(DebugEntry.BYTE_SIZE));
    }

    private void addMembers(PlacedMembers members, DebugEntry struct, String path, long start)
            throws BadInputException {
        for (DebugEntry member : struct.children(DebugEntry.MEMBER)) {
            long offset = start + member.number(DebugEntry.MEMBER_LOCATION);
            DebugEntry type = member.type();
            if (member.name() == null && type != null && type.tag() == DebugEntry.STRUCTURE_TYPE) {
                // In C the members of a struct without a name are members of the outer one.
                addMembers(members, type, path, offset);
            } else {
                members.add(offset, member(member, path));
            }
        }
    }

    private MemoryLayout member(DebugEntry member, String path) throws BadInputException {
        String name = member.name();
        String place = name == null ? path : path.isEmpty() ? name : path + "." + name;
        if (member.has(DebugEntry.BIT_SIZE)) {
            throw unsupported(place, "a bit-field; declare the integer that holds its bits");
        }
        MemoryLayout layout = layout(member.type(), place);
        return name == null ? layout : layout.withName(name);
    }

    private MemoryLayout layout(@Nullable DebugEntry type, String path) throws BadInputException {
        if (type == null) {
            throw unsupported(path, "of a type without a size");
        }
        return switch (type.tag()) {
            case DebugEntry.STRUCTURE_TYPE -> struct(type, path);
            case DebugEntry.UNION_TYPE -> union(type, path);
            case DebugEntry.ARRAY_TYPE -> array(type, path);
            case DebugEntry.BASE_TYPE, DebugEntry.ENUMERATION_TYPE -> value(type, path);
            case DebugEntry.POINTER_TYPE ->
                throw unsupported(
                        path,
                        "a pointer, which means nothing outside of its process; declare it as a"
                                + " uintptr_t to keep its place");
            default -> throw unsupported(path, "of another kind (DWARF tag " + type.tag() + ")");
        };
    }

    private MemoryLayout union(DebugEntry union, String path) throws BadInputException {
        List<MemoryLayout> members = new ArrayList<>();
        for (DebugEntry member : union.children(DebugEntry.MEMBER)) {
            members.add(member(member, path));
        }
        long byteSize = union.number(DebugEntry.BYTE_SIZE);
        MemoryLayout layout = MemoryLayout.unionLayout(members.toArray(MemoryLayout[]::new));
        if (layout.byteSize() < byteSize) {
            members.add(MemoryLayout.paddingLayout(byteSize));
            layout = MemoryLayout.unionLayout(members.toArray(MemoryLayout[]::new));
        }
        return layout;
    }

    private MemoryLayout array(DebugEntry array, String path) throws BadInputException {
        MemoryLayout layout = layout(array.type(), path);
        for (DebugEntry dimension : array.children(DebugEntry.SUBRANGE_TYPE).reversed()) {
            long count = dimension.has(DebugEntry.UPPER_BOUND)
                    ? dimension.number(DebugEntry.UPPER_BOUND) + 1
                    : dimension.number(DebugEntry.COUNT); // none in a flexible array, which adds nothing to the size
            layout = MemoryLayout.sequenceLayout(count, layout);
        }
        return layout;
    }

    private ValueLayout value(DebugEntry type, String path) throws BadInputException {
        long encoding = type.tag() == DebugEntry.ENUMERATION_TYPE ? 0 : type.number(DebugEntry.ENCODING);
        long byteSize = type.number(DebugEntry.BYTE_SIZE);
        ByteOrder valueOrder = switch ((int) type.number(DebugEntry.ENDIANITY)) {
            case BIG_ENDIAN -> ByteOrder.BIG_ENDIAN;
            case LITTLE_ENDIAN -> ByteOrder.LITTLE_ENDIAN;
            default -> order;
        };
        boolean isFloat = encoding == FLOAT;
        ValueLayout layout = encoding == COMPLEX
                ? null
                : switch ((int) byteSize) {
                    case Byte.BYTES -> encoding == BOOLEAN ? ValueLayout.JAVA_BOOLEAN : ValueLayout.JAVA_BYTE;
                    case Short.BYTES ->
                        isFloat
                                ? null
                                : encoding == UNSIGNED || encoding == CHARACTER
                                        ? ValueLayout.JAVA_CHAR_UNALIGNED
                                        : ValueLayout.JAVA_SHORT_UNALIGNED;
                    case Integer.BYTES -> isFloat ? ValueLayout.JAVA_FLOAT_UNALIGNED : ValueLayout.JAVA_INT_UNALIGNED;
                    case Long.BYTES -> isFloat ? ValueLayout.JAVA_DOUBLE_UNALIGNED : ValueLayout.JAVA_LONG_UNALIGNED;
                    default -> null;
                };
        if (layout == null) {
            throw unsupported(path, "a " + type.name() + " of " + byteSize + " bytes, which Java does not have");
        }
        return layout.withOrder(valueOrder);
    }

    private static BadInputException unsupported(String path, String found) {
        return new BadInputException(
                "expected integers, float, double, structs, unions and arrays, found member `" + path + "`, " + found);
    }
}
