package dev.verbatim.internal.model;

import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.LayoutMembers.Row;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.stream.Collectors;

/** What may hold the bytes that a conversion makes. */
public sealed interface BytesHolder {

    /** {@return whether a layout, which has as many bytes, may hold them} */
    boolean fits(MemoryLayout layout);

    /** {@return what may hold so many bytes, as messages say it} */
    String needs(int byteSize);

    /** Any sequence of values: nothing is known of the bytes. All rows of a sequence of sequences are one value. */
    record AnyValues() implements BytesHolder {

        @Override
        public boolean fits(MemoryLayout layout) {
            return LayoutMembers.flat(layout) instanceof SequenceLayout sequence
                    && sequence.elementLayout() instanceof ValueLayout;
        }

        @Override
        public String needs(int byteSize) {
            return together("values", byteSize);
        }
    }

    /**
     * A sequence of one kind of values. Of a sequence of sequences it is a row.
     *
     * @param element the kind; its alignment is that of the member
     */
    record ValuesOf(ValueLayout element) implements BytesHolder {

        @Override
        public boolean fits(MemoryLayout layout) {
            return layout instanceof SequenceLayout sequence
                    && sequence.elementLayout() instanceof ValueLayout found
                    && element.carrier() == found.carrier()
                    && (element.byteSize() == 1 || element.order() == found.order());
        }

        @Override
        public String needs(int byteSize) {
            return together(new Element(0, element).typeName(), byteSize);
        }
    }

    /** Any struct or union, or any sequence of values. */
    record AnyGroup() implements BytesHolder {

        private static final AnyValues VALUES = new AnyValues();

        @Override
        public boolean fits(MemoryLayout layout) {
            return layout instanceof GroupLayout || VALUES.fits(layout);
        }

        @Override
        public String needs(int byteSize) {
            return "a union, a struct or " + VALUES.needs(byteSize);
        }
    }

    /**
     * A struct with members of the same names, types and offsets, or a sequence of bytes.
     *
     * @param binding that of the struct's codec; the names and the alignment of both structs may differ
     */
    record StructOf(Binding<?> binding) implements BytesHolder {

        /** Of more members a message lists the first ones. */
        private static final int LISTED = 8;

        private static final ValuesOf BYTES = new ValuesOf(ValueLayout.JAVA_BYTE);

        @Override
        public boolean fits(MemoryLayout found) {
            return found instanceof StructLayout struct
                    ? members(struct).equals(members(binding.layout()))
                    : BYTES.fits(found);
        }

        private static List<Row> members(StructLayout struct) {
            return LayoutMembers.rows(struct).stream()
                    .filter(row -> !row.typeName().startsWith(LayoutMembers.PADDING))
                    .toList();
        }

        @Override
        public String needs(int byteSize) {
            List<Row> members = members(binding.layout());
            int more = members.size() - LISTED;
            return "a struct of "
                    + members.stream()
                            .limit(LISTED)
                            .map(row -> row.typeName() + " " + row.path() + " (offset=" + row.offset() + ")")
                            .collect(Collectors.joining(", "))
                    + (more > 0 ? " and " + more + " more" : "")
                    + ", or " + BYTES.needs(byteSize);
        }
    }

    private static String together(String elements, int byteSize) {
        return "a sequence of " + elements + " of " + byteSize + " bytes together";
    }
}
