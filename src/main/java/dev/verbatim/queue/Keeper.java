package dev.verbatim.queue;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The thread that does the slow work of appenders: it touches the pages of a segment ahead of them, prepares the next
 * one, forces full ones, and forces batches. It starts with the first appender. Work that fails here fails again in the
 * appender that needs it, and the appender throws.
 */
final class Keeper implements AutoCloseable {

    /** The bytes of the smallest pages that there are. */
    private static final long PAGE_SIZE = 4096;

    private final Path queue;
    private final Segments segments;
    private final Forcing forcing;
    private final Duration batchInterval;
    private final ScheduledThreadPoolExecutor executor;
    private boolean started;

    /**
     * Makes a keeper.
     *
     * @param batchInterval how long after the end of a force the next one begins; zero if there are no batches
     */
    Keeper(Path queue, Segments segments, Forcing forcing, Duration batchInterval) {
        this.queue = queue;
        this.segments = segments;
        this.forcing = forcing;
        this.batchInterval = batchInterval;
        this.executor = new ScheduledThreadPoolExecutor(
                1,
                task -> Thread.ofPlatform()
                        .name("verbatim-queue-keeper")
                        .daemon()
                        .inheritInheritableThreadLocals(false)
                        .unstarted(task));
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /** Begins to work. */
    @SuppressWarnings("FutureReturnValueIgnored") // the task catches what goes wrong
    synchronized void start() {
        if (started) {
            return;
        }
        started = true;
        try {
            executor.execute(this::touch);
            executor.execute(this::prepare);
            if (!batchInterval.isZero()) {
                long nanos = TimeUnit.NANOSECONDS.convert(batchInterval);
                executor.scheduleWithFixedDelay(this::force, nanos, nanos, TimeUnit.NANOSECONDS);
            }
        } catch (RejectedExecutionException e) {
            throw new IllegalStateException("queue=" + queue + " is closed", e);
        }
    }

    /** Takes note that a segment is full. The durable position follows, so that a recovery has little to look at. */
    void rolled() {
        try {
            executor.execute(this::touch);
            executor.execute(this::prepare);
            executor.execute(this::force);
        } catch (RejectedExecutionException e) {
            // the queue is being closed
        }
    }

    /**
     * Touches the pages of the newest segment, because the first store to a page takes about as long as thirty appends.
     */
    private void touch() {
        try {
            SegmentFile segment = segments.acquireNewest();
            try {
                long offset = segment.tailHintOpaque() / PAGE_SIZE * PAGE_SIZE;
                while (offset < segments.segmentSize() && !executor.isShutdown()) {
                    segment.touch(offset);
                    offset += PAGE_SIZE;
                }
            } finally {
                segments.release(segment);
            }
        } catch (IOException | RuntimeException e) {
            log("touch a segment", e);
        }
    }

    private void prepare() {
        try {
            segments.prepareNext();
        } catch (IOException | RuntimeException e) {
            log("prepare a segment", e);
        }
    }

    private void force() {
        try {
            forcing.force();
        } catch (IOException | RuntimeException e) {
            log("force entries", e);
        }
    }

    private void log(String action, Exception e) {
        System.getLogger(Keeper.class.getName()).log(Level.DEBUG, () -> "queue=" + queue + ": cannot " + action, e);
    }

    /** Ends the work, after the task at hand. */
    @Override
    public void close() {
        executor.shutdown();
        boolean interrupted = false;
        while (!executor.isTerminated()) {
            try {
                executor.awaitTermination(1, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
