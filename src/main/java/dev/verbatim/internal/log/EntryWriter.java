package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.FREE_WORD;
import static dev.verbatim.internal.log.EntryDescriptor.PADDING;
import static dev.verbatim.internal.log.EntryDescriptor.PREPARED;
import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.log.Slots.Slot;
import java.io.Closeable;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.NoSuchFileException;

/**
 * The slot of one appender and the entry that it has reserved, if there is one. This is the writing half of the
 * protocol: reserve with one compare-and-set, write, commit with another. Nobody waits for anybody except in a roll.
 *
 * <p>A commit is a compare-and-set too, because a slot's lock can be lost while its owner lives. Others have given up
 * the entry then, and a plain store would bring it back after a reader has passed it. The compare-and-set fails
 * instead, and the appender takes a new slot.
 *
 * <p>One thread at a time may use it, between {@link #enter} or {@link #enterToEndClaim} and {@link #exit}. Any thread
 * may close the {@link #guard}: then the slot is given back, and an entry that is still reserved is aborted. The user
 * may be writing to its payload outside of all methods, so its segment stays mapped until {@link #endWriting}.
 */
public final class EntryWriter {

    /** Small enough for the array to stay near the processor. */
    private static final long MAX_BATCH_SIZE = 64 << 10;

    /** How many bytes are loaded at once ahead of the entries: eight cache lines of most processors. */
    private static final int AHEAD_SIZE = 1 << 9;

    private final Log log;
    private final String name;
    private final Segments segments;
    private final long segmentSize;
    private final boolean checked;
    private final boolean forcedEach;
    private final EntryChecksum checksum = new EntryChecksum();
    private final CallGuard guard;

    private Slot slot;
    private boolean slotLost;
    private SegmentFile segment;

    /** Where the next entry may start: somewhere at or before the first free word. */
    private long next;

    /** Whether the next entry is reserved without a look: the last one found its place free at once. */
    private boolean alone;

    /** The word of the entry that is reserved; 0 if there is none. */
    private long reserved;

    /** Whether that is a claim, which its user ends. If not, an append is at work on it, or has ended by an error. */
    private boolean claimed;

    /** The word of the entry that was prepared last. */
    private long prepared;

    /** How many entries were prepared and have not come to their end: more than are being written after an error. */
    private int unended;

    /** Where the entry of either word, or the one before it, starts. */
    private long offset;

    /** What was loaded ahead. Without this store the JIT would leave the loads out. */
    @SuppressWarnings("unused")
    private long loadedAhead;

    /** Parts of a close, made beforehand: for want of memory in its midst, the slot would look alive for good. */
    private final Closeable segmentRelease = this::releaseSegment;

    private final Closeable slotRelease = this::giveBackSlot;
    private final Closeable logRelease = this::leaveLog;

    /** Whether the user can no longer be writing to a payload; guarded by this object. */
    private boolean writingEnded;

    /** Whether the release of the segment waits for that; guarded by this object. */
    private boolean segmentKept;

    /**
     * Takes a slot.
     *
     * @param name whose it is, as messages name it
     * @param callers what the names of the classes begin with whose methods use it
     */
    public EntryWriter(Log log, String name, String callers) throws IOException {
        this.log = log;
        this.name = name;
        this.segments = log.segments();
        this.segmentSize = segments.segmentSize();
        this.checked = log.control().checksum();
        this.forcedEach = log.options().forcesEach();
        this.guard = new CallGuard(name, callers, this::release);
        this.slot = log.slots().take();
        SegmentFile lastUsed = null;
        try {
            lastUsed = segments.acquireLastUsed();
            this.segment = lastUsed;
            this.next = segment.tailHintOpaque();
            log.add(guard);
        } catch (IOException | RuntimeException | Error e) {
            if (lastUsed != null) {
                segments.release(lastUsed);
            }
            log.slots().giveBack(slot);
            throw e;
        }
    }

    /** Begins a method of the appender. */
    public void enter() {
        guard.enter();
    }

