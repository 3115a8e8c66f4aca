package dev.verbatim.cli.selftest;

import dev.verbatim.cli.selftest.Everything.Colour;
import dev.verbatim.cli.selftest.FileChecks.Quote;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.DataOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/**
 * What {@link KillCheck} kills: a process that appends to a queue and changes a map until it dies. It acknowledges each
 * entry on standard output, when queue and map have it.
 */
final class KilledProgram {

    /** So many keys the map has; entry n changes the key n % KEYS. */
    static final long KEYS = 16;

    private static final int SEGMENT_SIZE = 1 << 16;

    private KilledProgram() {}

    /** Takes a folder and the number of the first entry. */
    public static void main(String[] args) throws IOException {
        Thread.ofPlatform().daemon().start(KilledProgram::endWithParent);
        Path folder = Path.of(args[0]);
        try (MappedQueue queue = openQueue(folder);
                Appender appender = queue.appender();
                MappedMap<Long, Quote> map = openMap(folder);
                DataOutputStream acknowledgements = new DataOutputStream(new FileOutputStream(FileDescriptor.out))) {
            for (long id = Long.parseLong(args[1]); ; id++) {
                append(appender, map, id);
                acknowledgements.writeLong(id);
            }
        }
    }

    /** The parent never writes to this process. When it has died, reading ends. */
    private static void endWithParent() {
        try {
            while (System.in.read() >= 0) {
                Thread.onSpinWait();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            Runtime.getRuntime().halt(1);
        }
    }

    static MappedQueue openQueue(Path folder) throws IOException {
        return MappedQueue.builder(folder.resolve("killed-queue"))
                .segmentSize(SEGMENT_SIZE)
                .open();
    }

    static MappedMap<Long, Quote> openMap(Path folder) throws IOException {
        return MappedMap.builder(folder.resolve("killed-map"), MapCodec.longs(), MapCodec.of(Quote.CODEC))
                .segmentSize(SEGMENT_SIZE)
                .open();
    }

    static void append(Appender appender, MappedMap<Long, Quote> map, long id) throws IOException {
        appender.append(Quote.CODEC, quote(id));
        map.put(id % KEYS, quote(id));
    }

    static Quote quote(long id) {
        return new Quote(id, id / 8.0, Long.toString(id % 10_000), id % 2 == 0 ? Colour.GREEN : Colour.BLUE);
    }
}
