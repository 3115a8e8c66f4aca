package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import dev.verbatim.cli.StoredQueue.Quote;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class EntrySourceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final Duration LONG_SCAN = Duration.ofMillis(3_100);
    private static final Duration SHORT_WRITE = Duration.ofMillis(100);

    @TempDir
    Path folder;

    private static CompletableFuture<Void> after(Duration delay, Runnable action) {
        return CompletableFuture.runAsync(
                action, CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS));
    }

    private static void commit(Appender appender) {
        try {
            appender.commit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void patienceBeginsWhereAnEntryIsReservedAndNotWithTheScanBefore() throws Exception {
        try (MappedQueue queue = StoredQueue.open(folder.resolve("queue"));
                Appender appender = queue.appender()) {
            appender.append(Quote.CODEC, Quote.of(1));
            appender.claim(8);
            CompletableFuture<Void> scanned = new CompletableFuture<>();
            CompletableFuture<Void> committed =
                    scanned.thenCompose(nothing -> after(SHORT_WRITE, () -> commit(appender)));
            try (EntrySource source = new EntrySource(queue, id -> {
                if (id == LayoutIds.RAW_ID) {
                    return true;
                }
                after(LONG_SCAN, () -> {}).join();
                return !scanned.complete(null);
            })) {
                StoredEntry entry = source.next(queue.info().to(), PATIENCE);
                assertNotNull(entry);
                assertEquals("position=192", entry.place());
            }
            committed.join();
        }
    }
}
