package dev.verbatim.internal.log;

import dev.verbatim.internal.io.StackRoom;
import dev.verbatim.internal.io.UninterruptibleIo;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads that do the slow work of appenders. The maker makes segments ahead of them, maps these and touches their
 * pages, so that a roll is a few stores; and it unmaps what is full. The forcer forces batches, or what has been full
 * for a while. They start with the first appender. Work that fails here fails again in the appender that needs it, and
 * the appender throws.
 */
public final class Keeper implements AutoCloseable {

    private static final long NONE = -1;

    /** The most segments ahead of the newest. */
    private static final int MAX_AHEAD = 8;

    /** The most bytes of segments ahead, unless one segment has more. */
    private static final long MAX_BYTES_AHEAD = 256L << 20;

    /**
     * How long segments are full before they are forced where nobody waits for it. The operating system has written
     * most of them by then. So the force costs little, and a recovery has little to look at.
     */
    static final Duration REST = Duration.ofSeconds(30);

    private final String name;
    private final ControlFile control;
    private final Segments segments;
    private final Forcing forcing;
    private final Duration batchInterval;
    private final Duration rest;
    private final ExecutorService maker;
    private final ScheduledThreadPoolExecutor forcer;
    private final Runnable toGetReady;

    /** The segments that appenders have filled and left, to be released. */
    private final Queue<SegmentFile> left = new ConcurrentLinkedQueue<>();

    /** The segments that are mapped and touched, by index; for the maker's thread. */
    private final NavigableMap<Long, SegmentFile> ready;

    /** How many segments to have ahead of the newest; for the maker's thread. */
    private int ahead = 1;

    /**
     * The segment that could not be made when it was tried last, {@link #NONE} if there is no such; for the maker's
     * thread. Each try may fill the disk to its last block until it fails. So the next one is made for an appender:
     * when one has left a segment, or waits for one.
     */
    private long refused = NONE;

    /** The newest segment a while ago: those before it are forced now; for the forcer's thread. */
    private long rested;

    /** How many appenders wait for a segment. */
    private final AtomicInteger waiting = new AtomicInteger();

    private boolean started;

    /**
     * Makes a keeper.
     *
     * @param noun what the log is called in the names of threads
     * @param name the log, as messages name it
     * @param batchInterval how long after the end of a force the next one begins; zero if there are no batches
     * @param rest how long segments are full before they are forced, if there are no batches: {@link #REST}
     */
    Keeper(
            String noun,
            String name,
            ControlFile control,
            Segments segments,
            Forcing forcing,
            Duration batchInterval,
            Duration rest) {
        this(noun, name, control, segments, forcing, batchInterval, rest, new TreeMap<>());
    }

    /** Makes a keeper that notes what is ready in a map of its own, one that can fail. */
    Keeper(
            String noun,
            String name,
            ControlFile control,
            Segments segments,
            Forcing forcing,
            Duration batchInterval,
            Duration rest,
            NavigableMap<Long, SegmentFile> ready) {
        this.name = name;
        this.control = control;
        this.segments = segments;
        this.forcing = forcing;
        this.batchInterval = batchInterval;
        this.rest = rest;
        this.ready = ready;
        this.maker = new ThreadPoolExecutor(
                1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads("verbatim-" + noun + "-maker"));
        this.forcer = new ScheduledThreadPoolExecutor(1, threads("verbatim-" + noun + "-forcer"));
        this.toGetReady = task("make a segment", this::getReady);
    }

    private static ThreadFactory threads(String threadName) {
        return task -> Thread.ofPlatform()
                .name(threadName)
                .daemon()
                .inheritInheritableThreadLocals(false)
                .unstarted(task);
    }

