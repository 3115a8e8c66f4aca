package dev.verbatim.jmh.queue;

import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;
import net.openhft.chronicle.bytes.BytesUtil;

/** A {@link CopyableUpdate} as Chronicle writes it fastest: all fields at once, as they lie in the object. */
final class ChronicleUpdate extends CopyableUpdate implements BytesMarshallable {

    private static final int START = BytesUtil.triviallyCopyableStart(ChronicleUpdate.class);
    private static final int LENGTH = BytesUtil.triviallyCopyableLength(ChronicleUpdate.class);

    @Override
    public void writeMarshallable(BytesOut<?> bytes) {
        bytes.unsafeWriteObject(this, START, LENGTH);
    }

    @Override
    public void readMarshallable(BytesIn<?> bytes) {
        bytes.unsafeReadObject(this, START, LENGTH);
    }
}
