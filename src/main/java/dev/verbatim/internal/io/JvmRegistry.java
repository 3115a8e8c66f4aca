package dev.verbatim.internal.io;

import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Objects that all class loaders of this JVM share, by name. In a server each application may have a copy of this
 * library, whose static fields the others do not see; but POSIX locks are the process's, so the copies have to know of
 * each other's. What they share are objects of the JDK's classes: channels and locks. A note of who has which would not
 * do, since the last one to leave a file closes and releases what others have opened.
 *
 * <p>They are not in the system properties, the obvious place, because programs list and store those, and may expect
 * strings. No other place that {@code java.base} has is open to any object, except one: a thread can name what it waits
 * for, and everybody can ask it. So while there are objects there is a thread that waits until there are none. Its
 * blocker is the map of them, and its name is how the map is found. Whoever loaded the class that started the thread
 * stays loaded as long.
 *
 * <p>Any thread may call any method. Calls that belong together are made under {@link #MONITOR}.
 */
public final class JvmRegistry {

    /** The thread's name. A tool that relocates packages changes constants that begin with one, so this does not. */
    static final String THREAD = "verbatim-registry";

    /**
     * Guards all of it. Equal constants are one string in all class loaders, so they have one monitor. Whoever holds
     * the monitor of an object in here may take this one, but not the other way round.
     */
    public static final Object MONITOR = THREAD;

    private static final int USUAL_THREADS = 64;
    private static final long RETRY_NANOS = 10_000;

    /**
     * The registry's thread, as it was found last. Guarded by {@link #MONITOR}. Weak, since a thread that has ended would
     * keep the class loader of another application.
     */
    private static WeakReference<@Nullable Thread> lastFound = new WeakReference<>(null);

    private JvmRegistry() {}

    /** {@return what has a name, or null} */
    public static @Nullable Object get(String name) {
        synchronized (MONITOR) {
            Map<String, Object> objects = find();
            return objects == null ? null : objects.get(name);
        }
    }

    /** {@return what has a name already, or null if this object has it from now on} */
    public static @Nullable Object putIfAbsent(String name, Object object) {
        synchronized (MONITOR) {
            Map<String, Object> objects = find();
            if (objects == null) {
                objects = start();
            }
            return objects.putIfAbsent(name, object);
        }
    }

    /** Takes the name from whatever has it. */
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
        // Who has the monitor next has to find it.
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
                    // It ends with the last object, and not before, even where there is no room for the interrupt.
                }
            }
            LockSupport.setCurrentBlocker(null);
        }
    }
}
