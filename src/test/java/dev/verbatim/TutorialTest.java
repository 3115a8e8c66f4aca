package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.channels.FileChannel.MapMode.READ_WRITE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The snippets of the README and of the documentation: each is a region here, and does what the text there says. */
class TutorialTest {

    @TempDir
    Path folder;

    // @start region="record"
    record Quote(long id, double bid, double ask) {
        static final StructLayout LAYOUT = MemoryLayout.structLayout(
                JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"), JAVA_DOUBLE.withName("ask"));
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(lookup(), Quote.class, LAYOUT);
    }

    static Quote writeAndRead(Quote quote, MemorySegment segment, long offset) {
        Quote.CODEC.write(quote, segment, offset); // any segment: heap, native or mapped
        return Quote.CODEC.read(segment, offset);
    }
    // @end

    // @start region="reusable"
    static class Tick {
        static final StructLayout LAYOUT =
                MemoryLayout.structLayout(JAVA_LONG.withName("time"), JAVA_DOUBLE.withName("price"));
        static final ReusableCodec<Tick> CODEC = StructCodec.ofClass(lookup(), Tick.class, LAYOUT);

        private long time;
        private double price;
    }

    static double latestPrice(MemorySegment ticks, long count) {
        Tick tick = new Tick(); // the only object that is allocated
        long latestTime = Long.MIN_VALUE;
        double price = Double.NaN;
        for (long i = 0; i < count; i++) {
            Tick.CODEC.readInto(tick, ticks, i * Tick.CODEC.byteSize());
            if (tick.time > latestTime) {
                latestTime = tick.time;
                price = tick.price;
            }
        }
        return price;
    }
    // @end

    // @start region="copy"
    static Quote writeAndCopy(Path path, MemorySegment target) throws IOException {
        try (FileChannel channel = FileChannel.open(path, CREATE_NEW, READ, WRITE);
                Arena arena = Arena.ofConfined()) {
            MemorySegment quotes = channel.map(READ_WRITE, 0, 1_000 * Quote.CODEC.byteSize(), arena);
            for (int i = 0; i < 1_000; i++) {
                Quote.CODEC.writeAtIndex(new Quote(i, 187.23, 187.24), quotes, i);
            }
            Quote.CODEC.copy(quotes, 0, target, 0, 1_000);
            return Quote.CODEC.readAtIndex(quotes, 999);
        }
    }
    // @end

    @Test
    void aRecordIsWrittenToMemoryAndReadBack() {
        MemorySegment segment = MemorySegment.ofArray(new byte[30]);

        Quote back = writeAndRead(new Quote(7, 187.23, 187.24), segment, 5);

        assertEquals(new Quote(7, 187.23, 187.24), back);
        assertEquals(7, segment.get(JAVA_LONG_UNALIGNED, 5));
    }

    @Test
    void aMutableClassIsReadIntoInALoop() {
        MemorySegment ticks = MemorySegment.ofArray(new long[] {
            10,
            Double.doubleToRawLongBits(1.5),
            30,
            Double.doubleToRawLongBits(2.5),
            20,
            Double.doubleToRawLongBits(3.5)
        });

        assertEquals(2.5, latestPrice(ticks, 3));
    }

    @Test
    void aMappedSegmentIsWrittenAndCopied() throws IOException {
        Path path = folder.resolve("quotes.bin");
        byte[] copy = new byte[24_000];

        Quote last = writeAndCopy(path, MemorySegment.ofArray(copy));

        assertEquals(new Quote(999, 187.23, 187.24), last);
        assertArrayEquals(Files.readAllBytes(path), copy);
        assertEquals(new Quote(500, 187.23, 187.24), Quote.CODEC.readAtIndex(MemorySegment.ofArray(copy), 500));
    }

    @Test
    void aStructFileIsCreatedAndOpened() throws IOException {
        Path path = folder.resolve("quotes.npy");
        Quote last;
        double highestBid;
        long firstId;
        // @start region="file"
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(new Quote(1, 187.23, 187.24));
            file.append(new Quote(2, 187.22, 187.25));
            file.force();
        }
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            last = file.get(file.size() - 1);
            highestBid = file.stream().mapToDouble(Quote::bid).max().orElseThrow();
            firstId = file.segment().get(JAVA_LONG_UNALIGNED, 0); // the mapped structs themselves
        }
        // @end
        assertEquals(new Quote(2, 187.22, 187.25), last);
        assertEquals(187.23, highestBid);
        assertEquals(1, firstId);
    }
}
