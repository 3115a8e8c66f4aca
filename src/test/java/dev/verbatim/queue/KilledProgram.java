package dev.verbatim.queue;

import dev.verbatim.WaitStrategy;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.DeliveryJournal.Delivery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What {@link KilledAppenderTest} kills: a process that appends until it dies, or one that reads under a name until it
 * dies.
 */
final class KilledProgram {

    private KilledProgram() {}

    /**
     * Takes {@code write FOLDER ACKNOWLEDGEMENTS WRITER SPINS [STEP COUNT]}, to halt when a step is reached for the so
     * manieth time, or {@code follow FOLDER JOURNAL NAME}.
     */
    public static void main(String[] args) throws Exception {
        Thread.ofPlatform().daemon().start(KilledProgram::endWithParent);
        try (MappedQueue queue = MappedQueue.open(Path.of(args[1]))) {
            if (args[0].equals("write")) {
                if (args.length > 5) {
                    haltAt(ProtocolStep.valueOf(args[5]), Integer.parseInt(args[6]));
                }
                write(queue, Path.of(args[2]), Integer.parseInt(args[3]), Integer.parseInt(args[4]));
            } else {
                follow(queue, Path.of(args[2]), args[3]);
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

    private static void haltAt(ProtocolStep step, int count) {
        AtomicInteger remaining = new AtomicInteger(count);
        ProtocolStep.watch(reached -> {
            if (reached == step && remaining.decrementAndGet() == 0) {
                Runtime.getRuntime().halt(KilledProcess.HALTED);
            }
        });
    }

    private static void write(MappedQueue queue, Path acknowledged, int writer, int spins) throws IOException {
        try (Acknowledgements acknowledgements = Acknowledgements.open(acknowledged);
                Appender appender = queue.appender()) {
            for (long sequence = 0; ; sequence++) {
                Stamp stamp = new Stamp(writer, sequence);
                stamp.write(appender.claim(stamp.byteSize()), spins);
                appender.commit();
                acknowledgements.count(writer, sequence + 1);
            }
        }
    }

    private static void follow(MappedQueue queue, Path journal, String name) throws Exception {
        try (Tailer tailer = queue.tailer(name).withChecksums();
                DeliveryJournal deliveries = DeliveryJournal.open(journal)) {
            while (true) {
                if (tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(1))) {
                    tailer.read((payload, position, layoutId) ->
                            deliveries.add(new Delivery(position, Stamp.read(payload, position))));
                }
            }
        }
    }
}
