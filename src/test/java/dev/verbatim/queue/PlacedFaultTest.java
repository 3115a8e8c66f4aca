package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** A value that the DTO cannot have is reported with the place of its entry. */
class PlacedFaultTest extends SmallQueueFixture {

    private static final long FIRST_POSITION = 128;

    enum Side {
        BUY,
        SELL
    }

    private static final StructLayout LAYOUT = Layouts.struct(JAVA_BYTE.withName("side"));

    record Order(Side side) {
        static final StructCodec<Order> CODEC = StructCodec.ofRecord(lookup(), Order.class, LAYOUT);
    }

    static final class OrderObject {
        Side side = Side.BUY;

        static final ReusableCodec<OrderObject> CODEC = StructCodec.ofClass(lookup(), OrderObject.class, LAYOUT);
    }

    interface OrderView extends StructView {
        ViewFactory<OrderView> VIEWS = ViewFactory.of(lookup(), OrderView.class, LAYOUT);

        Side side();
    }

    /** A record whose own constructor refuses a value. */
    record Choosy(byte side) {
        static final StructCodec<Choosy> CODEC = StructCodec.ofRecord(lookup(), Choosy.class, LAYOUT);

        Choosy {
            throw new IllegalStateException("own");
        }
    }

    private static final StructLayout NOTE_LAYOUT = Layouts.varRecord(Layouts.varRef("text"));

    record Note(String text) {
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, NOTE_LAYOUT);
    }

    static final class NoteObject {
        String text = "";

        static final ReusableVarCodec<NoteObject> CODEC = VarCodec.ofClass(lookup(), NoteObject.class, NOTE_LAYOUT);
    }

    /** Appends an entry that can be read, and one that cannot. {@return the position of that} */
    private long appendUnsoundOrder() throws IOException {
        appender.append(Order.CODEC, new Order(Side.SELL));
        return appender.append(LAYOUT, MemorySegment.ofArray(new byte[] {5}));
    }

    private void assertPlaced(long position, Executable reading) {
        CorruptRecordException thrown = assertThrows(CorruptRecordException.class, reading);
        Throwable cause = thrown.getCause();
        assertNotNull(cause);
        assertSame(CorruptRecordException.class, cause.getClass());
        assertEquals("queue=" + folder + " position=" + position + ": " + cause.getMessage(), thrown.getMessage());
        assertEquals(position, tailer.position());
    }

    @Test
    void whatReadsAStructNamesTheEntry() throws IOException {
        long position = appendUnsoundOrder();
        assertEquals(FIRST_POSITION + 24, position);
        tailer.skip(1);
        assertPlaced(position, () -> tailer.poll(Order.CODEC));
        assertEquals(
                "queue=" + folder + " position=152: cannot read " + Order.CODEC + " at offset=168: side at offset=168:"
                        + " expected an ordinal of " + Side.class.getName() + ", 0 to 1, found 5",
                assertThrows(CorruptRecordException.class, () -> tailer.poll(Order.CODEC))
                        .getMessage());
        assertPlaced(position, () -> tailer.pollInto(OrderObject.CODEC, new OrderObject()));
        assertPlaced(position, () -> tailer.read((payload, at, id) -> Order.CODEC.read(payload, 0)));
        tailer.toStart();
        assertPlaced(position, () -> tailer.drain(Order.CODEC, order -> {}, 10));
        tailer.toStart();
        OrderView view = OrderView.VIEWS.wrap(MemorySegment.ofArray(new byte[1]), 0);
        assertPlaced(position, () -> tailer.drain(view, OrderView::side, 10));
        assertEquals(1, tailer.skip(1));
        assertNull(tailer.poll(Order.CODEC));
    }

    @Test
    void whatReadsARecordNamesTheEntry() throws IOException {
        Note note = new Note("text");
        byte[] bytes = new byte[(int) Note.CODEC.encodedSize(note)];
        Note.CODEC.write(note, MemorySegment.ofArray(bytes), 0);
        Arrays.fill(bytes, bytes.length - 4, bytes.length, (byte) 0xff); // no UTF-8
        appender.append(Note.CODEC, note);
        long position = appender.append(NOTE_LAYOUT, MemorySegment.ofArray(bytes));
        tailer.skip(1);
        assertPlaced(position, () -> tailer.poll(Note.CODEC));
        assertPlaced(position, () -> tailer.pollInto(NoteObject.CODEC, new NoteObject()));
        tailer.toStart();
        assertPlaced(position, () -> tailer.drain(Note.CODEC, read -> {}, 10));
    }

    /** It has read something else: what it says is not of this entry. */
    @Test
    void whatAConsumerOfObjectsThrowsStaysWhatItIs() throws IOException {
        appender.append(Order.CODEC, new Order(Side.SELL));
        CorruptRecordException ofAnother = new CorruptRecordException("another file");
        Consumer<Order> throwing = order -> {
            throw ofAnother;
        };
        assertSame(ofAnother, assertThrows(CorruptRecordException.class, () -> tailer.drain(Order.CODEC, throwing, 1)));
        assertEquals(new Order(Side.SELL), tailer.poll(Order.CODEC), "the tailer is still at the entry");
    }

    static final class Own extends CorruptRecordException {
        private static final long serialVersionUID = 1;

        Own() {
            super("own");
        }
    }

    @Test
    void whatTheUserThrowsStaysWhatItIs() throws IOException {
        appender.append(Order.CODEC, new Order(Side.SELL));
        assertEquals(
                "own",
                assertThrows(IllegalStateException.class, () -> tailer.poll(Choosy.CODEC))
                        .getMessage());
        Own own = new Own();
        OrderView view = OrderView.VIEWS.wrap(MemorySegment.ofArray(new byte[1]), 0);
        Consumer<OrderView> throwing = order -> {
            throw own;
        };
        assertSame(own, assertThrows(Own.class, () -> tailer.drain(view, throwing, 1)));
    }
}
