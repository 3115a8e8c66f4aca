package dev.verbatim.cli;

import dev.verbatim.text.Csv;
import dev.verbatim.text.MalformedTextException;
import java.io.IOException;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says which columns of CSV are left out, as those that the layout does not have. */
final class IgnoredColumns {

    private static final String NAME = "--ignore-columns";

    @Option(
            names = NAME,
            paramLabel = "NAMES",
            description = "Columns of CSV that are left out, such as those that the layout does not have: their names,"
                    + " with commas between them, quoted as in CSV.")
    private List<String> given = List.of();

    /** {@return how the option is given, to leave some columns out} */
    static String optionFor(List<String> names) {
        return NAME + " '" + Csv.line(names).replace("'", "'\\''") + "'";
    }

    /**
     * {@return the names of these columns}
     *
     * @throws BadInputException if they are not spelled as in a line of CSV
     */
    Set<String> names() throws BadInputException {
        Set<String> names = new LinkedHashSet<>();
        for (String line : given) {
            names.addAll(names(line));
        }
        return names;
    }

    private static List<String> names(String line) throws BadInputException {
        try {
            Csv.Reader reader = new Csv.Reader(new StringReader(line));
            List<@Nullable String> cells = reader.read();
            if (cells != null && reader.read() != null) {
                throw new BadInputException(NAME + ": expected names of columns on one line, found several lines");
            }
            List<String> names = new ArrayList<>();
            for (String cell : cells == null ? List.of("") : cells) {
                names.add(Objects.requireNonNullElse(cell, ""));
            }
            return names;
        } catch (MalformedTextException e) {
            throw new BadInputException(NAME + ": " + e.getMessage());
        } catch (IOException e) {
            throw new AssertionError(e); // a text in memory can be read
        }
    }

    /** Requires that none are given, because there are no columns. */
    void requireNone(String found) throws BadInputException {
        if (!given.isEmpty()) {
            throw new BadInputException(NAME + ": expected CSV, found " + found);
        }
    }

    /**
     * Requires that the columns are there, and that the layout does not need them.
     *
     * @param needed the columns of the layout
     * @param found those of the text
     * @param listed those of the text, as messages list them
     */
    static void requireIn(Set<String> ignored, List<String> needed, List<String> found, String listed)
            throws BadInputException {
        for (String name : ignored) {
            String quoted = MalformedTextException.quote(name);
            if (needed.contains(name)) {
                throw new BadInputException(NAME + ": expected columns besides those of the layout, found " + quoted);
            } else if (!found.contains(name)) {
                throw new BadInputException(NAME + ": expected columns that are there, found " + quoted + ", which is"
                        + " not among " + listed);
            }
        }
    }
}
