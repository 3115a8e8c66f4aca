package dev.verbatim.map;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One of the changes that a writer makes to keys of its own, one after the other. Which, and every byte of a value,
 * follows from the number of the writer and of the change: so what a map must have after so many changes is known, and
 * a torn value shows.
 *
 * @param writer the number of the writer
 * @param number the number of the change
 */
record WriterChange(int writer, long number) {

    /** So many keys of a writer are changed again and again. Its others come once, most of them to be removed soon. */
    static final int HOT_KEYS = 16;

    /** After so many changes a key is removed. */
    private static final int LIFE = 65;

    private static final int HEADER_SIZE = 2 * Long.BYTES;

    private long mixed() {
        long mixed = (number + 31L * writer + 1) * 0x9E37_79B9_7F4A_7C15L;
        return mixed ^ (mixed >>> 29);
    }

    private boolean isInsert() {
        return number % 8 == 5;
    }

    private boolean isEndOfInsert() {
        return number % 8 == 6 && number >= LIFE && (number - LIFE) / 8 % 32 != 0;
    }

    /** {@return the key that is changed} */
    long key() {
        if (isInsert()) {
            return key(HOT_KEYS + number);
        }
        return key(isEndOfInsert() ? HOT_KEYS + number - LIFE : (mixed() >>> 8) % HOT_KEYS);
    }

    private long key(long ofWriter) {
        return key(writer, ofWriter);
    }

    static long key(int writer, long ofWriter) {
        return ((long) writer << 32) + ofWriter;
    }

    /** {@return whether the key has no value after this} */
    boolean isRemoval() {
        return isEndOfInsert() || (!isInsert() && (mixed() & 7) == 0);
    }

    /** {@return the value that the key has after this; null if it has none} */
    byte @Nullable [] value() {
        return isRemoval() ? null : bytes();
    }

    private byte[] bytes() {
        long mixed = mixed();
        byte[] bytes = new byte[HEADER_SIZE + (int) ((mixed >>> 16) % ((mixed >>> 3 & 0xf) == 0 ? 1500 : 200))];
        MemorySegment memory = MemorySegment.ofArray(bytes);
        memory.set(JAVA_LONG_UNALIGNED, 0, writer);
        memory.set(JAVA_LONG_UNALIGNED, Long.BYTES, number);
        for (int i = HEADER_SIZE; i < bytes.length; i++) {
            bytes[i] = (byte) (mixed + 7L * i + (i >>> 8));
        }
        return bytes;
    }

    /** Makes the change. */
    void apply(MappedMap<Long, byte[]> map) throws IOException {
        byte[] value = value();
        if (value == null) {
            map.remove(key());
        } else {
            map.put(key(), value);
        }
    }

    /**
     * {@return the change that has left a value}
     *
     * @throws IllegalStateException if it is torn, or another key's
     */
    static WriterChange of(long key, byte[] value) {
        MemorySegment memory = MemorySegment.ofArray(value);
        WriterChange change =
                new WriterChange((int) memory.get(JAVA_LONG_UNALIGNED, 0), memory.get(JAVA_LONG_UNALIGNED, Long.BYTES));
        if (!Arrays.equals(value, change.value()) || change.key() != key) {
            throw new IllegalStateException(
                    "key=" + key + ": expected a whole value of it, found byteSize=" + value.length + " of " + change);
        }
        return change;
    }

    /**
     * {@return the last change of a key}
     *
     * @param key a key that is changed again and again
     * @param count how many changes the writer has made
     */
    static @Nullable WriterChange last(long key, long count) {
        for (long number = count - 1; number >= 0; number--) {
            WriterChange change = new WriterChange((int) (key >>> 32), number);
            if (change.key() == key) {
                return change;
            }
        }
        return null;
    }
}
