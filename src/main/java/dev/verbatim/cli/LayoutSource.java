package dev.verbatim.cli;

import dev.verbatim.text.RecordText;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Where the layouts of entries are found. */
interface LayoutSource {

    /**
     * {@return the text of the records of a layout}
     *
     * @param id its id, which is not that of entries without a layout
     * @throws dev.verbatim.StoreException if there is no such layout, or it is damaged
     * @throws dev.verbatim.CorruptRecordException if nothing can be read by it
     * @throws IOException if it cannot be read
     */
    RecordText text(int id) throws IOException;

    /** {@return what the keys of entries are made from; null where that is not known, or there are none} */
    default @Nullable MapKeys keys() {
        return null;
    }
}
