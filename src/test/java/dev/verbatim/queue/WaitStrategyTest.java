package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Waiting for an entry, with each strategy. */
class WaitStrategyTest {

    @TempDir
    Path folder;

    private static WaitStrategy strategy(String name) {
        return switch (name) {
            case "spin" -> WaitStrategy.spin();
            case "yielding" -> WaitStrategy.yielding();
            default -> WaitStrategy.backoff();
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"spin", "yielding", "backoff"})
    void aRecordThatIsAppendedElsewhereEndsTheWait(String name) throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Tailer tailer = queue.tailer();
                Appender appender = queue.appender()) {
            CountDownLatch waiting = new CountDownLatch(1);
            FutureTask<Boolean> wait = new FutureTask<>(() -> tailer.await(
                    looks -> {
                        waiting.countDown();
                        strategy(name).idle(looks + 150);
                    },
                    Duration.ofSeconds(30)));
            Thread.ofPlatform().start(wait);
            waiting.await();
            appender.append(Entry.CODEC, Entry.of(0, 7));
            assertTrue(wait.get());
            assertEquals(Entry.of(0, 7), tailer.poll(Entry.CODEC));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"spin", "yielding", "backoff"})
    void theWaitEndsWithTheTime(String name) throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Tailer tailer = queue.tailer()) {
            long start = System.nanoTime();
            assertFalse(tailer.await(strategy(name), Duration.ofMillis(20)));
            assertTrue(System.nanoTime() - start >= 20_000_000);
            assertFalse(tailer.await(strategy(name), Duration.ZERO));
        }
    }

    @Test
    void theStrategyIsToldHowOftenItWasAsked() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Tailer tailer = queue.tailer();
                Appender appender = queue.appender()) {
            List<Integer> looks = new ArrayList<>();
            assertTrue(tailer.await(
                    look -> {
                        looks.add(look);
                        if (look == 3) {
                            append(appender);
                        }
                    },
                    Duration.ofSeconds(30)));
            assertEquals(List.of(1, 2, 3), looks);
        }
    }

    private static void append(Appender appender) {
        try {
            appender.append(Entry.CODEC, Entry.of(0, 0));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void anInterruptEndsTheWaitAndTheTailerGoesOn() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Tailer tailer = queue.tailer();
                Appender appender = queue.appender()) {
            Thread.currentThread().interrupt();
            assertEquals(
                    "interrupted while waiting for an entry of queue=" + folder,
                    assertThrows(
                                    InterruptedException.class,
                                    () -> tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(30)))
                            .getMessage());
            appender.append(Entry.CODEC, Entry.of(0, 0));
            assertTrue(tailer.await(WaitStrategy.backoff(), Duration.ofSeconds(30)));
        }
    }
}
