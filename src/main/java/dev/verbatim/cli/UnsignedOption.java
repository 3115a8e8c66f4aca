package dev.verbatim.cli;

import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option that says which numbers have no sign, as the layouts of queues and maps do not. */
final class UnsignedOption {

    /** The path of a key that is a number. */
    private static final String KEY = "@" + StoredEntry.KEY;

    /** What the path of a number in a key begins with. */
    private static final String KEY_MEMBER = KEY + ".";

    /** A comma with pairs of backquotes behind it. */
    private static final String OUTSIDE_BACKQUOTES = ",(?=(?:[^`]*`[^`]*`)*[^`]*$)";

    /** A whole name that has backquotes in a condition, and not in the path of a text. */
    private static final Pattern NEEDLESS_BACKQUOTES = Pattern.compile("(?<![^.])`(?!@)([^`.\\[\\]]+)`(?!`)");

    @Option(
            names = "--unsigned",
            paramLabel = "PATHS",
            description = "Whole numbers that have no sign, among them chars, such as C's uint16_t: paths with commas"
                + " between them, such as seq,levels[].size, and of the keys of a map @key.port, or @key where it is a"
                + " number. In a .npy file only chars need it.")
    private List<String> given = List.of();

    /** {@return the paths of numbers in values} */
    private List<String> paths() {
        return all().stream().filter(path -> !isOfKey(path)).toList();
    }

    /** {@return the paths of numbers in keys} */
    private List<String> keyPaths() {
        return all().stream().filter(UnsignedOption::isOfKey).toList();
    }

    private static boolean isOfKey(String path) {
        return path.equals(KEY) || path.startsWith(KEY_MEMBER);
    }

    private List<String> all() {
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
     * {@return keys in which all of these numbers have no sign that are in keys}
     *
     * @throws BadInputException if there are no such numbers
     */
    MapKeys in(MapKeys keys) throws BadInputException {
        MapKeys meant = keys;
        for (String path : keyPaths()) {
            try {
                meant = meant.withUnsigned(path.equals(KEY) ? "" : path.substring(KEY_MEMBER.length()));
            } catch (IllegalArgumentException e) {
                throw new BadInputException("--unsigned " + path + ": " + e.getMessage());
            }
        }
        return meant;
    }

    /** Requires that no number of a key is meant, where entries have none. */
    void requireNoKeys() throws BadInputException {
        List<String> ofKeys = keyPaths();
        if (!ofKeys.isEmpty()) {
            throw new BadInputException("--unsigned " + ofKeys.getFirst()
                    + ": expected the path of a number in the value, because only entries of a map have keys");
        }
    }

    /**
     * Requires that there are such numbers in values.
     *
     * @param texts those of all layouts that are known; none if one may come yet
     * @param stored where the layouts are stored
     */
    void requireIn(List<RecordText> texts, EntryLayouts stored) throws IOException, BadInputException {
        for (String path : paths()) {
            if (texts.stream().noneMatch(text -> obstacle(text, path) == null)) {
                requireInOther(path, texts, stored);
            }
        }
    }

    /** Requires that a number which none of some layouts has is in that of the keys, and that a value has that. */
    private static void requireInOther(String path, List<RecordText> texts, EntryLayouts stored)
            throws IOException, BadInputException {
        MapKeys keys = stored.keys();
        StructLayout ofKeys = keys == null ? null : keys.layout();
        boolean isOfKeys = keys != null && keys.hasNumber(path);
        boolean isLikeKeys = ofKeys != null && obstacle(RecordText.of(ofKeys), path) == null;
        if (texts.isEmpty() || (isLikeKeys && stored.hasValuesLikeKeys())) {
            return; // also where a layout may come yet
        }
        throw new BadInputException("--unsigned " + path + ": "
                + (isOfKeys
                        ? "expected the path of a whole number in the values, found one in the keys, which is "
                                + KEY_MEMBER + path
                        : obstacle(texts.getFirst(), path)
                                + (texts.size() == 1 ? "" : "; nor is it one of another layout")));
    }

    /** Requires that there are such numbers in one of the layouts that are stored, if there are any. */
    void requireIn(EntryLayouts stored) throws IOException, BadInputException {
        if (isGiven()) { // a layout that cannot be spelled may be that of no entry
            requireIn(stored.layouts().values().stream().map(RecordText::of).toList(), stored);
        }
    }

    /** {@return why there is no such number in a layout; null if there is one} */
    static @Nullable String obstacle(RecordText text, String path) {
        try {
            text.withUnsigned(List.of(path));
            return null;
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }
}
