package consumer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The kinds of segment. Generated code has a method for each but {@code INTS}, which takes the general one. */
enum Kind {
    BYTES,
    LONGS,
    INTS,
    NATIVE,
    MAPPED;

    /** Where mapped files are made. */
    static Path folder = Path.of("");

    boolean isOnHeap() {
        return compareTo(NATIVE) < 0;
    }

    /** {@return a segment of zeros of exactly this size} On the heap it does not depend on the arena. */
    MemorySegment allocate(Arena arena, long byteSize) {
        int size = Math.toIntExact(byteSize);
        return switch (this) {
            case BYTES -> MemorySegment.ofArray(new byte[size]);
            case LONGS -> MemorySegment.ofArray(new long[size / 8 + 1]).asSlice(0, size);
            case INTS -> MemorySegment.ofArray(new int[size / 4 + 1]).asSlice(0, size);
            case NATIVE -> arena.allocate(size);
            case MAPPED -> map(arena, size);
        };
    }

    private static MemorySegment map(Arena arena, long byteSize) {
        try {
            Path file = Files.createTempFile(folder, "segment", ".bin");
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                return channel.map(MapMode.READ_WRITE, 0, byteSize, arena);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
