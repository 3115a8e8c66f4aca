package dev.verbatim.cli;

import dev.verbatim.text.RecordText;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says which numbers have no sign, as the layouts of queues and maps do not. */
final class UnsignedOption {

    /** A comma with pairs of backquotes behind it. */
    private static final String OUTSIDE_BACKQUOTES = ",(?=(?:[^`]*`[^`]*`)*[^`]*$)";

    /** A whole name that has backquotes in a condition, and not in the path of a text. */
    private static final Pattern NEEDLESS_BACKQUOTES = Pattern.compile("(?<![^.])`(?!@)([^`.\\[\\]]+)`(?!`)");

    @Option(
            names = "--unsigned",
            paramLabel = "PATHS",
            description = "Whole numbers that have no sign, among them chars, such as C's uint16_t: paths with commas"
                    + " between them, such as seq,levels[].size. A .npy file says itself which have none, but for"
                    + " chars.")
    private List<String> given = List.of();

    private List<String> paths() {
        return given.stream()
                .flatMap(paths -> Arrays.stream(paths.split(OUTSIDE_BACKQUOTES, -1)))
                .map(path -> NEEDLESS_BACKQUOTES.matcher(path.strip()).replaceAll("$1"))
                .toList();
    }

    boolean isGiven() {
        return !given.isEmpty();
    }

    /** {@return a text in which all of these numbers have no sign that its layout has} */
    RecordText in(RecordText text) {
        RecordText meant = text;
        for (String path : paths()) {
            if (obstacle(meant, path) == null) {
                meant = meant.withUnsigned(List.of(path));
            }
        }
        return meant;
    }

    /**
     * Requires that there are such numbers.
     *
     * @param texts those of all layouts that are known; none if one may come yet
     */
    void requireIn(List<RecordText> texts) throws BadInputException {
        for (String path : paths()) {
            if (!texts.isEmpty() && texts.stream().noneMatch(text -> obstacle(text, path) == null)) {
                throw new BadInputException("--unsigned " + path + ": " + obstacle(texts.getFirst(), path)
                        + (texts.size() == 1 ? "" : "; nor is it one of another layout"));
            }
        }
    }

    /** Requires that there are such numbers in one of some layouts, if there are any. */
    void requireInLayouts(Collection<StructLayout> layouts) throws BadInputException {
        if (isGiven()) { // a layout that cannot be spelled may be that of no entry
            requireIn(layouts.stream().map(RecordText::of).toList());
        }
    }

    private static @Nullable String obstacle(RecordText text, String path) {
        try {
            text.withUnsigned(List.of(path));
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
