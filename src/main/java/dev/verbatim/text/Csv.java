package dev.verbatim.text;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lines of CSV (RFC 4180), in which null is nothing and an empty text is {@code ""}: so each list of cells has one
 * line, and comes back from it.
 */
@SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
public final class Csv {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private Csv() {}

    /**
     * {@return a line of CSV, without a line end} A cell is quoted if it is empty or has a comma, a quote, a line end,
     * or a byte order mark first.
     *
     * @param cells the cells; null for null
     */
    public static String line(List<? extends @Nullable String> cells) {
        StringBuilder line = new StringBuilder();
        String separator = "";
        for (String cell : Objects.requireNonNull(cells, "cells")) {
            line.append(separator);
            separator = ",";
            if (cell != null && isQuoted(cell)) {
                line.append('"').append(cell.replace("\"", "\"\"")).append('"');
            } else if (cell != null) {
                line.append(cell);
            }
        }
        return line.toString();
    }

    private static boolean isQuoted(String cell) {
        return cell.isEmpty()
                || cell.charAt(0) == BYTE_ORDER_MARK
                || cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
    }

    /**
     * {@return the cell of a value: an object or an array in JSON, anything else as {@link RecordText} spells it}
     *
     * @param value a {@link Map}, a {@link List}, a {@link String}, a {@link JsonNumber}, the box of a
     *     primitive, a {@link java.math.BigInteger}, or a {@link HalfFloat}
     */
    public static String cell(Object value) {
        return Objects.requireNonNull(value, "value") instanceof List<?> || value instanceof Map<?, ?>
                ? Json.of(value)
                : ValueText.of(value);
    }

    /**
     * Reads rows, which end in LF, CR LF or CR. A byte order mark before the first row is passed. One thread may use
     * it.
     */
    public static final class Reader {

        private static final int END = -1;
        private static final int UNREAD = -2;

        private final java.io.Reader source;
        private final StringBuilder cell = new StringBuilder();

        /**
         * The next character; {@link #END}; or {@link #UNREAD} until somebody has to know it: behind a line end there
         * may be none for a long time, if the text comes from a program that is at work.
         */
        private int ahead = UNREAD;

        private boolean begun;

        private long line = 1;
        private long nextLine = 1;

        /**
         * Makes a reader.
         *
         * @param source has the characters, each read by itself: give it a buffer
         */
        public Reader(java.io.Reader source) {
            this.source = Objects.requireNonNull(source, "source");
        }

        /** {@return the line that the last row began at, from 1} */
        public long line() {
            return line;
        }

        /**
         * Reads a row, and nothing behind an LF or CR LF that ends it.
         *
         * @return the cells, one at least; null for a cell with nothing in it, not even quotes; null if there is no
         *     further row
         * @throws MalformedTextException if quotes do not end, or something else than a comma or a line end follows
         *     them; the message has the line
         * @throws IOException if the source cannot be read
         */
        public @Nullable List<@Nullable String> read() throws IOException {
            if (!begun && peek() == BYTE_ORDER_MARK) {
                next();
            }
            begun = true;
            line = nextLine;
            if (peek() == END) {
                return null;
            }
            List<@Nullable String> cells = new ArrayList<>();
            do {
                cells.add(peek() == '"' ? quoted() : bare());
            } while (passed(','));
            endLine();
            return cells;
        }

        private @Nullable String bare() throws IOException {
            cell.setLength(0);
            while (!isAtEndOfCell()) {
                cell.append((char) next());
            }
            return cell.isEmpty() ? null : cell.toString();
        }

        private String quoted() throws IOException {
            cell.setLength(0);
            next();
            while (true) {
                int c = next();
                if (c == END) {
                    throw new MalformedTextException("line " + line + ": expected quotes that end, found the end");
                } else if (c != '"') {
                    nextLine += c == '\n' || (c == '\r' && peek() != '\n') ? 1 : 0;
                    cell.append((char) c);
                } else if (!passed('"')) {
                    break;
                } else {
                    cell.append('"');
                }
            }
            if (!isAtEndOfCell()) {
                throw new MalformedTextException(
                        "line " + line + ": expected a comma or the end of the line after quotes, found "
                                + MalformedTextException.quote(Character.toString(peek())));
            }
            return cell.toString();
        }

        private boolean isAtEndOfCell() throws IOException {
            int c = peek();
            return c == ',' || c == '\n' || c == '\r' || c == END;
        }

        private void endLine() throws IOException {
            nextLine++;
            passed('\r');
            passed('\n');
        }

        private boolean passed(char expected) throws IOException {
            if (peek() != expected) {
                return false;
            }
            next();
            return true;
        }

        private int next() throws IOException {
            int c = peek();
            ahead = c == END ? END : UNREAD;
            return c;
        }

        private int peek() throws IOException {
            if (ahead == UNREAD) {
                ahead = source.read();
            }
            return ahead;
        }
    }
}
