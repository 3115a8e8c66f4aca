package dev.verbatim.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutReader;
import dev.verbatim.Layouts;
import dev.verbatim.StoreException;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints entries of a queue by the layouts that it has stored. */
abstract sealed class EntryPrinter {

    private final MappedQueue queue;
    private final Map<Integer, LayoutReader> readers = new HashMap<>();

    private EntryPrinter(MappedQueue queue) {
        this.queue = queue;
    }

    static EntryPrinter of(TextFormat format, MappedQueue queue, PrintWriter out) {
        return switch (format) {
            case JSON -> new JsonLines(queue, out);
            case CSV -> new CsvRows(queue, out);
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
            StructLayout layout = queue.layout(id);
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

    static String raw(StoredEntry entry) {
        return ByteText.of(entry.payload().toArray(ValueLayout.JAVA_BYTE));
    }

    private static final class JsonLines extends EntryPrinter {

        private final PrintWriter out;

        JsonLines(MappedQueue queue, PrintWriter out) {
            super(queue);
            this.out = out;
        }

        @Override
        void print(StoredEntry entry) throws IOException {
            Object value = entry.layoutId() == LayoutIds.RAW_ID ? raw(entry) : shown(entry);
            Map<String, @Nullable Object> line = new LinkedHashMap<>();
            line.put("position", entry.position());
            line.put("layout", LayoutIds.toText(entry.layoutId()));
            line.put("value", value);
            out.print(Json.of(line) + "\n");
        }

        private @Nullable Object shown(StoredEntry entry) throws IOException {
            LayoutReader reader = reader(entry.layoutId());
            return ShownValue.of(reader.layout(), read(reader, entry.payload()));
        }
    }

    /** Prints the columns of the first entry's layout as the header, and a row for each entry of that layout. */
    private static final class CsvRows extends EntryPrinter {

        private final CsvWriter csv;
        private int layoutId;
        private @Nullable List<Column> columns;

        CsvRows(MappedQueue queue, PrintWriter out) {
            super(queue);
            this.csv = CsvText.writer(out);
        }

        @Override
        void print(StoredEntry entry) throws IOException, BadInputException {
            List<Column> header = columns(entry);
            List<@Nullable String> row = new ArrayList<>();
            row.add(String.valueOf(entry.position()));
            if (layoutId == LayoutIds.RAW_ID) {
                row.add(raw(entry));
            } else {
                Map<String, @Nullable Object> values = read(reader(layoutId), entry.payload());
                header.forEach(column -> row.add(column.read(values)));
            }
            csv.writeRecord(row.toArray(String[]::new));
        }

        private List<Column> columns(StoredEntry entry) throws IOException, BadInputException {
            if (columns == null) {
                layoutId = entry.layoutId();
                columns = layoutId == LayoutIds.RAW_ID ? List.of() : columnsOf(reader(layoutId));
                csv.writeRecord(CsvText.header(columns).toArray(String[]::new));
            } else if (layoutId != entry.layoutId()) {
                throw new BadInputException("position=" + entry.position() + ": expected an entry of layout "
                        + LayoutIds.toText(layoutId) + ", as the header has it, found one of layout "
                        + LayoutIds.toText(entry.layoutId()) + "; choose one with --layout, or --format json");
            }
            return columns;
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
