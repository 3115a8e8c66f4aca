package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.QueueProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A process that loses its locks in the midst of a put, and lives, loses nothing that it was told is there. */
@Timeout(120)
class MapLockTrapsTest {

    @TempDir
    Path folder;

    /** What the key has before, and what another process does that takes the one without locks for dead. */
    @ParameterizedTest
    @CsvSource({
        "PREPARED, none, get 1",
        "PREPARED, none, put 1 other",
        "PREPARED, none, remove 1",
        "PREPARED, none, compact",
        "PREPARED, first, get 1",
        "PREPARED, first, put 1 other",
        "PREPARED, first, remove 1",
        "PREPARED, first, compact",
        "PREPARED, removed, get 1",
        "PREPARED, removed, put 1 other",
        "PREPARED, removed, compact",
        "INDEXED, none, get 1",
        "INDEXED, none, put 1 other",
        "INDEXED, none, remove 1",
        "INDEXED, none, compact",
        "INDEXED, first, get 1",
        "INDEXED, first, put 1 other",
        "INDEXED, first, remove 1",
        "INDEXED, first, compact",
        "INDEXED, removed, put 1 other",
        "INDEXED, removed, compact"
    })
    void aPutThrowsOrHasTakenEffect(ProtocolStep step, String before, String command) throws Exception {
        try (QueueProcess careless = start()) {
            if (!before.equals("none")) {
                assertEquals("ok", careless.ask("put 1 first"));
            }
            if (before.equals("removed")) {
                assertEquals("true", careless.ask("remove 1"));
            }
            String had = before.equals("first") ? "first" : "null";
            assertEquals("ok", careless.ask("lose " + step + " 1"));
            assertEquals("waits", careless.ask("put 1 mine"));
            boolean mineFirst = step == ProtocolStep.INDEXED;
            String expected = mineFirst ? "mine" : had;
            // It sees no lock, recovers, takes the same slot, and goes on for more than a segment.
            try (QueueProcess other = start()) {
                assertEquals(expected, other.ask("get 1"));
                for (int i = 0; i < 200; i++) {
                    assertEquals("ok", other.ask("put " + (100 + i) + " value" + i));
                }
                String answer = other.ask(command);
                if (command.startsWith("compact")) {
                    assertTrue(Integer.parseInt(answer) > 0, answer);
                } else if (command.startsWith("put")) {
                    assertEquals("ok", answer);
                    expected = "other";
                } else if (command.startsWith("remove")) {
                    assertEquals(Boolean.toString(!expected.equals("null")), answer);
                    expected = "null";
                } else {
                    assertEquals(expected, answer);
                }
                assertEquals(expected, other.ask("get 1"));

                String end = careless.ask("go on");
                if (end.equals("ok")) {
                    // It has taken effect at INDEXED already, and what the other did came after.
                    expected = mineFirst ? expected : "mine";
                } else {
                    assertTrue(end.startsWith("failed: "), end);
                }
                assertEquals(expected, other.ask("get 1"));
                assertEquals(expected, careless.ask("get 1"));
                requireAll(other, careless, expected);
            }
        }
        try (MappedMap<Long, String> map = MapProgram.open(folder)) {
            assertEquals(List.of(), map.verify().damage());
            assertEquals("last", map.get(1L));
            assertEquals(201, map.size());
        }
    }

    /** The repair makes the index anew, and the one without locks has the old one mapped. */
    @ParameterizedTest
    @EnumSource(
            value = ProtocolStep.class,
            names = {"PREPARED", "INDEXED"})
    void aPutDuringTheRepairOfAFailedForceThrowsOrHasTakenEffect(ProtocolStep step) throws Exception {
        try (QueueProcess careless = start()) {
            assertEquals("ok", careless.ask("put 1 first"));
            assertEquals("ok", careless.ask("lose " + step + " 1"));
            assertEquals("waits", careless.ask("put 1 mine"));
            try (FileChannel control = FileChannel.open(folder.resolve("control"), StandardOpenOption.WRITE)) {
                control.write(ByteBuffer.wrap(new byte[] {1}), 56); // a force has failed
            }
            String had = step == ProtocolStep.INDEXED ? "mine" : "first";
            try (QueueProcess other = start()) {
                assertEquals(had, other.ask("get 1"));
                for (int i = 0; i < 200; i++) {
                    assertEquals("ok", other.ask("put " + (100 + i) + " value" + i));
                }
                String end = careless.ask("go on");
                String expected = end.equals("ok") ? "mine" : had;
                assertEquals(expected, other.ask("get 1"), end);
                assertEquals(expected, careless.ask("get 1"), end);
                requireAll(other, careless, expected);
            }
        }
        try (MappedMap<Long, String> map = MapProgram.open(folder)) {
            assertEquals(List.of(), map.verify().damage());
            assertEquals(201, map.size());
        }
    }

    private QueueProcess start() throws IOException {
        return QueueProcess.start(MapProgram.class, folder, MapProgram.SEGMENT_SIZE);
    }

    private static void requireAll(QueueProcess other, QueueProcess careless, String expected) throws IOException {
        assertTrue(Integer.parseInt(other.ask("compact")) > 0);
        assertEquals(expected, other.ask("get 1"));
        assertEquals("ok", careless.ask("put 1 again"));
        assertEquals("again", other.ask("get 1"));
        assertEquals("ok", other.ask("put 1 last"));
        assertEquals("last", careless.ask("get 1"));
        for (int i = 0; i < 200; i++) {
            assertEquals("value" + i, careless.ask("get " + (100 + i)));
        }
    }
}
