package dev.verbatim.file;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.HexFormat;
import sun.misc.Unsafe;

/** Copies the block of an object's fields, the way "trivially copyable" objects are written by Chronicle Bytes, and prints its bytes. */
@SuppressWarnings({"deprecation", "removal"}) // that this depends on the JVM is what is shown
final class BlockCopyProgram {

    private BlockCopyProgram() {}

    /** Fields that fit differently behind headers of different sizes. */
    static final class Tick {
        long time = 0x1111_1111_1111_1111L;
        int size = 0x2222_2222;
        double price = Double.longBitsToDouble(0x3333_3333_3333_3333L);
        short venue = 0x4444;
    }

    /**
     * Prints the block.
     *
     * @param args none
     * @throws ReflectiveOperationException if there is no Unsafe
     */
    public static void main(String[] args) throws ReflectiveOperationException {
        Field theUnsafe = Unsafe.class.getDeclaredField("theUnsafe");
        theUnsafe.setAccessible(true);
        Unsafe unsafe = (Unsafe) theUnsafe.get(null);
        long[] offsets = Arrays.stream(Tick.class.getDeclaredFields())
                .mapToLong(unsafe::objectFieldOffset)
                .sorted()
                .toArray();
        byte[] block = new byte[(int) (offsets[offsets.length - 1] - offsets[0]) + Long.BYTES];
        Tick tick = new Tick();
        for (int i = 0; i < block.length; i++) {
            block[i] = unsafe.getByte(tick, offsets[0] + i);
        }
        System.out.print(HexFormat.of().formatHex(block));
    }
}
