package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.LAST_GENERATION;
import static dev.verbatim.internal.log.EntryDescriptor.SLOTS;

import dev.verbatim.StoreException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The slots that appenders own, and whether the owner of an entry is alive. An owner has the slot's byte of the lock
 * file locked; each owner starts a new generation of the slot. So an entry whose generation is over has no owner, nor
 * has one whose slot is not locked. Neither process ids nor times matter. Any thread may use it.
 */
public final class Slots {

    private final String name;
    private final LockFile locks;
    private final ControlFile control;

    Slots(String name, LockFile locks, ControlFile control) {
        this.name = name;
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
     * @throws StoreException if there is none
     */
    Slot take() throws IOException {
        for (int number = 0; number < SLOTS; number++) {
            Slot slot = tryTake(number);
            if (slot != null) {
                return slot;
            }
        }
        throw new StoreException(name + ": expected a free slot to write with, found all " + SLOTS + " in use");
    }

    private @Nullable Slot tryTake(int number) throws IOException {
        // Loaded before the slot is locked: if that lock is lost at once, the next owner begins this generation, and
        // then it is not begun here.
        int last = control.generationAcquire(number);
        // A slot that has had all its generations is never used again: a word of the first would look alive.
        if (last >= LAST_GENERATION || !locks.tryLock(LockDescriptor.SLOTS + number)) {
            return null;
        }
        Slot slot = null;
        try {
            ProtocolStep.SLOT.reached();
            if (control.startGeneration(number, last)) {
                locks.own(LockDescriptor.SLOTS + number, last + 1);
                slot = new Slot(number, last + 1);
            }
        } finally {
            if (slot == null) {
                locks.unlock(LockDescriptor.SLOTS + number);
            }
        }
        ProtocolStep.GENERATION.reached();
        return slot;
    }

    /**
     * Begins the next generation of a slot that this JVM owns, without giving it back: entries of this one have no
     * owner then.
     *
     * @return null if there is none, or it was begun before this, by another owner after the lock was lost, or in a try
     *     that failed; then the slot is to be given back
     */
    @Nullable
    Slot next(Slot slot) throws IOException {
        if (slot.generation() >= LAST_GENERATION) {
            return null;
        }
        Slot next = new Slot(slot.number(), slot.generation() + 1);
        if (!control.startGeneration(slot.number(), slot.generation())) {
            return null;
        }
        ProtocolStep.GENERATION.reached();
        locks.own(LockDescriptor.SLOTS + next.number(), next.generation());
        return next;
    }

    void giveBack(Slot slot) throws IOException {
        locks.unlock(LockDescriptor.SLOTS + slot.number(), slot.generation());
    }

    /** {@return whether an entry that is still reserved will stay so} Ask only after the word was read. */
    public boolean isOrphan(long reserved) throws IOException {
        int slot = EntryDescriptor.slot(reserved);
        int generation = EntryDescriptor.generation(reserved);
        return control.generationAcquire(slot) != generation
                || !locks.isLocked(LockDescriptor.SLOTS + slot, generation);
    }
}
