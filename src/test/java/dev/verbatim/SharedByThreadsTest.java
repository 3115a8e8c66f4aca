package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.map.MapChanges;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What is for one thread at a time, where two are in it and neither has seen the other. */
class SharedByThreadsTest {

    @TempDir
    Path folder;

    /** What a call does in its midst. */
    private final AtomicReference<Runnable> within = new AtomicReference<>(() -> {});

    record Event(Instant time) {}

    private final StructCodec<Event> codec = StructCodec.ofRecord(
            lookup(),
            Event.class,
            Layouts.struct(JAVA_LONG.withName("time")),
            Conversions.of(Conversion.ofLong(
                    Instant.class,
                    time -> {
                        within.get().run();
                        return time.getEpochSecond();
                    },
                    Instant::ofEpochSecond)));

    private final Event event = new Event(Instant.EPOCH);

    /** Has another thread begin and end a call, as if neither saw the other. */
    private static void enterUnseen(Object holder, String... path) {
        try {
            Object at = holder;
            for (String name : path) {
                Field field = at.getClass().getDeclaredField(name);
                field.setAccessible(true);
                at = field.get(at);
            }
            ((CallGuard) at).passTo(Thread.ofPlatform().unstarted(() -> {}));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(e.getMessage(), e);
        }
    }

    private static void requireShared(Executable call) {
        String message = assertThrows(IllegalStateException.class, call).getMessage();
        assertTrue(message.contains(" was used by two threads at once, and is closed therefore"), message);
    }

    @Test
    void anAppenderIsClosed() throws Exception {
        try (MappedQueue queue = MappedQueue.builder(folder).segmentSize(4096).open();
                Appender appender = queue.appender();
                Appender other = queue.appender()) {
            within.set(() -> enterUnseen(appender, "writer", "guard"));
            requireShared(() -> appender.append(codec, event));
            within.set(() -> {});
            requireShared(() -> appender.append(codec, event));
            other.append(codec, event);
            assertEquals(1, queue.info().slots().size());
        }
    }

    @Test
    void aTailerIsClosed() throws Exception {
        try (MappedQueue queue = MappedQueue.builder(folder).segmentSize(4096).open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(codec, event);
            requireShared(() -> tailer.read((payload, position, layoutId) -> enterUnseen(tailer, "guard")));
            requireShared(() -> tailer.poll(codec));
        }
    }

    @Test
    void changesAreClosed() throws Exception {
        try (MappedMap<Long, Long> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.longs());
                MapChanges<Long, Long> changes = map.changes()) {
            map.put(1L, 2L);
            requireShared(() -> changes.poll((position, key, value) -> enterUnseen(changes, "guard")));
            requireShared(changes::toEnd);
        }
    }
}
