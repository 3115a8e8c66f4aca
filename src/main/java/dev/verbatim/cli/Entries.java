package dev.verbatim.cli;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Entries that come one after the other, of a store or of a text. One thread may use it. */
interface Entries extends AutoCloseable {

    /**
     * {@return the next entry, up to the end that there was when this was opened; null if there is none}
     *
     * @throws BadInputException if it is of a text, and none
     * @throws IOException if it cannot be read
     */
    @Nullable
    StoredEntry next() throws IOException, BadInputException, InterruptedException;

    /** {@return the next entry, wherever the end was; null if none has come for a while} */
    default @Nullable StoredEntry await() throws IOException, BadInputException, InterruptedException {
        return next();
    }

    /** {@return where the last entry was, as the beginning of a message} */
    default String place() {
        return "";
    }

    /** {@return what was wrong with entries that were passed, since this was last called} */
    default List<String> takeNotes() {
        return List.of();
    }

    /** {@return why there is no next entry although the end has not come; null if it has} */
    default @Nullable String stopped() throws IOException {
        return null;
    }

    /** {@return whether no further entry can be read} */
    default boolean isBroken() {
        return false;
    }

    @Override
    void close() throws IOException;
}
