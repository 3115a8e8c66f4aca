package dev.verbatim.kafka;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Shows the value of a record where the consumer has it. */
final class InPlace implements Deserializer<MemorySegment> {

    @Override
    public @Nullable MemorySegment deserialize(String topic, byte @Nullable [] bytes) {
        return bytes == null ? null : MemorySegment.ofArray(bytes);
    }

    @Override
    public @Nullable MemorySegment deserialize(String topic, Headers headers, @Nullable ByteBuffer bytes) {
        return bytes == null ? null : MemorySegment.ofBuffer(bytes);
    }
}
