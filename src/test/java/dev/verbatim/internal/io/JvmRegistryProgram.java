package dev.verbatim.internal.io;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Counts the threads of the registry, in a JVM where nobody else uses it. */
final class JvmRegistryProgram {

    private JvmRegistryProgram() {}

    public static void main(String[] args) throws InterruptedException {
        System.out.println("before=" + threads().size());
        JvmRegistry.putIfAbsent("one", "object");
        System.out.println("one=" + threads().size());
        JvmRegistry.putIfAbsent("two", "object");
        System.out.println("two=" + threads().size());
        Thread thread = thread();
        JvmRegistry.remove("two");
        System.out.println("one again=" + threads().size());
        JvmRegistry.remove("one");
        thread.join(Duration.ofSeconds(30));
        System.out.println("none=" + threads().size());
    }

    /** {@return the registry's thread, which there is while it has objects} One that is about to end has none. */
    static Thread thread() {
        return threads().stream()
                .filter(thread -> LockSupport.getBlocker(thread) != null)
                .findFirst()
                .orElseThrow();
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(JvmRegistry.THREAD))
                .toList();
    }
}
