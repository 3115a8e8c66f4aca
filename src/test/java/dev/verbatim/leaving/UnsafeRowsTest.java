package dev.verbatim.leaving;

import static dev.verbatim.leaving.Declarations.LONG_BE;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static sun.misc.Unsafe.ARRAY_BYTE_BASE_OFFSET;
import static sun.misc.Unsafe.ARRAY_LONG_BASE_OFFSET;

import dev.verbatim.leaving.Declarations.Counter;
import dev.verbatim.leaving.Declarations.Quote;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import sun.misc.Unsafe;

/** The rows of Unsafe in {@code docs/leaving-unsafe.md}: both sides are run, and leave the same behind. */
@Tag("unsafe")
@SuppressWarnings({"deprecation", "removal"}) // how to leave Unsafe is what is shown
class UnsafeRowsTest {

    private static final int BYTES = 64;

    private final Unsafe unsafe = unsafe();
    private final long address = unsafe.allocateMemory(BYTES);
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment segment = arena.allocate(BYTES, 8);

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("sun.misc.Unsafe", e);
        }
    }

    @BeforeEach
    void fill() {
        for (int i = 0; i < BYTES; i++) {
            unsafe.putByte(address + i, (byte) (i * 37));
            segment.set(JAVA_BYTE, i, (byte) (i * 37));
        }
    }

    @AfterEach
    void free() {
        unsafe.freeMemory(address);
        if (arena.scope().isAlive()) {
            arena.close();
        }
    }

    private void assertSameBytes() {
        byte[] bytes = new byte[BYTES];
        unsafe.copyMemory(null, address, bytes, ARRAY_BYTE_BASE_OFFSET, BYTES);
        assertArrayEquals(bytes, segment.toArray(JAVA_BYTE));
    }

    @Test
    void memoryIsAllocatedAndFreed() {
        MemorySegment before = segment;
        try (Arena arena = Arena.ofConfined()) {
            // @there
            long address = unsafe.allocateMemory(64);
            // @here
            MemorySegment segment = arena.allocate(64, 8);
            // @end
            assertEquals(0, segment.address() % 8);
            assertEquals(-1, segment.mismatch(MemorySegment.ofArray(new byte[64])));
            MemorySegment.copy(before, 0, segment, 0, 64);
            unsafe.copyMemory(this.address, address, 64);
            // @there
            long larger = unsafe.reallocateMemory(address, 128);
            // @here
            MemorySegment copy = arena.allocate(128, 8).copyFrom(segment);
            // @end
            byte[] bytes = new byte[64];
            unsafe.copyMemory(null, larger, bytes, ARRAY_BYTE_BASE_OFFSET, 64);
            assertArrayEquals(bytes, copy.asSlice(0, 64).toArray(JAVA_BYTE));
            unsafe.freeMemory(larger);
        }
        long address = unsafe.allocateMemory(8);
        // @there
        unsafe.freeMemory(address);
        // @here
        arena.close();
        // @end
        assertThrows(IllegalStateException.class, () -> segment.get(JAVA_LONG, 0));
    }

    @Test
    void memoryOfABufferIsFreed() {
        ByteBuffer direct = ByteBuffer.allocateDirect(64);
        ByteBuffer buffer = segment.asByteBuffer();
        // @there
        unsafe.invokeCleaner(direct);
        // @here
        arena.close();
        // @end
        assertThrows(IllegalStateException.class, buffer::get);
    }

    @Test
    @SuppressWarnings("restricted") // that it is, the page says
    void memoryOfOthersIsASegment() {
        long there;
        long here;
        // @there
        there = unsafe.getLong(address + 8);
        // @here
        here = MemorySegment.ofAddress(address).reinterpret(64).get(JAVA_LONG_UNALIGNED, 8);
        // @end
        assertEquals(there, here);
    }

    @Test
    void primitivesArePutAndGot() {
        byte[] bytes = new byte[16];
        long there;
        long here;
        // @there
        unsafe.putLong(address + 9, 42);
        // @here
        segment.set(JAVA_LONG_UNALIGNED, 9, 42);
        // @end
        assertSameBytes();
        // @there
        there = unsafe.getLong(address + 9);
        // @here
        here = segment.get(JAVA_LONG_UNALIGNED, 9);
        // @end
        assertEquals(there, here);
        // @there
        there = Long.reverseBytes(unsafe.getLong(address));
        // @here
        here = segment.get(LONG_BE, 0);
        // @end
        assertEquals(there, here);
        // @there
        unsafe.putLong(bytes, ARRAY_BYTE_BASE_OFFSET + 3, 42);
        byte[] expected = bytes.clone();
        bytes = new byte[16];
        // @here
        MemorySegment.ofArray(bytes).set(JAVA_LONG_UNALIGNED, 3, 42);
        // @end
        assertArrayEquals(expected, bytes);
        assertThrows(IndexOutOfBoundsException.class, () -> segment.get(JAVA_LONG_UNALIGNED, 57));
    }

    @Test
    void memoryIsFilledAndCopied() {
        long[] longs = {1, -2, 3, Long.MIN_VALUE};
        // @there
        unsafe.copyMemory(longs, ARRAY_LONG_BASE_OFFSET, null, address + 8, 32);
        // @here
        MemorySegment.copy(longs, 0, segment, JAVA_LONG_UNALIGNED, 8, 4);
        // @end
        assertSameBytes();
        // @there
        unsafe.copyMemory(address, address + 32, 16);
        // @here
        MemorySegment.copy(segment, 0, segment, 32, 16);
        // @end
        assertSameBytes();
        // @there
        unsafe.setMemory(address, 64, (byte) 0);
        // @here
        segment.fill((byte) 0);
        // @end
        assertSameBytes();
    }

    @Test
    void objectsAreCopied() throws ReflectiveOperationException {
        Quote quote = new Quote();
        quote.id = 7;
        quote.bid = -0.0;
        // @there
        unsafe.putLong(address, quote.id);
        unsafe.putDouble(address + 8, quote.bid);
        // @here
        Quote.CODEC.write(quote, segment, 0);
        // @end
        assertSameBytes();
        long id;
        quote.id = 8;
        Quote.CODEC.write(quote, segment, 0);
        unsafe.putLong(address, 8);
        // @there
        id = unsafe.getLong(address);
        // @here
        Quote.CODEC.readInto(quote, segment, 0);
        // @end
        assertEquals(id, quote.id);
        long START = unsafe.objectFieldOffset(Quote.class.getDeclaredField("id"));
        assertEquals(START + 8, unsafe.objectFieldOffset(Quote.class.getDeclaredField("bid")));
        quote.bid = Double.NaN;
        for (int i = 0; i < 16; i += 8) {
            // @there
            unsafe.putLong(address + i, unsafe.getLong(quote, START + i));
            // @here
            Quote.CODEC.write(quote, segment, 0);
            // @end
        }
        assertSameBytes();
        Quote there;
        Quote here;
        // @there
        there = (Quote) unsafe.allocateInstance(Quote.class);
        // @here
        here = Quote.CODEC.read(segment, 0);
        // @end
        assertEquals(0, there.id);
        assertEquals(8, here.id);
    }

    @Test
    void wordsOffTheHeapAreAtomic() {
        Counter counter = Counter.VIEWS.wrap(segment, 0);
        boolean there;
        boolean here;
        long old;
        long same;
        // @there
        unsafe.putOrderedLong(null, address, 42);
        // @here
        counter.setReleaseCount(42);
        // @end
        assertSameBytes();
        // @there
        there = unsafe.compareAndSwapLong(null, address, 42, 43);
        // @here
        here = counter.compareAndSetCount(42, 43);
        // @end
        assertSameBytes();
        assertTrue(there && here);
        // @there
        old = unsafe.getAndAddLong(null, address, 5);
        // @here
        same = counter.getAndAddCount(5);
        // @end
        assertSameBytes();
        assertEquals(old, same);
        // @there
        old = unsafe.getLongVolatile(null, address);
        // @here
        same = counter.getVolatileCount();
        // @end
        assertEquals(old, same);
        unsafe.putLongVolatile(null, address + 8, 48);
        segment.set(JAVA_LONG, 8, 48);
        // @there
        there = unsafe.compareAndSwapLong(null, address + 8, 48, 49);
        // @here
        here = JAVA_LONG.varHandle().compareAndSet(segment, 8L, 48L, 49L);
        // @end
        assertSameBytes();
        assertTrue(there && here);
        assertThrows(IllegalArgumentException.class, () -> Counter.VIEWS.wrap(segment, 4));
        assertThrows(
                IllegalArgumentException.class,
                () -> Counter.VIEWS.wrap(MemorySegment.ofArray(new byte[8]), 0).getVolatileCount());
    }

    @SuppressWarnings("UnusedVariable") // through handles
    private static final class Account {
        volatile long total;
    }

    @Test
    void fieldsAndElementsHaveHandles() throws ReflectiveOperationException {
        Account account = new Account();
        boolean there;
        boolean here;
        // @there
        long offset = unsafe.objectFieldOffset(Account.class.getDeclaredField("total"));
        // @here
        VarHandle TOTAL = lookup().findVarHandle(Account.class, "total", long.class);
        // @end
        // @there
        unsafe.putOrderedLong(account, offset, 42);
        long total = account.total;
        account = new Account();
        // @here
        TOTAL.setRelease(account, 42L);
        // @end
        assertEquals(total, account.total);
        // @there
        there = unsafe.compareAndSwapLong(account, offset, 42, 43);
        total = account.total;
        account.total = 42;
        // @here
        here = TOTAL.compareAndSet(account, 42L, 43L);
        // @end
        assertTrue(there && here);
        assertEquals(total, account.total);
        long[] longs = new long[4];
        VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);
        // @there
        unsafe.putLongVolatile(longs, ARRAY_LONG_BASE_OFFSET + 8, 42);
        long[] expected = longs.clone();
        longs = new long[4];
        // @here
        LONGS.setVolatile(longs, 1, 42L);
        // @end
        assertArrayEquals(expected, longs);
    }

    @Test
    void threadsHaveFencesAndPermits() {
        Thread thread = Thread.currentThread();
        // @there
        unsafe.loadFence();
        // @here
        VarHandle.acquireFence();
        // @end
        // @there
        unsafe.storeFence();
        // @here
        VarHandle.releaseFence();
        // @end
        // @there
        unsafe.fullFence();
        // @here
        VarHandle.fullFence();
        // @end
        // @there
        unsafe.unpark(thread);
        // @here
        LockSupport.unpark(thread);
        // @end
        // @there
        unsafe.park(false, 1_000);
        // @here
        LockSupport.parkNanos(this, 1_000);
        // @end
    }
}
