package dev.verbatim.internal.runtime;

import java.lang.ref.SoftReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A buffer for each thread. A thread has a soft reference to its buffer: the threads of a pool live longer than a
 * program that is deployed anew, and would keep all its classes if it had loaded Verbatim itself.
 */
final class ThreadBuffers<B> {

    @SuppressWarnings("ThreadLocalUsage") // static fields refer to this
    private final ThreadLocal<@Nullable SoftReference<B>> references = new ThreadLocal<>();

    private final Supplier<B> maker;

    ThreadBuffers(Supplier<B> maker) {
        this.maker = maker;
    }

    /** {@return the buffer of this thread, a new one if the old one was given up for want of memory} */
    B get() {
        SoftReference<B> reference = references.get();
        B buffer = reference == null ? null : reference.get();
        if (buffer == null) {
            buffer = maker.get();
            references.set(new SoftReference<>(buffer));
        }
        return buffer;
    }
}
