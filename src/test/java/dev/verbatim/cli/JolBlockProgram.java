package dev.verbatim.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.openjdk.jol.info.ClassLayout;
import sun.misc.Unsafe;

/**
 * Writes the blocks of objects' fields with Unsafe, the way "trivially copyable" objects are written by Chronicle
 * Bytes, and what JOL prints of their class.
 */
@SuppressWarnings({"deprecation", "removal"}) // what Unsafe has written is to be read without it
final class JolBlockProgram {

    static final int COUNT = 100;

    private JolBlockProgram() {}

    /** What a trade inherits. */
    static class Event {
        long time;
        byte kind;
        int sequence;
    }

    /** Fields of all primitive types, which fit differently behind headers of different sizes. */
    static final class Trade extends Event {
        byte side;
        int quantity;
        boolean buy;
        char venue;
        short flags;
        double price;
        long id;
        float rate;

        /** {@return a trade of random bits} */
        static Trade of(int seed) {
            Random random = new Random(seed);
            Trade trade = new Trade();
            trade.time = random.nextLong();
            trade.kind = (byte) random.nextInt();
            trade.sequence = random.nextInt();
            trade.side = (byte) random.nextInt();
            trade.quantity = random.nextInt();
            trade.buy = random.nextBoolean();
            trade.venue = (char) random.nextInt();
            trade.flags = (short) random.nextInt();
            trade.price = Double.longBitsToDouble(random.nextLong());
            trade.id = random.nextLong();
            trade.rate = Float.intBitsToFloat(random.nextInt());
            return trade;
        }

        @Override
        public String toString() {
            return String.join(
                    " ",
                    Long.toHexString(time),
                    Integer.toHexString(kind),
                    Integer.toHexString(sequence),
                    Integer.toHexString(side),
                    Integer.toHexString(quantity),
                    Boolean.toString(buy),
                    Integer.toHexString(venue),
                    Integer.toHexString(flags),
                    Long.toHexString(Double.doubleToRawLongBits(price)),
                    Long.toHexString(id),
                    Integer.toHexString(Float.floatToRawIntBits(rate)));
        }
    }

    /**
     * Writes the files {@code blocks} and {@code jol.txt}.
     *
     * @param args the folder
     */
    public static void main(String[] args) throws IOException, ReflectiveOperationException {
        Path folder = Path.of(args[0]);
        Field theUnsafe = Unsafe.class.getDeclaredField("theUnsafe");
        theUnsafe.setAccessible(true);
        Unsafe unsafe = (Unsafe) theUnsafe.get(null);
        long start = Long.MAX_VALUE;
        long end = 0;
        for (Class<?> type : new Class<?>[] {Event.class, Trade.class}) {
            for (Field field : type.getDeclaredFields()) {
                long offset = unsafe.objectFieldOffset(field);
                start = Math.min(start, offset);
                end = Math.max(end, offset + byteSize(field.getType()));
            }
        }
        ByteArrayOutputStream blocks = new ByteArrayOutputStream();
        for (int seed = 0; seed < COUNT; seed++) {
            Trade trade = Trade.of(seed);
            for (long offset = start; offset < end; offset++) {
                blocks.write(unsafe.getByte(trade, offset));
            }
        }
        Files.write(folder.resolve("blocks"), blocks.toByteArray());
        String table = ClassLayout.parseInstance(new Trade()).toPrintable();
        Files.write(folder.resolve("jol.txt"), table.getBytes(StandardCharsets.UTF_8));
    }

    private static int byteSize(Class<?> type) {
        return switch (type.getName()) {
            case "boolean", "byte" -> Byte.BYTES;
            case "short", "char" -> Short.BYTES;
            case "int", "float" -> Integer.BYTES;
            default -> Long.BYTES;
        };
    }
}
