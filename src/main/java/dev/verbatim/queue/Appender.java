package dev.verbatim.queue;

import static dev.verbatim.queue.EntryDescriptor.PAYLOAD_OFFSET;

import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.IdentityHashMap;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Appends entries to a queue. {@link MappedQueue#appender} makes an appender. Keep it for as long as there is something
 * to append, and then close it.
 *
 * <p>An entry is first reserved and then committed. Until it is committed, tailers wait at it. If a process dies in
 * between, readers see that the entry has no owner, and pass it. When a method that appends returns, the entry is there
 * for every reader, whole, and as durable as the queue's {@link Durability} says. When the method throws, nothing was
 * appended, with one exception: if a force fails under {@link Durability#EACH}, the entry can be read, and may be gone
 * after a loss of power. The queue takes no more entries then.
 *
 * <p><b>Positions.</b> The position of an entry is a number that grows from entry to entry, not by one. It stays valid
 * for {@link Tailer#moveTo} as long as the entry is not deleted.
 *
 * <p><b>Threads.</b> One thread at a time may use an appender and close it. Each further thread opens its own appender.
 * A queue can have 1024 appenders in all processes together. Any thread may close the queue. An append that is under
 * way then ends as if it had come before. An open claim is aborted, but its payload stays mapped until {@link #commit},
 * {@link #abort} or {@link #close} is called. Appenders do not wait for one another, except while a new segment begins.
 */
public final class Appender implements AutoCloseable {

    private static final Cleaner CLEANER = Cleaner.create();

    /** A program that claims with a new layout each time must not fill the memory with layouts. */
    private static final int MAX_KNOWN_LAYOUTS = 256;

    private final OpenQueue queue;
    private final EntryWriter writer;
    private final Cleaner.Cleanable cleanable;
    private final Scratch scratch = new Scratch();

    /** A codec is found here by its identity: to compare layouts would take longer than to append. */
    private final IdentityHashMap<Object, Integer> layoutIds = new IdentityHashMap<>();

    private @Nullable Object lastCodec;
    private int lastLayoutId;

    Appender(OpenQueue queue) throws IOException {
        this.queue = queue;
        // The action must not refer to this object, or it would never be unreachable.
        EntryWriter opened = new EntryWriter(queue);
        this.writer = opened;
        this.cleanable = CLEANER.register(this, opened::closeLeaked);
        queue.keeper().start();
    }

    /**
     * Appends a value. In a queue without checksums the codec writes the value to its place in the queue. In a queue
     * with checksums the codec writes it to a buffer of this appender, and the appender copies it. Nothing is
     * allocated.
     *
     * @param codec the codec
     * @param value the value
     * @param <T> the type of the DTO
     * @return the entry's position
     * @throws NullPointerException if {@link StructCodec#write} throws it; nothing was appended
     * @throws IllegalArgumentException if {@link StructCodec#write} throws it, or a struct is larger than an eighth of
     *     a segment; nothing was appended
     * @throws IOException if there is no space for a new segment, a force has failed, or the entry was given up by
     *     others because the lock of this appender was lost
     * @throws IllegalStateException if there is an open claim, or the appender is closed
     */
    public <T> long append(StructCodec<T> codec, T value) throws IOException {
        Objects.requireNonNull(codec, "codec");
        writer.enter();
        try {
            long byteSize = codec.byteSize();
            if (!writer.isChecked()) {
                return appendInPlace(codec, value, byteSize);
            }
            if (!scratch.holds(byteSize)) {
                writer.requireLength(byteSize);
                scratch.grow(byteSize);
            }
            int layoutId = layoutId(codec, codec.layout());
            codec.write(value, scratch.memory(), PAYLOAD_OFFSET);
            return writer.append(scratch, byteSize, layoutId);
        } finally {
            exit();
        }
    }

    private <T> long appendInPlace(StructCodec<T> codec, T value, long byteSize) throws IOException {
        writer.reserve(byteSize, layoutId(codec, codec.layout()));
        try {
            codec.write(value, writer.memory(), writer.payloadOffset());
        } catch (RuntimeException | Error e) {
            writer.abort();
            throw e;
        }
        return writer.commit();
    }

    /**
     * Appends a value of variable length. The codec writes it once, to a buffer of this appender, and the appender
     * copies it.
     *
     * @param codec the codec
     * @param value the value
     * @param <T> the type of the DTO
     * @return the entry's position
     * @throws NullPointerException if {@link VarCodec#write} throws it; nothing was appended
     * @throws IllegalArgumentException if {@link VarCodec#write} throws it, or the entry is larger than an eighth of a
     *     segment; nothing was appended
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim, or the appender is closed
     */
    public <T> long append(VarCodec<T> codec, T value) throws IOException {
        Objects.requireNonNull(codec, "codec");
        writer.enter();
        try {
            int layoutId = layoutId(codec, codec.layout());
            return writer.append(scratch, encode(codec, value), layoutId);
        } finally {
            exit();
        }
    }

    private <T> long encode(VarCodec<T> codec, T value) {
        try {
            return codec.write(value, scratch.memory(), PAYLOAD_OFFSET);
        } catch (IndexOutOfBoundsException e) {
            long byteSize = codec.encodedSize(value);
            if (scratch.holds(byteSize)) {
                // It was not the buffer that was too small.
                throw e;
            }
            writer.requireLength(byteSize);
            scratch.grow(byteSize);
            return codec.write(value, scratch.memory(), PAYLOAD_OFFSET);
        }
    }

    /**
     * Appends bytes as they are. The entry says nothing about their layout: {@link Tailer#read} reads it, a codec does
     * not.
     *
     * @param payload the bytes
     * @return the entry's position
     * @throws IllegalArgumentException if they are more than an eighth of a segment
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim, the appender is closed, or the payload's arena is
     * @throws WrongThreadException if the payload belongs to another thread; nothing was appended
     */
    public long append(MemorySegment payload) throws IOException {
        Objects.requireNonNull(payload, "payload");
        writer.enter();
        try {
            writer.reserve(payload.byteSize(), 0);
            try {
                MemorySegment.copy(payload, 0, writer.memory(), writer.payloadOffset(), payload.byteSize());
            } catch (RuntimeException | Error e) {
                writer.abort();
                throw e;
            }
            return writer.commit();
        } finally {
            exit();
        }
    }

    /**
     * Reserves an entry whose payload the caller writes in place, with a view for instance. The claim ends with
     * {@link #commit} or {@link #abort}; until then, tailers wait at the entry. A codec reads the entry as if a codec
     * had appended it.
     *
     * @param layout the layout of the payload, a struct of fixed size
     * @return the payload: zeros, mapped, aligned to 8. Write to it until the end of the claim and never after it
     * @throws IllegalArgumentException if the struct is larger than an eighth of a segment, has a union or an address,
     *     or is deeper than {@link LayoutText} says
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim already, or the appender is closed
     */
    public MemorySegment claim(StructLayout layout) throws IOException {
        Objects.requireNonNull(layout, "layout");
        writer.enter();
        try {
            return claimed(layout.byteSize(), layoutId(layout, layout));
        } finally {
            exit();
        }
    }

    /**
     * Reserves an entry of bytes whose layout is not given. Otherwise this is like {@link #claim(StructLayout)}.
     * {@link Tailer#read} reads the entry, a codec does not.
     *
     * @param byteSize the size of the payload in bytes, from 0 to an eighth of a segment
     * @return the payload
     * @throws IllegalArgumentException if the size is not in its range
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim already, or the appender is closed
     */
    public MemorySegment claim(long byteSize) throws IOException {
        writer.enter();
        try {
            return claimed(byteSize, 0);
        } finally {
            exit();
        }
    }

    private MemorySegment claimed(long byteSize, int layoutId) throws IOException {
        writer.reserve(byteSize, layoutId);
        return writer.memory().asSlice(writer.payloadOffset(), byteSize);
    }

    /**
     * Commits the open claim.
     *
     * @return the entry's position
     * @throws IOException as {@link #append(StructCodec, Object)} throws it; the claim is over then too
     * @throws IllegalStateException if there is no open claim, or the appender is closed
     */
    public long commit() throws IOException {
        writer.enterToEndClaim();
        try {
            return writer.commit();
        } finally {
            exit();
        }
    }

    /**
     * Gives the open claim up. Readers pass the entry.
     *
     * @throws IllegalStateException if there is no open claim, or the appender is closed
     */
    public void abort() {
        writer.enterToEndClaim();
        try {
            writer.abort();
        } finally {
            exit();
        }
    }

    private void exit() {
        try {
            writer.exit();
        } finally {
            // An appender that is used for the last time must not be cleaned up while it is.
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The id of the layout of a codec. Often the codec is the one that was used last; if not, the buffer is cleared for
     * it.
     */
    @SuppressWarnings("ReferenceEquality") // a codec is the same or takes the long way
    private int layoutId(Object codec, StructLayout layout) throws IOException {
        if (codec != lastCodec) {
            Integer known = layoutIds.get(codec);
            lastLayoutId = known == null ? stored(codec, layout) : known;
            lastCodec = codec;
            scratch.clear(layout.byteSize());
        }
        return lastLayoutId;
    }

    private int stored(Object codec, StructLayout layout) throws IOException {
        int id = queue.layouts().store(layout);
        if (layoutIds.size() == MAX_KNOWN_LAYOUTS) {
            layoutIds.clear();
        }
        layoutIds.put(codec, id);
        return id;
    }

    /**
     * Closes the appender and aborts its open claim. Does nothing if the appender is closed already. An appender that
     * is not closed is closed when the garbage collector finds it.
     *
     * @throws IOException if its slot cannot be given back; it is closed all the same
     */
    @Override
    public void close() throws IOException {
        writer.close();
        cleanable.clean();
    }
}
