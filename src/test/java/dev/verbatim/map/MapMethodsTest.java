package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Durability;
import dev.verbatim.GapException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StoreException;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What single methods of a map and of its builder do, and say. */
class MapMethodsTest {

    static final class Counter {
        static final StructLayout LAYOUT =
                MemoryLayout.structLayout(JAVA_LONG.withName("count"), JAVA_LONG.withName("last"));
        static final ReusableCodec<Counter> CODEC = StructCodec.ofClass(lookup(), Counter.class, LAYOUT);

        long count;
        long last;
    }

    interface CounterView extends StructView {
        ViewFactory<CounterView> VIEWS = ViewFactory.of(lookup(), CounterView.class, Counter.LAYOUT);

        long count();

        void count(long count);
    }

    interface OtherView extends StructView {
        ViewFactory<OtherView> VIEWS =
                ViewFactory.of(lookup(), OtherView.class, MemoryLayout.structLayout(JAVA_INT.withName("other")));

        int other();
    }

    record Note(long id, @Nullable String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"));
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, LAYOUT);
    }

    /** What a note has grown to. */
    record GrownNote(long id, @Nullable String text, long time) {
        static final VarCodec<GrownNote> CODEC =
                VarCodec.ofRecord(lookup(), GrownNote.class, Layouts.grown(Note.LAYOUT, JAVA_LONG.withName("time")));
    }

    record OtherNote(long number, @Nullable String text) {
        static final VarCodec<OtherNote> CODEC = VarCodec.ofRecord(
                lookup(), OtherNote.class, Layouts.varRecord(JAVA_LONG.withName("number"), Layouts.varRef("text")));
    }

    record Box(double value) {
        static final StructCodec<Box> CODEC = StructCodec.ofRecord(
                lookup(), Box.class, MemoryLayout.structLayout(ValueLayout.JAVA_DOUBLE.withName("value")));
    }

    @TempDir
    Path folder;

    private MappedMap<String, String> openTexts() throws IOException {
        return MappedMap.builder(folder, MapCodec.strings(), MapCodec.strings())
                .segmentSize(1 << 14)
                .open();
    }

    private MappedMap<Long, Counter> openCounters() throws IOException {
        return MappedMap.open(folder, MapCodec.longs(), MapCodec.of(Counter.CODEC));
    }

    private static Counter counter(long count, long last) {
        Counter counter = new Counter();
        counter.count = count;
        counter.last = last;
        return counter;
    }

    @Test
    void getIntoFillsAnObjectOrLeavesIt() throws IOException {
        try (MappedMap<Long, Counter> map = openCounters()) {
            map.put(1L, counter(5, 6));
            Counter target = counter(0, 0);
            assertTrue(map.getInto(1L, target));
            assertEquals(5, target.count);
            assertEquals(6, target.last);
            assertFalse(map.getInto(2L, target));
            assertEquals(5, target.count);
        }
    }

    @Test
    void getIntoNeedsACodecThatFillsObjects() throws IOException {
        try (MappedMap<String, String> map = openTexts()) {
            map.put("a", "1");
            assertThrows(UnsupportedOperationException.class, () -> map.getInto("a", ""));
        }
    }

    @Test
    void aViewShowsAValueInPlaceAndCannotWrite() throws IOException {
        try (MappedMap<Long, Counter> map = openCounters()) {
            map.put(1L, counter(5, 6));
            CounterView view = CounterView.VIEWS.unwrapped();
            List<Long> seen = new ArrayList<>();
            assertTrue(map.view(1L, view, shown -> {
                seen.add(shown.count());
                assertThrows(IllegalArgumentException.class, () -> shown.count(7));
            }));
            assertEquals(List.of(5L), seen);
            assertFalse(map.view(2L, view, shown -> seen.add(0L)));
            assertEquals(List.of(5L), seen);
            OtherView other = OtherView.VIEWS.unwrapped();
            String refused = assertThrows(
                            LayoutMismatchException.class, () -> map.view(1L, other, shown -> seen.add(0L)))
                    .getMessage();
            String reader = " with " + OtherView.class.getName() + ": 1 mismatch\n  - the entry has the layout ";
            assertTrue(refused.contains(reader), refused);
            assertTrue(refused.contains(", the view has " + LayoutText.of(other.layout())), refused);
        }
    }

    @Test
    void readHandsOverTheBytesOfAValue() throws IOException {
        try (MappedMap<String, String> map = openTexts()) {
            map.put("a", "é1");
            List<Byte> bytes = new ArrayList<>();
            assertTrue(map.read("a", memory -> {
                assertTrue(memory.isReadOnly());
                for (byte each : memory.toArray(ValueLayout.JAVA_BYTE)) {
                    bytes.add(each);
                }
            }));
            assertEquals(List.of((byte) 0xC3, (byte) 0xA9, (byte) '1'), bytes);
            assertFalse(map.read("b", memory -> bytes.clear()));
            assertEquals(3, bytes.size());
        }
    }

    @Test
    void putIfAbsentGivesNoSecondValue() throws IOException {
        try (MappedMap<String, String> map = openTexts()) {
            assertTrue(map.putIfAbsent("a", "1"));
            assertFalse(map.putIfAbsent("a", "2"));
            assertEquals("1", map.get("a"));
            map.remove("a");
            assertTrue(map.putIfAbsent("a", "3"));
            assertEquals("3", map.get("a"));
        }
    }

    @Test
    void replaceNeedsAValueAndRemoveTheSame() throws IOException {
        try (MappedMap<String, String> map = openTexts()) {
            assertFalse(map.replace("a", "1"));
            assertNull(map.get("a"));
            map.put("a", "1");
            assertTrue(map.replace("a", "2"));
            assertFalse(map.replace("a", "1", "3"));
            assertTrue(map.replace("a", "2", "3"));
            assertFalse(map.replace("b", "2", "3"));
            assertFalse(map.remove("a", "2"));
            assertFalse(map.remove("b", "2"));
            assertEquals("3", map.get("a"));
            assertTrue(map.remove("a", "3"));
            assertNull(map.get("a"));
            assertEquals(0, map.size());
        }
    }

    @Test
    void valuesAreTheSameWhenTheirBytesAre() throws IOException {
        try (MappedMap<Long, Box> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.of(Box.CODEC))) {
            map.put(1L, new Box(0.0));
            assertFalse(map.replace(1L, new Box(-0.0), new Box(1)));
            map.put(1L, new Box(Double.NaN));
            assertTrue(map.remove(1L, new Box(Double.NaN)));
        }
    }

    @Test
    void aMapMayBeClosedTwiceWithinACall() throws IOException {
        MappedMap<String, String> map = openTexts();
        try (map) {
            assertEquals("1", map.compute("a", (key, old) -> {
                try {
                    map.close();
                    map.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
                return "1";
            }));
            assertThrows(IllegalStateException.class, map::size);
            assertThrows(IllegalStateException.class, map::info);
        }
        try (MappedMap<String, String> again = openTexts()) {
            assertEquals("1", again.get("a"));
            assertEquals(1, again.size());
        }
    }

    @Test
    void mergeTakesTheValueOrWhatTheFunctionMakes() throws IOException {
        try (MappedMap<String, String> map = openTexts()) {
            assertEquals("1", map.merge("a", "1", String::concat));
            assertEquals("12", map.merge("a", "2", String::concat));
            assertEquals("12", map.get("a"));
            assertNull(map.merge("a", "3", (old, value) -> null));
            assertNull(map.get("a"));
        }
    }

    private static List<String> all(MapChanges<String, String> changes) throws IOException {
        List<String> found = new ArrayList<>();
        while (changes.poll((at, key, value) -> found.add(key + "=" + value))) {
            // the next
        }
        return found;
    }

    @Test
    void changesGoOnFromAPosition() throws IOException {
        long position;
        try (MappedMap<String, String> map = openTexts()) {
            map.put("a", "1");
            try (MapChanges<String, String> changes = map.changes()) {
                assertEquals(List.of("a=1"), all(changes));
                position = changes.position();
            }
            map.put("a", "2");
        }
        try (MappedMap<String, String> map = openTexts();
                MapChanges<String, String> changes = map.changes(position)) {
            map.remove("a");
            assertEquals(List.of("a=2", "a=null"), all(changes));
        }
    }

    @Test
    void changesGoOnBehindAGap() throws IOException {
        try (MappedMap<String, String> map = openTexts()) {
            long size = map.info().segmentSize();
            for (int i = 0; map.info().to() < 2 * size; i++) {
                map.put("a", "value " + i);
            }
            while (map.info().from() < size) {
                map.compact(); // does nothing while the thread of the map is at it by itself
                Thread.onSpinWait();
            }
            GapException gap = assertThrows(GapException.class, () -> map.changes(128));
            assertEquals(
                    "map=" + folder + ": the entries from position=128 were deleted; those that are there begin at"
                            + " position=" + gap.to(),
                    gap.getMessage());
            try (MapChanges<String, String> changes = map.changes(gap.to())) {
                map.put("b", "1");
                assertEquals("b=1", all(changes).getLast());
            }
        }
    }

    @Test
    void changesFromWhereNoneStartsAreRefused() throws IOException {
        try (MappedMap<String, String> map = openTexts()) {
            map.put("a", "1");
            for (long wrong : new long[] {Long.MIN_VALUE, -128, -5, 5, 77, 127, 129, 136, 1 << 20, Long.MAX_VALUE}) {
                String message = assertThrows(IllegalArgumentException.class, () -> map.changes(wrong))
                        .getMessage();
                assertTrue(message.contains(Long.toString(wrong)), message);
            }
        }
    }

    @Test
    void aMultipleOfTheSegmentSizeLeadsToTheFirstChangeOfASegment() throws IOException {
        try (MappedMap<String, String> map = openTexts()) {
            long size = map.info().segmentSize();
            for (int i = 0; map.info().to() < size; i++) {
                map.put("a", "value " + i);
            }
            for (long start : new long[] {0, size}) {
                try (MapChanges<String, String> changes = map.changes(start)) {
                    assertEquals(start + 128, changes.position());
                }
            }
        }
    }

    @Test
    void aChangeThatCannotBeReadIsSkipped() throws IOException {
        try (MappedMap<Long, Long> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.longs())) {
            map.put(1L, 10L);
        }
        try (MappedMap<Long, Integer> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.ints());
                MapChanges<Long, Integer> changes = map.changes()) {
            map.put(2L, 20);
            map.remove(1L);
            List<String> seen = new ArrayList<>();
            MapChanges.Handler<Long, Integer> handler = (at, key, value) -> seen.add(key + "=" + value);
            for (int i = 0; i < 2; i++) {
                assertThrows(LayoutMismatchException.class, () -> changes.poll(handler));
                assertEquals(128, changes.position());
            }
            assertEquals(0, changes.skip(0));
            assertEquals(1, changes.skip(1));
            assertTrue(changes.poll(handler));
            assertEquals(List.of("2=20"), seen);
            assertEquals(1, changes.skip(5), "the removal");
            assertEquals(0, changes.skip(1));
            assertEquals(
                    "cannot skip count=-1 changes: expected 0 or more",
                    assertThrows(IllegalArgumentException.class, () -> changes.skip(-1))
                            .getMessage());
        }
    }

    @Test
    void aCopyOfCompactionIsNoChangeToSkip() throws IOException {
        try (MappedMap<String, String> map = openTexts()) {
            map.put("a", "1");
            for (int i = 0; map.info().to() < map.info().segmentSize() + 256; i++) {
                map.put("b", "value " + i);
            }
            map.compact();
            map.put("c", "2");
            try (MapChanges<String, String> read = map.changes();
                    MapChanges<String, String> skipped = map.changes()) {
                List<String> all = all(read);
                assertFalse(all.contains("a=1"), "it is copied");
                assertEquals(all.size() - 1, skipped.skip(all.size() - 1));
                assertEquals(List.of("c=2"), all(skipped));
            }
        }
    }

    @Test
    void changesThatCompactionHasDeletedAreAGap() throws IOException {
        try (MappedMap<String, String> map = openTexts();
                MapChanges<String, String> late = map.changes()) {
            map.put("a", "1");
            long position = map.info().to();
            map.put("b", "2");
            for (int i = 0; map.info().from() < 2 << 14; i++) {
                map.put("c", "value " + i);
                if (map.info().to() > 3 << 14) {
                    map.compact(); // unless a thread of the map was faster
                }
            }
            GapException gap = assertThrows(GapException.class, () -> map.changes(position));
            assertEquals(position, gap.from());
            assertTrue(gap.to() > position && gap.to() <= map.info().from(), gap::getMessage);
            // What it has begun to read stays mapped; the gap is behind it.
            assertEquals(
                    (1 << 14) + 128,
                    assertThrows(GapException.class, () -> all(late)).from());
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachDurabilityKeepsWhatWasPut(Durability durability) throws IOException {
        try (MappedMap<String, String> map = MappedMap.builder(folder, MapCodec.strings(), MapCodec.strings())
                .durability(durability)
                .open()) {
            long before = map.info().durable();
            map.put("a", "1");
            if (durability == Durability.EACH) {
                assertEquals(map.info().to(), map.info().durable());
                assertTrue(map.info().durable() > before);
            }
            map.force();
            assertEquals(map.info().to(), map.info().durable());
        }
        try (MappedMap<String, String> map = openWith(null, null)) {
            assertEquals("1", map.get("a"));
        }
    }

    private MappedMap<String, String> openWith(@Nullable Long segmentSize, @Nullable Boolean checksum)
            throws IOException {
        MapBuilder<String, String> builder = MappedMap.builder(folder, MapCodec.strings(), MapCodec.strings());
        if (segmentSize != null) {
            builder.segmentSize(segmentSize);
        }
        if (checksum != null) {
            builder.checksum(checksum);
        }
        return builder.open();
    }

    @Test
    void aMapKeepsItsSegmentSizeAndItsChecksums() throws IOException {
        openWith(8192L, false).close();
        assertEquals(
                "file=" + folder + ": expected segmentSize=4096, found segmentSize=8192,"
                        + " which it was made with; leave it out to open it so",
                assertThrows(StoreException.class, () -> openWith(4096L, null)).getMessage());
        assertEquals(
                "file=" + folder + ": expected checksum=true, found checksum=false,"
                        + " which it was made with; leave it out to open it so",
                assertThrows(StoreException.class, () -> openWith(null, true)).getMessage());
        try (MappedMap<String, String> map = openWith(null, null)) {
            assertEquals(8192, map.info().segmentSize());
            assertFalse(map.info().checksum());
            map.put("a", "1");
            assertEquals(List.of(), map.verify().damage());
        }
        openWith(8192L, false).close();
    }

    @Test
    void aNewMapHasSegmentsOf32MiBUnlessASizeIsGiven() throws IOException {
        try (MappedMap<String, String> map = openWith(null, null)) {
            assertEquals(32 << 20, map.info().segmentSize());
        }
    }

    @Test
    void aTextWithAnUnpairedSurrogateIsRefusedAsKeyAndAsValue() throws IOException {
        try (MappedMap<String, String> map = openTexts()) {
            for (String text : List.of("\ud800", "a\udc00", "\ud800\ud800\udc00", "\udc00\ud800")) {
                assertThrows(IllegalArgumentException.class, () -> map.put(text, "1"));
                assertThrows(IllegalArgumentException.class, () -> map.get(text));
                assertThrows(IllegalArgumentException.class, () -> map.remove(text));
                assertThrows(IllegalArgumentException.class, () -> map.put("a", text));
            }
            assertEquals(0, map.size());
            map.put("\ud83d\ude00", "\ud83d\ude00");
            assertEquals("\ud83d\ude00", map.get("\ud83d\ude00"));
            assertEquals(1, map.size());
        }
    }

    /** The smallest segments: 512 bytes for an entry, 16 of them before the key. */
    private MappedMap<byte[], byte[]> openBytes() throws IOException {
        return MappedMap.builder(folder, MapCodec.bytes(), MapCodec.bytes())
                .segmentSize(1 << 12)
                .open();
    }

    @Test
    void aKeyThatIsTooLongHasNoValue() throws IOException {
        byte[] none = new byte[0];
        try (MappedMap<byte[], byte[]> map = openBytes()) {
            map.put(new byte[496], none);
            for (int length : new int[] {497, 504, 505, 600, 5_000, 60_000}) {
                byte[] key = new byte[length];
                assertNull(map.get(key));
                assertFalse(map.containsKey(key));
                assertFalse(map.read(key, bytes -> {}));
                assertFalse(map.remove(key));
                assertFalse(map.remove(key, none));
                assertNull(map.asConcurrentMap().remove(key));
                assertNull(map.compute(key, (same, old) -> old));
                int found = 16 + (length + 7) / 8 * 8;
                int enough = 2 * Integer.highestOneBit(8 * found - 1);
                for (Executable put : List.<Executable>of(
                        () -> map.put(key, none),
                        () -> map.putIfAbsent(key, none),
                        () -> map.replace(key, none),
                        () -> map.replace(key, none, none),
                        () -> map.compute(key, (same, old) -> none),
                        () -> map.merge(key, none, (old, value) -> value))) {
                    assertEquals(
                            "cannot append an entry to map=" + folder
                                    + ": expected at most 512 bytes, an eighth of the segment size, found byteSize="
                                    + found + "; one made with segmentSize=" + enough + " takes it",
                            assertThrows(IllegalArgumentException.class, put).getMessage());
                }
            }
            assertArrayEquals(none, map.get(new byte[496]));
            assertEquals(1, map.size());
            assertTrue(map.remove(new byte[496]));
            assertEquals(List.of(), map.verify().damage());
        }
    }

    @Test
    void keyAndValueShareAnEighthOfASegmentWithWhatIsBeforeThem() throws IOException {
        try (MappedMap<byte[], byte[]> map = openBytes()) {
            map.put(new byte[3], new byte[512 - 16 - 8]);
            assertEquals(488, map.get(new byte[3]).length);
            assertThrows(IllegalArgumentException.class, () -> map.put(new byte[3], new byte[489]));
            assertEquals(488, map.get(new byte[3]).length);
        }
    }

    private <V> MappedMap<Long, V> openNotes(VarCodec<V> codec) throws IOException {
        return MappedMap.open(folder, MapCodec.longs(), MapCodec.of(codec));
    }

    @Test
    void recordsOfVariableLengthGrow() throws IOException {
        try (MappedMap<Long, Note> map = openNotes(Note.CODEC)) {
            map.put(1L, new Note(1, "old"));
        }
        try (MappedMap<Long, GrownNote> map = openNotes(GrownNote.CODEC);
                MapChanges<Long, GrownNote> changes = map.changes()) {
            assertEquals(new GrownNote(1, "old", 0), map.get(1L));
            map.put(2L, new GrownNote(2, "new", 7));
            List<GrownNote> seen = new ArrayList<>();
            while (changes.poll((at, key, value) -> seen.add(value))) {
                // the next
            }
            assertEquals(List.of(new GrownNote(1, "old", 0), new GrownNote(2, "new", 7)), seen);
            assertEquals(3, map.info().layouts().size(), "that of the keys, too");
        }
        try (MappedMap<Long, Note> map = openNotes(Note.CODEC)) {
            assertEquals(new Note(2, "new"), map.get(2L));
        }
        try (MappedMap<Long, OtherNote> map = openNotes(OtherNote.CODEC)) {
            assertThrows(LayoutMismatchException.class, () -> map.get(1L));
        }
    }

    @Test
    void aValueOfAnEarlierLayoutIsTheSameAsWhatIsReadOfIt() throws IOException {
        try (MappedMap<Long, Note> map = openNotes(Note.CODEC)) {
            for (long key = 1; key <= 4; key++) {
                map.put(key, new Note(key, "old"));
            }
        }
        try (MappedMap<Long, GrownNote> map = openNotes(GrownNote.CODEC)) {
            assertFalse(map.replace(1L, new GrownNote(1, "old", 1), new GrownNote(1, "new", 2)));
            assertTrue(map.replace(1L, new GrownNote(1, "old", 0), new GrownNote(1, "new", 2)));
            assertEquals(new GrownNote(1, "new", 2), map.get(1L));
            assertFalse(map.remove(2L, new GrownNote(2, "other", 0)));
            assertTrue(map.remove(2L, new GrownNote(2, "old", 0)));
            assertFalse(map.remove(2L, new GrownNote(2, "old", 0)));
            // In the older layout again: what it does not read is not compared.
            map.put(3L, new GrownNote(3, "old", 7));
        }
        try (MappedMap<Long, Note> map = openNotes(Note.CODEC)) {
            assertTrue(map.replace(3L, new Note(3, "old"), new Note(3, "new")));
        }
        try (MappedMap<Long, OtherNote> map = openNotes(OtherNote.CODEC)) {
            OtherNote other = new OtherNote(4, "old");
            assertThrows(LayoutMismatchException.class, () -> map.replace(4L, other, other));
            assertThrows(LayoutMismatchException.class, () -> map.remove(4L, other));
        }
    }
}
