package dev.verbatim.map;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.StructView;
import dev.verbatim.internal.log.EntryFault;
import java.io.IOException;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a {@link MappedMap} whose keys are {@code long} or {@code int}, for keys that are no objects. {@link
 * #containsKey} and {@link #remove(long)} allocate nothing; nor do {@link #getInto}, {@link #view}, {@link #put},
 * {@link #putIfAbsent} and {@link #replace(long, Object)} where values have a fixed size. The others allocate what they
 * say.
 * Any thread may use it, until the map is closed. Its methods throw what those of {@link MappedMap} throw, and {@link
 * IllegalArgumentException} where the keys are {@code int} and a key is none.
 *
 * @param <V> the type of the values
 */
public final class LongKeys<V> {

    private final MapStore store;
    private final MapCodec.Kind kind;
    private final MapOperations<?, V> operations;
    private final MapCodec<V> values;
    private final long valueSize;
    private final LongLookup lookup;

    /**
     * Makes the new value of a key.
     *
     * @param <V> the type of the values
     */
    @FunctionalInterface
    public interface Computation<V> {
        /**
         * Makes the value. Called again if another writer was faster.
         *
         * @param key the key
         * @param old the value that it has; null if it has none
         * @return the value that it is to have; null for none
         */
        @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
        @Nullable
        V compute(long key, @Nullable V old);
    }

    LongKeys(MapStore store, MapCodec.Kind kind, MapOperations<?, V> operations) {
        this.store = store;
        this.kind = kind;
        this.operations = operations;
        this.values = operations.values();
        this.valueSize = values.fixedSize();
        this.lookup = new LongLookup(store, kind, valueSize);
    }

    private Session begin(long key) throws IOException {
        requireInRange(key);
        return store.begin();
    }

    /** Has the session's other methods find the key. */
    private Session withKey(Session session, long key) {
        session.key().set(key, kind);
        return session;
    }

    private Session beginWriting(long key) throws IOException {
        requireInRange(key);
        return withKey(store.beginWriting(), key);
    }

    private void requireInRange(long key) {
        if (kind == MapCodec.Kind.INT && key != (int) key) {
            throw new IllegalArgumentException("cannot use key=" + key + " with "
                    + store.log().name() + ": expected one from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE);
        }
    }

    /**
     * {@return the value of a key, in a new object; null if it has none}
     *
     * @param key the key
     * @throws IOException as {@link MappedMap#get} throws it
     * @throws IllegalArgumentException if the keys are {@code int}, and this is none
     * @throws IllegalStateException if the map is closed
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public @Nullable V get(long key) throws IOException {
        Session session = begin(key);
        try {
            long position = lookup.locateNear(session, key);
            if (position >= 0) {
                return read(session, key, position);
            }
            return position == LongLookup.ABSENT ? null : getFar(session, key);
        } finally {
            store.end(session);
        }
    }

    private @Nullable V getFar(Session session, long key) throws IOException {
        long position = lookup.locate(session, key);
        if (position == LongLookup.UNSURE) {
            return operations.get(withKey(session, key));
        }
        return position == LongLookup.ABSENT ? null : read(session, key, position);
    }

    private V read(Session session, long key, long position) throws IOException {
        try {
            return values.read(session.segments().held(position).memory(), lookup.valueOffset(position), valueSize);
        } catch (CorruptRecordException e) {
            throw placed(key, position, e);
        }
    }

    private CorruptRecordException placed(long key, long position, CorruptRecordException fault) {
        return EntryFault.at(fault, store.log().name() + " position=" + position + " key=" + key);
    }

    /**
     * Reads the value of a key into an object.
     *
     * @param key the key
     * @param target the object to fill
     * @return whether the key has a value; if not, the object is as it was
     * @throws UnsupportedOperationException if the codec of the values cannot fill an object
     * @throws IOException as {@link #get} throws it
     */
    public boolean getInto(long key, V target) throws IOException {
        Objects.requireNonNull(target, "target");
        Session session = begin(key);
        try {
            return getInto(session, key, target);
        } finally {
            store.end(session);
        }
    }

    private boolean getInto(Session session, long key, V target) throws IOException {
        long position = lookup.locateNear(session, key);
        if (position >= 0) {
            readInto(session, key, target, position);
            return true;
        }
        return position != LongLookup.ABSENT && getIntoFar(session, key, target);
    }

    private boolean getIntoFar(Session session, long key, V target) throws IOException {
        long position = lookup.locate(session, key);
        if (position == LongLookup.UNSURE) {
            return operations.getInto(withKey(session, key), target);
        }
        if (position == LongLookup.ABSENT) {
            return false;
        }
        readInto(session, key, target, position);
        return true;
    }

    private void readInto(Session session, long key, V target, long position) throws IOException {
        try {
            values.readInto(
                    target, session.segments().held(position).memory(), lookup.valueOffset(position), valueSize);
        } catch (CorruptRecordException e) {
            throw placed(key, position, e);
        }
    }

    /**
     * Points a view to the value of a key, in place, as {@link MappedMap#view} does.
     *
     * @param key the key
     * @param view a view of the values' layout; it cannot write
     * @param consumer takes the view, which shows the value until it returns
     * @param <W> the type of the view
     * @return whether the key has a value
     * @throws IOException as {@link #get} throws it
     */
    public <W extends StructView> boolean view(long key, W view, Consumer<? super W> consumer) throws IOException {
        Objects.requireNonNull(view, "view");
        Objects.requireNonNull(consumer, "consumer");
        Session session = begin(key);
        try {
            return operations.view(withKey(session, key), view, consumer);
        } finally {
            store.end(session);
        }
    }

    /**
     * {@return whether a key has a value}
     *
     * @param key the key
     * @throws IOException as {@link #get} throws it
     */
    public boolean containsKey(long key) throws IOException {
        Session session = begin(key);
        try {
            long position = lookup.locate(session, key);
            return position == LongLookup.UNSURE ? operations.locate(withKey(session, key)) : position >= 0;
        } finally {
            store.end(session);
        }
    }

    /**
     * Gives a key a value.
     *
     * @param key the key
     * @param value the value
     * @throws IOException as {@link MappedMap#put} throws it
     * @throws IllegalArgumentException as {@link MappedMap#put} and {@link #get} throw it
     */
    public void put(long key, V value) throws IOException {
        put(key, value, MapOperations.ALWAYS);
    }

    /**
     * Gives a key a value unless it has one.
     *
     * @param key the key
     * @param value the value
     * @return whether the key has the value now
     * @throws IOException as {@link MappedMap#put} throws it
     */
    public boolean putIfAbsent(long key, V value) throws IOException {
        return put(key, value, MapOperations.IF_ABSENT);
    }

    /**
     * Gives a key another value if it has one.
     *
     * @param key the key
     * @param value the value
     * @return whether the key had a value
     * @throws IOException as {@link MappedMap#put} throws it
     */
    public boolean replace(long key, V value) throws IOException {
        return put(key, value, MapOperations.IF_PRESENT);
    }

    /**
     * Gives a key another value if it has the one that was expected, as {@link MappedMap#replace(Object, Object,
     * Object)} compares them. Allocates the bytes of that.
     *
     * @param key the key
     * @param expected the value that is expected
     * @param value the value
     * @return whether the key had the value
     * @throws IOException as {@link MappedMap#put} throws it
     */
    public boolean replace(long key, V expected, V value) throws IOException {
        return put(key, value, operations.ifEqual(Objects.requireNonNull(expected, "expected")));
    }

    private boolean put(long key, V value, KeyWriter.Condition condition) throws IOException {
        Objects.requireNonNull(value, "value");
        Session session = beginWriting(key);
        try {
            return operations.put(session, value, condition);
        } finally {
            store.endWriting(session);
        }
    }

    /**
     * Gives a key the value that a function makes of the one that it has. Allocates the object of that value, and a
     * little for the comparison that has it take effect at one moment.
     *
     * @param key the key
     * @param function takes the key and its value, null if it has none, and returns the value that it is to have, null
     *     for none; called again if the value was changed meanwhile, so it must not change this key itself
     * @return the value that the key has now; null if it has none
     * @throws IOException as {@link MappedMap#put} throws it
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public @Nullable V compute(long key, Computation<V> function) throws IOException {
        Objects.requireNonNull(function, "function");
        Session session = beginWriting(key);
        try {
            return operations.compute(session, old -> function.compute(key, old));
        } finally {
            store.endWriting(session);
        }
    }

    /**
     * Gives a key a value, or what a function makes of that and the value that it has. Allocates as {@link #compute}
     * does.
     *
     * @param key the key
     * @param value the value if it has none
     * @param function takes the value that the key has and this one, and returns the value that it is to have, null for
     *     none; called again if the value was changed meanwhile, so it must not change this key itself
     * @return the value that the key has now; null if it has none
     * @throws IOException as {@link MappedMap#put} throws it
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public @Nullable V merge(long key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function)
            throws IOException {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(function, "function");
        Session session = beginWriting(key);
        try {
            return operations.merge(session, value, function);
        } finally {
            store.endWriting(session);
        }
    }

    /**
     * Takes the value of a key away.
     *
     * @param key the key
     * @return whether the key had a value
     * @throws IOException as {@link MappedMap#put} throws it
     */
    public boolean remove(long key) throws IOException {
        return remove(key, MapOperations.IF_PRESENT);
    }

    /**
     * Takes the value of a key away if it is the one that was expected, as {@link MappedMap#remove(Object, Object)}
     * compares them. Allocates the bytes of that.
     *
     * @param key the key
     * @param expected the value that is expected
     * @return whether the key had the value
     * @throws IOException as {@link MappedMap#put} throws it
     */
    public boolean remove(long key, V expected) throws IOException {
        return remove(key, operations.ifEqual(Objects.requireNonNull(expected, "expected")));
    }

    private boolean remove(long key, KeyWriter.Condition condition) throws IOException {
        Session session = beginWriting(key);
        try {
            return operations.remove(session, condition);
        } finally {
            store.endWriting(session);
        }
    }
}
