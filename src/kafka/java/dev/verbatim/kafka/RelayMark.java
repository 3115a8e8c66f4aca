package dev.verbatim.kafka;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.verbatim.Layouts;
import dev.verbatim.VarCodec;
import dev.verbatim.queue.Payload;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;

/**
 * What a relay from a topic appends behind the records of each batch, in the same reservation: so it is there if and
 * only if they are.
 *
 * @param relayedEntries how many entries before the mark belong to its batch
 * @param relayedTopic the topic
 * @param nextOffsets by partition, the offset at which to go on; -1 where there was no such partition
 */
@SuppressWarnings("ArrayRecordComponent") // marks are written and read, not compared
record RelayMark(int relayedEntries, String relayedTopic, long[] nextOffsets) {

    static final StructLayout LAYOUT = Layouts.varRecord(
            JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN).withName("relayedEntries"),
            Layouts.varRef("relayedTopic"),
            Layouts.varRef("nextOffsets", JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN)));

    static final VarCodec<RelayMark> CODEC = VarCodec.ofRecord(MethodHandles.lookup(), RelayMark.class, LAYOUT);

    Payload toPayload() {
        byte[] bytes = new byte[Math.toIntExact(CODEC.encodedSize(this))];
        CODEC.write(this, MemorySegment.ofArray(bytes), 0);
        return new Payload(LAYOUT, MemorySegment.ofArray(bytes));
    }
}
