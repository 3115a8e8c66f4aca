package dev.verbatim.cli;

import dev.verbatim.text.ByteText;
import dev.verbatim.text.Csv;
import dev.verbatim.text.Json;
import dev.verbatim.text.MalformedTextException;
import dev.verbatim.text.RecordText;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a text that {@code cat} has printed: JSON lines, if it begins with a brace, or else CSV. An empty text
 * has none: {@code cat} prints nothing of a store without entries.
 */
abstract sealed class TextEntries implements Entries {

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    /** What stands for standard input where a text is asked for; {@code ./-} is a file of this name. */
    static final Path STANDARD_INPUT = Path.of("-");

    /** An array of objects, which is no line of JSON. No column begins like one. */
    private static final String ARRAY = "[{";

    /** How many characters are looked at to tell JSON from CSV. */
    private static final int START = 1024;

    /** What tells entries from one another; a column of CSV has an @ before it. */
    private static final Set<String> LABELS = Set.of(StoredEntry.INDEX, StoredEntry.POSITION, StoredEntry.KEY);

    private final String name;
    private final BufferedReader in;
    private final TextLayouts layouts;

    private TextEntries(String name, BufferedReader in, TextLayouts layouts) {
        this.name = name;
        this.in = in;
        this.layouts = layouts;
    }

