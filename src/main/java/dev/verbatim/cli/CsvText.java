package dev.verbatim.cli;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.PrintWriter;
import java.util.List;
import java.util.stream.Stream;

/** The forms of CSV: what is read, and what entries are printed as. */
final class CsvText {

    /** The column of the positions, always the first one. No member that a codec binds is named so. */
    static final String POSITION = "@position";

    /** The column of entries without a layout. */
    static final String RAW = "bytes";

    /** The most columns that are printed, which is what readers take. */
    static final int MAX_COLUMNS = 16 * 1024;

    /** The most columns beside that of the positions. */
    static final int MAX_VALUES = MAX_COLUMNS - 1;

    private CsvText() {}

    /** {@return how CSV is read: rows of any length, which the caller compares with the header} */
    static CsvReaderBuilder reader() {
        return CsvReader.builder()
                .detectBomHeader(true)
                .allowUnclosedQuote(false)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE);
    }

    /** {@return a writer that quotes empty text, and not null} */
    static CsvWriter writer(PrintWriter out) {
        return CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(QuoteStrategies.EMPTY)
                .bufferSize(0) // the writer below has a buffer, and is flushed by others
                .build(out);
    }

    /** {@return the header of rows of these columns; of no columns, that of entries without a layout} */
    static List<String> header(List<Column> columns) {
        return Stream.concat(Stream.of(POSITION), columns.isEmpty() ? Stream.of(RAW) : columns.stream().map(Column::path))
                .toList();
    }
}
