package dev.verbatim.cli;

import dev.verbatim.StoreException;
import dev.verbatim.map.MapInfo;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.StructLayout;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The layouts that values of a map can have. A map stores the layout of its keys in the same place, and it may be that
 * of values, too, as in a map of longs to longs: it is found, but not listed among others.
 */
record MapLayouts(MappedMap<byte[], StoredValue> map, MapInfo info) implements EntryLayouts {

    @Override
    public Map<Integer, StructLayout> layouts() {
        Map<Integer, StructLayout> layouts = new LinkedHashMap<>(info.layouts());
        if (layouts.size() > 1) {
            info.keyLayout().ifPresent(ofKeys -> layouts.values().removeIf(ofKeys::equals));
        }
        return layouts;
    }

    @Override
    public @Nullable StructLayout find(int id) {
        return info.layouts().get(id);
    }

    @Override
    public MapKeys keys() {
        return new MapKeys(info);
    }

    /** Reads the values until one has it: of all of them, if none has. */
    @Override
    public boolean hasValuesLikeKeys() throws IOException {
        StructLayout ofKeys = info.keyLayout().orElse(null);
        if (ofKeys == null) {
            return false;
        }
        Iterator<Map.Entry<byte[], StoredValue>> values = map.iterator();
        while (true) {
            try {
                if (!values.hasNext()) {
                    return false;
                }
                if (ofKeys.equals(info.layouts().get(values.next().getValue().layoutId()))) {
                    return true;
                }
            } catch (UncheckedIOException e) { // it is damaged, and tells nothing
                if (!(e.getCause() instanceof StoreException)) {
                    throw e.getCause();
                }
            }
        }
    }
}
