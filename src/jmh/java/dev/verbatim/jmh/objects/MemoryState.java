package dev.verbatim.jmh.objects;

import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * A rival that is measured in memory, and where it stands in the round of objects.
 *
 * <p>It is checked before it is measured. Each fork makes only the rival that it measures, so no other leaves its mark
 * in the type profiles.
 */
@State(Scope.Thread)
public abstract class MemoryState<T> {

    private final Subject<T> subject;
    private final Peer<T> peer;
    private int next;

    MemoryState(Subject<T> subject, Peer<T> peer) {
        this.subject = subject;
        this.peer = peer;
    }

    /** Every slot has been written after it. */
    @Setup
    public final void check() throws Exception {
        subject.check(peer);
    }

    final void write() throws Exception {
        int slot = next();
        peer.write(subject.value(slot), slot);
    }

    final T read() throws Exception {
        return peer.read(next());
    }

    final T roundTrip() throws Exception {
        int slot = next();
        peer.write(subject.value(slot), slot);
        return peer.read(slot);
    }

    private int next() {
        int slot = next;
        next = slot == Subject.COUNT - 1 ? 0 : slot + 1;
        return slot;
    }
}
