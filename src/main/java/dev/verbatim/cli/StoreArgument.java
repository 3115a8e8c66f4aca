package dev.verbatim.cli;

import dev.verbatim.text.MalformedTextException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** The file, the queue or the map that a command works on, recognised by looking at it. */
final class StoreArgument {

    /** What a {@code .npy} file begins with. */
    private static final String FILE_MAGIC = "\u0093NUMPY";

    /** What the control file of a queue begins with. */
    static final String QUEUE_MAGIC = "VBQCNTRL";

    /** What the control file of a map begins with. */
    static final String MAP_MAGIC = "VBMCNTRL";

    private static final String CONTROL = "control";

    private static final String LABEL = "STORE";

    /** What a path can be. */
    enum Kind {
        FILE,
        QUEUE,
        MAP
    }

    @Spec(Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec command;

    @Parameters(index = "0", paramLabel = LABEL, description = "A .npy file, or the folder of a queue or a map.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path path;

    /** Has the help of the verbs below a command say what they take there, which is less than elsewhere. */
    static void describe(CommandLine program, String parent, String description) {
        CommandLine command = Objects.requireNonNull(program.getSubcommands().get(parent), parent);
        for (CommandLine verb : command.getSubcommands().values()) {
            CommandSpec spec = verb.getCommandSpec();
            for (PositionalParamSpec parameter : List.copyOf(spec.positionalParameters())) {
                if (parameter.paramLabel().equals(LABEL)) {
                    spec.remove(parameter);
                    spec.addPositional(PositionalParamSpec.builder(parameter)
                            .paramLabel("FOLDER")
                            .description(description)
                            .build());
                }
            }
        }
    }

    Path path() {
        return path;
    }

    /** Opens the store and changes nothing. It may be in use, or damaged, or in a read-only folder. */
    Store openToRead() throws IOException, BadInputException {
        return openToRead(path, kind());
    }

    static Store openToRead(Path path, Kind kind) throws IOException, BadInputException {
        return switch (kind) {
            case FILE -> FileStore.open(path);
            case QUEUE -> QueueStore.open(path);
            case MAP -> MapStore.open(path);
        };
    }

    /** {@return what the path is; below {@code verbatim queue} a queue, and below {@code verbatim map} a map} */
    Kind kind() throws IOException, BadInputException {
        CommandSpec parent = command.parent();
        return switch (parent == null ? "" : parent.name()) {
            case "queue" -> Kind.QUEUE;
            case "map" -> Kind.MAP;
            default -> kind(path);
        };
    }

    /**
     * {@return what a path is}
     *
     * @throws BadInputException if it is nothing that Verbatim stores
     * @throws IOException if nobody knows
     */
    static Kind kind(Path path) throws IOException, BadInputException {
        if (hasMagic(path, QUEUE_MAGIC)) {
            return Kind.QUEUE;
        } else if (hasMagic(path, MAP_MAGIC)) {
            return Kind.MAP;
        } else if (begins(path, FILE_MAGIC)) {
            return Kind.FILE;
        }
        throw new BadInputException(
                path + ": expected a .npy file, or the folder of a queue or a map, found " + found(path));
    }

    private static String found(Path path) throws IOException {
        if (Files.isDirectory(path)) {
            return foundInFolder(path.resolve(CONTROL));
        } else if (!Files.exists(path)) {
            return isDenied(path) ? "a folder above it that cannot be read" : "nothing there";
        } else if (!Files.isRegularFile(path)) {
            return "a pipe, a socket or a device"; // to read a pipe waits for its other end
        } else if (!Files.isReadable(path)) {
            return "a file that cannot be read";
        }
        String beginning = beginning(path, FILE_MAGIC.length());
        return beginning.isEmpty()
                ? "an empty file"
                : "a file that begins with " + MalformedTextException.quote(beginning);
    }

    private static String foundInFolder(Path control) {
        if (isDenied(control)) {
            return "a folder that cannot be read";
        } else if (!Files.exists(control)) {
            return "a folder without a file `control`";
        }
        return Files.isReadable(control)
                ? "a folder with a file `control` of something else"
                : "a folder with a file `control` that cannot be read";
    }

    /** {@return whether nobody may know if there is something at a path} */
    private static boolean isDenied(Path path) {
        try {
            path.getFileSystem().provider().checkAccess(path);
            return false;
        } catch (AccessDeniedException e) {
            return true;
        } catch (IOException e) {
            return false; // there is nothing
        }
    }

    /** {@return whether the control file of a folder begins as that of a queue, or of a map} */
    static boolean hasMagic(Path folder, String magic) throws IOException {
        return begins(folder.resolve(CONTROL), magic);
    }

    private static boolean begins(Path file, String magic) throws IOException {
        return Files.isRegularFile(file) && beginning(file, magic.length()).equals(magic);
    }

    /** {@return the first bytes of a file; none if this process may not read it, which is said elsewhere} */
    private static String beginning(Path file, int length) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
        } catch (AccessDeniedException e) {
            return "";
        } catch (FileSystemException e) {
            throw e; // it names the file
        } catch (IOException e) {
            throw new IOException(file + ": " + OneLineErrors.describe(e), e);
        }
    }
}
