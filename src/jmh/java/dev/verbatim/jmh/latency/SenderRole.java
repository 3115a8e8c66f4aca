package dev.verbatim.jmh.latency;

import dev.verbatim.jmh.queue.Sender;
import java.io.IOException;

/** Sends each message when it is due, or as soon as it can after that. */
final class SenderRole implements Role {

    private final Sender sender;
    private final int rate;

    SenderRole(Sender sender, int rate) {
        this.sender = sender;
        this.rate = rate;
    }

    @Override
    public String run(long startNanos, int count) throws IOException {
        Schedule schedule = new Schedule(startNanos, rate);
        for (int i = 0; i < count; i++) {
            send(schedule.due(i));
        }
        return DONE;
    }

    /** A method of its own: the compiler optimises it better than the body of a loop that is entered once. */
    private void send(long due) throws IOException {
        while (System.nanoTime() - due < 0) {
            Thread.onSpinWait();
        }
        sender.send(due);
    }

    @Override
    public void close() throws IOException {
        sender.close();
    }
}
