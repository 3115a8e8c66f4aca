package dev.verbatim.cli;

import dev.verbatim.StoreException;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** The map that a command works on. */
final class MapArgument {

    /** What the control file of a map begins with. */
    private static final String MAGIC = "VBMCNTRL";

    @Parameters(index = "0", paramLabel = "FOLDER", description = "The map's folder.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path folder;

    Path folder() {
        return folder;
    }

    /** Opens the map and changes nothing. The map may be in use, or damaged, or in a read-only folder. */
    MappedMap<byte[], StoredValue> openToRead() throws IOException, BadInputException {
        return open(true);
    }

    /**
     * Opens a map that exists. If nobody else has the map open, this repairs it, and says what was damaged.
     */
    MappedMap<byte[], StoredValue> openToWrite(CommandLine command) throws IOException, BadInputException {
        MappedMap<byte[], StoredValue> map = open(false);
        map.recovery()
                .ifPresent(report -> report.damage()
                        .forEach(damage -> OneLineErrors.print(
                                command, "recovered position=" + damage.position() + ": " + damage.description())));
        return map;
    }

    private MappedMap<byte[], StoredValue> open(boolean readOnly) throws IOException, BadInputException {
        try {
            return MappedMap.builder(folder, MapCodec.storedKeys(), MapCodec.storedValues())
                    .readOnly(readOnly)
                    .open();
        } catch (StoreException e) {
            if (isMap()) {
                throw e; // it is damaged, or has to be repaired first
            }
            throw new BadInputException(e.getMessage());
        }
    }

    /** {@return whether the folder was given rightly: its control file begins as that of a map} */
    private boolean isMap() {
        try (InputStream control = Files.newInputStream(folder.resolve("control"))) {
            return new String(control.readNBytes(MAGIC.length()), StandardCharsets.ISO_8859_1).equals(MAGIC);
        } catch (IOException e) {
            return false;
        }
    }
}
