package dev.verbatim.map;

import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.Acknowledgements;
import dev.verbatim.queue.KilledProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What {@link KilledMapTest} kills: a process that changes a map until it dies, or one that compacts it until then. */
final class KilledMapProgram {

    private KilledMapProgram() {}

    /**
     * Takes {@code write FOLDER ACKNOWLEDGEMENTS WRITER MARK STEP_NANOS PAUSE [STEP COUNT]}, to stay at each step and
     * to pause between two changes for so many nanoseconds, and to halt when a step is reached for the so manieth time;
     * or {@code compact} and the same. In the cell {@code MARK} of the acknowledgements it says whether it is in a
     * change.
     */
    public static void main(String[] args) throws Exception {
        Thread.ofPlatform().daemon().start(KilledMapProgram::endWithParent);
        int writer = Integer.parseInt(args[3]);
        int mark = Integer.parseInt(args[4]);
        try (MappedMap<Long, byte[]> map = MappedMap.open(Path.of(args[1]), MapCodec.longs(), MapCodec.bytes());
                Acknowledgements acknowledgements = Acknowledgements.open(Path.of(args[2]))) {
            watch(
                    Long.parseLong(args[5]),
                    args.length > 7 ? ProtocolStep.valueOf(args[7]) : null,
                    args.length > 8 ? Integer.parseInt(args[8]) : 0,
                    step -> acknowledgements.count(mark, 1));
            for (long number = 0; ; ) {
                if (args[0].equals("compact")) {
                    number += map.compact();
                } else {
                    new WriterChange(writer, number).apply(map);
                    number++;
                }
                acknowledgements.count(mark, 0);
                acknowledgements.count(writer, number);
                LockSupport.parkNanos(Long.parseLong(args[6]));
            }
        }
    }

    /** The parent never writes to this process. When it has died, reading ends. */
    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    private static void watch(long stepNanos, @Nullable ProtocolStep last, int count, Consumer<ProtocolStep> watcher) {
        AtomicInteger remaining = new AtomicInteger(count);
        ProtocolStep.watch(step -> {
            watcher.accept(step);
            if (step == last && remaining.decrementAndGet() == 0) {
                Runtime.getRuntime().halt(KilledProcess.HALTED);
            }
            long start = System.nanoTime();
            while (System.nanoTime() - start < stepNanos) {
                Thread.onSpinWait();
            }
        });
    }
}
