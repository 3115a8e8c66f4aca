package dev.verbatim.jmh.leaving;

import static dev.verbatim.jmh.leaving.RowsCheck.fails;
import static dev.verbatim.jmh.leaving.RowsCheck.same;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversions;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.NumberConversions;
import dev.verbatim.SegmentCursor;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.TaggedCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import dev.verbatim.jmh.leaving.sbe.CancelDecoder;
import dev.verbatim.jmh.leaving.sbe.CancelEncoder;
import dev.verbatim.jmh.leaving.sbe.MessageHeaderDecoder;
import dev.verbatim.jmh.leaving.sbe.MessageHeaderEncoder;
import dev.verbatim.jmh.leaving.sbe.OrderDecoder;
import dev.verbatim.jmh.leaving.sbe.OrderEncoder;
import dev.verbatim.jmh.leaving.sbe.Side;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.UnsafeBuffer;

/** The flyweights that SBE generates from {@code src/jmh/sbe/leaving.xml}. */
final class SbeRows {

    // @start region="order"
    record Order(long id, Side side, long quantity, Integer shown, String symbol) {

        static final StructLayout LAYOUT = Layouts.packed(Layouts.struct(
                JAVA_LONG.withName("id"),
                JAVA_BYTE.withName("side"),
                JAVA_INT.withName("quantity"),
                JAVA_INT.withName("shown"),
                sequenceLayout(8, JAVA_BYTE).withName("symbol")));

        static final Conversions CONVERSIONS = Conversions.of(
                CodeConversions.byteCodes(Side.class, Side::value),
                NumberConversions.unsignedInt(),
                CodeConversions.nullable(Integer.class, Integer.MIN_VALUE));

        static final StructCodec<Order> CODEC = StructCodec.ofRecord(lookup(), Order.class, LAYOUT, CONVERSIONS);
    }
    // @end

    interface OrderView extends StructView {

        ViewFactory<OrderView> VIEWS = ViewFactory.of(lookup(), OrderView.class, Order.LAYOUT, Order.CONVERSIONS);

        long id();

        OrderView id(long id);

        Integer shown();

        OrderView shown(Integer shown);

        OrderView symbol(String symbol);
    }

    // @start region="filled"
    record Fill(double price) {

        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"));

        static final StructCodec<Fill> CODEC = StructCodec.ofRecord(lookup(), Fill.class, LAYOUT);
    }

    record Filled(long id, List<Fill> fills, String note) {

        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_LONG.withName("id"), Layouts.varRef("fills", Fill.LAYOUT), Layouts.varRef("note"));

