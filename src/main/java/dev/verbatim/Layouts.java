package dev.verbatim;

import dev.verbatim.internal.model.LayoutGrowth;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.LayoutMembers.Row;
import dev.verbatim.internal.model.MemberChoice;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Helpers that make, pack and describe struct layouts. */
public final class Layouts {

    private Layouts() {}

    /**
     * Makes a struct with the padding that a C compiler adds: each member starts at the next multiple of its {@link
     * MemoryLayout#byteAlignment()}, and padding at the end makes the size a multiple of the largest alignment, which
     * is that of the struct. {@link MemoryLayout#structLayout} adds no padding, and refuses a member that would not be
     * aligned.
     *
     * {@snippet file="LayoutsTest.java" region="struct"}
     *
     * <p>Members are taken as they are, with their names, byte orders and alignments:
     *
     * <ul>
     *   <li>a nested struct, sequence or union is a member with an alignment like any other, and nothing is added
     *       inside it: pad a nested struct for C by this method too
     *   <li>a member of alignment 1, such as {@link java.lang.foreign.ValueLayout#JAVA_LONG_UNALIGNED
     *       JAVA_LONG_UNALIGNED} or anything {@link MemoryLayout#withByteAlignment withByteAlignment(1)}, gets no
     *       padding before it
     *   <li>padding may be among the members; its alignment is 1, unless it was given another.
     * </ul>
     *
     * <p>{@code JAVA_LONG} and the like are aligned to their size, as C's {@code int64_t} and the like are on 64-bit
     * platforms.
     *
     * @param members the members in their order; without any, the struct has size 0 and alignment 1, as in GNU C
     * @return the struct, without a name
     * @throws NullPointerException if {@code members} or a member is {@code null}
     * @throws IllegalArgumentException if the size of the struct exceeds {@link Long#MAX_VALUE}
     */
    public static StructLayout struct(MemoryLayout... members) {
        requireMembers(members);
        return LayoutMembers.aligned(members);
    }

    private static void requireMembers(MemoryLayout... members) {
        Objects.requireNonNull(members, "members");
        for (int i = 0; i < members.length; i++) {
            Objects.requireNonNull(members[i], "members[" + i + "]");
        }
    }

    /**
     * Makes the layout of a variable-length record, for {@link VarCodec}: the header {@code int fixedSize, int
     * totalSize}, little-endian, then the members, padded as {@link #struct} pads them.
     *
     * {@snippet file="VarTutorialTest.java" region="declare"}
     *
     * <p>A struct that is written out with these two members first is the same layout. It may have another alignment.
     *
     * @param members the members in their order, those of {@link #varRef} among them
     * @return the layout of the fixed part, without a name
     * @throws NullPointerException if {@code members} or a member is {@code null}
     * @throws IllegalArgumentException if the size exceeds {@link Long#MAX_VALUE}
     */
    public static StructLayout varRecord(MemoryLayout... members) {
        requireMembers(members);
        return VarLayouts.varRecord(members);
    }

    /**
     * Makes a member of a variable-length record that refers to bytes in its tail: a {@code String} in UTF-8, or a
     * {@code byte[]}.
     *
     * @param name the member's name
     * @return a struct of eight bytes, {@code int offset, int length}
     * @see #varRef(String, MemoryLayout)
     */
    public static StructLayout varRef(String name) {
        return varRef(name, ValueLayout.JAVA_BYTE);
    }

