package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Durability;
import dev.verbatim.StoreException;
import dev.verbatim.internal.io.WatchedFiles;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Retention;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process can die before and after each step that makes, links, moves or deletes a file. What a folder is like then
 * is copied, but for steps of a thread that a change waits for. Each copy is opened by each way that there is: what was
 * acknowledged is there, nothing is called damaged, and nothing is left over. No lock of the dead process is there. A
 * map does not take its copy for itself, and looks at it as after another boot; a queue does as in the same one.
 */
class EveryStepTest {

    private static final int SEGMENT_SIZE = 4096;
    private static final long KEYS = 16;
    private static final long ENTRIES = 90;
    private static final int VALUE_SIZE = 100;

    /**
     * How long to wait for the end of a change. It may be waiting for this very thread; then there is no copy. Nor is
     * there one that took longer to make: others have not waited for it, so that it is of more than one moment.
     */
    private static final long PATIENCE_MILLIS = 100;

    @TempDir(factory = EveryByteTest.InMemory.class)
    Path temporary;

    /** Held during each change, so that no copy is made in its midst, when half of it would have one change only. */
    private final ReentrantLock change = new ReentrantLock(true);

    /** The copies; guarded by {@link #change}, as the number is. */
    private final List<State> states = new ArrayList<>();

    private long changes;
    private int looks;

    /**
     * A copy of a folder.
     *
     * @param changes how many changes were acknowledged
     */
    private record State(Path copy, long changes) {}

    private Path folder() {
        return temporary.resolve("folder");
    }

