package dev.verbatim.internal.log;

import dev.verbatim.internal.log.ModelTailer.TailerAt;
import dev.verbatim.internal.log.ProtocolModel.At;
import java.util.Arrays;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A state of {@link ProtocolModel}: what is shared, what each process knows, and what was promised. All numbers are
 * small.
 */
final class ModelState {

    static final int PROCESSES = 2;
    private static final At[] AT = At.values();
    private static final TailerAt[] TAILER_AT = TailerAt.values();
    private static final int SLOTS = 4;
    private static final int FILES = 6;

    /** One more than the largest slot, generation or length. */
    private static final int MAX = 4;

    private static final int FIRST_RESERVED = 5 * MAX;

    private static final int SCALARS = 13 + PROCESSES;

    /** The bytes of a state, one for each number. */
    static final int BYTE_SIZE = SCALARS
            + Stream.of(new ModelState().arrays).mapToInt(array -> array.length).sum();

    // The control file, the lock file and the folder.
    int newest;
    int fileCount;

    /** The segment that is being made ahead of need; 0 if none is. */
    int made;

    final int[] generations = new int[SLOTS];
    final int[] slotOwner = new int[SLOTS];
    final int[] files = new int[FILES];

    // The segment files. Who has a file open keeps it, even if another file gets its name.
    final int[] hints = new int[FILES];
    final int[][] words = new int[FILES][ProtocolModel.SIZE];
    final int[][] payloads = new int[FILES][ProtocolModel.SIZE];

    // The appenders.
    final At[] at = new At[PROCESSES];
    final int[] hasSlot = new int[PROCESSES];
    final int[] slot = new int[PROCESSES];
    final int[] candidate = new int[PROCESSES];
    final int[] generation = new int[PROCESSES];
    final int[] file = new int[PROCESSES];
    final int[] index = new int[PROCESSES];
    final int[] next = new int[PROCESSES];
    final int[] sequence = new int[PROCESSES];

    // The tailer.
    TailerAt tailerAt = TailerAt.LOAD_WORD;
    int tailerFile;
    int tailerIndex;
    int tailerOffset;
    int tailerWord;

    // What can still happen, and sets of records and positions.
    int crashes;
    int losses;
    int delivered;
    int acknowledged;
    int failed;
    final int[] positions = new int[FILES];

    private final int[][] arrays = Stream.of(
                    Stream.of(words),
                    Stream.of(payloads),
                    Stream.of(generations, slotOwner, files, hints, positions),
                    Stream.of(hasSlot, slot, candidate, generation, file, index, next, sequence))
            .flatMap(Function.identity())
            .toArray(int[][]::new);

    ModelState() {
        Arrays.fill(at, At.LOAD_GENERATION);
    }

    /** A word of which only a reserved one says whose it is: who has settled it makes no difference. */
    static int word(int state, int slot, int generation, int length) {
        return state == EntryDescriptor.RESERVED
                ? FIRST_RESERVED + (slot * MAX + generation) * MAX + length
                : state * MAX + length;
    }

    static int state(int word) {
        return word >= FIRST_RESERVED ? EntryDescriptor.RESERVED : word / MAX;
    }

    static int slot(int reserved) {
        return (reserved - FIRST_RESERVED) / (MAX * MAX);
    }

    static int generation(int reserved) {
        return (reserved - FIRST_RESERVED) / MAX % MAX;
    }

    static int length(int word) {
        return word % MAX;
    }

    /** Clears what a process knows. */
    void forget(int process) {
        hasSlot[process] = 0;
        slot[process] = 0;
        candidate[process] = 0;
        generation[process] = 0;
        file[process] = 0;
        index[process] = 0;
        next[process] = 0;
    }

    /** Fills an array with this state. */
    @SuppressWarnings("EnumOrdinal") // an enum takes a byte
    void write(byte[] target) {
        int at = 0;
        for (int[] array : arrays) {
            for (int value : array) {
                target[at++] = (byte) value;
            }
        }
        target[at++] = (byte) newest;
        target[at++] = (byte) made;
        target[at++] = (byte) fileCount;
        target[at++] = (byte) tailerAt.ordinal();
        for (At process : this.at) {
            target[at++] = (byte) process.ordinal();
        }
        target[at++] = (byte) tailerFile;
        target[at++] = (byte) tailerIndex;
        target[at++] = (byte) tailerOffset;
        target[at++] = (byte) tailerWord;
        target[at++] = (byte) crashes;
        target[at++] = (byte) losses;
        target[at++] = (byte) delivered;
        target[at++] = (byte) acknowledged;
        target[at] = (byte) failed;
    }

    /** Takes the state that an array was filled with. */
    @SuppressWarnings("EnumOrdinal") // an enum takes a byte
    void read(byte[] source) {
        int at = 0;
        for (int[] array : arrays) {
            for (int i = 0; i < array.length; i++) {
                array[i] = source[at++];
            }
        }
        newest = source[at++];
        made = source[at++];
        fileCount = source[at++];
        tailerAt = TAILER_AT[source[at++]];
        for (int i = 0; i < PROCESSES; i++) {
            this.at[i] = AT[source[at++]];
        }
        tailerFile = source[at++];
        tailerIndex = source[at++];
        tailerOffset = source[at++];
        tailerWord = source[at++];
        crashes = source[at++];
        losses = source[at++];
        delivered = source[at++];
        acknowledged = source[at++];
        failed = source[at];
    }

    ModelState copy() {
        byte[] bytes = new byte[BYTE_SIZE];
        write(bytes);
        ModelState copy = new ModelState();
        copy.read(bytes);
        return copy;
    }
}
