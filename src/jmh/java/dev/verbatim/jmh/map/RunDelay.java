package dev.verbatim.jmh.map;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long the calling thread was ready while another one had its processor. Linux tells. */
final class RunDelay {

    private final Path file;

    RunDelay() throws IOException {
        // The name of the link does not change with the thread that reads it.
        file = Path.of("/proc/thread-self").toRealPath().resolve("schedstat");
    }

    /** {@return the nanoseconds so far} */
    long nanos() throws IOException {
        return Long.parseLong(Files.readString(file).split(" ", 3)[1]);
    }
}
