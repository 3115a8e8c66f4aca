package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.StoreException;
import java.io.IOException;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Copies entries to a sink, one after the other, with a progress bar, until there are no more or Ctrl-C ends it. */
final class EntryCopy implements AutoCloseable {

    /** Which entries are copied. */
    interface Filter {
        boolean takes(StoredEntry entry) throws IOException, BadInputException;
    }

    /** What becomes of an entry that is not of its layout, or whose layout cannot be read. */
    interface Damage {

        /** It is not of its layout: the copy fails. */
        Damage FAILS = damage -> {
            throw damage;
        };

        /**
         * Is told of such an entry, which is passed then unless this throws.
         *
         * @param damage what it is, and where
         */
        void found(CorruptRecordException damage) throws IOException;
    }

    private final StopSignal stop = new StopSignal();
    private final StoreProgress progress;
    private final Damage damage;
    private long copied;

    /**
     * Prepares to copy.
     *
     * @param task the name of the work
     * @param extent how much there is; -1 if nobody knows
     * @param damage what becomes of entries that cannot be copied
     */
    EntryCopy(String task, long extent, Damage damage) {
        this.progress = new StoreProgress(task, extent);
        this.damage = damage;
    }

    /**
     * {@return the first entry to copy; null if there is none}
     *
     * @throws IOException if an entry cannot be read, or if the user has interrupted this
     */
    @Nullable
    StoredEntry first(Entries entries, LayoutSource layouts, Filter filter)
            throws IOException, BadInputException, InterruptedException {
        StoredEntry entry = entries.next();
        while (entry != null && !(hasLayout(entry, entries, layouts) && takes(filter, entry, entries))) {
            requireNoStop();
            entry = entries.next();
        }
        return entry;
    }

    /**
     * Copies entries.
     *
     * @param place how far an entry is; -1 if nobody knows
     * @throws BadInputException if an entry does not fit
     * @throws IOException if an entry cannot be read or written, or if the user has interrupted this
     */
    void run(Entries entries, LayoutSource layouts, EntrySink sink, Filter filter, ToLongFunction<StoredEntry> place)
            throws IOException, BadInputException, InterruptedException {
        for (StoredEntry entry = entries.next(); entry != null; entry = entries.next()) {
            if (takes(filter, entry, entries)) {
                put(entry, entries, layouts, sink);
            }
            progress.passed(place.applyAsLong(entry));
            requireNoStop();
        }
    }

    private void requireNoStop() throws IOException {
        if (stop.isRequested()) {
            throw new IOException("interrupted");
        }
    }

    /** Copies an entry. */
    void put(StoredEntry entry, Entries entries, LayoutSource layouts, EntrySink sink)
            throws IOException, BadInputException {
        if (!hasLayout(entry, entries, layouts)) {
            return;
        }
        try {
            sink.put(entry, layouts);
            copied++;
        } catch (BadInputException e) {
            throw new BadInputException(entries.place() + e.getMessage());
        } catch (CorruptRecordException e) {
            found(entry, entries, e);
        }
    }

    /** Asks here, because a sink fails in the same way where it is the target that is damaged. */
    private boolean hasLayout(StoredEntry entry, Entries entries, LayoutSource layouts)
            throws IOException, BadInputException {
        try {
            if (entry.layoutId() != LayoutIds.RAW_ID) {
                layouts.text(entry.layoutId());
            }
            return true;
        } catch (CorruptRecordException | StoreException e) {
            found(entry, entries, e);
            return false;
        }
    }

    private boolean takes(Filter filter, StoredEntry entry, Entries entries) throws IOException, BadInputException {
        try {
            return filter.takes(entry);
        } catch (CorruptRecordException | StoreException e) {
            found(entry, entries, e);
            return false;
        }
    }

    private void found(StoredEntry entry, Entries entries, Exception e) throws IOException {
        String line = entries.place();
        damage.found(new CorruptRecordException((line.isEmpty() ? entry.place() + ": " : line) + e.getMessage()));
    }

    /** {@return how many entries were copied} */
    long copied() {
        return copied;
    }

    /** {@return a number of entries, as messages say it} */
    static String count(long entries) {
        return StepTiming.grouped(entries) + (entries == 1 ? " entry" : " entries");
    }

    @Override
    public void close() {
        progress.close();
        stop.close();
    }
}
