package dev.verbatim.invented;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;

/** Changes to the bytes of a record: some that hit its headers, references and counts, and some that hit anything. */
public final class Mutations {

    private static final int[] TELLING_INTS = {
        0,
        1,
        -1,
        2,
        3,
        4,
        7,
        8,
        9,
        12,
        16,
        24,
        32,
        64,
        255,
        65_536,
        0x1000_0000,
        0x2000_0001,
        Integer.MAX_VALUE,
        Integer.MIN_VALUE
    };

    private Mutations() {}

    /** A copy with one to three changes; it may have another length. */
    public static byte[] mutated(byte[] record, Random random) {
        byte[] bytes = record.clone();
        for (int changes = 1 + random.nextInt(3); changes > 0 && bytes.length > 0; changes--) {
            bytes = change(bytes, random);
        }
        return bytes;
    }

    private static byte[] change(byte[] bytes, Random random) {
        int position = random.nextInt(bytes.length);
        switch (random.nextInt(10)) {
            case 0 -> bytes[position] ^= (byte) (1 << random.nextInt(Byte.SIZE));
            case 1 -> bytes[position] = (byte) random.nextInt();
            case 2, 3 -> setInt(bytes, position, TELLING_INTS[random.nextInt(TELLING_INTS.length)]);
            case 4, 5 -> addToInt(bytes, position, random);
            case 6 -> setInt(bytes, position, random.nextInt(2 * bytes.length));
            case 7 -> {
                int length = random.nextInt(Math.min(64, bytes.length - position) + 1);
                System.arraycopy(bytes, position, bytes, random.nextInt(bytes.length - length + 1), length);
            }
            case 8 -> {
                return resized(Arrays.copyOf(bytes, position), random);
            }
            default -> {
                return resized(inserted(bytes, position & -Long.BYTES, random), random);
            }
        }
        return bytes;
    }

    /** Sets one of the ints that are aligned, as all of the format are. */
    private static void setInt(byte[] bytes, int position, int value) {
        if (bytes.length >= Integer.BYTES) {
            ByteBuffer.wrap(bytes)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(Math.min(position, bytes.length - Integer.BYTES) & -Integer.BYTES, value);
        }
    }

    private static void addToInt(byte[] bytes, int position, Random random) {
        if (bytes.length >= Integer.BYTES) {
            int at = Math.min(position, bytes.length - Integer.BYTES) & -Integer.BYTES;
            int value = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(at);
            int amount = 1 << random.nextInt(6);
            setInt(bytes, at, random.nextBoolean() ? value + amount : value - amount);
        }
    }

    private static byte[] inserted(byte[] bytes, int position, Random random) {
        byte[] longer = Arrays.copyOf(bytes, bytes.length + Long.BYTES);
        System.arraycopy(bytes, position, longer, position + Long.BYTES, bytes.length - position);
        if (random.nextBoolean()) {
            Arrays.fill(longer, position, position + Long.BYTES, (byte) 0);
        }
        return longer;
    }

    /** Mostly with a header that says so. */
    private static byte[] resized(byte[] bytes, Random random) {
        if (bytes.length >= Long.BYTES && random.nextInt(4) > 0) {
            setInt(bytes, Integer.BYTES, bytes.length);
        }
        return bytes;
    }
}
