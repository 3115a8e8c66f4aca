package dev.verbatim.cli;

import dev.verbatim.text.Json;
import java.lang.foreign.MemorySegment;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Map.Entry;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a file, of a queue or of a map.
 *
 * @param labels what tells it from others, by name: its index, its position, its key, or the last two
 * @param layoutId the id of the payload's layout; 0 if there is none
 * @param payload a copy of the payload; null where a map says that a key has no value any longer
 */
record StoredEntry(
        Map<String, Object> labels, int layoutId, @Nullable MemorySegment payload) {

    static final String INDEX = "index";
    static final String POSITION = "position";
    static final String KEY = "key";

    /** Takes a copy of the labels. */
    StoredEntry {
        labels = Collections.unmodifiableMap(new LinkedHashMap<>(labels));
    }

    /** {@return a struct of a file} */
    static StoredEntry atIndex(long index, MemorySegment payload) {
        return new StoredEntry(Map.of(INDEX, index), LayoutIds.FILE_ID, payload);
    }

    /** {@return an entry of a queue} */
    static StoredEntry at(long position, int layoutId, MemorySegment payload) {
        return new StoredEntry(Map.of(POSITION, position), layoutId, payload);
    }

    /** {@return an entry of a map, whose key is shown} */
    static StoredEntry of(Object key, int layoutId, MemorySegment payload) {
        return new StoredEntry(Map.of(KEY, key), layoutId, payload);
    }

    /** {@return a change of a map} */
    static StoredEntry change(long position, Object key, int layoutId, @Nullable MemorySegment payload) {
        Map<String, Object> labels = new LinkedHashMap<>();
        labels.put(POSITION, position);
        labels.put(KEY, key);
        return new StoredEntry(labels, layoutId, payload);
    }

    /** {@return the entry as messages name it} */
    String place() {
        if (labels.isEmpty()) {
            return "the entry"; // of a text that says no more
        }
        Entry<String, Object> first = labels.entrySet().iterator().next();
        return first.getKey() + "=" + Json.of(first.getValue());
    }
}
