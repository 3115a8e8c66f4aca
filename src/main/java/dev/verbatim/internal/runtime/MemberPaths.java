package dev.verbatim.internal.runtime;

import java.util.regex.Pattern;

/** The paths by which CSV and the command line name what is in a struct, such as {@code levels[0].price}. */
public final class MemberPaths {

    private static final Pattern AMBIGUOUS = Pattern.compile("^@|[.`\\[]");

    private MemberPaths() {}

    /**
     * {@return the path of a member of a struct} A name that would be taken for a path, or for a label, stands in
     * backquotes, and its own ones are doubled: two members would have one path without them.
     *
     * @param path the path of the struct; empty for the outermost one
     * @param name the name of the member
     */
    public static String ofMember(String path, String name) {
        String step = AMBIGUOUS.matcher(name).find() ? "`" + name.replace("`", "``") + "`" : name;
        return path.isEmpty() ? step : path + "." + step;
    }
}
