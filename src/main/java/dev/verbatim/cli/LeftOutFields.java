package dev.verbatim.cli;

import dev.verbatim.cli.ClassFiles.ClassFile;
import dev.verbatim.cli.ClassFiles.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The fields that {@code --without} leaves out of a layout, and where a walk over a class could leave one out. */
final class LeftOutFields {

    /**
     * A field that the walk came to.
     *
     * @param types the names of the class that has it, and of its superclasses
     */
    private record Visit(Field field, List<String> types, String path) {

        /** Whether a codec that leaves the field of the other out leaves this one out, too: the class is a subclass. */
        boolean isWith(Visit other) {
            return field.equals(other.field) && types.contains(other.types.getLast());
        }
    }

    private static final String OPTION = "--without ";

    private final Set<String> given = new LinkedHashSet<>();
    private final Set<String> unfound;

    private final List<Visit> out = new ArrayList<>();
    private final List<Visit> in = new ArrayList<>();

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
     * @param lineage the class that the walk is in, behind its superclasses
     */
    boolean has(String path, Field field, List<ClassFile> lineage) {
        String key = MemberNumbers.optionPath(path);
        boolean isOut = given.contains(key);
        unfound.remove(key);
        (isOut ? out : in)
                .add(new Visit(field, lineage.stream().map(ClassFile::name).toList(), key));
        return isOut;
    }

    /** {@return whether the option was given} */
    boolean isAny() {
        return !given.isEmpty();
    }

    /** {@return that a field which the option names cannot be left out} */
    BadInputException isNeeded(String path, String what, ClassFile type) {
        return new BadInputException(OPTION + MemberNumbers.optionPath(path)
                + ": expected a field that can be left out, found " + what + " of " + type.name());
    }

    /** Throws if a field was not found, or a codec would leave one out elsewhere too. */
    void requireAllFound(String className) throws BadInputException {
        for (String path : unfound) {
            boolean isWithin = out.stream().anyMatch(field -> path.startsWith(field.path() + "."));
            throw new BadInputException(OPTION + path + ": expected a field of " + className + ", found "
                    + (isWithin ? "one in what is left out" : "none"));
        }
        for (Visit field : out) {
            for (Visit other : in) {
                if (other.isWith(field)) {
                    throw new BadInputException(OPTION + field.path() + ": expected also " + OPTION + other.path()
                            + ", which is the same field of the same class, found none");
                }
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
        String options = paths.stream()
                .map(path -> OPTION + MemberNumbers.optionPath(path))
                .collect(Collectors.joining(" "));
        return paths.isEmpty() ? "" : "; leave out what is not to be stored by " + options;
    }
}
