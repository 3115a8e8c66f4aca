package dev.verbatim.internal.model;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The walk over a struct layout, flat or with all that is nested in it. No other class adds up the offsets of members.
 * Structs are made from members here too. {@link VarLayouts} knows which structs are variable-length records, and which
 * members refer to a tail.
 */
public final class LayoutMembers {

    /**
     * One element of a struct layout, padding included.
     *
     * @param offset where it starts, in bytes from the start of the struct
     * @param layout the element
     */
    public record Element(long offset, MemoryLayout layout) {

        /** {@return whether this is padding} */
        public boolean isPadding() {
            return layout instanceof PaddingLayout;
        }

        /** {@return whether this is a member: it has a name, and is not only padding} */
        public boolean isMember() {
            return !name().isEmpty() && !isOnlyPadding(layout);
        }

        /** {@return the element's name, or the empty string} */
        public String name() {
            return layout.name().orElse("");
        }

        /** {@return what a message calls this element: its name, or its offset where it has none} */
        public String path() {
            return name().isEmpty() ? "offset " + offset : name();
        }

        /** {@return the element's type in words, with its byte order where that matters} */
        public String typeName() {
            return layout instanceof SequenceLayout sequence
                    ? "sequence of " + shape(sequence)
                    : LayoutMembers.typeName(layout, "");
        }

        /** {@return the element with its type, size and offset, as messages name it} */
        public String describe() {
            return typeName() + " (byteSize=" + layout.byteSize() + ", offset=" + offset + ")";
        }

        /** {@return the element with its name, type, size and offset, as messages name it} */
        public String describeWithName() {
            return "`" + path() + "`, " + describe();
        }
    }

    /**
     * One row of the table of a struct layout: an element of the struct, or of what is nested in it, padding included.
     *
     * @param offset where it starts, in bytes from the start of the outermost struct
     * @param byteSize its size in bytes
     * @param typeName its type in words
     * @param path its name after the names of what it is nested in, such as {@code header.length} or {@code
     *     levels[].price}; the empty string if it has no name
     * @param inTail whether it belongs to an element in the tail of a variable-length record; its offset then counts
     *     from the start of that element
     */
    public record Row(long offset, long byteSize, String typeName, String path, boolean inTail) {}

    /** With this the type of padding begins, in words. */
    static final String PADDING = "padding";

    private LayoutMembers() {}

    /** {@return the elements of a struct, in order of their offsets} */
    public static List<Element> of(StructLayout layout) {
        List<Element> elements = new ArrayList<>();
        long offset = 0;
        for (MemoryLayout element : layout.memberLayouts()) {
            elements.add(new Element(offset, element));
            offset += element.byteSize();
        }
        return elements;
    }

    /** {@return the members of a union, which all begin where it does} */
    static List<MemoryLayout> alternatives(UnionLayout union) {
        return union.memberLayouts();
    }

    /**
     * {@return the rows of a struct; after each nested struct and each sequence of structs, the rows of its members}
     * The members of a sequence of structs are those of element 0. A struct without a name adds nothing to the paths of
     * its members.
     */
    public static List<Row> rows(StructLayout layout) {
        List<Row> rows = new ArrayList<>();
        addMembers(rows, layout, 0, "", false);
        return rows;
    }

    private static void addMembers(
            List<Row> rows, StructLayout struct, long structOffset, String prefix, boolean inTail) {
        for (Element element : of(struct)) {
            add(rows, element.layout(), structOffset + element.offset(), prefix, element.name(), inTail);
        }
    }

    private static void add(
            List<Row> rows, MemoryLayout layout, long offset, String prefix, String name, boolean inTail) {
        String path = name.isEmpty() ? "" : prefix + name;
        rows.add(new Row(offset, layout.byteSize(), typeName(layout, ""), path, inTail));
        switch (layout) {
            case StructLayout reference
            when VarLayouts.varRefElement(reference) != null -> {
                if (VarLayouts.varRefElement(reference) instanceof StructLayout element) {
                    addMembers(rows, element, 0, path + "[].", true);
                }
            }
            case StructLayout struct -> addMembers(rows, struct, offset, name.isEmpty() ? prefix : path + ".", inTail);
            case SequenceLayout sequence
            when element(sequence) instanceof StructLayout struct ->
                addMembers(rows, struct, offset, prefix + name + "[].", inTail);
            default -> {}
        }
    }

