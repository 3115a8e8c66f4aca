package dev.verbatim.internal.model;

import java.util.regex.Pattern;

/** How the path of a value is spelled, from the names of the members that lead to it. */
public final class MemberPaths {

    /** What would make another path, or a label, of a name. */
    private static final Pattern AMBIGUOUS = Pattern.compile("^@|[.`\\[]");

    private MemberPaths() {}

    /** {@return a name as a step of a path} A name that would be taken for a path stands in backquotes. */
    public static String step(String name) {
        return AMBIGUOUS.matcher(name).find() ? "`" + name.replace("`", "``") + "`" : name;
    }
}
