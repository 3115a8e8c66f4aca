package dev.verbatim.jmh.objects;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.stream.IntStream;

/** Java's serialisation: a stream for each object, since each is to be read without the others. */
final class JavaPeer<T> implements Peer<T> {

    private final Class<T> type;
    private final Slot[] slots;

    JavaPeer(Class<T> type, int slots) {
        this.type = type;
        this.slots = IntStream.range(0, slots).mapToObj(i -> new Slot()).toArray(Slot[]::new);
    }

    @Override
    public int write(T value, int slot) throws IOException {
        Slot bytes = slots[slot];
        bytes.reset();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        return bytes.size();
    }

    @Override
    public T read(int slot) throws IOException, ClassNotFoundException {
        try (ObjectInputStream in = new ObjectInputStream(slots[slot].input())) {
            return type.cast(in.readObject());
        }
    }

    private static final class Slot extends ByteArrayOutputStream {

        Slot() {
            super(SLOT_BYTES);
        }

        /** The bytes that were written, without a copy. */
        ByteArrayInputStream input() {
            return new ByteArrayInputStream(buf, 0, count);
        }
    }
}
