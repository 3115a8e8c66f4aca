package dev.verbatim.jmh.map;

import java.io.IOException;
import java.nio.file.Path;
import net.openhft.chronicle.map.ChronicleMap;
import net.openhft.chronicle.map.ChronicleMapBuilder;

/** How Chronicle Maps are opened here. */
final class ChronicleStores {

    static final String FILE_NAME = "chronicle-map";

    private ChronicleStores() {}

    /** Opens a map in a file, which knows how many entries there will be, and does not return what it replaces. */
    static <K, V> ChronicleMap<K, V> open(
            ChronicleMapBuilder<K, V> builder, Path folder, long entries, boolean checksum) throws IOException {
        return builder.name("benchmark")
                .entries(entries)
                .putReturnsNull(true)
                .removeReturnsNull(true)
                .checksumEntries(checksum)
                .createPersistedTo(folder.resolve(FILE_NAME).toFile());
    }
}
