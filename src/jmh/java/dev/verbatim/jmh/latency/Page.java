package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.page.Html;
import dev.verbatim.jmh.page.Machine;
import dev.verbatim.jmh.page.Style;
import java.util.stream.Collectors;

/** The page: one HTML file that needs nothing else, neither a script nor a network. */
final class Page {

    private Page() {}

    static String render(Latencies results) {
        Machine machine = results.machine();
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>Verbatim: latency of the queue</title>
            <style>
            %s</style>
            </head>
            <body>
            <header>
            <h1>Verbatim: latency of the queue</h1>
            <p>%s. %s, %d processors. %s. %s; file system %s.</p>
            <pre>%s</pre>
            %s</header>
            %s</body>
            </html>
            """.formatted(
                        Style.SHEET,
                        Html.escape(results.date()),
                        Html.escape(machine.processor()),
                        machine.processors(),
                        Html.escape(machine.system()),
                        Html.escape(machine.jvm()),
                        Html.escape(machine.fileSystem()),
                        Html.escape(results.command()),
                        results.remarks().stream()
                                .map(remark -> "<p>" + Html.escape(remark) + "</p>\n")
                                .collect(Collectors.joining()),
                        results.html(2));
    }
}
