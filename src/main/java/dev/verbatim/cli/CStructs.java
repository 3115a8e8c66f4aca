package dev.verbatim.cli;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes layouts of the structs in C that debugging information describes. */
final class CStructs {

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
        members.numbers().forEach(number -> noteBitFields(path, number));
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
                bitField(struct, member, start, isReversed).ifPresent(members::addToPadding);
            } else {
                members.add(offset, member(member, path, isReversed));
            }
        }
    }

    /**
     * {@return whether values right in a struct or a union may have another byte order than the machine} Where its
     * integers and floats do not say it, they may have that of the struct around it, to which a pragma can apply, or of
     * a struct in it.
     */
    private boolean isReversed(DebugEntry group, boolean isOuterReversed) {
        ByteOrder told = toldOrder(group);
        if (told != null) {
            return told != order;
        }
        return isOuterReversed
                || group.children(DebugEntry.MEMBER).stream()
                        .map(CStructs::elementType)
                        .filter(type -> type != null && type.tag() != DebugEntry.BASE_TYPE)
                        .anyMatch(this::hasReversed);
    }

    /** {@return the byte order of the integers and floats right in a struct or a union; null if there are none} */
    private @Nullable ByteOrder toldOrder(DebugEntry group) {
        ByteOrder told = null;
        for (DebugEntry member : group.children(DebugEntry.MEMBER)) {
            DebugEntry type = elementType(member);
            if (type == null || type.tag() != DebugEntry.BASE_TYPE) {
                continue;
            }
            if (orderOf(type) != order) {
                return orderOf(type);
            }
            // GCC has no order for an array of bytes, but one for a byte.
            boolean isArray = !type.equals(member.type());
            told = isArray && type.number(DebugEntry.BYTE_SIZE) == 1 ? told : order;
        }
        return told;
    }

    /** {@return the type of a member, or of the elements of an array, or of arrays of arrays} */
    private static @Nullable DebugEntry elementType(DebugEntry member) {
        DebugEntry type = member.type();
        while (type != null && type.tag() == DebugEntry.ARRAY_TYPE) {
            type = type.type();
        }
        return type;
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

    /** {@return a bit-field, if it has a name; no compiler describes the others as yet} */
    private Optional<BitField> bitField(DebugEntry group, DebugEntry member, long start, boolean isReversed) {
        String name = member.name();
        DebugEntry type = member.type();
        if (name == null || type == null) {
            return Optional.empty();
        }
        ByteOrder its = isReversed ? toldOrder(group) : order; // that of an enum is not told
        return Optional.of(
                BitField.of(member, name, start, order, type.tag() == DebugEntry.BASE_TYPE ? orderOf(type) : its));
    }

    private void noteBitFields(String path, BitFieldNumber number) {
        String name = number.padding().name().orElseThrow();
        comments.put(MemberPath.ofMember(path, name), number.comment());
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
        List<BitField> bitFields = new ArrayList<>();
        unions++; // only one alternative is bound, and nobody knows which
        for (DebugEntry member : union.children(DebugEntry.MEMBER)) {
            if (member.has(DebugEntry.BIT_SIZE)) {
                bitField(union, member, 0, isReversed).ifPresent(bitFields::add);
            } else {
                members.add(member(member, path, isReversed));
            }
        }
        unions--;
        long byteSize = union.number(DebugEntry.BYTE_SIZE);
        for (BitFieldNumber number : BitFieldNumber.in(0, byteSize, bitFields)) {
            members.add(number.padding());
            noteBitFields(path, number);
        }
        UnionLayout layout = MemoryLayout.unionLayout(members.toArray(MemoryLayout[]::new));
        if (layout.byteSize() < byteSize) {
            members.add(MemoryLayout.paddingLayout(byteSize));
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
        return value(type, DebugEntry.SIGNED, path);
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
            case DebugEntry.BOOLEAN -> byteSize == 1 ? ValueLayout.JAVA_BOOLEAN : null;
            case DebugEntry.SIGNED, DebugEntry.SIGNED_CHAR, DebugEntry.UNSIGNED_CHAR -> integer(byteSize);
            case DebugEntry.UNSIGNED, DebugEntry.UTF ->
                byteSize == Short.BYTES ? ValueLayout.JAVA_CHAR_UNALIGNED : integer(byteSize);
            case DebugEntry.FLOAT ->
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
        if (encoding == DebugEntry.UNSIGNED_CHAR) {
            // A char has no sign on some machines, and bytes in an array are no numbers more often.
            if (!"char".equals(type.name()) && !path.endsWith("[]")) {
                conversions.put(path, "NumberConversions.unsignedByte()");
            }
        } else if (encoding == DebugEntry.UNSIGNED && type.number(DebugEntry.BYTE_SIZE) == Short.BYTES) {
            conversions.put(path, "NumberConversions.unsignedShort(ValueLayout.JAVA_CHAR)");
        } else if (encoding == DebugEntry.UNSIGNED && type.number(DebugEntry.BYTE_SIZE) == Integer.BYTES) {
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
