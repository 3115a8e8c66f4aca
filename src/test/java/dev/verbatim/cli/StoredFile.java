package dev.verbatim.cli;

import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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
        String header =
                "{'descr': [('id', '<u4'), ('day', '<M8[D]'), ('name', '|S3')], 'fortran_order': False, 'shape':"
                        + " (2,), }";
        byte[] file = new byte[128 + 2 * 15];
        byte[] start = ("\u0093NUMPY\u0001\u0000v\u0000" + header + " ".repeat(117 - header.length()) + "\n")
                .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
        System.arraycopy(start, 0, file, 0, start.length);
        file[128] = 1;
        file[132] = 2;
        file[140] = 'a';
        file[143] = -1;
        Files.write(path, file);
    }

    /** {@return what 'cat' prints of a quote} */
    static String quoteJson(long index, long id) {
        return "{\"index\":" + index + ",\"value\":" + StoredMap.quoteText(id) + "}\n";
    }
}
