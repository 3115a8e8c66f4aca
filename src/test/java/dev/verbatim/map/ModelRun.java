package dev.verbatim.map;

import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs operations a step at a time.
 *
 * <p>A search stops a process before each access to something shared, keeps everything that the process knows as bytes,
 * and lets it go on later from any such state. Still the operations are plain code with loops and calls. It works like
 * this. Each access to something shared is a lambda that is given to {@link #step} or one of its forms. The result is
 * all that the process learns by it. The list of these results is the state of the process. To take one more step, the
 * operation's code runs again from its start. A step that has a result in the list is not taken again: it returns that
 * result. The first step without one is taken, and its result is added to the list. Then the code goes on to the next
 * step, where an exception stops it.
 *
 * <p>So the code between two steps runs many times. It may depend on the results of steps, on what {@link
 * ModelProcesses} has of the process, and on what never changes, such as the size of a file. It may change only what
 * {@link ModelProcesses} has of the process. Unless the operation ends or restarts before its next step, doing so again
 * must make no difference.
 *
 * <p>Two processes that have come to the same point in different ways should be in the same state, so that the search
 * has fewer states. So a process forgets what it does not need any more. When a {@link #call} is over, its result is
 * kept and those of its steps are forgotten. {@link #goOn} does the same within a loop. {@link #restart} forgets
 * everything but a phase.
 */
final class ModelRun {

    /** A part of an operation of which only the result is kept. */
    enum Call {
        FIND,
        GO_ON,
        OPEN_NEXT,
        MOVE,
        COPY,
        SETTLE,
        MARK,
        LEAVE,
        WHOLE_FILE,
        WHOLE_LOG;

        @SuppressWarnings("EnumOrdinal") // an enum takes a few bits
        private int mark() {
            return (ordinal() + 1) << RESULT_BITS;
        }
    }

    /** Ends a run of the code: before the next step, or so that it runs again from its start. */
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final boolean restarts;

        Stop(boolean restarts) {
            super(null, null, false, false);
            this.restarts = restarts;
        }
    }

    private static final int RESULT_BITS = 24;
    private static final int RESULT_MASK = (1 << RESULT_BITS) - 1;

    private final ModelProcesses processes;
    private int me;

    /** The result that the code comes to next. */
    private int at;

    private boolean stepTaken;
    private @Nullable StringBuilder report;

    ModelRun(ModelProcesses processes) {
        this.processes = processes;
    }

    /** {@return the process that runs} */
    int me() {
        return me;
    }

    /** Lets a process take a step of an operation. {@return the operation's outcome, null if it goes on} */
    @Nullable
    ModelOutcome advance(int process, Supplier<ModelOutcome> operation) {
        me = process;
        at = 0;
        stepTaken = false;
        try {
            ModelOutcome outcome = operation.get();
            begin(0);
            return outcome;
        } catch (Stop stop) {
            if (stop.restarts) {
                processes.forgetResults(me, 0);
            }
            return null;
        }
    }

    /** Does something with what is shared, or returns the result that it had. */
    int step(IntSupplier step) {
        if (at < processes.resultCount(me)) {
            int result = processes.result(me, at);
            at++;
            if (result > RESULT_MASK) {
                throw new IllegalStateException("expected the result of a step, found that of a call: " + result);
            }
            return result;
        }
        if (stepTaken) {
            throw new Stop(false);
        }
        int result = step.getAsInt();
        stepTaken = true;
        processes.addResult(me, result);
        at++;
        return result;
    }

    /** A {@link #step} that says yes or no. */
    boolean test(BooleanSupplier step) {
        return step(() -> step.getAsBoolean() ? 1 : 0) == 1;
    }

    /** A {@link #step} from which nothing is learnt. */
    void act(Runnable step) {
        step(() -> {
            step.run();
            return 0;
        });
    }

    /** Takes the steps of a part of an operation, or returns the result that it had. */
    int call(Call call, IntSupplier part) {
        if (isNext(call)) {
            return nextOf(call);
        }
        int mark = at;
        int result = part.getAsInt();
        leave(mark, call, result);
        return result;
    }

    /** {@return the results that the code has come to} */
    int mark() {
        return at;
    }

    /** Forgets the results since a mark, for one that {@link #wentOn} returns there from now on. */
    void goOn(int mark, int result) {
        leave(mark, Call.GO_ON, result);
    }

    /** {@return what {@link #goOn} has left here, or another value if nothing} */
    int wentOn(int otherwise) {
        return isNext(Call.GO_ON) ? nextOf(Call.GO_ON) : otherwise;
    }

    private boolean isNext(Call call) {
        return at < processes.resultCount(me) && (processes.result(me, at) & ~RESULT_MASK) == call.mark();
    }

    private int nextOf(Call call) {
        int result = processes.result(me, at) ^ call.mark();
        at++;
        return result;
    }

    private void leave(int mark, Call call, int result) {
        begin(mark);
        processes.addResult(me, call.mark() | result);
        at++;
    }

    private void begin(int mark) {
        if (at != processes.resultCount(me)) {
            throw new IllegalStateException("expected to come to the last result, found one at " + at);
        }
        processes.forgetResults(me, mark);
        at = mark;
    }

    /** {@return how far the operation had come when it was restarted; 0 when it begins} */
    int phase() {
        return processes.phase(me);
    }

    /** Throws what this returns to have the operation run again from its start. */
    RuntimeException restart(int phase) {
        processes.setPhase(me, phase);
        return new Stop(true);
    }

    /** Says what a step does, if somebody listens. */
    void tell(Supplier<String> text) {
        if (report != null) {
            report.append(report.isEmpty() ? "" : "; ").append(text.get());
        }
    }

    void report(@Nullable StringBuilder report) {
        this.report = report;
    }
}