    /**
     * Begins a method that ends the open claim. If the appender is closed, this throws, and the user has ended writing
     * all the same. A method that was called within another one ends nothing.
     */
    public void enterToEndClaim() {
        if (!guard.tryEnter()) {
            endWriting();
            guard.requireOpen();
        }
    }

    /** Ends a method of the appender. */
    public void exit() {
        guard.exitAlone();
    }

    /**
     * Adds an entry, whose payload was written, to a batch.
     *
     * @param length the bytes of its payload
     * @param layoutId the id of the payload's layout
     * @throws IllegalArgumentException if the log cannot hold an entry of this length
     */
    public void add(EntryBatch batch, long length, int layoutId) {
        requireLength(length);
        long committed = EntryDescriptor.word(COMMITTED, slot.number(), slot.generation(), length);
        batch.add(layoutId, committed, checked ? checksum : null);
    }

    /**
     * Appends an entry whose payload was written to an empty batch. One method does it all, because C2 inlines little
     * behind a codec of many members: it would call each of several.
     *
     * @param length the bytes of its payload
     * @param layoutId the id of the payload's layout
     * @return its position
     * @throws IllegalArgumentException if the log cannot hold an entry of this length
     * @throws StoreException if others have given it up
     */
    public long append(EntryBatch batch, long length, int layoutId) throws IOException {
        requireReady();
        add(batch, length, layoutId);
        return append(batch);
    }

    /**
     * Appends all entries of a batch at once: readers see all of them or none.
     *
     * @return the position of the last
     * @throws StoreException if others have given them up
     */
    public long append(EntryBatch batch) throws IOException {
        // Read once each, before a look: of a thread that is inside too, by mistake, nothing may come in between.
        long word = EntryDescriptor.word(RESERVED, slot.number(), slot.generation(), batch.reservedLength());
        long committed = EntryDescriptor.withState(word, batch.committedState());
        int lastOffset = batch.lastOffset();
        guard.requireAlone();
        try {
            reserve(word, true);
            SegmentFile in = segment;
            long at = offset;
            guard.requireAlone();
            batch.copyTo(in, at, committed, checked ? checksum : null);
            ProtocolStep.PAYLOAD.reached();
            return commitWhole(in, at, word, committed) + lastOffset;
        } catch (RuntimeException | Error e) {
            abortUnfinished();
            throw e;
        }
    }

    /**
     * Appends the one entry of a batch, whole and not yet committed. What it takes to commit it is its user's to know;
     * then {@link #commitPrepared} or {@link #abortPrepared} ends it, or its user does and calls {@link #noteEnd}.
     *
     * @return its position; -1 if others have given it up, and the next try is with a new slot
     */
    public long prepare(EntryBatch batch) throws IOException {
        long word = EntryDescriptor.word(RESERVED, slot.number(), slot.generation(), batch.reservedLength());
        try {
            reserve(word, false);
            batch.copyTo(segment, offset, EntryDescriptor.withState(word, COMMITTED), checked ? checksum : null);
            ProtocolStep.PAYLOAD.reached();
            return prepareWhole(word);
        } catch (RuntimeException | Error e) {
            abortUnfinished();
            throw e;
        }
    }

    private long prepareWhole(long word) {
        prepared = EntryDescriptor.withState(word, PREPARED);
        unended++; // not behind: an error may come there
        if (!segment.compareAndSetWord(offset, word, prepared)) {
            unended--;
            noteLoss(segment, offset);
            return -1;
        }
        reserved = 0;
        ProtocolStep.PREPARED.reached();
        return segment.position(offset);
    }

    /**
     * Commits the entry that was prepared last, unless others have done so.
     *
     * @throws StoreException if others have given it up
     */
    public void commitPrepared() throws StoreException {
        boolean committed = segment.commit(offset, prepared);
        unended--;
        if (!committed && EntryDescriptor.state(segment.wordAcquire(offset)) == EntryDescriptor.ABORTED) {
            throw lost(segment, offset, prepared);
        }
    }

    /** Takes note that an entry that was prepared has come to its end. */
    public void noteEnd() {
        unended--;
    }