    /**
     * Opens a text.
     *
     * @param file the file
     * @param ignored the columns of CSV that are left out
     * @throws BadInputException if it is no text in UTF-8
     */
    static TextEntries open(Path file, TextLayouts layouts, IgnoredColumns ignored)
            throws IOException, BadInputException {
        requireText(file);
        Set<String> names = ignored.names();
        BufferedReader in = new BufferedReader(new Utf8Reader(bytes(file)));
        String name = file.equals(STANDARD_INPUT) ? "standard input" : file.toString();
        try {
            String start = start(in);
            if (start.equals(ARRAY)) {
                throw new BadInputException(
                        name + ": expected JSON lines, one object in each, or CSV, found an array of objects; make"
                                + " lines of it with `jq -c '.[]'` where each is as `cat` prints it, with a member"
                                + " \"value\", and \"key\" for a map, else with `jq -c '.[] | {value: .}'`, for a map"
                                + " such as `{key: .id, value: .}`");
            }
            if (start.isEmpty() || start.startsWith("{")) {
                if (!start.isEmpty()) {
                    ignored.requireNone(name + ", which has JSON lines");
                }
                return new JsonLines(name, in, layouts);
            }
            return new CsvRows(name, in, layouts, names);
        } catch (BadInputException e) {
            in.close();
            throw e;
        } catch (CharacterCodingException e) {
            in.close();
            throw new BadInputException(name + ": no text in UTF-8");
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /** {@return the bytes of a file, or of {@link #STANDARD_INPUT}} */
    static InputStream bytes(Path file) throws IOException {
        return file.equals(STANDARD_INPUT) ? System.in : Files.newInputStream(file);
    }

    /**
     * Requires what can be opened as a text.
     *
     * @throws BadInputException if there is none, or if it cannot be read
     */
    static void requireText(Path file) throws BadInputException {
        if (file.equals(STANDARD_INPUT)) {
            return;
        }
        if (Files.isDirectory(file)) {
            throw new BadInputException(file + ": expected a file of CSV or JSON lines, found a folder");
        }
        if (!Files.exists(file)) {
            throw new BadInputException(file + ": no such file");
        }
        if (!Files.isReadable(file)) {
            throw new BadInputException(file + ": access denied");
        }
    }

    /** {@return the first two characters that are no white space; fewer at the end, or where much of it is} */
    private static String start(BufferedReader in) throws IOException {
        StringBuilder start = new StringBuilder();
        in.mark(START);
        int c = 0;
        for (int i = 0; i < START && start.length() < 2 && c >= 0; i++) {
            c = in.read();
            if (c >= 0 && c != BYTE_ORDER_MARK && !Character.isWhitespace(c)) {
                start.append((char) c);
            }
        }
        in.reset();
        return start.toString();
    }

    @Override
    public final @Nullable StoredEntry next() throws IOException, BadInputException {
        try {
            return read();
        } catch (BadInputException | MalformedTextException e) {
            throw new BadInputException(name + ": " + e.getMessage());
        } catch (CharacterCodingException e) {
            throw new BadInputException(place() + "no text in UTF-8");
        } catch (IOException e) {
            throw new IOException(name + ": " + OneLineErrors.describe(e), e);
        }
    }

    @Override
    public final String place() {
        return name + ": line " + line() + ": ";
    }

    /** {@return the line that the last entry began at, from 1; of one that could not be read too} */
    abstract long line();

    abstract @Nullable StoredEntry read() throws IOException, BadInputException;

    final BufferedReader in() {
        return in;
    }

    final TextLayouts layouts() {
        return layouts;
    }

    /** Makes the bytes of what a line spells. */
    interface Parse {
        byte[] bytes(RecordText text) throws BadInputException;
    }

    /** {@return the bytes of a record of a layout} The type of a file says itself which numbers have no sign. */
    final byte[] record(int layoutId, Parse parse) throws BadInputException {
        RecordText text = layouts.text(layoutId);
        try {
            return parse.bytes(text);
        } catch (MalformedTextException e) {
            throw new BadInputException(
                    layoutId == LayoutIds.FILE_ID
                            ? e.getMessage()
                            : UnsignedHint.in(e.getMessage(), text, path -> path));
        }
    }

    final StoredEntry entry(Map<String, Object> labels, int layoutId, byte[] payload) {
        return new StoredEntry(labels, layoutId, MemorySegment.ofArray(payload));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private static final class JsonLines extends TextEntries {

        private static final String MARK = String.valueOf(BYTE_ORDER_MARK);

        private long line;

        JsonLines(String name, BufferedReader in, TextLayouts layouts) {
            super(name, in, layouts);
        }

        @Override
        long line() {
            return line;
        }

        @Override
        @Nullable
        StoredEntry read() throws IOException, BadInputException {
            String text = readLine();
            while (text != null && text.isBlank()) {
                text = readLine();
            }
            if (text == null) {
                return null;
            }
            try {
                return parsed(text);
            } catch (BadInputException | MalformedTextException e) {
                throw new BadInputException("line " + line + ": " + e.getMessage());
            }
        }

        private @Nullable String readLine() throws IOException {
            line++;
            String text = in().readLine();
            if (text == null) {
                return null;
            }
            return line == 1 && text.startsWith(MARK) ? text.substring(1) : text;
        }

        private StoredEntry parsed(String text) throws IOException, BadInputException {
            if (!(Json.parse(text) instanceof Map<?, ?> members) || !members.containsKey("value")) {
                throw new BadInputException("expected a JSON object with a member \"value\", as 'cat' prints it, found "
                        + MalformedTextException.quote(text));
            }
            Map<String, Object> labels = new LinkedHashMap<>();
            String layout = null;
            for (Map.Entry<?, ?> member : members.entrySet()) {
                String name = String.valueOf(member.getKey());
                if (LABELS.contains(name) && member.getValue() != null) {
                    labels.put(name, member.getValue());
                } else if (name.equals("layout") && member.getValue() instanceof String id) {
                    layout = id;
                } else if (!name.equals("value")) {
                    throw new BadInputException("expected index, position, key, layout and value, found "
                            + MalformedTextException.quote(name + " = " + Json.of(member.getValue())));
                }
            }
            Object value = members.get("value");
            if (value == null && layout == null && labels.containsKey(StoredEntry.KEY)) {
                return new StoredEntry(labels, LayoutIds.RAW_ID, null); // a removal
            }
            int id = layouts().id(layout);
            return entry(
                    labels,
                    id,
                    id == LayoutIds.RAW_ID ? raw(value) : record(id, record -> StructText.bytes(record, value)));
        }

        private static byte[] raw(@Nullable Object value) throws BadInputException {
            if (value instanceof String text) {
                return ByteText.parse(text);
            }
            throw new BadInputException("value: expected a text, because the layout is raw, found "
                    + MalformedTextException.quote(Json.of(value)));
        }
    }

    private static final class CsvRows extends TextEntries {

        /** How many columns a message lists. */
        private static final int MAX_LISTED = 20;

        private final Csv.Reader rows;

        /** The names of columns that are left out. */
        private final Set<String> ignored;

        /** Where the values are in a row, in the order of the layout's columns. */
        private int[] places = new int[0];

        /** Where the labels are in a row. */
        private int[] labelPlaces = new int[0];

        private List<String> header = List.of();
        private int layoutId;

        CsvRows(String name, BufferedReader in, TextLayouts layouts, Set<String> ignored) {
            super(name, in, layouts);
            this.ignored = ignored;
            this.rows = new Csv.Reader(in);
        }

        @Override
        long line() {
            return rows.line();
        }

        @Override
        @Nullable
        StoredEntry read() throws IOException, BadInputException {
            if (header.isEmpty()) {
                readHeader();
            }
            List<@Nullable String> row = rows.read();
            // In a single column, an empty line is null.
            while (row != null && header.size() > 1 && row.size() == 1 && row.getFirst() == null) {
                row = rows.read();
            }
            if (row == null) {
                return null;
            }
            try {
                return parsed(row);
            } catch (BadInputException | MalformedTextException e) {
                throw new BadInputException("line " + rows.line() + ": " + e.getMessage());
            }
        }

        private void readHeader() throws IOException, BadInputException {
            layoutId = layouts().id(null);
            List<String> expected = layoutId == LayoutIds.RAW_ID ? List.of(MemberPath.RAW) : columns();
            List<@Nullable String> row = rows.read();
            if (row == null) {
                throw new AssertionError("a text that is not empty has a first row");
            }
            List<String> found = row.stream()
                    .map(column -> Objects.requireNonNullElse(column, ""))
                    .toList();
            IgnoredColumns.requireIn(ignored, expected, found, listed(found));
            Map<String, Integer> counts = new HashMap<>();
            Map<String, Integer> places = new HashMap<>();
            for (int i = 0; i < found.size(); i++) {
                counts.merge(found.get(i), 1, Integer::sum);
                places.put(found.get(i), i);
            }
            List<String> labels = found.stream()
                    .filter(column -> isLabel(column) && !ignored.contains(column))
                    .toList();
            for (String column :
                    Stream.concat(expected.stream(), labels.stream()).toList()) {
                int count = counts.getOrDefault(column, 0);
                if (count != 1) {
                    throw new BadInputException("expected the column " + MalformedTextException.quote(column)
                            + " once, found it " + count + " times among " + listed(found));
                }
            }
            Set<String> unknown = new LinkedHashSet<>(found);
            List.of(expected, labels, ignored).forEach(unknown::removeAll);
            if (!unknown.isEmpty()) {
                List<String> others = List.copyOf(unknown);
                throw new BadInputException("expected columns of the layout, found " + listed(others)
                        + (others.size() > MAX_LISTED
                                ? ""
                                : "; to leave them out, " + IgnoredColumns.optionFor(others)));
            }
            this.places = expected.stream().mapToInt(places::get).toArray();
            this.labelPlaces = labels.stream().mapToInt(places::get).toArray();
            this.header = found;
        }

        private static boolean isLabel(String column) {
            return column.startsWith("@") && LABELS.contains(column.substring(1));
        }

        private static String listed(List<String> columns) {
            String all = columns.stream()
                    .limit(MAX_LISTED)
                    .map(MalformedTextException::quote)
                    .collect(Collectors.joining(", "));
            return columns.size() > MAX_LISTED ? all + " and " + (columns.size() - MAX_LISTED) + " more" : all;
        }

        private List<String> columns() throws BadInputException {
            try {
                return layouts().text(layoutId).columns();
            } catch (IllegalArgumentException e) {
                throw new BadInputException("--layout: " + e.getMessage() + "; use JSON lines for such entries");
            }
        }

        private StoredEntry parsed(List<@Nullable String> row) throws BadInputException {
            if (row.size() != header.size()) {
                throw new BadInputException("expected " + header.size() + (header.size() == 1 ? " field" : " fields")
                        + ", found " + row.size());
            }
            Map<String, Object> labels = new LinkedHashMap<>();
            for (int place : labelPlaces) {
                String name = header.get(place).substring(1);
                String cell = row.get(place);
                if (cell != null) {
                    labels.put(name, label(name, cell));
                }
            }
            List<@Nullable String> cells = new ArrayList<>();
            Arrays.stream(places).forEach(place -> cells.add(row.get(place)));
            if (labels.containsKey(StoredEntry.KEY) && cells.stream().allMatch(Objects::isNull)) {
                throw new BadInputException(
                        "expected a value, found none: CSV does not tell removals from nulls, use" + " JSON lines");
            }
            return entry(
                    labels,
                    layoutId,
                    layoutId == LayoutIds.RAW_ID ? raw(cells) : record(layoutId, text -> text.fromCells(cells)));
        }

        /** {@return a label as a store has it; a key as a text, from which its map makes what it is} */
        private static Object label(String name, String cell) {
            return !name.equals(StoredEntry.KEY) && cell.matches("-?[0-9]{1,18}") ? Long.valueOf(cell) : cell;
        }

        private static byte[] raw(List<@Nullable String> cells) throws BadInputException {
            String cell = cells.getFirst();
            try {
                return ByteText.parse(cell == null ? "" : cell);
            } catch (MalformedTextException e) {
                throw new BadInputException(MemberPath.RAW + ": " + e.getMessage());
            }
        }
    }
}
