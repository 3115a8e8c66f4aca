package dev.verbatim.cli;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes layouts of the structs in C that debugging information describes. */
final class CStructs {

    // The encodings of base types: section 7.8 of the DWARF standard.
    private static final int BOOLEAN = 0x02;
    private static final int FLOAT = 0x04;
    private static final int SIGNED = 0x05;
    private static final int SIGNED_CHAR = 0x06;
    private static final int UNSIGNED = 0x07;
    private static final int UNSIGNED_CHAR = 0x08;
    private static final int UTF = 0x10;

    /** What GCC writes for a type that it has no name for, such as a {@code _Complex short}. */
    private static final String UNKNOWN_NAME = "__unknown__";

    /** In C these are names of unsigned integers. */
    private static final Set<String> CHARACTERS = Set.of("char8_t", "char16_t", "char32_t", "wchar_t");

    private static final int BIG_ENDIAN = 1;
    private static final int LITTLE_ENDIAN = 2;

    /** What stands for a type that has no layout while others are looked for. */
    private static final MemoryLayout NONE = MemoryLayout.structLayout();

    /** What to do about a type that Java does not have. */
    private static final String AS_BYTES = "; declare an array of as many bytes, aligned as it is";

    /** How many members are named of those that have no layout for one reason. */
    private static final int MAX_NAMED = 10;

    private final ByteOrder order;

    /** The conversions that make the next wider type of unsigned numbers, in Java source, by the members' paths. */
    private final Map<String, String> conversions = new LinkedHashMap<>();

    /** What to say of pointers and of padding with bit-fields, by their paths. */
    private final Map<String, String> comments = new LinkedHashMap<>();

    /** The paths of the members that have no layout, by what they are and what to do about it. */
    private final Map<String, List<String>> unsupported = new LinkedHashMap<>();

    /** How many unions there are around what is read. */
    private int unions;

    /** Makes a reader of debugging information about code for machines of a byte order. */
    CStructs(ByteOrder order) {
        this.order = order;
    }

    /**
     * {@return the layout of a struct, with everything in it of alignment 1} Padding with bit-fields has a name, which
     * is there for its comment.
     *
     * @throws BadInputException if members have no layout; the message names them all, or the first ones of very many
     */
    StructLayout struct(DebugEntry struct) throws BadInputException {
        StructLayout layout = struct(struct, "", false);
        if (!unsupported.isEmpty()) {
            throw new BadInputException("expected integers, float, double, pointers, structs, unions and arrays, found "
                    + unsupported.entrySet().stream()
                            .map(group -> members(group.getValue()) + group.getKey())
                            .collect(Collectors.joining("; and ")));
        }
        return layout;
    }

    private static String members(List<String> paths) {
        String named = paths.stream().limit(MAX_NAMED).collect(Collectors.joining("`, `", "`", "`, "));
        int more = paths.size() - MAX_NAMED;
        return paths.size() == 1
                ? "member " + named
                : "members " + named + (more > 0 ? "and " + more + " more, " : "") + "each ";
    }

    /**
     * {@return the layout of a struct}
     *
     * @param isOuterReversed whether values of the struct around it have another byte order than the machine
     */
    private StructLayout struct(DebugEntry struct, String path, boolean isOuterReversed) {
        PlacedMembers members = new PlacedMembers();
        addMembers(members, struct, path, 0, isOuterReversed);
        StructLayout layout = members.toStruct(struct.number(DebugEntry.BYTE_SIZE));
        members.paddingNames().forEach(bitFields -> noteBitFields(path, bitFields));
        return layout;
    }

    private void addMembers(
            PlacedMembers members, DebugEntry struct, String path, long start, boolean isOuterReversed) {
        boolean isReversed = isReversed(struct, isOuterReversed);
        for (DebugEntry member : struct.children(DebugEntry.MEMBER)) {
            long offset = start + member.number(DebugEntry.MEMBER_LOCATION);
            DebugEntry type = member.type();
            if (member.name() == null && type != null && type.tag() == DebugEntry.STRUCTURE_TYPE) {
                // In C the members of a struct without a name are members of the outer one.
                addMembers(members, type, path, offset, isReversed);
            } else if (member.has(DebugEntry.BIT_SIZE)) {
                members.addToPadding(bitField(member));
            } else {
                members.add(offset, member(member, path, isReversed));
            }
        }
    }