    /** {@return the type in words; a sequence of values is written like the type of a Java array, with its counts} */
    static String typeName(MemoryLayout layout) {
        return typeName(layout, "");
    }

    private static String typeName(MemoryLayout layout, String counts) {
        MemoryLayout tailElement = VarLayouts.varRefElement(layout);
        if (tailElement != null) {
            return "varRef of " + typeName(tailElement, "");
        }
        return switch (layout) {
            case ValueLayout value ->
                value.carrier().getSimpleName()
                        + counts
                        + (value.byteSize() > 1 && value.order() == ByteOrder.BIG_ENDIAN ? " (big-endian)" : "");
            case PaddingLayout _ -> PADDING + counts;
            case StructLayout _ -> "struct";
            case UnionLayout _ -> "union" + counts;
            case SequenceLayout sequence
            when element(sequence) instanceof StructLayout struct ->
                "sequence of " + shape(sequence) + ", stride " + struct.byteSize();
            case SequenceLayout sequence ->
                typeName(sequence.elementLayout(), counts + "[" + sequence.elementCount() + "]");
        };
    }

    /** {@return the counts of a sequence, and of those in it, in words} */
    static String shape(SequenceLayout sequence) {
        return sequence.elementCount()
                + (sequence.elementLayout() instanceof SequenceLayout inner ? " x " + shape(inner) : "");
    }

    /** {@return a struct of these members, with the padding that their alignments need before them and at the end} */
    public static StructLayout aligned(MemoryLayout... members) {
        return aligned(1, members);
    }

    /**
     * {@return a struct with the members of an older one, and more after them} It has the older one's name, and at
     * least its alignment.
     */
    public static StructLayout grown(StructLayout older, MemoryLayout... added) {
        List<MemoryLayout> members = new ArrayList<>(older.memberLayouts());
        members.addAll(Arrays.asList(added));
        StructLayout grown = aligned(older.byteAlignment(), members.toArray(MemoryLayout[]::new));
        return older.name().map(grown::withName).orElse(grown);
    }

    /** {@return a struct of these members with the padding that they need, aligned to at least a power of two} */
    private static StructLayout aligned(long leastAlignment, MemoryLayout... members) {
        List<MemoryLayout> elements = new ArrayList<>();
        long offset = 0; // structLayout refuses members that make it overflow
        long alignment = leastAlignment;
        for (MemoryLayout member : members) {
            offset += addPadding(elements, offset, member.byteAlignment());
            elements.add(member);
            offset += member.byteSize();
            alignment = Math.max(alignment, member.byteAlignment());
        }
        addPadding(elements, offset, alignment);
        return MemoryLayout.structLayout(elements.toArray(MemoryLayout[]::new)).withByteAlignment(alignment);
    }

    /** Adds the padding up to the next multiple of an alignment, a power of two, and returns its size. */
    private static long addPadding(List<MemoryLayout> elements, long offset, long alignment) {
        long byteSize = -offset & (alignment - 1);
        if (byteSize > 0) {
            elements.add(MemoryLayout.paddingLayout(byteSize));
        }
        return byteSize;
    }

    /** {@return the same struct without padding and with alignment 1, as is all that is nested in it} */
    public static StructLayout packed(StructLayout struct) {
        StructLayout packed = MemoryLayout.structLayout(packedMembers(struct.memberLayouts()));
        return struct.name().map(packed::withName).orElse(packed);
    }

    private static MemoryLayout[] packedMembers(List<MemoryLayout> members) {
        return members.stream()
                .filter(member -> !isOnlyPadding(member))
                .map(LayoutMembers::packedMember)
                .toArray(MemoryLayout[]::new);
    }

