package dev.verbatim.jmh.report;

import dev.verbatim.jmh.latency.Latencies;
import dev.verbatim.jmh.page.Html;
import dev.verbatim.jmh.report.BarChart.Bar;
import dev.verbatim.jmh.report.Results.Result;
import java.util.List;
import java.util.Optional;

/** A family on the page: a table for each shape, and a chart for each direction of it. */
final class FamilySection {

    private final Family family;
    private final Results results;
    private final List<EncodedSize> sizes;
    private final StringBuilder html = new StringBuilder();

    private FamilySection(Family family, Run run) {
        this.family = family;
        this.results = new Results(run.results());
        this.sizes = run.sizes().stream()
                .filter(size -> size.family().equals(family.name()))
                .toList();
    }

    static String render(Family family, Run run) {
        return new FamilySection(family, run)
                .render(family.name().equals(Families.LATENCY) ? run.latencies() : List.of());
    }

    private String render(List<Latencies> latencies) {
        add("<section id=\"", family.name(), "\">\n<h2>", Html.escape(family.title()), "</h2>\n");
        add("<p>", Html.ofMarkdown(family.about()), "</p>\n");
        List<String> shapes = family.shapes(results);
        for (String shape : shapes) {
            if (shapes.size() > 1) {
                add("<h3>", Html.ofMarkdown(Names.shape(shape)), "</h3>\n");
            }
            Scale scale = scale(shape);
            addTable(shape, scale);
            addCharts(shape, scale);
        }
        for (Latencies measured : latencies) {
            measured.remarks().forEach(remark -> add("<p>", Html.escape(remark), "</p>\n"));
            add(measured.html(3));
        }
        return html.append("</section>\n").toString();
    }

    private Scale scale(String shape) {
        return Scale.of(results.stream()
                .filter(result -> result.isTime() && result.shape().equals(shape))
                .mapToDouble(Result::score)
                .min()
                .orElseThrow());
    }

    private void addTable(String shape, Scale scale) {
        List<String> directions = results.directions(shape);
        Optional<String> baseline = results.baseline(shape);
        add("<div class=\"wide\"><table>\n<thead><tr><th rowspan=\"2\"></th>");
        for (String direction : directions) {
            add("<th class=\"group\" colspan=\"", baseline.isPresent() ? "3" : "2", "\">");
            add(Html.escape(Names.direction(direction)), "</th>");
        }
        add(sizes.isEmpty() ? "" : "<th class=\"group\" rowspan=\"2\">encoded, B</th>", "</tr>\n<tr>");
        for (int i = 0; i < directions.size(); i++) {
            add("<th class=\"group\">", scale.symbol(), "</th>");
            add(baseline.isPresent() ? "<th>to Unsafe</th>" : "", "<th>alloc., B</th>");
        }
        add("</tr></thead>\n<tbody>\n");
        for (String rival : results.rivals(shape)) {
            add("<tr class=\"", role(shape, rival), "\"><th>", Html.ofMarkdown(Names.rival(shape, rival)), "</th>");
            directions.forEach(direction -> addFigures(shape, rival, direction, baseline.isPresent(), scale));
            add(sizes.isEmpty() ? "" : "<td class=\"group\">" + size(rival) + "</td>", "</tr>\n");
        }
        add("</tbody></table></div>\n");
    }

    private void addFigures(String shape, String rival, String direction, boolean withRatio, Scale scale) {
        String time = results.time(shape, rival, direction)
                .map(result -> Numbers.withError(scale.fromNanos(result.score()), scale.fromNanos(result.error())))
                .orElse("");
        add("<td class=\"group\">", time, "</td>");
        add(withRatio ? "<td>" + Numbers.ratio(results.toUnsafe(shape, rival, direction)) + "</td>" : "");
        add("<td>", Numbers.count(results.allocation(shape, rival, direction)), "</td>");
    }

    private String size(String rival) {
        return sizes.stream()
                .filter(size -> size.rival().equals(rival))
                .map(size -> Numbers.count((double) size.bytes()))
                .findFirst()
                .orElse("");
    }

    private void addCharts(String shape, Scale scale) {
        add("<div class=\"charts\">\n");
        for (String direction : results.directions(shape)) {
            List<Bar> bars = results.rivals(shape).stream()
                    .filter(rival -> family.hasBar(shape, rival))
                    .flatMap(rival -> results.time(shape, rival, direction).stream())
                    .map(time -> bar(time, scale))
                    .toList();
            if (!bars.isEmpty()) {
                add(BarChart.render(Names.direction(direction) + ", " + scale.symbol(), bars));
            }
        }
        add("</div>\n");
    }

    private Bar bar(Result time, Scale scale) {
        return new Bar(
                Html.plain(Names.rival(time.shape(), time.rival())),
                scale.fromNanos(time.score()),
                scale.fromNanos(time.error()),
                role(time.shape(), time.rival()));
    }

    private String role(String shape, String rival) {
        if (rival.startsWith(Results.CODEC) || rival.equals(Results.VIEW) || rival.equals(Results.EMISSARY)) {
            return "ours";
        }
        return results.baseline(shape).filter(rival::equals).isPresent() ? "baseline" : "rival";
    }

    private void add(String... parts) {
        for (String part : parts) {
            html.append(part);
        }
    }
}