    /**
     * {@return whether values right in a struct or a union may have another byte order than the machine} Its integers
     * and floats say it. Where it has none, as with enums alone, they may have that of the struct around it, to which
     * a pragma can apply, or of a struct in it.
     */
    private boolean isReversed(DebugEntry group, boolean isOuterReversed) {
        boolean saysSo = false;
        boolean isInnerReversed = false;
        for (DebugEntry member : group.children(DebugEntry.MEMBER)) {
            DebugEntry type = member.type();
            boolean isArray = false;
            while (type != null && type.tag() == DebugEntry.ARRAY_TYPE) {
                type = type.type();
                isArray = true;
            }
            if (type == null) {
                continue;
            }
            if (type.tag() == DebugEntry.BASE_TYPE) {
                if (orderOf(type) != order) {
                    return true;
                }
                // GCC has no order for an array of bytes, but one for a byte.
                saysSo |= !isArray || type.number(DebugEntry.BYTE_SIZE) > 1;
            } else if (type.tag() == DebugEntry.STRUCTURE_TYPE || type.tag() == DebugEntry.UNION_TYPE) {
                isInnerReversed |= hasReversed(type);
            }
        }
        return !saysSo && (isOuterReversed || isInnerReversed);
    }

    /** {@return whether there are values in another byte order than the machine in a type, at any depth} */
    private boolean hasReversed(@Nullable DebugEntry type) {
        if (type == null) {
            return false;
        }
        return switch (type.tag()) {
            case DebugEntry.BASE_TYPE -> orderOf(type) != order;
            case DebugEntry.ARRAY_TYPE -> hasReversed(type.type());
            case DebugEntry.STRUCTURE_TYPE, DebugEntry.UNION_TYPE ->
                type.children(DebugEntry.MEMBER).stream().anyMatch(member -> hasReversed(member.type()));
            default -> false;
        };
    }

    private static String bitField(DebugEntry member) {
        return member.name() + " : " + member.number(DebugEntry.BIT_SIZE);
    }

    private void noteBitFields(String path, String bitFields) {
        comments.put(MemberPath.ofMember(path, bitFields), "bit-fields " + bitFields);
    }

    private MemoryLayout member(DebugEntry member, String path, boolean isReversed) {
        String name = member.name();
        String place = name == null ? MemberPath.ofUnnamed(path) : MemberPath.ofMember(path, name);
        MemoryLayout layout = layout(member, place, isReversed);
        return name == null ? layout : layout.withName(name);
    }

    /** {@return the layout of the type of a member, or of the elements of an array} */
    private MemoryLayout layout(DebugEntry of, String path, boolean isReversed) {
        DebugEntry type = of.type();
        if (type == null) {
            return unsupported(path, "of a type without a size" + AS_BYTES);
        }
        return switch (type.tag()) {
            case DebugEntry.STRUCTURE_TYPE -> struct(type, path, isReversed);
            case DebugEntry.UNION_TYPE -> union(type, path, isReversed);
            case DebugEntry.ARRAY_TYPE -> array(type, path, isReversed);
            case DebugEntry.BASE_TYPE -> {
                if (unions == 0 && !of.hasTypeOfName(CHARACTERS)) {
                    noteUnsigned(type, path);
                }
                yield value(type, type.number(DebugEntry.ENCODING), path);
            }
            case DebugEntry.ENUMERATION_TYPE -> enumeration(type, path, isReversed);
            case DebugEntry.POINTER_TYPE -> pointer(type, path);
            default -> unsupported(path, "of another kind (DWARF tag " + type.tag() + ")" + AS_BYTES);
        };
    }

    /** {@return the conversions of the unsigned numbers in what was made a layout of} */
    Map<String, String> conversions() {
        return conversions;
    }

    /** {@return what to say of pointers and of padding with bit-fields in what was made a layout of, by their paths} */
    Map<String, String> comments() {
        return comments;
    }

    private MemoryLayout union(DebugEntry union, String path, boolean isOuterReversed) {
        boolean isReversed = isReversed(union, isOuterReversed);
        List<MemoryLayout> members = new ArrayList<>();
        List<String> bitFields = new ArrayList<>();
        unions++; // only one alternative is bound, and nobody knows which
        for (DebugEntry member : union.children(DebugEntry.MEMBER)) {
            if (member.has(DebugEntry.BIT_SIZE)) {
                bitFields.add(bitField(member));
            } else {
                members.add(member(member, path, isReversed));
            }
        }
        unions--;
        long byteSize = union.number(DebugEntry.BYTE_SIZE);
        UnionLayout layout = MemoryLayout.unionLayout(members.toArray(MemoryLayout[]::new));
        if (layout.byteSize() < byteSize || !bitFields.isEmpty()) {
            PaddingLayout padding = PlacedMembers.padding(byteSize, bitFields);
            padding.name().ifPresent(name -> noteBitFields(path, name));
            members.add(padding);
            layout = MemoryLayout.unionLayout(members.toArray(MemoryLayout[]::new));
        }
        return layout;
    }

    private MemoryLayout array(DebugEntry array, String path, boolean isReversed) {
        MemoryLayout layout = layout(array, path.endsWith("[]") ? path : path + "[]", isReversed);
        for (DebugEntry dimension : array.children(DebugEntry.SUBRANGE_TYPE).reversed()) {
            long count = dimension.has(DebugEntry.UPPER_BOUND)
                    ? dimension.number(DebugEntry.UPPER_BOUND) + 1
                    : dimension.number(DebugEntry.COUNT); // none in a flexible array, which adds nothing to the size
            layout = MemoryLayout.sequenceLayout(count, layout);
        }
        return layout;
    }

