package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.latency.Peer.Answer;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Two processes that work for the same run. If one dies, the other is ended, which would wait for it. */
final class Couple implements Closeable {

    /** The time between the commands and the start of the run, in which both read their command. */
    static final long HEAD_START_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Child first;
    private final Child second;
    private volatile boolean closing;

    /** Starts both, the second when the first is ready. */
    @SuppressWarnings("FutureReturnValueIgnored") // of an action that does not throw
    Couple(Launcher launcher, Jvm jvm, List<String> firstArguments, List<String> secondArguments) throws IOException {
        Process begun = launcher.start(0, jvm, firstArguments);
        first = new Child(begun);
        first.answer();
        Process other = launcher.start(1, jvm, secondArguments);
        second = new Child(other);
        begun.onExit().thenRun(() -> ended(second));
        other.onExit().thenRun(() -> ended(first));
        second.answer();
    }

    private void ended(Child other) {
        if (!closing) {
            other.kill();
        }
    }

    /** {@return the answers of both to a run} */
    List<Answer> run(int count) throws IOException {
        String command = System.nanoTime() + HEAD_START_NANOS + " " + count;
        first.tell(command);
        second.tell(command);
        return List.of(Answer.of(first.answer()), Answer.of(second.answer()));
    }

    @Override
    public void close() throws IOException {
        closing = true;
        try (first) {
            second.close();
        }
    }
}
