package dev.verbatim.cli;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Structs one behind the other, as C writes an array of them, with nothing before, between or behind them. */
final class RawStructs implements Entries {

    private final Path file;
    private final InputStream in;
    private final int layoutId;
    private final int byteSize;
    private long count;

    /**
     * Opens a file, or a pipe.
     *
     * @param layoutId the id of their layout
     * @param byteSize how many bytes each has
     */
    RawStructs(Path file, int layoutId, int byteSize) throws IOException {
        this.file = file;
        this.in = new BufferedInputStream(TextEntries.bytes(file));
        this.layoutId = layoutId;
        this.byteSize = byteSize;
    }

    @Override
    public @Nullable StoredEntry next() throws IOException, BadInputException {
        byte[] struct = in.readNBytes(byteSize);
        if (struct.length == 0) {
            return null;
        }
        if (struct.length < byteSize) {
            throw new BadInputException(file + ": expected structs of " + byteSize + " bytes, found " + struct.length
                    + " bytes behind " + EntryCopy.count(count));
        }
        return new StoredEntry(Map.of(StoredEntry.INDEX, count++), layoutId, MemorySegment.ofArray(struct));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
