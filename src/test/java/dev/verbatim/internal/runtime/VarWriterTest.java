package dev.verbatim.internal.runtime;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** The buffer in which a thread writes variable-length records. */
class VarWriterTest {

    private static final long STACK_BYTES = 256 << 10;

    /** More than a writer keeps, so that it grows each time, for bytes and for characters. */
    private static final String LARGE = "x".repeat(VarBuffer.MAX_KEPT + 1);

    private static final byte[] TEXT = "hello, world".getBytes(StandardCharsets.UTF_8);

    private final VarWriter writer = VarWriter.ofThread().orAnother();

    private int overflows;

    /** Writes a text behind its reference. */
    private void text(String text) {
        writer.reserve(Long.BYTES);
        writer.end = Long.BYTES;
        writer.text(text, 0, 0);
    }

    private void textAtDepth(int depth) {
        if (depth == 0) {
            text(LARGE);
        } else {
            textAtDepth(depth - 1);
        }
    }

    /** With frames of another size, so that the stack ends at other places than {@link #textAtDepth} alone reaches. */
    private long textBelow(int depth, long a, long b, long c, int more) {
        if (depth == 0) {
            textAtDepth(more);
            return a;
        }
        return textBelow(depth - 1, a + 1, b + a, c + b, more) + b + c;
    }

    /** {@return whether the stack was deep enough} */
    private boolean fits(int shift, int depth) {
        try {
            textBelow(shift, 1, 2, 3, depth);
            return true;
        } catch (StackOverflowError _) {
            overflows++;
            return false;
        } finally {
            assertWhole("shift=" + shift + ", depth=" + depth);
            writer.release(); // so that it grows the next time
        }
    }

    private void assertWhole(String where) {
        assertSame(writer.bytes(), writer.segment().heapBase().orElseThrow(), where);
        text("hello, world");
        assertEquals(Long.BYTES + TEXT.length, writer.end, where);
        assertArrayEquals(TEXT, Arrays.copyOfRange(writer.bytes(), Long.BYTES, writer.end), where);
    }

    /** The largest depth that fits: the number of frames depends on what is compiled. */
    private int depthThatFits() {
        int fits = 0;
        int tooDeep = 1;
        while (fits(0, tooDeep)) {
            fits = tooDeep;
            tooDeep *= 2;
        }
        while (fits + 1 < tooDeep) {
            int middle = (fits + tooDeep) >>> 1;
            if (fits(0, middle)) {
                fits = middle;
            } else {
                tooDeep = middle;
            }
        }
        return fits;
    }

    /**
     * Wherever the stack ends while a buffer grows, the thread's next record is whole: the arrays, and what wraps them,
     * belong together.
     */
    @Test
    void aStackOverflowLeavesAWriterThatWrites() throws Exception {
        assertTrue(fits(0, 0)); // so that no class is loaded at the end of the stack
        FutureTask<Void> sweep = new FutureTask<>(() -> {
            for (int shift = 0; shift < 5; shift++) {
                int most = depthThatFits();
                for (int depth = Math.max(0, most - 40); depth < most + 60; depth++) {
                    fits(shift, depth);
                }
            }
            return null;
        });
        Thread thread = new Thread(null, sweep, "small stack", STACK_BYTES);
        thread.start();
        sweep.get();
        assertTrue(overflows > 0);
    }
}
