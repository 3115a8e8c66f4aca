package dev.verbatim.internal.io;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.ref.Cleaner;
import org.jspecify.annotations.Nullable;

/**
 * Closes the guard of an object that nobody has closed, once the garbage collector has found that nobody can reach the
 * object any more. Nothing here may lead to the object, nor may the guard's release: it could always be reached then.
 * The guard knows the thread that was in it last, and a thread knows its task, even when it has ended: an object that
 * its task leads to is not found before another thread has used it.
 *
 * <p>A method of the object that is under way has to keep it reachable until its end, by a fence. If it did not,
 * nothing would be unmapped under it, as the guard sees to that; but it would end as if another thread had closed the
 * object.
 */
public final class Leak {

    private static final Cleaner CLEANER = Cleaner.create();

    private final Cleaner.Cleanable cleanable;

    /** Null until there is something to close, and from when it is closed. */
    private volatile @Nullable CallGuard guard;

    /**
     * Begins to watch an object. Called first in its constructor: if that fails later on, there is nothing to close.
     *
     * @param owner the object
     */
    public Leak(Object owner) {
        this.cleanable = CLEANER.register(owner, this::closeGuard);
    }

    /** Has a guard be closed from now on if nobody does so. Called last in the constructor of its object. */
    public void watch(CallGuard watched) {
        guard = watched;
    }

    /** Takes note that the guard is closed. */
    public void end() {
        guard = null;
        cleanable.clean();
    }

    private void closeGuard() {
        CallGuard left = guard;
        if (left != null) {
            try {
                left.close();
            } catch (IOException e) {
                System.getLogger(Leak.class.getName())
                        .log(Level.DEBUG, "cannot give back what an object had that nobody closed", e);
            }
        }
    }
}
