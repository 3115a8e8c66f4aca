package dev.verbatim.cli;

import dev.verbatim.map.MapInfo;
import java.lang.foreign.StructLayout;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The layouts that values of a map can have. A map stores the layout of its keys in the same place, and it may be that
 * of values, too, as in a map of longs to longs: it is found, but not listed among others.
 */
record MapLayouts(MapInfo info) implements EntryLayouts {

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
}
