package dev.verbatim.map;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.log.EntryBatch;
import dev.verbatim.internal.log.EntryChecksum;
import dev.verbatim.internal.log.EntryWriter;
import dev.verbatim.internal.log.LayoutMatch;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.SegmentFile;
import java.io.Closeable;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What an operation on a map works with: the segments and the generations that it has mapped, buffers, and for a writer
 * a slot. A thread takes a session for one operation; {@link SessionPool} keeps them. What a session has mapped stays
 * mapped until no operation is under way in it, so that nothing is unmapped under a reader.
 *
 * <p>A session that belongs to a thread is taken by plain stores. Another thread that wants to work with it suspends it
 * and has all threads pass; then it sees that an operation is under way, or the owner sees that it is suspended.
 */
final class Session {

    private static final VarHandle TAKEN;

    /** Operations are methods of many classes of this package. */
    private static final String CALLERS = Session.class.getPackageName();

    static {
        try {
            TAKEN = MethodHandles.lookup().findVarHandle(Session.class, "taken", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** What to do about a value whose checksum is wrong. */
    static final String PUT_ANEW = "; put or remove its key";

    /** What to do about an entry that the index leads to, but not the search for the key that is there. */
    static final String COPY_OTHERS = "; its key is damaged, and leads to no value: copy the others to a new map, as"
            + " 'verbatim convert --skip-damaged' does";

    private final MapStore store;
    private final Log log;
    private final CallGuard guard;
    private final SegmentTable segments;
    private final Generations generations;
    private final MapEntry entry;
    private final KeyBuffer key;
    private final Finder finder;
    private final Mover mover;
    private final EntryBatch batch = new EntryBatch();
    private final LayoutMatch match;
    private final KeyWriter keyWriter;
    private @Nullable EntryWriter writer;

    /** Null until it is needed, and if entries have none. */
    private @Nullable EntryChecksum checksum;

    /** Parts of a close, made beforehand: for want of memory in its midst, the map would be in use for good. */
    private final Closeable countsRelease;

    private final Closeable logRelease = this::leaveLog;

    /** The floor when segments were last released. */
    private long floor;

    /** The floor when the last segment of an idle writer was, too. */
    private long passedFloor;

    /** In which generation this writer has looked how full it is, and how many words it fills before it does again. */
    private long lookedGeneration = -1;

    private long lookAgainAt;

    /** Whether a thread has this session, which is a shared one. */
    @SuppressWarnings("UnusedVariable") // TAKEN reads and writes it
    private boolean taken;

    /** To whom the session belongs; null for one that is shared. Set under the lock of the pool. */
    private @Nullable Thread owner;

    Session(MapStore store) throws IOException {
        this.store = store;
        this.log = store.log();
        this.guard = new CallGuard(log.name(), CALLERS, this::release);
        log.requireOpen();
        long segmentSize = log.segments().segmentSize();
        this.segments = new SegmentTable(log.segments(), log.control().storeLongAcquire(MapDescriptor.FLOOR));
        this.entry = new MapEntry(segments, segmentSize);
        this.key = new KeyBuffer(store.seed(), segmentSize);
        this.mover = new Mover(this, new MapEntry(segments, segmentSize), new KeyBuffer(store.seed(), segmentSize));
        this.match = new LayoutMatch(log);
        this.countsRelease = store.counts()::release;
        // From here on something has to be given back.
        Generations held = new Generations(store.index());
        store.counts().retain();
        try {
            this.generations = held;
            this.finder = new Finder(held, entry, mover);
            this.keyWriter = new KeyWriter(this); // it asks for the finder, and what is above
            log.add(guard); // at last: who closes the map releases all of this
        } catch (RuntimeException | Error e) {
            try (countsRelease;
                    held) {
                throw e;
            }
        }
    }

    /** {@return whether the calling thread has the session now, which is a shared one} */
    boolean tryTake() {
        return !(boolean) TAKEN.getOpaque(this) && TAKEN.compareAndSet(this, false, true);
    }

    @SuppressWarnings("ReferenceEquality") // a thread is itself alone
    boolean isOwnedBy(Thread thread) {
        return owner == thread;
    }

    /** {@return whether the session belongs to a thread now: nobody had it, or a thread that has ended} */
    boolean passTo(Thread thread) {
        Thread last = owner;
        if (last != null && last.isAlive()) {
            return false;
        }
        owner = thread;
        guard.passTo(thread);
        return true;
    }

    /** {@return whether an operation of the owner has begun; not if this operation was called by another one} */
    boolean tryBeginOwn() {
        if (!guard.tryEnterOwn()) {
            return false;
        }
        advanceIfDue();
        return true;
    }

    /** Has the owner take another session until {@link #resume}. */
    void suspend() {
        guard.suspend();
    }

    void resume() {
        guard.resume();
    }

    /** {@return whether there is something to unmap, as far as can be seen without taking the session} */
    boolean isBehind() {
        return floor != log.control().storeLongAcquire(MapDescriptor.FLOOR) || generations.isBehind();
    }

    /** {@return whether {@link #pass} may have something to do, as far as can be seen without taking the session} */
    boolean isToPass() {
        EntryWriter idle = writer;
        return passedFloor != log.control().storeLongAcquire(MapDescriptor.FLOOR)
                || generations.isBehind()
                || (idle != null && idle.hasUnended());
    }

    /** Unmaps what was deleted, unless an operation is under way, in a session that is suspended. */
    void passSuspended() throws IOException {
        guard.whileSuspended(this::renew);
    }

    /**
     * Unmaps what was deleted, and leaves to others what an error has kept from its end. For the thread that has taken
     * the session.
     */
    void pass() throws IOException {
        if (guard.tryEnter()) {
            try {
                renew();
            } finally {
                guard.exit();
            }
        }
    }

    private void renew() throws IOException {
        generations.renew();
        releaseDeleted();
        EntryWriter idle = writer;
        if (idle != null && (idle.isBefore(floor) || idle.hasUnended())) {
            idle.enter();
            try {
                if (idle.isBefore(floor)) {
                    idle.roll(); // it would keep the segment that it wrote to last
                }
                idle.leaveUnended();
            } finally {
                idle.exit();
            }
        }
        passedFloor = floor;
    }

    void giveBack() {
        TAKEN.setRelease(this, false);
    }

    /** Begins an operation in a session that the calling thread has taken. */
    void begin() {
        guard.enter();
        advanceIfDue();
    }

    private void advanceIfDue() {
        if (generations.isDue()) {
            advance();
        }
    }

    private void advance() {
        try {
            generations.advance();
            releaseDeleted();
        } catch (RuntimeException | Error e) {
            guard.exit(); // the operation has not begun
            throw e;
        }
    }

    private void releaseDeleted() {
        long now = log.control().storeLongAcquire(MapDescriptor.FLOOR);
        if (now != floor) {
            segments.releaseBefore(now);
            floor = now; // not before: what this has left would stay mapped
        }
    }

    /** Ends an operation. */
    void end() {
        guard.exit();
    }

    /** Ends an operation that reads, and gives the session back. */
    void endReading() {
        guard.exit();
        if (owner == null) {
            giveBack();
        }
    }

    /** Begins an operation that writes. */
    EntryWriter beginWriting() throws IOException {
        begin();
        try {
            EntryWriter ready = writer;
            if (ready == null) {
                log.keeper().start(); // before there is a writer: if that fails, the next one tries again
                ready = newWriter();
                writer = ready;
            }
            ready.enter();
            leaveUnended(ready);
            return ready;
        } catch (IOException | RuntimeException | Error e) {
            end();
            throw e;
        }
    }

    private static void leaveUnended(EntryWriter entered) throws IOException {
        try {
            entered.leaveUnended();
        } catch (IOException | RuntimeException | Error e) {
            entered.exit();
            throw e;
        }
    }

    /** {@return a writer, where no slot is free the one of a session that nobody is in} */
    private EntryWriter newWriter() throws IOException {
        try {
            return new EntryWriter(log, log.name(), CALLERS);
        } catch (StoreException e) {
            EntryWriter idle = store.sessions().takeIdleWriter();
            if (idle == null) {
                throw e;
            }
            passedFloor = -1; // it may stand in a segment that was deleted
            return idle;
        }
    }

    /** {@return whether the session has a slot} For the thread that has taken it. */
    boolean hasWriter() {
        return writer != null;
    }

    /**
     * Closes the session, which the calling thread has taken, without its writer.
     *
     * @return the writer; null if there is none, or the map is being closed
     */
    @Nullable
    EntryWriter closeWithoutWriter() throws IOException {
        if (!guard.tryEnter()) {
            return null;
        }
        EntryWriter left = writer;
        writer = null;
        guard.exit();
        try {
            close();
        } catch (IOException | RuntimeException | Error e) {
            try (Closeable _ = left == null ? null : left::close) {
                throw e; // the writer has a slot
            }
        }
        return left;
    }

    /** Ends an operation that writes. */
    void endWriting() {
        try {
            writer().exit();
        } finally {
            end();
        }
    }

    EntryWriter writer() {
        EntryWriter current = writer;
        if (current == null) {
            throw new AssertionError("an operation that writes has a writer");
        }
        return current;
    }

    /** {@return the slot by which others see that this writer lives} */
    int slot() {
        return writer().slot();
    }

    /** {@return whether a writer that has filled so many words of a generation should look how full it is} */
    boolean isToLook(long generation, long own) {
        return lookedGeneration != generation || own >= lookAgainAt;
    }

    /** Sets when this writer looks again. */
    void lookAgain(long generation, long own) {
        lookedGeneration = generation;
        lookAgainAt = own;
    }

    MapStore store() {
        return store;
    }

    /**
     * Looks at the checksum of an entry of this session's segments, if entries have any.
     *
     * @param remedy what to do if it is wrong, for the end of the message
     */
    void requireWhole(MapEntry whole, String remedy) throws StoreException {
        if (!isWhole(whole)) {
            SegmentFile segment = whole.segment();
            throw segment.damaged(
                    whole.offset(),
                    "checksum=0x%08x".formatted(computeChecksum(whole)),
                    "checksum=0x%08x%s".formatted(segment.checksum(whole.offset()), remedy));
        }
    }

    /** {@return whether the checksum of an entry of this session's segments fits, if entries have any} */
    boolean isWhole(MapEntry seen) {
        return !log.control().checksum() || seen.segment().checksum(seen.offset()) == computeChecksum(seen);
    }

    private int computeChecksum(MapEntry seen) {
        if (checksum == null) {
            checksum = new EntryChecksum();
        }
        SegmentFile segment = seen.segment();
        return checksum.of(segment, seen.offset(), segment.wordAcquire(seen.offset()));
    }

    /** {@return the entry that was found} */
    MapEntry entry() {
        return entry;
    }

    /** {@return the key of the operation} */
    KeyBuffer key() {
        return key;
    }

    Finder finder() {
        return finder;
    }

    /** Has the finder find the word of a key to write to. */
    void find(KeyBuffer sought) throws IOException {
        while (!finder.find(sought)) {
            store.growth().makeRoom(finder.file(), this);
        }
    }

    Mover mover() {
        return mover;
    }

    Generations generations() {
        return generations;
    }

    SegmentTable segments() {
        return segments;
    }

    EntryBatch batch() {
        return batch;
    }

    KeyWriter keyWriter() {
        return keyWriter;
    }

    LayoutMatch match() {
        return match;
    }

    void close() throws IOException {
        guard.close();
    }

    private void release() throws IOException {
        EntryWriter last = writer;
        // In this order: writer, segments, generations, counts, log. What fails first is thrown, the rest is
        // suppressed.
        try (logRelease;
                countsRelease;
                generations;
                segments) {
            if (last != null) {
                last.close();
            }
        }
    }

    private void leaveLog() {
        log.remove(guard);
    }
}
