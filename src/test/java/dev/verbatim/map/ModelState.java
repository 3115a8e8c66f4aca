package dev.verbatim.map;

import dev.verbatim.map.MapModel.Beyond;
import java.util.Arrays;

/**
 * A state of {@link MapModel}, as bytes: the log, the index, what each process knows, and what was promised. All
 * numbers are small. The parts of a model keep this object; a search exchanges its bytes.
 */
final class ModelState {

    static final int KEYS = 2;

    /** The entries that a log can have; their positions begin with 1. */
    static final int POSITIONS = 15;

    static final int GENERATIONS = 4;
    private static final int FILES = 4;
    private static final int PLACES = 8;
    private static final int SEGMENTS = 7;

    // States of an entry.
    static final int FREE = 0;
    static final int RESERVED = 1;
    static final int PREPARED = 2;
    static final int COMMITTED = 3;
    static final int ABORTED = 4;

    // Shared by all processes.
    private static final int TAIL = 0;
    private static final int CURRENT = 1;
    private static final int FILE_COUNT = 2;
    private static final int UNLINKED = 3;
    private static final int FLOOR = 4;
    private static final int DEATHS = 5;
    private static final int LOSSES = 6;
    private static final int NAMES = 7;
    private static final int FILE_GENERATIONS = NAMES + GENERATIONS;
    private static final int WORDS = FILE_GENERATIONS + FILES;
    private static final int ENTRIES = WORDS + FILES * PLACES;

    // An entry.
    private static final int ENTRY_STATE = 7;
    private static final int ENTRY_EFFECTIVE = 8;
    private static final int ENTRY_FORCED = 16;
    private static final int OWNER = 1;
    private static final int CONTENT = 2;
    private static final int ORIGIN = 3;
    private static final int ENTRY_SIZE = 4;

    // The content of an entry: the key, the value, what was added to it in place, and whether that is frozen.
    private static final int KEY = 1;
    private static final int VALUE_SHIFT = 1;
    private static final int ADDED_SHIFT = 4;
    private static final int NUMBER = 7;
    private static final int FROZEN = 0x80;
    private static final int CELL = NUMBER << ADDED_SHIFT | FROZEN;

    // The parts that other classes lay out.
    static final int PROMISES = ENTRIES + ENTRY_SIZE * (POSITIONS + 1);
    static final int HISTORY = PROMISES + ModelPromises.SIZE;
    static final int PROCESSES = HISTORY + ModelHistory.SIZE;

    final ModelConfiguration configuration;
    final ModelProcesses processes = new ModelProcesses(this);
    private byte[] bytes;

    /** Makes the state of a map in which the index leads to the entries that a configuration's log has. */
    ModelState(ModelConfiguration configuration) {
        this.configuration = configuration;
        int size = PROCESSES + configuration.processes() * ModelProcesses.SIZE;
        bytes = new byte[(size + Long.BYTES - 1) & -Long.BYTES];
        bytes[DEATHS] = (byte) configuration.deaths();
        bytes[LOSSES] = (byte) configuration.losses();
        publish(0);
    }

    byte[] bytes() {
        return bytes;
    }

    /** Makes other bytes those of this state. */
    void use(byte[] others) {
        bytes = others;
    }

    private int get(int at) {
        return bytes[at] & 0xff;
    }

    // The log.

    int tail() {
        return bytes[TAIL];
    }

    int segment(int position) {
        return (position - 1) / configuration.segmentSize();
    }

    int firstPosition(int segment) {
        return segment * configuration.segmentSize() + 1;
    }

    int lastPosition(int segment) {
        return (segment + 1) * configuration.segmentSize();
    }

    boolean isUnlinked(int segment) {
        return (bytes[UNLINKED] >> segment & 1) != 0;
    }

    boolean isBelowFloor(int segment) {
        return (bytes[FLOOR] >> segment & 1) != 0;
    }

    /** Takes a segment's name. What it has stays where a loss of power may bring it back. */
    void unlink(int segment) {
        if (segment >= SEGMENTS) {
            throw new Beyond("too many segments");
        }
        bytes[UNLINKED] |= (byte) (1 << segment);
        forgetSegments();
    }

    void raiseFloor(int segment) {
        bytes[FLOOR] |= (byte) (1 << segment);
        forgetSegments();
    }

    /** Forgets entries that never come back, but for what slow processes may still read of them. */
    private void forgetSegments() {
        for (int position = 1; position <= tail(); position++) {
            int segment = segment(position);
            if (isUnlinked(segment) && isBelowFloor(segment)) {
                int cell = bytes[entry(position) + CONTENT] & CELL;
                write(position, entryState(position), 0, key(position), 0, 0);
                bytes[entry(position) + CONTENT] |= (byte) cell;
            }
        }
    }

    private static int entry(int position) {
        return ENTRIES + ENTRY_SIZE * position;
    }

    int entryState(int position) {
        return bytes[entry(position)] & ENTRY_STATE;
    }

    int key(int position) {
        return bytes[entry(position) + CONTENT] & KEY;
    }

    int value(int position) {
        return bytes[entry(position) + CONTENT] >> VALUE_SHIFT & NUMBER;
    }

    /** {@return what was added to a value in place} */
    int added(int position) {
        return bytes[entry(position) + CONTENT] >> ADDED_SHIFT & NUMBER;
    }

    void add(int position, int number) {
        int content = get(entry(position) + CONTENT);
        if (added(position) + number > NUMBER) {
            throw new Beyond("too much is added");
        }
        bytes[entry(position) + CONTENT] = (byte) (content + (number << ADDED_SHIFT));
    }

