package consumer;

import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Counts what holds and prints what does not. */
final class Checks {

    /** Something that may throw. */
    interface Action {
        void run() throws Throwable;
    }

    private static int passed;
    private static int failed;

    private Checks() {}

    static int passed() {
        return passed;
    }

    static int failed() {
        return failed;
    }

    static void that(String what, boolean holds) {
        if (holds) {
            passed++;
        } else {
            failed++;
            System.err.println("FAILED: " + what);
        }
    }

    static void equal(String what, Object expected, Object actual) {
        that(what + ": expected " + expected + ", found " + actual, Objects.equals(expected, actual));
    }

    /** Checks that an action throws exactly this type, with a message that has every fragment in it. */
    static Throwable thrown(String what, Class<? extends Throwable> type, Action action, String... fragments) {
        try {
            action.run();
        } catch (Throwable fault) {
            String missing = "";
            for (String fragment : fragments) {
                if (!String.valueOf(fault.getMessage()).contains(fragment)) {
                    missing += " [" + fragment + "]";
                }
            }
            that(
                    what + ": expected " + type.getName() + ", found " + fault + ", message lacks" + missing,
                    fault.getClass() == type && missing.isEmpty());
            return fault;
        }
        that(what + ": expected " + type.getName() + ", nothing was thrown", false);
        return null;
    }

    static Action onAnotherThread(Action action) {
        return () -> {
            FutureTask<Void> task = new FutureTask<>(() -> {
                try {
                    action.run();
                } catch (RuntimeException | Error fault) {
                    throw fault;
                } catch (Throwable fault) {
                    throw new AssertionError(fault);
                }
                return null;
            });
            new Thread(task).start();
            try {
                task.get();
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        };
    }
}
