package dev.verbatim.file;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import sun.misc.Unsafe;

/**
 * Copies the block of an object's fields, the way "trivially copyable" objects are written by Chronicle Bytes, and
 * prints its bytes.
 */
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
        List<Field> fields = Arrays.stream(Tick.class.getDeclaredFields())
                .sorted(Comparator.comparingLong(unsafe::objectFieldOffset))
                .toList();
        long start = unsafe.objectFieldOffset(fields.getFirst());
        long end = unsafe.objectFieldOffset(fields.getLast()) + byteSize(fields.getLast());
        byte[] block = new byte[(int) (end - start)];
        Tick tick = new Tick();
        for (int i = 0; i < block.length; i++) {
            block[i] = unsafe.getByte(tick, start + i);
        }
        System.out.print(HexFormat.of().formatHex(block));
    }

    /** The size of the last field, whichever that is: what lies behind it is the next object's. */
    private static int byteSize(Field field) {
        return switch (field.getType().getName()) {
            case "short" -> Short.BYTES;
            case "int" -> Integer.BYTES;
            default -> Long.BYTES;
        };
    }
}
