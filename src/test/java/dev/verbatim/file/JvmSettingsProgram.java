package dev.verbatim.file;

import dev.verbatim.StructCodec;
import dev.verbatim.file.NestedSamples.Book;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** What {@link JvmSettingsTest} runs under other settings of the JVM: it writes files of every kind of member. */
final class JvmSettingsProgram {

    /** So many that the codecs are compiled, where anything is. */
    private static final int WARM_UP_WRITES = 8_000;

    private JvmSettingsProgram() {}

    /**
     * Writes the files.
     *
     * @param args the folder, and how often to write each value before
     * @throws IOException if it fails
     */
    public static void main(String[] args) throws IOException {
        write(Path.of(args[0]), args.length > 1 ? Integer.parseInt(args[1]) : WARM_UP_WRITES);
    }

    static void write(Path folder, int warmUpWrites) throws IOException {
        write(folder.resolve("books-le.npy"), Book.LITTLE_ENDIAN, warmUpWrites);
        write(folder.resolve("books-be.npy"), Book.BIG_ENDIAN, warmUpWrites);
    }

    private static void write(Path path, StructCodec<Book> codec, int warmUpWrites) throws IOException {
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.byteSize()]);
        try (StructFile<Book> file = StructFile.create(path, codec)) {
            for (int i = 0; i < 3; i++) {
                Book book = Book.of(i);
                for (int j = 0; j < warmUpWrites; j++) {
                    codec.write(book, segment, 0);
                    book = j % 100 == 0 ? codec.read(segment, 0) : book;
                }
                file.append(book);
            }
        }
    }
}