    /** {@return whether {@link #leaveUnended} has something to do} In the midst of a write others see that too. */
    public boolean hasUnended() {
        return unended != 0;
    }

    /**
     * Renews the slot if an error of the stack has kept prepared entries from their end: to others their owner is dead
     * then, and they settle them. For who begins to write.
     */
    public void leaveUnended() throws IOException {
        if (unended != 0) {
            renewSlot();
            unended = 0;
        }
    }

    /** Forces the last entry, and all before it, if an append waits for that. */
    public void forceIfEach() throws IOException {
        if (forcedEach) {
            log.forcing().through(segment.position(next));
        }
    }

    /** Gives up the entry that was prepared last, unless others have done so. */
    public void abortPrepared() {
        if (!segment.abort(offset, prepared)) {
            slotLost = true; // others take its owner for dead
        }
        unended--;
    }

    /** {@return the number of the slot that this writer owns} */
    public int slot() {
        return slot.number();
    }

    /**
     * Reserves an entry. If what follows fails before it is committed, {@link #abortUnfinished} gives it up. It has no
     * layout yet: who loads its {@link #segment} and {@link #offset}, and looks then, has its place.
     *
     * @param length the bytes of its payload
     */
    public void reserve(long length) throws IOException {
        requireReady();
        requireLength(length);
        reserve(EntryDescriptor.word(RESERVED, slot.number(), slot.generation(), length), true);
    }

    /**
     * Reserves an entry.
     *
     * @param looks whether another thread can have entered by mistake; a session of a map has one thread
     */
    private void reserve(long word, boolean looks) throws IOException {
        long byteSize = EntryDescriptor.byteSize(EntryDescriptor.length(word));
        // Where others append too, a look comes first: a compare-and-set that fails would take the cache line from
        // them. Where nobody does, a reader that waits for the entry has the line. A look would bring it here to be
        // read, and the compare-and-set once more to be written.
        alone = tryReserve(word, byteSize, alone);
        boolean done = alone;
        while (!done) {
            if (looks) {
                guard.requireAlone(); // a new segment may have been made meanwhile
            }
            done = tryReserve(word, byteSize, false);
        }
    }

    /** Requires that no other thread has entered since this call began: what was loaded so far is of this one then. */
    public void requireAlone() {
        guard.requireAlone();
    }

    /** {@return the most bytes that the entries of a batch take together, unless there is only one} */
    public long maxBatchSize() {
        return Math.min(MAX_BATCH_SIZE, EntryDescriptor.maxLength(segmentSize));
    }

    /** {@return whether entries have checksums} */
    public boolean isChecked() {
        return checked;
    }

    /** Requires that an entry can be reserved. After this the appender has the slot that the entry's word names. */
    public void requireReady() throws IOException {
        if (reserved != 0) {
            requireNoClaim();
        }
        log.forcing().requireSound();
        if (slotLost) {
            renewSlot();
        }
    }

    private void requireNoClaim() {
        if (claimed) {
            throw new IllegalStateException(
                    name + " has an open claim at position=" + segment.position(offset) + "; commit or abort it first");
        }
        abortUnfinished();
    }

    /** Requires that the log can hold an entry of this length. */
    public void requireLength(long length) {
        if (length < 0 || length > EntryDescriptor.maxLength(segmentSize)) {
            throw new IllegalArgumentException("cannot append an entry to " + log.name() + ": expected at most "
                    + EntryDescriptor.maxLength(segmentSize)
                    + " bytes, an eighth of the segment size, found byteSize=" + length + remedy(length));
        }
    }

    /** {@return which size of segments an entry needs, for the end of a message; nothing if none is large enough} */
    private String remedy(long length) {
        for (long size = segmentSize; length >= 0 && size <= SegmentDescriptor.MAX_SIZE; size *= 2) {
            if (length <= EntryDescriptor.maxLength(size)) {
                return "; one made with segmentSize=" + size + " takes it";
            }
        }
        return "";
    }

