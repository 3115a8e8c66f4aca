package dev.verbatim.jmh.report;

import dev.verbatim.jmh.page.Html;
import dev.verbatim.jmh.page.Machine;
import dev.verbatim.jmh.page.Style;
import dev.verbatim.jmh.page.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The page: one HTML file that needs nothing else, neither a script nor a network. */
final class Page {

    private final List<Run> runs;
    private final StringBuilder html = new StringBuilder();

    private Page(List<Run> runs) {
        this.runs = runs;
    }

    /** {@return a page of runs} If several have measured a family or a limit, it shows the last of them. */
    static String render(List<Run> runs) {
        return new Page(runs).render();
    }

    private String render() {
        add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        add("<meta name=\"color-scheme\" content=\"light dark\">\n");
        add("<title>Verbatim: benchmarks</title>\n<style>\n", Style.SHEET, "</style>\n</head>\n<body>\n");
        add("<header>\n<h1>Verbatim: benchmarks</h1>\n");
        runs.forEach(this::addSummary);
        add("<p>Times are for a call, of a loop for a struct, ± JMH’s 99.9 % interval. Compare within a table;"
                + " ratios are to the row of ");
        add("<code>Unsafe</code>, which checks nothing. “alloc., B” are the bytes that a call allocates. ");
        add("A cut bar is longer than the axis. Ratios are those of the means: where intervals overlap, they may"
                + " be either way.</p>\n"
                + "</header>\n");
        List<Section> sections = sections();
        addContents(sections);
        addLimits();
        sections.forEach(section -> add(FamilySection.render(section.family(), section.run())));
        add("<section id=\"how\">\n<h2>How this was measured</h2>\n");
        runs.forEach(this::addHow);
        return html.append("</section>\n</body>\n</html>\n").toString();
    }

    private record Section(Family family, Run run) {}

    private List<Section> sections() {
        List<Section> sections = new ArrayList<>();
        for (Family family : Families.ALL) {
            runs.reversed().stream()
                    .filter(run -> family.isIn(run))
                    .findFirst()
                    .ifPresent(run -> sections.add(new Section(family, run)));
        }
        return sections;
    }

    private void addSummary(Run run) {
        Machine machine = run.machine();
        add("<p class=\"summary\"><strong>", run.form() == Form.FULL ? "Long form" : "Short form", "</strong>, ");
        add(Html.escape(run.date()), ", commit <code>", Html.escape(run.commit()), "</code>. ");
        add(Html.escape(machine.processor()), ", ", Integer.toString(machine.processors()), " processors. ");
        add(Html.escape(machine.jvm()), ".</p>\n");
        if (run.form() == Form.SHORT) {
            add("<p>The short form has one fork: it shows orders, and is not to be quoted.</p>\n");
        }
        if (!run.failed().isEmpty()) {
            add("<p class=\"missed\">Failed, and so without figures: ");
            add(Html.escape(String.join(", ", run.failed())), ".</p>\n");
        }
    }

    private void addContents(List<Section> sections) {
        add("<nav>\n");
        for (Section section : sections) {
            add(
                    "<a href=\"#",
                    section.family().name(),
                    "\">",
                    Html.escape(section.family().title()),
                    "</a>\n");
        }
        add("<a href=\"#how\">How this was measured</a>\n</nav>\n");
    }

    private void addLimits() {
        Map<String, Verdict> verdicts = new LinkedHashMap<>();
        for (Run run : runs) {
            Stream.concat(
                            Limits.verdicts(new Results(run.results())).stream(),
                            run.latencies().stream().flatMap(latencies -> latencies.verdicts().stream()))
                    .filter(Verdict::isMeasured)
                    .forEach(verdict -> verdicts.put(verdict.what(), verdict));
        }
        if (verdicts.isEmpty()) {
            return;
        }
        add("<section id=\"limits\">\n<h2>Against the limits that the project set itself</h2>\n");
        if (runs.stream().anyMatch(run -> run.form() == Form.SHORT)) {
            add("<p>The limits are meant for the long form; from the short one they are an indication.</p>\n");
        }
        add("<div class=\"wide\"><table>\n<thead><tr><th>ratio</th>");
        add("<th>measured</th><th>limit</th><th></th></tr></thead>\n");
        for (Verdict verdict : verdicts.values()) {
            add("<tr><th>", Html.escape(verdict.what()), "</th><td>", Numbers.ratio(verdict.figure()), "</td><td>");
            add(verdict.limitText(), "</td><td class=\"", verdict.isMet() ? "met" : "missed", "\">");
            add(verdict.text(), "</td></tr>\n");
        }
        add("</table></div>\n</section>\n");
    }

    private void addHow(Run run) {
        Machine machine = run.machine();
        add("<pre>", Html.escape(run.command()), "</pre>\n<dl>\n");
        addTerm("Date", run.date());
        addTerm("Commit", run.commit());
        addTerm("Processor", machine.processor());
        addTerm("Processors", Integer.toString(machine.processors()));
        addTerm("Memory", machine.memoryBytes() == 0 ? "unknown" : (machine.memoryBytes() >> 20) + " MiB");
        addTerm("System", machine.system());
        addTerm("JVM", machine.jvm());
        addTerm("File system", machine.fileSystem());
        add("</dl>\n<p>Each family alone, in the same way:</p>\n<pre>");
        run.commandLines().forEach(line -> add(Html.escape(line.command()), "\n"));
        add("</pre>\n<div class=\"wide\"><table class=\"text\">\n");
        add("<thead><tr><th>class</th><th>rivals</th><th>forks and iterations</th>");
        add("<th>flags of the forks</th></tr></thead>\n");
        for (Run.Settings settings : run.settings()) {
            add("<tr><th>", Html.escape(settings.benchmark()), "</th><td>");
            add(Html.escape(String.join(", ", settings.rivals())), "</td><td>");
            add(Html.escape(settings.iterations()), "</td><td>", flags(settings), "</td></tr>\n");
        }
        add("</table></div>\n");
    }

    private static String flags(Run.Settings settings) {
        return settings.flags().isEmpty()
                ? "none"
                : "<code>" + Html.escape(String.join(" ", settings.flags())) + "</code>";
    }

    private void addTerm(String term, String value) {
        add("<dt>", term, "</dt><dd>", Html.escape(value), "</dd>\n");
    }

    private void add(String... parts) {
        for (String part : parts) {
            html.append(part);
        }
    }
}
