package dev.verbatim.map;

import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.log.EntryWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of a map that is open. Any thread may use it.
 *
 * <p>A platform thread that reads mostly has a session of its own, which it takes without a locked instruction: such an
 * instruction has a processor wait for the cache misses of one operation before it begins with those of the next. All
 * others share as many sessions as have been in use at the same time. So neither a thread that ends nor a virtual one
 * leaves anything behind: the session of a thread that has ended goes to another one. Those who write share other
 * sessions than those who read, because a session that has written keeps a slot.
 */
final class SessionPool {

    /** How many sessions there are at most that belong to a thread; and how many are looked at first. */
    private static final int PLACES = 256;

    /** Two references are this far apart, so that two threads do not share a cache line. */
    private static final int STRIDE = 16;

    private final MapStore store;

    /** The sessions that belong to a thread, by its number; stored under their own lock. */
    private final @Nullable Session[] owned = new Session[PLACES];

    private final Shared readers = new Shared();
    private final Shared writers = new Shared();

    SessionPool(MapStore store) {
        this.store = store;
    }

    /** {@return a session that nobody else has, in which an operation has begun that reads} */
    Session beginReading() throws IOException {
        Thread thread = Thread.currentThread();
        // A plain load: who finds itself to be the owner has made, or taken over, the session itself.
        Session session = owned[place(thread)];
        if (session != null && session.isOwnedBy(thread) && session.tryBeginOwn()) {
            return session;
        }
        return beginOther(thread, session);
    }

    private Session beginOther(Thread thread, @Nullable Session own) throws IOException {
        boolean isFirst = own == null || !own.isOwnedBy(thread);
        Session session = isFirst && !thread.isVirtual() ? beginFirst(thread) : null;
        return session == null ? beginShared() : session;
    }

    private Session beginShared() throws IOException {
        Session session = readers.take();
        try {
            session.begin();
            return session;
        } catch (RuntimeException | Error e) {
            session.giveBack();
            throw e;
        }
    }

    private static int place(Thread thread) {
        return (int) thread.threadId() & PLACES - 1;
    }

    /** Has a session belong to a thread, unless one that lives has its place. {@return null then} */
    private @Nullable Session beginFirst(Thread thread) throws IOException {
        int place = place(thread);
        synchronized (owned) {
            Session session = owned[place];
            if (session == null) {
                session = new Session(store);
                owned[place] = session;
            }
            return session.passTo(thread) && session.tryBeginOwn() ? session : null;
        }
    }

    /** {@return a session that nobody else has, to write with and to be given back} */
    Session takeToWrite() throws IOException {
        return writers.take();
    }

    /** Gives a session back that was taken to write, in which no operation has begun. */
    void giveUp(Session session) throws IOException {
        if (session.hasWriter()) {
            session.giveBack();
        } else {
            // Whoever takes it next might get no slot either, while there are idle ones that have one.
            writers.remove(session);
            session.close();
        }
    }

    /**
     * Takes the writer of a session that nobody is in, and closes the session. May wait until another thread has passed
     * one.
     *
     * @return null if there is none
     */
    @Nullable
    EntryWriter takeIdleWriter() throws IOException {
        Session idle = writers.takeIdleOrPassed();
        if (idle == null) {
            return null;
        }
        writers.remove(idle);
        return idle.closeWithoutWriter();
    }

    /** Sessions that are taken by whoever needs one. */
    private final class Shared {

        /** The session that the threads of a place look at first. */
        private final AtomicReferenceArray<@Nullable Session> preferred = new AtomicReferenceArray<>(PLACES * STRIDE);

        private final CopyOnWriteArrayList<Session> sessions = new CopyOnWriteArrayList<>();

        private Session take() throws IOException {
            int place = place(Thread.currentThread()) * STRIDE;
            Session session = preferred.getAcquire(place);
            return session != null && session.tryTake() ? session : takeOther(place);
        }

        private Session takeOther(int place) throws IOException {
            Session idle = takeIdle();
            if (idle != null) {
                preferred.compareAndSet(place, null, idle);
                return idle;
            }
            Session session = new Session(store);
            session.tryTake();
            sessions.add(session);
            preferred.setRelease(place, session);
            return session;
        }

        private @Nullable Session takeIdle() {
            for (Session session : sessions) {
                if (session.tryTake()) {
                    return session;
                }
            }
            return null;
        }

        /** Forgets a session that the calling thread has taken, and does not give back. */
        private void remove(Session session) {
            sessions.remove(session);
            for (int place = 0; place < preferred.length(); place += STRIDE) {
                preferred.compareAndSet(place, session, null);
            }
        }

        /**
         * Takes a session that nobody is in. While {@link #passIdle} has one, this waits, also until a segment is made.
         *
         * @return null if there is none
         */
        private synchronized @Nullable Session takeIdleOrPassed() {
            return takeIdle();
        }

        private void passIdle() throws IOException {
            for (Session session : sessions) {
                // A thread that wants it at this moment makes another one, with a slot of its own, or waits.
                if (session.isToPass()) {
                    pass(session);
                }
            }
        }

        private synchronized void pass(Session session) throws IOException {
            if (session.tryTake()) {
                try {
                    session.pass();
                } finally {
                    session.giveBack();
                }
            }
        }
    }

    /** Has all sessions that nobody is in unmap what was deleted. */
    void passIdle() throws IOException {
        readers.passIdle();
        writers.passIdle();
        List<Session> suspended = new ArrayList<>();
        synchronized (owned) {
            for (Session session : owned) {
                if (session != null && session.isBehind()) {
                    suspended.add(session);
                }
            }
        }
        if (suspended.isEmpty()) {
            return;
        }
        try {
            suspended.forEach(Session::suspend);
            CallGuard.passAllThreads();
            for (Session session : suspended) {
                session.passSuspended();
            }
        } finally {
            suspended.forEach(Session::resume);
        }
    }
}