    /** Requires that a batch can be reserved with one more entry of this length. */
    public void requireBatch(EntryBatch batch, long length) {
        requireLength(length);
        long byteSize = batch.byteSize() + EntryDescriptor.byteSize(length);
        if (!batch.isEmpty() && byteSize > EntryDescriptor.maxLength(segmentSize)) {
            throw new IllegalArgumentException("cannot append entries to " + log.name() + " at once: expected at most "
                    + EntryDescriptor.maxLength(segmentSize)
                    + " bytes, an eighth of the segment size, found byteSize=" + byteSize);
        }
    }

    /** Takes the next generation of the slot, or another slot if that was lost. */
    private void renewSlot() throws IOException {
        Slot renewed = slotLost ? null : log.slots().next(slot); // not given back: others may wait for one
        if (renewed == null) {
            slotLost = true;
            log.slots().giveBack(slot); // first: no other one may be free
            renewed = log.slots().take();
        }
        slot = renewed;
        slotLost = false;
    }

    /**
     * Tries to reserve an entry where the next one may start.
     *
     * @param blindly whether to do so without a look at what is there
     * @return whether the entry is reserved; if not, the writer has come nearer to it
     */
    private boolean tryReserve(long word, long byteSize, boolean blindly) throws IOException {
        long at = next;
        if (at == segmentSize) {
            roll();
            return false;
        }
        if (!blindly) {
            long found = segment.wordAcquire(at);
            if (found != FREE_WORD) {
                passOver(at, found);
                return false;
            }
        }
        long rest = segmentSize - at;
        if (byteSize > rest) {
            if (segment.compareAndSetWord(
                    at, FREE_WORD, EntryDescriptor.word(PADDING, slot.number(), slot.generation(), rest))) {
                ProtocolStep.PADDING.reached();
            }
            return false;
        }
        if (!segment.compareAndSetWord(at, FREE_WORD, word)) {
            return false;
        }
        offset = at;
        reserved = word;
        next = at + byteSize;
        segment.setTailHintOpaque(next);
        ProtocolStep.CLAIM.reached();
        return true;
    }

    private void passOver(long at, long word) throws StoreException {
        // No walk: that would go on from entry to entry, and not from the hint.
        long end = segment.requireNext(at, word);
        // Others may have appended much. The end of one of their claims is as good a place to go on from as the end of
        // this entry.
        next = Math.max(end, segment.tailHintOpaque());
    }

    /** {@return whether the writer stands in a segment that starts before a position} */
    public boolean isBefore(long position) {
        return segment.position(0) < position;
    }

    /** Goes to the newest segment from one that is full, or deleted. */
    public void roll() throws IOException {
        SegmentFile full = segment;
        segment = newestAfter(full);
        next = segment.tailHintOpaque();
        log.keeper().rolled(full);
    }

    private SegmentFile newestAfter(SegmentFile full) throws IOException {
        try {
            return segments.roll(full);
        } catch (NoSuchFileException e) {
            log.keeper().make(full.index() + 1);
            return segments.roll(full);
        }
    }

    /** {@return the segment that the reserved entry is in} */
    public SegmentFile segment() {
        return segment;
    }

    /** {@return where the reserved entry starts in its segment} */
    public long offset() {
        return offset;
    }

    /** Leaves the entry that was reserved to the user, who ends the claim by a commit or an abort. */
    public void leaveToUser() {
        claimed = true;
    }

    /**
     * Commits the user's claim, which is over then, whatever this throws.
     *
     * @return its position
     * @throws StoreException if others have given it up
     */
    public long commitClaim() throws IOException {
        endClaim();
        try {
            return commit();
        } catch (RuntimeException | Error e) {
            abortUnfinished();
            throw e;
        }
    }

    /** Gives the user's claim up. */
    public void abortClaim() {
        endClaim();
        abortUnfinished();
    }

    private void endClaim() {
        if (!claimed) {
            throw new IllegalStateException(name + " has no open claim");
        }
        claimed = false;
    }

