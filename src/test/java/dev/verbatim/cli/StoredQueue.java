package dev.verbatim.cli;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the tests of the command line find in a queue. */
final class StoredQueue {

    static final long SEGMENT_SIZE = 4096;

    record Level(double price, int size) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("size"));
    }

    /** A struct of fixed size. */
    record Quote(long id, String symbol, List<Level> levels) {
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(
                lookup(),
                Quote.class,
                Layouts.struct(
                        JAVA_LONG.withName("id"),
                        MemoryLayout.sequenceLayout(8, JAVA_BYTE).withName("symbol"),
                        MemoryLayout.sequenceLayout(2, Level.LAYOUT).withName("levels")));

        static Quote of(long id) {
            return new Quote(id, "VBTM", List.of(new Level(99.5, 10), new Level(99.25, 20)));
        }
    }

    /** The id of a quote's layout. */
    static final String QUOTE_ID = "8599845a";

    record Tag(@Nullable String text) {}

    /** A record of variable length. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Trade(long id, @Nullable String venue, List<Level> fills, List<Tag> tags, int[] sizes) {
        static final VarCodec<Trade> CODEC = VarCodec.ofRecord(
                lookup(),
                Trade.class,
                Layouts.varRecord(
                        JAVA_LONG.withName("id"),
                        Layouts.varRef("venue"),
                        Layouts.varRef("fills", Level.LAYOUT),
                        Layouts.varRef("tags", Layouts.varRecord(Layouts.varRef("text"))),
                        Layouts.varRef("sizes", JAVA_INT)));

        static Trade of(long id) {
            return new Trade(
                    id, "Zürich", List.of(new Level(1, 2)), List.of(new Tag("a\n"), new Tag(null)), new int[] {3, 4});
        }
    }

    private StoredQueue() {}

    static MappedQueue open(Path folder) throws IOException {
        return MappedQueue.builder(folder).segmentSize(SEGMENT_SIZE).open();
    }

    /** Makes a queue of quotes with the ids from 1 on. */
    static void ofQuotes(Path folder, int count) throws IOException {
        try (MappedQueue queue = open(folder);
                Appender appender = queue.appender()) {
            for (int i = 1; i <= count; i++) {
                appender.append(Quote.CODEC, Quote.of(i));
            }
        }
    }

    /** Appends any bytes as a record, by a codec that does not write what it says; {@return the position} */
    static long appendUnsound(Appender appender, StructLayout layout, byte... bytes) throws IOException {
        return appender.append(new Unsound(layout), bytes);
    }

    private record Unsound(StructLayout layout) implements VarCodec<byte[]> {
        @Override
        public Class<byte[]> type() {
            return byte[].class;
        }

        @Override
        public long encodedSize(byte[] value) {
            return value.length;
        }

        @Override
        public long encodedSize(MemorySegment segment, long offset) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(byte[] value, MemorySegment segment, long offset) {
            MemorySegment.copy(value, 0, segment, JAVA_BYTE, offset, value.length);
            return value.length;
        }

        @Override
        public byte[] read(MemorySegment segment, long offset) {
            throw new UnsupportedOperationException();
        }
    }

    static MemorySegment text(String text) {
        return MemorySegment.ofArray(text.getBytes(StandardCharsets.UTF_8));
    }
}
