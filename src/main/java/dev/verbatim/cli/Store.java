package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutText;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A file, a queue or a map that is open to read, as the commands see it. */
abstract sealed class Store implements LayoutSource, AutoCloseable permits FileStore, QueueStore, MapStore {

    private final Map<Integer, RecordText> texts = new HashMap<>();
    private UnsignedOption unsigned = new UnsignedOption();
    private final Map<Integer, String> layoutTexts = new HashMap<>();

    /** Prints what it consists of. */
    abstract void printInfo(PrintWriter out) throws IOException;

    /**
     * Looks at everything, and prints what it found.
     *
     * @param progress is told how much is done, from 0 to 1
     * @return whether nothing is damaged
     */
    abstract boolean verify(PrintWriter out, DoubleConsumer progress) throws IOException;

    /**
     * {@return all entries, up to the end that there is now}
     *
     * @param wantedLayout whether to read entries of a layout, given by its id; others are passed
     */
    abstract Entries entries(IntPredicate wantedLayout, Start start) throws IOException, BadInputException;

    /** {@return the number of parts that {@link #entriesFrom} can begin at} */
    abstract long parts() throws IOException;

    /** {@return the entries from a part on, in the order in which they were written} */
    abstract Entries entriesFrom(IntPredicate wantedLayout, long part) throws IOException;

    /** {@return about how much there is, in the measure of {@link #progress}} */
    abstract long extent() throws IOException;

    /** {@return how far an entry is, in the measure of {@link #extent}; -1 if nothing says so} */
    abstract long progress(StoredEntry entry);

    /**
     * Requires that it can have entries of a layout.
     *
     * @param text how the id of the layout is spelled; null for all layouts
     * @param mayCome whether the layout need not be stored yet
     * @throws BadInputException if it has a layout of its own, or does not store this one; the message lists those that
     *     it stores
     */
    final void requireLayout(@Nullable String text, boolean mayCome) throws IOException, BadInputException {
        if (text == null) {
            return;
        }
        int id = LayoutIds.parse(text);
        if (this instanceof FileStore) {
            throw LayoutIds.ofFile(text);
        }
        if (id == LayoutIds.RAW_ID || mayCome) {
            return;
        }
        EntryLayouts stored = entryLayouts();
        if (stored.find(id) == null) {
            throw LayoutIds.unknown(text, stored.layouts().keySet());
        }
    }

    /** {@return the layouts that it stores for entries; none of a file, which has its own} */
    abstract EntryLayouts entryLayouts();

    /** {@return the layout of an id} */
    abstract StructLayout layout(int id) throws IOException;

    /** {@return the layout of an id, spelled by {@link LayoutText}; or {@code raw}} */
    final String layoutText(int id) throws IOException {
        String text = layoutTexts.get(id);
        if (text == null) {
            text = id == LayoutIds.RAW_ID ? LayoutIds.toText(id) : LayoutText.of(text(id).layout());
            layoutTexts.put(id, text);
        }
        return text;
    }

    /** Spells numbers without a sign from now on, where an option says so. */
    final void use(UnsignedOption option) throws IOException, BadInputException {
        if (!option.isGiven()) {
            return; // a layout that cannot be read may be that of no entry
        }
        List<RecordText> known = new ArrayList<>();
        for (int id : this instanceof FileStore
                ? Set.of(LayoutIds.FILE_ID)
                : entryLayouts().layouts().keySet()) {
            known.add(text(id));
        }
        option.requireIn(known, entryLayouts());
        useInKeys(option);
        unsigned = option;
        texts.clear();
    }

    /** Shows numbers of keys without a sign from now on, where an option says so. */
    void useInKeys(UnsignedOption option) throws BadInputException {
        option.requireNoKeys();
    }

    /** {@return the text of the records of a layout} */
    RecordText makeText(StructLayout layout) throws IOException {
        return RecordText.of(layout);
    }

    @Override
    public final RecordText text(int id) throws IOException {
        RecordText text = texts.get(id);
        if (text == null) {
            StructLayout layout = layout(id);
            try {
                text = unsigned.in(makeText(layout));
            } catch (IllegalArgumentException e) {
                throw new CorruptRecordException("layout " + LayoutIds.toText(id) + ": " + e.getMessage());
            }
            texts.put(id, text);
        }
        return text;
    }

    @Override
    public abstract void close() throws IOException;
}
