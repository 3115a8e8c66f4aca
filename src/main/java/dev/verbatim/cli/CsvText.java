package dev.verbatim.cli;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvReader.CsvReaderBuilder;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** How CSV is read, and how entries are printed as CSV. */
final class CsvText {

    /** The name of the first column, of the positions. No member that a codec binds has this name. */
    static final String POSITION = "@position";

    /** The name of the column of entries without a layout. */
    static final String RAW = "bytes";

    /** The most columns that are printed: readers of CSV take no more. */
    static final int MAX_COLUMNS = 16 * 1024;

    /** The most columns beside that of the positions. */
    static final int MAX_VALUES = MAX_COLUMNS - 1;

    private CsvText() {}

    /** {@return a reader that takes rows of any length; the caller compares them with the header} */
    static CsvReaderBuilder reader() {
        return CsvReader.builder()
                .detectBomHeader(true)
                .allowUnclosedQuote(false)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE);
    }

    /** {@return a writer that quotes empty texts, so that null is told from them} */
    static CsvWriter writer(PrintWriter out) {
        return CsvWriter.builder()
                .lineDelimiter(LineDelimiter.LF)
                .quoteStrategy(QuoteStrategies.EMPTY)
                .bufferSize(0) // the writer below has a buffer, which others flush
                .build(out);
    }

    /** {@return a value of any kind in one column} */
    static String cell(Object shown) {
        return shown instanceof List<?> || shown instanceof Map<?, ?> ? Json.of(shown) : ValueText.of(shown);
    }

    /** {@return the header for the positions and some columns} */
    static List<String> header(List<Column> columns) {
        return header(List.of("position"), columns);
    }

    /** {@return the header for labels and some columns; without any, the header for entries without a layout} */
    static List<String> header(Collection<String> labels, List<Column> columns) {
        return Stream.concat(
                        labels.stream().map(label -> "@" + label),
                        columns.isEmpty() ? Stream.of(RAW) : columns.stream().map(Column::path))
                .toList();
    }
}