    private static MemoryLayout packedMember(MemoryLayout member) {
        MemoryLayout packed = switch (member) {
            case ValueLayout value -> value.withByteAlignment(1);
            case StructLayout struct -> packed(struct);
            case UnionLayout union -> MemoryLayout.unionLayout(packedMembers(union.memberLayouts()));
            case SequenceLayout sequence ->
                MemoryLayout.sequenceLayout(sequence.elementCount(), packedMember(sequence.elementLayout()));
            case PaddingLayout padding -> throw new AssertionError("padding is left out: " + padding);
        };
        return member.name().map(packed::withName).orElse(packed);
    }

    /**
     * {@return the same struct with all values in a byte order, as are those of all that is nested in it} The header of
     * a variable-length record and the places in its references have one order in all of them, and keep it.
     */
    public static StructLayout ordered(StructLayout struct, ByteOrder order) {
        int kept = VarLayouts.isVarRecord(struct) || VarLayouts.varRefElement(struct) != null ? 2 : 0;
        List<MemoryLayout> members = struct.memberLayouts();
        StructLayout ordered = MemoryLayout.structLayout(Stream.concat(
                                members.stream().limit(kept),
                                members.stream().skip(kept).map(member -> orderedMember(member, order)))
                        .toArray(MemoryLayout[]::new))
                .withByteAlignment(struct.byteAlignment());
        return struct.name().map(ordered::withName).orElse(ordered);
    }

    private static MemoryLayout orderedMember(MemoryLayout member, ByteOrder order) {
        MemoryLayout ordered = switch (member) {
            case ValueLayout value -> value.byteSize() == 1 ? value : value.withOrder(order);
            case StructLayout struct -> ordered(struct, order);
            case UnionLayout union ->
                MemoryLayout.unionLayout(union.memberLayouts().stream()
                                .map(alternative -> orderedMember(alternative, order))
                                .toArray(MemoryLayout[]::new))
                        .withByteAlignment(union.byteAlignment());
            case SequenceLayout sequence ->
                MemoryLayout.sequenceLayout(sequence.elementCount(), orderedMember(sequence.elementLayout(), order))
                        .withByteAlignment(sequence.byteAlignment());
            case PaddingLayout padding -> padding;
        };
        return member.name().map(ordered::withName).orElse(ordered);
    }

    /**
     * {@return a sequence of sequences as one sequence of what these have, row after row; null if it is none} In memory
     * they are the same. Neither has more than {@link Integer#MAX_VALUE} elements, as no array has.
     */
    public static @Nullable SequenceLayout withoutRows(MemoryLayout layout) {
        return layout instanceof SequenceLayout rows
                        && rows.elementLayout() instanceof SequenceLayout row
                        && Math.max(rows.elementCount(), row.elementCount()) <= Integer.MAX_VALUE
                ? MemoryLayout.sequenceLayout(rows.elementCount() * row.elementCount(), row.elementLayout())
                : null;
    }

    /** {@return what lies in a sequence of sequences as one sequence of it, whatever their depth; else the layout} */
    public static MemoryLayout flat(MemoryLayout layout) {
        SequenceLayout flatter = withoutRows(layout);
        return flatter == null ? layout : flat(flatter);
    }

    /** {@return what lies in a sequence, or in the innermost of sequences within one another} */
    static MemoryLayout element(SequenceLayout sequence) {
        return sequence.elementLayout() instanceof SequenceLayout inner ? element(inner) : sequence.elementLayout();
    }

    /** {@return whether a struct has nothing but padding from an offset up to another one} */
    public static boolean isPadding(StructLayout struct, long from, long to) {
        return of(struct).stream()
                .filter(element -> element.offset() < to
                        && from < element.offset() + element.layout().byteSize())
                .allMatch(element -> isOnlyPadding(element.layout())
                        || (element.layout() instanceof StructLayout nested
                                && isPadding(nested, from - element.offset(), to - element.offset())));
    }

    private static boolean isOnlyPadding(MemoryLayout layout) {
        return layout instanceof PaddingLayout
                || (layout instanceof SequenceLayout sequence && isOnlyPadding(sequence.elementLayout()));
    }
}
