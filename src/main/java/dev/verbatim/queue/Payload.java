package dev.verbatim.queue;

import dev.verbatim.internal.log.StoredBytes;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What an entry of a queue holds, as it is stored: for programs that copy entries without the classes of the DTOs.
 * {@link Tailer#read} shows the bytes of an entry and the id of its layout, {@link MappedQueue#layout} has the layout,
 * and {@link Appender#appendBatch} appends it elsewhere.
 *
 * @param layout the layout of the bytes; {@code null} if they have none
 * @param bytes the bytes; only their start and size are kept, so whoever changes them changes the payload
 */
@SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
public record Payload(@Nullable StructLayout layout, MemorySegment bytes) {

    /**
     * Makes a payload.
     *
     * @throws IllegalArgumentException if there are more or fewer bytes than a struct of the layout has, or if they are
     *     not one whole variable-length record of the layout, or one that no {@link dev.verbatim.LayoutReader} can read
     * @throws IllegalStateException if a variable-length record has to be read, and the arena of the bytes is closed
     * @throws WrongThreadException if a variable-length record has to be read, and the bytes belong to another thread
     */
    public Payload {
        Objects.requireNonNull(bytes, "bytes");
        if (layout != null) {
            StoredBytes.require(layout, bytes, "a payload");
        }
    }
}
