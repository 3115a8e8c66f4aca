package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.StoreException;
import dev.verbatim.internal.log.Slots.Slot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** There are so many slots, and each has so many generations. */
class SlotsTest {

    private static final LogKind KIND = LogKind.of("diary", "CONTROL!", "SEGMENT!");

    @TempDir
    Path folder;

    private Log open() throws IOException {
        return Log.open(KIND, new LogOptions(folder, 4096L, null, false, Duration.ZERO, false, false));
    }

    @Test
    void anOwnerMoreThanThereAreSlotsIsRefused() throws Exception {
        try (Log log = open();
                LockFile locks = LockFile.open(folder.resolve("lock"))) {
            for (int slot = 0; slot < 1024; slot++) {
                locks.tryLock(slot);
            }
            assertEquals(
                    "diary=" + folder + ": expected a free slot to write with, found all 1024 in use",
                    assertThrows(StoreException.class, log.slots()::take).getMessage());
            locks.unlock(77);
            assertEquals(new Slot(77, 1), log.slots().take());
        }
    }

    @Test
    void aSlotThatHasHadAllItsGenerationsIsNotUsedAgain() throws Exception {
        open().close();
        byte[] control = Files.readAllBytes(folder.resolve("control"));
        ByteBuffer.wrap(control)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(192, 0xfffff)
                .putInt(196, 0xffffe);
        Files.write(folder.resolve("control"), control, StandardOpenOption.WRITE);
        try (Log log = open()) {
            Slot last = log.slots().take();
            assertEquals(new Slot(1, 0xfffff), last);
            log.slots().giveBack(last);
            assertEquals(new Slot(2, 1), log.slots().take());
            assertNull(log.slots().next(last));
        }
    }

    private static boolean isOrphan(Log log, Slot slot) throws IOException {
        return log.slots()
                .isOrphan(EntryDescriptor.word(EntryDescriptor.RESERVED, slot.number(), slot.generation(), 8));
    }

    @Test
    void anOwnerBeginsTheNextGenerationWithoutGivingTheSlotBack() throws Exception {
        try (Log log = open();
                LockFile locks = LockFile.open(folder.resolve("lock"))) {
            Slot first = log.slots().take();
            assertFalse(isOrphan(log, first));
            Slot second = log.slots().next(first);
            assertEquals(new Slot(0, 2), second);
            assertTrue(isOrphan(log, first));
            assertFalse(isOrphan(log, second));
            assertFalse(locks.tryLock(LockDescriptor.SLOTS));
            assertNull(log.slots().next(first), "it was begun before");
            log.slots().giveBack(first);
            assertFalse(isOrphan(log, second), "it is not the first one's to give back");
            log.slots().giveBack(second);
            assertTrue(isOrphan(log, second));
            assertEquals(new Slot(0, 3), log.slots().take());
        }
    }
}
