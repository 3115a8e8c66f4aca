package dev.verbatim.map;

import dev.verbatim.StructView;
import java.io.IOException;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The methods of a {@link MappedMap} whose keys are {@code long} or {@code int}, for keys that are no objects. With
 * {@link #getInto}, {@link #view} and {@link #put} nothing is allocated. Any thread may use it, until the map is
 * closed.
 *
 * @param <V> the type of the values
 */
public final class LongKeys<V> {

    private final MapStore store;
    private final MapCodec.Kind kind;
    private final MapOperations<?, V> operations;

    LongKeys(MapStore store, MapCodec.Kind kind, MapOperations<?, V> operations) {
        this.store = store;
        this.kind = kind;
        this.operations = operations;
    }

    private Session begin(long key) throws IOException {
        requireInRange(key);
        Session session = store.begin();
        session.key().set(key, kind);
        return session;
    }

    private Session beginWriting(long key) throws IOException {
        requireInRange(key);
        Session session = store.beginWriting();
        session.key().set(key, kind);
        return session;
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
            return operations.get(session);
        } finally {
            store.end(session);
        }
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
            return operations.getInto(session, target);
        } finally {
            store.end(session);
        }
    }

    /**
     * Points a view to the value of a key, in place, as {@link MappedMap#view} does.
     *
     * @param key the key
     * @param view a view of the values' layout, of fixed size; it cannot write
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
            return operations.view(session, view, consumer);
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
            return operations.locate(session);
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
        Objects.requireNonNull(value, "value");
        Session session = beginWriting(key);
        try {
            operations.put(session, value, MapOperations.ALWAYS);
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
        Session session = beginWriting(key);
        try {
            return operations.remove(session, MapOperations.IF_PRESENT);
        } finally {
            store.endWriting(session);
        }
    }
}
