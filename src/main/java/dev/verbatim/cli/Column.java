package dev.verbatim.cli;

import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of CSV: a value of a stored layout, a sequence of bytes, or all that a slot refers to.
 *
 * @param path the names that lead to it, such as {@code levels[0].price}
 * @param layout its layout
 * @param offset where it starts in the payload, in bytes
 * @param structOffset where the innermost struct starts that it is in
 */
record Column(String path, MemoryLayout layout, long offset, long structOffset) {

    /**
     * {@return the columns of a layout, in the order of their bytes}
     *
     * @throws BadInputException if they are more than CSV can have; the message ends where it can say what to do
     */
    static List<Column> of(StructLayout layout) throws BadInputException {
        List<Column> columns = new ArrayList<>();
        addStruct(columns, layout, 0, "", layout);
        return columns;
    }

    private static void addStruct(
            List<Column> columns, StructLayout struct, long start, String path, StructLayout whole)
            throws BadInputException {
        for (StoredMember member : StoredMember.of(struct)) {
            String memberPath = path.isEmpty() ? member.name() : path + "." + member.name();
            add(columns, new Column(memberPath, member.layout(), start + member.offset(), start), whole);
        }
    }

    private static void add(List<Column> columns, Column place, StructLayout whole) throws BadInputException {
        if (place.isSlotOf(whole) || StoredMember.isBytes(place.layout)) {
            addValue(columns, place);
            return;
        }
        switch (place.layout) {
            case StructLayout struct -> addStruct(columns, struct, place.offset, place.path, whole);
            case SequenceLayout sequence -> {
                MemoryLayout element = sequence.elementLayout();
                int before = columns.size();
                for (long i = 0; i < sequence.elementCount(); i++) {
                    long offset = place.offset + i * element.byteSize();
                    add(columns, new Column(place.path + "[" + i + "]", element, offset, place.structOffset), whole);
                    if (columns.size() == before) {
                        return; // no element has any
                    }
                }
            }
            default -> addValue(columns, place);
        }
    }

    private static void addValue(List<Column> columns, Column value) throws BadInputException {
        if (columns.size() == CsvText.MAX_VALUES) {
            throw new BadInputException("expected a layout of at most " + CsvText.MAX_VALUES
                    + " columns of CSV, found more at " + OneLineErrors.quote(value.path));
        }
        columns.add(value);
    }

    private boolean isSlotOf(StructLayout whole) {
        return Layouts.isVarRecord(whole) && Layouts.varRefElement(layout).isPresent();
    }

    /** {@return the text of this column in a payload, JSON if it is an array or list of a tail; null for null} */
    @Nullable String read(PayloadReader payload) {
        Object value = payload.value(layout, offset, structOffset, path);
        if (value == null) {
            return null;
        }
        return value instanceof List<?> ? Json.of(value) : ValueText.of(value);
    }

    /**
     * Writes this column of a struct of fixed size.
     *
     * @param payload zeros, where it was not written to
     * @throws BadInputException if the text does not fit; the message says what was expected
     */
    void write(MemorySegment payload, String text) throws BadInputException {
        if (layout instanceof ValueLayout value) {
            value.varHandle().set(payload, offset, ValueText.parse(value, text));
            return;
        }
        byte[] bytes = ByteText.parse(text);
        if (bytes.length > layout.byteSize()) {
            throw new BadInputException("expected at most " + layout.byteSize() + " bytes, found " + bytes.length + " in "
                    + OneLineErrors.quote(text));
        }
        MemorySegment.copy(bytes, 0, payload, ValueLayout.JAVA_BYTE, offset, bytes.length);
    }
}
