package dev.verbatim.file;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** Files as NumPy makes them, with a count that has no room to grow. */
public final class NumpyFile {

    private NumpyFile() {}

    /**
     * Makes a file.
     *
     * @param path the file
     * @param fields its fields, as a header spells them
     * @param count how many structs it has
     * @param structs their bytes
     */
    public static void write(Path path, String fields, int count, byte[] structs) throws IOException {
        String header = "{'descr': [" + fields + "], 'fortran_order': False, 'shape': (" + count + ",), }";
        String start = "\u0093NUMPY\u0001\u0000\u00f6\u0001" + header + " ".repeat(501 - header.length()) + "\n";
        byte[] file = Arrays.copyOf(start.getBytes(StandardCharsets.ISO_8859_1), start.length() + structs.length);
        System.arraycopy(structs, 0, file, start.length(), structs.length);
        Files.write(path, file);
    }
}