    private void look() {
        try {
            if (change.tryLock(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)) {
                try {
                    long start = System.nanoTime();
                    Path copy = temporary.resolve("copy" + looks++);
                    if (Files.exists(folder())) {
                        MapSamples.copy(folder(), copy);
                    }
                    if (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(PATIENCE_MILLIS)) {
                        states.add(new State(copy, changes));
                    }
                } finally {
                    change.unlock();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Something that is acknowledged. */
    private interface Change {
        void make(long number) throws IOException;
    }

    private void change(Change made, long count) throws IOException {
        for (long i = 0; i < count; i++) {
            change.lock();
            try {
                made.make(changes);
                changes++;
            } finally {
                change.unlock();
            }
        }
    }

    private static byte[] value(long number) {
        byte[] value = new byte[VALUE_SIZE];
        MemorySegment.ofArray(value).set(ValueLayout.JAVA_LONG_UNALIGNED, 0, number);
        return value;
    }

    private static long number(byte[] value) {
        return MemorySegment.ofArray(value).get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
    }

    private static MappedMap<Long, byte[]> openMap(Path folder, Durability durability) throws IOException {
        return MappedMap.builder(folder, MapCodec.longs(), MapCodec.bytes())
                .segmentSize(SEGMENT_SIZE)
                .durability(durability)
                .open();
    }

    @ParameterizedTest
    @EnumSource(names = {"PAGE_CACHE", "EACH"})
    void aMapIsWholeAfterEachStep(Durability durability) throws IOException {
        Path watched = WatchedFiles.watch(folder(), this::look);
        for (int opening = 0; opening < 2; opening++) {
            try (MappedMap<Long, byte[]> map = openMap(watched, durability)) {
                change(number -> map.put(number % KEYS, value(number)), 2 * KEYS);
            }
            MapSamples.forgetTheBoot(folder());
        }
        for (State state : states) {
            requireMap(state, temporary.resolve("opened" + states.indexOf(state)));
        }
        assertTrue(states.size() > 20, () -> "states=" + states.size());
    }

    private static void requireMap(State state, Path to) throws IOException {
        if (!Files.exists(state.copy().resolve("control"))) {
            String found = Files.exists(state.copy()) ? "no file `control`" : "no such folder";
            assertEquals(
                    "file=" + state.copy() + ": expected a map, found " + found,
                    assertThrows(StoreException.class, () -> openStored(state.copy()))
                            .getMessage());
        } else {
            MapSamples.copy(state.copy(), to);
            try (MappedMap<byte[], StoredValue> map = openStored(to)) {
                assertEquals("LONG", map.info().keyKind());
                assertEquals(List.of(), map.verify().damage());
            }
            requireValues(state, to); // as it is when somebody has opened it before
        }
        requireValues(state, state.copy());
    }

    private static MappedMap<byte[], StoredValue> openStored(Path folder) throws IOException {
        return MappedMap.open(folder, MapCodec.storedKeys(), MapCodec.storedValues());
    }

    private static void requireValues(State state, Path folder) throws IOException {
        try (MappedMap<Long, byte[]> map = openMap(folder, Durability.PAGE_CACHE)) {
            assertEquals(List.of(), map.recovery().orElseThrow().damage());
            assertEquals(List.of(), map.verify().damage());
            assertEquals(Math.min(KEYS, state.changes()), map.size());
            for (long number = Math.max(0, state.changes() - KEYS); number < state.changes(); number++) {
                assertEquals(number, number(Objects.requireNonNull(map.get(number % KEYS))));
            }
            map.put(-1L, value(-1));
            map.compact();
        }
        requireNothingUnfinished(folder);
        try (MappedMap<Long, byte[]> map = openMap(folder, Durability.PAGE_CACHE);
                Stream<Path> generations = Files.list(folder.resolve("index"))) {
            assertEquals(List.of(), map.recovery().orElseThrow().damage());
            assertEquals(Math.min(KEYS, state.changes()) + 1, map.size());
            assertEquals(1, generations.count());
        }
    }

    private static void requireNothingUnfinished(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            assertEquals(
                    List.of(),
                    files.filter(file -> file.toString().endsWith(".unfinished"))
                            .toList());
        }
    }

    private static MappedQueue openQueue(Path folder, Durability durability) throws IOException {
        return MappedQueue.builder(folder)
                .segmentSize(SEGMENT_SIZE)
                .durability(durability)
                .open();
    }

    @ParameterizedTest
    @EnumSource(names = {"PAGE_CACHE", "EACH"})
    void aQueueIsWholeAfterEachStep(Durability durability) throws IOException {
        Path watched = WatchedFiles.watch(folder(), this::look);
        for (int opening = 0; opening < 2; opening++) {
            try (MappedQueue queue = openQueue(watched, durability);
                    Appender appender = queue.appender()) {
                change(number -> appender.append(MemorySegment.ofArray(value(number))), ENTRIES);
                queue.delete(Retention.ofSize(2 * SEGMENT_SIZE));
            }
            MapSamples.forgetTheBoot(folder());
        }
        for (State state : states) {
            requireEntries(state);
        }
        assertTrue(states.size() > 20, () -> "states=" + states.size());
    }

    private static void requireEntries(State state) throws IOException {
        requireReadable(state);
        try (MappedQueue queue = openQueue(state.copy(), Durability.PAGE_CACHE);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertEquals(List.of(), queue.recovery().orElseThrow().damage());
            List<Long> found = numbers(tailer);
            long oldest = found.isEmpty() ? state.changes() : found.getFirst();
            assertTrue(oldest == 0 || state.changes() - oldest > SEGMENT_SIZE / VALUE_SIZE / 2);
            assertEquals(LongStream.range(oldest, state.changes()).boxed().toList(), found);
            for (long number = 0; number < ENTRIES; number++) {
                appender.append(MemorySegment.ofArray(value(number)));
            }
            assertEquals(LongStream.range(0, ENTRIES).boxed().toList(), numbers(tailer));
            assertEquals(List.of(), queue.verify().damage());
        }
        requireNothingUnfinished(state.copy());
    }

    private static void requireReadable(State state) throws IOException {
        try (MappedQueue queue =
                        MappedQueue.builder(state.copy()).readOnly(true).open();
                Tailer tailer = queue.tailer()) {
            List<Long> found = numbers(tailer);
            assertEquals(
                    LongStream.range(state.changes() - found.size(), state.changes())
                            .boxed()
                            .toList(),
                    found);
            assertEquals(List.of(), queue.verify().damage());
        } catch (StoreException e) {
            String found = !Files.exists(state.copy())
                    ? "a queue, found no such folder"
                    : !Files.exists(state.copy().resolve("control"))
                            ? "a queue, found no file `control`"
                            : "a segment, found none; open the queue once to write, which makes one";
            assertEquals("file=" + state.copy() + ": expected " + found, e.getMessage());
        }
    }

    private static List<Long> numbers(Tailer tailer) throws IOException {
        List<Long> numbers = new ArrayList<>();
        while (tailer.read(
                (payload, position, layoutId) -> numbers.add(payload.get(ValueLayout.JAVA_LONG_UNALIGNED, 0)))) {
            // the handler has it
        }
        return numbers;
    }
}
