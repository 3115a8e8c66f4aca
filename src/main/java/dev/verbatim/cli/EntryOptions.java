package dev.verbatim.cli;

import java.io.IOException;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say which entries a command prints, and in which format. */
final class EntryOptions {

    private static final String FORMAT_JSON = "--format json";

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            description = {
                "One of ${COMPLETION-CANDIDATES}. CSV has a column for each value, but one column with JSON for an"
                        + " array of more than 64, and at most 16384.",
                "Default: table if the output is a terminal, otherwise json"
            })
    private @Nullable TextFormat format;

    @Option(
            names = "--layout",
            paramLabel = "ID",
            description =
                    "Prints only the entries of this layout: eight hexadecimal digits, as 'info' lists them, or raw"
                            + " for entries without one.")
    private @Nullable String layout;

    @Option(
            names = "--where",
            paramLabel = "CONDITION",
            description =
                    "Prints only the entries for which this holds, such as 'price > 100 && symbol == \"ABC\"'. It has"
                        + " == != < <= > >= && || ! and parentheses; paths such as levels[0].price, `a b`, @position"
                        + " or bytes; numbers, texts, true, false and null.")
    private @Nullable String where;

    @Option(
            names = "--columns",
            paramLabel = "PATHS",
            description = "Prints only these values: paths with commas between them, such as @index,levels[0].price.")
    private @Nullable String columns;

    @Mixin
    private UnsignedOption unsigned = new UnsignedOption();

    private @Nullable Condition condition;
    private List<MemberPath> paths = List.of();

    /** What a message advises where columns cannot be chosen; null where they can. */
    private @Nullable String onlyAdvice;

    /** {@return the options of a command that has nothing but a format} */
    static EntryOptions of(TextFormat format) {
        EntryOptions options = new EntryOptions();
        options.format = format;
        options.onlyAdvice = FORMAT_JSON;
        return options;
    }

    /** {@return the options of a text that is the target of a conversion} */
    static EntryOptions ofTarget(TextFormat format) {
        EntryOptions options = of(format);
        options.onlyAdvice = "--to json or a target that ends in .jsonl";
        return options;
    }

    /** Parses what was given. */
    void parse() throws BadInputException {
        condition = where == null ? null : ConditionParser.parse(where);
        paths = columns == null ? List.of() : ConditionParser.parsePaths(columns);
    }

    TextFormat format() {
        if (format == null) {
            format = Progress.isTerminal() ? TextFormat.TABLE : TextFormat.JSON;
        }
        return format;
    }

    /** {@return what has room for entries of several layouts, as messages advise it instead of CSV} */
    String adviceForSeveral() {
        return "choose one with --layout, or " + (onlyAdvice == null ? FORMAT_JSON : onlyAdvice);
    }

    /** {@return what has room for more values than CSV has columns, as messages advise it} */
    String adviceForMany() {
        return "choose " + (onlyAdvice == null ? "--columns, or " + FORMAT_JSON : onlyAdvice);
    }

    /** {@return the columns that were chosen; none for all} */
    List<MemberPath> columns() {
        return paths;
    }

    /** {@return what entries have to fulfil; null if that is nothing} */
    @Nullable
    Condition condition() {
        return condition;
    }

    /**
     * {@return whether entries of a layout, given by its id, are printed} From now on numbers of the store are spelled
     * without a sign where that was asked for.
     *
     * @param store whose entries
     * @param mayCome whether the first entry of the layout that was asked for may come yet
     * @throws BadInputException if the store cannot have such entries
     */
    IntPredicate wantedLayout(Store store, boolean mayCome) throws IOException, BadInputException {
        store.requireLayout(layout, mayCome);
        store.use(unsigned);
        return LayoutIds.wanted(layout);
    }
}
