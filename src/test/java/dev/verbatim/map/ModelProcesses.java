package dev.verbatim.map;

import dev.verbatim.map.MapModel.Beyond;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** What a {@link ModelState} has of each process. A dead one knows nothing. */
final class ModelProcesses {

    // Flags.
    static final int DEAD = 1;
    static final int LOST_LOCKS = 2;
    static final int TOOK_ANOTHER_SLOT = 4;
    static final int WORKS = 8;

    private static final int RESULTS = 30;

    // What a process knows.
    private static final int FLAGS = 0;
    private static final int SEQUENCE = 1;
    private static final int PHASE = 2;
    private static final int HANDLE = 3;
    private static final int RESULT_COUNT = 4;
    private static final int FIRST_RESULT = 5;

    /** What {@link ModelPromises} and {@link ModelDelivery} note. */
    private static final int NOTES = FIRST_RESULT + Integer.BYTES * RESULTS;

    static final int SIZE = NOTES + ModelPromises.NOTES + ModelDelivery.NOTES;

    private static final VarHandle INT_LE = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private final ModelState state;

    ModelProcesses(ModelState state) {
        this.state = state;
    }

    private byte[] bytes() {
        return state.bytes();
    }

    /** {@return how many there are, alive or dead} */
    int count() {
        return state.configuration.processes();
    }

    private static int process(int process) {
        return ModelState.PROCESSES + process * SIZE;
    }

    boolean is(int process, int flag) {
        return (bytes()[process(process) + FLAGS] & flag) != 0;
    }

    void set(int process, int flag) {
        bytes()[process(process) + FLAGS] |= (byte) flag;
    }

    boolean isFinished(int process) {
        return is(process, DEAD) || sequence(process) == state.configuration.operations(process);
    }

    /** {@return whether a process is in the middle of an operation of a kind} */
    boolean isAt(int process, ModelOperation.Kind kind) {
        return is(process, WORKS) && operation(process).kind() == kind;
    }

    int sequence(int process) {
        return bytes()[process(process) + SEQUENCE];
    }

    ModelOperation operation(int process) {
        return state.configuration.operation(process, sequence(process));
    }

    void endOperation(int process) {
        bytes()[process(process) + FLAGS] &= ~WORKS;
        bytes()[process(process) + SEQUENCE]++;
        setPhase(process, 0);
    }

    /** {@return how far an operation of several parts has come; 0 when it begins} */
    int phase(int process) {
        return bytes()[process(process) + PHASE] & 0xff;
    }

    void setPhase(int process, int phase) {
        bytes()[process(process) + PHASE] = (byte) phase;
    }

    /** {@return the generation in which a process begins its operations} */
    ModelHandle handle(int process) {
        return ModelHandle.decode(bytes()[process(process) + HANDLE]);
    }

    void setHandle(int process, ModelHandle handle) {
        bytes()[process(process) + HANDLE] = (byte) handle.encode();
    }

    int resultCount(int process) {
        return bytes()[process(process) + RESULT_COUNT];
    }

    int result(int process, int number) {
        return (int) INT_LE.get(bytes(), process(process) + FIRST_RESULT + Integer.BYTES * number);
    }

    void addResult(int process, int result) {
        int count = resultCount(process);
        if (count == RESULTS) {
            throw new Beyond("too many steps of an operation");
        }
        INT_LE.set(bytes(), process(process) + FIRST_RESULT + Integer.BYTES * count, result);
        bytes()[process(process) + RESULT_COUNT]++;
    }

    void forgetResults(int process, int from) {
        int first = process(process) + FIRST_RESULT;
        Arrays.fill(bytes(), first + Integer.BYTES * from, first + Integer.BYTES * resultCount(process), (byte) 0);
        bytes()[process(process) + RESULT_COUNT] = (byte) from;
    }

    /** {@return whether a process was in the middle of an operation and one more can die; it has died then} */
    boolean die(int process) {
        if (!is(process, WORKS) || !state.takeDeath()) {
            return false;
        }
        Arrays.fill(bytes(), process(process), process(process) + SIZE, (byte) 0);
        set(process, DEAD);
        return true;
    }

    /** {@return whether a process was in the middle of an operation and had its locks, which it has lost then} */
    boolean loseLocks(int process) {
        if (!is(process, WORKS) || is(process, LOST_LOCKS) || !state.takeLoss()) {
            return false;
        }
        set(process, LOST_LOCKS);
        return true;
    }

    /** {@return a byte that {@link ModelPromises} or {@link ModelDelivery} keeps beside a process} */
    int note(int process, int number) {
        return bytes()[process(process) + NOTES + number] & 0xff;
    }

    void setNote(int process, int number, int note) {
        bytes()[process(process) + NOTES + number] = (byte) note;
    }
}
