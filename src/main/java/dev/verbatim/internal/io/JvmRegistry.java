package dev.verbatim.internal.io;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Objects that all class loaders of this JVM share, by name. In a server each application may have a copy of this
 * library, and no copy sees the static fields of another. But POSIX locks belong to the process, so each copy has to
 * know the locks of the others. The copies share objects of the JDK's classes: channels and locks. A note of who has
 * which lock would not do, since the last one to leave a file closes and releases what others have opened.
 *
 * <p>The system properties would be the obvious place. But programs list and store those, and may expect strings. Only
 * one other place in {@code java.base} takes any object: a thread can name what it waits for, and everybody can ask for
 * that. So while there are objects, there is a thread that waits until there are none. Its blocker is the map of the
 * objects, and its name is how the map is found. The class loader of the code that started the thread stays loaded as
 * long.
 *
 * <p>Any thread may call any method. Calls that belong together are made under {@link #MONITOR}.
 */
public final class JvmRegistry {

    /** The thread's name. It begins with no package's name: a tool that relocates packages would change it. */
    static final String THREAD = "verbatim-registry";

    /**
     * Guards all of it. Equal constants are one string in all class loaders, so they have one monitor. A thread that
     * holds the monitor of an object in here may take this one, but not the other way round.
     */
    public static final Object MONITOR = THREAD;

    private static final int USUAL_THREADS = 64;
    private static final long RETRY_NANOS = 10_000;

    /**
     * The registry's thread, as it was found last. Guarded by {@link #MONITOR}. Weak, since a thread that has ended
     * would keep the class loader of another application.
     */
    private static WeakReference<@Nullable Thread> lastFound = new WeakReference<>(null);

    private JvmRegistry() {}

    /** {@return the object that has a name, or null} */
    public static @Nullable Object get(String name) {
        synchronized (MONITOR) {
            Map<String, Object> objects = find();
            return objects == null ? null : objects.get(name);
        }
    }

    /** {@return the object that has a name already, or null if the given one has it from now on} */
    public static @Nullable Object putIfAbsent(String name, Object object) {
        synchronized (MONITOR) {
            Map<String, Object> objects = find();
            if (objects == null) {
                objects = start();
            }
            return objects.putIfAbsent(name, object);
        }
    }

    /** Removes the object that has a name, if there is one. */
    public static void remove(String name) {
        synchronized (MONITOR) {
            Map<String, Object> objects = find();
            if (objects != null && objects.remove(name) != null && objects.isEmpty()) {
                MONITOR.notifyAll();
            }
        }
    }

    private static @Nullable Map<String, Object> find() {
        Thread last = lastFound.get();
        Map<String, Object> objects = last == null || !last.isAlive() ? null : objects(last);
        return objects != null ? objects : search();
    }

    /** {@return what the registry's thread waits for, or null if it waits no more} */
    @SuppressWarnings("unchecked") // a thread of this name has no other map
    private static @Nullable Map<String, Object> objects(Thread thread) {
        return LockSupport.getBlocker(thread) instanceof Map<?, ?> objects ? (Map<String, Object>) objects : null;
    }

    /** Looks at all threads: the code that started the registry's may be another copy of this library. */
    private static @Nullable Map<String, Object> search() {
        Thread[] threads = new Thread[USUAL_THREADS];
        int count = enumerate(threads);
        while (count == threads.length) {
            threads = new Thread[2 * threads.length];
            count = enumerate(threads);
        }
        for (int i = 0; i < count; i++) {
            Thread thread = threads[i];
            Map<String, Object> objects = thread.getName().equals(THREAD) ? objects(thread) : null;
            if (objects != null) {
                lastFound = new WeakReference<>(thread);
                return objects;
            }
        }
        return null;
    }

    /** {@return how many of the JVM's threads are in the array from now on} If it is full, there may be more. */
    private static int enumerate(Thread[] threads) {
        ThreadGroup root = Thread.currentThread().getThreadGroup();
        while (root.getParent() != null) {
            root = root.getParent();
        }
        return root.enumerate(threads);
    }

    private static Map<String, Object> start() {
        Map<String, Object> objects = new HashMap<>();
        Thread thread = Thread.ofPlatform()
                .name(THREAD)
                .daemon()
                .inheritInheritableThreadLocals(false)
                .start(() -> awaitEmpty(objects));
        // The next thread that has the monitor has to find the map.
        while (LockSupport.getBlocker(thread) == null) {
            if (!thread.isAlive()) {
                throw new IllegalStateException("thread=" + THREAD + " ended before it could be used");
            }
            LockSupport.parkNanos(RETRY_NANOS);
        }
        lastFound = new WeakReference<>(thread);
        return objects;
    }

    private static void awaitEmpty(Map<String, Object> objects) {
        LockSupport.setCurrentBlocker(objects);
        synchronized (MONITOR) {
            while (!objects.isEmpty()) {
                try {
                    MONITOR.wait();
                } catch (InterruptedException | OutOfMemoryError e) {
                    // The thread ends with the last object, not before, even if memory is short for the exception.
                }
            }
            LockSupport.setCurrentBlocker(null);
        }
    }
}
