package dev.verbatim.map;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StoreException;
import dev.verbatim.StructView;
import dev.verbatim.TaggedVarCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import dev.verbatim.internal.log.EntryDescriptor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Values that are variable-length records of several types, which a tag tells apart. */
class TaggedVarValuesTest {

    sealed interface State permits Running, Failed, Gone {}

    record Running(int pid) implements State {
        static final VarCodec<Running> CODEC = VarCodec.ofRecord(
                lookup(), Running.class, Layouts.varRecord(paddingLayout(4), JAVA_INT.withName("pid")));
    }

    record Failed(String reason) implements State {
        static final VarCodec<Failed> CODEC = VarCodec.ofRecord(
                lookup(), Failed.class, Layouts.varRecord(paddingLayout(4), Layouts.varRef("reason")));
    }

    /** Has the layout of {@link Running}. */
    record Gone(int pid) implements State {
        static final VarCodec<Gone> CODEC = VarCodec.ofRecord(lookup(), Gone.class, Running.CODEC.layout());
    }

    private static final TaggedVarCodec<State> CODEC = TaggedVarCodec.builder(State.class, JAVA_BYTE, 8)
            .with('R', Running.CODEC)
            .with('F', Failed.CODEC)
            .with('G', Gone.CODEC)
            .build();

    /** Where the first entry of a map is. */
    private static final long FIRST = 128;

    /** Where the value is in an entry with such a key. */
    private static final long VALUE_OFFSET = MapDescriptor.valueOffset(Long.BYTES) + EntryDescriptor.PAYLOAD_OFFSET;

    @TempDir
    Path folder;

