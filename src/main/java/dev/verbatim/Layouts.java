package dev.verbatim;

import dev.verbatim.internal.LayoutMembers;
import dev.verbatim.internal.LayoutMembers.Row;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.Objects;

/** Helpers that make, pack and describe struct layouts. */
public final class Layouts {

    private Layouts() {}

    /**
     * Makes a struct with the padding that a C compiler adds: each member starts at the next multiple of its {@link
     * MemoryLayout#byteAlignment()}, and padding at the end makes the size a multiple of the largest alignment, which is the
     * struct's own. {@link MemoryLayout#structLayout} adds none, and refuses a member that is not aligned where it would come to lie.
     *
     * {@snippet file="LayoutsTest.java" region="struct"}
     *
     * <p>Members are taken as they are, with their names, byte orders and alignments:
     *
     * <ul>
     *   <li>a nested struct, sequence or union is a member with an alignment like any other, and nothing is added inside it: one
     *       that is made for C is padded itself, a struct by this method
     *   <li>a member of alignment 1, such as {@link java.lang.foreign.ValueLayout#JAVA_LONG_UNALIGNED JAVA_LONG_UNALIGNED} or
     *       anything {@link MemoryLayout#withByteAlignment withByteAlignment(1)}, gets no padding before it
     *   <li>padding may be among the members, and is one of them: of alignment 1, unless it was given another.
     * </ul>
     *
     * <p>{@code JAVA_LONG} and the like are aligned to their size, as C's {@code int64_t} and the like are on 64-bit platforms.
     *
     * @param members the members in their order; without any, the struct is of size 0 and alignment 1, as GNU C has it
     * @return the struct, without a name
     * @throws NullPointerException if {@code members} or a member is {@code null}
     * @throws IllegalArgumentException if the size of the struct exceeds {@link Long#MAX_VALUE}
     */
    public static StructLayout struct(MemoryLayout... members) {
        Objects.requireNonNull(members, "members");
        for (int i = 0; i < members.length; i++) {
            Objects.requireNonNull(members[i], "members[" + i + "]");
        }
        return LayoutMembers.aligned(members);
    }

    /**
     * Makes the same struct without padding and with alignment 1, as {@code __attribute__((packed))} on the struct and on
     * everything in it does in C. It reaches into nested structs, into unions and into the elements of sequences: all padding is
     * dropped, a union's and whole sequences of it too, and all alignments become 1. Names, byte orders and counts stay, and so
     * does the name of the struct.
     *
     * <p>What an address points to is not part of the struct; the target of an {@link java.lang.foreign.AddressLayout} stays as it is.
     *
     * @param layout the struct
     * @return the packed struct, as large as its values together, a union counting as its largest member
     */
    public static StructLayout packed(StructLayout layout) {
        return LayoutMembers.packed(Objects.requireNonNull(layout, "layout"));
    }

    /**
     * Describes a struct layout as a table: a line for each member and each gap of padding, with its offset and size in bytes,
     * its type and its name, and a last line with the size of the whole.
     *
     * <p>A nested struct is followed by lines for its members, named {@code header.length}, at their offsets in the outermost
     * struct. A sequence of structs says how many it has and how many bytes lie from one to the next, {@code sequence of 10, stride
     * 32}; the lines after it, named {@code levels[].price}, are those of its element 0, so that element i lies i strides further.
     * A sequence of values is one line with a type such as {@code long[4]}, and so is a union. What has no name adds none to the
     * names of what lies in it.
     *
     * <p>Of the book that {@link #struct} shows as its example:
     *
     * {@snippet file="LayoutsTest.java" region="describe"}
     *
     * @param layout the layout
     * @return the table, lines separated by {@code \n}
     */
    public static String describe(StructLayout layout) {
        List<Row> rows = LayoutMembers.rows(layout);
        int typeWidth = rows.stream().mapToInt(row -> row.typeName().length()).max().orElse(1);
        String format = "%8s %6s  %-" + typeWidth + "s  %s";
        StringBuilder table = new StringBuilder(format.formatted("offset", "bytes", "type", "name")).append('\n');
        for (Row row : rows) {
            String line = format.formatted(row.offset(), row.byteSize(), row.typeName(), row.path());
            table.append(line.stripTrailing()).append('\n');
        }
        return table.append(format.formatted("", layout.byteSize(), "bytes, alignment " + layout.byteAlignment(), "").stripTrailing())
                .toString();
    }
}
