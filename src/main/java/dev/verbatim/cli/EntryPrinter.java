package dev.verbatim.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutReader;
import dev.verbatim.Layouts;
import dev.verbatim.StoreException;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints entries of a queue or a map by the layouts that it has stored. */
abstract sealed class EntryPrinter {

    private final LayoutSource layouts;
    private final Map<Integer, LayoutReader> readers = new HashMap<>();

    private EntryPrinter(LayoutSource layouts) {
        this.layouts = layouts;
    }

    /** Where layouts are stored. */
    interface LayoutSource {
        /** {@return the layout of an id} */
        StructLayout layout(int id) throws IOException;
    }

    static EntryPrinter of(TextFormat format, LayoutSource layouts, PrintWriter out) {
        return switch (format) {
            case JSON -> new JsonLines(layouts, out);
            case CSV -> new CsvRows(layouts, out);
        };
    }

    /**
     * Prints an entry.
     *
     * @throws BadInputException if the format cannot show it together with the entries before it
     * @throws CorruptRecordException if its payload is not of its layout
     * @throws StoreException if its layout is missing, or damaged
     * @throws IOException if its layout cannot be read
     */
    abstract void print(StoredEntry entry) throws IOException, BadInputException;

    /** {@return the reader for a stored layout} */
    final LayoutReader reader(int id) throws IOException {
        LayoutReader reader = readers.get(id);
        if (reader == null) {
            StructLayout layout = layouts.layout(id);
            try {
                reader = LayoutReader.of(layout);
            } catch (IllegalArgumentException e) {
                throw new CorruptRecordException("layout " + LayoutIds.toText(id) + ": " + e.getMessage());
            }
            readers.put(id, reader);
        }
        return reader;
    }

    /** {@return the values of a payload; one with more bytes than they take is corrupt} */
    static Map<String, @Nullable Object> read(LayoutReader reader, MemorySegment payload) {
        long least = reader.layout().byteSize();
        if (payload.byteSize() < least) {
            String orMore = Layouts.isVarRecord(reader.layout()) ? " or more" : "";
            throw new CorruptRecordException(
                    "expected " + least + " bytes" + orMore + ", found " + payload.byteSize() + " bytes");
        }
        long byteSize = reader.encodedSize(payload, 0);
        if (byteSize != payload.byteSize()) {
            throw new CorruptRecordException("expected " + byteSize + " bytes, found " + payload.byteSize() + " bytes");
        }
        return reader.read(payload, 0);
    }

    static String raw(MemorySegment payload) {
        return ByteText.of(payload.toArray(ValueLayout.JAVA_BYTE));
    }

    /** Prints what had to wait for others. */
    void finish() {}

    private static final class JsonLines extends EntryPrinter {

        private final PrintWriter out;

        JsonLines(LayoutSource layouts, PrintWriter out) {
            super(layouts);
            this.out = out;
        }

        @Override
        void print(StoredEntry entry) throws IOException {
            MemorySegment payload = entry.payload();
            Map<String, @Nullable Object> line = new LinkedHashMap<>(entry.labels());
            if (payload == null) {
                line.put("value", null);
            } else {
                Object value = entry.layoutId() == LayoutIds.RAW_ID ? raw(payload) : shown(entry.layoutId(), payload);
                line.put("layout", LayoutIds.toText(entry.layoutId()));
                line.put("value", value);
            }
            out.print(Json.of(line) + "\n");
        }

        private @Nullable Object shown(int layoutId, MemorySegment payload) throws IOException {
            LayoutReader reader = reader(layoutId);
            return ShownValue.of(reader.layout(), read(reader, payload));
        }
    }

    /**
     * Prints the columns of the first entry's layout as the header, and a row for each entry of that layout. An entry
     * without a payload fits below any header, and waits for one.
     */
    private static final class CsvRows extends EntryPrinter {

        private final CsvWriter csv;
        private final List<StoredEntry> waiting = new ArrayList<>();
        private int layoutId;
        private @Nullable List<Column> columns;

        CsvRows(LayoutSource layouts, PrintWriter out) {
            super(layouts);
            this.csv = CsvText.writer(out);
        }

        @Override
        void print(StoredEntry entry) throws IOException, BadInputException {
            MemorySegment payload = entry.payload();
            if (payload != null) {
                List<Column> header = columns(entry);
                write(entry, values(header, payload));
            } else if (columns == null) {
                waiting.add(entry);
            } else {
                writeWithoutValues(entry, columns);
            }
        }

        private List<@Nullable String> values(List<Column> header, MemorySegment payload) throws IOException {
            List<@Nullable String> texts = new ArrayList<>();
            if (layoutId == LayoutIds.RAW_ID) {
                texts.add(raw(payload));
            } else {
                Map<String, @Nullable Object> values = read(reader(layoutId), payload);
                header.forEach(column -> texts.add(column.read(values)));
            }
            return texts;
        }

        private void write(StoredEntry entry, List<@Nullable String> values) {
            List<@Nullable String> row = new ArrayList<>();
            entry.labels().values().forEach(label -> row.add(CsvText.cell(label)));
            row.addAll(values);
            csv.writeRecord(row.toArray(String[]::new));
        }

        private void writeWithoutValues(StoredEntry entry, List<Column> header) {
            int count = layoutId == LayoutIds.RAW_ID ? 1 : header.size();
            write(entry, new ArrayList<>(Collections.nCopies(count, null)));
        }

        private List<Column> begin(StoredEntry entry, List<Column> header) {
            csv.writeRecord(CsvText.header(entry.labels().keySet(), header).toArray(String[]::new));
            waiting.forEach(each -> writeWithoutValues(each, header));
            waiting.clear();
            columns = header;
            return header;
        }

        @Override
        void finish() {
            if (!waiting.isEmpty()) {
                begin(waiting.getFirst(), List.of());
            }
        }

        private List<Column> columns(StoredEntry entry) throws IOException, BadInputException {
            List<Column> header = columns;
            if (header == null) {
                layoutId = entry.layoutId();
                header = begin(entry, layoutId == LayoutIds.RAW_ID ? List.of() : columnsOf(reader(layoutId)));
            } else if (layoutId != entry.layoutId()) {
                throw new BadInputException(entry.place() + ": expected an entry of layout "
                        + LayoutIds.toText(layoutId) + ", as the header has it, found one of layout "
                        + LayoutIds.toText(entry.layoutId()) + "; choose one with --layout, or --format json");
            }
            return header;
        }

        private List<Column> columnsOf(LayoutReader reader) throws BadInputException {
            try {
                return Column.of(reader);
            } catch (BadInputException e) {
                throw new BadInputException("layout " + LayoutIds.toText(layoutId) + ": " + e.getMessage()
                        + "; choose another one with --layout, or --format json");
            }
        }
    }
}
