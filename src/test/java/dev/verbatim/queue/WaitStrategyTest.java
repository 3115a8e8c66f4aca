package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.WaitStrategy;
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

    /** More nanoseconds than a long can count. */
    private static final Duration LONG = Duration.ofSeconds(Long.MAX_VALUE);

    @TempDir
    Path folder;

    private static WaitStrategy strategy(String name) {
        return switch (name) {
            case "spin" -> WaitStrategy.spin();
            case "yielding" -> WaitStrategy.yielding();
            case "backoff" -> WaitStrategy.backoff();
            case "backoff of 10 ms" -> WaitStrategy.backoff(Duration.ofMillis(10));
            case "sleeping" -> WaitStrategy.sleeping(Duration.ofNanos(100_000));
            default -> throw new AssertionError(name);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"spin", "yielding", "backoff", "backoff of 10 ms", "sleeping"})
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
    @ValueSource(strings = {"spin", "yielding", "backoff", "backoff of 10 ms", "sleeping"})
    void theWaitEndsWithTheTime(String name) throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Tailer tailer = queue.tailer()) {
            long start = System.nanoTime();
            assertFalse(tailer.await(strategy(name), Duration.ofMillis(20)));
            assertTrue(System.nanoTime() - start >= 20_000_000);
            assertFalse(tailer.await(strategy(name), Duration.ZERO));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {260, 1_000, Integer.MAX_VALUE})
    void afterManyLooksABackoffSleepsUntilItIsInterrupted(int looks) throws Exception {
        sleepsUntilInterrupted(() -> WaitStrategy.backoff(LONG).idle(looks));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 1_000, Integer.MAX_VALUE})
    void sleepingSleepsAtEachLookUntilItIsInterrupted(int looks) throws Exception {
        sleepsUntilInterrupted(() -> WaitStrategy.sleeping(LONG).idle(looks));
    }

    private static void sleepsUntilInterrupted(Runnable idle) throws InterruptedException {
        Thread thread = Thread.ofPlatform().daemon().start(idle);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertTrue(thread.isAlive(), "it did not sleep");
            Thread.onSpinWait();
        }
        thread.interrupt();
        assertTrue(thread.join(Duration.ofSeconds(30)), "it sleeps on");
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 260, Integer.MAX_VALUE})
    void aBackoffSleepsNoLongerThanItMay(int looks) throws Exception {
        Thread thread = Thread.ofPlatform()
                .daemon()
                .start(() -> WaitStrategy.backoff(Duration.ofNanos(1)).idle(looks));
        assertTrue(thread.join(Duration.ofSeconds(30)), "it sleeps on");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void aSleepHasALength(long nanos) {
        Duration time = Duration.ofNanos(nanos);
        assertEquals(
                "expected a time of 1 ns or more, found longest=" + time,
                assertThrows(IllegalArgumentException.class, () -> WaitStrategy.backoff(time))
                        .getMessage());
        assertEquals(
                "expected a time of 1 ns or more, found time=" + time,
                assertThrows(IllegalArgumentException.class, () -> WaitStrategy.sleeping(time))
                        .getMessage());
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
