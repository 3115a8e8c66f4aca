package dev.verbatim.jmh.objects;

import java.util.stream.Stream;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesOut;

/**
 * Chronicle Bytes, its explicit form: what one writes into the methods of a {@code BytesMarshallable} by hand, in
 * native memory with its checks as they are by default. Text is UTF-8. What is read is reused.
 *
 * <p>The trivially copyable form is for objects of primitives alone.
 */
final class ChroniclePeer implements Peer<Sample> {

    private final Bytes<Void>[] slots;
    private final Sample target = new Sample();

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type
    ChroniclePeer(int slots) {
        this.slots = Stream.generate(() -> Bytes.allocateElasticDirect(SLOT_BYTES))
                .limit(slots)
                .toArray(Bytes[]::new);
    }

    @Override
    public int write(Sample value, int slot) {
        Bytes<Void> bytes = slots[slot];
        bytes.clear();
        writeMarshallable(value, bytes);
        return (int) bytes.writePosition();
    }

    @Override
    public Sample read(int slot) {
        Bytes<Void> bytes = slots[slot];
        bytes.readPosition(0);
        readMarshallable(target, bytes);
        return target;
    }

    private static void writeMarshallable(Sample value, BytesOut<?> bytes) {
        bytes.writeLong(value.id);
        if (value.values == null) {
            bytes.writeInt(-1);
        } else {
            bytes.writeInt(value.values.length);
            for (long element : value.values) {
                bytes.writeLong(element);
            }
        }
        bytes.writeUtf8(value.text);
        bytes.writeUtf8(value.note);
    }

    private static void readMarshallable(Sample target, BytesIn<?> bytes) {
        target.id = bytes.readLong();
        int length = bytes.readInt();
        if (length < 0) {
            target.values = null;
        } else {
            target.values = target.values(length);
            for (int i = 0; i < length; i++) {
                target.values[i] = bytes.readLong();
            }
        }
        target.text = bytes.readUtf8();
        target.note = bytes.readUtf8();
    }
}
