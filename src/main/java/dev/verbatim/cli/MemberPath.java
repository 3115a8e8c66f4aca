package dev.verbatim.cli;

import dev.verbatim.text.MalformedTextException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The way to a value of an entry: names and indexes, such as {@code levels[0].price}, or {@code @position} for what
 * tells entries from one another.
 *
 * @param text how it is spelled
 * @param isLabel whether it names what tells entries from one another, and no member
 * @param steps the names, and the indexes as integers
 */
record MemberPath(String text, boolean isLabel, List<Object> steps) {

    /** The name of the value of entries without a layout. */
    static final String RAW = "bytes";

    /** What stands in a path for what has no name: no name is spelled so. */
    private static final String UNNAMED = "``";

    private static final Pattern AMBIGUOUS = Pattern.compile("^@|[.`\\[]");

    /**
     * {@return the path of a member of a struct} A name that would be taken for a path, or for a label, stands in
     * backquotes, as {@link dev.verbatim.text.RecordText#columns} has it.
     *
     * @param path the path of the struct; empty for that of the entry
     */
    static String ofMember(String path, String name) {
        String step = AMBIGUOUS.matcher(name).find() ? "`" + name.replace("`", "``") + "`" : name;
        return path.isEmpty() ? step : path + "." + step;
    }

    /**
     * {@return the path of what has no name, such as a union in C, which is that of no member}
     *
     * @param path the path of the struct around it; empty for that of the entry
     */
    static String ofUnnamed(String path) {
        return path.isEmpty() ? UNNAMED : path + "." + UNNAMED;
    }

    /** {@return a path without the steps for what has no name, as C has it} */
    static String withoutUnnamed(String path) {
        return path.replace(UNNAMED + ".", "");
    }

    /** {@return how the names of columns have it: only names that would be taken for something else in backquotes} */
    String column() {
        String first = (String) steps.getFirst();
        String column = isLabel ? "@" + first : ofMember("", first);
        for (Object step : steps.subList(1, steps.size())) {
            column = step instanceof Integer index ? column + "[" + index + "]" : ofMember(column, (String) step);
        }
        return column;
    }

    /** {@return whether another path leads to the same value, however it is spelled} */
    boolean isSameAs(MemberPath other) {
        return isLabel == other.isLabel && steps.equals(other.steps);
    }

    /**
     * {@return the value of an entry; null if it is null, or behind the end of an array, or if a removed key has none}
     *
     * @throws BadInputException if the entry has no such member
     */
    @Nullable
    Object in(ShownEntry entry) throws BadInputException {
        String first = (String) steps.getFirst();
        Object value;
        if (isLabel) {
            if (!entry.labels().containsKey(first)) {
                throw unknown(0, entry, ShownEntry.listed(entry.names()));
            }
            value = entry.labels().get(first);
        } else if (entry.isRemoval()) {
            return null;
        } else {
            if (!entry.members().containsKey(first)) {
                throw unknown(0, entry, ShownEntry.listed(entry.names()));
            }
            value = entry.members().get(first);
        }
        for (int i = 1; i < steps.size(); i++) {
            if (value == null) {
                return null;
            }
            value = inner(value, i, entry);
        }
        return value;
    }

    /**
     * {@return the value of an entry as a condition compares it: a text with what is known of its bytes}
     *
     * @throws BadInputException if the entry has no such member
     */
    @Nullable
    Object compared(ShownEntry entry) throws BadInputException {
        Object value = in(entry);
        return value instanceof String text ? new ShownBytes(text, isOfBytes(entry), () -> fixedSize(entry)) : value;
    }

    /** {@return whether a text of an entry spells bytes: in a struct there are no others} */
    private boolean isOfBytes(ShownEntry entry) {
        MapKeys keys = entry.keys();
        return !isLabel || steps.size() > 1 || (keys != null && keys.areBytes());
    }

    private int fixedSize(ShownEntry entry) {
        if (!isLabel) {
            return ShownBytes.fixedSize(entry.layout(), steps);
        }
        MapKeys keys = entry.keys();
        return ShownBytes.fixedSize(keys == null ? null : keys.layout(), steps.subList(1, steps.size()));
    }

    /** {@return the value that a step leads to, in the value that the steps before it lead to} */
    private @Nullable Object inner(Object value, int step, ShownEntry entry) throws BadInputException {
        if (steps.get(step) instanceof Integer index) {
            if (value instanceof List<?> elements) {
                return index < elements.size() ? elements.get(index) : null;
            }
            throw unknown(step, entry, "no elements");
        } else if (value instanceof Map<?, ?> members) {
            if (members.containsKey(steps.get(step))) {
                return members.get(steps.get(step));
            }
            throw unknown(step, entry, ShownEntry.listed(ShownEntry.names(members)));
        }
        throw unknown(step, entry, value instanceof List<?> ? "elements, such as [0]" : "no members");
    }

    private BadInputException unknown(int step, ShownEntry entry, String found) {
        String name = steps.get(step) instanceof Integer index ? "[" + index + "]" : (String) steps.get(step);
        String where = steps.size() == 1
                ? ""
                : " at " + MalformedTextException.quote(isLabel && step == 0 ? "@" + name : name);
        String outer = step == 0
                ? ""
                : MalformedTextException.quote(new MemberPath("", isLabel, steps.subList(0, step)).column()) + " of ";
        return new BadInputException(MalformedTextException.quote(text) + ": no such member" + where + " in " + outer
                + entry.place() + ", which has " + found);
    }
}
