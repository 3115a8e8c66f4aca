package dev.verbatim.map;

import static dev.verbatim.map.TaggedSamples.CODEC;
import static dev.verbatim.map.TaggedSamples.open;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.Conversions;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StoreException;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.TaggedCodec;
import dev.verbatim.ViewFactory;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.map.TaggedSamples.Closed;
import dev.verbatim.map.TaggedSamples.Event;
import dev.verbatim.map.TaggedSamples.Opened;
import dev.verbatim.map.TaggedSamples.Quote;
import dev.verbatim.map.TaggedSamples.Trade;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What is refused by a map whose values are of several types, and what of it cannot be read. */
class TaggedValueFaultsTest {

    /** Where the first entry of a map is. */
    private static final long FIRST = 128;

    interface QuoteView extends StructView {
        ViewFactory<QuoteView> VIEWS = ViewFactory.of(lookup(), QuoteView.class, Quote.CODEC.layout());

        long bid();
    }

    record Wrapped(Event event) {}

    record Large(String text) {}

    @TempDir
    Path folder;

    private static <E extends Exception> String message(Class<E> type, Executable call) {
        return String.valueOf(assertThrows(type, call).getMessage());
    }

    /** Has key 1 have bytes, as a tool puts them. */
    private void store(StructLayout layout, int... bytes) throws IOException {
        byte[] value = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            value[i] = (byte) bytes[i];
        }
        open(folder).close();
        try (MappedMap<byte[], StoredValue> map = TaggedSamples.openStored(folder)) {
            map.put(
                    new byte[] {1, 0, 0, 0, 0, 0, 0, 0},
                    new StoredValue(LayoutText.id(layout), MemorySegment.ofArray(value)));
        }
    }

    /** Requires that each way to read key 1 fails with a message, and leaves it as it is. */
    private <E extends Exception> void requireUnreadable(Class<E> type, String expected) throws IOException {
        try (MappedMap<Long, Event> map = open(folder);
                MapChanges<Long, Event> changes = map.changes()) {
            assertEquals(expected, message(type, () -> map.get(1L)));
            assertEquals(expected, message(type, () -> map.longKeys().get(1)));
            assertEquals(expected, message(type, () -> map.getInto(1L, new Closed(1))));
            assertEquals(expected, message(type, () -> map.compute(1L, (key, old) -> new Closed(1))));
            assertEquals(expected, message(type, () -> changes.poll((position, key, value) -> {})));
            Iterator<Map.Entry<Long, Event>> entries = map.iterator();
            Exception ofIterator = assertThrows(Exception.class, entries::next);
            Throwable cause = type.isInstance(ofIterator) ? ofIterator : ofIterator.getCause();
            assertNotNull(cause);
            assertEquals(expected, cause.getMessage());
            map.put(1L, new Closed(1));
            assertEquals(new Closed(1), map.get(1L));
        }
    }

    @Test
    void aTagThatNoTypeHasIsCorrupt() throws IOException {
        store(Quote.CODEC.layout(), 'X', 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0);
        requireUnreadable(
                CorruptRecordException.class,
                "map=" + folder + " position=" + FIRST + " key=1: cannot read " + CODEC + " at offset=" + (FIRST + 40)
                        + ": the tag at offset=" + (FIRST + 40)
                        + ": expected 67 ('C'), 79 ('O'), 81 ('Q'), 84 ('T'), found 88 ('X')");
    }

    @Test
    void aTagOfAnotherLayoutIsAMismatch() throws IOException {
        store(Quote.CODEC.layout(), 'T', 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0);
        requireUnreadable(
                LayoutMismatchException.class,
                "cannot read the entry of map=" + folder + " at position=" + FIRST + " with " + CODEC
                        + ": 1 mismatch\n  - the entry has the layout of " + Quote.class.getName()
                        + ", and the tag of " + Trade.class.getName() + "; write such values with the tagged codec");
    }

    @Test
    void aLayoutOfNoTypeIsAMismatch() throws IOException {
        StructCodec<Large> other = StructCodec.ofRecord(
                lookup(),
                Large.class,
                Layouts.struct(sequenceLayout(16, JAVA_BYTE).withName("text")));
        try (MappedMap<Long, Large> map = open(folder, MapCodec.of(other))) {
            map.put(1L, new Large("Q"));
        }
        requireUnreadable(
                LayoutMismatchException.class,
                "cannot read the entry of map=" + folder + " at position=" + FIRST + " with " + CODEC
                        + ": 1 mismatch\n  - the entry has the layout " + LayoutText.of(other.layout())
                        + ", which no alternative of the codec has");
    }

    @Test
    void bytesWithoutALayoutAreAMismatch() throws IOException {
        try (MappedMap<Long, String> map = open(folder, MapCodec.strings())) {
            map.put(1L, "Q...............");
        }
        requireUnreadable(
                LayoutMismatchException.class,
                "cannot read the entry of map=" + folder + " at position=" + FIRST + " with " + CODEC
                        + ": 1 mismatch\n  - the entry has no layout, which no alternative of the codec has");
    }

    @Test
    void aValueThatIsTooShortForItsLayoutIsDamaged() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            map.put(1L, new Quote(5));
        }
        Path segment = folder.resolve("000000000000.segment");
        ByteBuffer id = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            channel.write(id.putInt(0, LayoutText.id(Trade.CODEC.layout())), FIRST + EntryDescriptor.LAYOUT_ID_OFFSET);
        }
        requireUnreadable(
                StoreException.class,
                "file=" + segment + ": expected at offset=" + FIRST + " position=" + FIRST
                        + " a value of 24 bytes, found 16 bytes");
    }

    @Test
    void aViewOfAnotherTypeIsRefused() throws IOException {
        try (MappedMap<Long, Event> map = open(folder)) {
            map.put(1L, new Trade(1, 2));
            assertEquals(
                    "cannot read the entry of map=" + folder + " at position=" + FIRST + " with "
                            + QuoteView.class.getName()
                            + ": 1 mismatch\n  - the entry has the layout " + LayoutText.of(Trade.CODEC.layout())
                            + ", the view has " + LayoutText.of(Quote.CODEC.layout())
                            + "; they part where the entry has `order`, long (byteSize=8, offset=8), and the view"
                            + " `bid`, long (byteSize=8, offset=8)",
                    message(
                            LayoutMismatchException.class,
                            () -> map.view(1L, QuoteView.VIEWS.unwrapped(), view -> {})));
        }
    }

    /** A value that no method reads is not the one that is expected, whatever it is. */
    @Test
    void anExpectedValueIsNotComparedWithWhatCannotBeRead() throws IOException {
        store(Quote.CODEC.layout(), 'T', 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0);
        try (MappedMap<Long, Event> map = open(folder)) {
            assertThrows(LayoutMismatchException.class, () -> map.replace(1L, new Opened(1), new Opened(2)));
            assertThrows(LayoutMismatchException.class, () -> map.remove(1L, new Opened(1)));
            assertFalse(map.replace(1L, new Quote(5), new Opened(2))); // of its layout: the bytes differ
        }
    }

    @Test
    void noObjectIsFilled() throws IOException {
        String expected = "cannot fill an object with " + CODEC
                + ": expected a ReusableCodec or a ReusableVarCodec, of a mutable class; get makes a new object";
        try (MappedMap<Long, Event> map = open(folder)) {
            map.put(1L, new Quote(5));
            assertEquals(expected, message(UnsupportedOperationException.class, () -> map.getInto(1L, new Quote(1))));
            assertEquals(
                    expected,
                    message(
                            UnsupportedOperationException.class,
                            () -> map.longKeys().getInto(1, new Quote(1))));
        }
    }

    @Test
    void keysOfSeveralTypesAreRefused() {
        assertEquals(
                "expected a codec of keys, which have one layout, found " + CODEC + ", whose values have several",
                message(
                        IllegalArgumentException.class,
                        () -> MappedMap.open(folder, MapCodec.of(CODEC), MapCodec.longs())));
    }

    @Test
    void aValueOfAClassWithoutAnAlternativeIsRefused() throws IOException {
        TaggedCodec<Object> objects = TaggedCodec.builder(Object.class, JAVA_BYTE, 0)
                .with('T', Trade.CODEC)
                .build();
        String expected = "cannot write " + objects + ": expected a value of " + Trade.class.getName()
                + ", found one of " + Quote.class.getName() + "; add an alternative for this class";
        try (MappedMap<Long, Object> map = open(folder, MapCodec.of(objects))) {
            map.put(1L, new Trade(1, 2));
            for (Executable call : List.<Executable>of(
                    () -> map.put(1L, new Quote(1)),
                    () -> map.longKeys().put(1, new Quote(1)),
                    () -> map.replace(1L, new Quote(1)),
                    () -> map.replace(1L, new Quote(1), new Trade(1, 1)),
                    () -> map.replace(1L, new Trade(1, 2), new Quote(1)),
                    () -> map.remove(1L, new Quote(1)),
                    () -> map.compute(1L, (key, old) -> new Quote(1)))) {
                assertEquals(expected, message(IllegalArgumentException.class, call));
            }
            assertEquals(new Trade(1, 2), map.get(1L));
            assertFalse(map.asConcurrentMap().containsValue(new Quote(1)));
        }
    }

    @Test
    void aValueThatIsTooLargeForASegmentIsRefused() throws IOException {
        TaggedCodec<Object> objects = TaggedCodec.builder(Object.class, JAVA_BYTE, 0)
                .with('T', Trade.CODEC)
                .with(
                        'L',
                        StructCodec.ofRecord(
                                lookup(),
                                Large.class,
                                Layouts.struct(
                                        paddingLayout(1),
                                        sequenceLayout(5000, JAVA_BYTE).withName("text"))))
                .build();
        try (MappedMap<Long, Object> map = open(folder, MapCodec.of(objects))) {
            assertEquals(
                    "cannot append an entry to map=" + folder
                            + ": expected at most 512 bytes, an eighth of the segment size, found byteSize=5025; one"
                            + " made with segmentSize=65536 takes it",
                    message(IllegalArgumentException.class, () -> map.put(1L, new Large("text"))));
            assertFalse(map.containsKey(1L));
            map.put(1L, new Trade(1, 2));
            assertEquals(new Trade(1, 2), map.get(1L));
        }
    }

    @Test
    void aLayoutThatHasNoTextIsRefused() {
        StructLayout layout = Layouts.struct(
                paddingLayout(8),
                unionLayout(sequenceLayout(24, JAVA_BYTE), JAVA_LONG.withName("number"))
                        .withName("event"));
        TaggedCodec<Object> objects = TaggedCodec.builder(Object.class, JAVA_BYTE, 0)
                .with('W', StructCodec.ofRecord(lookup(), Wrapped.class, layout, Conversions.of(CODEC.conversion())))
                .build();
        assertEquals(
                "cannot store layout=[x8[[24:b1]|j8(number)](event)]: expected values, structs, sequences and padding,"
                        + " found [[24:b1]|j8(number)](event)",
                message(IllegalArgumentException.class, () -> MapCodec.of(objects)));
    }

    @Test
    void aToolPutsWhatAProgramReads() throws IOException {
        store(Quote.CODEC.layout(), 'Q', 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0);
        List<Event> values = new ArrayList<>();
        try (MappedMap<Long, Event> map = open(folder)) {
            map.forEach(entry -> values.add(entry.getValue()));
        }
        assertEquals(List.of(new Quote(5)), values);
    }
}
