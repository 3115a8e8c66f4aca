package dev.verbatim.cli;

import dev.verbatim.cli.ClassFiles.ClassFile;
import dev.verbatim.cli.ClassFiles.Field;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The fields that {@code --without} leaves out of a layout, and where a walk over a class could leave one out. */
final class LeftOutFields {

    private static final String OPTION = "--without ";

    private final Set<String> given = new LinkedHashSet<>();
    private final Set<String> unfound;

    /** By its class and name, the path of a field that was left out, and of one that was not. */
    private final Map<String, String> out = new HashMap<>();

    private final Map<String, String> in = new HashMap<>();

    /** For each member that the walk is in, the path of what can be left out, it or one around it; empty if none. */
    private final Deque<String> free = new ArrayDeque<>();

    /**
     * Takes the values of the option.
     *
     * @param paths the fields' paths, in which the elements of structs may lack their {@code []}
     */
    LeftOutFields(List<String> paths) {
        paths.forEach(path -> given.add(MemberNumbers.optionPath(path)));
        unfound = new LinkedHashSet<>(given);
    }

    /**
     * {@return whether a field is to be left out}
     *
     * @param path its path
     * @param type the class that the walk is in, to which the field belongs
     */
    boolean has(String path, Field field, ClassFile type) {
        String key = MemberNumbers.optionPath(path);
        boolean isOut = given.contains(key);
        unfound.remove(key);
        (isOut ? out : in).putIfAbsent(type.name() + " " + field.name(), key);
        return isOut;
    }

    /** {@return that a field which the option names cannot be left out} */
    BadInputException isNeeded(String path, String what, ClassFile type) {
        return new BadInputException(
                OPTION + path + ": expected a field that can be left out, found " + what + " of " + type.name());
    }

    /** Throws if a field was not found, or a codec would leave one out elsewhere too. */
    void requireAllFound(String className) throws BadInputException {
        for (String path : unfound) {
            throw new BadInputException(OPTION + path + ": expected a field of " + className + ", found none");
        }
        for (Map.Entry<String, String> field : out.entrySet()) {
            String other = in.get(field.getKey());
            if (other != null) {
                throw new BadInputException(OPTION + field.getValue() + ": expected also " + OPTION + other
                        + ", which is the same field of the same class, found none");
            }
        }
    }

    /** Comes to a member. */
    void enter(String path, boolean isFree) {
        free.push(isFree ? MemberNumbers.optionPath(path) : free.isEmpty() ? "" : free.peek());
    }

    /** Leaves the member that it came to last. */
    void leave() {
        free.pop();
    }

    /** {@return the path of what can be left out, the member or one that it is in; null if there is none} */
    @Nullable
    String nearest() {
        return free.isEmpty() || free.peek().isEmpty() ? null : free.peek();
    }

    /** {@return how to leave that out, behind a message} */
    String remedyOfNearest() {
        String nearest = nearest();
        return nearest == null ? "" : remedy(List.of(nearest));
    }

    /** {@return how to leave out some paths, behind a message; nothing if there are none} */
    static String remedy(List<String> paths) {
        return paths.isEmpty() ? "" : "; leave out what is not to be stored by " + options(paths);
    }

    /** {@return the same behind another remedy} */
    static String remedyOr(List<String> paths) {
        return ", or leave out what is not to be stored by "
                + options(paths.stream().map(MemberNumbers::optionPath).toList());
    }

    private static String options(List<String> paths) {
        return OPTION + String.join(" " + OPTION, paths);
    }
}
