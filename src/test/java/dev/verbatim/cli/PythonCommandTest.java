package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class PythonCommandTest {

    @Test
    void namesTheFileAsItIs() {
        assertEquals(
                "python3 -c \"import numpy as np; print(np.load('dir with space/ä.npy', mmap_mode='r')[-1])\"",
                PythonCommand.lastRow(Path.of("dir with space/ä.npy")));
    }

    @Test
    void escapesWhatShellAndPythonWouldTakeForThemselves() {
        assertEquals(
                "python3 -c \"import numpy as np; print(np.load('\\x27\\x22\\x24\\x60\\x5c\\x21\\x0a.npy',"
                        + " mmap_mode='r')[-1])\"",
                PythonCommand.lastRow(Path.of("'\"$`\\!\n.npy")));
    }
}
