package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.internal.log.TakenMappings;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A queue in a process that may map no more segments: an exception, after which all goes on. */
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
            for (int i = 0; i < 2000; i++) {
                Entry entry = Entry.of(0, appended.size());
                appender.append(Entry.CODEC, entry);
                appended.add(entry);
            }
            List<Entry> read = new ArrayList<>();
            try (TakenMappings _ = new TakenMappings(0)) {
                requireRefusal(assertThrows(IOException.class, () -> {
                    while (true) {
                        Entry entry = slow.poll(Entry.CODEC);
                        assertTrue(entry != null, "it has come to the end");
                        read.add(entry);
                    }
                }));
            }
            read.addAll(QueueSamples.entries(slow));
            assertEquals(appended, read);
        }
    }
}
