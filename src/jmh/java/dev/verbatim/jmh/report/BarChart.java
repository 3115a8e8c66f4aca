package dev.verbatim.jmh.report;

import dev.verbatim.jmh.page.Html;
import java.util.Formatter;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * Horizontal bars with error bars, as an SVG element whose colours come from the style sheet of the page.
 *
 * <p>The axis is linear and begins at zero. Bars that are more than {@value #MOST_TO_LEAST} times as long as the
 * shortest are cut, and show it: otherwise those that are close to each other could not be told apart.
 */
final class BarChart {

    private static final int WIDTH = 600;
    private static final int ROW = 24;
    private static final int BAR = 14;
    private static final int TOP = 28;
    private static final int AXIS = 22;
    private static final int MOST_LABEL_WIDTH = 300;

    /** About what a character needs; nobody but the browser knows its font. */
    private static final double CHARACTER_WIDTH = 6.6;

    private static final int TEXT_MARGIN = 12;
    private static final int GAP = 6;
    private static final int WHISKER = 4;
    private static final int TICKS = 4;
    private static final double MOST_TO_LEAST = 12;

    /** How far an error may lengthen the axis. */
    private static final double ERROR_SHARE = 0.4;

    private final String title;
    private final List<Bar> bars;
    private final Formatter svg = new Formatter(Locale.ROOT);
    private final int labelWidth;
    private final int figureWidth;
    private final double axisEnd;

    private BarChart(String title, List<Bar> bars) {
        this.title = title;
        this.bars = bars;
        this.labelWidth = Math.min(MOST_LABEL_WIDTH, width(bars, Bar::label));
        this.figureWidth = width(bars, BarChart::figure) + GAP;
        this.axisEnd = axisEnd(bars);
    }

    /**
     * A bar.
     *
     * @param label what it is for
     * @param value its length
     * @param error the half length of its error bar, NaN if it has none
     * @param role whose it is, as a class of the style sheet
     */
    record Bar(String label, double value, double error, String role) {}

    /** {@return a chart of bars, of which there is one at least} */
    static String render(String title, List<Bar> bars) {
        return new BarChart(title, bars).render();
    }

    /** About the width of the widest text. */
    private static int width(List<Bar> bars, Function<Bar, String> text) {
        int characters =
                bars.stream().mapToInt(bar -> text.apply(bar).length()).max().orElseThrow();
        return TEXT_MARGIN + (int) (characters * CHARACTER_WIDTH);
    }

    private static String figure(Bar bar) {
        return Numbers.withError(bar.value(), bar.error());
    }

    private static double axisEnd(List<Bar> bars) {
        double most =
                MOST_TO_LEAST * bars.stream().mapToDouble(Bar::value).min().orElseThrow();
        return bars.stream()
                .filter(bar -> bar.value() <= most)
                .mapToDouble(bar -> bar.value() + Math.min(error(bar), ERROR_SHARE * bar.value()))
                .max()
                .orElseThrow();
    }

    private static double error(Bar bar) {
        return Double.isNaN(bar.error()) ? 0 : bar.error();
    }

    private String render() {
        int bottom = TOP + bars.size() * ROW;
        svg.format("<svg class=\"chart\" viewBox=\"0 0 %d %d\" role=\"img\">", WIDTH, bottom + AXIS);
        svg.format("<title>%s</title>", Html.escape(title));
        svg.format("<text class=\"title\" x=\"0\" y=\"14\">%s</text>", Html.escape(title));
        addAxis(bottom);
        for (int i = 0; i < bars.size(); i++) {
            addBar(bars.get(i), TOP + i * ROW + ROW / 2);
        }
        return svg.format("</svg>\n").toString();
    }

    private void addAxis(int bottom) {
        double step = step(axisEnd / TICKS);
        for (int i = 0; i * step <= axisEnd; i++) {
            double x = x(i * step);
            svg.format("<line class=\"grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>", x, TOP, x, bottom);
            svg.format("<text class=\"tick\" x=\"%.1f\" y=\"%d\">%s</text>", x, bottom + 15, tick(i * step, step));
        }
    }

    /** {@return the first of 1, 2, 5, 10, 20, 50 … that is not less} */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (int factor : List.of(1, 2, 5)) {
            if (factor * power >= least) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    private static String tick(double value, double step) {
        return String.format(Locale.ROOT, step < 1 ? "%.1f" : "%,.0f", value);
    }

    private void addBar(Bar bar, int y) {
        boolean cut = bar.value() > axisEnd;
        double end = x(cut ? axisEnd : bar.value());
        int start = labelWidth + GAP;
        svg.format("<g class=\"%s\">", bar.role());
        svg.format("<text class=\"label\" x=\"%d\" y=\"%d\">%s</text>", labelWidth, y + 4, Html.escape(bar.label()));
        svg.format("<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\"/>", start, y - BAR / 2, end - start, BAR);
        if (cut) {
            int height = BAR + 4;
            svg.format(
                    "<path class=\"cut\" d=\"M%.1f %d l6 -%d m5 0 l-6 %d\"/>",
                    end - 18, y + height / 2, height, height);
        } else {
            end = Math.max(end, addWhisker(bar, y));
        }
        svg.format("<text class=\"figure\" x=\"%.1f\" y=\"%d\">%s</text>", end + GAP, y + 4, figure(bar));
        svg.format("</g>");
    }

    /** Adds an error bar, which has no stroke at an end that is beyond the axis, and returns where it ends. */
    private double addWhisker(Bar bar, int y) {
        if (error(bar) == 0) {
            return x(Math.min(axisEnd, bar.value()));
        }
        double from = bar.value() - error(bar);
        double to = bar.value() + error(bar);
        double start = x(Math.max(0, from));
        double end = x(Math.min(axisEnd, to));
        svg.format("<path class=\"error\" d=\"M%.1f %d H%.1f", start, y, end);
        if (from >= 0) {
            svg.format(" M%.1f %d v%d", start, y - WHISKER, 2 * WHISKER);
        }
        if (to <= axisEnd) {
            svg.format(" M%.1f %d v%d", end, y - WHISKER, 2 * WHISKER);
        }
        svg.format("\"/>");
        return end;
    }

    private double x(double value) {
        int start = labelWidth + GAP;
        return start + value / axisEnd * (WIDTH - figureWidth - start);
    }
}
