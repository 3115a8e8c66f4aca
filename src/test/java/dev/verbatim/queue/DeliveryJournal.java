package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** What the openings of a named tailer were delivered, in a file that outlives their processes. */
final class DeliveryJournal implements AutoCloseable {

    /** What the journal has where a tailer was opened. */
    private static final Delivery OPENED = new Delivery(-1, new Stamp(-1, -1));

    private static final int ENTRY_SIZE = 3 * Long.BYTES;

    private final FileChannel file;
    private final ByteBuffer entry = ByteBuffer.allocateDirect(ENTRY_SIZE);

    private DeliveryJournal(FileChannel file) {
        this.file = file;
    }

    /** A record as a tailer was delivered it. */
    record Delivery(long position, Stamp stamp) {}

    /** Goes on with a journal, and notes that a tailer was opened. */
    static DeliveryJournal open(Path path) throws IOException {
        DeliveryJournal journal =
                new DeliveryJournal(FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND));
        journal.add(OPENED);
        return journal;
    }

    void add(Delivery delivery) {
        entry.clear();
        entry.putLong(delivery.position())
                .putLong(delivery.stamp().writer())
                .putLong(delivery.stamp().sequence())
                .flip();
        try {
            file.write(entry);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@return the number of entries of a journal} */
    static long size(Path path) throws IOException {
        return Files.exists(path) ? Files.size(path) / ENTRY_SIZE : 0;
    }

    /**
     * Requires that all was delivered and nothing else, in order; but each opening may begin with the record that the
     * one before it has not acknowledged.
     *
     * @return how many were delivered twice
     */
    static int requireNoGap(Path path, List<Delivery> all) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(path));
        int next = 0;
        int repeated = 0;
        boolean opened = false;
        while (bytes.hasRemaining()) {
            Delivery delivery = new Delivery(bytes.getLong(), new Stamp((int) bytes.getLong(), bytes.getLong()));
            if (delivery.equals(OPENED)) {
                opened = true;
                continue;
            }
            if (opened && next > 0 && delivery.equals(all.get(next - 1))) {
                repeated++;
            } else {
                assertTrue(next < all.size(), () -> "delivered and not in the queue: " + delivery);
                assertEquals(all.get(next), delivery, "a gap or a repetition in what a named tailer was delivered");
                next++;
            }
            opened = false;
        }
        assertEquals(all.size(), next, "not everything was delivered to the named tailer");
        return repeated;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
