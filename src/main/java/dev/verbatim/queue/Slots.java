package dev.verbatim.queue;

import static dev.verbatim.queue.RecordDescriptor.LAST_GENERATION;
import static dev.verbatim.queue.RecordDescriptor.SLOTS;

import java.io.IOException;
import java.nio.file.Path;

/**
 * The slots that appenders own, and whether the owner of a record is alive. An owner has the slot's byte of the lock file locked; each
 * owner starts a new generation of the slot. So a record whose generation is over has no owner, nor has one whose slot is not locked.
 * Neither process ids nor time are asked. Any thread may use it.
 */
final class Slots {

    private final Path queue;
    private final LockFile locks;
    private final ControlFile control;

    Slots(Path queue, LockFile locks, ControlFile control) {
        this.queue = queue;
        this.locks = locks;
        this.control = control;
    }

    /**
     * A slot that this JVM owns.
     *
     * @param number its number
     * @param generation its generation
     */
    record Slot(int number, int generation) {}

    /**
     * Takes a free slot.
     *
     * @throws QueueException if there is none
     */
    Slot take() throws IOException {
        for (int number = 0; number < SLOTS; number++) {
            // A slot that has had all its generations is never used again: a word of the first would look alive.
            if (control.generation(number) < LAST_GENERATION && locks.tryLock(LockDescriptor.SLOTS + number)) {
                try {
                    return startGeneration(number);
                } catch (IOException | RuntimeException | Error e) {
                    locks.unlock(LockDescriptor.SLOTS + number);
                    throw e;
                }
            }
        }
        throw new QueueException("queue=" + queue + ": expected a free slot for an appender, found all " + SLOTS + " in use");
    }

    private Slot startGeneration(int number) throws IOException {
        Step.SLOT.reached();
        int generation = control.generation(number) + 1;
        control.generation(number, generation);
        Step.GENERATION.reached();
        return new Slot(number, generation);
    }

    void giveBack(Slot slot) throws IOException {
        locks.unlock(LockDescriptor.SLOTS + slot.number());
    }

    /** {@return whether a record that is still reserved will stay so} Ask only after the word was read. */
    boolean isOrphan(long reserved) throws IOException {
        int slot = RecordDescriptor.slot(reserved);
        return control.generation(slot) != RecordDescriptor.generation(reserved)
                || !locks.isLocked(LockDescriptor.SLOTS + slot);
    }
}
