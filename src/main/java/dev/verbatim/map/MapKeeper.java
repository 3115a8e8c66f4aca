package dev.verbatim.map;

import dev.verbatim.internal.io.StackRoom;
import dev.verbatim.internal.io.UninterruptibleIo;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.Segments;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * The thread that does the slow work of a map: it grows the index, removes what is above limits, compacts the log,
 * settles what the dead have left where forces stop at it, and has idle sessions unmap what was deleted. Work that
 * fails here is tried again later; nobody waits for it.
 */
final class MapKeeper implements AutoCloseable {

    private static final long INTERVAL_MILLIS = 1_000;

    private final MapStore store;
    private final ScheduledThreadPoolExecutor executor;
    /** What has failed the last time. */
    private final Set<String> failing = ConcurrentHashMap.newKeySet();

    private final AtomicBoolean growthRequested = new AtomicBoolean();
    private final AtomicBoolean compactionRequested = new AtomicBoolean();

    /** For the thread alone. */
    private @Nullable Session session;

    /** For the thread alone. */
    private @Nullable Compactor compactor;

    /** For the thread alone. */
    private @Nullable Eviction eviction;

    MapKeeper(MapStore store) {
        this.store = store;
        this.executor = new ScheduledThreadPoolExecutor(
                1,
                task -> Thread.ofPlatform()
                        .name("verbatim-map-keeper")
                        .daemon()
                        .inheritInheritableThreadLocals(false)
                        .unstarted(task));
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the tasks catch what goes wrong
    void start() {
        executor.scheduleWithFixedDelay(periodic(this::tick), 0, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Begins in a map that is only read, where sessions have to unmap what others have deleted, and no more. */
    @SuppressWarnings("FutureReturnValueIgnored") // the task catches what goes wrong
    void startToRead() {
        executor.scheduleWithFixedDelay(
                periodic(this::passIdle), INTERVAL_MILLIS, INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** {@return a task that throws nothing, however little memory there is: the next time must come all the same} */
    private static Runnable periodic(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error e) {
                // what can fail was logged; nothing could be done or logged
            }
        };
    }

    /** Has the index grown soon. */
    void requestGrowth() {
        request(growthRequested, this::grow);
    }

    /** Has the log compacted soon, if that is due. */
    void requestCompaction() {
        request(compactionRequested, this::compactIfDue);
    }

    /** Gives the request up where there is no room for it: the change after which it comes has taken effect. */
    void request(AtomicBoolean requested, Runnable work) {
        if (requested.getPlain()) {
            return;
        }
        try {
            StackRoom.require();
        } catch (StackOverflowError e) {
            return; // the next one asks again
        }
        if (requested.compareAndSet(false, true)) {
            try {
                executor.execute(work);
            } catch (RejectedExecutionException | OutOfMemoryError e) {
                requested.set(false); // the map is being closed, or the next one asks again
            }
        }
    }

    /** Removes what is above the limits, and compacts all segments but the newest. {@return how many were deleted} */
    int compact() throws IOException {
        StackRoom.require();
        try {
            return UninterruptibleIo.await(executor.submit(() -> {
                eviction().evict(true);
                return compactor().compact(Integer.MAX_VALUE);
            }));
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException(store.log().name() + " is closed", e);
        }
    }

    private Session session() throws IOException {
        Session opened = session;
        if (opened == null) {
            opened = new Session(store);
            session = opened;
        }
        return opened;
    }

    private Compactor compactor() throws IOException {
        Compactor made = compactor;
        if (made == null) {
            made = new Compactor(store, session());
            compactor = made;
        }
        return made;
    }

    private Eviction eviction() throws IOException {
        Eviction made = eviction;
        if (made == null) {
            made = new Eviction(store, session());
            eviction = made;
        }
        return made;
    }

    /** Grows the index, if that was requested, between two steps of a long work of this thread. */
    void growIfRequested() {
        if (growthRequested.get()) {
            grow();
        }
    }

    private void grow() {
        growthRequested.set(false);
        run("grow the index", () -> store.growth().grow(session()));
    }

    private void compactIfDue() {
        compactionRequested.set(false);
        run("compact", () -> {
            if (Compactor.isDue(store)) {
                compactor().compactWhileDue();
            }
        });
    }

    private void tick() {
        run("grow the index", () -> {
            if (store.growth().isBegun()) {
                store.growth().grow(session()); // whoever has begun may be dead
            }
        });
        if (!store.limits().isNone()) {
            run("remove old entries", () -> eviction().evict(false));
        }
        compactIfDue();
        run("settle what others have left", this::settleAtDurable);
        passIdle();
    }

    /**
     * Has what the dead have left come to an end where forces stop at it: each would begin there again. One entry is
     * looked at, and only where it is such a one the segment is.
     */
    private void settleAtDurable() throws IOException {
        if (!store.isDurable()) {
            return;
        }
        Segments segments = store.log().segments();
        long segmentSize = segments.segmentSize();
        long position = store.settledPosition();
        long index = position / segmentSize;
        if (index <= store.log().control().newestAcquire() && isUnsettled(index, position % segmentSize)) {
            // From its start: the position could be damage.
            new SettledLog(store.log(), new Settling(session())).extend(index * segmentSize, (index + 1) * segmentSize);
        }
    }

    private boolean isUnsettled(long index, long offset) throws IOException {
        Segments segments = store.log().segments();
        SegmentFile segment;
        try {
            segment = segments.acquire(index);
        } catch (NoSuchFileException e) {
            return false; // deleted since
        }
        try {
            return EntryDescriptor.isUnsettled(segment.wordAcquire(offset));
        } finally {
            segments.release(segment);
        }
    }

    private void passIdle() {
        run("unmap what was deleted", () -> {
            if (session != null && session.isToPass()) {
                session.pass();
            }
            store.sessions().passIdle();
        });
    }

    /** Work that can fail. */
    private interface Work {
        void run() throws IOException;
    }

    private void run(String action, Work work) {
        try {
            work.run();
            failing.remove(action);
        } catch (IOException | RuntimeException | Error e) {
            log(action, e);
        }
    }

    private void log(String action, Throwable e) {
        try {
            Level level = failing.add(action) ? Level.WARNING : Level.DEBUG; // once, until it works again
            System.getLogger(MapKeeper.class.getName())
                    .log(level, () -> store.log().name() + ": cannot " + action, e);
        } catch (RuntimeException | Error failed) {
            // the rest of the work comes all the same
        }
    }

    /** {@return whether the map is being closed, so that a long work should end early; the next opener goes on} */
    boolean isClosing() {
        return executor.isShutdown();
    }

    /** Ends the work. */
    @Override
    public void close() {
        executor.shutdown();
        boolean interrupted = Thread.interrupted();
        try {
            while (!executor.isTerminated()) {
                try {
                    executor.awaitTermination(1, TimeUnit.DAYS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
