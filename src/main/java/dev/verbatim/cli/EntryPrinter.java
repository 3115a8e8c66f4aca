package dev.verbatim.cli;

import dev.verbatim.text.Csv;
import dev.verbatim.text.MalformedTextException;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.io.Writer;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Prints entries by the layouts that are stored with them. */
abstract sealed class EntryPrinter {

    static EntryPrinter of(EntryOptions options, LayoutSource layouts, Writer out) {
        List<MemberPath> columns = options.columns();
        if (!columns.isEmpty()) {
            return new Chosen(columns, layouts, RowOutput.of(options.format(), out));
        }
        return switch (options.format()) {
            case JSON -> new JsonLines(layouts, RowOutput.of(TextFormat.JSON, out));
            case CSV -> new CsvRows(options, layouts, out);
            case TABLE -> new Tables(layouts, RowOutput.of(TextFormat.TABLE, out));
        };
    }

    /**
     * Prints an entry.
     *
     * @throws BadInputException if the format cannot show it together with the entries before it
     * @throws dev.verbatim.CorruptRecordException if its payload is not of its layout
     * @throws dev.verbatim.StoreException if its layout is missing, or damaged
     * @throws IOException if its layout cannot be read
     */
    abstract void print(StoredEntry entry) throws IOException, BadInputException;

    /** Prints what has waited for others, as far as that can be. */
    void flush() throws IOException {}

    /** Prints what had to wait for others. */
    void finish() throws IOException, BadInputException {
        flush();
    }

    /** Prints columns that were chosen. */
    private static final class Chosen extends EntryPrinter {

        private final List<MemberPath> columns;
        private final LayoutSource layouts;
        private final RowOutput rows;

        Chosen(List<MemberPath> columns, LayoutSource layouts, RowOutput rows) {
            this.columns = columns;
            this.layouts = layouts;
            this.rows = rows;
        }

        @Override
        void print(StoredEntry entry) throws IOException, BadInputException {
            ShownEntry shown = ShownEntry.of(entry, layouts);
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            for (MemberPath column : columns) {
                row.put(column.column(), column.in(shown));
            }
            rows.print(row);
        }

        @Override
        void flush() throws IOException {
            rows.flush();
        }
    }

    private static final class JsonLines extends EntryPrinter {

        private final LayoutSource layouts;
        private final RowOutput rows;

        JsonLines(LayoutSource layouts, RowOutput rows) {
            this.layouts = layouts;
            this.rows = rows;
        }

        @Override
        void print(StoredEntry entry) throws IOException {
            Object value = ShownEntry.of(entry, layouts).value();
            Map<String, @Nullable Object> line = new LinkedHashMap<>(entry.labels());
            if (entry.payload() != null && entry.layoutId() != LayoutIds.FILE_ID) {
                line.put("layout", LayoutIds.toText(entry.layoutId()));
            }
            line.put("value", value);
            rows.print(line);
        }
    }

    /** Prints a table for each layout, in which an array is one column however long it is. */
    private static final class Tables extends EntryPrinter {

        private final LayoutSource layouts;
        private final RowOutput rows;

        Tables(LayoutSource layouts, RowOutput rows) {
            this.layouts = layouts;
            this.rows = rows;
        }

        @Override
        void print(StoredEntry entry) throws IOException {
            Map<String, @Nullable Object> row = new LinkedHashMap<>();
            entry.labels().forEach((label, value) -> row.put("@" + label, value));
            flatten("", ShownEntry.of(entry, layouts).members(), row);
            rows.print(row);
        }

        private static void flatten(String path, Map<?, ?> members, Map<String, @Nullable Object> row) {
            members.forEach((name, value) -> {
                String inner = MemberPath.ofMember(path, String.valueOf(name));
                if (value instanceof Map<?, ?> nested) {
                    flatten(inner, nested, row);
                } else {
                    row.put(inner, value);
                }
            });
        }

        @Override
        void flush() throws IOException {
            rows.flush();
        }
    }

    /**
     * Prints the columns of the first entry's layout as the header, and a row for each entry of that layout. An entry
     * without a payload fits below any header, and waits for one.
     */
    private static final class CsvRows extends EntryPrinter {

