package dev.verbatim.map;

import dev.verbatim.Durability;
import dev.verbatim.GapException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StoreException;
import dev.verbatim.StructView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A persisted map off the heap, in memory-mapped files, shared by any number of threads and processes of one host. It
 * grows without a size given. A reader writes nothing and waits for nobody. A process that is killed at any point loses
 * nothing that a method has returned for, and leaves nothing locked.
 *
 * {@snippet file="map/MapTutorialTest.java" region="map"}
 *
 * <p><b>Files.</b> A map is a folder on a local file system; {@code docs/map-format.md} draws its bytes. Values are
 * appended to a log, as entries of a queue are, and an index leads from each key to its last entry. Compaction copies
 * what is needed of the oldest segments to the end of the log and deletes them: a thread of the map does so when less
 * than half of the log is needed.
 *
 * <p><b>What a change survives.</b> It survives the death of any process. {@link Durability} says what survives a loss
 * of power.
 *
 * <p><b>Opening</b> takes no recovery step but after a loss of power or a start of the system: then the first process
 * that opens the map makes the index anew from the log.
 *
 * <p><b>Threads.</b> Any thread may use a map, a virtual one too. Each method that changes a key takes effect at one
 * moment, in all processes. The functions that a method takes may be called more than once, and may use the map.
 *
 * <p><b>Errors.</b> Whatever takes a key, or reads a value, can throw what {@link #get(Object) get} throws. Whatever
 * stores a value or takes one away can throw what {@link #put(Object, Object) put} throws; if that is because a force
 * has failed under {@link Durability#EACH}, the change can be read all the same, and may be gone after a loss of power.
 *
 * <p><b>The file {@code lock}</b> is for the map alone: a process that opens and closes it by itself loses its locks,
 * as {@link dev.verbatim} says of all stores.
 *
 * @param <K> the type of the keys
 * @param <V> the type of the values
 */
public final class MappedMap<K, V> implements AutoCloseable, Iterable<Map.Entry<K, V>> {

    private final MapStore store;
    private final MapCodec<K> keys;
    private final MapOperations<K, V> operations;

    MappedMap(MapStore store, MapCodec<K> keys, MapCodec<V> values) {
        this.store = store;
        this.keys = keys;
        this.operations = new MapOperations<>(store, keys, values);
    }

    /**
     * Begins to open a map.
     *
     * @param folder the map's folder; if there is none, it is created, and so are the folders above it, unless {@link
     *     MapBuilder#create} or {@link MapBuilder#readOnly} forbids it
     * @param keys how keys are made into bytes; the same for all who open the map
     * @param values how values are made into bytes
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return a builder
     * @throws IllegalArgumentException if the codec of the keys is {@link MapCodec#storedValues}, or one of {@link
     *     MapCodec#of(dev.verbatim.SizedCodec) several types}
     */
    public static <K, V> MapBuilder<K, V> builder(Path folder, MapCodec<K> keys, MapCodec<V> values) {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(keys, "keys");
        Objects.requireNonNull(values, "values");
        keys.requireForKeys();
        return new MapBuilder<>(folder, keys, values);
    }

    /**
     * Opens a map, or creates it with segments of 32 MiB, checksums and {@link Durability#PAGE_CACHE}.
     *
     * @param folder the map's folder
     * @param keys how keys are made into bytes
     * @param values how values are made into bytes
     * @param <K> the type of the keys
     * @param <V> the type of the values
     * @return the map
     * @throws IOException as {@link MapBuilder#open} throws it
     */
    public static <K, V> MappedMap<K, V> open(Path folder, MapCodec<K> keys, MapCodec<V> values) throws IOException {
        return builder(folder, keys, values).open();
    }

    MapCodec<K> keyCodec() {
        return keys;
    }

    MapCodec<V> valueCodec() {
        return operations.values();
    }

    private Session begin(K key) throws IOException {
        Objects.requireNonNull(key, "key");
        Session session = store.begin();
        try {
            session.key().set(keys, key);
            return session;
        } catch (Throwable e) { // a user's conversion may throw what its Java signature does not allow
            store.end(session);
            throw e;
        }
    }

    private Session beginWriting(K key) throws IOException {
        Objects.requireNonNull(key, "key");
        Session session = store.beginWriting();
        try {
            session.key().set(keys, key);
            return session;
        } catch (Throwable e) { // a user's conversion may throw what its Java signature does not allow
            store.endWriting(session);
            throw e;
        }
    }

    /**
     * {@return the value of a key, in a new object; null if it has none}
     *
     * @param key the key
     * @throws IllegalArgumentException if the codec of the keys throws it: such a key can have no value
     * @throws LayoutMismatchException if the value was not written with this layout, or one that has grown from it or
     *     into it
     * @throws dev.verbatim.CorruptRecordException if the codec of the values finds that the bytes are none of its
     *     records
     * @throws IOException if the map is damaged, or a file cannot be mapped
     * @throws IllegalStateException if the map is closed
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public @Nullable V get(K key) throws IOException {
        Session session = begin(key);
        try {
            return operations.get(session);
        } finally {
            store.end(session);
        }
    }

    /**
     * Reads the value of a key into an object. Allocates nothing where values have a fixed size, but for the bytes of a
     * {@code String} as key that has characters beyond ASCII.
     *
     * @param key the key
     * @param target the object to fill
     * @return whether the key has a value; if not, the object is as it was
     * @throws UnsupportedOperationException if the codec of the values cannot fill an object
     * @throws IOException as {@link #get(Object)} throws it
     */
    public boolean getInto(K key, V target) throws IOException {
        Objects.requireNonNull(target, "target");
        Session session = begin(key);
        try {
            return operations.getInto(session, target);
        } finally {
            store.end(session);
        }
    }

    /**
     * Points a view to the value of a key, in place, and hands it to a consumer. Nothing is copied, and nothing
     * allocated where values have a fixed size. The value cannot change, whatever is put meanwhile. A view of
     * variable-length records also shows values of a layout that has grown from its own; it has no defaults for members
     * that an older layout lacks.
     *
     * @param key the key
     * @param view a view of the values' layout; it cannot write
     * @param consumer takes the view, which shows the value until it returns
     * @param <W> the type of the view
     * @return whether the key has a value
     * @throws LayoutMismatchException if the value was not written with this layout, or has variable length and was
     *     written with an unrelated one, or with an older one that lacks members of the view's
     * @throws dev.verbatim.CorruptRecordException if the consumer throws it: with map, position and key, and the
     *     one that it has thrown as the cause; one of a subclass stays as it is
     * @throws IOException as {@link #get(Object)} throws it
     */
    public <W extends StructView> boolean view(K key, W view, Consumer<? super W> consumer) throws IOException {
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
     * Hands the bytes of the value of a key to a consumer, in place.
     *
     * @param key the key
     * @param consumer takes the bytes, to read only, which are there until it returns
     * @return whether the key has a value
     * @throws dev.verbatim.CorruptRecordException if the consumer throws it: with map, position and key, and the
     *     one that it has thrown as the cause; one of a subclass stays as it is
     * @throws IOException as {@link #get(Object)} throws it
     */
    public boolean read(K key, Consumer<? super MemorySegment> consumer) throws IOException {
        Objects.requireNonNull(consumer, "consumer");
        Session session = begin(key);
        try {
            return operations.read(session, consumer);
        } finally {
            store.end(session);
        }
    }

    /**
     * {@return whether a key has a value}
     *
     * @param key the key
     * @throws IOException as {@link #get(Object)} throws it
     */
    public boolean containsKey(K key) throws IOException {
        Session session = begin(key);
        try {
            return operations.locate(session);
        } finally {
            store.end(session);
        }
    }

    /**
     * Gives a key a value. Allocates nothing where values have a fixed size, but for the bytes of a {@code String} as
     * key that has characters beyond ASCII.
     *
     * @param key the key
     * @param value the value
     * @throws IllegalArgumentException if the codec throws it, or key and value, with 16 bytes before them and what
     *     fills the key up to a multiple of 8, are larger than an eighth of a segment; nothing was changed
     * @throws IOException if there is no space for a new segment, or a force has failed
     * @throws UnsupportedOperationException if the map was opened to read only
     * @throws IllegalStateException if the map is closed
     */
    public void put(K key, V value) throws IOException {
        Objects.requireNonNull(value, "value");
        Session session = beginWriting(key);
        try {
            operations.put(session, value, MapOperations.ALWAYS);
        } finally {
            store.endWriting(session);
        }
    }

    /**
     * Gives a key a value unless it has one.
     *
     * @param key the key
     * @param value the value
     * @return whether the key has the value now
     * @throws IOException as {@link #put(Object, Object)} throws it
     */
    public boolean putIfAbsent(K key, V value) throws IOException {
        return put(key, value, MapOperations.IF_ABSENT);
    }

    /**
     * Gives a key another value if it has one.
     *
     * @param key the key
     * @param value the value
     * @return whether the key had a value
     * @throws IOException as {@link #put(Object, Object)} throws it
     */
    public boolean replace(K key, V value) throws IOException {
        return put(key, value, MapOperations.IF_PRESENT);
    }

    /**
     * Gives a key another value if it has the one that was expected: if the codec makes the same bytes of both. What a
     * newer layout has added to the value is not compared, because the codec of an older one does not read it. So where
     * a newer program has changed nothing but that since the expected value was read, this replaces it all the same.
     *
     * @param key the key
     * @param expected the value that is expected
     * @param value the value
     * @return whether the key had the value
     * @throws LayoutMismatchException if the key has a value that {@link #get(Object)} cannot read
     * @throws IOException as {@link #put(Object, Object)} throws it
     */
    public boolean replace(K key, V expected, V value) throws IOException {
        return put(key, value, operations.ifEqual(Objects.requireNonNull(expected, "expected")));
    }

    private boolean put(K key, V value, KeyWriter.Condition condition) throws IOException {
        Objects.requireNonNull(value, "value");
        Session session = beginWriting(key);
        try {
            return operations.put(session, value, condition);
        } finally {
            store.endWriting(session);
        }
    }

    /**
     * Takes the value of a key away.
     *
     * @param key the key
     * @return whether the key had a value
     * @throws IllegalArgumentException if the codec of the keys throws it: such a key can have no value
     * @throws IOException as {@link #put(Object, Object)} throws it
     */
    public boolean remove(K key) throws IOException {
        return remove(key, MapOperations.IF_PRESENT);
    }

    /**
     * Takes the value of a key away if it is the one that was expected: if the codec makes the same bytes of both. What
     * a newer layout has added to the value is not compared, because the codec of an older one does not read it. So
     * where a newer program has changed nothing but that since the expected value was read, this removes it all the
     * same.
     *
     * @param key the key
     * @param expected the value that is expected
     * @return whether the key had the value
     * @throws IllegalArgumentException if a codec throws it: such a key, or value, is in no map
     * @throws LayoutMismatchException if the key has a value that {@link #get(Object)} cannot read
     * @throws IOException as {@link #put(Object, Object)} throws it
     */
    public boolean remove(K key, V expected) throws IOException {
        return remove(key, operations.ifEqual(Objects.requireNonNull(expected, "expected")));
    }

    /** Gives a key a value, or none, under a condition. {@return the value that it had before} */
    @Nullable
    V exchange(K key, @Nullable V value, KeyWriter.Condition condition) throws IOException {
        Session session = beginWriting(key);
        try {
            return operations.exchange(session, value, condition);
        } finally {
            store.endWriting(session);
        }
    }

    /** Takes the value of a key away unless another was put since one of an origin was read. */
    boolean removeOrigin(K key, long origin) throws IOException {
        return remove(key, MapOperations.ifOrigin(origin));
    }

    private boolean remove(K key, KeyWriter.Condition condition) throws IOException {
        Session session = beginWriting(key);
        try {
            return operations.remove(session, condition);
        } finally {
            store.endWriting(session);
        }
    }

    /**
     * Gives a key the value that a function makes of the one that it has.
     *
     * @param key the key
     * @param function takes the key and its value, null if it has none, and returns the value that it is to have, null
     *     for none; called again if the value was changed meanwhile, so it must not change this key itself
     * @return the value that the key has now; null if it has none
     * @throws IOException as {@link #put(Object, Object)} throws it
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public @Nullable V compute(K key, BiFunction<? super K, ? super @Nullable V, ? extends @Nullable V> function)
            throws IOException {
        Objects.requireNonNull(function, "function");
        Session session = beginWriting(key);
        try {
            return operations.compute(session, old -> function.apply(key, old));
        } finally {
            store.endWriting(session);
        }
    }

    /**
     * Gives a key a value, or what a function makes of that and the value that it has.
     *
     * @param key the key
     * @param value the value if it has none
     * @param function takes the value that the key has and this one, and returns the value that it is to have, null for
     *     none; called again if the value was changed meanwhile, so it must not change this key itself
     * @return the value that the key has now; null if it has none
     * @throws IOException as {@link #put(Object, Object)} throws it
     */
    @SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
    public @Nullable V merge(K key, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function)
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
     * {@return how many keys have a value} A change that is under way may count or not. Each process that was killed in
     * the middle of a change, and each error of the stack there, may leave this off by one, until the map is opened by
     * one process alone. Each call adds up 1024 rows of 64 bytes, one for each slot, and so reads 64 KiB.
     *
     * @throws IllegalStateException if the map is closed
     */
    public long size() {
        return store.size();
    }

    /**
     * {@return the keys with their values, in no order} A key that has a value throughout comes once; one that gets or
     * loses its value meanwhile comes once or not at all. The entries do not change. {@code hasNext} and {@code next}
     * throw {@link UncheckedIOException} where another method throws an {@link IOException}, and {@link
     * IllegalStateException} when the map is closed. {@code remove} is not supported. One thread at a time may use the
     * iterator.
     *
     * <p>An entry that cannot be read, because its value has another layout, it is damaged, or a conversion throws,
     * comes as an exception of {@code next}. Who catches it and goes on gets each of the other entries, and one
     * exception for each of those that cannot be read; more than one where it is not the entry that is damaged, but its
     * file that cannot be mapped.
     */
    @Override
    public Iterator<Map.Entry<K, V>> iterator() {
        return entries();
    }

    MapIterator<Map.Entry<K, V>> entries() {
        return iterate(operations.reader()::entry);
    }

    /** {@return the keys that have a value, as {@link #iterator()} gives them, without a look at their values} */
    MapIterator<K> keys() {
        return iterate((session, entry) -> operations.reader().key(session, entry));
    }

    private <E> MapIterator<E> iterate(MapIterator.Reading<E> reading) {
        try {
            return new MapIterator<>(store, reading, operations.values().needsWholeEntries());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * {@return the methods of this map for keys that are numbers, without an object for each}
     *
     * @throws IllegalArgumentException if the keys are neither {@code long} nor {@code int}
     */
    public LongKeys<V> longKeys() {
        if (keys.kind() != MapCodec.Kind.LONG && keys.kind() != MapCodec.Kind.INT) {
            throw new IllegalArgumentException(
                    "cannot use numbers as keys of " + store.log().name() + ": expected a map with keys of "
                            + MapCodec.longs() + " or " + MapCodec.ints() + ", found " + keys);
        }
        return new LongKeys<>(store, keys.kind(), operations);
    }

    /**
     * {@return this map with the methods of the JDK's} Its methods throw {@link UncheckedIOException} where those of
     * this class throw an {@link IOException}. What a method does with one key is atomic in all processes; one that
     * goes over many keys, such as {@code replaceAll} or {@code removeIf} of a collection, does so with each by itself.
     * Where a method looks for a key or a value, or changes something if a value is a certain one, two are the same if
     * the codec makes the same bytes of both, also in the collections of keys, values and entries; of stored values the
     * layout has to be the same, too. The map's {@code equals} and {@code hashCode} ask the objects themselves. {@code
     * clear} and the methods of {@code keySet} read no value.
     *
     * <p>A key or a value that its codec refuses with an {@link IllegalArgumentException}, such as a text with an
     * unpaired surrogate, or with a {@link NullPointerException}, for a null in it, or of another class, with a {@link
     * ClassCastException}, is in no map: who asks for it or removes it, or replaces such a value, is told that it is
     * not there. A function of a conversion refuses by any {@link RuntimeException}. Methods that would store it throw
     * the exception, unless they find before that there is nothing to replace. A key that is null itself is a {@link
     * NullPointerException} of each method of the map that takes a key.
     */
    public ConcurrentMap<K, V> asConcurrentMap() {
        return new ConcurrentMapView<>(this);
    }

    /** Throws what a method throws that reads, or one that changes the map, if the map is closed or read only. */
    void requireUsable(boolean isChange) {
        if (isChange) {
            store.log().requireWritable();
        } else {
            store.log().requireOpen();
        }
    }

    /**
     * Reads the changes of the map from the oldest on that compaction has left.
     *
     * @return the changes, for one thread
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the map is closed
     */
    public MapChanges<K, V> changes() throws IOException {
        return changes(0);
    }

    /**
     * Reads the changes of the map.
     *
     * @param position from where on: 0, one that {@link MapChanges#position} has returned, or a multiple of the segment
     *     size, which leads to the first entry of a segment
     * @return the changes, for one thread
     * @throws GapException if compaction has deleted what was there, unless it is 0. The same call would throw it
     *     again; {@code changes(e.to())} goes on behind the gap
     * @throws IllegalArgumentException if no entry starts there
     * @throws IOException if a segment cannot be mapped
     * @throws IllegalStateException if the map is closed
     */
    public MapChanges<K, V> changes(long position) throws IOException {
        return store.log().call(() -> new MapChanges<>(store, operations.reader(), position));
    }

    /**
     * Removes what is above the limits. Then copies what is needed of all segments but the newest to the end of the
     * log, and deletes them. A thread of the map does this by itself when less than half of the log is needed. What
     * says of the keys that they were removed stays if it is in the newest segment, and counts in {@link
     * MapInfo#liveBytes} until a later compaction; no limit counts it. Stops at an entry whose writer is at work on it,
     * and does nothing while another thread or process compacts.
     *
     * @return how many segments were deleted
     * @throws IOException if there is no space for a new segment
     * @throws UnsupportedOperationException if the map was opened to read only
     * @throws IllegalStateException if the map is closed
     */
    public int compact() throws IOException {
        store.log().requireWritable();
        return store.keeper().compact();
    }

    /**
     * Forces to the storage device everything that was changed before this call, by any process.
     *
     * @throws IOException if the device refuses this force, or has refused an earlier one; nobody knows then what is on
     *     it, and this map takes no more changes. Or if the process has no file descriptors or no memory for it;
     *     then it can be tried again
     * @throws UnsupportedOperationException if the map was opened to read only
     * @throws IllegalStateException if the map is closed
     */
    public void force() throws IOException {
        store.log().call(() -> {
            store.log().requireWritable();
            store.force();
            return store;
        });
    }

    /**
     * Looks at every entry of the log, at where the index leads, and at each stored layout that the keys or an entry
     * have, and changes nothing. The map may be in use: entries that are written meanwhile, by compaction too, may be
     * counted or not.
     *
     * @return what it found
     * @throws IOException if a file cannot be mapped
     * @throws IllegalStateException if the map is closed
     */
    public MapReport verify() throws IOException {
        return verify(done -> {});
    }

    /**
     * Does what {@link #verify()} does, and says how far it is.
     *
     * @param progress is told, by this thread and now and then, how much of the work is done: a number from 0 to 1, not
     *     less than the one before, and 1 at last. What it throws ends the work
     * @return what it found
     * @throws IOException if a file cannot be mapped
     * @throws IllegalStateException if the map is closed
     */
    public MapReport verify(DoubleConsumer progress) throws IOException {
        Objects.requireNonNull(progress, "progress");
        return store.log().call(() -> new Verification(store).run(progress));
    }

    /**
     * {@return what the recovery of the log found when this map was opened, and which segments and entries were missing
     * or damaged when its index was made anew; empty if there was none, because the map was in use already or is only
     * read}
     */
    public Optional<MapReport> recovery() {
        return Optional.ofNullable(store.recovery());
    }

    /**
     * {@return what the map consists of}
     *
     * @throws IOException if a stored layout is damaged
     * @throws IllegalStateException if the map is closed
     */
    public MapInfo info() throws IOException {
        return store.info();
    }

    /**
     * {@return a layout that values or keys were put with} It tells a program without the DTO's class what the bytes
     * are.
     *
     * @param layoutId what a {@link StoredValue} has, but not 0
     * @throws StoreException if there is no layout of this id, or its file is damaged
     * @throws IOException if its file cannot be read
     * @throws IllegalStateException if the map is closed
     */
    public StructLayout layout(int layoutId) throws IOException {
        return store.log().call(() -> store.log().layouts().load(layoutId));
    }

    /**
     * Stores a layout, if it is not stored yet: for tools that put a {@link StoredValue} of it, without the class of
     * the values.
     *
     * @param layout the layout
     * @return its id, which is the same in all maps and queues
     * @throws IllegalArgumentException if {@link dev.verbatim.LayoutText} cannot spell it
     * @throws IOException if it cannot be stored
     * @throws UnsupportedOperationException if the map was opened to read
     * @throws IllegalStateException if the map is closed
     */
    public int storeLayout(StructLayout layout) throws IOException {
        Objects.requireNonNull(layout, "layout");
        return store.log().call(() -> {
            store.log().requireWritable();
            return store.log().layouts().store(layout);
        });
    }

    /**
     * {@return the map's folder}
     */
    public Path path() {
        return store.log().folder();
    }

    /**
     * {@return the id of this map, a random one that it got when it was made} It tells the map from another one that is
     * made in the same folder later. A copy has the id of the map that it is a copy of.
     */
    public UUID id() {
        return store.log().control().logId();
    }

    /**
     * Closes the map. Does nothing if it is closed already; but where an error has ended the earlier close in its
     * midst, such as one of memory, this one goes on.
     *
     * <p>A call of another thread that is under way ends as if it had come before; all others throw
     * {@link IllegalStateException}. Nothing is unmapped under such a call: the last one to end gives back the memory
     * and the locks that are left. What fails then is logged.
     *
     * @throws IOException if something cannot be given back; the map is closed all the same
     */
    @Override
    public void close() throws IOException {
        store.close();
    }
}