    /** Begins to work. */
    public synchronized void start() {
        if (started) {
            return;
        }
        StackRoom.require();
        try {
            maker.execute(toGetReady);
            long batchNanos = TimeUnit.NANOSECONDS.convert(batchInterval);
            if (batchNanos > 0) {
                schedule("force entries", forcing::forceBatch, batchNanos, batchNanos);
            } else {
                schedule("force full segments", this::forceRested, 0, rest.toNanos());
            }
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException(name + " is closed", e);
        }
        started = true;
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the task catches what goes wrong
    private void schedule(String action, Work force, long delayNanos, long intervalNanos) {
        Runnable task = task(action, () -> {
            try {
                force.run();
            } finally {
                executeGetReady(); // segments that others have filled need not stay mapped
            }
        });
        forcer.scheduleWithFixedDelay(task, delayNanos, intervalNanos, TimeUnit.NANOSECONDS);
    }

    /** Makes a segment that an appender has to wait for, after {@link Segments#acquire} has found none. */
    void make(long index) throws IOException {
        waiting.incrementAndGet();
        Future<?> made;
        try {
            made = maker.submit(() -> {
                makeAwaited(index);
                return index;
            });
        } catch (RejectedExecutionException e) {
            waiting.decrementAndGet();
            UninterruptibleIo.call(() -> segments.make(index)); // the log is being closed
            return;
        } catch (RuntimeException | Error e) {
            waiting.decrementAndGet();
            throw e;
        }
        UninterruptibleIo.await(made);
    }

    private void makeAwaited(long index) throws IOException {
        try {
            if (tryToMake(index)) {
                // The appenders have come here faster than the segments have.
                ahead = Math.min(2 * ahead, mostAhead(segments.segmentSize()));
            }
        } finally {
            waiting.decrementAndGet();
            executeGetReady();
        }
    }

    private boolean tryToMake(long index) throws IOException {
        refused = index;
        boolean made = segments.make(index);
        refused = NONE;
        return made;
    }

    /** {@return how many segments of a size to have ahead of the newest at most} */
    static int mostAhead(long segmentSize) {
        return Math.clamp(MAX_BYTES_AHEAD / segmentSize, 1, MAX_AHEAD);
    }

    private void executeGetReady() {
        try {
            maker.execute(toGetReady);
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // the log is being closed, or there is no memory: then the forcer asks again
        }
    }

    /**
     * Takes a segment over that an appender has filled and left, after {@link Segments#acquire} of another one. Nobody
     * else releases it, so it is noted first.
     */
    void rolled(SegmentFile full) {
        try {
            left.add(full);
        } catch (OutOfMemoryError e) {
            segments.release(full);
            return;
        }
        try {
            StackRoom.require();
            maker.execute(toGetReady);
        } catch (RejectedExecutionException e) {
            releaseLeft(); // the log is being closed
        } catch (OutOfMemoryError | StackOverflowError e) {
            // then the forcer asks again
        }
    }

    /** {@return whether there were any} */
    private boolean releaseLeft() {
        boolean any = false;
        for (SegmentFile full = left.poll(); full != null; full = left.poll()) {
            any = true;
            segments.release(full);
        }
        return any;
    }

    /** Makes one segment or gets one ready, so that the thread is soon there for an appender that waits. */
    private void getReady() throws IOException {
        if (waiting.get() > 0) {
            return; // what an appender waits for comes first, and then this again
        }
        if (releaseLeft()) {
            refused = NONE;
        }
        long newest = control.newestAcquire();
        while (!ready.isEmpty() && ready.firstKey() < newest) {
            segments.release(ready.pollFirstEntry().getValue());
        }
        for (long index = newest; index <= newest + ahead; index++) {
            if (!ready.containsKey(index)) {
                if (index == refused && !segments.exists(index)) {
                    return; // nobody needs it yet, and nobody else has made it
                }
                if (!tryToMake(index)) {
                    SegmentFile segment = segments.acquire(index);
                    try {
                        ready.put(index, segment);
                    } catch (OutOfMemoryError e) {
                        segments.release(segment); // nobody else would
                        throw e;
                    }
                    touch(segment);
                }
                executeGetReady();
                return;
            }
        }
    }

    /**
     * Touches the pages of a segment, because the first store to a page takes about as long as thirty appends.
     */
    private void touch(SegmentFile segment) {
        long offset = segment.tailHintOpaque() / SegmentFile.PAGE_SIZE * SegmentFile.PAGE_SIZE;
        while (offset < segments.segmentSize() && !maker.isShutdown()) {
            segment.touch(offset);
            offset += SegmentFile.PAGE_SIZE;
        }
    }

    /** Forces the segments that were full when this was called the last time. No clock says since when: it may jump. */
    private void forceRested() throws IOException {
        long newest = control.newestAcquire();
        forcing.force(rested);
        rested = newest;
    }

    /** Work that can fail. */
    private interface Work {
        void run() throws IOException;
    }

    /** {@return a task that throws nothing, however little memory there is: the next time must come all the same} */
    private Runnable task(String action, Work work) {
        return () -> {
            try {
                work.run();
            } catch (IOException | RuntimeException | Error e) {
                log(action, e);
            }
        };
    }

    private void log(String action, Throwable e) {
        try {
            System.getLogger(Keeper.class.getName()).log(Level.DEBUG, () -> name + ": cannot " + action, e);
        } catch (RuntimeException | Error failed) {
            // what could not be done is done the next time, or fails in the appender that needs it
        }
    }

    /** Ends the work, after the tasks at hand. */
    @Override
    public void close() {
        maker.shutdown();
        forcer.shutdown();
        boolean interrupted = Thread.interrupted();
        try {
            while (!maker.isTerminated() || !forcer.isTerminated()) {
                try {
                    maker.awaitTermination(1, TimeUnit.DAYS);
                    forcer.awaitTermination(1, TimeUnit.DAYS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        releaseLeft();
        ready.values().forEach(segments::release);
        ready.clear();
    }
}
