package dev.verbatim.map;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.StoreException;
import dev.verbatim.internal.log.EntryFault;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.nio.charset.CharacterCodingException;
import java.util.AbstractMap.SimpleImmutableEntry;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes keys and values out of entries. Any thread may use it, each with its session. */
final class ValueReader<K, V> {

    private final MapCodec<K> keys;
    private final MapCodec<V> values;

    /** The id of the layout of the values; 0 if they have none, or several. */
    private final int layoutId;

    /** Asked for once, and not at each read, where the codec may be of any class. */
    private final boolean needsWholeEntries;

    /** The codec of the values if they are of several types; null if not. */
    private final @Nullable TaggedValues<V> tagged;

    ValueReader(MapCodec<K> keys, MapCodec<V> values, int layoutId) {
        this.keys = keys;
        this.values = values;
        this.layoutId = layoutId;
        this.needsWholeEntries = values.needsWholeEntries();
        this.tagged = values instanceof TaggedValues<V> ofTypes ? ofTypes : null;
    }

    /** {@return the key of an entry} */
    K key(Session session, MapEntry entry) throws IOException {
        long size = keys.fixedSize();
        if (size >= 0 && size != entry.keyLength()) {
            throw damaged(entry, "a key of " + size + " bytes", entry.keyLength() + " bytes");
        }
        try {
            return keys.read(entry.memory(), entry.keyOffset(), entry.keyLength());
        } catch (CharacterCodingException e) {
            throw damaged(entry, "a key in UTF-8", "bytes that are not: " + e.getMessage());
        } catch (CorruptRecordException e) {
            throw EntryFault.at(e, session.store().log().name() + " position=" + entry.position() + ", the key");
        }
    }

    /** {@return the value of an entry} */
    V value(Session session, MapEntry entry) throws IOException {
        try {
            requireValue(session, entry);
            return values.read(entry.layoutId(), entry.memory(), entry.valueOffset(), entry.valueLength());
        } catch (CharacterCodingException e) {
            throw damaged(entry, "a value in UTF-8", "bytes that are not: " + e.getMessage());
        } catch (CorruptRecordException e) {
            throw placed(session, entry, e);
        }
    }

    /** {@return the key and the value of an entry} */
    Map.Entry<K, V> entry(Session session, MapEntry entry) throws IOException {
        return new SimpleImmutableEntry<>(key(session, entry), value(session, entry));
    }

    /** Reads the value of an entry into an object. */
    void valueInto(Session session, MapEntry entry, V target) throws IOException {
        try {
            requireValue(session, entry);
            values.readInto(target, entry.memory(), entry.valueOffset(), entry.valueLength());
        } catch (CorruptRecordException e) {
            throw placed(session, entry, e);
        }
    }

    /** {@return a fault of a value with the place of its entry} */
    CorruptRecordException placed(Session session, MapEntry entry, CorruptRecordException fault) {
        return EntryFault.at(
                fault,
                session.store().log().name() + " position=" + entry.position() + " key=" + keyText(session, entry));
    }

    private String keyText(Session session, MapEntry entry) {
        try {
            K key = key(session, entry);
            return key instanceof byte[] bytes ? "0x" + HexFormat.of().formatHex(bytes) : String.valueOf(key);
        } catch (IOException | RuntimeException e) { // the fault of the value is what is reported
            return "unreadable";
        }
    }

    private void requireValue(Session session, MapEntry entry) throws IOException {
        if (tagged != null) {
            tagged.requireReadable(session, entry);
            return;
        }
        requireWhole(session, entry, Session.PUT_ANEW);
        if (entry.layoutId() != layoutId && !values.readsAll()) {
            requireLayout(session, entry, values.identity(), values.layout());
        }
        long size = values.fixedSize();
        if (size >= 0) {
            requireSize(entry, size);
        }
    }

    /**
     * Looks at the checksum of an entry, if the codec of the values needs that.
     *
     * @param remedy what to do if it is wrong, for the end of the message
     */
    void requireWhole(Session session, MapEntry entry, String remedy) throws StoreException {
        if (needsWholeEntries) {
            session.requireWhole(entry, remedy);
        }
    }

    static void requireSize(MapEntry entry, long size) throws StoreException {
        if (size != entry.valueLength()) {
            throw damaged(entry, "a value of " + size + " bytes", entry.valueLength() + " bytes");
        }
    }

    /** Requires that an entry has a layout, or one that has grown from it or into it. */
    static void requireLayout(Session session, MapEntry entry, Object identity, @Nullable StructLayout layout)
            throws IOException {
        int found = entry.layoutId();
        if (layout == null) {
            throw session.match()
                    .mismatch(entry.position(), session.store().log().layouts().load(found), identity, null);
        }
        if (!session.match().isSame(identity, found)) {
            session.match().require(identity, layout, found, entry.position());
        }
    }

    static StoreException damaged(MapEntry entry, String expected, String found) {
        return entry.segment().damaged(entry.offset(), expected, found);
    }
}
