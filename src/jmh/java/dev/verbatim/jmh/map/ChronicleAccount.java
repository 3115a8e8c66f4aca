package dev.verbatim.jmh.map;

import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;

/** An {@link Account} as one writes it by hand for Chronicle Bytes. Its texts have characters of eight bits alone. */
public final class ChronicleAccount extends Account implements BytesMarshallable {

    @Override
    public void writeMarshallable(BytesOut<?> bytes) {
        bytes.writeLong(changes);
        bytes.write8bit(name);
        bytes.write8bit(address);
        bytes.writeInt(orders.length);
        for (long order : orders) {
            bytes.writeLong(order);
        }
    }

    @Override
    public void readMarshallable(BytesIn<?> bytes) {
        changes = bytes.readLong();
        name = bytes.read8bit();
        address = bytes.read8bit();
        orders = orders(bytes.readInt());
        for (int i = 0; i < orders.length; i++) {
            orders[i] = bytes.readLong();
        }
    }
}
