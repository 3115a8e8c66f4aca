package dev.verbatim.jmh.latency;

import dev.verbatim.cli.Progress;
import java.io.Closeable;

/** Shows how far a measurement is, as a bar or, without a terminal, as a line for each step. */
final class Steps implements Closeable {

    private final int total;
    private final Progress progress;
    private int done;

    Steps(int total) {
        this.total = total;
        this.progress = Progress.start("latency", total, "", 1);
    }

    void begin(String step) {
        progress.say(step);
    }

    void done(String result) {
        done++;
        progress.advance(1);
        if (!progress.isShown()) {
            System.out.printf("[%d/%d] %s%n", done, total, result);
        }
    }

    @Override
    public void close() {
        progress.close();
    }
}
