package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.queue.Receiver;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** Reads messages without a pause and counts how late each was. A run answers with the histogram, in nanoseconds. */
final class ReceiverRole implements Role {

    private static final long MOST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 3;

    private final Receiver receiver;
    private final int rate;
    private final Patience patience = new Patience();
    private final Histogram histogram = newHistogram();

    ReceiverRole(Receiver receiver, int rate) {
        this.receiver = receiver;
        this.rate = rate;
    }

    @Override
    public String run(long startNanos, int count) throws IOException {
        histogram.reset();
        Schedule schedule = new Schedule(startNanos, rate);
        for (int i = 0; i < count; i++) {
            receive(schedule.due(i));
        }
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), bytes.position()));
    }

    private void receive(long expected) throws IOException {
        patience.begin();
        long due = receiver.receive();
        while (due == Receiver.NOTHING) {
            patience.idle();
            due = receiver.receive();
        }
        long late = System.nanoTime() - due;
        if (due != expected) {
            throw new IllegalStateException("expected the message that was due=" + expected + ", found due=" + due);
        }
        histogram.recordValue(late);
    }

    /** {@return an empty histogram, to which those of answers can be added} */
    static Histogram newHistogram() {
        return new Histogram(MOST_NANOS, DIGITS);
    }

    /** {@return the histogram of an answer} */
    static Histogram histogram(String answer) throws IOException {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(answer)), MOST_NANOS);
        } catch (DataFormatException e) {
            throw new IOException("not a histogram: " + answer, e);
        }
    }

    @Override
    public void close() throws IOException {
        receiver.close();
    }
}
