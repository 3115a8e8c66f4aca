package dev.verbatim.jmh;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;

/**
 * How long does it take to write a {@link MarketData} to native memory, and to read it back into an object that is
 * reused? The codec and its rivals are held in {@code static final} fields.
 *
 * <pre>{@code java -jar target/benchmarks.jar MarketDataBenchmark -prof gc}</pre>
 *
 * <p>{@link ChronicleBenchmark} has the rivals that need flags, {@link InstanceFieldBenchmark} the codec and Unsafe in
 * instance fields.
 */
public class MarketDataBenchmark extends NativeSegmentState {

    private static final UnsafeCodec<MarketData> UNSAFE_BLOCK = new UnsafeBlock();

    private final ByteBuffer buffer =
            ByteBuffer.allocateDirect((int) SEGMENT_BYTES).order(ByteOrder.nativeOrder());

    private final ByteArrayOutputStream stream = new ByteArrayOutputStream(4096);
    private byte[] serialized;

    @Override
    void prepare() throws IOException {
        for (int i = 0; i < STRUCTS; i++) {
            byteBufferWrite();
        }
        serialized = javaSerializationWrite().toByteArray();
    }

    @Benchmark
    public void unsafeFieldsWrite() {
        UNSAFE_FIELDS.write(value, null, address + next());
    }

    @Benchmark
    public void unsafeFieldsRead() {
        UNSAFE_FIELDS.readInto(target, null, address + next());
    }

    @Benchmark
    public void unsafeBlockWrite() {
        UNSAFE_BLOCK.write(value, null, address + next());
    }

    @Benchmark
    public void unsafeBlockRead() {
        UNSAFE_BLOCK.readInto(target, null, address + next());
    }

    @Benchmark
    public void codecWrite() {
        MarketData.CODEC.write(value, segment, next());
    }

    @Benchmark
    public void codecRead() {
        MarketData.CODEC.readInto(target, segment, next());
    }

    @Benchmark
    public void varHandlesWrite() {
        VarHandleFields.write(value, segment, next());
    }

    @Benchmark
    public void varHandlesRead() {
        VarHandleFields.readInto(target, segment, next());
    }

    @Benchmark
    public void byteBufferWrite() {
        ByteBufferFields.write(value, buffer, (int) next());
    }

    @Benchmark
    public void byteBufferRead() {
        ByteBufferFields.readInto(target, buffer, (int) next());
    }

    /** Each value has a stream of its own, so that it can be read without the others, as with every rival. */
    @Benchmark
    @Fork(jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
    public ByteArrayOutputStream javaSerializationWrite() throws IOException {
        stream.reset();
        try (ObjectOutputStream out = new ObjectOutputStream(stream)) {
            out.writeObject(value);
        }
        return stream;
    }

    @Benchmark
    @Fork(jvmArgsAppend = {"-Xms1g", "-Xmx1g", "-XX:+AlwaysPreTouch"})
    public MarketData javaSerializationRead() throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(serialized))) {
            return (MarketData) in.readObject();
        }
    }

    @Override
    void check() throws Exception {
        checkBytes("unsafeFields", this::unsafeFieldsWrite, this::unsafeFieldsRead);
        checkBytes("codec", this::codecWrite, this::codecRead);
        checkBytes("varHandles", this::varHandlesWrite, this::varHandlesRead);
        // The JVM chooses the order of the fields in a block, so no other rival writes the same bytes.
        for (int i = 0; i < STRUCTS; i++) {
            unsafeBlockWrite();
        }
        target = new MarketData();
        unsafeBlockRead();
        checkRead("unsafeBlock", value, target);
        for (int i = 0; i < STRUCTS; i++) {
            byteBufferWrite();
        }
        target = new MarketData();
        byteBufferRead();
        checkRead("byteBuffer", value, target);
        byte[] written = new byte[(int) MarketData.BYTES];
        buffer.get(0, written);
        checkWritten("byteBuffer", value, written);
        serialized = javaSerializationWrite().toByteArray();
        checkRead("javaSerialization", value, javaSerializationRead());
    }
}
