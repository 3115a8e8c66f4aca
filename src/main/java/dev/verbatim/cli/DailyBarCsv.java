package dev.verbatim.cli;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.verbatim.text.MalformedTextException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads daily bars from a CSV file.
 *
 * <p>The first row names the columns. Those of {@link #COLUMNS} must be there, in any order; others are ignored. A
 * value that does not fit is a {@link BadInputException} that names the file, the line, the column, what was expected
 * and what was found.
 */
final class DailyBarCsv {

    private static final String DATE = "Date";
    private static final String OPEN = "Open";
    private static final String HIGH = "High";
    private static final String LOW = "Low";
    private static final String CLOSE = "Close";
    private static final String ADJ_CLOSE = "Adj Close";
    private static final String VOLUME = "Volume";

    /** The columns that are read. */
    static final List<String> COLUMNS = List.of(DATE, OPEN, HIGH, LOW, CLOSE, ADJ_CLOSE, VOLUME);

    private static final DateTimeFormatter US_DATE = strict("M/d/uuuu");
    private static final DateTimeFormatter ISO_DATE = strict("uuuu-MM-dd");

    // parseDouble also takes NaN, Infinity, hexadecimal numbers and suffixes; parseLong takes digits of all scripts.
    private static final Pattern PLAIN_DECIMAL = Pattern.compile("-?[0-9]+(\\.[0-9]+)?");
    private static final Pattern WHOLE_NUMBER = Pattern.compile("[0-9]+");

    private final Path file;

    /** The names in the first row. */
    private final List<String> header;

    private DailyBarCsv(Path file, List<String> header) {
        this.file = file;
        this.header = header;
    }

    /**
     * Reads a whole file.
     *
     * @return the rows in the file's order, at least one
     * @throws BadInputException if the file is missing, cannot be read, or has no daily bars
     */
    static List<DailyBar> read(Path file) throws BadInputException {
        if (Files.isDirectory(file)) {
            throw new BadInputException(file + ": is a directory, expected a CSV file");
        }
        try (CsvReader<CsvRecord> records = reader().ofCsvRecord(file)) {
            return read(file, records.iterator());
        } catch (CsvParseException e) {
            throw new BadInputException(file + ": no CSV file: " + e.getMessage());
        } catch (IOException | UncheckedIOException e) {
            throw new BadInputException(OneLineErrors.describe(e));
        }
    }

    /** {@return a reader that takes rows of any length, which are compared with the header} */
    private static CsvReader.CsvReaderBuilder reader() {
        return CsvReader.builder()
                .detectBomHeader(true)
                .allowUnclosedQuote(false)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE);
    }

    private static List<DailyBar> read(Path file, Iterator<CsvRecord> records) throws BadInputException {
        if (!records.hasNext()) {
            throw new BadInputException(file + ": is empty, expected a header and rows");
        }
        DailyBarCsv csv = new DailyBarCsv(
                file, records.next().getFields().stream().map(String::strip).toList());
        csv.requireColumns();
        List<DailyBar> bars = new ArrayList<>();
        while (records.hasNext()) {
            bars.add(csv.parse(records.next()));
        }
        if (bars.isEmpty()) {
            throw new BadInputException(file + ": has a header and no rows");
        }
        return bars;
    }

    private void requireColumns() throws BadInputException {
        List<String> missing =
                COLUMNS.stream().filter(name -> !header.contains(name)).toList();
        if (!missing.isEmpty()) {
            throw new BadInputException(file + ": missing columns: " + String.join(", ", missing) + "; found "
                    + MalformedTextException.quote(String.join(", ", header)));
        }
        List<String> repeated = COLUMNS.stream()
                .filter(name -> header.indexOf(name) != header.lastIndexOf(name))
                .toList();
        if (!repeated.isEmpty()) {
            throw new BadInputException(
                    file + ": columns that are there more than once: " + String.join(", ", repeated));
        }
    }

    private DailyBar parse(CsvRecord row) throws BadInputException {
        return new DailyBar(
                date(row, DATE),
                price(row, OPEN),
                price(row, HIGH),
                price(row, LOW),
                price(row, CLOSE),
                price(row, ADJ_CLOSE),
                volume(row, VOLUME));
    }

    private int date(CsvRecord row, String column) throws BadInputException {
        String text = field(row, column);
        try {
            LocalDate date = LocalDate.parse(text, text.contains("/") ? US_DATE : ISO_DATE);
            if (date.getYear() >= 1 && date.getYear() <= 9999) {
                return date.getYear() * 10_000 + date.getMonthValue() * 100 + date.getDayOfMonth();
            }
        } catch (DateTimeParseException e) {
            // Reported below, with the place.
        }
        throw malformed(row, column, text, "a date such as 1999-01-04 or 1/4/1999 (month/day/year)");
    }

    private double price(CsvRecord row, String column) throws BadInputException {
        String text = field(row, column);
        double price = PLAIN_DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : Double.NaN;
        if (!Double.isFinite(price)) {
            throw malformed(row, column, text, "a plain decimal number such as 2208.05");
        }
        return price;
    }

    private long volume(CsvRecord row, String column) throws BadInputException {
        String text = field(row, column);
        try {
            if (WHOLE_NUMBER.matcher(text).matches()) {
                return Long.parseLong(text);
            }
        } catch (NumberFormatException e) {
            // Too large; reported below, with the place.
        }
        throw malformed(row, column, text, "a whole number from 0 to " + Long.MAX_VALUE);
    }

    /** {@return a value of a row; an empty one if the row is too short} */
    private String field(CsvRecord row, String column) {
        int index = header.indexOf(column);
        return index < row.getFieldCount() ? row.getField(index).strip() : "";
    }

    private BadInputException malformed(CsvRecord row, String column, String found, String expected) {
        return new BadInputException(file + ":" + row.getStartingLineNumber() + ": column " + column + ": expected "
                + expected + ", found " + (found.isEmpty() ? "nothing" : MalformedTextException.quote(found)));
    }

    private static DateTimeFormatter strict(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withResolverStyle(ResolverStyle.STRICT);
    }
}
