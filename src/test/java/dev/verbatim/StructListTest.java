package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.channels.FileChannel.MapMode.READ_ONLY;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.SPARSE;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.samples.SegmentKind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.RandomAccess;
import java.util.Spliterator;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The structs of a segment as a list: of values, and of views. */
class StructListTest {

    enum Side {
        BUY,
        SELL
    }

    /** Of 13 bytes. */
    record Tick(long time, int price, Side side) {
        static final StructLayout LAYOUT = structLayout(
                JAVA_LONG_UNALIGNED.withName("time"), JAVA_INT_UNALIGNED.withName("price"), JAVA_BYTE.withName("side"));
        static final StructCodec<Tick> CODEC = StructCodec.ofRecord(lookup(), Tick.class, LAYOUT);

        static Tick number(long index) {
            return new Tick(index, (int) (-2 * index), index % 2 == 0 ? Side.BUY : Side.SELL);
        }
    }

    interface TickView extends StructView {
        ViewFactory<TickView> VIEWS = ViewFactory.of(lookup(), TickView.class, Tick.LAYOUT);

        long time();

        void time(long time);

        Side side();
    }

    private static final String NAME = "dev.verbatim.StructListTest$Tick (13 bytes)";

    private static MemorySegment ticks(SegmentKind kind, Arena arena, int count) {
        MemorySegment segment = kind.allocate(13 * count, arena);
        for (int i = 0; i < count; i++) {
            Tick.CODEC.writeAtIndex(Tick.number(i), segment, i);
        }
        return segment;
    }

    private static MemorySegment ticks(int count) {
        return ticks(SegmentKind.HEAP_BYTES, Arena.ofAuto(), count);
    }

    private static List<Tick> expected(long count) {
        return LongStream.range(0, count).mapToObj(Tick::number).toList();
    }

    private static void assertThrows(Class<? extends Exception> type, String message, Executable attempt) {
        assertEquals(message, assertThrowsExactly(type, attempt).getMessage());
    }

    @ParameterizedTest
    @EnumSource
    void aListOfValuesIsAListLikeAnyOther(SegmentKind kind) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = ticks(kind, arena, 100);
            StructList<Tick> list = Tick.CODEC.list(segment);
            List<Tick> expected = expected(100);

            assertEquals(100, list.size());
            assertEquals(100, list.count());
            assertFalse(list.isEmpty());
            assertEquals(Tick.number(0), list.get(0));
            assertEquals(Tick.number(99), list.get(99));
            assertEquals(Tick.number(99), list.get(99L));
            assertEquals(Tick.number(99), list.getLast());
            assertNotSame(list.get(1), list.get(1));

            assertEquals(expected, list);
            assertEquals(list, expected);
            assertEquals(expected.hashCode(), list.hashCode());
            assertEquals(expected.toString(), list.toString());
            assertNotEquals(list, expected(99));
            assertEquals(expected, new ArrayList<>(list));
            assertArrayEquals(expected.toArray(), list.toArray());
            assertEquals(expected, list.stream().toList());
            assertEquals(expected, list.parallelStream().toList());
            assertEquals(4950, list.parallelStream().mapToLong(Tick::time).sum());
            List<Tick> seen = new ArrayList<>();
            list.forEach(seen::add);
            assertEquals(expected, seen);

