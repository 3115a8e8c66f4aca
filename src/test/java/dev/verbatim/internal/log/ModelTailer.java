package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.EntryDescriptor.ABORTED;
import static dev.verbatim.internal.log.EntryDescriptor.COMMITTED;
import static dev.verbatim.internal.log.EntryDescriptor.FREE;
import static dev.verbatim.internal.log.EntryDescriptor.RESERVED;
import static dev.verbatim.internal.log.ProtocolModel.NOBODY;
import static dev.verbatim.internal.log.ProtocolModel.SIZE;

import dev.verbatim.internal.log.ProtocolModel.Violation;

/** The tailer of {@link ProtocolModel}, and what must have been delivered to it in the end. */
final class ModelTailer {

    /** Where the tailer is. */
    enum TailerAt {
        LOAD_WORD,
        LOAD_NEWEST_AT_END,
        LOOK_AT_NEXT,
        COMPARE_GENERATION,
        PROBE_LOCK,
        GIVE_UP
    }

    private final int[] records;

    /**
     * Makes a tailer.
     *
     * @param records how many times each process appends
     */
    ModelTailer(int... records) {
        this.records = records;
    }

    /** Lets the tailer take a step. {@return whether that changed anything} */
    boolean read(ModelState s) {
        int[] words = s.words[s.tailerFile];
        TailerAt next = TailerAt.LOAD_WORD;
        switch (s.tailerAt) {
            case LOAD_WORD -> next = find(s, words);
            case LOAD_NEWEST_AT_END -> {
                if (s.newest > s.tailerIndex) {
                    s.tailerIndex++;
                    s.tailerFile = s.files[s.tailerIndex];
                    s.tailerOffset = 0;
                }
                next = findAt(s);
            }
            case LOOK_AT_NEXT -> {
                if (s.words[s.files[s.tailerIndex + 1]][0] != FREE) {
                    throw new Violation("the tailer finds a free word before a segment that is used");
                }
            }
            case COMPARE_GENERATION -> {
                boolean over = s.generations[ModelState.slot(s.tailerWord)] != ModelState.generation(s.tailerWord);
                next = over ? TailerAt.GIVE_UP : TailerAt.PROBE_LOCK;
            }
            case PROBE_LOCK -> next = s.slotOwner[ModelState.slot(s.tailerWord)] == NOBODY ? TailerAt.GIVE_UP : next;
            case GIVE_UP -> {
                if (words[s.tailerOffset] == s.tailerWord) {
                    words[s.tailerOffset] = ModelState.word(ABORTED, 0, 0, ModelState.length(s.tailerWord));
                }
            }
        }
        if (next == TailerAt.LOAD_WORD || next == TailerAt.LOAD_NEWEST_AT_END) {
            s.tailerWord = 0;
        }
        s.tailerAt = next;
        return true;
    }

    private static TailerAt findAt(ModelState s) {
        return s.tailerOffset == SIZE ? TailerAt.LOAD_NEWEST_AT_END : TailerAt.LOAD_WORD;
    }

    private TailerAt find(ModelState s, int[] words) {
        int word = words[s.tailerOffset];
        int state = ModelState.state(word);
        if (state == FREE) {
            // A word that is free when it is loaded again was so when the newest segment was loaded: one step for all
            // three.
            return s.newest > s.tailerIndex ? TailerAt.LOOK_AT_NEXT : TailerAt.LOAD_WORD;
        }
        if (state == RESERVED) {
            s.tailerWord = word;
            return TailerAt.COMPARE_GENERATION;
        }
        if (ModelState.length(word) == 0) {
            throw new Violation("the tailer is stuck at an entry without a length");
        }
        if (state == COMMITTED) {
            // What is under a committed word does not change.
            deliver(s, s.payloads[s.tailerFile][s.tailerOffset] - 1);
        }
        s.tailerOffset += ModelState.length(word);
        return findAt(s);
    }

    private void deliver(ModelState s, int id) {
        if (id < 0) {
            throw new Violation("an entry was delivered that was not written");
        }
        int end = id < records[0] ? records[0] : records[0] + 2 * records[1];
        int later = (1 << end) - (1 << id);
        if ((s.delivered & later) != 0) {
            throw new Violation("record=" + id + " was delivered twice, or after one that was appended later");
        }
        s.delivered |= 1 << id;
    }

    /**
     * Requires that the tailer comes to the end by itself, and has what was acknowledged; so has one that begins now.
     */
    void requireAllDelivered(ModelState quiet) {
        requireDelivered(quiet.copy(), "the tailer");
        ModelState fresh = quiet.copy();
        fresh.tailerAt = TailerAt.LOAD_WORD;
        fresh.tailerFile = fresh.files[0];
        fresh.tailerIndex = 0;
        fresh.tailerOffset = 0;
        fresh.tailerWord = 0;
        fresh.delivered = 0;
        requireDelivered(fresh, "a fresh tailer");
    }

    private void requireDelivered(ModelState s, String who) {
        // It passes each place at most once, and takes a handful of steps at each.
        for (int steps = 0; steps < 200; steps++) {
            read(s);
        }
        boolean stuck = s.tailerOffset < SIZE && ModelState.state(s.words[s.tailerFile][s.tailerOffset]) == RESERVED;
        if (stuck) {
            throw new Violation(who + " is stuck at the record of a dead process");
        }
        if ((s.acknowledged & ~s.delivered) != 0) {
            throw new Violation(who + " was not delivered an acknowledged record");
        }
        if ((s.failed & s.delivered) != 0) {
            throw new Violation(who + " was delivered an entry whose commit has failed");
        }
    }
}
