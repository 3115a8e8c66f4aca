package dev.verbatim.internal.io;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.concurrent.FutureTask;

/** Does something where a recursion has left little room on the stack, each time another amount. */
public final class DeepStack {

    private static final long STACK_SIZE = 200 << 10;
    private static final int MOST_LEFT = 1_500;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static int calls;

    private DeepStack() {}

    /** Something that may run out of stack. */
    public interface Step {
        void run() throws Exception;
    }

    /** A {@link #run} with what comes before it and after it, where there is room. */
    public interface Trial {
        void run(int left) throws Exception;
    }

    /** Repeats a trial for a while in a thread of its own, which must come to its end. */
    public static void repeat(Duration duration, Trial trial) throws Exception {
        FutureTask<Boolean> task = new FutureTask<>(() -> {
            long start = System.nanoTime();
            while (System.nanoTime() - start < duration.toNanos()) {
                for (int left = 1; left < MOST_LEFT; left += 1 + left / 100) {
                    trial.run(left);
                }
            }
            return true;
        });
        Thread thread = new Thread(null, task, "deep stack", STACK_SIZE);
        thread.setDaemon(true);
        thread.start();
        thread.join(duration.plus(PATIENCE).toMillis());
        assertFalse(thread.isAlive(), "a step hangs");
        task.get();
    }

    /** Does something where so many calls are left until the end of the stack, which may end it. */
    public static void run(int left, Step step) throws Exception {
        calls = 0;
        try {
            recurse(Integer.MAX_VALUE, () -> {});
        } catch (StackOverflowError e) {
            // now there is a count
        }
        try {
            recurse(calls - left, step);
        } catch (StackOverflowError e) {
            // who takes the step must be able to live with that
        }
    }

    /** Does something below so many calls. */
    public static void recurse(int depth, Step step) throws Exception {
        calls++;
        if (depth > 0) {
            recurse(depth - 1, step);
        } else {
            step.run();
        }
    }
}
