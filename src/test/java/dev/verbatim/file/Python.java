package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.ChildJvm.Result;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Runs Python with NumPy, where there is one. */
public final class Python {

    private Python() {}

    /** {@return why NumPy cannot be used, or {@code null} if it can} */
    public static String whyNoNumpy() throws InterruptedException {
        try {
            Result result = ChildJvm.run(List.of("python3", "-c", "import numpy"));
            return result.exitCode() == 0
                    ? null
                    : "python3 has no numpy: " + result.output().strip();
        } catch (IOException e) {
            return "there is no python3: " + e.getMessage();
        }
    }

    /** {@return what a script prints} Fails with its output if it fails. */
    public static String run(String script, Object... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("python3", "-c", script));
        for (Object argument : arguments) {
            command.add(argument.toString());
        }
        Result result = ChildJvm.run(command);
        assertEquals(0, result.exitCode(), result.output());
        return result.output();
    }
}
