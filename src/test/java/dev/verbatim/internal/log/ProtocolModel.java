package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.ABORTED;
import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.FREE;
import static dev.verbatim.internal.log.EntryDescriptor.PADDING;
import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;

import java.util.Arrays;

/**
 * The protocol of {@code docs/queue-format.md} with few and small parts, for {@link ModelSearch}: processes that
 * append, one that makes segments, a tailer, files of three places each. A step is what the library does between two
 * accesses to something shared; {@link EntryWriter}, {@link Segments} and {@link Cursor} do the same under the same
 * names. A process can die before any step, and be followed by another; it can lose all its locks before any step, and
 * not know it. Memory is sequentially consistent here. No owner here begins another generation of the slot that it
 * has. In the library the writer of a map does, after an error; to all others that is a new owner.
 */
final class ProtocolModel {

    /** A rule of the protocol that is left out. */
    enum Mutation {
        NONE,
        /** A commit stores its word without looking whether the record is still reserved. */
        PLAIN_COMMIT,
        /** A record is reserved first, and says its length then. */
        LENGTH_AFTER_CLAIM,
        /** The next owner of a slot writes the same words as the one before. */
        NO_GENERATION,
        /** The next generation of a slot is begun without looking whether somebody else has begun one. */
        PLAIN_GENERATION,
        /** A new segment takes the place of one that has its name already. */
        REPLACING_PUBLISH,
        /** The newest segment is stored, without looking whether there is a newer one. */
        PLAIN_NEWEST,
        /** The first entry of a batch is committed before the others are written. */
        COMMIT_FIRST
    }

