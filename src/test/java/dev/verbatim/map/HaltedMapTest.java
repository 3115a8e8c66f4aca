package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Durability;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.KilledProcess;
import dev.verbatim.queue.QueueProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A process that dies at a step of the protocol leaves what it put, and others go on at once, or after it. */
@Timeout(120)
class HaltedMapTest {

    private static final int MOST = 1_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(value = ProtocolStep.class, mode = EnumSource.Mode.EXCLUDE, names = "BEFORE_COMMIT")
    void othersGoOn(ProtocolStep step) throws Exception {
        try (MappedMap<Long, String> map = MapProgram.open(folder)) {
            requireAll(map, putUntilHalted(step), step);
        }
    }

    @ParameterizedTest
    @EnumSource(value = ProtocolStep.class, mode = EnumSource.Mode.EXCLUDE, names = "BEFORE_COMMIT")
    void theNextOneGoesOn(ProtocolStep step) throws Exception {
        MapProgram.open(folder).close(); // or the process would take its slot before it is told where to halt
        int put = putUntilHalted(step);
        try (MappedMap<Long, String> map = MapProgram.open(folder)) {
            assertEquals(List.of(), map.recovery().orElseThrow().damage());
            requireAll(map, put, step);
        }
    }

    @Test
    void compactionLeavesTheNewestSegmentThoughItIsFull() throws Exception {
        putUntilHalted(ProtocolStep.PADDING);
        try (MappedMap<Long, String> map = MapProgram.open(folder)) {
            MapInfo before = map.info();
            map.compact();
            assertEquals(before.to() - before.segmentSize(), map.info().from());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"CLAIM", "PREPARED", "INDEXED"})
    void whoOnlyReadsFollowsAndForcesGoOnBehindWhatTheDeadHasLeft(ProtocolStep step) throws Exception {
        try (QueueProcess process = QueueProcess.start(MapProgram.class, folder, MapProgram.SEGMENT_SIZE)) {
            assertEquals("ok", process.ask("halt " + step + " 3"));
            for (int key = 0; key < 3; key++) {
                assertEquals(key < 2, isAcknowledged(process, "put " + key + " value"));
            }
            assertEquals(KilledProcess.HALTED, process.process().waitFor());
        }
        List<Long> expected = new ArrayList<>(List.of(0L, 1L));
        if (step == ProtocolStep.INDEXED) {
            expected.add(2L);
        }
        List<Long> followed = new ArrayList<>();
        try (MappedMap<Long, String> reader = MapSamples.openToRead(folder);
                MapChanges<Long, String> changes = reader.changes()) {
            KilledProcess.awaitHere("what has taken effect", () -> {
                follow(changes, followed);
                return followed.equals(expected);
            });
            MapBuilder<Long, String> builder = MappedMap.builder(folder, MapCodec.longs(), MapCodec.strings());
            try (MappedMap<Long, String> map =
                    builder.durability(Durability.EACH).open()) {
                map.put(3L, "value");
                KilledProcess.awaitHere("forces behind what the dead has left", () -> {
                    map.force();
                    return map.info().durable() == map.info().to();
                });
            }
            KilledProcess.awaitHere("what was put later", () -> {
                follow(changes, followed);
                return followed.size() > expected.size();
            });
            assertEquals(expected, followed.subList(0, expected.size()));
            assertEquals(3L, followed.get(expected.size()));
        }
    }

