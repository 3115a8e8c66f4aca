package dev.verbatim.internal.io;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Memory is released where a stack has no call: what is not known for sure counts as one. */
class CallStackTest {

    private static final CallStack STACK = new CallStack("thing.Writer");

    private static boolean mayBeInCall(Thread thread, String... frames) {
        return STACK.mayBeInCall(
                thread,
                Stream.of(frames)
                        .map(frame -> {
                            int dot = frame.lastIndexOf('.');
                            return new StackTraceElement(frame.substring(0, dot), frame.substring(dot + 1), null, -1);
                        })
                        .toArray(StackTraceElement[]::new));
    }

    /** A thread with a method of its own at the bottom of its stack. */
    private static final class Worker extends Thread {}

    @Test
    void aWholeStackTells() {
        Thread plain = new Thread(() -> {});
        assertTrue(mayBeInCall(plain, "app.Codec.write", "thing.Writer.append", "app.Job.go", "java.lang.Thread.run"));
        assertFalse(mayBeInCall(plain, "app.Codec.write", "app.Job.go", "java.lang.Thread.run"));
        assertFalse(mayBeInCall(plain, "app.Job.go", "app.Main.main"));
        assertFalse(mayBeInCall(plain, "thing.Writer.close", "java.lang.Thread.run"));
        assertFalse(mayBeInCall(new Worker(), "app.Job.go", Worker.class.getName() + ".run"));
        assertFalse(mayBeInCall(Thread.ofVirtual().unstarted(() -> {}), "app.Job.go", "java.lang.VirtualThread.run"));
    }

    /** As with {@code -XX:MaxJavaStackTraceDepth=2}. */
    @Test
    void aStackThatIsCutMayHaveACallBelow() {
        Thread plain = new Thread(() -> {});
        assertTrue(mayBeInCall(plain, "app.Codec.write", "app.Part.encode"));
        assertTrue(mayBeInCall(plain, "app.Codec.write", "app.Job.run"));
        assertTrue(mayBeInCall(plain, "app.Codec.write", "app.Job.exit"));
        String[] deep = Stream.generate(() -> "app.Codec.write").limit(1024).toArray(String[]::new);
        deep[1023] = "java.lang.Thread.run";
        assertTrue(mayBeInCall(plain, deep));
    }

    @Test
    void aThreadThatIsEndingIsNotInACall() {
        Thread plain = new Thread(() -> {});
        assertFalse(mayBeInCall(plain, "java.lang.Thread.exit"));
        assertFalse(mayBeInCall(plain, "app.Log.print", "java.lang.Thread.dispatchUncaughtException"));
        assertFalse(mayBeInCall(plain));
    }

    @Test
    void aHandlerOfWhatEndsAThreadMayBeInACall() {
        Thread plain = new Thread(() -> {});
        assertTrue(mayBeInCall(plain, "thing.Writer.append", "java.lang.Thread.dispatchUncaughtException"));
    }

    /** A virtual thread that changes its carrier shows no frames either. */
    @Test
    void aVirtualThreadWithoutFramesMayBeInACall() {
        assertTrue(mayBeInCall(Thread.ofVirtual().unstarted(() -> {})));
    }
}
