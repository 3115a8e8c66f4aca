package dev.verbatim.internal.io;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/**
 * The class that implements mapped segments in this JVM. Code that compares a segment's class with it is compiled for
 * this class alone, and keeps its speed when a process uses several kinds of segments; {@code docs/generated-code.md}
 * says why, and how much that saves.
 */
public final class MappedClass {

    /** The class; {@code null} if it could not be found, and then the general path serves, which is only slower. */
    public static final @Nullable Class<?> CLASS = find();

    private MappedClass() {}

    /**
     * {@return a mapped segment, of which the compiler knows from here on its class, and that every thread can access
     * it}
     *
     * @param memory the segment, of an arena that is not confined
     */
    public static MemorySegment known(MemorySegment memory) {
        if (memory.getClass() == CLASS && Confinement.isUnconfined(memory)) {
            return memory;
        }
        return unknown(memory);
    }

    /** Never called where the class was found, so that the compiler leaves it out. */
    private static MemorySegment unknown(MemorySegment memory) {
        return memory;
    }

    /**
     * Maps no bytes of a file that every Java runtime has. This runs once in a JVM. An interrupt would close the
     * channel, so it is put off until the end. (A thread of its own would not do: it would wait for this class to be
     * initialised, and this class for it.)
     */
    private static @Nullable Class<?> find() {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try (Arena arena = Arena.ofConfined();
                        FileChannel channel = FileChannel.open(
                                Path.of(System.getProperty("java.home"), "lib", "modules"), StandardOpenOption.READ)) {
                    return channel.map(MapMode.READ_ONLY, 0, 0, arena).getClass();
                } catch (ClosedByInterruptException e) {
                    interrupted = true;
                } catch (IOException | RuntimeException e) { // a runtime without a home, or without this file
                    System.getLogger(MappedClass.class.getName())
                            .log(System.Logger.Level.DEBUG, "no code of their own for mapped segments", e);
                    return null;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