        private final EntryOptions options;
        private final LayoutSource layouts;
        private final Writer out;
        private final List<StoredEntry> waiting = new ArrayList<>();
        private int layoutId;

        /** What the first columns show, of each entry. */
        private List<String> labels = List.of();

        /** How many values a row has; -1 before there is a header. */
        private int width = -1;

        CsvRows(EntryOptions options, LayoutSource layouts, Writer out) {
            this.options = options;
            this.layouts = layouts;
            this.out = out;
        }

        @Override
        void print(StoredEntry entry) throws IOException, BadInputException {
            MemorySegment payload = entry.payload();
            if (payload != null) {
                List<? extends @Nullable String> values = values(entry, payload); // what has none begins no table
                requireHeader(entry);
                printRow(entry, values);
            } else if (width < 0) {
                waiting.add(entry);
            } else {
                printRow(entry, Collections.nCopies(width, null));
            }
        }

        private List<? extends @Nullable String> values(StoredEntry entry, MemorySegment payload) throws IOException {
            if (entry.layoutId() == LayoutIds.RAW_ID) {
                return List.of((String) ShownEntry.of(entry, layouts).members().get(MemberPath.RAW));
            }
            RecordText text = layouts.text(entry.layoutId());
            StructText.requireWhole(text, payload);
            return text.toCells(payload, 0);
        }

        private void printRow(StoredEntry entry, Collection<? extends @Nullable String> values)
                throws IOException, BadInputException {
            Map<String, Object> found = entry.labels();
            if (found.size() != labels.size() || !found.keySet().containsAll(labels)) {
                throw new BadInputException(entry.place() + ": expected an entry with " + names(labels)
                        + ", as the header has it, found one with " + names(found.keySet())
                        + "; use JSON lines");
            }
            List<@Nullable String> row = new ArrayList<>();
            labels.forEach(label -> row.add(Csv.cell(Objects.requireNonNull(found.get(label)))));
            row.addAll(values);
            out.write(Csv.line(row) + "\n");
        }

        private static String names(Collection<String> labels) {
            return labels.isEmpty() ? "no index, position or key" : String.join(" and ", labels);
        }

        private void requireHeader(StoredEntry entry) throws IOException, BadInputException {
            if (width < 0) {
                layoutId = entry.layoutId();
                begin(entry, layoutId == LayoutIds.RAW_ID ? List.of(MemberPath.RAW) : columns());
            } else if (layoutId != entry.layoutId()) {
                throw new BadInputException(entry.place() + ": expected an entry of layout "
                        + LayoutIds.toText(layoutId) + ", as the header has it, found one of layout "
                        + LayoutIds.toText(entry.layoutId()) + "; " + options.adviceForSeveral());
            }
        }

        private List<String> columns() throws IOException, BadInputException {
            RecordText text = layouts.text(layoutId);
            String layout = layoutId == LayoutIds.FILE_ID ? "the layout" : "layout " + LayoutIds.toText(layoutId);
            try {
                List<String> columns = text.columns();
                for (String column : columns) {
                    if (!StandardCharsets.UTF_8.newEncoder().canEncode(column)) {
                        throw new BadInputException(layout + ": expected names that UTF-8 can spell, found "
                                + MalformedTextException.quote(column) + "; use JSON lines");
                    }
                }
                return columns;
            } catch (IllegalArgumentException e) {
                throw new BadInputException(layout + ": " + e.getMessage() + "; " + options.adviceForMany());
            }
        }

        private void begin(StoredEntry entry, List<String> columns) throws IOException, BadInputException {
            labels = List.copyOf(entry.labels().keySet());
            out.write(Csv.line(Stream.concat(labels.stream().map(label -> "@" + label), columns.stream())
                            .toList())
                    + "\n");
            width = columns.size();
            for (StoredEntry each : waiting) {
                printRow(each, Collections.nCopies(width, null));
            }
            waiting.clear();
        }

        @Override
        void finish() throws IOException, BadInputException {
            if (!waiting.isEmpty()) {
                begin(waiting.getFirst(), List.of(MemberPath.RAW));
            }
        }
    }
}
