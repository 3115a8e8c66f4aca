package dev.verbatim.map;

import java.io.IOException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a map that is open: as many as threads have been in its methods at the same time. A thread mostly
 * gets the session that it had before. So neither a thread that ends nor a virtual one leaves anything behind. Any
 * thread may use it.
 */
final class SessionPool {

    private static final int STRIPES = 64;

    /** Two references are this far apart, so that two threads do not share a cache line. */
    private static final int STRIDE = 16;

    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final MapStore store;

    /** The session that the threads of a stripe look at first. */
    private final AtomicReferenceArray<@Nullable Session> preferred = new AtomicReferenceArray<>(STRIPES * STRIDE);

    private final CopyOnWriteArrayList<Session> all = new CopyOnWriteArrayList<>();

    SessionPool(MapStore store) {
        this.store = store;
    }

    /** {@return a session that nobody else has, to be given back} */
    Session take() throws IOException {
        int stripe = (int) ((Thread.currentThread().threadId() * SPREAD) >>> 58) * STRIDE;
        Session session = preferred.getAcquire(stripe);
        return session != null && session.tryTake() ? session : takeOther(stripe);
    }

    private Session takeOther(int stripe) throws IOException {
        for (Session session : all) {
            if (session.tryTake()) {
                preferred.compareAndSet(stripe, null, session);
                return session;
            }
        }
        Session session = new Session(store);
        session.tryTake();
        all.add(session);
        preferred.setRelease(stripe, session);
        return session;
    }

    /** {@return all sessions; a thread that needs one takes it first} */
    Iterable<Session> all() {
        return all;
    }
}