    /**
     * Commits the entry that was reserved.
     *
     * @return its position
     * @throws StoreException if others have given it up
     */
    public long commit() throws IOException {
        long word = reserved;
        SegmentFile in = segment;
        long at = offset;
        ProtocolStep.PAYLOAD.reached();
        if (checked) {
            guard.requireAlone();
            in.checksum(at, checksum.of(in, at, word));
        }
        return commitWhole(in, at, word, EntryDescriptor.withState(word, COMMITTED));
    }

    private long commitWhole(SegmentFile in, long at, long word, long committed) throws IOException {
        guard.requireAlone(); // of what two have written none becomes an entry
        ProtocolStep.BEFORE_COMMIT.reached();
        if (!in.compareAndSetWord(at, word, committed)) {
            guard.requireAlone(); // or another thread has ended this entry
            throw lost(in, at, word);
        }
        reserved = 0; // not before: an error would leave an entry that its owner knows nothing of
        loadAhead();
        forceIfEach();
        return in.position(at);
    }

    /**
     * Loads the cache lines of the 512 bytes behind those in which the next entry starts, when it starts in others than
     * the last. The compare-and-set of a commit waits until all lines are there that were stored to. These loads wait
     * once for eight of them, and when readers have the entry already.
     */
    private void loadAhead() {
        if ((offset ^ next) >= AHEAD_SIZE) {
            long from = (next & -AHEAD_SIZE) + AHEAD_SIZE;
            loadedAhead = segment.loadLines(from, Math.min(from + AHEAD_SIZE, segmentSize));
        }
    }

    /** Takes note that others have given an entry up. It must not have a checksum that says it is whole. */
    private void noteLoss(SegmentFile in, long at) {
        slotLost = true;
        in.checksum(at, 0);
        reserved = 0; // not before: after an error of the stack, the next try clears the checksum
    }

    private StoreException lost(SegmentFile in, long at, long word) {
        noteLoss(in, at);
        return in.damaged(
                at,
                "word=" + EntryDescriptor.describe(word),
                "word=" + EntryDescriptor.describe(in.wordAcquire(at))
                        + "; the entry was not appended, because the lock of its slot was lost: somebody opened and"
                        + " closed the file `lock` in this process, or two threads wrote as one");
    }

    /**
     * Gives up the entry that is reserved, if there is one, and it is no claim of the user: nobody may commit half of
     * it. After an error of the stack this may have no room to. Then it is done before the next entry is reserved, or
     * in a close, and until then readers wait.
     */
    public void abortUnfinished() {
        if (reserved != 0 && !claimed) {
            segment.abort(offset, reserved);
            reserved = 0;
        }
    }

    /**
     * Closes the claim of an appender that nobody can reach any more, and nobody has closed. If an entry is reserved,
     * its payload may be in use all the same: then its segment stays mapped for good.
     */
    public void closeLeaked() {
        try {
            guard.close();
        } catch (IOException e) {
            System.getLogger(EntryWriter.class.getName())
                    .log(Level.DEBUG, () -> log.name() + ": cannot give back a slot", e);
        }
    }

    /** Closes the claim of a user who has ended writing to its payload. */
    public void close() throws IOException {
        endWriting();
        guard.close();
    }

    /**
     * Takes note that the user does not write to the payload of the open claim any more. The claim may have been closed
     * meanwhile.
     */
    private synchronized void endWriting() {
        writingEnded = true;
        if (segmentKept) {
            segmentKept = false;
            segments.release(segment);
        }
    }

    private void release() throws IOException {
        long word = reserved;
        // In this order: abort, segment, slot, log. What fails first is thrown, the rest is suppressed.
        try (logRelease;
                slotRelease;
                segmentRelease) {
            if (word != 0) {
                segment.abort(offset, word);
            }
        }
    }

    private void leaveLog() {
        log.remove(guard);
    }

    private void giveBackSlot() throws IOException {
        log.slots().giveBack(slot);
    }

    private synchronized void releaseSegment() {
        if (claimed && !writingEnded) {
            segmentKept = true;
        } else {
            segments.release(segment);
        }
    }
}
