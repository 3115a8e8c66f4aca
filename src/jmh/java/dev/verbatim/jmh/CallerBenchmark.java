package dev.verbatim.jmh;

import static dev.verbatim.jmh.UnsafeAccess.UNSAFE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.openjdk.jmh.annotations.Benchmark;

/**
 * Does the codec slow down a caller that does other work on segments around the call?
 *
 * <pre>{@code java -jar target/benchmarks.jar CallerBenchmark -prof gc}</pre>
 *
 * <p>C2 stops inlining when a compilation has grown too large (NodeCountInliningCutoff), and the accesses to segments
 * fill it: a codec that is inlined can leave nothing for its caller.
 *
 * <p>{@code ownWork} is what the caller does besides the codec's call, {@code codecCall} is that call alone: the two
 * should add up to {@code codec}. Both contain what JMH does around each call and the choice of the struct, which is
 * {@code empty}.
 */
@SuppressWarnings("removal") // of Unsafe's access to memory; measuring it is the purpose
public class CallerBenchmark extends NativeSegmentState {

    private static final long LENGTH_OFFSET = 0;
    private static final long TYPE_OFFSET = LENGTH_OFFSET + Integer.BYTES;
    private static final long SEQUENCE_OFFSET = TYPE_OFFSET + Integer.BYTES;
    private static final long TIME_OFFSET = SEQUENCE_OFFSET + Long.BYTES;
    private static final long BODY_OFFSET = TIME_OFFSET + Long.BYTES;
    private static final long TRAILER_OFFSET = BODY_OFFSET + MarketData.BYTES;
    private static final long MESSAGE_BYTES = TRAILER_OFFSET + Long.BYTES;
    private static final long LOG_BYTES = Long.BYTES + STRUCTS * MESSAGE_BYTES;

    private int type = 7;
    private long sequence;

    /** A log of messages, and its address for Unsafe. It begins with the offset of the last message. */
    private MemorySegment log;

    private long logAddress;
    private long nextMessage = Long.BYTES;

    /** Where the last message starts. Only {@link #codecCallRead} takes it from here and not from the log. */
    private long lastMessage;

    @Override
    void prepare() {
        log = arena.allocate(LOG_BYTES, Long.BYTES);
        logAddress = log.address();
        writeMessage();
    }

    private void writeMessage() {
        unsafeFieldsWrite();
        lastMessage = UNSAFE.getLong(logAddress);
    }

    private long nextMessage() {
        long start = nextMessage;
        nextMessage = start == LOG_BYTES - MESSAGE_BYTES ? Long.BYTES : start + MESSAGE_BYTES;
        return start;
    }

    /** Writes a message: header, body and trailer. */
    @Benchmark
    public void codecWrite() {
        long start = nextMessage();
        log.set(JAVA_INT_UNALIGNED, start + LENGTH_OFFSET, (int) MarketData.BYTES);
        log.set(JAVA_INT_UNALIGNED, start + TYPE_OFFSET, type);
        log.set(JAVA_LONG_UNALIGNED, start + SEQUENCE_OFFSET, ++sequence);
        log.set(JAVA_LONG_UNALIGNED, start + TIME_OFFSET, value.time);
        MarketData.CODEC.write(value, log, start + BODY_OFFSET);
        log.set(JAVA_LONG_UNALIGNED, start + TRAILER_OFFSET, sequence);
        log.set(JAVA_LONG_UNALIGNED, 0, start);
    }

    @Benchmark
    public void unsafeFieldsWrite() {
        long start = nextMessage();
        long message = logAddress + start;
        UNSAFE.putInt(message + LENGTH_OFFSET, (int) MarketData.BYTES);
        UNSAFE.putInt(message + TYPE_OFFSET, type);
        UNSAFE.putLong(message + SEQUENCE_OFFSET, ++sequence);
        UNSAFE.putLong(message + TIME_OFFSET, value.time);
        UNSAFE_FIELDS.write(value, null, message + BODY_OFFSET);
        UNSAFE.putLong(message + TRAILER_OFFSET, sequence);
        UNSAFE.putLong(logAddress, start);
    }

    @Benchmark
    public void ownWorkWrite() {
        long start = nextMessage();
        log.set(JAVA_INT_UNALIGNED, start + LENGTH_OFFSET, (int) MarketData.BYTES);
        log.set(JAVA_INT_UNALIGNED, start + TYPE_OFFSET, type);
        log.set(JAVA_LONG_UNALIGNED, start + SEQUENCE_OFFSET, ++sequence);
        log.set(JAVA_LONG_UNALIGNED, start + TIME_OFFSET, value.time);
        log.set(JAVA_LONG_UNALIGNED, start + TRAILER_OFFSET, sequence);
        log.set(JAVA_LONG_UNALIGNED, 0, start);
    }

    @Benchmark
    public void codecCallWrite() {
        MarketData.CODEC.write(value, log, nextMessage() + BODY_OFFSET);
    }

    @Benchmark
    public void emptyWrite() {
        nextMessage();
    }

