package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.verbatim.file.ChildJvm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A running program that dies when this is closed, such as {@link KilledProgram}. */
public final class KilledProcess implements AutoCloseable {

    /** The exit code of a process that has halted at a step. */
    public static final int HALTED = 9;

    /** How long to wait for what must come: much longer than the slowest machine takes. */
    public static final long PATIENCE_SECONDS = 180;

    private static final List<String> FLAGS = List.of(
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:CompileThresholdScaling=10",
            "-Ddev.verbatim.log.watchSteps=true");

    private final Process process;

    private KilledProcess(Process process) {
        this.process = process;
    }

    /** Starts a program; when it halts by itself, its exit code has to be {@link #HALTED}. */
    public static KilledProcess run(Class<?> program, Object... arguments) throws IOException {
        return of(ChildJvm.command(FLAGS, program, arguments));
    }

    /** {@return the command that runs a program on a class path} */
    static List<String> command(String classPath, List<String> options, Class<?> program, Object... arguments) {
        List<String> all = new ArrayList<>(FLAGS);
        all.addAll(options);
        return ChildJvm.command(classPath, all, program, arguments);
    }

    static KilledProcess of(List<String> command) throws IOException {
        return new KilledProcess(ChildJvm.start(command));
    }

    /** Waits for a condition that the process brings about. */
    public void await(String what, Callable<Boolean> condition) throws Exception {
        awaitWhile(what, condition, process);
    }

    /** Waits for a condition that others than a dead process bring about. */
    public static void awaitHere(String what, Callable<Boolean> condition) throws Exception {
        awaitWhile(what, condition, null);
    }

    private static void awaitWhile(String what, Callable<Boolean> condition, @Nullable Process process)
            throws Exception {
        long start = System.nanoTime();
        while (!condition.call()) {
            if (process != null && !process.isAlive()) {
                fail("waiting for " + what + ": the process ended by itself: " + output(process));
            }
            if (System.nanoTime() - start > TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS)) {
                fail("waited for " + what + " for " + PATIENCE_SECONDS + " s");
            }
            LockSupport.parkNanos(100_000);
        }
    }

    private static String output(Process process) throws IOException {
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Waits until the process has halted at a step by itself. */
    public void awaitHalt(Enum<?> step) throws Exception {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            fail("the process did not come to step=" + step);
        }
        String output = process.exitValue() == HALTED ? "" : output(process);
        assertEquals(HALTED, process.exitValue(), () -> "step=" + step + ": " + output);
    }

    /** Waits until the process has ended in an orderly way. */
    public void awaitEnd() throws Exception {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            fail("the process did not end");
        }
        assertEquals(0, process.exitValue(), () -> "the process failed");
    }

    /** Kills the process, if it has not ended. */
    @Override
    public void close() {
        kill();
    }

    /** Kills the process with SIGKILL, if it has not ended. */
    public void kill() {
        process.toHandle().destroyForcibly();
        process.onExit().join();
    }
}
