package dev.verbatim.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.verbatim.file.ChildJvm;
import dev.verbatim.file.ChildJvm.Result;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What one class loader puts under a name, all others find there until it is removed. */
@Timeout(60)
class JvmRegistryTest {

    private static final String NAME = "dev.verbatim.test";
    private static final int THREADS = 4;
    private static final int TURNS = 200;

    /** Changed by whoever has the name. */
    private int turns;

    @AfterEach
    void tearDown() {
        JvmRegistry.remove(NAME);
    }

    @Test
    void aNameIsTheFirstObjectsUntilItIsRemoved() {
        Object first = new Object();
        assertNull(JvmRegistry.get(NAME));
        assertNull(JvmRegistry.putIfAbsent(NAME, first));
        assertSame(first, JvmRegistry.putIfAbsent(NAME, new Object()));
        assertSame(first, JvmRegistry.get(NAME));
        JvmRegistry.remove(NAME);
        JvmRegistry.remove(NAME);
        assertNull(JvmRegistry.get(NAME));
    }

    @Test
    void anotherClassLoaderFindsTheSameObject() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (Path path : ChildJvm.classPath()) {
            urls.add(path.toUri().toURL());
        }
        Object here = new Object();
        Object there = new Object();
        try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), null)) {
            Class<?> copy = loader.loadClass(JvmRegistry.class.getName());
            assertNotSame(JvmRegistry.class, copy);
            assertSame(JvmRegistry.MONITOR, copy.getField("MONITOR").get(null));

            JvmRegistry.putIfAbsent(NAME, here);
            assertSame(here, copy.getMethod("get", String.class).invoke(null, NAME));
            copy.getMethod("remove", String.class).invoke(null, NAME);
            assertNull(JvmRegistry.get(NAME));

            copy.getMethod("putIfAbsent", String.class, Object.class).invoke(null, NAME, there);
            assertSame(there, JvmRegistry.get(NAME));
        }
    }

    @Test
    void anInterruptOfItsThreadLosesNothing() {
        Object object = new Object();
        JvmRegistry.putIfAbsent(NAME, object);
        Thread thread = JvmRegistryProgram.thread();
        for (int i = 0; i < 10; i++) {
            thread.interrupt();
            while (thread.isInterrupted()) {
                Thread.onSpinWait();
            }
            assertSame(object, JvmRegistry.get(NAME));
        }
        assertSame(thread, JvmRegistryProgram.thread());
    }

    /** The thread ends, and another one is started, all the time. */
    @Test
    void manyThreadsHaveANameInTurn() throws Exception {
        List<FutureTask<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            FutureTask<Void> task = new FutureTask<>(this::takeTurns, null);
            tasks.add(task);
            Thread.ofPlatform().start(task);
        }
        for (FutureTask<Void> task : tasks) {
            task.get();
        }
        assertEquals(THREADS * TURNS, turns);
    }

    private void takeTurns() {
        for (int i = 0; i < TURNS; i++) {
            while (JvmRegistry.putIfAbsent(NAME, Thread.currentThread()) != null) {
                Thread.onSpinWait();
            }
            turns++;
            assertSame(Thread.currentThread(), JvmRegistry.get(NAME));
            JvmRegistry.remove(NAME);
        }
    }

    @Test
    void itsThreadEndsWithTheLastObject() throws Exception {
        assertEquals(
                new Result(0, "before=0\none=1\ntwo=1\none again=1\nnone=0\n"),
                ChildJvm.run(ChildJvm.command(JvmRegistryProgram.class)));
    }
}
