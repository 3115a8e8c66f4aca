package dev.verbatim.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What the declarations of a class's members do not say, and an option does: a number for each of them. */
final class MemberNumbers {

    /** What a number is taken for that is missing: it fits everywhere, and what is made with it is not used. */
    private static final long MISSING = 1;

    private final String option;
    private final String members;
    private final Map<String, Long> given = new TreeMap<>();
    private final Map<String, String> missing = new LinkedHashMap<>();
    private final Set<String> used = new TreeSet<>();

    /**
     * Takes the numbers of an option.
     *
     * @param option the option
     * @param members the members that it is for, as messages name one of them
     * @param given the numbers by the members' paths, in which the elements of structs may lack their {@code []}
     * @param max the largest number that there may be
     * @throws BadInputException if a number is negative or larger, or a member has two
     */
    MemberNumbers(String option, String members, Map<String, Long> given, long max) throws BadInputException {
        this.option = option;
        this.members = members;
        for (Map.Entry<String, Long> number : given.entrySet()) {
            String member = option + " " + number.getKey();
            if (number.getValue() < 0 || number.getValue() > max) {
                throw new BadInputException(member + "=" + number.getValue() + ": expected a number from 0 to " + max);
            }
            if (this.given.put(optionPath(number.getKey()), number.getValue()) != null) {
                throw new BadInputException(member + ": expected one number for the member, found two");
            }
        }
    }

    /** {@return the path of a member, such as {@code levels[].note}, as the option has it: {@code levels.note}} */
    static String optionPath(String path) {
        return path.replace("[].", ".");
    }

    /**
     * {@return the number of a member} If it is missing, it is remembered as such.
     *
     * @param path the member's path
     * @param type its type in words
     */
    long of(String path, String type) {
        String key = optionPath(path);
        used.add(key);
        Long number = given.get(key);
        if (number == null) {
            missing.put(key, type);
            return MISSING;
        }
        return number;
    }

    /** {@return whether a member has a number} */
    boolean isGiven(String path) {
        return given.containsKey(optionPath(path));
    }

    /** {@return the options that are missing, with the types of their members} */
    List<String> missing() {
        return missing.entrySet().stream()
                .map(member -> option + " " + member.getKey() + "=N (" + member.getValue() + ")")
                .toList();
    }

    /** Throws if there is a number for what is no such member of a class. */
    void requireNoOthers(String className) throws BadInputException {
        for (String path : given.keySet()) {
            if (!used.contains(path)) {
                throw new BadInputException(option + " " + path + ": expected " + members + " of " + className
                        + (used.isEmpty() ? ", which has none" : ", one of " + used));
            }
        }
    }
}
