package dev.verbatim.cli;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import dev.verbatim.queue.Appender;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Appends the rows of CSV as entries of one layout, each row whole or not at all. The header names all columns of the
 * layout, in any order. Positions are ignored.
 */
final class CsvAppender {

    private static final String BYTE_ORDER_MARK = "\uFEFF";

    private final Appender appender;

    /** Null for entries without a layout. */
    private final @Nullable StructLayout layout;

    private final List<String> expectedHeader;
    private final Map<String, Column> columns = new HashMap<>();
    private final String input;
    private List<String> header = List.of();
    private long appended;
    private long lastPosition;

    /**
     * Prepares to append.
     *
     * @param layout a struct of fixed size; null for entries without a layout
     * @param input the name of the input in messages
     * @throws BadInputException if the layout has more columns than CSV can have
     */
    CsvAppender(Appender appender, @Nullable StructLayout layout, String input) throws BadInputException {
        List<Column> all = layout == null ? List.of() : columns(layout);
        this.appender = appender;
        this.layout = layout;
        this.input = input;
        this.expectedHeader = CsvText.header(all);
        all.forEach(column -> columns.put(column.path(), column));
    }

    private static List<Column> columns(StructLayout layout) throws BadInputException {
        try {
            return Column.of(layout);
        } catch (BadInputException e) {
            throw new BadInputException("--layout: " + e.getMessage() + "; append such entries with a program");
        }
    }

    /** {@return the number of entries that were appended} */
    long appended() {
        return appended;
    }

    /** {@return the position of the last one} */
    long lastPosition() {
        return lastPosition;
    }

    /**
     * Appends all rows.
     *
     * @throws BadInputException if the input does not fit the layout; the message names the line and says how many rows
     *     were appended
     */
    void append(Reader csv) throws IOException, BadInputException {
        try (CsvReader<CsvRecord> rows = CsvText.reader().ofCsvRecord(csv)) {
            Iterator<CsvRecord> iterator = rows.iterator();
            if (!iterator.hasNext()) {
                throw new BadInputException("is empty, expected a header and rows");
            }
            readHeader(iterator.next());
            while (iterator.hasNext()) {
                append(iterator.next());
            }
        } catch (BadInputException e) {
            throw new BadInputException(describe(e.getMessage()));
        } catch (CsvParseException e) {
            throw new BadInputException(describe("no CSV: " + e.getMessage()));
        } catch (UncheckedIOException e) {
            if (e.getCause() instanceof CharacterCodingException) {
                throw new BadInputException(describe("no text in UTF-8"));
            }
            throw new IOException(describe(OneLineErrors.describe(e)), e);
        } catch (IOException e) {
            throw new IOException(describe(OneLineErrors.describe(e)), e);
        }
    }

    private String describe(@Nullable String message) {
        return input + ": " + message
                + (appended == 0 ? "; nothing was appended" : "; the first " + appended + " rows were appended");
    }

    private void readHeader(CsvRecord row) throws BadInputException {
        List<String> names = new ArrayList<>(row.getFields());
        names.set(0, names.getFirst().replaceFirst("^" + BYTE_ORDER_MARK, ""));
        header = names;
        Map<String, Integer> counts = new HashMap<>();
        names.forEach(name -> counts.merge(name, 1, Integer::sum));
        for (String name : expectedHeader) {
            int count = counts.getOrDefault(name, 0);
            if (count > 1 || (count == 0 && !name.equals(CsvText.POSITION))) {
                throw new BadInputException(
                        "expected the column " + OneLineErrors.quote(name) + " once, found it " + count + " times");
            }
        }
        Set<String> expected = new HashSet<>(expectedHeader);
        for (String name : names) {
            if (!expected.contains(name)) {
                throw new BadInputException("expected columns of the layout, found " + OneLineErrors.quote(name));
            }
        }
    }

    private void append(CsvRecord row) throws IOException, BadInputException {
        String line = "line " + row.getStartingLineNumber();
        if (row.getFieldCount() != header.size()) {
            throw new BadInputException(line + ": expected " + header.size() + " fields, found " + row.getFieldCount());
        }
        byte[] payload = new byte[layout == null ? 0 : Math.toIntExact(layout.byteSize())];
        for (int i = 0; i < header.size(); i++) {
            String name = header.get(i);
            Column column = columns.get(name);
            try {
                if (column != null) {
                    column.write(MemorySegment.ofArray(payload), row.getField(i));
                } else if (layout == null && name.equals(CsvText.RAW)) {
                    payload = ByteText.parse(row.getField(i));
                }
            } catch (BadInputException e) {
                throw new BadInputException(line + ": " + name + ": " + e.getMessage());
            }
        }
        try {
            lastPosition = append(MemorySegment.ofArray(payload));
        } catch (IllegalArgumentException e) {
            throw new BadInputException(line + ": " + e.getMessage()); // the entry is too large for this queue
        }
        appended++;
    }

    private long append(MemorySegment payload) throws IOException {
        if (layout == null) {
            return appender.append(payload);
        }
        appender.claim(layout).copyFrom(payload);
        return appender.commit();
    }
}
