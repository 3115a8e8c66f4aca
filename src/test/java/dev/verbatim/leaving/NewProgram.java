package dev.verbatim.leaving;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.channels.FileChannel.MapMode.READ_ONLY;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversions;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.TimeConversions;
import dev.verbatim.ViewFactory;
import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;

/** The program of the worked example in {@code docs/leaving-unsafe.md}, after it has left Unsafe. */
final class NewProgram {

    private NewProgram() {}

    // @start region="codec"
    static final ReusableCodec<Position> POSITION =
            StructCodec.ofClass(lookup(), Position.class, PositionLayout.LAYOUT);

    static void write(Position position, byte[] block) {
        POSITION.write(position, MemorySegment.ofArray(block), 0);
    }
    // @end

    // @start region="counter"
    interface Header extends StructView {
        ViewFactory<Header> VIEWS =
                ViewFactory.of(lookup(), Header.class, Layouts.struct(JAVA_LONG.withName("version")));

        boolean compareAndSetVersion(long expected, long version);
    }

    static boolean nextVersion(Header header, long version) {
        return header.compareAndSetVersion(version, version + 1);
    }
    // @end

    // @start region="record"
    enum Side {
        BUY('B'),
        SELL('S');

        final char code;

        Side(char code) {
            this.code = code;
        }
    }

    record NewPosition(
            long account, Instant time, Side side, boolean open, int instrument, int quantity, double price) {

        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_LONG.withName("account"),
                JAVA_LONG.withName("time"),
                JAVA_BYTE.withName("side"),
                JAVA_BOOLEAN.withName("open"),
                JAVA_INT.withName("instrument"),
                JAVA_INT.withName("quantity"),
                JAVA_DOUBLE.withName("price"));

        static final Conversions CONVERSIONS =
                Conversions.of(TimeConversions.epochNanos(), CodeConversions.byteCodes(Side.class, side -> side.code));

        static final StructCodec<NewPosition> CODEC =
                StructCodec.ofRecord(lookup(), NewPosition.class, LAYOUT, CONVERSIONS);
        static final StructCodec<NewPosition> OLD_CODEC =
                StructCodec.ofRecord(lookup(), NewPosition.class, PositionLayout.LAYOUT, CONVERSIONS);
    }
    // @end

    // @start region="file"
    static void convert(Path old, Path npy) throws IOException {
        try (FileChannel channel = FileChannel.open(old);
                Arena arena = Arena.ofConfined();
                StructFile<NewPosition> file = StructFile.create(npy, NewPosition.CODEC)) {
            MemorySegment blocks = channel.map(READ_ONLY, 0, channel.size(), arena);
            for (NewPosition position : NewPosition.OLD_CODEC.list(blocks)) {
                file.append(position);
            }
        }
    }
    // @end

    static void wrap(MemorySegment blocks, Path npy) throws IOException {
        // @start region="bulk"
        try (StructFile<Position> file = StructFile.create(npy, POSITION)) {
            file.appendAll(blocks);
        }
        // @end
    }
}
