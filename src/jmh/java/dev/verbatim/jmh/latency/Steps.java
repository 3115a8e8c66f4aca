package dev.verbatim.jmh.latency;

/**
 * Shows how far a measurement is, with a line for each step. A bar would need a thread to draw it, which would use the
 * CPUs of the measurement.
 */
final class Steps {

    private final int total;
    private int done;

    Steps(int total) {
        this.total = total;
    }

    void done(String result) {
        done++;
        System.out.printf("[%d/%d] %s%n", done, total, result);
    }
}
