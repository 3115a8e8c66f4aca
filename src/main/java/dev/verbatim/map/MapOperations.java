package dev.verbatim.map;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.map.KeyWriter.Condition;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What is done with one key, in a session whose operation has begun and whose key is set. */
final class MapOperations<K, V> {

    static final Condition ALWAYS = (live, session) -> true;
    static final Condition IF_ABSENT = (live, session) -> !live;
    static final Condition IF_PRESENT = (live, session) -> live;

    private final MapStore store;
    private final MapCodec<V> values;
    private final ValueReader<K, V> reader;

    MapOperations(MapStore store, MapCodec<K> keys, MapCodec<V> values) {
        this.store = store;
        this.values = values;
        this.reader = new ValueReader<>(keys, values, store.valueLayoutId());
    }

    MapCodec<V> values() {
        return values;
    }

    ValueReader<K, V> reader() {
        return reader;
    }

    /** {@return whether the key has a value, which the session's entry points to then} */
    boolean locate(Session session) throws IOException {
        boolean live = session.finder().locate(session.key());
        if (session.finder().located() != 0) {
            store.commitSeen(session.entry()); // a removal, too
        }
        return live;
    }

    @Nullable
    V get(Session session) throws IOException {
        return locate(session) ? reader.value(session, session.entry()) : null;
    }

    boolean getInto(Session session, V target) throws IOException {
        if (!locate(session)) {
            return false;
        }
        reader.valueInto(session, session.entry(), target);
        return true;
    }

    <W extends StructView> boolean view(Session session, W view, Consumer<? super W> consumer) throws IOException {
        if (!locate(session)) {
            return false;
        }
        MapEntry entry = session.entry();
        StructLayout layout = view.layout();
        if (!session.match().isSame(view, entry.layoutId())) {
            ValueReader.requireLayout(session, entry, view, layout);
        }
        if (Layouts.isVarRecord(layout)) {
            // What lies behind the value is none of its business.
            view.wrap(valueBytes(entry), 0);
        } else {
            ValueReader.requireSize(entry, layout.byteSize());
            view.wrap(entry.segment().readOnlyMemory(), entry.valueOffset());
        }
        try {
            consumer.accept(view);
        } catch (CorruptRecordException e) { // the view knows nothing of the entry
            throw reader.placed(session, entry, e);
        }
        return true;
    }

    private static MemorySegment valueBytes(MapEntry entry) {
        return entry.segment().readOnlyMemory().asSlice(entry.valueOffset(), entry.valueLength());
    }

    boolean read(Session session, Consumer<? super MemorySegment> consumer) throws IOException {
        if (!locate(session)) {
            return false;
        }
        try {
            consumer.accept(valueBytes(session.entry()));
        } catch (CorruptRecordException e) { // a codec knows nothing of the entry
            throw reader.placed(session, session.entry(), e);
        }
        return true;
    }

    /** {@return whether the key has the value now} */
    boolean put(Session session, V value, Condition condition) throws IOException {
        KeyWriter writer = session.keyWriter();
        writer.encode(session.key(), values, value, layoutId(value));
        return written(session, condition);
    }

    /** {@return the id of the layout of a value; 0 if it has none} */
    private int layoutId(V value) throws IOException {
        int id = values.layoutId(value, store.valueLayoutId());
        if (value instanceof StoredValue stored && id != 0) {
            StoredBytes.require(store.log().layouts().load(id), stored.bytes(), "a value");
        }
        return id;
    }

    /** {@return whether the key was removed} */
    boolean remove(Session session, Condition condition) throws IOException {
        if (session.key().isTooLong()) {
            return false;
        }
        session.keyWriter().encodeTombstone(session.key());
        return written(session, condition);
    }

    private static boolean written(Session session, Condition condition) throws IOException {
        boolean written = session.keyWriter().write(session.key(), condition);
        if (written) {
            session.writer().forceIfEach();
        }
        return written;
    }

    /**
     * {@return that a key has a value of which the codec makes the same bytes} One that was written with another layout
     * has others, and is read for that; of several types each writes its tag, so that no two make the same. A stored
     * value says itself which layout it has.
     */
    Condition ifEqual(V expected) {
        // The bytes of a stored value are at hand, however many they are.
        StoredValue stored = expected instanceof StoredValue known ? known : null;
        MemorySegment bytes = stored == null ? encoded(expected) : stored.bytes();
        int layoutId = values.layoutId(expected, store.valueLayoutId());
        return (live, session) -> {
            if (!live) {
                return false;
            }
            MapEntry entry = session.entry();
            if (entry.layoutId() == layoutId) {
                return isSame(bytes, entry.memory(), entry.valueOffset(), entry.valueLength());
            }
            return stored == null && bytes.mismatch(encoded(reader.value(session, entry))) < 0;
        };
    }

    private MemorySegment encoded(V value) {
        return MemorySegment.ofArray(values.encode(value));
    }

    private static boolean isSame(MemorySegment bytes, MemorySegment memory, long offset, long length) {
        return length == bytes.byteSize()
                && MemorySegment.mismatch(memory, offset, offset + length, bytes, 0, length) < 0;
    }

    /** {@return that a key has the value of an origin, or a copy of it that compaction has made} */
    static Condition ifOrigin(long origin) {
        return (live, session) -> live && session.entry().origin() == origin;
    }

    /** Gives a key a value, or none, under a condition. {@return the value that it had before} */
    @Nullable
    V exchange(Session session, @Nullable V value, Condition condition) throws IOException {
        Exchange exchange = new Exchange(condition);
        if (value == null) {
            remove(session, exchange);
        } else {
            put(session, value, exchange);
        }
        return exchange.old;
    }

    /** Reads the value that is there before it is exchanged: one that cannot be read stays. */
    private final class Exchange implements Condition {

        private final Condition condition;
        private @Nullable V old;

        private Exchange(Condition condition) {
            this.condition = condition;
        }

        @Override
        public boolean holds(boolean live, Session session) throws IOException {
            old = live ? reader.value(session, session.entry()) : null;
            return condition.holds(live, session);
        }
    }

    /** Gives a key what a function makes of the value that it has. {@return the value that it has now} */
    @Nullable
    V compute(Session session, Function<? super @Nullable V, ? extends @Nullable V> function) throws IOException {
        while (true) {
            V old = get(session);
            Condition unchanged =
                    old == null ? IF_ABSENT : ifOrigin(session.entry().origin());
            V value = function.apply(old);
            if (value == null && old == null) {
                return null;
            }
            if (value == null ? remove(session, unchanged) : put(session, value, unchanged)) {
                return value;
            }
        }
    }

    /** Gives a key a value, or what a function makes of the one that it has and this one. {@return the new one} */
    @Nullable
    V merge(Session session, V value, BiFunction<? super V, ? super V, ? extends @Nullable V> function)
            throws IOException {
        return compute(session, old -> old == null ? value : function.apply(old, value));
    }
}
