package dev.verbatim.jmh.map;

import java.io.IOException;
import java.nio.file.Path;

/** A map, with the settings and the classes that it has in a benchmark. */
enum Contender {
    /** Our map, from longs to quotes, as it is by default: with checksums. */
    VERBATIM,
    VERBATIM_WITHOUT_CHECKSUM,
    /** Our map, from texts to accounts. */
    VERBATIM_ACCOUNTS,
    VERBATIM_ACCOUNTS_WITHOUT_CHECKSUM,
    /** Values are copied as they lie in the object, and keys are boxed. Checksums are Chronicle's default in a file. */
    CHRONICLE,
    CHRONICLE_WITHOUT_CHECKSUM,
    /** The same with a {@code LongValue} as the key, which is used again. */
    CHRONICLE_LONG_VALUE,
    /** Keys and values have value interfaces. */
    CHRONICLE_VALUES,
    /** Values are looked at in place without their lock, of which Chronicle's tutorial warns; keys are boxed. */
    CHRONICLE_FLYWEIGHT,
    CHRONICLE_ACCOUNTS,
    CHRONICLE_ACCOUNTS_WITHOUT_CHECKSUM,
    LMDB,
    /** LMDB, from texts to accounts. */
    LMDB_ACCOUNTS,
    /** A map on the heap: a yardstick. */
    HEAP,
    /** A map on the heap, from texts to accounts. */
    HEAP_ACCOUNTS;

    /** How many values a client has prepared, a power of two. They take turns, so that no one is always at hand. */
    static final int PREPARED = 64;

    /**
     * Opens a map, and creates it if there is none.
     *
     * @param folder where its files are
     * @param entries how many entries it is to have at most
     */
    Store open(Path folder, int entries) throws IOException {
        return switch (this) {
            case VERBATIM -> new VerbatimQuotes(folder, true);
            case VERBATIM_WITHOUT_CHECKSUM -> new VerbatimQuotes(folder, false);
            case VERBATIM_ACCOUNTS -> new VerbatimAccounts(folder, true);
            case VERBATIM_ACCOUNTS_WITHOUT_CHECKSUM -> new VerbatimAccounts(folder, false);
            case CHRONICLE -> ChronicleQuotes.copyable(folder, entries, true);
            case CHRONICLE_WITHOUT_CHECKSUM -> ChronicleQuotes.copyable(folder, entries, false);
            case CHRONICLE_LONG_VALUE -> ChronicleQuotes.longValue(folder, entries);
            case CHRONICLE_VALUES -> ChronicleQuotes.values(folder, entries);
            case CHRONICLE_FLYWEIGHT -> ChronicleQuotes.flyweight(folder, entries);
            case CHRONICLE_ACCOUNTS -> new ChronicleAccounts(folder, entries, true);
            case CHRONICLE_ACCOUNTS_WITHOUT_CHECKSUM -> new ChronicleAccounts(folder, entries, false);
            case LMDB -> new LmdbQuotes(folder);
            case LMDB_ACCOUNTS -> new LmdbAccounts(folder);
            case HEAP -> new HeapQuotes(entries);
            case HEAP_ACCOUNTS -> new HeapAccounts(entries);
        };
    }
}
