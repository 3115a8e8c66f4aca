package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.page.Html;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table as text and as HTML.
 *
 * @param title what it shows
 * @param columns the heads of the columns
 * @param rows the cells, row by row
 * @param notes sentences below it
 */
record Table(String title, List<String> columns, List<List<String>> rows, List<String> notes) {

    private static final String GAP = "   ";

    /** {@return lines for a terminal} */
    String text() {
        int[] widths = IntStream.range(0, columns.size()).map(this::width).toArray();
        return Stream.of(
                        Stream.of(title, ""),
                        Stream.concat(Stream.of(columns), rows.stream()).map(cells -> line(cells, widths)),
                        notes.stream())
                .flatMap(lines -> lines)
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private int width(int column) {
        return Stream.concat(Stream.of(columns), rows.stream())
                .mapToInt(cells -> cells.get(column).length())
                .max()
                .orElseThrow();
    }

    /** Aligns names, which the first column has, to the left. */
    private static String line(List<String> cells, int[] widths) {
        return IntStream.range(0, widths.length)
                .mapToObj(i -> {
                    String blanks = " ".repeat(widths[i] - cells.get(i).length());
                    return i == 0 ? cells.get(i) + blanks : blanks + cells.get(i);
                })
                .collect(Collectors.joining(GAP))
                .stripTrailing();
    }

    /** {@return a heading of this level, and the table under it} */
    String html(int level) {
        StringBuilder html = new StringBuilder(
                "<h%1$d>%2$s</h%1$d>\n<div class=\"wide\"><table>\n<thead>".formatted(level, Html.escape(title)));
        addRow(html, "th", columns);
        html.append("</thead>\n<tbody>\n");
        rows.forEach(cells -> addRow(html, "td", cells));
        html.append("</tbody></table></div>\n");
        notes.forEach(note -> html.append("<p>").append(Html.escape(note)).append("</p>\n"));
        return html.toString();
    }

    private static void addRow(StringBuilder html, String element, List<String> cells) {
        html.append("<tr><th>").append(Html.escape(cells.getFirst())).append("</th>");
        cells.stream()
                .skip(1)
                .forEach(cell -> html.append("<" + element + ">" + Html.escape(cell) + "</" + element + ">"));
        html.append("</tr>\n");
    }
}
