package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** There are so many slots, and each has so many generations. */
class SlotsTest {

    @TempDir
    Path folder;

    @Test
    void anAppenderMoreThanThereAreSlotsIsRefused() throws Exception {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                LockFile locks = LockFile.open(folder.resolve("lock"))) {
            for (int slot = 0; slot < 1024; slot++) {
                locks.tryLock(slot);
            }
            assertEquals(
                    "queue=" + folder + ": expected a free slot for an appender, found all 1024 in use",
                    assertThrows(QueueException.class, queue::appender).getMessage());
            locks.unlock(77);
            try (Appender appender = queue.appender()) {
                appender.append(MemorySegment.ofArray(new byte[1]));
            }
            assertEquals(77, EntryDescriptor.slot(firstWord()));
        }
    }

    @Test
    void aSlotThatHasHadAllItsGenerationsIsNotUsedAgain() throws Exception {
        QueueSamples.openSmall(folder).close();
        byte[] control = Files.readAllBytes(folder.resolve("control"));
        ByteBuffer.wrap(control)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(192, 0xfffff)
                .putInt(196, 0xffffe);
        Files.write(folder.resolve("control"), control, StandardOpenOption.WRITE);
        try (MappedQueue queue = QueueSamples.openSmall(folder)) {
            for (int i = 0; i < 2; i++) {
                try (Appender appender = queue.appender()) {
                    appender.append(MemorySegment.ofArray(new byte[1]));
                }
            }
        }
        assertEquals(1, EntryDescriptor.slot(firstWord()));
        assertEquals(0xfffff, EntryDescriptor.generation(firstWord()));
        assertEquals(2, EntryDescriptor.slot(word(128 + 24)));
        assertEquals(1, EntryDescriptor.generation(word(128 + 24)));
    }

    private long firstWord() throws Exception {
        return word(128);
    }

    private long word(int offset) throws Exception {
        byte[] segment = Files.readAllBytes(folder.resolve("000000000000.segment"));
        return ByteBuffer.wrap(segment).order(ByteOrder.LITTLE_ENDIAN).getLong(offset);
    }
}
