package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.TakenMappings;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A queue in a process that may map no more segments: an exception, after which all goes on. */
@Timeout(60)
class ManyMappingsTest {

    @TempDir
    Path folder;

    private void requireRefusal(IOException refused) {
        String message = String.valueOf(refused.getMessage());
        assertTrue(message.matches(TakenMappings.message(folder, QueueSamples.SMALL_SEGMENT)), message);
    }

    @Test
    void anAppenderAndATailerGoOnAfterARefusal() throws IOException {
        List<Entry> appended = new ArrayList<>();
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer();
                Tailer slow = queue.tailer()) {
            try (TakenMappings _ = new TakenMappings(0)) {
                for (int refusals = 0; refusals < 10; ) {
                    Entry entry = Entry.of(0, appended.size());
                    try {
                        appender.append(Entry.CODEC, entry);
                        appended.add(entry);
                    } catch (IOException e) {
                        requireRefusal(e);
                        refusals++;
                    }
                }
            }
            assertEquals(appended, QueueSamples.entries(tailer));
            List<Entry> read = new ArrayList<>();
            IOException refusal = null;
            while (refusal == null) { // what other tests have left may be unmapped meanwhile, which makes room
                for (int i = 0; i < 2000; i++) {
                    Entry entry = Entry.of(0, appended.size());
                    appender.append(Entry.CODEC, entry);
                    appended.add(entry);
                }
                refusal = readUntilRefused(slow, read);
            }
            requireRefusal(refusal);
            read.addAll(QueueSamples.entries(slow));
            assertEquals(appended, read);
        }
    }

    /** {@return why an entry could not be read; null if all could} */
    private static @Nullable IOException readUntilRefused(Tailer tailer, List<Entry> read) throws IOException {
        try (TakenMappings _ = new TakenMappings(0)) {
            for (Entry entry = tailer.poll(Entry.CODEC); entry != null; entry = tailer.poll(Entry.CODEC)) {
                read.add(entry);
            }
            return null;
        } catch (IOException e) {
            return e;
        }
    }
}
