package itch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads a file of NASDAQ TotalView-ITCH 5.0, prints how many messages of each type it has and what they add up to, and
 * writes them to a {@code .npy} file a type.
 *
 * <p>{@code ./verbatim examples/itch/Itch.java FILE [FOLDER]}
 */
final class Itch {

    private Itch() {}

    /** Exits with 0, with 1 if the work fails, and with 2 if it is called in another way. */
    public static void main(String... args) {
        if (args.length < 1 || args.length > 2) {
            System.err.println("usage: ./verbatim examples/itch/Itch.java FILE [FOLDER]");
            System.exit(2);
        }
        Path feed = Path.of(args[0]);
        if (Files.isDirectory(feed) || Files.notExists(feed)) {
            System.err.println("itch: "
                    + (Files.isDirectory(feed) ? "expected a file, found a folder=" : "there is no file=") + feed);
            System.exit(1);
        }
        Summary summary = new Summary();
        try {
            if (args.length == 1) {
                Feed.read(feed, summary::add);
            } else {
                convert(feed, summary, Path.of(args[1]));
            }
            System.out.print(summary);
        } catch (IOException e) {
            System.out.print(summary);
            System.err.println("itch: " + describe(e, args[0]));
            System.exit(1);
        }
    }

    private static void convert(Path feed, Summary summary, Path folder) throws IOException {
        try (NpyFiles files = new NpyFiles(folder)) {
            Feed.read(feed, message -> {
                summary.add(message);
                files.add(message);
            });
        }
    }

    private static String describe(IOException e, String feed) {
        return switch (e) {
            case Feed.CorruptFeedException corrupt -> "file=" + feed + " " + corrupt.getMessage();
            case NoSuchFileException missing -> "there is no file=" + missing.getFile();
            case FileAlreadyExistsException present ->
                "there is a file=" + present.getFile() + " already; name another folder";
            default -> e.toString();
        };
    }
}
