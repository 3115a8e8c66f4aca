package dev.verbatim.queue;

import static dev.verbatim.internal.log.EntryDescriptor.PAYLOAD_OFFSET;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.GapException;
import dev.verbatim.LayoutCodec;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.SizedCodec;
import dev.verbatim.StoreException;
import dev.verbatim.StructCodec;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.log.Cursor;
import dev.verbatim.internal.log.EntryChecksum;
import dev.verbatim.internal.log.EntryFault;
import dev.verbatim.internal.log.LayoutMatch;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.StoredLayouts;
import dev.verbatim.internal.log.TailerName;
import dev.verbatim.internal.model.VarDescriptor;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a tailer does around each entry: looks for it, keeps the position of a named tailer, and checks the entry's
 * checksum and layout. It has no reference to the tailer, which has to be collected if nobody closes it. One thread at
 * a time may use it.
 */
final class EntryReader {

    private final Log log;
    private final CallGuard guard;
    private final Cursor cursor;
    private final LayoutMatch match;
    private final @Nullable TailerName name;
    private @Nullable GapException gap;
    private @Nullable EntryChecksum checksum;
    private int[] passedIds = {};

    /** The layouts of these ids; null where it has been compared with the one that is stored. */
    private @Nullable StructLayout[] uncompared = {};

    private @Nullable SegmentFile viewed;
    private MemorySegment view = MemorySegment.NULL;

    /** Part of a close, made beforehand: for want of memory in its midst, the name would be in use for good. */
    private final Closeable logRelease = this::leaveLog;

    /**
     * Opens a reader at the oldest entry, or where the name says.
     *
     * @param name the name that it holds until it is closed; null if it has none
     */
    EntryReader(Log log, @Nullable TailerName name) throws IOException {
        this.log = log;
        this.name = name;
        this.match = new LayoutMatch(log);
        this.guard = new CallGuard("the tailer of " + log.name(), Tailer.class.getName(), this::release);
        this.cursor = new Cursor(log);
        try {
            moveToSaved();
            log.add(guard); // the caller has the name if this fails
        } catch (IOException | RuntimeException | Error e) {
            cursor.close();
            throw e;
        }
    }

    private void moveToSaved() throws IOException {
        try {
            if (name != null) {
                cursor.moveToSaved(name.saved());
            }
        } catch (GapException e) {
            gap = e;
        }
    }

    Cursor cursor() {
        return cursor;
    }

    /** {@return what the tailer's methods enter} When it is closed, no further entry is looked for, and this ends. */
    CallGuard guard() {
        return guard;
    }

    void checkChecksums() {
        checksum = log.control().checksum() ? new EntryChecksum() : null;
    }

    /** Finds the next entry. If the tailer has a name, all before its position is acknowledged first. */
    boolean find() throws IOException {
        if (name != null) {
            requireNoGap();
            name.save(cursor.position());
        }
        return findNext();
    }

    void pass(StructLayout layout) {
        passedIds = Arrays.copyOf(passedIds, passedIds.length + 1);
        passedIds[passedIds.length - 1] = StoredLayouts.idOf(layout);
        uncompared = Arrays.copyOf(uncompared, passedIds.length);
        uncompared[passedIds.length - 1] = layout;
    }

    private boolean isPassed() throws IOException {
        for (int i = 0; i < passedIds.length; i++) {
            if (passedIds[i] == cursor.layoutId()) {
                return isCompared(i);
            }
        }
        return false;
    }

    /** {@return whether the layout of an id is the one that is passed} It is compared when there is an entry of it. */
    private boolean isCompared(int i) throws IOException {
        StructLayout layout = uncompared[i];
        if (layout != null) {
            if (log.layouts().isOther(layout)) {
                return false;
            }
            uncompared[i] = null;
        }
        return true;
    }

    /** Finds the next entry, and acknowledges nothing. */
    boolean findNext() throws IOException {
        boolean found = cursor.find();
        while (found && isPassed()) {
            cursor.advance();
            found = !guard.isClosed() && cursor.find();
        }
        if (found && checksum != null) {
            requireChecksum(checksum);
        }
        return found;
    }

    /** As {@link #findNext}, but looks at no checksum, and asks at once whether the owner of a reserved entry lives. */
    boolean findNow() throws IOException {
        requireNoGap();
        boolean found = cursor.findNow();
        while (found && isPassed()) {
            cursor.advance();
            found = !guard.isClosed() && cursor.findNow();
        }
        return found;
    }

    /** Reads the entry that was found. */
    interface EntryValue<T> {
        T read() throws IOException;
    }

    /**
     * {@return how many entries it has handed over}
     *
     * @param isInPlace whether the consumer reads the entry itself, from what it is given
     */
    <T> int drain(Consumer<? super T> consumer, boolean isInPlace, int limit, EntryValue<T> value) throws IOException {
        int count = 0;
        boolean found = limit > 0 && find();
        while (found) {
            T read = read(value);
            try {
                consumer.accept(read);
            } catch (CorruptRecordException e) {
                throw isInPlace ? placed(e) : e;
            }
            cursor.advance();
            count++;
            found = count < limit && !guard.isClosed() && findNext();
        }
        return count;
    }

    private <T> T read(EntryValue<T> value) throws IOException {
        try {
            return value.read();
        } catch (CorruptRecordException e) {
            throw placed(e);
        }
    }

