package dev.verbatim.queue;

import dev.verbatim.internal.log.Mappings;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How many records each writer has had acknowledged, in a mapped file beside the store: it outlives the writer's
 * process.
 */
public final class Acknowledgements implements AutoCloseable {

    private final Arena arena = Arena.ofShared();
    private final MemorySegment counts;

    private Acknowledgements(Path file) throws IOException {
        this.counts = Mappings.map(file, Files.size(file), true, arena);
    }

    public static Acknowledgements create(Path file, int writers) throws IOException {
        Files.write(file, new byte[writers * Long.BYTES]);
        return new Acknowledgements(file);
    }

    public static Acknowledgements open(Path file) throws IOException {
        return new Acknowledgements(file);
    }

    /** {@return the number of records of a writer that were acknowledged} */
    public long count(int writer) {
        return (long) Mappings.LONG.getAcquire(counts, (long) writer * Long.BYTES);
    }

    public void count(int writer, long count) {
        Mappings.LONG.setRelease(counts, (long) writer * Long.BYTES, count);
    }

    @Override
    public void close() {
        arena.close();
    }
}