    private static MappedMap<Long, State> open(Path folder) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.of(CODEC))
                .segmentSize(4096)
                .open();
    }

    @Test
    void aValueIsOfTheTypeThatWasPut() throws IOException {
        List<State> states = List.of(new Running(1), new Failed("disk full"), new Failed(""), new Gone(1));
        try (MappedMap<Long, State> map = open(folder)) {
            for (int i = 0; i < states.size(); i++) {
                map.put((long) i, states.get(i));
            }
            map.put(0L, states.get(1));
        }
        try (MappedMap<Long, State> map = open(folder)) {
            assertEquals(states.get(1), map.get(0L));
            for (int i = 1; i < states.size(); i++) {
                assertEquals(states.get(i), map.get((long) i));
                assertEquals(states.get(i), map.longKeys().get(i));
            }
            assertNull(map.get(9L));
        }
    }

    @Test
    void theLayoutsOfAllTypesAreStoredWhenAMapIsOpened() throws IOException {
        try (MappedMap<Long, State> map = open(folder)) {
            assertTrue(map.info()
                    .layouts()
                    .keySet()
                    .containsAll(Set.of(LayoutText.id(Running.CODEC.layout()), LayoutText.id(Failed.CODEC.layout()))));
        }
    }

    @Test
    void anEntryHasTheLayoutAndTheBytesOfItsType() throws IOException {
        try (MappedMap<Long, State> map = open(folder)) {
            map.put(1L, new Failed("hi"));
        }
        try (MappedMap<byte[], StoredValue> map =
                MappedMap.open(folder, MapCodec.storedKeys(), MapCodec.storedValues())) {
            StoredValue stored = map.get(new byte[] {1, 0, 0, 0, 0, 0, 0, 0});
            assertNotNull(stored);
            assertEquals(LayoutText.id(Failed.CODEC.layout()), stored.layoutId());
            assertArrayEquals(
                    new byte[] {24, 0, 0, 0, 26, 0, 0, 0, 'F', 0, 0, 0, 0, 0, 0, 0, 24, 0, 0, 0, 2, 0, 0, 0, 'h', 'i'},
                    stored.bytes().toArray(JAVA_BYTE));
        }
    }

    @Test
    void anExpectedValueIsTheSameIfTypeAndMembersAre() throws IOException {
        try (MappedMap<Long, State> map = open(folder)) {
            map.put(1L, new Running(7));
            assertFalse(map.replace(1L, new Gone(7), new Failed("")));
            assertFalse(map.replace(1L, new Running(8), new Failed("")));
            assertTrue(map.replace(1L, new Running(7), new Failed("a")));
            assertFalse(map.remove(1L, new Failed("b")));
            assertTrue(map.remove(1L, new Failed("a")));
            assertNull(map.get(1L));
        }
    }

    @Test
    void functionsChangesAndCompactionKeepTheTypes() throws IOException {
        try (MappedMap<Long, State> map = open(folder);
                MapChanges<Long, State> changes = map.changes()) {
            map.put(1L, new Running(7));
            map.compute(1L, (key, old) -> new Failed(String.valueOf(old)));
            map.merge(1L, new Gone(2), (old, value) -> value);
            List<State> changed = new ArrayList<>();
            while (changes.poll((position, key, value) -> changed.add(value))) {}
            assertEquals(List.of(new Running(7), new Failed("Running[pid=7]"), new Gone(2)), changed);
            for (long key = 2; key < 300; key++) {
                map.put(key, new Failed("x".repeat((int) key % 50)));
                map.put(key, new Running((int) key));
            }
            map.compact();
            assertEquals(new Gone(2), map.get(1L));
            assertEquals(new Running(299), map.get(299L));
            ConcurrentMap<Long, State> view = map.asConcurrentMap();
            assertTrue(view.replace(1L, new Gone(2), new Failed("again")));
            assertTrue(view.containsValue(new Failed("again")));
            int count = 0;
            for (Map.Entry<Long, State> entry : map) {
                count += entry.getKey() == 1 || entry.getValue().equals(new Running((int) (long) entry.getKey()))
                        ? 1
                        : 0;
            }
            assertEquals(299, count);
        }
    }

    interface FailedView extends StructView {
        ViewFactory<FailedView> VIEWS = ViewFactory.of(lookup(), FailedView.class, Failed.CODEC.layout());

        String reason();
    }

    @Test
    void aViewOfATypeShowsItsValuesInPlace() throws IOException {
        MemorySegment empty = MemorySegment.ofArray(new byte[64]);
        Failed.CODEC.write(new Failed(""), empty, 0);
        FailedView view = FailedView.VIEWS.wrap(empty, 0);
        try (MappedMap<Long, State> map = open(folder)) {
            map.put(1L, new Failed("in place"));
            map.put(2L, new Running(1));
            String[] reason = new String[1];
            assertTrue(map.view(1L, view, shown -> reason[0] = shown.reason()));
            assertEquals("in place", reason[0]);
            assertThrows(LayoutMismatchException.class, () -> map.view(2L, view, shown -> {}));
        }
    }

    record Newer(int pid, String host) {}

    @Test
    void aTypeCanGrow() throws IOException {
        StructLayout grown = Layouts.grown(Running.CODEC.layout(), Layouts.varRef("host"));
        TaggedVarCodec<Newer> newer = TaggedVarCodec.builder(Newer.class, JAVA_BYTE, 8)
                .with('R', VarCodec.ofRecord(lookup(), Newer.class, grown))
                .build();
        try (MappedMap<Long, State> map = open(folder)) {
            map.put(1L, new Running(7));
        }
        try (MappedMap<Long, Newer> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.of(newer))) {
            assertEquals(new Newer(7, null), map.get(1L));
            map.put(2L, new Newer(8, "web"));
            assertTrue(map.replace(1L, new Newer(7, null), new Newer(9, "db")));
        }
        try (MappedMap<Long, State> map = open(folder)) {
            assertEquals(new Running(9), map.get(1L));
            assertEquals(new Running(8), map.get(2L));
        }
    }

    private void requireUnreadable(Class<? extends Exception> type, String expected) throws IOException {
        try (MappedMap<Long, State> map = open(folder)) {
            for (Executable read : List.<Executable>of(
                    () -> map.get(1L), () -> map.longKeys().get(1), () -> map.compute(1L, (key, old) -> new Gone(1)))) {
                assertEquals(expected, assertThrows(type, read).getMessage());
            }
            map.put(1L, new Gone(1));
            assertEquals(new Gone(1), map.get(1L));
        }
    }

    /** Has key 1 have bytes, as a tool puts them. */
    private void store(StructLayout layout, byte[] bytes) throws IOException {
        open(folder).close();
        try (MappedMap<byte[], StoredValue> map =
                MappedMap.open(folder, MapCodec.storedKeys(), MapCodec.storedValues())) {
            map.put(
                    new byte[] {1, 0, 0, 0, 0, 0, 0, 0},
                    new StoredValue(LayoutText.id(layout), MemorySegment.ofArray(bytes)));
        }
    }

    @Test
    void aTagThatNoTypeHasIsCorrupt() throws IOException {
        store(Running.CODEC.layout(), new byte[] {16, 0, 0, 0, 16, 0, 0, 0, 'X', 0, 0, 0, 1, 0, 0, 0});
        requireUnreadable(
                CorruptRecordException.class,
                "map=" + folder + " position=" + FIRST + " key=1: cannot read " + CODEC
                        + " at offset=0: the tag at offset=8: expected 70 ('F'), 71 ('G'), 82 ('R'), found 88 ('X')");
    }

    @Test
    void aTagOfAnotherLayoutIsAMismatch() throws IOException {
        store(
                Failed.CODEC.layout(),
                new byte[] {24, 0, 0, 0, 24, 0, 0, 0, 'R', 0, 0, 0, 0, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0});
        requireUnreadable(
                LayoutMismatchException.class,
                "cannot read the entry of map=" + folder + " at position=" + FIRST + " with " + CODEC
                        + ": 1 mismatch\n  - the entry has the layout of " + Failed.class.getName()
                        + ", and the tag of " + Running.class.getName() + "; write such values with the tagged codec");
    }

    @Test
    void bytesWithoutALayoutAreAMismatch() throws IOException {
        try (MappedMap<Long, String> map = MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(4096)
                .open()) {
            map.put(1L, "text");
        }
        requireUnreadable(
                LayoutMismatchException.class,
                "cannot read the entry of map=" + folder + " at position=" + FIRST + " with " + CODEC
                        + ": 1 mismatch\n  - the entry has no layout, which no alternative of the codec has");
    }

    @Test
    void aValueThatIsTooShortForAHeaderIsDamaged() throws IOException {
        try (MappedMap<Long, String> map = MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings())
                .segmentSize(4096)
                .open()) {
            map.put(1L, "text");
        }
        open(folder).close(); // stores the layouts
        Path segment = folder.resolve("000000000000.segment");
        ByteBuffer id = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(segment, StandardOpenOption.WRITE)) {
            channel.write(
                    id.putInt(0, LayoutText.id(Running.CODEC.layout())), FIRST + EntryDescriptor.LAYOUT_ID_OFFSET);
        }
        requireUnreadable(
                StoreException.class,
                "file=" + segment + ": expected at offset=" + FIRST + " position=" + FIRST
                        + " a variable-length record of 8 bytes or more, found 4 bytes");
    }

    /** What lies behind a value in the segment is none of its bytes. */
    @Test
    void aLengthThatLeadsOutOfTheValueIsCorrupt() throws IOException {
        try (MappedMap<Long, State> map = open(folder)) {
            map.put(1L, new Failed(""));
            map.put(2L, new Failed("behind it"));
        }
        ByteBuffer totalSize = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        try (FileChannel channel = FileChannel.open(folder.resolve("000000000000.segment"), StandardOpenOption.WRITE)) {
            channel.write(totalSize.putInt(0, 32), FIRST + VALUE_OFFSET + Integer.BYTES);
        }
        try (MappedMap<Long, State> map = open(folder)) {
            CorruptRecordException fault = assertThrows(CorruptRecordException.class, () -> map.get(1L));
            assertTrue(fault.getMessage().contains("expected totalSize from 8 to the 24 bytes"), fault.getMessage());
            assertEquals(new Failed("behind it"), map.get(2L));
        }
    }

    @Test
    void valuesThatCannotBePutLeaveTheMap() throws IOException {
        try (MappedMap<Long, State> map = open(folder)) {
            map.put(1L, new Running(7));
            assertThrows(IllegalArgumentException.class, () -> map.put(1L, new Failed("\ud800")));
            assertThrows(IllegalArgumentException.class, () -> map.put(1L, new Failed("x".repeat(5000))));
            assertThrows(UnsupportedOperationException.class, () -> map.getInto(1L, new Running(0)));
            assertEquals(new Running(7), map.get(1L));
        }
    }

    @Test
    void keysOfSeveralTypesAreRefused() {
        assertEquals(
                "expected a codec of keys, which have one layout, found " + CODEC + ", whose values have several",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> MappedMap.open(folder, MapCodec.of(CODEC), MapCodec.longs()))
                        .getMessage());
    }
}
