package dev.verbatim.cli;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.cli.windows.MappedFiles;
import dev.verbatim.file.StructFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The two files that the demo makes in a folder.
 *
 * @param original the file that is written struct by struct
 * @param copy the file to which the original is copied
 */
record DemoFiles(Path original, Path copy) {

    static final String ORIGINAL = "daily-bars.npy";
    static final String COPY = "daily-bars-copy.npy";

    /** {@return both files} */
    List<Path> all() {
        return List.of(original, copy);
    }

    /**
     * Makes the folder, and deletes the files that an earlier run left there. It deletes nothing if it throws.
     *
     * @param folder the folder for the files
     * @param records the number of structs in each file
     * @throws BadInputException if the folder cannot be used, has too little space, or holds other files of these names
     */
    static DemoFiles replace(Path folder, double records) throws BadInputException, IOException {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new BadInputException("--output " + folder + ": is a file, expected a directory");
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new BadInputException(
                    "--output " + folder + ": cannot make the directory: " + OneLineErrors.describe(e));
        }
        if (!Files.isWritable(folder)) {
            throw new BadInputException("--output " + folder + ": is not writable");
        }
        DemoFiles files = new DemoFiles(folder.resolve(ORIGINAL), folder.resolve(COPY));
        long freed = 0;
        for (Path file : files.all()) {
            if (Files.exists(file)) {
                requireOurs(file);
                freed += Files.size(file);
            }
        }
        requireSpace(folder, freed, records);
        files.delete();
        return files;
    }

    /** Refuses a file that the demo did not make, or that another run of it is writing. */
    private static void requireOurs(Path file) throws BadInputException {
        String reason;
        try (StructFile<DailyBar> _ = StructFile.openReadWrite(file, DailyBar.CODEC)) {
            return;
        } catch (LayoutMismatchException e) {
            reason = "its records are no daily bars";
        } catch (IOException e) {
            reason = OneLineErrors.describe(e);
        }
        throw new BadInputException(
                file + ": is in the way (" + reason + "); remove it, or choose another directory with --output");
    }

    private static void requireSpace(Path folder, long freed, double records) throws BadInputException {
        double needed = 2 * records * DailyBar.CODEC.byteSize();
        // A FileStore is looked up among the mounts, which are missing in some chroots. Here unknown space is 0.
        long usable = folder.toFile().getUsableSpace();
        if (usable > 0 && needed > (double) usable + freed) {
            throw new BadInputException(String.format(
                    Locale.ROOT,
                    "--output %s: has %,.1f MB free, and two files of %,.0f records need %,.1f MB",
                    folder,
                    (usable + freed) / 1e6,
                    records,
                    needed / 1e6));
        }
    }

    /** Deletes those of the files that exist. */
    void delete() throws IOException {
        for (Path file : all()) {
            MappedFiles.deleteIfExists(file);
        }
    }
}
