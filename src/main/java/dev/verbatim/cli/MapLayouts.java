package dev.verbatim.cli;

import dev.verbatim.StoreException;
import dev.verbatim.map.MapInfo;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.StructLayout;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The layouts that values of a map can have. A map stores the layout of its keys in the same place, and nothing but a
 * value that has it tells whether it is one of values, too.
 */
final class MapLayouts implements StoredLayouts {

    private final MappedMap<byte[], StoredValue> map;
    private final MapInfo info;
    private final MapKeys keys;
    private @Nullable Boolean hasValuesLikeKeys;

    MapLayouts(MappedMap<byte[], StoredValue> map, MapInfo info) {
        this.map = map;
        this.info = info;
        this.keys = new MapKeys(info);
    }

    @Override
    public Map<Integer, StructLayout> layouts() {
        Map<Integer, StructLayout> layouts = new LinkedHashMap<>(info.layouts());
        info.keyLayout().ifPresent(ofKeys -> layouts.values().removeIf(ofKeys::equals));
        return layouts;
    }

    @Override
    public Collection<Integer> ids() throws IOException {
        return hasValuesLikeKeys() ? info.layouts().keySet() : layouts().keySet();
    }

    @Override
    public @Nullable StructLayout find(int id) throws IOException {
        StructLayout layout = info.layouts().get(id);
        return layout == null || layouts().containsKey(id) || hasValuesLikeKeys() ? layout : null;
    }

    @Override
    public MapKeys keys() {
        return keys;
    }

    /** Reads the values until one has it: of all of them, if none has. */
    @Override
    public boolean hasValuesLikeKeys() throws IOException {
        if (hasValuesLikeKeys == null) {
            hasValuesLikeKeys = findValueLikeKeys();
        }
        return hasValuesLikeKeys;
    }

    private boolean findValueLikeKeys() throws IOException {
        Map<Integer, StructLayout> others = layouts();
        if (others.size() == info.layouts().size()) {
            return false;
        }
        Iterator<Map.Entry<byte[], StoredValue>> values = map.iterator();
        while (true) {
            try {
                if (!values.hasNext()) {
                    return false;
                }
                int id = values.next().getValue().layoutId();
                if (id != LayoutIds.RAW_ID
                        && !others.containsKey(id)
                        && info.layouts().containsKey(id)) {
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
