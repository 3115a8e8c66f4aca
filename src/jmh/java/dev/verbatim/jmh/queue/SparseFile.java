package dev.verbatim.jmh.queue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that has blocks only where something was written. */
final class SparseFile {

    private static final int PAGE_SIZE = 4096;

    private SparseFile() {}

    /**
     * Gives the start of a file all its blocks, and leaves its content as it is. Nobody may write to it meanwhile.
     *
     * @param path the file
     * @param byteSize how many bytes of it, whole pages
     */
    static void allocate(Path path, long byteSize) throws IOException {
        try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (file.size() < byteSize) {
                throw new IOException(
                        "file=" + path + ": expected " + byteSize + " bytes or more, found " + file.size());
            }
            ByteBuffer zeros = ByteBuffer.allocateDirect(PAGE_SIZE);
            ByteBuffer page = ByteBuffer.allocateDirect(PAGE_SIZE);
            for (long offset = 0; offset < byteSize; offset += PAGE_SIZE) {
                file.read(page.clear(), offset);
                if (page.flip().equals(zeros.clear())) {
                    file.write(zeros, offset);
                }
            }
            file.force(true);
        }
    }
}
