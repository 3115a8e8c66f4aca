package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import java.io.IOException;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Copies entries to a sink, one after the other, with a progress bar, until there are no more or Ctrl-C ends it. */
final class EntryCopy implements AutoCloseable {

    /** Which entries are copied. */
    interface Filter {
        boolean takes(StoredEntry entry) throws IOException, BadInputException;
    }

    private final StopSignal stop = new StopSignal();
    private final StoreProgress progress;
    private long copied;

    /**
     * Prepares to copy.
     *
     * @param task the name of the work
     * @param extent how much there is; -1 if nobody knows
     */
    EntryCopy(String task, long extent) {
        this.progress = new StoreProgress(task, extent);
    }

    /**
     * {@return the first entry to copy; null if there is none}
     *
     * @throws CorruptRecordException if an entry is not of its layout; the message says where it is
     * @throws IOException if an entry cannot be read, or if the user has interrupted this
     */
    @Nullable
    StoredEntry first(Entries entries, Filter filter) throws IOException, BadInputException, InterruptedException {
        StoredEntry entry = entries.next();
        while (entry != null && !takes(filter, entry, entries)) {
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
     * @throws CorruptRecordException if an entry is not of its layout; the message says where it is
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
        try {
            sink.put(entry, layouts);
        } catch (BadInputException e) {
            throw new BadInputException(entries.place() + e.getMessage());
        } catch (CorruptRecordException e) {
            throw named(entry, entries, e);
        }
        copied++;
    }

    private static boolean takes(Filter filter, StoredEntry entry, Entries entries)
            throws IOException, BadInputException {
        try {
            return filter.takes(entry);
        } catch (CorruptRecordException e) {
            throw named(entry, entries, e);
        }
    }

    private static CorruptRecordException named(StoredEntry entry, Entries entries, CorruptRecordException e) {
        String line = entries.place();
        return new CorruptRecordException((line.isEmpty() ? entry.place() + ": " : line) + e.getMessage());
    }

    /** {@return how many entries were copied} */
    long copied() {
        return copied;
    }

    /** {@return a number of entries, as messages say it} */
    static String count(long entries) {
        return entries + (entries == 1 ? " entry" : " entries");
    }

    @Override
    public void close() {
        progress.close();
        stop.close();
    }
}
