package dev.verbatim.cli;

import java.io.Console;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on standard error; without a terminal it shows nothing. */
public final class Progress implements AutoCloseable {

    private static final int UPDATE_MILLIS = 200;

    /** Fits the usual terminal. The library can ask for the real width, but then it leaves empty lines behind. */
    private static final int COLUMNS = 79;

    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /**
     * Starts a bar at zero that counts millions of structs.
     *
     * @param task the name of the work
     * @param total the number of structs
     * @param wanted whether the work is long enough for a bar; without a terminal there is none all the same
     */
    static Progress start(String task, long total, boolean wanted) {
        return wanted ? start(task, total, "M", 1_000_000) : new Progress(null);
    }

    /**
     * Starts a bar at zero, if there is a terminal.
     *
     * @param task the name of the work
     * @param total the number of steps
     * @param unit the unit in which the bar counts steps; empty for the steps themselves
     * @param unitSize the number of steps in a unit
     * @return the bar
     */
    public static Progress start(String task, long total, String unit, long unitSize) {
        if (!isTerminal()) {
            return new Progress(null);
        }
        return new Progress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(total)
                .setUnit(unit, unitSize)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .setConsumer(new DelegatingProgressBarConsumer(Progress::show, COLUMNS))
                .build());
    }

    /** {@return whether standard input and output are a terminal} */
    @SuppressWarnings("SystemConsoleNull") // without a terminal it is null on JDK 25, and not null on JDK 22
    static boolean isTerminal() {
        Console console = System.console();
        return console != null && console.isTerminal();
    }

    /** {@return whether there is a bar to see} */
    public boolean isShown() {
        return bar != null;
    }

    /**
     * Adds steps that are done.
     *
     * @param steps the number of steps
     */
    public void advance(long steps) {
        if (bar != null) {
            bar.stepBy(steps);
        }
    }

    /**
     * Says what is happening at the moment.
     *
     * @param message a few words
     */
    public void say(String message) {
        if (bar != null) {
            bar.setExtraMessage(message);
        }
    }

    private static void show(String line) {
        System.err.print('\r' + line);
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
            show(" ".repeat(COLUMNS));
            System.err.print('\r');
        }
    }
}