    /** {@return how many entries it has passed} */
    long skip(long count) throws IOException {
        long skipped = 0;
        while (skipped < count && !guard.isClosed() && findNow()) {
            cursor.advance();
            skipped++;
        }
        return skipped;
    }

    /** Acknowledges all before the position; nothing while a gap is still to be reported. */
    void acknowledge() {
        if (name == null) {
            throw new UnsupportedOperationException(
                    "this tailer of " + log.name() + " has no name to keep a position under");
        }
        if (gap == null) { // or it would not be reported again, and nobody has read anything
            name.save(cursor.position());
        }
    }

    /** Somewhere to move the cursor to. */
    interface Move {
        void run() throws IOException;
    }

    /** Moves the cursor. Then a gap that was found when the tailer was opened is not in the way of what comes next. */
    void move(Move move) throws IOException {
        try {
            move.run();
            gap = null;
        } catch (GapException e) {
            gap = null; // this one says more
            throw e;
        }
    }

    /** The first call that reads reports a gap that was found when the tailer was opened. */
    private void requireNoGap() throws GapException {
        GapException found = gap;
        if (found != null) {
            gap = null;
            throw found;
        }
    }

    private void requireChecksum(EntryChecksum checksum) throws StoreException {
        SegmentFile segment = cursor.segment();
        int expected = checksum.of(segment, cursor.offset(), cursor.word());
        if (segment.checksum(cursor.offset()) != expected) {
            throw segment.damaged(
                    cursor.offset(),
                    "checksum=0x%08x".formatted(expected),
                    "checksum=0x%08x".formatted(segment.checksum(cursor.offset())));
        }
    }

    void requireStruct(StructCodec<?> codec) throws IOException {
        requireStruct(codec, codec.layout());
    }

    /** Requires that the entry has a layout of fixed size. */
    void requireStruct(Object codec, StructLayout layout) throws IOException {
        requireLayout(codec, layout);
        requireSize(layout);
    }

    /** Requires that the entry is a variable-length record of a layout, or of one that has grown from it or into it. */
    void requireVarRecord(Object codec, StructLayout layout) throws IOException {
        requireLayout(codec, layout);
        requireHeader();
    }

    /** {@return the value of the entry} */
    <T> T read(SizedCodec<T> codec) throws IOException {
        if (match.isSame(codec, cursor.layoutId())) { // so it is of one type, whose values are variable-length records
            requireHeader();
            return codec.read(cursor.payload(), 0);
        }
        requireReadable(codec);
        return codec.isVariable()
                ? codec.read(cursor.payload(), 0)
                : codec.read(cursor.segment().memory(), cursor.offset() + PAYLOAD_OFFSET);
    }

    /** Requires that the entry has a layout that the codec of its type can read, and a size of that. */
    private void requireReadable(SizedCodec<?> codec) throws IOException {
        LayoutCodec<?> ofTag = match.ofTag(codec, cursor.payload(), 0, cursor.layoutId(), cursor.position());
        if (ofTag == null) {
            throw unreadable(codec);
        }
        requireSize(codec, ofTag);
    }

    private LayoutMismatchException unreadable(SizedCodec<?> codec) throws IOException {
        MemorySegment payload = cursor.payload();
        LayoutCodec<?> ofLayout = match.ofLayout(codec, payload, 0, cursor.layoutId(), cursor.position());
        requireSize(codec, ofLayout); // so that there is a tag
        return match.otherTag(codec, payload, 0, ofLayout, cursor.position());
    }

    private void requireSize(SizedCodec<?> codec, LayoutCodec<?> ofEntry) throws StoreException {
        if (codec.isVariable()) {
            requireHeader();
        } else {
            requireSize(ofEntry.layout());
        }
    }

    private void requireSize(StructLayout layout) throws StoreException {
        if (cursor.length() != layout.byteSize()) {
            throw cursor.segment()
                    .damaged(
                            cursor.offset(),
                            "a payload of " + layout.byteSize() + " bytes",
                            cursor.length() + " bytes");
        }
    }

    private void requireHeader() throws StoreException {
        if (cursor.length() < VarDescriptor.HEADER_SIZE) {
            throw cursor.segment()
                    .damaged(
                            cursor.offset(),
                            "a variable-length record of " + VarDescriptor.HEADER_SIZE + " bytes or more",
                            cursor.length() + " bytes");
        }
    }

    private void requireLayout(Object codec, StructLayout layout) throws IOException {
        if (!match.isSame(codec, cursor.layoutId())) {
            match.require(codec, layout, cursor.layoutId(), cursor.position());
        }
    }

    /** {@return a fault of the entry that was found, as who has only a message must have it: with the entry's place} */
    CorruptRecordException placed(CorruptRecordException fault) {
        return EntryFault.at(fault, log.name() + " position=" + cursor.position());
    }

    /** {@return the segment of the entry, to read only} */
    MemorySegment readOnlySegment() {
        if (viewed != cursor.segment()) {
            view = cursor.segment().memory().asReadOnly();
            viewed = cursor.segment(); // at last: an error would leave the view of another segment
        }
        return view;
    }

    private void release() throws IOException {
        // In this order: segment, name, queue. What fails first is thrown, the rest is suppressed.
        try (logRelease;
                name) {
            cursor.close();
        }
    }

    private void leaveLog() {
        log.remove(guard);
    }
}
