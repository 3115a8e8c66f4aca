package dev.verbatim.cli;

import java.nio.file.Path;
import java.util.stream.Collectors;

/** Shell commands that open a file in Python. */
final class PythonCommand {

    /** The characters with a meaning in the shell's double quotes, or in Python's single ones. */
    private static final String SPECIAL = "\"'\\$`!";

    private PythonCommand() {}

    /** {@return a command that prints the last row of a {@code .npy} file, to be pasted into a POSIX shell} */
    static String lastRow(Path file) {
        return "python3 -c \"import numpy as np; print(np.load('" + escape(file.toString())
                + "', mmap_mode='r')[-1])\"";
    }

    private static String escape(String text) {
        return text.codePoints()
                .mapToObj(c -> SPECIAL.indexOf(c) >= 0 || Character.isISOControl(c)
                        ? "\\x%02x".formatted(c)
                        : Character.toString(c))
                .collect(Collectors.joining());
    }
}
