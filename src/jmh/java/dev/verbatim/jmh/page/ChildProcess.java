package dev.verbatim.jmh.page;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Commands that answer with a line or two. */
public final class ChildProcess {

    private ChildProcess() {}

    /** {@return what a command prints, or nothing if there is no such command, it fails, or it prints nothing} */
    public static Optional<String> output(String... command) {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            return process.waitFor() == 0 && !output.isEmpty() ? Optional.of(output) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
