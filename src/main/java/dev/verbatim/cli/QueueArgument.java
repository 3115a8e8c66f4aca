package dev.verbatim.cli;

import dev.verbatim.Durability;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/** The queue that a command works on. */
final class QueueArgument {

    @Parameters(index = "0", paramLabel = "FOLDER", description = "The queue's folder.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private Path folder;

    Path folder() {
        return folder;
    }

    /** Opens the queue and changes nothing. The queue may be in use, or damaged, or in a read-only folder. */
    MappedQueue openToRead() throws IOException, BadInputException {
        return QueueStore.openToRead(folder);
    }

    /**
     * Opens a queue that exists, and forces the appended entries when it is closed. If nobody else has the queue open,
     * this repairs it, and says what was damaged.
     */
    MappedQueue openToWrite(CommandLine command) throws IOException, BadInputException {
        return openToWrite(folder, command);
    }

    static MappedQueue openToWrite(Path folder, CommandLine command) throws IOException, BadInputException {
        // A queue that is opened for writing is made if it does not exist.
        QueueStore.openToRead(folder).close();
        MappedQueue queue =
                MappedQueue.builder(folder).durability(Durability.BATCH).open();
        queue.recovery()
                .ifPresent(report -> report.damage()
                        .forEach(damage -> OneLineErrors.print(
                                command, "recovered position=" + damage.position() + ": " + damage.description())));
        return queue;
    }
}
