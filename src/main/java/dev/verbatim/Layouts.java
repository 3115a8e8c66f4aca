package dev.verbatim;

import dev.verbatim.internal.LayoutMembers;
import dev.verbatim.internal.LayoutMembers.Element;
import java.lang.foreign.StructLayout;
import java.util.List;

/** Helpers for layouts. */
public final class Layouts {

    private Layouts() {}

    /**
     * Describes a struct layout as a table: a line for each member and each gap of padding, with its offset and size in bytes,
     * its type and its name, and a last line with the size of the whole.
     *
     * @param layout the layout
     * @return the table, lines separated by {@code \n}
     */
    public static String describe(StructLayout layout) {
        List<Element> elements = LayoutMembers.of(layout);
        int typeWidth = elements.stream()
                .mapToInt(element -> element.typeName().length())
                .max()
                .orElse(1);
        String row = "%8s %6s  %-" + typeWidth + "s  %s";
        StringBuilder table = new StringBuilder(row.formatted("offset", "bytes", "type", "name")).append('\n');
        for (Element element : elements) {
            String line = row.formatted(
                    element.offset(), element.layout().byteSize(), element.typeName(), element.name());
            table.append(line.stripTrailing()).append('\n');
        }
        return table.append(row.formatted("", layout.byteSize(), "bytes, alignment " + layout.byteAlignment(), "").stripTrailing())
                .toString();
    }
}