    /** Reads the last message. */
    @Benchmark
    public void codecRead() {
        long start = log.get(JAVA_LONG_UNALIGNED, 0);
        type = log.get(JAVA_INT_UNALIGNED, start + TYPE_OFFSET);
        sequence = log.get(JAVA_LONG_UNALIGNED, start + SEQUENCE_OFFSET);
        MarketData.CODEC.readInto(target, log, start + BODY_OFFSET);
        target.time = log.get(JAVA_LONG_UNALIGNED, start + TIME_OFFSET);
        int length = log.get(JAVA_INT_UNALIGNED, start + LENGTH_OFFSET);
        if (log.get(JAVA_LONG_UNALIGNED, start + BODY_OFFSET + length) != sequence) {
            throw new IllegalStateException("torn message");
        }
    }

    @Benchmark
    public void unsafeFieldsRead() {
        long message = logAddress + UNSAFE.getLong(logAddress);
        type = UNSAFE.getInt(message + TYPE_OFFSET);
        sequence = UNSAFE.getLong(message + SEQUENCE_OFFSET);
        UNSAFE_FIELDS.readInto(target, null, message + BODY_OFFSET);
        target.time = UNSAFE.getLong(message + TIME_OFFSET);
        int length = UNSAFE.getInt(message + LENGTH_OFFSET);
        if (UNSAFE.getLong(message + BODY_OFFSET + length) != sequence) {
            throw new IllegalStateException("torn message");
        }
    }

    @Benchmark
    public void ownWorkRead() {
        long start = log.get(JAVA_LONG_UNALIGNED, 0);
        type = log.get(JAVA_INT_UNALIGNED, start + TYPE_OFFSET);
        sequence = log.get(JAVA_LONG_UNALIGNED, start + SEQUENCE_OFFSET);
        target.time = log.get(JAVA_LONG_UNALIGNED, start + TIME_OFFSET);
        int length = log.get(JAVA_INT_UNALIGNED, start + LENGTH_OFFSET);
        if (log.get(JAVA_LONG_UNALIGNED, start + BODY_OFFSET + length) != sequence) {
            throw new IllegalStateException("torn message");
        }
    }

    @Benchmark
    public void codecCallRead() {
        MarketData.CODEC.readInto(target, log, lastMessage + BODY_OFFSET);
    }

    @Benchmark
    public void emptyRead() {}

    /** Two codec calls in one method: a struct is read, changed, and written into the next message. */
    @Benchmark
    public void codecUpdate() {
        MarketData.CODEC.readInto(target, segment, next());
        target.time += 1;
        target.bidPrice0 += target.askPrice0;
        MarketData.CODEC.write(target, log, nextMessage() + BODY_OFFSET);
    }

    @Benchmark
    public void unsafeFieldsUpdate() {
        UNSAFE_FIELDS.readInto(target, null, address + next());
        target.time += 1;
        target.bidPrice0 += target.askPrice0;
        UNSAFE_FIELDS.write(target, null, logAddress + nextMessage() + BODY_OFFSET);
    }

    /** Here the caller's own work is the codec's other call, and the change. */
    @Benchmark
    public void ownWorkUpdate() {
        MarketData.CODEC.readInto(target, segment, next());
        target.time += 1;
        target.bidPrice0 += target.askPrice0;
    }

    @Benchmark
    public void codecCallUpdate() {
        MarketData.CODEC.write(target, log, nextMessage() + BODY_OFFSET);
    }

    @Benchmark
    public void emptyUpdate() {}

    @Override
    void check() {
        checkSameLog("write", this::codecWrite, this::unsafeFieldsWrite);
        checkSameLog("write in parts", inParts(this::ownWorkWrite, this::codecCallWrite), this::unsafeFieldsWrite);
        checkSameLog("update", this::codecUpdate, this::unsafeFieldsUpdate);
        checkSameLog("update in parts", inParts(this::ownWorkUpdate, this::codecCallUpdate), this::unsafeFieldsUpdate);
        checkMessageRead("codec", this::codecRead);
        checkMessageRead("codecCall", this::codecCallRead);
        checkMessageRead("unsafeFields", this::unsafeFieldsRead);
        checkOwnWorkRead();
    }

    /** Both parts of the work, on the same message. */
    private Runnable inParts(Runnable ownWork, Runnable codecCall) {
        return () -> {
            ownWork.run();
            nextMessage = Long.BYTES;
            codecCall.run();
        };
    }

    private void checkOwnWorkRead() {
        writeMessage();
        int writtenType = type;
        long writtenSequence = sequence;
        type = 0;
        sequence = 0;
        target = new MarketData();
        ownWorkRead();
        require(
                type == writtenType && sequence == writtenSequence && target.time == value.time,
                "ownWork did not read the header that was written");
    }

    private void checkSameLog(String what, Runnable codec, Runnable unsafe) {
        require(Arrays.equals(logAfter(codec), logAfter(unsafe)), what + ": codec and Unsafe left different logs");
    }

    /** The bytes of a log that was empty before the call. */
    private byte[] logAfter(Runnable call) {
        UNSAFE.setMemory(logAddress, LOG_BYTES, (byte) 0);
        nextMessage = Long.BYTES;
        sequence = 0;
        call.run();
        return bytesAt(null, logAddress, LOG_BYTES);
    }

    private void checkMessageRead(String rival, Runnable read) {
        writeMessage();
        target = new MarketData();
        read.run();
        checkRead(rival, value, target);
    }
}
