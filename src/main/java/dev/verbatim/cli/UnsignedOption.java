package dev.verbatim.cli;

import dev.verbatim.text.RecordText;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says which numbers have no sign, as the layouts of queues and maps do not. */
final class UnsignedOption {

    @Option(
            names = "--unsigned",
            paramLabel = "PATHS",
            split = ",",
            description =
                    "Whole numbers that have no sign, among them chars, such as C's uint16_t: paths with commas between"
                            + " them, such as seq,levels[].size. A file says itself which have none.")
    private List<String> paths = List.of();

    boolean isGiven() {
        return !paths.isEmpty();
    }

    /** {@return a text in which all of these numbers have no sign that its layout has} */
    RecordText in(RecordText text) {
        RecordText meant = text;
        for (String path : paths) {
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
        for (String path : paths) {
            if (!texts.isEmpty() && texts.stream().noneMatch(text -> obstacle(text, path) == null)) {
                throw new BadInputException("--unsigned " + path + ": " + obstacle(texts.getFirst(), path)
                        + (texts.size() == 1 ? "" : "; nor is it one of another layout"));
            }
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
