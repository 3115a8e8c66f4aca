package dev.verbatim.samples;

import com.sun.management.ThreadMXBean;
import dev.verbatim.internal.io.CallGuard;
import java.lang.management.ManagementFactory;

/** How much memory a close takes. */
public final class CloseAllocation {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private CloseAllocation() {}

    /** Opens what is closed then. */
    public interface Opening {
        AutoCloseable open() throws Exception;
    }

    /** {@return the bytes that a close allocates: the least of many times, as what is linked on the way counts too} */
    public static long least(Opening opening) throws Exception {
        long least = Long.MAX_VALUE;
        for (int n = 0; n < 50; n++) {
            AutoCloseable opened = opening.open();
            long before = THREADS.getCurrentThreadAllocatedBytes();
            opened.close();
            least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
        }
        return least;
    }

    /** {@return what the close of a guard allocates before it releases} If that fails, the next close begins anew. */
    public static long leastOfGuard() throws Exception {
        return least(() -> new CallGuard("nothing", CloseAllocation.class.getName(), () -> {}));
    }
}
