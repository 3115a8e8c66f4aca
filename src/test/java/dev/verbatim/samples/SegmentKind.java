package dev.verbatim.samples;

import static java.nio.file.StandardOpenOption.DELETE_ON_CLOSE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;

/**
 * The kinds of segment that codecs have code of their own for; {@link #HEAP_INTS} is one that they have not. They also
 * tell apart whether another thread can close the segment's arena: that of a test is confined, those of {@link
 * #SHARED_NATIVE} and {@link #SHARED_MAPPED} are not the test's own, and are never closed.
 */
public enum SegmentKind {
    HEAP_BYTES {
        @Override
        public MemorySegment allocate(int byteSize, Arena arena) {
            return MemorySegment.ofArray(new byte[byteSize]);
        }
    },
    HEAP_LONGS {
        @Override
        public MemorySegment allocate(int byteSize, Arena arena) {
            return MemorySegment.ofArray(new long[Math.ceilDiv(byteSize, Long.BYTES)])
                    .asSlice(0, byteSize);
        }
    },
    HEAP_INTS {
        @Override
        public MemorySegment allocate(int byteSize, Arena arena) {
            return MemorySegment.ofArray(new int[Math.ceilDiv(byteSize, Integer.BYTES)])
                    .asSlice(0, byteSize);
        }
    },
    NATIVE {
        @Override
        public MemorySegment allocate(int byteSize, Arena arena) {
            return arena.allocate(byteSize);
        }
    },
    SHARED_NATIVE {
        @Override
        public MemorySegment allocate(int byteSize, Arena arena) {
            return SharedMemory.NATIVE.allocate(byteSize);
        }
    },
    SHARED_MAPPED {
        @Override
        public MemorySegment allocate(int byteSize, Arena arena) {
            return SharedMemory.MAPPED.allocate(byteSize);
        }
    },
    MAPPED {
        @Override
        public MemorySegment allocate(int byteSize, Arena arena) {
            return map(byteSize, arena);
        }
    };

    static MemorySegment map(int byteSize, Arena arena) {
        try (FileChannel channel =
                FileChannel.open(Files.createTempFile("verbatim", ".bin"), READ, WRITE, DELETE_ON_CLOSE)) {
            return channel.map(MapMode.READ_WRITE, 0, byteSize, arena);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What an address can be known to be a multiple of: on the heap the size of the array's elements. */
    public long maxAlignment() {
        return switch (this) {
            case HEAP_BYTES -> Byte.BYTES;
            case HEAP_INTS -> Integer.BYTES;
            case HEAP_LONGS -> Long.BYTES;
            case NATIVE, MAPPED, SHARED_NATIVE, SHARED_MAPPED -> Long.MAX_VALUE;
        };
    }

    /** Allocates a segment of zeros; what is not on the heap belongs to the arena. */
    public abstract MemorySegment allocate(int byteSize, Arena arena);

    /** Allocates a segment with these bytes. */
    public MemorySegment allocate(byte[] content, Arena arena) {
        return allocate(content.length, arena).copyFrom(MemorySegment.ofArray(content));
    }
}
