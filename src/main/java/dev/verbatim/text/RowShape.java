package dev.verbatim.text;

import dev.verbatim.internal.model.MemberPaths;
import dev.verbatim.internal.runtime.LayoutValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** How the values of a layout are spread over the cells of a row of CSV, and gathered from them. */
final class RowShape {

    /** The most columns of one sequence: a longer one is a column with JSON. */
    private static final int MAX_COLUMNS_OF_SEQUENCE = 64;

    private RowShape() {}

    /** The cells of a value. */
    sealed interface Part {

        /** {@return how many cells there are} */
        long count();

        /**
         * Adds the paths of the cells.
         *
         * @throws IllegalArgumentException if there are more than so many
         */
        void addPaths(String path, List<String> paths, int limit);

        /** Adds the cells of a value, as {@link RecordText#values} has it. */
        void addCells(@Nullable Object value, List<@Nullable String> cells);

        /** {@return the value of the cells that come next, as {@link Json#parse} would have it} */
        @Nullable
        Object values(Iterator<? extends @Nullable String> cells);
    }

    /** {@return the cells of a struct} */
    static Struct of(LayoutValue.Struct struct) {
        Map<String, Part> members = new LinkedHashMap<>();
        for (LayoutValue.Field field : struct.fields()) {
            members.put(field.name(), of(field.value()));
        }
        return new Struct(
                members, members.values().stream().mapToLong(Part::count).sum());
    }

    private static Part of(LayoutValue value) {
        return switch (value) {
            case LayoutValue.Primitive _, LayoutValue.Bytes _ -> Cell.OF_VALUE;
            case LayoutValue.VarBytes _ -> Cell.OF_TAIL_BYTES;
            case LayoutValue.VarArray _, LayoutValue.VarStructs _ -> Cell.OF_JSON;
            case LayoutValue.Struct struct -> of(struct);
            case LayoutValue.Sequence sequence -> {
                Part element = of(sequence.element());
                long count = sequence.count() * element.count();
                yield count > MAX_COLUMNS_OF_SEQUENCE ? Cell.OF_JSON : new Elements(element, sequence.count(), count);
            }
        };
    }

    /** One cell. */
    enum Cell implements Part {
        /** A value of fixed size, which is never null. */
        OF_VALUE,
        /** Bytes in a tail, which may be null. */
        OF_TAIL_BYTES,
        /** Anything else, in JSON. */
        OF_JSON;

        @Override
        public long count() {
            return 1;
        }

        @Override
        public void addPaths(String path, List<String> paths, int limit) {
            if (paths.size() == limit) {
                throw new IllegalArgumentException("expected a layout of at most " + limit
                        + " columns of CSV, found more at " + MalformedTextException.quote(path));
            }
            paths.add(path);
        }

        @Override
        public void addCells(@Nullable Object value, List<@Nullable String> cells) {
            cells.add(value == null ? null : Csv.cell(value));
        }

        @Override
        public @Nullable Object values(Iterator<? extends @Nullable String> cells) {
            String cell = cells.next();
            return switch (this) {
                case OF_VALUE -> cell == null ? "" : cell;
                case OF_TAIL_BYTES -> cell;
                case OF_JSON -> cell == null ? null : Json.parse(cell);
            };
        }
    }

    /** The cells of a struct. */
    record Struct(Map<String, Part> members, long count) implements Part {

        @Override
        public void addPaths(String path, List<String> paths, int limit) {
            members.forEach((name, member) ->
                    member.addPaths((path.isEmpty() ? "" : path + ".") + MemberPaths.step(name), paths, limit));
        }

        @Override
        public void addCells(@Nullable Object value, List<@Nullable String> cells) {
            Map<?, ?> values = (Map<?, ?>) value;
            members.forEach((name, member) -> member.addCells(values == null ? null : values.get(name), cells));
        }

        @Override
        public Map<String, @Nullable Object> values(Iterator<? extends @Nullable String> cells) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            members.forEach((name, member) -> {
                try {
                    values.put(name, member.values(cells));
                } catch (MalformedTextException e) {
                    throw e.in(name);
                }
            });
            return values;
        }
    }

    /** The cells of a short sequence. */
    record Elements(Part element, int elements, long count) implements Part {

        @Override
        public void addPaths(String path, List<String> paths, int limit) {
            for (int i = 0; i < elements && count > 0; i++) {
                element.addPaths(path + "[" + i + "]", paths, limit);
            }
        }

        @Override
        public void addCells(@Nullable Object value, List<@Nullable String> cells) {
            if (count > 0 && value != null) {
                ((List<?>) value).forEach(each -> element.addCells(each, cells));
            }
        }

        @Override
        public List<@Nullable Object> values(Iterator<? extends @Nullable String> cells) {
            if (count == 0) {
                return Collections.nCopies(elements, element.values(cells)); // there may be millions without a value
            }
            List<@Nullable Object> values = new ArrayList<>(elements);
            for (int i = 0; i < elements; i++) {
                values.add(element.values(cells));
            }
            return values;
        }
    }
}