        static final VarCodec<Filled> CODEC = VarCodec.ofRecord(lookup(), Filled.class, LAYOUT);
    }
    // @end

    // @start region="groups"
    record Whole(Order order, List<Fill> fills, String note) {

        void write(SegmentCursor cursor) {
            cursor.put(Order.CODEC, order);
            cursor.putShort((short) Fill.CODEC.byteSize()).putShort((short) fills.size());
            fills.forEach(fill -> cursor.put(Fill.CODEC, fill));
            cursor.putString(note);
        }

        static Whole read(SegmentCursor cursor, int blockLength) {
            Order order = cursor.get(Order.CODEC);
            cursor.skip(blockLength - Order.CODEC.byteSize());
            int fillLength = Short.toUnsignedInt(cursor.getShort());
            int count = Short.toUnsignedInt(cursor.getShort());
            List<Fill> fills = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                fills.add(cursor.get(Fill.CODEC));
                cursor.skip(fillLength - Fill.CODEC.byteSize());
            }
            return new Whole(order, fills, cursor.getString());
        }
    }
    // @end

    interface FillView extends StructView {

        double price();
    }

    interface FilledView extends StructView {

        ViewFactory<FilledView> VIEWS = ViewFactory.of(lookup(), FilledView.class, Filled.LAYOUT);

        int fillsCount();

        FillView fills(int index);

        CharSequence note();
    }

    // @start region="message"
    sealed interface Message permits Placed, Cancelled {

        TaggedCodec<Message> CODEC = TaggedCodec.builder(Message.class, JAVA_SHORT, 2)
                .with(OrderDecoder.TEMPLATE_ID, Placed.CODEC)
                .with(CancelDecoder.TEMPLATE_ID, Cancelled.CODEC)
                .build();
    }

    record Placed(Order order) implements Message {

        static final StructCodec<Placed> CODEC = StructCodec.ofRecord(
                lookup(),
                Placed.class,
                structLayout(paddingLayout(8), Order.LAYOUT.withName("order")),
                Order.CONVERSIONS);
    }

    record Cancelled(long id) implements Message {

        static final StructCodec<Cancelled> CODEC = StructCodec.ofRecord(
                lookup(), Cancelled.class, structLayout(paddingLayout(8), JAVA_LONG.withName("id")));
    }
    // @end

    private SbeRows() {}

    static void check() {
        fixed();
        variable();
        groups();
        header();
        dispatch();
    }

    private static byte[] bytes(UnsafeBuffer buffer) {
        return buffer.byteArray();
    }

    private static void fixed() {
        int size = (int) Order.CODEC.byteSize();
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[size]);
        MemorySegment segment = Arena.ofAuto().allocate(size);
        OrderEncoder encoder = new OrderEncoder();
        OrderDecoder decoder = new OrderDecoder();
        Order order = new Order(7, Side.SELL, 4_000_000_000L, null, "VBTM");
        Object there;
        Object here;
        // @there
        there = OrderEncoder.BLOCK_LENGTH;
        // @here
        here = (int) Order.CODEC.byteSize();
        // @end
        same(there, here);
        OrderView view;
        // @there
        encoder.wrap(buffer, 0);
        // @here
        view = OrderView.VIEWS.wrap(segment, 0);
        // @end
        // @there
        encoder.id(7).side(Side.SELL).quantity(4_000_000_000L);
        encoder.shown(OrderEncoder.shownNullValue()).symbol("VBTM");
        // @here
        Order.CODEC.write(order, segment, 0);
        // @end
        same(bytes(buffer), segment);
        // @there
        encoder.id(8).shown(9);
        // @here
        view.id(8).shown(9);
        // @end
        same(bytes(buffer), segment);
        // @there
        encoder.shown(OrderEncoder.shownNullValue());
        // @here
        view.shown(null);
        // @end
        same(bytes(buffer), segment);
        // @there
        encoder.symbol("OTHR");
        // @here
        view.symbol("OTHR");
        // @end
        same(bytes(buffer), segment);
        // @there
        decoder.wrap(buffer, 0, OrderDecoder.BLOCK_LENGTH, OrderDecoder.SCHEMA_VERSION);
        // @here
        view.wrap(segment, 0);
        // @end
        // @there
        there = decoder.id();
        // @here
        here = view.id();
        // @end
        same(there, here);
        fails(IndexOutOfBoundsException.class, () -> encoder.symbol("NINECHARS"));
        fails(IllegalArgumentException.class, () -> view.symbol("NINECHARS"));
        encoder.symbol("é");
        same((byte) '?', decoder.symbol(0));
        buffer.putByte(OrderEncoder.sideEncodingOffset(), (byte) 'X');
        fails(IllegalArgumentException.class, decoder::side);
    }

    private static void variable() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        MemorySegment segment = Arena.ofAuto().allocate(256, 8);
        OrderEncoder encoder = new OrderEncoder().wrap(buffer, 0);
        OrderDecoder decoder = new OrderDecoder();
        Filled filled = new Filled(7, List.of(new Fill(1.5), new Fill(2.5)), "Zürich");
        long size;
        // @there
        encoder.id(7);
        encoder.fillsCount(2).next().price(1.5).next().price(2.5);
        encoder.note("Zürich");
        // @here
        size = Filled.CODEC.write(filled, segment, 0);
        // @end
        same(true, size > 0);
        decoder.wrap(buffer, 0, OrderDecoder.BLOCK_LENGTH, OrderDecoder.SCHEMA_VERSION);
        FilledView view = FilledView.VIEWS.wrap(segment, 0);
        OrderDecoder.FillsDecoder fills = decoder.fills();
        Object there;
        Object here;
        // @there
        there = fills.count();
        // @here
        here = view.fillsCount();
        // @end
        same(there, here);
        for (int i = 0; i < view.fillsCount(); i++) {
            // @there
            there = fills.next().price();
            // @here
            here = view.fills(i).price();
            // @end
            same(there, here);
        }
        // @there
        there = decoder.note();
        // @here
        here = view.note().toString();
        // @end
        same(there, here);
    }

    private static void groups() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[256]);
        OrderEncoder encoder = new OrderEncoder().wrap(buffer, 0);
        encoder.id(7).side(Side.BUY).quantity(4_000_000_000L).shown(3).symbol("VBTM");
        encoder.fillsCount(2).next().price(1.5).next().price(2.5);
        encoder.note("Zürich");
        SegmentCursor cursor = SegmentCursor.of(MemorySegment.ofArray(new byte[256]));
        List<Fill> fills = List.of(new Fill(1.5), new Fill(2.5));
        Whole whole = new Whole(new Order(7, Side.BUY, 4_000_000_000L, 3, "VBTM"), fills, "Zürich");
        whole.write(cursor);
        same(bytes(buffer), cursor.segment());
        same((long) encoder.limit(), cursor.position());
        same(whole, Whole.read(cursor.rewind(), OrderDecoder.BLOCK_LENGTH));
        same((long) encoder.limit(), cursor.position());
    }

    private static void header() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[8]);
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        MessageHeaderEncoder header = new MessageHeaderEncoder();
        SegmentCursor cursor = SegmentCursor.of(segment);
        // @there
        header.wrap(buffer, 0).blockLength(25).templateId(1).schemaId(2).version(0);
        // @here
        cursor.putShort((short) 25).putShort((short) 1).putShort((short) 2).putShort((short) 0);
        // @end
        same(bytes(buffer), segment);
    }

    private static void dispatch() {
        UnsafeBuffer buffer = new UnsafeBuffer(new byte[33]);
        MemorySegment segment = MemorySegment.ofArray(bytes(buffer));
        new OrderEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .id(7)
                .side(Side.SELL);
        sameId(buffer, segment, 7L);
        new CancelEncoder()
                .wrapAndApplyHeader(buffer, 0, new MessageHeaderEncoder())
                .id(8);
        sameId(buffer, segment, 8L);
        Message.CODEC.write(new Cancelled(9), segment, 0);
        sameId(buffer, segment, 9L);
        new MessageHeaderEncoder().wrap(buffer, 0).templateId(3);
        fails(CorruptRecordException.class, () -> Message.CODEC.read(segment, 0));
    }

    private static void sameId(UnsafeBuffer buffer, MemorySegment segment, long expected) {
        MessageHeaderDecoder header = new MessageHeaderDecoder();
        OrderDecoder decoder = new OrderDecoder();
        CancelDecoder cancel = new CancelDecoder();
        long there;
        long here;
        // @there
        there = switch (header.wrap(buffer, 0).templateId()) {
            case OrderDecoder.TEMPLATE_ID ->
                decoder.wrapAndApplyHeader(buffer, 0, header).id();
            case CancelDecoder.TEMPLATE_ID ->
                cancel.wrapAndApplyHeader(buffer, 0, header).id();
            default -> throw new IllegalStateException("unknown template");
        };
        // @here
        here = switch (Message.CODEC.read(segment, 0)) {
            case Placed(Order order) -> order.id();
            case Cancelled(long id) -> id;
        };
        // @end
        same(there, here);
        same(expected, here);
    }
}