    /** {@return an integer for a pointer} It has the machine's byte order, even where GCC gives a struct another. */
    private MemoryLayout pointer(DebugEntry type, String path) {
        // Clang writes no size of a pointer that has the size of addresses, which is this in 64-bit ELF.
        long byteSize = type.has(DebugEntry.BYTE_SIZE) ? type.number(DebugEntry.BYTE_SIZE) : Long.BYTES;
        ValueLayout layout = integer(byteSize);
        if (layout == null) {
            return unsupported(path, "a pointer of " + byteSize + " bytes, which no integer of Java has" + AS_BYTES);
        }
        boolean isArray = path.endsWith("[]");
        comments.put(
                isArray ? path.substring(0, path.length() - "[]".length()) : path,
                isArray
                        ? "pointers, which mean nothing outside of their process"
                        : "a pointer, which means nothing outside of its process");
        return layout.withOrder(order);
    }

    private MemoryLayout enumeration(DebugEntry type, String path, boolean isReversed) {
        long byteSize = type.number(DebugEntry.BYTE_SIZE);
        if (isReversed && byteSize > 1) {
            // GCC writes the byte order of a struct for its integers and floats, but not for its enums.
            return unsupported(
                    path,
                    "an enum in a struct with values of another byte order than the machine's, and what the compiler"
                            + " writes for debuggers has no byte order of an enum; declare it as an integer of its "
                            + byteSize + " bytes");
        }
        return value(type, SIGNED, path);
    }

    /** {@return the byte order of a value, which is the machine's unless the type has one} */
    private ByteOrder orderOf(DebugEntry type) {
        return switch ((int) type.number(DebugEntry.ENDIANITY)) {
            case BIG_ENDIAN -> ByteOrder.BIG_ENDIAN;
            case LITTLE_ENDIAN -> ByteOrder.LITTLE_ENDIAN;
            default -> order;
        };
    }

    private MemoryLayout value(DebugEntry type, long encoding, String path) {
        long byteSize = type.number(DebugEntry.BYTE_SIZE);
        ValueLayout layout = switch ((int) encoding) {
            case BOOLEAN -> byteSize == 1 ? ValueLayout.JAVA_BOOLEAN : null;
            case SIGNED, SIGNED_CHAR, UNSIGNED_CHAR -> integer(byteSize);
            case UNSIGNED, UTF -> byteSize == Short.BYTES ? ValueLayout.JAVA_CHAR_UNALIGNED : integer(byteSize);
            case FLOAT ->
                byteSize == Float.BYTES
                        ? ValueLayout.JAVA_FLOAT_UNALIGNED
                        : byteSize == Double.BYTES ? ValueLayout.JAVA_DOUBLE_UNALIGNED : null;
            default -> null; // complex and decimal numbers among them
        };
        if (layout == null) {
            String name = type.name();
            boolean isNamed = name != null && !name.equals(UNKNOWN_NAME);
            String what = isNamed ? "a " + name : "a value without a name (DWARF encoding " + encoding + ")";
            return unsupported(path, what + " of " + byteSize + " bytes, which Java does not have" + AS_BYTES);
        }
        return layout.withOrder(orderOf(type));
    }

    /** Notes what makes a number of the next wider type, where one is unsigned and Java has that. */
    private void noteUnsigned(DebugEntry type, String path) {
        int encoding = (int) type.number(DebugEntry.ENCODING);
        if (encoding == UNSIGNED_CHAR) {
            // A char has no sign on some machines, and bytes in an array are no numbers more often.
            if (!"char".equals(type.name()) && !path.endsWith("[]")) {
                conversions.put(path, "NumberConversions.unsignedByte()");
            }
        } else if (encoding == UNSIGNED && type.number(DebugEntry.BYTE_SIZE) == Short.BYTES) {
            conversions.put(path, "NumberConversions.unsignedShort(ValueLayout.JAVA_CHAR)");
        } else if (encoding == UNSIGNED && type.number(DebugEntry.BYTE_SIZE) == Integer.BYTES) {
            conversions.put(path, "NumberConversions.unsignedInt()");
        }
    }

    private static @Nullable ValueLayout integer(long byteSize) {
        return switch ((int) byteSize) {
            case Byte.BYTES -> ValueLayout.JAVA_BYTE;
            case Short.BYTES -> ValueLayout.JAVA_SHORT_UNALIGNED;
            case Integer.BYTES -> ValueLayout.JAVA_INT_UNALIGNED;
            case Long.BYTES -> ValueLayout.JAVA_LONG_UNALIGNED;
            default -> null;
        };
    }

    /** Notes a member that has no layout, and returns what stands for one. */
    private MemoryLayout unsupported(String path, String found) {
        unsupported.computeIfAbsent(found, reason -> new ArrayList<>()).add(MemberPath.withoutUnnamed(path));
        return NONE;
    }
}