    /**
     * Makes a member of a variable-length record that refers to elements in its tail. The member itself is a reference
     * of two little-endian ints: the offset of the elements, from the start of the innermost struct that holds the
     * reference, and their length in bytes, or -1 for null. An empty sequence behind the two ints says what the
     * elements are. In GNU C that is
     *
     * {@snippet lang=c :
     * struct { int32_t offset, length; struct Level elements[0]; } levels __attribute__((aligned(8)));
     * }
     *
     * @param name the member's name
     * @param element the layout of an element: a value layout for an array of primitives; a struct for an array or a
     *     list of Java records or classes, which may be a variable-length record of {@link #varRecord}; {@link
     *     #varText} or {@link #varList} for elements that are of any length themselves; a sequence of bytes for
     *     elements that a conversion makes of them
     * @return a struct of eight bytes, aligned to 8 whatever the element is, so that an element that grows does not
     *     move it
     * @throws IllegalArgumentException if the element is aligned to more than 8 bytes, or its size is no multiple of
     *     its alignment
     */
    public static StructLayout varRef(String name, MemoryLayout element) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(element, "element");
        if (element.byteAlignment() > VarDescriptor.TAIL_ALIGNMENT) {
            throw new IllegalArgumentException("cannot refer to elements of `" + name + "` with byteAlignment="
                    + element.byteAlignment() + ": expected at most " + VarDescriptor.TAIL_ALIGNMENT
                    + ", to which the tail of a record is aligned");
        }
        if (element.byteSize() % element.byteAlignment() != 0) {
            throw new IllegalArgumentException("cannot refer to elements of `" + name + "` with byteSize="
                    + element.byteSize() + ": expected a multiple of byteAlignment=" + element.byteAlignment()
                    + "; pad the element, as Layouts.struct does, or align its members less");
        }
        return VarLayouts.varRef(name, element);
    }

    /**
     * Makes the layout of an element that is text, for a member that refers to a list of texts in its tail:
     *
     * {@snippet file="VarTutorialTest.java" region="lists"}
     *
     * @return a variable-length record with one member, {@code varRef("value")}
     * @see #varList
     */
    public static StructLayout varText() {
        return varList(ValueLayout.JAVA_BYTE);
    }

    /**
     * Makes the layout of an element that is an array or a list of any length itself, as in a {@code double[][]} or a
     * {@code List<List<Level>>}.
     *
     * @param element the layout of an element of the inner array or list, as {@link #varRef(String, MemoryLayout)}
     *     takes it
     * @return a variable-length record with one member, {@code varRef("value", element)}
     * @throws IllegalArgumentException if the element is aligned to more than 8 bytes, or its size is no multiple of
     *     its alignment
     * @see #varText
     */
    public static StructLayout varList(MemoryLayout element) {
        return VarLayouts.varRecord(varRef("value", element));
    }

    /**
     * {@return whether a layout is that of a variable-length record: whether it begins with the header of {@link
     * #varRecord}}
     *
     * @param layout the layout
     */
    public static boolean isVarRecord(StructLayout layout) {
        return VarLayouts.isVarRecord(Objects.requireNonNull(layout, "layout"));
    }

    /**
     * {@return the layout of the elements that a member refers to, if the member is a {@link #varRef}}
     *
     * @param member the layout of a member
     */
    public static Optional<MemoryLayout> varRefElement(MemoryLayout member) {
        return Optional.ofNullable(VarLayouts.varRefElement(Objects.requireNonNull(member, "member")));
    }

    /**
     * A member of a struct layout.
     *
     * @param name its name
     * @param offset where it starts, in bytes from the start of the struct
     * @param layout its layout
     */
    public record Member(String name, long offset, MemoryLayout layout) {

        /** Makes a member. */
        public Member {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(layout, "layout");
        }
    }

    /**
     * {@return the members of a struct that have a name, in the order of their offsets} Padding is no member, not even
     * with a name. The two ints of the header of a variable-length record are members; {@link LayoutReader#members}
     * leaves them out.
     *
     * @param layout the layout
     */
    public static List<Member> members(StructLayout layout) {
        return LayoutMembers.of(Objects.requireNonNull(layout, "layout")).stream()
                .filter(Element::isMember)
                .map(element -> new Member(element.name(), element.offset(), element.layout()))
                .toList();
    }

    /**
     * Makes a newer layout of a variable-length record, or of the elements of a list: the older layout with its
     * padding, then the new members, padded as {@link #struct} pads them. The {@link VarCodec}s of either
     * layout read what those of the other one have written. A {@link StructCodec} does not: the bytes of a struct do
     * not tell how many there are.
     *
     * @param older the older layout
     * @param added the new members
     * @return the newer layout, with the name of the older one, and at least its alignment
     * @throws NullPointerException if an argument or a member is {@code null}
     * @throws IllegalArgumentException if the size exceeds {@link Long#MAX_VALUE}
     */
    public static StructLayout grown(StructLayout older, MemoryLayout... added) {
        Objects.requireNonNull(older, "older");
        requireMembers(added);
        return LayoutMembers.grown(older, added);
    }

    /**
     * Makes the same struct with one alternative of a union in the place of the union, and padding up to the union's
     * size. No other member moves. The alternative gets the name of the union; it keeps its own if the union has no
     * name, as C allows.
     *
     * {@snippet file="TaggedTutorialTest.java" region="alternatives"}
     *
     * @param layout the struct
     * @param alternative the path of the alternative: the name of the union, a point, and the name of the alternative,
     *     {@code body.trade}; the name of the alternative alone if the union has none; in nested structs behind their
     *     names, {@code header.body.trade}, or {@code levels[].body.trade} in the elements of a sequence
     * @return the struct, of the same size and alignment
     * @throws IllegalArgumentException if there is no such alternative
     * @see TaggedCodec
     */
    public static StructLayout withAlternative(StructLayout layout, String alternative) {
        Objects.requireNonNull(layout, "layout");
        return MemberChoice.withAlternative(layout, Objects.requireNonNull(alternative, "alternative"));
    }

    /**
     * Makes the same struct with padding in the place of a member, for a type that does not have the member. Codecs
     * leave padding as it is. A member of no bytes, such as C's flexible array, is left out.
     *
     * @param layout the struct
     * @param member the path of the member: its name, in nested structs behind their names, {@code header.kind}, or
     *     {@code levels[].kind} in the elements of a sequence
     * @return the struct, of the same size and alignment
     * @throws IllegalArgumentException if there is no such member
     */
    public static StructLayout withPadding(StructLayout layout, String member) {
        Objects.requireNonNull(layout, "layout");
        return MemberChoice.withPadding(layout, Objects.requireNonNull(member, "member"));
    }

    /**
     * {@return whether codecs of either layout read what codecs of the other one have written} Both are layouts of
     * variable-length records, and one has {@linkplain #grown grown} from the other, or they are the same. Their
     * alignments, and those of their members, make no difference: {@link LayoutText} leaves them out, and so whoever
     * stores a layout as a text.
     *
     * @param one a layout
     * @param other another one
     * @throws IllegalArgumentException if a layout is one that {@link LayoutText} cannot spell
     */
    public static boolean isGrown(StructLayout one, StructLayout other) {
        Objects.requireNonNull(one, "one");
        Objects.requireNonNull(other, "other");
        return LayoutGrowth.isBetween(LayoutText.parse(LayoutText.of(one)), LayoutText.parse(LayoutText.of(other)));
    }

    /**
     * Makes the same struct without padding and with alignment 1, like {@code __attribute__((packed))} in C on the
     * struct and on everything in it. This reaches into nested structs, into unions and into the elements of sequences:
     * it drops all padding, also that of unions and whole sequences of padding, and makes all alignments 1. Names, byte
     * orders and counts stay, and so does the name of the struct. Bytes that a format reserves are dropped with it if
     * they are padding: give them a name, and {@link #withPadding} takes it away afterwards.
     *
     * <p>The memory that an address points to is not part of the struct: the target of an {@link
     * java.lang.foreign.AddressLayout} stays as it is.
     *
     * @param layout the struct
     * @return the packed struct; its size is that of its values together, where a union counts as its largest member
     */
    public static StructLayout packed(StructLayout layout) {
        return LayoutMembers.packed(Objects.requireNonNull(layout, "layout"));
    }

    /**
     * Makes the same struct with all its values in one byte order, as a protocol or a file has them. This reaches into
     * nested structs, into unions, into the elements of sequences, and into those that a {@link #varRef} refers to. All
     * else stays: names, counts, padding and alignments; values of one byte, which have no order; the target of an
     * {@link java.lang.foreign.AddressLayout}; and the header of a {@link #varRecord} and the places in its references,
     * which are little-endian in all records.
     *
     * @param layout the struct
     * @param order the byte order
     * @return the struct, with each member where it was
     */
    public static StructLayout withOrder(StructLayout layout, ByteOrder order) {
        return LayoutMembers.ordered(Objects.requireNonNull(layout, "layout"), Objects.requireNonNull(order, "order"));
    }

    /**
     * Describes a struct layout as a table: a line for each member and each gap of padding, with its offset and size in
     * bytes, its type and its name, and a last line with the size of the whole.
     *
     * <p>The lines of a nested struct's members follow it, with names such as {@code header.length} and offsets in the
     * outermost struct. The line of a sequence of structs says how many there are and how many bytes lie from one to
     * the next, {@code sequence of 10, stride 32}. The lines after it, with names such as {@code levels[].price}, are
     * those of element 0; element i lies i strides further. A sequence of sequences of structs is one of so many rows,
     * {@code sequence of 2 x 3, stride 32}. A sequence of values is one line with a type such as {@code long[4]}, and a
     * union is one line too. A struct without a name adds nothing to the names of its members.
     *
     * <p>The line of a {@link #varRef} says what it refers to, {@code varRef of struct}. The lines after it are those
     * of an element, with {@code +} and the offset in the element. Where the element lies, only the bytes of each
     * variable-length record say.
     *
     * <p>The table of the book in the example of {@link #struct}:
     *
     * {@snippet file="LayoutsTest.java" region="describe"}
     *
     * @param layout the layout
     * @return the table, with {@code \n} between the lines
     */
    public static String describe(StructLayout layout) {
        List<Row> rows = LayoutMembers.rows(Objects.requireNonNull(layout, "layout"));
        int typeWidth =
                rows.stream().mapToInt(row -> row.typeName().length()).max().orElse(1);
        String format = "%8s %6s  %-" + typeWidth + "s  %s";
        StringBuilder table = new StringBuilder(format.formatted("offset", "bytes", "type", "name")).append('\n');
        for (Row row : rows) {
            String offset = (row.inTail() ? "+" : "") + row.offset();
            String line = format.formatted(offset, row.byteSize(), row.typeName(), row.path());
            table.append(line.stripTrailing()).append('\n');
        }
        return table.append(format.formatted("", layout.byteSize(), "bytes, alignment " + layout.byteAlignment(), "")
                        .stripTrailing())
                .toString();
    }
}
