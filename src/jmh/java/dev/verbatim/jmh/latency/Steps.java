package dev.verbatim.jmh.latency;

/**
 * Shows how far a measurement is, a line for each step: a bar would be drawn by a thread, on the CPUs that are
 * measured.
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