    /** Changes follow it, and nobody looks again: what the dead has left cannot take effect any more. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whoSkipsOrGoesToTheEndPassesWhatTheDeadHasReservedAtOnce(boolean readOnly) throws Exception {
        try (MappedMap<Long, String> map = MapProgram.open(folder)) {
            assertEquals(0, putUntilHalted(ProtocolStep.CLAIM, 1));
            for (long key = 1; key <= 5; key++) {
                map.put(key, "value");
            }
            try (MappedMap<Long, String> reader = readOnly ? MapSamples.openToRead(folder) : MapProgram.open(folder);
                    MapChanges<Long, String> toEnd = reader.changes();
                    MapChanges<Long, String> skipping = reader.changes()) {
                toEnd.toEnd();
                assertEquals(reader.info().to(), toEnd.position());
                assertEquals(5, skipping.skip(10));
                assertEquals(reader.info().to(), skipping.position());
            }
        }
    }

    private static void follow(MapChanges<Long, String> changes, List<Long> keys) throws IOException {
        boolean isMore;
        do {
            isMore = changes.poll((position, key, value) -> keys.add(key));
        } while (isMore);
    }

    /** Puts a value to one of two keys in turn. {@return how many were acknowledged} */
    private int putUntilHalted(ProtocolStep step) throws Exception {
        return putUntilHalted(step, occurrence(step));
    }

    private int putUntilHalted(ProtocolStep step, int occurrence) throws Exception {
        try (QueueProcess process = QueueProcess.start(MapProgram.class, folder, MapProgram.SEGMENT_SIZE)) {
            assertEquals("ok", process.ask("halt " + step + " " + occurrence));
            int put = 0;
            while (put < MOST && isAcknowledged(process, "put " + put % 2 + " value" + put)) {
                put++;
                if (isOfDeletion(step) && put % 100 == 0 && !isAnswered(process, "compact")) {
                    break; // only what deletes comes to these steps
                }
            }
            assertTrue(put < MOST, () -> "the process did not come to step=" + step);
            assertEquals(KilledProcess.HALTED, process.process().waitFor());
            return put;
        }
    }

    private static boolean isAcknowledged(QueueProcess process, String command) {
        return "ok".equals(ask(process, command));
    }

    private static boolean isAnswered(QueueProcess process, String command) {
        return ask(process, command) != null;
    }

    private static @Nullable String ask(QueueProcess process, String command) {
        try {
            return process.ask(command);
        } catch (IOException e) {
            return null; // the pipe of a process that is dead
        }
    }

    private static boolean isOfAnotherThread(ProtocolStep step) {
        return step == ProtocolStep.TEMPORARY_FILE || step == ProtocolStep.PUBLISH || isOfDeletion(step);
    }

    private static boolean isOfDeletion(ProtocolStep step) {
        return step == ProtocolStep.FOLDER || step == ProtocolStep.NAMELESS;
    }

    private static int occurrence(ProtocolStep step) {
        return switch (step) {
            case CLAIM, PAYLOAD, PREPARED, INDEXED -> 150;
            case PADDING, TEMPORARY_FILE, PUBLISH, FOLDER, NEWEST -> 2;
            case SLOT, GENERATION, NAMELESS -> 1;
            case BEFORE_COMMIT -> throw new AssertionError("no step of a map");
        };
    }

    private static void requireAll(MappedMap<Long, String> map, int put, ProtocolStep step) throws Exception {
        String found = map.get(put % 2L);
        String before = put < 2 ? null : "value" + (put - 2);
        String after = "value" + put;
        if (step == ProtocolStep.INDEXED) {
            assertEquals(after, found, "it has taken effect");
        } else if (!isOfAnotherThread(step) || !after.equals(found)) {
            // There the process may have died before or after the last put.
            assertEquals(before, found, "it has not taken effect");
        }
        assertEquals(put == 0 ? null : "value" + (put - 1), map.get((put + 1) % 2L));
        assertEquals(found, map.get(put % 2L), "it stays so");

        long end = map.info().to();
        map.put(put % 2L, "other");
        for (long key = 2; key < 1_000; key++) {
            map.put(key, "value" + key);
        }
        assertTrue(map.remove((put + 1L) % 2) || put == 0);
        map.compact();
        assertTrue(map.info().from() > end, "compaction passes what the dead has left");
        assertEquals("other", map.get(put % 2L));
        assertEquals(null, map.get((put + 1) % 2L));
        for (long key = 2; key < 1_000; key++) {
            assertEquals("value" + key, map.get(key));
        }
        assertEquals(List.of(), map.verify().damage());
    }
}
