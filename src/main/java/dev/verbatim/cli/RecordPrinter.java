package dev.verbatim.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.QueueException;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints records of a queue by the layouts that it has stored. */
abstract sealed class RecordPrinter {

    private final MappedQueue queue;
    private final Map<Integer, StructLayout> layouts = new HashMap<>();

    private RecordPrinter(MappedQueue queue) {
        this.queue = queue;
    }

    static RecordPrinter of(TextFormat format, MappedQueue queue, PrintWriter out) {
        return switch (format) {
            case JSON -> new JsonLines(queue, out);
            case CSV -> new CsvRows(queue, out);
        };
    }

    /**
     * Prints a record.
     *
     * @throws BadInputException if the format cannot hold it beside those before
     * @throws CorruptRecordException if its bytes are not of its layout
     * @throws QueueException if its layout is not stored, or damaged
     * @throws IOException if its layout cannot be read
     */
    abstract void print(StoredRecord record) throws IOException, BadInputException;

    final StructLayout layout(int id) throws IOException {
        StructLayout layout = layouts.get(id);
        if (layout == null) {
            layout = queue.layout(id);
            layouts.put(id, layout);
        }
        return layout;
    }

    static String raw(StoredRecord record) {
        return ByteText.of(record.payload().toArray(ValueLayout.JAVA_BYTE));
    }

    private static final class JsonLines extends RecordPrinter {

        private final PrintWriter out;

        JsonLines(MappedQueue queue, PrintWriter out) {
            super(queue);
            this.out = out;
        }

        @Override
        void print(StoredRecord record) throws IOException {
            Object value = record.layoutId() == LayoutIds.RAW_ID
                    ? raw(record)
                    : PayloadReader.of(layout(record.layoutId()), record.payload()).read();
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("position", record.position());
            line.put("layout", LayoutIds.toText(record.layoutId()));
            line.put("value", value);
            out.print(Json.of(line) + "\n");
        }
    }

    /** A header of the columns of the first record's layout, and rows for it and for others of the same. */
    private static final class CsvRows extends RecordPrinter {

        private final CsvWriter csv;
        private int layoutId;
        private @Nullable List<Column> columns;

        CsvRows(MappedQueue queue, PrintWriter out) {
            super(queue);
            this.csv = CsvText.writer(out);
        }

        @Override
        void print(StoredRecord record) throws IOException, BadInputException {
            List<Column> header = columns(record);
            List<@Nullable String> row = new ArrayList<>();
            row.add(String.valueOf(record.position()));
            if (layoutId == LayoutIds.RAW_ID) {
                row.add(raw(record));
            } else {
                PayloadReader payload = PayloadReader.of(layout(layoutId), record.payload());
                header.forEach(column -> row.add(column.read(payload)));
            }
            csv.writeRecord(row.toArray(String[]::new));
        }

        private List<Column> columns(StoredRecord record) throws IOException, BadInputException {
            if (columns == null) {
                layoutId = record.layoutId();
                columns = layoutId == LayoutIds.RAW_ID ? List.of() : columnsOf(layout(layoutId));
                csv.writeRecord(CsvText.header(columns).toArray(String[]::new));
            } else if (layoutId != record.layoutId()) {
                throw new BadInputException("position=" + record.position() + ": expected a record of layout "
                        + LayoutIds.toText(layoutId) + ", as the header has it, found one of layout "
                        + LayoutIds.toText(record.layoutId()) + "; choose one with --layout, or --format json");
            }
            return columns;
        }

        private List<Column> columnsOf(StructLayout layout) throws BadInputException {
            try {
                return Column.of(layout);
            } catch (BadInputException e) {
                throw new BadInputException("layout " + LayoutIds.toText(layoutId) + ": " + e.getMessage()
                        + "; choose another one with --layout, or --format json");
            }
        }
    }
}
