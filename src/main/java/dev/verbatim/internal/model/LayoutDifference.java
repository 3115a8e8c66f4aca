package dev.verbatim.internal.model;

import dev.verbatim.internal.model.LayoutMembers.Row;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Says in which members two layouts differ. */
public final class LayoutDifference {

    /** The most members that are named. */
    private static final int MAX_MEMBERS = 3;

    private LayoutDifference() {}

    /**
     * {@return the differences in words, each behind a semicolon} Nothing if all members with names are the same, or
     * none has the name of one in the other: then the two are of different things.
     *
     * @param one a layout
     * @param holder what has it, such as {@code the entry}
     * @param other another layout
     * @param otherHolder what has that
     */
    public static String between(StructLayout one, String holder, StructLayout other, String otherHolder) {
        Map<String, Row> rows = rows(one);
        Map<String, Row> otherRows = rows(other);
        if (Collections.disjoint(rows.keySet(), otherRows.keySet())) {
            return "";
        }
        Set<String> paths = new LinkedHashSet<>(rows.keySet());
        paths.addAll(otherRows.keySet());
        List<String> differences = new ArrayList<>();
        for (String path : paths) {
            String type = describe(rows.get(path));
            String otherType = describe(otherRows.get(path));
            if (type == null) {
                differences.add("only " + otherHolder + " has `" + path + "`, " + otherType);
            } else if (otherType == null) {
                differences.add("only " + holder + " has `" + path + "`, " + type);
            } else if (!type.equals(otherType)) {
                differences.add(
                        "`" + path + "` is " + type + " in " + holder + ", " + otherType + " in " + otherHolder);
            }
        }
        int more = differences.size() - MAX_MEMBERS;
        if (more > 0) {
            differences.subList(MAX_MEMBERS, differences.size()).clear();
            differences.add("and " + more + (more == 1 ? " more member differs" : " more members differ"));
        }
        StringBuilder text = new StringBuilder();
        differences.forEach(difference -> text.append("; ").append(difference));
        return text.toString();
    }

    /** The members that have names, by their paths. */
    private static Map<String, Row> rows(StructLayout layout) {
        Map<String, Row> rows = new LinkedHashMap<>();
        for (Row row : LayoutMembers.rows(layout)) {
            if (!row.path().isEmpty() && !row.typeName().startsWith(LayoutMembers.PADDING)) {
                rows.putIfAbsent(row.path(), row);
            }
        }
        return rows;
    }

    private static @Nullable String describe(@Nullable Row row) {
        return row == null ? null : row.typeName() + " (byteSize=" + row.byteSize() + ", offset=" + row.offset() + ")";
    }
}
