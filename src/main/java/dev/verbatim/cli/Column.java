package dev.verbatim.cli;

import dev.verbatim.LayoutReader;
import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A column of CSV: a value of a stored layout, a sequence of bytes, or all that a reference refers to.
 *
 * @param path the names that lead to it, such as {@code levels[0].price}
 * @param steps the same as the keys of maps and the indexes of lists
 * @param layout its layout
 * @param offset where it starts in the payload, in bytes
 */
record Column(String path, List<Object> steps, MemoryLayout layout, long offset) {

    /**
     * {@return the columns of what a reader reads, in the order of their bytes}
     *
     * @throws BadInputException if they are more than CSV can have; the message ends where it can say what to do
     */
    static List<Column> of(LayoutReader reader) throws BadInputException {
        return of(reader.layout(), reader.members(), Layouts.isVarRecord(reader.layout()));
    }

    /** {@return the columns of a struct of fixed size, as {@link #of(LayoutReader)} has them} */
    static List<Column> of(StructLayout struct) throws BadInputException {
        return of(struct, Layouts.members(struct), false);
    }

    private static List<Column> of(StructLayout layout, List<Layouts.Member> members, boolean inVarRecord)
            throws BadInputException {
        Columns columns = new Columns(inVarRecord, new ArrayList<>());
        columns.addMembers(members, new Column("", List.of(), layout, 0));
        return columns.found;
    }

    /**
     * The columns that have been found.
     *
     * @param inVarRecord whether references refer to a tail
     */
    private record Columns(boolean inVarRecord, List<Column> found) {

        void addMembers(List<Layouts.Member> members, Column struct) throws BadInputException {
            for (Layouts.Member member : members) {
                String path = struct.path.isEmpty() ? member.name() : struct.path + "." + member.name();
                add(struct.step(path, member.name(), member.layout(), member.offset()));
            }
        }

        private void add(Column place) throws BadInputException {
            switch (place.layout) {
                case StructLayout reference
                when inVarRecord && Layouts.varRefElement(reference).isPresent() -> addValue(place);
                case StructLayout struct -> addMembers(Layouts.members(struct), place);
                case SequenceLayout bytes when bytes.elementLayout() instanceof ValueLayout.OfByte -> addValue(place);
                case SequenceLayout sequence -> addElements(sequence, place);
                default -> addValue(place);
            }
        }

        private void addElements(SequenceLayout sequence, Column place) throws BadInputException {
            MemoryLayout element = sequence.elementLayout();
            if (element.byteSize() == 0) {
                return; // there could be any number of them
            }
            int before = found.size();
            for (int i = 0; i < sequence.elementCount(); i++) {
                add(place.step(place.path + "[" + i + "]", i, element, i * element.byteSize()));
                if (found.size() == before) {
                    return; // no element has any
                }
            }
        }

        private void addValue(Column value) throws BadInputException {
            if (found.size() == CsvText.MAX_VALUES) {
                throw new BadInputException("expected a layout of at most " + CsvText.MAX_VALUES
                        + " columns of CSV, found more at " + OneLineErrors.quote(value.path));
            }
            found.add(value);
        }
    }

    /** {@return what lies in this, at an offset} */
    private Column step(String innerPath, Object step, MemoryLayout inner, long innerOffset) {
        List<Object> innerSteps = Stream.concat(steps.stream(), Stream.of(step)).toList();
        return new Column(innerPath, innerSteps, inner, offset + innerOffset);
    }

    /**
     * {@return the text of this column in what a reader has read, JSON if it is an array or list of a tail; null for
     * null}
     */
    @Nullable
    String read(Map<String, @Nullable Object> values) {
        Object value = values;
        for (Object step : steps) {
            // Only what this column leads to can be null.
            Object outer = Objects.requireNonNull(value, path);
            value = step instanceof Integer index ? ((List<?>) outer).get(index) : ((Map<?, ?>) outer).get(step);
        }
        Object shown = ShownValue.of(layout, value);
        if (shown == null) {
            return null;
        }
        return CsvText.cell(shown);
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
            throw new BadInputException("expected at most " + layout.byteSize() + " bytes, found " + bytes.length
                    + " in " + OneLineErrors.quote(text));
        }
        MemorySegment.copy(bytes, 0, payload, ValueLayout.JAVA_BYTE, offset, bytes.length);
    }
}
