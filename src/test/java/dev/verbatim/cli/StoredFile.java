package dev.verbatim.cli;

import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** What the tests of the command line find in a file. */
final class StoredFile {

    private StoredFile() {}

    /** Makes a file of quotes with the ids from 1 on. */
    static void ofQuotes(Path path, int count) throws IOException {
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            for (int i = 1; i <= count; i++) {
                file.append(Quote.of(i));
            }
        }
    }

    /** Makes a file as NumPy does, with a count that has no room to grow: of unsigned integers, dates and texts. */
    static void ofNumpy(Path path) throws IOException {
        byte[] structs = new byte[2 * 15];
        structs[0] = 1;
        structs[4] = 2;
        structs[12] = 'a';
        structs[15] = -1;
        ofNumpy(path, "('id', '<u4'), ('day', '<M8[D]'), ('name', '|S3')", 2, structs);
    }

    /** Makes a file as NumPy does, of fields as its header spells them. */
    static void ofNumpy(Path path, String fields, int count, byte[] structs) throws IOException {
        String header = "{'descr': [" + fields + "], 'fortran_order': False, 'shape': (" + count + ",), }";
        String start = "\u0093NUMPY\u0001\u0000\u00f6\u0000" + header + " ".repeat(245 - header.length()) + "\n";
        byte[] file = Arrays.copyOf(start.getBytes(StandardCharsets.ISO_8859_1), start.length() + structs.length);
        System.arraycopy(structs, 0, file, start.length(), structs.length);
        Files.write(path, file);
    }

    /** {@return what 'cat' prints of a quote} */
    static String quoteJson(long index, long id) {
        return "{\"index\":" + index + ",\"value\":" + StoredMap.quoteText(id) + "}\n";
    }
}