    /** {@return whether nothing is added to a value in place any more} */
    boolean isFrozen(int position) {
        return (bytes[entry(position) + CONTENT] & FROZEN) != 0;
    }

    void freeze(int position) {
        bytes[entry(position) + CONTENT] |= (byte) FROZEN;
    }

    boolean isTombstone(int position) {
        return value(position) == 0;
    }

    int origin(int position) {
        return bytes[entry(position) + ORIGIN];
    }

    /** {@return whether the index has ever led to an entry} */
    boolean isEffective(int position) {
        return (bytes[entry(position)] & ENTRY_EFFECTIVE) != 0;
    }

    /** {@return whether an entry was committed when the log was forced} */
    boolean isForced(int position) {
        return (bytes[entry(position)] & ENTRY_FORCED) != 0;
    }

    /** {@return whether the slot is locked by nobody with which an entry was reserved} */
    boolean isOrphan(int position) {
        int owner = bytes[entry(position) + OWNER];
        int process = owner >> 1;
        boolean byFirstSlot = (owner & 1) == 0;
        return processes.is(process, ModelProcesses.DEAD)
                || (processes.is(process, ModelProcesses.LOST_LOCKS) && byFirstSlot);
    }

    int reserve(int process) {
        if (bytes[TAIL] == POSITIONS) {
            throw new Beyond("the log is full");
        }
        int position = ++bytes[TAIL];
        bytes[entry(position)] = RESERVED;
        boolean byFirstSlot = !processes.is(process, ModelProcesses.TOOK_ANOTHER_SLOT);
        bytes[entry(position) + OWNER] = (byte) (process << 1 | (byFirstSlot ? 0 : 1));
        return position;
    }

    /** Writes what an entry consists of, without its owner. Origins matter only where the power can fail. */
    void fill(int position, int entryState, int key, int value, int origin) {
        write(position, entryState, bytes[entry(position) + OWNER], key, value, configuration.isDurable() ? origin : 0);
    }

    void commit(int position) {
        int at = entry(position);
        bytes[at] = (byte) ((bytes[at] & ~ENTRY_STATE) | COMMITTED);
        bytes[at + OWNER] = 0;
    }

    void abort(int position) {
        Arrays.fill(bytes, entry(position), entry(position) + ENTRY_SIZE, (byte) 0);
        bytes[entry(position)] = ABORTED;
    }

    void force(int position) {
        bytes[entry(position)] |= ENTRY_FORCED;
    }

    private void write(int position, int entryState, int owner, int key, int value, int origin) {
        int at = entry(position);
        bytes[at] = (byte) ((bytes[at] & ~ENTRY_STATE) | entryState);
        bytes[at + OWNER] = (byte) owner;
        bytes[at + CONTENT] = (byte) (key | value << VALUE_SHIFT);
        bytes[at + ORIGIN] = (byte) origin;
    }

    // The index.

    int current() {
        return bytes[CURRENT];
    }

    /** Generations never go back. */
    void raiseCurrent(int generation) {
        bytes[CURRENT] = (byte) Math.max(current(), generation);
    }

    /** {@return the file that has the name of a generation, -1 if none has} */
    int fileOf(int generation) {
        return generation < GENERATIONS ? bytes[NAMES + generation] - 1 : -1;
    }

    /** Makes a file of empty words that has the name of a generation from now on. {@return the file} */
    int publish(int generation) {
        int file = bytes[FILE_COUNT];
        if (file == FILES || generation >= GENERATIONS) {
            throw new Beyond("too many generations");
        }
        bytes[FILE_COUNT]++;
        bytes[FILE_GENERATIONS + file] = (byte) generation;
        bytes[NAMES + generation] = (byte) (file + 1);
        return file;
    }

    void unlinkGeneration(int generation) {
        bytes[NAMES + generation] = 0;
    }

    /** {@return the files that there are, with a name or without} */
    int fileCount() {
        return bytes[FILE_COUNT];
    }

    /** {@return how many words a file has} */
    int places(int file) {
        return configuration.places(bytes[FILE_GENERATIONS + file]);
    }

    /** {@return where the chain of a key begins in a file} */
    int home(int key, int file) {
        return configuration.hash(key) & (places(file) - 1);
    }

    int placeAfter(int file, int place) {
        return place + 1 & (places(file) - 1);
    }

    int word(int file, int place) {
        return get(WORDS + file * PLACES + place);
    }

    void setWord(int file, int place, int word) {
        bytes[WORDS + file * PLACES + place] = (byte) word;
    }

    boolean replaceWord(int file, int place, int expected, int word) {
        if (word(file, place) != expected) {
            return false;
        }
        setWord(file, place, word);
        return true;
    }

    /** {@return whether a file, unless it is -1, has a word that leads to an entry, sealed or not} */
    boolean leadsTo(int file, int position) {
        for (int place = 0; file >= 0 && place < places(file); place++) {
            if (ModelWord.leadsTo(word(file, place), position)) {
                return true;
            }
        }
        return false;
    }

    /** Has a word lead to an entry, which takes effect by that. */
    void lead(int file, int place, int position) {
        setWord(file, place, ModelWord.of(position, isTombstone(position)));
        bytes[entry(position)] |= ENTRY_EFFECTIVE;
    }

    // What can still happen.

    /** {@return whether one more process could die: it may do that now} */
    boolean takeDeath() {
        return take(DEATHS);
    }

    /** {@return whether one more process could lose its locks: it may do that now} */
    boolean takeLoss() {
        return take(LOSSES);
    }

    private boolean take(int at) {
        if (bytes[at] == 0) {
            return false;
        }
        bytes[at]--;
        return true;
    }
}
