package dev.verbatim.cli.selftest;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Memory of one kind, to write to.
 *
 * @param name the kind
 * @param segment {@link #SIZE} bytes
 */
record Place(String name, MemorySegment segment) {

    /** In bytes: what has room for the largest value at any offset, and bytes around it. */
    static final int SIZE = 1024;

    /** {@return a place of each kind that there is} */
    static List<Place> all(Arena arena, Path folder) throws IOException {
        MemorySegment mapped;
        try (FileChannel channel = FileChannel.open(
                folder.resolve("mapped"),
                StandardOpenOption.CREATE_NEW,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE)) {
            mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE, arena);
        }
        return List.of(
                new Place("byte[]", MemorySegment.ofArray(new byte[SIZE])),
                new Place("short[]", MemorySegment.ofArray(new short[SIZE / Short.BYTES])),
                new Place("char[]", MemorySegment.ofArray(new char[SIZE / Character.BYTES])),
                new Place("int[]", MemorySegment.ofArray(new int[SIZE / Integer.BYTES])),
                new Place("long[]", MemorySegment.ofArray(new long[SIZE / Long.BYTES])),
                new Place("float[]", MemorySegment.ofArray(new float[SIZE / Float.BYTES])),
                new Place("double[]", MemorySegment.ofArray(new double[SIZE / Double.BYTES])),
                new Place("native memory", arena.allocate(SIZE, Long.BYTES)),
                new Place("a mapped file", mapped));
    }
}
