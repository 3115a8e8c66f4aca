package dev.verbatim.internal.log;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * What is known of codecs, views and layouts, each found by its identity: to compare layouts would take longer than to
 * append. It holds as many as there are, and keeps none from the garbage collector: one program uses thousands in turn,
 * and another that makes a new one each time must not fill the memory. One thread at a time may use it.
 *
 * @param <V> what is known of a codec, from where nothing leads to the codec
 */
public final class ByCodec<V> {

    private static final int MIN_LENGTH = 16;

    /** A codec is at the place of its hash, or behind it if that is taken. Half of the places are free at least. */
    private @Nullable Known<V>[] table = newTable(MIN_LENGTH);

    /** How many places are taken, also by codecs that are collected. */
    private int taken;

    private static final class Known<V> extends WeakReference<Object> {

        private final V value;

        Known(Object codec, V value) {
            super(codec);
            this.value = value;
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type is made so
    private static <V> @Nullable Known<V>[] newTable(int length) {
        return new Known[length];
    }

    /** {@return what is known of a codec; null if nothing is} */
    public @Nullable V get(Object codec) {
        Known<V> known = table[place(table, codec)];
        return known == null ? null : known.value;
    }

    /** Takes note of something, in the place of what was known of the codec. */
    public void put(Object codec, V value) {
        if (2 * (taken + 1) > table.length) {
            makeRoom();
        }
        Known<V> known = new Known<>(codec, value);
        int place = place(table, codec);
        taken += table[place] == null ? 1 : 0;
        table[place] = known;
    }

    /** {@return where a codec is, or has to be put} */
    private static int place(@Nullable Known<?>[] table, Object codec) {
        int place = System.identityHashCode(codec) & (table.length - 1);
        Known<?> known = table[place];
        while (known != null && !known.refersTo(codec)) {
            place = (place + 1) & (table.length - 1);
            known = table[place];
        }
        return place;
    }

    /** Goes on in a new table, of which the codecs that are left take a quarter at most. */
    private void makeRoom() {
        int length = MIN_LENGTH;
        while (length < 4 * left()) {
            length *= 2; // a power of two
        }
        @Nullable Known<V>[] roomy = newTable(length);
        int moved = 0;
        for (Known<V> known : table) {
            Object codec = known == null ? null : known.get();
            if (codec != null) {
                roomy[place(roomy, codec)] = known;
                moved++;
            }
        }
        table = roomy;
        taken = moved;
    }

    private int left() {
        int left = 0;
        for (Known<V> known : table) {
            left += known == null || known.refersTo(null) ? 0 : 1;
        }
        return left;
    }

    /** {@return how many places there are, for a test} */
    int length() {
        return table.length;
    }
}
