package dev.verbatim.cli;

import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** The map that a command works on. */
final class MapArgument {

    @Parameters(index = "0", paramLabel = "FOLDER", description = "The map's folder.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path folder;

    Path folder() {
        return folder;
    }

    /** Opens the map and changes nothing. The map may be in use, or damaged, or in a read-only folder. */
    MappedMap<byte[], StoredValue> openToRead() throws IOException, BadInputException {
        return MapStore.open(folder, true);
    }

    /**
     * Opens a map that exists. If nobody else has the map open, this repairs it, and says what was damaged.
     */
    MappedMap<byte[], StoredValue> openToWrite(CommandLine command) throws IOException, BadInputException {
        return openToWrite(folder, command);
    }

    static MappedMap<byte[], StoredValue> openToWrite(Path folder, CommandLine command)
            throws IOException, BadInputException {
        MappedMap<byte[], StoredValue> map = MapStore.open(folder, false);
        map.recovery()
                .ifPresent(report -> report.damage()
                        .forEach(damage -> OneLineErrors.print(
                                command, "recovered position=" + damage.position() + ": " + damage.description())));
        return map;
    }
}
