package dev.verbatim.cli;

import dev.verbatim.text.Csv;
import dev.verbatim.text.Json;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints rows of named values in one of the formats. Rows with other names begin a new table. */
abstract sealed class RowOutput {

    /** How many rows say how wide the columns of a table are. */
    private static final int ROWS_AHEAD = 500;

    /** Longer values of a table are cut. */
    private static final int MAX_WIDTH = 40;

    static RowOutput of(TextFormat format, Writer out) {
        return switch (format) {
            case JSON -> new JsonLines(out);
            case CSV -> new CsvLines(out);
            case TABLE -> new Table(out);
        };
    }

    /** Prints a row. */
    abstract void print(Map<String, @Nullable Object> row) throws IOException;

    /** Prints what had to wait for other rows. */
    void flush() throws IOException {}

    private static final class JsonLines extends RowOutput {

        private final Writer out;

        JsonLines(Writer out) {
            this.out = out;
        }

        @Override
        void print(Map<String, @Nullable Object> row) throws IOException {
            out.write(Json.of(row) + "\n");
        }
    }

    private static final class CsvLines extends RowOutput {

        private final Writer out;
        private boolean hasHeader;

        CsvLines(Writer out) {
            this.out = out;
        }

        @Override
        void print(Map<String, @Nullable Object> row) throws IOException {
            if (!hasHeader) {
                out.write(Csv.line(List.copyOf(row.keySet())) + "\n");
                hasHeader = true;
            }
            List<@Nullable String> cells = new ArrayList<>();
            row.values().forEach(value -> cells.add(value == null ? null : Csv.cell(value)));
            out.write(Csv.line(cells) + "\n");
        }
    }

    private static final class Table extends RowOutput {

        private final Writer out;
        private final List<Map<String, @Nullable Object>> waiting = new ArrayList<>();
        private List<String> names = List.of();
        private int[] widths = new int[0];
        private boolean isBegun;

        Table(Writer out) {
            this.out = out;
        }

        @Override
        void print(Map<String, @Nullable Object> row) throws IOException {
            if (!names.equals(List.copyOf(row.keySet()))) {
                flush();
                begin(row);
            }
            waiting.add(row);
            if (isBegun || waiting.size() == ROWS_AHEAD) {
                flush();
            }
        }

        private void begin(Map<String, @Nullable Object> row) throws IOException {
            if (!names.isEmpty()) {
                out.write("\n");
            }
            names = List.copyOf(row.keySet());
            widths = new int[names.size()];
            isBegun = false;
        }

        @Override
        void flush() throws IOException {
            if (waiting.isEmpty()) {
                return;
            }
            if (!isBegun) {
                measure();
                printLine(
                        names.stream().map(TerminalText::of).toList(),
                        List.copyOf(waiting.getFirst().values().stream()
                                .map(value -> value instanceof Number)
                                .toList()));
                isBegun = true;
            }
            for (Map<String, @Nullable Object> row : waiting) {
                List<@Nullable String> cells = new ArrayList<>();
                List<Boolean> atRight = new ArrayList<>();
                row.values().forEach(value -> {
                    cells.add(cell(value));
                    atRight.add(value instanceof Number);
                });
                printLine(cells, atRight);
            }
            waiting.clear();
        }

        private void measure() {
            for (int i = 0; i < names.size(); i++) {
                widths[i] = width(names.get(i));
            }
            for (Map<String, @Nullable Object> row : waiting) {
                int i = 0;
                for (Object value : row.values()) {
                    widths[i] = Math.max(widths[i], width(cell(value)));
                    i++;
                }
            }
        }

        /** {@return a value on one line, cut if it is long; a number is never cut} */
        private static String cell(@Nullable Object value) {
            if (value == null) {
                return "null";
            }
            String text = TerminalText.of(Csv.cell(value));
            if (value instanceof Number || width(text) <= MAX_WIDTH) {
                return text;
            }
            return text.substring(0, text.offsetByCodePoints(0, MAX_WIDTH - 1)) + "…";
        }

        private static int width(String text) {
            return text.codePointCount(0, text.length());
        }

        private void printLine(List<? extends @Nullable String> cells, List<Boolean> atRight) throws IOException {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < cells.size(); i++) {
                String cell = String.valueOf(cells.get(i));
                String blanks = " ".repeat(Math.max(widths[i] - width(cell), 0));
                line.append(i == 0 ? "" : "  ").append(atRight.get(i) ? blanks + cell : cell + blanks);
            }
            out.write(line.toString().stripTrailing() + "\n");
        }
    }
}
