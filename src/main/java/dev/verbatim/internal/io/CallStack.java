package dev.verbatim.internal.io;

import java.lang.StackWalker.StackFrame;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Looks whether a call is on the stack of a thread. This takes long, and stops another thread for a moment. Immutable.
 */
final class CallStack {

    /** How many frames a JVM tells of another thread's stack, unless it is told otherwise. */
    private static final int SHOWN_FRAMES = 1024;

    private static final long PAUSE_NANOS = 50_000;

    /** Whether a thread has walked its stack: then all classes are initialised that it takes. */
    private static volatile boolean hasWalked;

    private final String callers;

    /**
     * Prepares to look.
     *
     * @param callers what the names of the classes begin with whose methods are the calls
     */
    CallStack(String callers) {
        this.callers = callers;
    }

    /**
     * {@return whether the calling thread is in a call}
     *
     * @param besidesInnermost whether the innermost call does not count, because it is the one that asks
     * @throws StackOverflowError if there is too little room on the stack to look
     */
    boolean isInCall(boolean besidesInnermost) {
        StackRoom.requireForMore();
        if (!hasWalked) {
            walkElsewhere();
        }
        return walk(besidesInnermost);
    }

    /**
     * Has another thread walk its stack. Who looks may be near the end of a stack, where the first walk has a {@link
     * StackOverflowError} come to a static initialiser of the JDK; no thread could walk its stack from then on.
     */
    private static void walkElsewhere() {
        Thread thread = Thread.ofPlatform()
                .name("verbatim-first-walk")
                .daemon()
                .inheritInheritableThreadLocals(false)
                .unstarted(CallStack::walkFirst);
        try {
            thread.start();
        } catch (OutOfMemoryError e) {
            return; // there is no thread to be had; the walk of this one may well succeed
        }
        try (Pauses pauses = new Pauses()) {
            while (thread.isAlive()) {
                pauses.pause(thread, PAUSE_NANOS);
            }
        }
    }

    private static void walkFirst() {
        CallStack ofNothing = new CallStack(" ");
        try {
            ofNothing.walk(true);
            ofNothing.walk(false);
            hasWalked = true;
        } catch (Error e) {
            // For want of memory; the next look tries again.
        }
    }

    private boolean walk(boolean besidesInnermost) {
        return StackWalker.getInstance().walk(frames -> {
            Stream<StackTraceElement> elements = frames.map(StackFrame::toStackTraceElement);
            return (besidesInnermost
                            ? elements.dropWhile(frame -> !isCall(frame)).dropWhile(this::isCall)
                            : elements)
                    .anyMatch(this::isCall);
        });
    }

    /** {@return whether another thread may be in a call} */
    boolean mayBeInCall(Thread thread) {
        return thread.isAlive() && mayBeInCall(thread, thread.getStackTrace());
    }

    boolean mayBeInCall(Thread thread, StackTraceElement[] frames) {
        return !isWhole(thread, frames) || Stream.of(frames).anyMatch(this::isCall);
    }

    /** {@return whether a stack goes down to where its thread begins} A JVM can be told to show few frames. */
    private static boolean isWhole(Thread thread, StackTraceElement[] frames) {
        if (frames.length == 0) {
            return !thread.isVirtual(); // as at the end of a thread; a virtual one may be changing its carrier
        }
        if (frames.length >= SHOWN_FRAMES) {
            return false;
        }
        StackTraceElement first = frames[frames.length - 1];
        return switch (first.getMethodName()) {
            case "main" -> true;
            case "run" -> isMethodOf(thread, first);
            // The JVM calls them in a thread that has returned from its run method, or was thrown out of it.
            case "exit", "dispatchUncaughtException" -> first.getClassName().equals(Thread.class.getName());
            default -> false;
        };
    }

    private static boolean isMethodOf(Thread thread, StackTraceElement frame) {
        return Stream.<Class<?>>iterate(thread.getClass(), Objects::nonNull, Class::getSuperclass)
                .anyMatch(type -> type.getName().equals(frame.getClassName()));
    }

    /** A method that closes is no call. */
    private boolean isCall(StackTraceElement frame) {
        return frame.getClassName().startsWith(callers)
                && !frame.getMethodName().contains("close");
    }
}
