package dev.verbatim.leaving;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openjdk.jol.info.ClassLayout;
import sun.misc.Unsafe;

/** The program of the worked example in {@code docs/leaving-unsafe.md}, before it leaves Unsafe. */
@SuppressWarnings({"deprecation", "removal"}) // how to leave Unsafe is what is shown
final class OldProgram {

    static final int COUNT = 1_000;

    private static final Unsafe UNSAFE = unsafe();

    // @start region="old"
    static final long START = offset("instrument"); // the first field, where a JVM has put it
    static final int BYTES = 34; // up to the end of the last one, "open"

    /** All fields at once, as they lie in the object. */
    static void write(Position position, byte[] block) {
        for (int i = 0; i < BYTES; i++) {
            UNSAFE.putByte(block, Unsafe.ARRAY_BYTE_BASE_OFFSET + i, UNSAFE.getByte(position, START + i));
        }
    }

    /** The file's version, in memory off the heap that all threads share. */
    static boolean nextVersion(long address, long version) {
        return UNSAFE.compareAndSwapLong(null, address, version, version + 1);
    }
    // @end

    private OldProgram() {}

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("sun.misc.Unsafe", e);
        }
    }

    private static long offset(String field) {
        try {
            return UNSAFE.objectFieldOffset(Position.class.getDeclaredField(field));
        } catch (NoSuchFieldException e) {
            throw new LinkageError(field, e);
        }
    }

    static Position position(int i) {
        Position position = new Position();
        position.account = 1_000_000_007L * i;
        position.instrument = -i;
        position.side = (byte) (i % 3 == 0 ? 'B' : 'S');
        position.open = i % 2 == 0;
        position.price = 187.23 + i;
        position.quantity = 100 * i;
        position.time = 1_763_894_400_000_000_000L + i;
        return position;
    }

    /**
     * Writes the files {@code positions.dat}, {@code version.dat} and {@code position.txt}.
     *
     * @param args the folder
     */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        if (offset("open") + 1 != START + BYTES) {
            throw new IllegalStateException(
                    ClassLayout.parseClass(Position.class).toPrintable());
        }
        ByteArrayOutputStream blocks = new ByteArrayOutputStream();
        byte[] block = new byte[BYTES];
        for (int i = 0; i < COUNT; i++) {
            write(position(i), block);
            blocks.write(block);
        }
        Files.write(folder.resolve("positions.dat"), blocks.toByteArray());

        long address = UNSAFE.allocateMemory(Long.BYTES);
        UNSAFE.putLong(address, 6);
        byte[] version = new byte[Long.BYTES];
        if (!nextVersion(address, 6)) {
            throw new IllegalStateException("version=" + UNSAFE.getLong(address));
        }
        UNSAFE.copyMemory(null, address, version, Unsafe.ARRAY_BYTE_BASE_OFFSET, Long.BYTES);
        UNSAFE.freeMemory(address);
        Files.write(folder.resolve("version.dat"), version);

        String table = ClassLayout.parseInstance(new Position()).toPrintable();
        Files.writeString(folder.resolve("position.txt"), table, StandardCharsets.UTF_8);
    }
}