            assertTrue(list.contains(Tick.number(42)));
            assertFalse(list.contains(Tick.number(100)));
            assertEquals(42, list.indexOf(Tick.number(42)));
            assertEquals(42, list.lastIndexOf(Tick.number(42)));
            assertEquals(expected.subList(10, 20), list.subList(10, 20));
            assertEquals(expected.subList(12, 15), list.subList(10, 20).subList(2, 5));
            assertEquals(
                    expected.subList(10, 20),
                    list.subList(10, 20).parallelStream().toList());
            assertEquals(expected.reversed(), list.reversed());
            assertInstanceOf(RandomAccess.class, list);
        }
    }

    @Test
    void whatIsInTheSegmentIsInTheList() {
        MemorySegment segment = ticks(3);
        StructList<Tick> list = Tick.CODEC.list(segment);

        segment.set(JAVA_LONG_UNALIGNED, 13, 77);

        assertEquals(77, list.get(1).time());
    }

    @Test
    void aValueIsReplacedInTheSegment() {
        MemorySegment segment = ticks(4);
        StructList<Tick> list = Tick.CODEC.list(segment);
        Tick tick = new Tick(-1, 5, Side.SELL);

        assertEquals(Tick.number(1), list.set(1, tick));
        list.set(2L, tick);
        list.subList(3, 4).set(0, tick);
        assertEquals(List.of(Tick.number(0), tick, tick, tick), list);
        assertEquals(tick, Tick.CODEC.readAtIndex(segment, 3));

        list.replaceAll(each -> new Tick(-each.time(), 0, Side.BUY));
        assertEquals(List.of(0L, 1L, 1L, 1L), list.stream().map(Tick::time).toList());
        list.sort(Comparator.comparingLong(each -> -each.time()));
        assertEquals(List.of(1L, 1L, 1L, 0L), list.stream().map(Tick::time).toList());
    }

    @Test
    void aListCannotGrowOrShrink() {
        for (List<?> list : List.of(Tick.CODEC.list(ticks(2)), TickView.VIEWS.list(ticks(2)))) {
            String message = "a list of the structs of a segment has as many elements as the segment has structs,"
                    + " count=2; copy it to add or to remove some, as by new ArrayList<>(list)";
            assertThrows(UnsupportedOperationException.class, message, () -> list.add(null));
            assertThrows(UnsupportedOperationException.class, message, () -> list.remove(0));
            assertThrows(UnsupportedOperationException.class, message, () -> list.removeIf(element -> true));
            assertThrows(UnsupportedOperationException.class, message, list::clear);
            assertThrows(UnsupportedOperationException.class, message, () -> {
                Iterator<?> iterator = list.iterator();
                iterator.next();
                iterator.remove();
            });
            assertEquals(2, list.size());
        }
    }

    @Test
    void anIteratorEndsWithTheList() {
        Iterator<Tick> iterator = Tick.CODEC.list(ticks(2)).iterator();

        assertTrue(iterator.hasNext());
        assertTrue(iterator.hasNext());
        assertEquals(Tick.number(0), iterator.next());
        assertEquals(Tick.number(1), iterator.next());
        assertFalse(iterator.hasNext());
        assertThrowsExactly(NoSuchElementException.class, iterator::next);
    }

    @Test
    void aSpliteratorSplitsByIndex() {
        Spliterator<Tick> right = Tick.CODEC.list(ticks(5)).spliterator();
        assertTrue(right.hasCharacteristics(
                Spliterator.ORDERED | Spliterator.SIZED | Spliterator.SUBSIZED | Spliterator.NONNULL));
        List<Tick> seen = new ArrayList<>();
        assertTrue(right.tryAdvance(seen::add));
        Spliterator<Tick> left = right.trySplit();
        assertEquals(2, left.estimateSize());
        assertEquals(2, right.getExactSizeIfKnown());
        left.forEachRemaining(seen::add);
        assertFalse(left.tryAdvance(seen::add));
        assertNull(left.trySplit());
        right.forEachRemaining(seen::add);
        assertEquals(0, right.estimateSize());

        assertEquals(expected(5), seen);
    }

    @Test
    void anIndexOutOfRangeIsRefused() {
        StructList<Tick> values = Tick.CODEC.list(ticks(5));
        StructList<TickView> views = TickView.VIEWS.list(ticks(5));
        for (int index : new int[] {-1, 5, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
            String message = "Index " + index + " out of bounds for length 5";
            assertThrows(IndexOutOfBoundsException.class, message, () -> values.get(index));
            assertThrows(IndexOutOfBoundsException.class, message, () -> values.get((long) index));
            assertThrows(IndexOutOfBoundsException.class, message, () -> values.set(index, Tick.number(0)));
            assertThrows(IndexOutOfBoundsException.class, message, () -> values.set((long) index, Tick.number(0)));
            assertThrows(IndexOutOfBoundsException.class, message, () -> views.get(index));
        }
        assertThrows(
                IndexOutOfBoundsException.class,
                "Index 4294967296 out of bounds for length 5",
                () -> values.get(1L << 32));
        assertEquals(expected(5), values);
    }

    @ParameterizedTest
    @EnumSource
    void aListOfViewsIsTheSegment(SegmentKind kind) {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = ticks(kind, arena, 100);
            StructList<TickView> list = TickView.VIEWS.list(segment);

            assertEquals(100, list.size());
            assertEquals(100, list.count());
            list.get(7L).time(70);
            assertEquals(70, list.get(7).time());
            assertEquals(7 * 13, list.get(7).offset());
            assertSame(segment, list.get(7).segment());
            assertNotSame(list.get(7), list.get(7));
            assertEquals(4950 + 63, list.stream().mapToLong(TickView::time).sum());
            assertEquals(
                    4950 + 63, list.parallelStream().mapToLong(TickView::time).sum());
            List<TickView> kept = new ArrayList<>(list);
            assertEquals(99, kept.get(99).time());
            assertEquals(98, kept.get(98).time());
            assertEquals(11, list.subList(10, 20).get(1).time());
            assertFalse(list.contains(list.get(0)), "a view is a place, and equal to itself only");
            assertEquals(list, list);
        }
    }

    @Test
    void forEachPassesOneViewThatIsRePointed() {
        StructList<TickView> list = TickView.VIEWS.list(ticks(50));
        IdentityHashMap<TickView, Integer> views = new IdentityHashMap<>();
        List<Long> times = new ArrayList<>();

        list.forEach(view -> {
            views.merge(view, 1, Integer::sum);
            times.add(view.time());
            view.wrap(view.segment(), 0); // which the next element undoes
        });

        assertEquals(List.of(50), List.copyOf(views.values()));
        assertEquals(LongStream.range(0, 50).boxed().toList(), times);
    }

    @Test
    void aListOfViewsIsNotSet() {
        StructList<TickView> list = TickView.VIEWS.list(ticks(2));
        TickView view = list.get(0);
        String message = "a list of views is changed through its views, as by get(index).copyFrom(view); to sort or to"
                + " swap, use the list of a codec";

        assertThrows(UnsupportedOperationException.class, message, () -> list.set(1, view));
        assertThrows(UnsupportedOperationException.class, message, () -> list.set(1L, view));
        list.get(1).copyFrom(view);
        assertEquals(0, list.get(1).time());
    }

    @Test
    void aSegmentOfNoStructsIsAnEmptyList() {
        MemorySegment empty = MemorySegment.ofArray(new byte[0]);
        for (StructList<?> list :
                List.of(Tick.CODEC.list(empty), TickView.VIEWS.list(empty), TickView.VIEWS.list(MemorySegment.NULL))) {
            assertEquals(List.of(), list);
            assertEquals(0, list.count());
            assertFalse(list.iterator().hasNext());
            assertEquals(0, list.parallelStream().count());
            list.forEach(_ -> {
                throw new AssertionError();
            });
            assertThrows(IndexOutOfBoundsException.class, "Index 0 out of bounds for length 0", () -> list.get(0));
        }
    }

    @Test
    void aSegmentOfAnotherSizeIsRefused() {
        MemorySegment segment = MemorySegment.ofArray(new byte[27]);
        String reason = ": segment has byteSize=27, expected a multiple of the struct's 13; slice it";

        assertThrows(
                IllegalArgumentException.class,
                "cannot make a list of " + NAME + reason,
                () -> Tick.CODEC.list(segment));
        assertThrows(
                IllegalArgumentException.class,
                "cannot make a list of dev.verbatim.StructListTest$TickView (13 bytes)" + reason,
                () -> TickView.VIEWS.list(segment));
        assertThrows(NullPointerException.class, "segment", () -> Tick.CODEC.list(null));
        assertThrows(NullPointerException.class, "segment", () -> TickView.VIEWS.list(null));
        assertThrows(
                NullPointerException.class,
                "action",
                () -> Tick.CODEC.list(ticks(1)).forEach(null));
        assertThrows(
                NullPointerException.class,
                "action",
                () -> TickView.VIEWS.list(ticks(1)).forEach(null));
    }

    interface CountView extends StructView {
        long getAndAddCount(long delta);
    }

    @Test
    void structsThatAreNotAlignedForAtomicAccessorsAreNoList() {
        ViewFactory<CountView> dense =
                ViewFactory.of(lookup(), CountView.class, structLayout(JAVA_LONG.withName("count"), JAVA_BYTE));
        ViewFactory<CountView> padded = ViewFactory.of(
                lookup(), CountView.class, structLayout(JAVA_LONG.withName("count"), JAVA_BYTE, paddingLayout(7)));
        MemorySegment segment = MemorySegment.ofArray(new long[9]);
        String name = "dev.verbatim.StructListTest$CountView";

        assertEquals(0, padded.list(segment.asSlice(8)).get(3).getAndAddCount(4));
        assertEquals(1, dense.list(segment.asSlice(8, 9)).size());
        assertThrows(
                IllegalArgumentException.class,
                "cannot make a list of " + name
                        + " (9 bytes): its atomic accessors need structs whose byteSize is a multiple of 8; pad the"
                        + " layout, as Layouts.struct does",
                () -> dense.list(segment));
        assertThrows(
                IllegalArgumentException.class,
                "cannot wrap " + name
                        + " (16 bytes) at offset=0: its atomic accessors need alignment=8, found alignment=4; allocate"
                        + " the segment with that alignment, on the heap as a long[]",
                () -> padded.list(segment.asSlice(4, 64)));
    }

    @Test
    void whatTheSegmentRefusesIsNamedWithTheElementsOffset() {
        MemorySegment segment = ticks(3);
        StructList<Tick> list = Tick.CODEC.list(segment);
        segment.set(JAVA_BYTE, 13 + 12, (byte) 9);
        String message = "cannot read " + NAME + " at offset=13: side at offset=25: expected an ordinal of"
                + " dev.verbatim.StructListTest$Side, 0 to 1, found 9";

        assertThrows(CorruptRecordException.class, message, () -> list.get(1));
        assertThrows(CorruptRecordException.class, message, () -> list.stream().toList());
        assertThrows(CorruptRecordException.class, message, () -> list.set(1, Tick.number(1)));
        list.set(1L, Tick.number(1));
        assertEquals(expected(3), list);

        assertThrows(
                NullPointerException.class,
                "cannot write " + NAME + " at offset=26: the value is null",
                () -> list.set(2L, null));
        StructList<Tick> readOnly = Tick.CODEC.list(segment.asReadOnly());
        assertEquals(expected(3), readOnly);
        assertThrows(
                AccessFaultsTest.thrownBy(() -> segment.asReadOnly().fill((byte) 0)),
                "cannot write " + NAME + " at offset=26: the segment is read-only",
                () -> readOnly.set(2, Tick.number(0)));
    }

    @Test
    void theSegmentOfAConfinedArenaIsReadByItsThreadOnly() {
        Arena arena = Arena.ofConfined();
        MemorySegment segment = ticks(SegmentKind.NATIVE, arena, 64);
        StructList<Tick> values = Tick.CODEC.list(segment);
        StructList<TickView> views = TickView.VIEWS.list(segment);
        try (ForkJoinPool others = new ForkJoinPool(2)) {
            assertOtherThread(
                    "cannot read " + NAME,
                    () -> others.submit(() -> values.parallelStream().toList()).join());
            assertOtherThread(
                    "cannot read time of dev.verbatim.StructListTest$TickView (13 bytes)",
                    () -> others.submit(() -> views.parallelStream()
                                    .mapToLong(TickView::time)
                                    .sum())
                            .join());
        }
        arena.close();

        assertThrows(
                IllegalStateException.class,
                "cannot read " + NAME + " at offset=13: the segment's arena is closed",
                () -> values.get(1));
        assertThrows(
                IllegalStateException.class,
                "cannot read time of dev.verbatim.StructListTest$TickView (13 bytes) at offset=13: the segment's arena"
                        + " is closed",
                () -> views.get(1).time());
        assertEquals(64, values.size());
    }

    /**
     * A pool throws an exception of the same type on its caller's thread, with the one of its own thread as the cause
     * or in its place.
     */
    private static void assertOtherThread(String start, Executable attempt) {
        Throwable thrown = assertThrowsExactly(WrongThreadException.class, attempt);
        while (thrown.getCause() instanceof WrongThreadException cause
                && !thrown.getMessage().startsWith("cannot")) {
            thrown = cause;
        }
        String message = thrown.getMessage();
        assertTrue(message.startsWith(start + " at offset="), message);
        assertTrue(message.contains(": the segment belongs to another thread than Thread[#"), message);
        assertTrue(message.endsWith("; allocate it from a shared arena"), message);
    }

    record Octet(byte value) {
        static final StructLayout LAYOUT = structLayout(JAVA_BYTE.withName("value"));
        static final StructCodec<Octet> CODEC = StructCodec.ofRecord(lookup(), Octet.class, LAYOUT);
    }

    interface OctetView extends StructView {
        byte value();
    }

    /** A sparse file, of which only the pages at its ends are ever read. */
    @Test
    void moreStructsThanAnIntCountsAreReachedByALongIndex(@TempDir Path folder) throws IOException {
        long count = (1L << 31) + 10;
        ViewFactory<OctetView> octets = ViewFactory.of(lookup(), OctetView.class, Octet.LAYOUT);
        try (FileChannel channel = FileChannel.open(folder.resolve("octets.bin"), CREATE_NEW, SPARSE, READ, WRITE);
                Arena arena = Arena.ofConfined()) {
            channel.write(ByteBuffer.wrap(new byte[] {7}), count - 1);
            channel.write(ByteBuffer.wrap(new byte[] {5}), Integer.MAX_VALUE);
            MemorySegment segment = channel.map(READ_ONLY, 0, count, arena);
            StructList<Octet> values = Octet.CODEC.list(segment);
            StructList<OctetView> views = octets.list(segment);
            for (StructList<?> list : List.of(values, views)) {
                assertEquals(Integer.MAX_VALUE, list.size());
                assertEquals(count, list.count());
                assertEquals(count, list.stream().count());
                assertEquals(count, list.parallelStream().count());
                assertThrows(
                        IndexOutOfBoundsException.class,
                        "Index " + count + " out of bounds for length " + count,
                        () -> list.get(count));
            }
            assertEquals(7, values.get(count - 1).value());
            assertEquals(5, values.get(Integer.MAX_VALUE).value());
            assertEquals(7, views.get(count - 1).value());
            assertEquals(count - 1, views.get(count - 1).offset());

            Spliterator<Octet> last = values.spliterator();
            while (last.estimateSize() > 1) {
                last.trySplit();
            }
            List<Octet> seen = new ArrayList<>();
            last.forEachRemaining(seen::add);
            assertEquals(List.of(new Octet((byte) 7)), seen);
        }
    }
}
