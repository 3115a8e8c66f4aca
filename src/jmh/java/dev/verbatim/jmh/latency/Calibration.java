package dev.verbatim.jmh.latency;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** A couple of processes that plays {@link PingPong} when it is asked to, and sleeps between two games. */
final class Calibration implements Closeable {

    private static final int ROUNDS = 500_000;
    private static final int WARM_UPS = 3;

    private final Couple couple;

    Calibration(Launcher launcher) throws IOException {
        Path words = launcher.newPath();
        couple = new Couple(launcher, launcher.ours(), Role.arguments(true, words), Role.arguments(false, words));
        for (int i = 0; i < WARM_UPS; i++) {
            roundTripNanos();
        }
    }

    /** {@return how long a round trip takes at the moment} */
    double roundTripNanos() throws IOException {
        return Double.parseDouble(couple.run(ROUNDS).getFirst().result());
    }

    @Override
    public void close() throws IOException {
        couple.close();
    }
}
