package dev.verbatim.queue;

import static dev.verbatim.internal.log.EntryDescriptor.PAYLOAD_OFFSET;

import dev.verbatim.Durability;
import dev.verbatim.LayoutCodec;
import dev.verbatim.Layouts;
import dev.verbatim.SizedCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.internal.log.ByCodec;
import dev.verbatim.internal.log.EntryBatch;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.EntryWriter;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.SegmentFile;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Appends entries to a queue. {@link MappedQueue#appender} makes an appender. Keep it for as long as there is something
 * to append, and then close it. While it is idle it keeps the segment that it appended to last: if that is deleted, its
 * space on the disk is free when the appender appends again or is closed.
 *
 * <p>An entry is first reserved and then committed. Until it is committed, tailers wait at it. If a process dies in
 * between, readers see that the entry has no owner, and pass it. When a method that appends returns, the entry is there
 * for every reader, whole, and as durable as the queue's {@link Durability} says. When the method throws, nothing was
 * appended, with three exceptions: {@link #appendAll appendAll} may have appended whole batches; and if a force fails
 * under {@link Durability#EACH}, the entry can be read, and may be gone after a loss of power. If the device refused
 * the force, the queue takes no more entries then; if the force could not begin, for want of file descriptors for
 * instance, the next append forces this entry too. And after a {@link StackOverflowError} nobody knows: look for the
 * entry if it matters. The appender can be used further. If there was no room on the stack to give up an entry, the
 * next append does so, or {@link #close}; until then, tailers wait.
 *
 * <p><b>Positions.</b> The position of an entry is a number that grows from entry to entry, not by one. It stays valid
 * for {@link Tailer#moveTo} as long as the entry is not deleted.
 *
 * <p><b>Threads.</b> One thread at a time may use an appender and close it. Each further thread opens its own appender.
 * Where two threads use one at once, the second is refused by an {@link IllegalStateException}; or, if neither has seen
 * the other, both get one and the appender is closed. Until then entries of both may have been damaged or lost. If the
 * second came in between the last look at that and the end of a step that others rely on, the chain of entries may be
 * broken besides: what others append behind that place in the segment cannot be read until all have closed the queue
 * and it is opened again, and a part of it may be lost. So this is no way to find out who may use it. A queue can have
 * 1024 appenders in all processes together. Any thread may close the queue. An append that is under way then ends as
 * if it had come before. An open claim is aborted, but its payload stays mapped until {@link #commit}, {@link #abort}
 * or {@link #close} is called. Appenders do not wait for one another, except while a new segment begins.
 */
public final class Appender implements AutoCloseable {

    private static final Cleaner CLEANER = Cleaner.create();

    private final Log log;
    private final EntryWriter writer;
    private final Cleaner.Cleanable cleanable;
    private final EntryBatch batch = new EntryBatch();

    private final ByCodec<Integer> layoutIds = new ByCodec<>();

    private @Nullable Object lastCodec;
    private int lastLayoutId;

    Appender(Log log) throws IOException {
        this.log = log;
        // The action must not refer to this object, or it would never be unreachable.
        EntryWriter opened = new EntryWriter(log, "the appender of " + log.name(), Appender.class.getName());
        this.writer = opened;
        this.cleanable = CLEANER.register(this, opened::closeLeaked);
        log.keeper().start();
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
            batch.clear(codec);
            makeRoom(byteSize);
            int layoutId = layoutId(codec, codec.layout());
            codec.write(value, batch.memory(), batch.payloadOffset());
            return writer.append(batch, byteSize, layoutId);
        } finally {
            exit();
        }
    }

    private <T> long appendInPlace(StructCodec<T> codec, T value, long byteSize) throws IOException {
        int layoutId = layoutId(codec, codec.layout());
        try {
            writer.reserve(byteSize);
            SegmentFile segment = writer.segment();
            long offset = writer.offset();
            writer.requireAlone();
            segment.layoutId(offset, layoutId);
            codec.write(value, segment.memory(), offset + PAYLOAD_OFFSET);
            return writer.commit();
        } catch (Throwable e) { // a user's conversion may throw what its Java signature does not allow
            writer.abortUnfinished();
            throw e;
        }
    }

    /**
     * Appends a value that has a size of its own. The entry has the size and, of several types, the layout of its own
     * type. The codec writes it once, to a buffer of this appender, and the appender copies it.
     *
     * @param codec the codec
     * @param value the value
     * @param <T> the type of the values
     * @return the entry's position
     * @throws NullPointerException if {@link SizedCodec#write} throws it; nothing was appended
     * @throws IllegalArgumentException if {@link SizedCodec#write} throws it, or the entry is larger than an eighth of
     *     a segment; nothing was appended
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim, or the appender is closed
     */
    public <T> long append(SizedCodec<T> codec, T value) throws IOException {
        Objects.requireNonNull(codec, "codec");
        writer.enter();
        try {
            batch.clear();
            int layoutId = layoutId(codec, value);
            long byteSize = encode(codec, value);
            return writer.append(batch, byteSize, layoutId);
        } finally {
            exit();
        }
    }

    @SuppressWarnings("ReferenceEquality") // a codec of one type that was used last, or the long way
    private <T> int layoutId(SizedCodec<T> codec, T value) throws IOException {
        if (codec == lastCodec) {
            return lastLayoutId;
        }
        LayoutCodec<? extends T> ofValue = codec.codecOf(value);
        return layoutId(ofValue, ofValue.layout());
    }

    private <T> long encode(SizedCodec<T> codec, T value) {
        if (!codec.isVariable()) { // its size is known before it is written, and its padding is left as it is
            long byteSize = codec.encodedSize(value);
            makeRoom(byteSize);
            batch.zeroPayload(byteSize);
        }
        try {
            return codec.write(value, batch.memory(), batch.payloadOffset());
        } catch (IndexOutOfBoundsException e) {
            makeRoom(codec.encodedSize(value), e);
            return codec.write(value, batch.memory(), batch.payloadOffset());
        }
    }

    /** Makes room for a value that has not fitted, unless it was not the buffer that was too small. */
    private void makeRoom(long byteSize, IndexOutOfBoundsException fault) {
        if (batch.holds(byteSize)) {
            throw fault;
        }
        makeRoom(byteSize);
    }

    private void makeRoom(long byteSize) {
        if (!batch.holds(byteSize)) {
            writer.requireLength(byteSize);
            batch.grow(byteSize);
        }
    }

    /**
     * Appends values, an entry for each, faster than one by one: a place for many is reserved and committed at once.
     * Entries that together take 64 KiB, or an eighth of a segment if that is less, are one batch; an entry takes 16
     * bytes and its payload, rounded up to a multiple of 8. Readers see a batch whole or not at all. More values are
     * several batches. If a value cannot be written, nothing of its batch was appended, and the batches before it were.
     *
     * @param codec the codec
     * @param values the values
     * @param <T> the type of the DTO
     * @return the position of the last entry; -1 if there are no values
     * @throws NullPointerException if {@link StructCodec#write} throws it
     * @throws IllegalArgumentException if {@link StructCodec#write} throws it, or a struct is larger than an eighth of
     *     a segment
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim, or the appender is closed
     */
    public <T> long appendAll(StructCodec<T> codec, Iterable<? extends T> values) throws IOException {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(values, "values");
        writer.enter();
        try {
            long last = begin();
            long byteSize = codec.byteSize();
            int layoutId = layoutId(codec, codec.layout());
            for (T value : values) {
                last = flushUnlessFits(byteSize, last);
                makeRoom(byteSize);
                batch.zeroPayload(byteSize);
                codec.write(value, batch.memory(), batch.payloadOffset());
                writer.add(batch, byteSize, layoutId);
            }
            return flush(last);
        } finally {
            exit();
        }
    }

    /**
     * Appends values, as {@link #appendAll(StructCodec, Iterable)} does.
     *
     * @param codec the codec
     * @param values the values
     * @param <T> the type of the DTO
     * @return the position of the last entry; -1 if there are no values
     * @throws NullPointerException if {@link StructCodec#write} throws it
     * @throws IllegalArgumentException as {@link #appendAll(StructCodec, Iterable)} throws it
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim, or the appender is closed
     */
    public <T> long appendAll(StructCodec<T> codec, T[] values) throws IOException {
        return appendAll(codec, Arrays.asList(Objects.requireNonNull(values, "values")));
    }

    /**
     * Appends values that have a size of their own, in batches as {@link #appendAll(StructCodec, Iterable)} does. Each
     * entry has the size and, of several types, the layout of its own type.
     *
     * @param codec the codec
     * @param values the values
     * @param <T> the type of the values
     * @return the position of the last entry; -1 if there are no values
     * @throws NullPointerException if {@link SizedCodec#write} throws it
     * @throws IllegalArgumentException if {@link SizedCodec#write} throws it, or an entry is larger than an eighth of
     *     a segment
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim, or the appender is closed
     */
    public <T> long appendAll(SizedCodec<T> codec, Iterable<? extends T> values) throws IOException {
        Objects.requireNonNull(codec, "codec");
        Objects.requireNonNull(values, "values");
        writer.enter();
        try {
            long last = begin();
            for (T value : values) {
                if (!codec.isVariable()) { // the size is known, so that what is not written fails alone
                    long byteSize = codec.encodedSize(value);
                    writer.requireLength(byteSize);
                    last = flushUnlessFits(byteSize, last);
                }
                int layoutId = layoutId(codec, value);
                long byteSize = encode(codec, value);
                if (!fits(byteSize)) {
                    writer.requireLength(byteSize); // or what comes before it in its batch would be appended
                    last = flushUnlessFits(byteSize, last);
                    byteSize = encode(codec, value);
                }
                writer.add(batch, byteSize, layoutId);
            }
            return flush(last);
        } finally {
            exit();
        }
    }

    /**
     * Appends structs that lie one after the other, an entry for each, in batches as {@link #appendAll(StructCodec,
     * Iterable)} does. They are copied as they are, padding included. A codec reads an entry as if a codec had appended
     * it. A record of variable length may be longer than its layout: {@link #append(StructLayout, MemorySegment)}
     * appends one as it is.
     *
     * @param layout the layout of one struct, of fixed size
     * @param structs the structs
     * @return the position of the last entry; -1 if there are no structs
     * @throws IllegalArgumentException if the segment does not hold a whole number of structs, a struct has no bytes or
     *     is larger than an eighth of a segment, or the layout is one that {@link #claim(StructLayout)} refuses
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim, the appender is closed, or the structs' arena is
     * @throws WrongThreadException if the structs belong to another thread
     */
    public long appendAll(StructLayout layout, MemorySegment structs) throws IOException {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(structs, "structs");
        requireFixedSize(layout);
        long byteSize = layout.byteSize();
        if (byteSize == 0) {
            throw new IllegalArgumentException("expected structs of 1 byte or more, found a layout of none");
        }
        if (structs.byteSize() % byteSize != 0) {
            throw new IllegalArgumentException("expected structs of " + byteSize + " bytes each, found a segment of "
                    + structs.byteSize() + " bytes");
        }
        writer.enter();
        try {
            long last = begin();
            int layoutId = layoutId(layout, layout);
            for (long offset = 0; offset < structs.byteSize(); offset += byteSize) {
                last = flushUnlessFits(byteSize, last);
                makeRoom(byteSize);
                MemorySegment.copy(structs, offset, batch.memory(), batch.payloadOffset(), byteSize);
                writer.add(batch, byteSize, layoutId);
            }
            return flush(last);
        } finally {
            exit();
        }
    }

    private long begin() throws IOException {
        writer.requireReady();
        batch.clear();
        return -1;
    }

    /**
     * Appends payloads as they are stored, an entry for each, as one batch: readers see all of them or none, and after
     * the death of the process, too, all are there or none. For programs that copy entries without the classes of the
     * DTOs. A codec reads an entry as if a codec had appended it.
     *
     * @param payloads the payloads; the entries together take at most an eighth of a segment, where an entry takes 16
     *     bytes and its payload, rounded up to a multiple of 8, except that one payload alone may have an eighth of a
     *     segment
     * @return the position of the last entry; -1 if there are no payloads
     * @throws IllegalArgumentException if the entries take more than an eighth of a segment, a payload has by now
     *     another size than its layout says, or a layout has a union or an address, or is deeper than {@link
     *     dev.verbatim.LayoutText} says; nothing was appended
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim, the appender is closed, or the arena of a payload is
     * @throws WrongThreadException if a payload belongs to another thread
     */
    public long appendBatch(List<Payload> payloads) throws IOException {
        Objects.requireNonNull(payloads, "payloads");
        writer.enter();
        try {
            long last = begin();
            for (Payload payload : payloads) {
                Objects.requireNonNull(payload, "payload");
                StructLayout layout = payload.layout();
                long byteSize = payload.bytes().byteSize();
                writer.requireBatch(batch, byteSize);
                if (layout != null) {
                    Payload.requireSize(layout, payload.bytes()); // again: they may have been changed
                }
                int layoutId = layout == null ? 0 : layoutId(layout, layout);
                if (!batch.holds(byteSize)) {
                    batch.grow(byteSize);
                }
                MemorySegment.copy(payload.bytes(), 0, batch.memory(), batch.payloadOffset(), byteSize);
                writer.add(batch, byteSize, layoutId);
            }
            return flush(last);
        } finally {
            exit();
        }
    }

    private boolean fits(long byteSize) {
        return batch.isEmpty() || batch.byteSize() + EntryDescriptor.byteSize(byteSize) <= writer.maxBatchSize();
    }

    /** Appends the batch unless one more entry fits into it. {@return the position of the last entry so far} */
    private long flushUnlessFits(long byteSize, long last) throws IOException {
        return fits(byteSize) ? last : flush(last);
    }

    private long flush(long last) throws IOException {
        if (batch.isEmpty()) {
            return last;
        }
        writer.requireReady(); // a force can have failed since the first batch
        long position = writer.append(batch);
        batch.clear();
        return position;
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
            return appendBytes(payload, 0);
        } finally {
            exit();
        }
    }

    /**
     * Appends the bytes of a struct or a variable-length record as they are, for tools without the class of the values.
     * A codec reads the entry as if a codec had appended it.
     *
     * @param layout the layout of the bytes
     * @param payload the bytes: one struct, or one record, whose size is that in its header
     * @return the entry's position
     * @throws IllegalArgumentException if they are more than an eighth of a segment; if they are more or fewer than a
     *     struct of the layout has, or than the header of a variable-length record says; or if the layout has a union
     *     or an address, or is deeper than {@link dev.verbatim.LayoutText} says; nothing was appended
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim, the appender is closed, or the payload's arena is
     * @throws WrongThreadException if the payload belongs to another thread; nothing was appended
     */
    public long append(StructLayout layout, MemorySegment payload) throws IOException {
        Objects.requireNonNull(layout, "layout");
        Objects.requireNonNull(payload, "payload");
        Payload.requireSize(layout, payload);
        writer.enter();
        try {
            return appendBytes(payload, layoutId(layout, layout));
        } finally {
            exit();
        }
    }

    private long appendBytes(MemorySegment payload, int layoutId) throws IOException {
        try {
            writer.reserve(payload.byteSize());
            SegmentFile segment = writer.segment();
            long offset = writer.offset();
            writer.requireAlone();
            segment.layoutId(offset, layoutId);
            MemorySegment.copy(payload, 0, segment.memory(), offset + PAYLOAD_OFFSET, payload.byteSize());
            return writer.commit();
        } catch (RuntimeException | Error e) {
            writer.abortUnfinished();
            throw e;
        }
    }

    /**
     * Reserves an entry whose payload the caller writes in place, with a view for instance. The claim ends with
     * {@link #commit} or {@link #abort}; until then, tailers wait at the entry. A codec reads the entry as if a codec
     * had appended it. The size of a variable-length record is known only when it is written: {@link
     * #append(SizedCodec, Object)} appends a value, and {@link #append(StructLayout, MemorySegment)} a record that is
     * whole.
     *
     * @param layout the layout of the payload, a struct of fixed size
     * @return the payload: zeros, mapped, aligned to 8. Write to it until the end of the claim and never after it
     * @throws IllegalArgumentException if the layout is that of a variable-length record, or the struct is larger than
     *     an eighth of a segment, has a union or an address, or is deeper than {@link dev.verbatim.LayoutText} says
     * @throws IOException as {@link #append(StructCodec, Object)} throws it
     * @throws IllegalStateException if there is an open claim already, or the appender is closed
     */
    public MemorySegment claim(StructLayout layout) throws IOException {
        Objects.requireNonNull(layout, "layout");
        requireFixedSize(layout);
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

    private static void requireFixedSize(StructLayout layout) {
        if (Layouts.isVarRecord(layout)) {
            throw new IllegalArgumentException("expected the layout of a struct of fixed size, found that of a"
                    + " variable-length record of " + layout.byteSize() + " bytes and a tail; append a value with"
                    + " append(SizedCodec, T), or a whole record with append(StructLayout, MemorySegment)");
        }
    }

    private MemorySegment claimed(long byteSize, int layoutId) throws IOException {
        try {
            writer.reserve(byteSize);
            SegmentFile segment = writer.segment();
            long offset = writer.offset();
            writer.requireAlone();
            segment.layoutId(offset, layoutId);
            MemorySegment payload = segment.memory().asSlice(offset + PAYLOAD_OFFSET, byteSize);
            writer.leaveToUser();
            return payload;
        } catch (RuntimeException | Error e) {
            writer.abortUnfinished();
            throw e;
        }
    }

    /**
     * Commits the open claim.
     *
     * @return the entry's position
     * @throws IOException as {@link #append(StructCodec, Object)} throws it; the claim is over then too, and also after
     *     an error
     * @throws IllegalStateException if there is no open claim, or the appender is closed
     */
    public long commit() throws IOException {
        writer.enterToEndClaim();
        try {
            return writer.commitClaim();
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
            writer.abortClaim();
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

    /** {@return the id of the layout of a codec, which often is the one that was used last} */
    @SuppressWarnings("ReferenceEquality") // a codec is the same or takes the long way
    private int layoutId(Object codec, StructLayout layout) throws IOException {
        if (codec != lastCodec) {
            Integer known = layoutIds.get(codec);
            int id = known == null ? stored(codec, layout) : known;
            lastLayoutId = id; // at last and both: an error in between would leave one codec with another's id
            lastCodec = codec;
        }
        return lastLayoutId;
    }

    private int stored(Object codec, StructLayout layout) throws IOException {
        int id = log.layouts().store(layout);
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
