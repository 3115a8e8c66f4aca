package dev.verbatim.cli;

import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The layouts that a store has for its entries, which for those of a map are the layouts of values. */
@FunctionalInterface
interface EntryLayouts {

    /** {@return those that messages list, by id; of a map without that of the keys, which is stored beside them} */
    Map<Integer, StructLayout> layouts() throws IOException;

    /** {@return the layout of an id; null if none is stored} */
    default @Nullable StructLayout find(int id) throws IOException {
        return layouts().get(id);
    }

    /** {@return what keys are made from; null where there are none, or where nothing says it} */
    default @Nullable MapKeys keys() {
        return null;
    }

    /** {@return whether a value has the layout of the keys} */
    default boolean hasValuesLikeKeys() throws IOException {
        return false;
    }
}
