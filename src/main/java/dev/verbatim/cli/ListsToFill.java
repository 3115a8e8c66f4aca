package dev.verbatim.cli;

import dev.verbatim.cli.ClassFiles.Field;
import java.util.HashMap;
import java.util.Map;

/**
 * The final lists that a walk over a class has met, and whether each has a length. A codec fills such a list, or leaves
 * it out, wherever its class is.
 */
final class ListsToFill {

    private final Map<Field, String> withLength = new HashMap<>();
    private final Map<Field, String> withoutLength = new HashMap<>();

    /** Adds a list at a path. */
    void add(Field field, String path, boolean hasLength) {
        (hasLength ? withLength : withoutLength).putIfAbsent(field, MemberNumbers.optionPath(path));
    }

    /** Throws if a list has a length in one place and none in another. */
    void requireOneKind() throws BadInputException {
        for (Map.Entry<Field, String> list : withLength.entrySet()) {
            String other = withoutLength.get(list.getKey());
            if (other != null) {
                throw new BadInputException("--length " + list.getValue() + ": expected also --length " + other
                        + ", which is the same list of the same class, found none");
            }
        }
    }
}
