package dev.verbatim.cli;

import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which entries a command prints, and in which format. */
final class EntryOptions {

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "json",
            description = {
                "One of ${COMPLETION-CANDIDATES}. CSV has a column for each value, and at most " + CsvText.MAX_COLUMNS
                        + ": layouts with longer arrays need JSON.",
                "Default: ${DEFAULT-VALUE}"
            })
    @SuppressWarnings("NullAway.Init") // set by Picocli, which has a default
    private TextFormat format;

    @Option(
            names = "--layout",
            paramLabel = "ID",
            description =
                    "Prints only the entries of this layout: eight hexadecimal digits, as 'info' lists them, or raw"
                            + " for entries without one.")
    private @Nullable String layout;

    TextFormat format() {
        return format;
    }

    /** {@return whether entries of a layout, given by its id, are printed} */
    IntPredicate wantedLayout() throws BadInputException {
        if (layout == null) {
            return id -> true;
        }
        int wanted = LayoutIds.parse(layout);
        return id -> id == wanted;
    }
}
