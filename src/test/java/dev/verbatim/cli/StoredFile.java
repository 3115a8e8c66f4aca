package dev.verbatim.cli;

import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.file.NumpyFile;
import dev.verbatim.file.StructFile;
import java.io.IOException;
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
        byte[] structs = new byte[2 * 15];
        structs[0] = 1;
        structs[4] = 2;
        structs[12] = 'a';
        structs[15] = -1;
        NumpyFile.write(path, "('id', '<u4'), ('day', '<M8[D]'), ('name', '|S3')", 2, structs);
    }

    /** {@return what 'cat' prints of a quote} */
    static String quoteJson(long index, long id) {
        return "{\"index\":" + index + ",\"value\":" + StoredMap.quoteText(id) + "}\n";
    }
}