    /** What is wrong with a state. */
    static final class Violation extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Violation(String message) {
            super(message);
        }
    }

    /** Where an appender is: before the step of this name. */
    enum At {
        LOAD_GENERATION,
        LOCK_SLOT,
        START_GENERATION,
        LOAD_NEWEST,
        STEP_BACK,
        LOAD_HINT,
        LOAD_WORD,
        PASS_OVER,
        CLAIM,
        STORE_LENGTH,
        STORE_HINT,
        WRITE,
        WRITE_REST,
        COMMIT,
        PAD,
        ROLL,
        LOOK_FOR_FILE,
        PUBLISH,
        STORE_NEWEST,
        ENTER_NEWEST,
        IDLE,
        DEAD
    }

    /** The places for records in a segment. */
    static final int SIZE = 3;

    static final int NOBODY = 0xf;

    private final Mutation mutation;
    private final int[] records;
    private final ModelTailer tailer;

    /**
     * Makes a model.
     *
     * @param records how many records each process appends
     */
    ProtocolModel(Mutation mutation, int... records) {
        this.mutation = mutation;
        this.records = records;
        this.tailer = new ModelTailer(records);
    }

    ModelTailer tailer() {
        return tailer;
    }

    /**
     * {@return a queue with a segment that has one place left, appenders that have no slot yet, and a tailer at the
     * start}
     *
     * @param crashes how many processes can die
     * @param losses how often one can lose its locks
     */
    ModelState initial(int crashes, int losses) {
        ModelState state = new ModelState();
        state.words[0][0] = ModelState.word(ABORTED, 0, 0, SIZE - 1);
        state.crashes = crashes;
        state.losses = losses;
        Arrays.fill(state.slotOwner, NOBODY);
        Arrays.fill(state.files, NOBODY);
        state.files[0] = 0;
        state.fileCount = 1;
        return state;
    }

    /** {@return the places that a process reserves: the other one appends batches of two entries} */
    private static int length(int process) {
        return process + 1;
    }

    /** {@return the entries that a process appends at once, as bits by number} */
    private int ids(int process, int sequence) {
        return process == 0 ? 1 << sequence : 3 << (records[0] + 2 * sequence);
    }

    private static int reserved(ModelState s, int p) {
        return ModelState.word(RESERVED, s.slot[p], s.generation[p], length(p));
    }

    /** Lets an appender take a step. {@return whether it could: if not, nothing has changed} */
    boolean append(ModelState s, int p) {
        int[] words = s.words[s.file[p]];
        At next;
        switch (s.at[p]) {
            case LOAD_GENERATION -> {
                s.generation[p] = s.generations[s.candidate[p]];
                next = At.LOCK_SLOT;
            }
            case LOCK_SLOT -> {
                // One that is lost is kept until there is another.
                boolean own = s.hasSlot[p] == 1 && s.candidate[p] == s.slot[p];
                if (own || s.slotOwner[s.candidate[p]] != NOBODY) {
                    next = nextCandidate(s, p);
                } else {
                    s.slotOwner[s.candidate[p]] = p;
                    next = At.START_GENERATION;
                }
            }
            case START_GENERATION -> next = startGeneration(s, p);
            case LOAD_NEWEST -> {
                s.index[p] = s.newest;
                s.file[p] = s.files[s.newest];
                next = At.STEP_BACK;
            }
            case STEP_BACK -> {
                next = At.LOAD_HINT;
                if (words[0] == FREE && s.index[p] > 0) {
                    s.index[p]--;
                    s.file[p] = s.files[s.index[p]];
                    next = At.STEP_BACK;
                }
            }
            case LOAD_HINT -> {
                s.next[p] = s.hints[s.file[p]];
                next = begin(s, p);
            }
            case LOAD_WORD -> {
                int word = words[s.next[p]];
                if (word != FREE) {
                    next = At.PASS_OVER;
                } else {
                    next = s.next[p] + length(p) > SIZE ? At.PAD : At.CLAIM;
                }
            }
            case PASS_OVER -> {
                // The word has been loaded; its length does not change, or the mutation is at work.
                int end = s.next[p] + ModelState.length(words[s.next[p]]);
                if (end == s.next[p]) {
                    return false;
                }
                s.next[p] = Math.max(end, s.hints[s.file[p]]);
                next = reserveAt(s, p);
            }
            case PAD -> {
                if (words[s.next[p]] == FREE) {
                    words[s.next[p]] = ModelState.word(PADDING, 0, 0, SIZE - s.next[p]);
                }
                next = At.LOAD_WORD;
            }
            case CLAIM -> {
                next = At.LOAD_WORD;
                if (words[s.next[p]] == FREE) {
                    boolean late = mutation == Mutation.LENGTH_AFTER_CLAIM;
                    words[s.next[p]] = ModelState.word(RESERVED, s.slot[p], s.generation[p], late ? 0 : length(p));
                    s.next[p] += length(p);
                    next = late ? At.STORE_LENGTH : At.STORE_HINT;
                }
            }
            case STORE_LENGTH -> {
                words[s.next[p] - length(p)] = reserved(s, p);
                next = At.STORE_HINT;
            }
            case STORE_HINT -> {
                s.hints[s.file[p]] = s.next[p];
                next = At.WRITE;
            }
            case WRITE -> {
                int id = Integer.numberOfTrailingZeros(ids(p, s.sequence[p]));
                s.payloads[s.file[p]][s.next[p] - length(p)] = id + 1;
                next = length(p) == 1 ? At.COMMIT : At.WRITE_REST;
                if (next == At.WRITE_REST && mutation == Mutation.COMMIT_FIRST) {
                    words[s.next[p] - 2] = ModelState.word(COMMITTED, 0, 0, 1);
                }
            }
            case WRITE_REST -> {
                int id = Integer.numberOfTrailingZeros(ids(p, s.sequence[p]));
                s.payloads[s.file[p]][s.next[p] - 1] = id + 2;
                words[s.next[p] - 1] = ModelState.word(COMMITTED, 0, 0, 1);
                next = At.COMMIT;
            }
            case COMMIT -> next = commit(s, p, words);
            case ROLL -> next = s.newest > s.index[p] ? At.ENTER_NEWEST : At.LOOK_FOR_FILE;
            case LOOK_FOR_FILE -> {
                next = At.PUBLISH;
                if (s.files[s.index[p] + 1] != NOBODY) {
                    s.index[p]++;
                    s.file[p] = s.files[s.index[p]];
                    next = At.STORE_NEWEST;
                }
            }
            case PUBLISH -> {
                publish(s, s.index[p] + 1);
                next = At.ROLL;
            }
            case STORE_NEWEST -> {
                s.newest = mutation == Mutation.PLAIN_NEWEST ? s.index[p] : Math.max(s.index[p], s.newest);
                next = At.LOAD_HINT;
            }
            case ENTER_NEWEST -> {
                s.index[p] = s.newest;
                s.file[p] = s.files[s.newest];
                next = At.LOAD_HINT;
            }
            default -> {
                return false;
            }
        }
        s.at[p] = next;
        return true;
    }

    private void publish(ModelState s, int index) {
        if (s.newest < index && (s.files[index] == NOBODY || mutation == Mutation.REPLACING_PUBLISH)) {
            s.files[index] = s.fileCount;
            s.fileCount++;
        }
    }

    /**
     * Lets a process that appends nothing now take a step in making the segment after the newest one ahead of need.
     * That it dies means that it takes no further step. {@return whether it could}
     */
    boolean make(ModelState s) {
        if (s.made != 0) {
            publish(s, s.made);
            s.made = 0;
            return true;
        }
        if (s.files[s.newest + 1] == NOBODY) {
            s.made = s.newest + 1;
            return true;
        }
        return false;
    }

    private static At nextCandidate(ModelState s, int p) {
        s.candidate[p]++;
        return At.LOAD_GENERATION;
    }

    private At startGeneration(ModelState s, int p) {
        int slot = s.candidate[p];
        if (mutation == Mutation.NO_GENERATION) {
            s.generations[slot] = 1;
        } else if (mutation == Mutation.PLAIN_GENERATION || s.generations[slot] == s.generation[p]) {
            s.generations[slot]++;
        } else {
            unlockSlot(s, p, slot);
            return nextCandidate(s, p);
        }
        s.generation[p] = s.generations[slot];
        boolean renewed = s.hasSlot[p] == 1;
        if (renewed) {
            unlockSlot(s, p, s.slot[p]);
        }
        s.slot[p] = slot;
        s.hasSlot[p] = 1;
        s.candidate[p] = 0;
        return renewed ? begin(s, p) : At.LOAD_NEWEST;
    }

    private static void unlockSlot(ModelState s, int p, int slot) {
        if (s.slotOwner[slot] == p) {
            s.slotOwner[slot] = NOBODY;
        }
    }

    /**
     * {@return where an appender goes on with its next record} An appender that has nothing to append keeps its slot.
     */
    private At begin(ModelState s, int p) {
        return s.sequence[p] == records[p] ? At.IDLE : reserveAt(s, p);
    }

    private static At reserveAt(ModelState s, int p) {
        return s.next[p] == SIZE ? At.ROLL : At.LOAD_WORD;
    }

    private At commit(ModelState s, int p, int[] words) {
        int offset = s.next[p] - length(p);
        int ids = ids(p, s.sequence[p]);
        s.sequence[p]++;
        if (words[offset] != reserved(s, p) && mutation != Mutation.PLAIN_COMMIT && mutation != Mutation.COMMIT_FIRST) {
            s.failed |= ids;
            return At.LOAD_GENERATION;
        }
        words[offset] = ModelState.word(COMMITTED, 0, 0, 1);
        s.acknowledged |= ids;
        int positions = ((1 << length(p)) - 1) << offset;
        if ((s.positions[s.index[p]] & positions) != 0) {
            throw new Violation("a position was issued twice");
        }
        s.positions[s.index[p]] |= positions;
        return begin(s, p);
    }

    /** Lets a process die. */
    boolean crash(ModelState s, int p) {
        if (s.crashes == 0 || s.at[p] == At.DEAD) {
            return false;
        }
        s.crashes--;
        dropLocks(s, p);
        s.forget(p);
        s.at[p] = At.DEAD;
        // The one that follows does not know what was acknowledged, and begins with the next record.
        s.sequence[p] = Math.min(records[p], s.sequence[p] + 1);
        return true;
    }

    /** Has another process follow one that has died. */
    boolean restart(ModelState s, int p) {
        if (s.at[p] != At.DEAD) {
            return false;
        }
        s.at[p] = At.LOAD_GENERATION;
        return true;
    }

    /** Has a living process lose its locks: it has closed the lock file somewhere. */
    boolean loseLocks(ModelState s, int p) {
        if (s.losses == 0 || s.at[p] == At.DEAD || !dropLocks(s, p)) {
            return false;
        }
        s.losses--;
        return true;
    }

    private static boolean dropLocks(ModelState s, int p) {
        boolean dropped = false;
        for (int slot = 0; slot < s.slotOwner.length; slot++) {
            if (s.slotOwner[slot] == p) {
                s.slotOwner[slot] = NOBODY;
                dropped = true;
            }
        }
        return dropped;
    }

    /** {@return whether no appender will do anything any more, unless one is started} */
    static boolean isQuiet(ModelState s) {
        for (At at : s.at) {
            if (at != At.IDLE && at != At.DEAD) {
                return false;
            }
        }
        return true;
    }
}
