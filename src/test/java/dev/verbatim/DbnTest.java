package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Files that somebody else wrote: market data in Databento Binary Encoding, little-endian C structs without padding,
 * which begin at an odd offset. They are read where they lie, from a mapped segment.
 */
class DbnTest {

    private static final Path FOLDER = Path.of("..", "shared", "data", "dbn");

    private static final ValueLayout.OfShort SHORT_LE = JAVA_SHORT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfInt INT_LE = JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG_LE = JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN);

    /** The length of the metadata after these eight bytes. */
    private static final long METADATA_LENGTH_OFFSET = 4;

    private static final double PRICE_UNIT = 1e-9;

    private static final StructLayout HEADER = structLayout(
            JAVA_BYTE.withName("length"), // in words of 32 bits
            JAVA_BYTE.withName("rtype"),
            SHORT_LE.withName("publisherId"),
            INT_LE.withName("instrumentId"),
            LONG_LE.withName("tsEvent"));

    record Header(byte length, byte rtype, short publisherId, int instrumentId, long tsEvent) {}

    private static final StructLayout LEVEL = structLayout(
            LONG_LE.withName("bidPx"),
            LONG_LE.withName("askPx"),
            INT_LE.withName("bidSz"),
            INT_LE.withName("askSz"),
            INT_LE.withName("bidCt"),
            INT_LE.withName("askCt"));

    record Level(long bidPx, long askPx, int bidSz, int askSz, int bidCt, int askCt) {}

    private static final StructLayout TRADE = structLayout(
            HEADER.withName("header"),
            LONG_LE.withName("price"),
            INT_LE.withName("size"),
            JAVA_BYTE.withName("action"),
            JAVA_BYTE.withName("side"),
            JAVA_BYTE.withName("flags"),
            JAVA_BYTE.withName("depth"),
            LONG_LE.withName("tsRecv"),
            INT_LE.withName("tsInDelta"),
            INT_LE.withName("sequence"));

    record Trade(
            Header header,
            long price,
            int size,
            byte action,
            byte side,
            byte flags,
            byte depth,
            long tsRecv,
            int tsInDelta,
            int sequence) {
        static final StructCodec<Trade> CODEC = StructCodec.ofRecord(lookup(), Trade.class, TRADE);
    }

    private static final StructLayout MBP_10 =
            structLayout(TRADE.withName("trade"), sequenceLayout(10, LEVEL).withName("levels"));

    record Mbp10(Trade trade, List<Level> levels) {
        static final StructCodec<Mbp10> CODEC = StructCodec.ofRecord(lookup(), Mbp10.class, MBP_10);
    }

    interface LevelView extends StructView {
        long bidPx();

        long askPx();

        int bidSz();

        int askSz();
    }

    interface Mbp10View extends StructView {
        ViewFactory<Mbp10View> VIEWS = ViewFactory.of(lookup(), Mbp10View.class, MBP_10);

        Trade trade();

        LevelView levels(int index);
    }

    record Mbo(
            Header header,
            long orderId,
            long price,
            int size,
            byte flags,
            byte channelId,
            byte action,
            byte side,
            long tsRecv,
            int tsInDelta,
            int sequence) {
        static final StructCodec<Mbo> CODEC = StructCodec.ofRecord(
                lookup(),
                Mbo.class,
                structLayout(
                        HEADER.withName("header"),
                        LONG_LE.withName("orderId"),
                        LONG_LE.withName("price"),
                        INT_LE.withName("size"),
                        JAVA_BYTE.withName("flags"),
                        JAVA_BYTE.withName("channelId"),
                        JAVA_BYTE.withName("action"),
                        JAVA_BYTE.withName("side"),
                        LONG_LE.withName("tsRecv"),
                        INT_LE.withName("tsInDelta"),
                        INT_LE.withName("sequence")));
    }

    record Ohlcv(Header header, long open, long high, long low, long close, long volume) {
        static final StructCodec<Ohlcv> CODEC = StructCodec.ofRecord(
                lookup(),
                Ohlcv.class,
                structLayout(
                        HEADER.withName("header"),
                        LONG_LE.withName("open"),
                        LONG_LE.withName("high"),
                        LONG_LE.withName("low"),
                        LONG_LE.withName("close"),
                        LONG_LE.withName("volume")));
    }

    @Test
    void theLayoutsHaveTheSizesOfTheFormat() {
        assertEquals(
                List.of(16L, 32L, 48L, 368L, 56L, 56L),
                List.of(
                        HEADER.byteSize(),
                        LEVEL.byteSize(),
                        Trade.CODEC.byteSize(),
                        Mbp10.CODEC.byteSize(),
                        Mbo.CODEC.byteSize(),
                        Ohlcv.CODEC.byteSize()));
    }

    @Test
    void aBookOfTenLevelsIsReadFromAnOddOffset() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment file = map("mbp-10.dbn", arena);
            assertEquals(353, recordsOffset(file));
            StructList<Mbp10> books = Mbp10.CODEC.list(file.asSlice(353));

            assertEquals(2, books.size());
            Mbp10 first = books.getFirst();
            assertEquals(
                    new Header((byte) 92, (byte) 10, (short) 1, 5482, 1_609_160_400_000_429_831L),
                    first.trade().header());
            assertEquals(3_722.75, first.trade().price() * PRICE_UNIT, PRICE_UNIT);
            assertEquals(1, first.trade().size());
            assertEquals('C', first.trade().action());
            assertEquals('A', first.trade().side());
            assertEquals(10, first.levels().size());
            assertEquals(
                    new Level(3_720_250_000_000L, 3_720_500_000_000L, 24, 10, 15, 8),
                    first.levels().get(0));
            assertEquals(
                    new Level(3_718_000_000_000L, 3_722_750_000_000L, 67, 44, 39, 26),
                    first.levels().get(9));
            assertEquals(1_170_356, books.get(1).trade().sequence());
        }
    }

    @Test
    void aViewShowsTheSameBook() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment file = map("mbp-10.dbn", arena);
            Mbp10View book = Mbp10View.VIEWS.wrap(file, recordsOffset(file));

            assertEquals(Mbp10.CODEC.read(file, recordsOffset(file)).trade(), book.trade());
            assertEquals(3_720_250_000_000L, book.levels(0).bidPx());
            assertEquals(10, book.levels(0).askSz());
            assertEquals(67, book.levels(9).bidSz());
            assertEquals(3_722_750_000_000L, book.levels(9).askPx());
        }
    }

    @Test
    void whatWasReadIsWrittenAsTheSameBytes() throws IOException {
        assertRewritten("mbp-10.dbn", Mbp10.CODEC);
        assertRewritten("trades.dbn", Trade.CODEC);
        assertRewritten("mbo.v3.dbn", Mbo.CODEC);
        assertRewritten("ohlcv-1m.dbn", Ohlcv.CODEC);
    }

    @Test
    void tradesOrdersAndBarsHaveTheValuesThatThePublisherWrote() throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            List<Trade> trades = records("trades.dbn", Trade.CODEC, arena);
            assertEquals(List.of(5, 21), trades.stream().map(Trade::size).toList());
            assertEquals(
                    List.of(3_720_250_000_000L, 3_720_250_000_000L),
                    trades.stream().map(Trade::price).toList());
            List<Mbo> orders = records("mbo.v3.dbn", Mbo.CODEC, arena);
            assertEquals(
                    List.of(647_784_973_705L, 647_784_973_631L),
                    orders.stream().map(Mbo::orderId).toList());
            List<Ohlcv> bars = records("ohlcv-1m.dbn", Ohlcv.CODEC, arena);
            assertEquals(List.of(353L, 152L), bars.stream().map(Ohlcv::volume).toList());
        }
    }

    private static <T> void assertRewritten(String name, StructCodec<T> codec) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment file = map(name, arena);
            MemorySegment records = file.asSlice(recordsOffset(file));
            MemorySegment copy = arena.allocate(records.byteSize());
            StructList<T> read = codec.list(records);
            StructList<T> written = codec.list(copy);
            for (int i = 0; i < read.size(); i++) {
                written.set((long) i, read.get(i));
            }

            assertArrayEquals(records.toArray(JAVA_BYTE), copy.toArray(JAVA_BYTE), name);
        }
    }

    private static <T> List<T> records(String name, StructCodec<T> codec, Arena arena) throws IOException {
        MemorySegment file = map(name, arena);
        return codec.list(file.asSlice(recordsOffset(file)));
    }

    private static long recordsOffset(MemorySegment file) {
        return METADATA_LENGTH_OFFSET
                + Integer.BYTES
                + Integer.toUnsignedLong(file.get(INT_LE, METADATA_LENGTH_OFFSET));
    }

    private static MemorySegment map(String name, Arena arena) throws IOException {
        Path path = FOLDER.resolve(name);
        assumeTrue(Files.exists(path), () -> "needs the files of Databento's dbn project in " + FOLDER);
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            return channel.map(MapMode.READ_ONLY, 0, channel.size(), arena);
        }
    }

    /** No layout here asks for an alignment: records begin anywhere. */
    @Test
    void theLayoutsHaveNoAlignment() {
        for (MemoryLayout layout : List.of(MBP_10, Mbo.CODEC.layout(), Ohlcv.CODEC.layout())) {
            assertEquals(1, layout.byteAlignment());
        }
    }
}
