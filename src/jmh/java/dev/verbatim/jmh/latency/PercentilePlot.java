package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.latency.Figures.Point;
import dev.verbatim.jmh.page.Html;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;

/**
 * Latencies by percentile, a line for each run, as an SVG element whose colours come from the style sheet of the page.
 * Both axes are logarithmic: to the right, a step of the same length leaves a tenth of the messages.
 */
final class PercentilePlot {

    private static final int WIDTH = 760;
    private static final int HEIGHT = 400;
    private static final int LEFT = 70;
    private static final int RIGHT = 20;
    private static final int TOP = 50;
    private static final int BOTTOM = 30;
    private static final double LEAST_NANOS = 10;
    private static final List<Double> TICKS = List.of(0.0, 90.0, 99.0, 99.9, 99.99, 99.999);

    private final Formatter svg = new Formatter(Locale.ROOT);
    private final double lowest;
    private final double highest;

    private PercentilePlot(List<Series> series) {
        double[] nanos = series.stream()
                .flatMap(one -> one.runs().stream())
                .flatMap(run -> run.points().stream())
                .mapToDouble(Point::nanos)
                .sorted()
                .toArray();
        lowest = Math.floor(Math.log10(Math.max(LEAST_NANOS, nanos[0])));
        highest = Math.max(lowest + 1, Math.ceil(Math.log10(nanos[nanos.length - 1])));
    }

    /**
     * {@return the plot of series, of which one at least has a run} The first ones get the colour of rivals, the last
     * that of ours.
     */
    static String render(List<Series> series) {
        return new PercentilePlot(series).draw(series);
    }

    private String draw(List<Series> series) {
        svg.format("<svg class=\"chart plot\" viewBox=\"0 0 %d %d\" role=\"img\">", WIDTH, HEIGHT);
        svg.format("<title>Latency by percentile, µs</title>");
        svg.format("<text class=\"title\" x=\"0\" y=\"14\">Latency by percentile, µs</text>");
        addAxes();
        for (int i = 0; i < series.size(); i++) {
            String role = i == series.size() - 1 ? "ours" : "rival";
            int x = LEFT + i * (WIDTH - LEFT) / series.size();
            svg.format("<g class=\"%s\"><path d=\"M%d 31 h24\"/>", role, x);
            svg.format(
                    "<text x=\"%d\" y=\"35\">%s</text>",
                    x + 30, Html.escape(series.get(i).title()));
            series.get(i).runs().forEach(run -> addLine(run.points()));
            svg.format("</g>");
        }
        return svg.format("</svg>\n").toString();
    }

    private void addAxes() {
        for (double percentile : TICKS) {
            double x = x(percentile);
            svg.format(
                    "<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>", x, TOP, x, HEIGHT - BOTTOM);
            svg.format(
                    "<text class=\"tick\" x=\"%.1f\" y=\"%d\">%s</text>", x, HEIGHT - 12, Numbers.shortest(percentile));
        }
        for (double power = lowest; power <= highest; power++) {
            double y = y(Math.pow(10, power));
            svg.format("<line class=\"grid\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>", LEFT, y, WIDTH - RIGHT, y);
            svg.format(
                    "<text class=\"label\" x=\"%d\" y=\"%.1f\">%s</text>",
                    LEFT - 8, y + 4, Numbers.shortest(Math.pow(10, power) / 1_000));
        }
    }

    private void addLine(List<Point> points) {
        svg.format("<path d=\"");
        char command = 'M';
        for (Point point : points) {
            svg.format("%c%.1f %.1f", command, x(point.percentile()), y((double) point.nanos()));
            command = 'L';
        }
        svg.format("\"/>");
    }

    /** The last tick is the end: what is beyond it is there. */
    private static double x(double percentile) {
        double end = Math.log10(100 / (100 - TICKS.getLast()));
        double place = Math.min(end, Math.log10(100 / Math.max(1e-9, 100 - percentile)));
        return LEFT + place / end * (WIDTH - LEFT - RIGHT);
    }

    private double y(double nanos) {
        double place = (Math.log10(Math.max(LEAST_NANOS, nanos)) - lowest) / (highest - lowest);
        return HEIGHT - BOTTOM - place * (HEIGHT - BOTTOM - TOP);
    }
}
