package dev.verbatim.internal.log;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.FileFailure;
import dev.verbatim.internal.io.Pauses;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Maps whole files of a known size, and has the handles that access them: little-endian, aligned, atomic. */
public final class Mappings {

    public static final ValueLayout.OfInt INT_LE = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    public static final ValueLayout.OfLong LONG_LE = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    /** For plain access, where a check of the alignment would be one more thing to do for nothing. */
    public static final ValueLayout.OfInt INT_UNALIGNED = INT_LE.withByteAlignment(1);

    public static final ValueLayout.OfLong LONG_UNALIGNED = LONG_LE.withByteAlignment(1);

    /** Takes (MemorySegment, long offset). */
    public static final VarHandle INT = INT_LE.varHandle();

    /** Takes (MemorySegment, long offset). */
    public static final VarHandle LONG = LONG_LE.varHandle();

    /** How often a mapping that others have pinned is tried to be unmapped before the thread pauses in between. */
    private static final int SPINS = 200;

    private static final long PAUSE_NANOS = 50_000;

    private Mappings() {}

    /**
     * Maps a file. An interrupt of the thread closes the channel that it uses. Then the file is mapped once more, and
     * the thread stays interrupted. (An interrupt that comes within the system call leaves a mapping that the JDK
     * forgets. A thread for each mapping would cost more.)
     *
     * @param size the size that the file has; access to a mapping beyond the end of the file would be a fault
     * @throws StoreException if the file has another size, or is a folder
     */
    public static MemorySegment map(Path file, long size, boolean writable, Arena arena) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try {
                    return mapOnce(file, size, writable, arena);
                } catch (ClosedByInterruptException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static MemorySegment mapOnce(Path file, long size, boolean writable, Arena arena) throws IOException {
        try (FileChannel channel = writable
                ? FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)
                : FileChannel.open(file, StandardOpenOption.READ)) {
            if (channel.size() != size) {
                LogFiles.requireNoFolder(file);
                throw new StoreException(file, size + " bytes", channel.size() + " bytes");
            }
            return map(channel, file, size, writable, arena);
        } catch (FileSystemException e) {
            LogFiles.requireNoFolder(file);
            throw e;
        } catch (UnsupportedOperationException e) { // of a zip file, for instance
            throw FileFailure.of(file, "map it; this needs a file system whose files can be mapped", e);
        }
    }

    /** The exception of a channel does not name its file. */
    private static MemorySegment map(FileChannel channel, Path file, long size, boolean writable, Arena arena)
            throws IOException {
        try {
            return channel.map(writable ? MapMode.READ_WRITE : MapMode.READ_ONLY, 0, size, arena);
        } catch (ClosedByInterruptException e) {
            throw e;
        } catch (IOException e) {
            throw FileFailure.of(file, "map it", e);
        }
    }

    /** {@return whether all bytes are zero} */
    static boolean isZero(MemorySegment memory) {
        // Where a segment and itself, shifted by one, are equal, all bytes are equal.
        return memory.byteSize() == 0
                || (memory.get(ValueLayout.JAVA_BYTE, 0) == 0
                        && MemorySegment.mismatch(memory, 0, memory.byteSize() - 1, memory, 1, memory.byteSize()) < 0);
    }

    /** Closes the shared arena of a mapping, whoever uses it. {@return whether it was open, and this has closed it} */
    public static boolean unmap(Arena arena) {
        for (int spins = 0; spins < SPINS; spins++) {
            if (!arena.scope().isAlive()) {
                return false;
            }
            if (tryToUnmap(arena)) {
                return true;
            }
            Thread.onSpinWait();
        }
        return unmapPinned(arena);
    }

    /** {@return whether this has closed it; if not, it is closed, or others have it pinned} */
    private static boolean tryToUnmap(Arena arena) {
        try {
            arena.close();
            return true;
        } catch (IllegalStateException e) {
            // A force or a checksum in another thread has the mapping pinned; they take microseconds, or as long as the
            // device does.
            return false;
        }
    }

    private static boolean unmapPinned(Arena arena) {
        try (Pauses pauses = new Pauses()) {
            while (arena.scope().isAlive()) {
                if (tryToUnmap(arena)) {
                    return true;
                }
                pauses.pause(arena, PAUSE_NANOS);
            }
            return false;
        }
    }

    /** Requires the eight letters and the version that a file of a log begins with. */
    public static void requireMagic(Path file, MemorySegment memory, long magic, int version) throws StoreException {
        long foundMagic = memory.get(LONG_LE, 0);
        if (foundMagic != magic) {
            throw new StoreException(file, "magic=" + magic(magic), "magic=" + magic(foundMagic));
        }
        int foundVersion = memory.get(INT_LE, Long.BYTES);
        if (foundVersion != version) {
            throw new StoreException(file, "version=" + version + " of the format", "version=" + foundVersion);
        }
    }

    /** {@return the letters of a magic, if it has any, and its number} */
    private static String magic(long value) {
        byte[] letters = new byte[Long.BYTES];
        MemorySegment.ofArray(letters).set(LONG_UNALIGNED, 0, value);
        String text = new String(letters, StandardCharsets.ISO_8859_1);
        String number = "0x%016x".formatted(value);
        return text.chars().allMatch(c -> c > ' ' && c < 0x7f) ? text + " (" + number + ")" : number;
    }
}
