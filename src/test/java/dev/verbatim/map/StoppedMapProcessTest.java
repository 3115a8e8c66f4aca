package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.ChildJvm;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.QueueProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A process that is stopped in the midst of a put holds up nobody but compaction, and that at its entry. One that is
 * stopped as it forces a deletion holds up nobody.
 */
@Timeout(120)
class StoppedMapProcessTest {

    private static final int OTHERS = 2_000;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(names = {"CLAIM", "PAYLOAD", "PREPARED", "INDEXED"})
    void onlyCompactionWaitsForIt(ProtocolStep step) throws Exception {
        try (MappedMap<Long, String> map = MapProgram.open(folder);
                QueueProcess stopped = QueueProcess.start(MapProgram.class, folder, MapProgram.SEGMENT_SIZE)) {
            map.put(1L, "before");
            for (long key = 2; key < 200; key++) {
                map.put(key, "value" + key);
            }
            assertEquals("ok", stopped.ask("wait " + step + " 1"));
            assertEquals("waits", stopped.ask("put 1 stopped"));
            signal(stopped, "-STOP");
            boolean tookEffect = step == ProtocolStep.INDEXED;
            long end = map.info().to();
            try (AutoCloseable _ = () -> signal(stopped, "-CONT")) { // or it could not end
                long generation = map.info().generation();
                assertEquals(tookEffect ? "stopped" : "before", map.get(1L));
                for (long key = 2; key < OTHERS; key++) {
                    map.put(key, "value" + key);
                }
                map.put(1L, "changed");
                assertTrue(map.replace(1L, "changed", "again"));
                assertEquals("again", map.get(1L));
                assertTrue(map.info().generation() > generation, "the index grows");
                int count = 0;
                for (Map.Entry<Long, String> entry : map) {
                    assertEquals(entry.getKey() == 1 ? "again" : "value" + entry.getKey(), entry.getValue());
                    count++;
                }
                assertEquals(OTHERS - 1, count);

                map.compact();
                if (tookEffect) {
                    assertTrue(map.info().from() > end, "who finds it has ended it");
                } else {
                    long from = map.info().from();
                    assertTrue(from > 0 && from <= end, () -> "it comes to the entry, from=" + from + " end=" + end);
                }
                assertEquals("again", map.get(1L));
            }
            assertEquals("ok", stopped.ask("go on"));
            // At INDEXED it took effect before the others did.
            assertEquals(tookEffect ? "again" : "stopped", map.get(1L));
            map.compact();
            assertTrue(map.info().from() > end);
            assertEquals(tookEffect ? "again" : "stopped", map.get(1L));
            for (long key = 2; key < OTHERS; key++) {
                assertEquals("value" + key, map.get(key));
            }
            assertEquals(List.of(), map.verify().damage());
        }
    }

    /** It compacts, and nobody else can; but it has not locked what others need to make segments. */
    @Test
    void nobodyWaitsWhileItForcesADeletion() throws Exception {
        try (MappedMap<Long, String> map = MapProgram.open(folder);
                QueueProcess stopped = QueueProcess.start(MapProgram.class, folder, MapProgram.SEGMENT_SIZE)) {
            for (long key = 0; key < 200; key++) {
                map.put(key, "value" + key);
            }
            map.force(); // from here on compaction forces
            assertEquals("ok", stopped.ask("wait FOLDER 1"));
            assertEquals("waits", stopped.ask("compact"));
            signal(stopped, "-STOP");
            try (AutoCloseable _ = () -> signal(stopped, "-CONT")) { // or it could not end
                assertTrue(map.info().from() > 128, "a segment is deleted");
                for (long key = 0; key < OTHERS; key++) {
                    map.put(key, "other" + key);
                }
            }
            assertTrue(Integer.parseInt(stopped.ask("go on")) > 0);
            for (long key = 0; key < OTHERS; key++) {
                assertEquals("other" + key, map.get(key));
            }
            assertEquals(List.of(), map.verify().damage());
        }
    }

    /** The shell's own kill: the program of that name is not everywhere. */
    private static void signal(QueueProcess process, String signal) throws Exception {
        long pid = process.process().pid();
        assertEquals(new ChildJvm.Result(0, ""), ChildJvm.run(List.of("sh", "-c", "kill " + signal + " " + pid)));
    }
}
