package dev.verbatim.kafka.cli;

import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.MappedQueue;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** What is wrong, in one line each, {@code command: what is wrong}, as the commands of the other jar say it. */
final class RelayErrors {

    private RelayErrors() {}

    /** Says what a queue that was opened has lost: opening repairs a queue that nobody else has open. */
    static void printDamage(CommandLine command, MappedQueue queue) {
        queue.recovery()
                .ifPresent(report -> report.damage()
                        .forEach(damage -> printDamage(command, damage.position(), damage.description())));
    }

    /** Says what a map that was opened has lost: opening repairs a map that nobody else has open. */
    static void printDamage(CommandLine command, MappedMap<?, ?> map) {
        map.recovery()
                .ifPresent(report -> report.damage()
                        .forEach(damage -> printDamage(command, damage.position(), damage.description())));
    }

    private static void printDamage(CommandLine command, long position, String description) {
        print(command, "recovered position=" + position + ": " + description);
    }

    /** {@return what happened, for a reader without a stack trace} */
    static String describe(Throwable e) {
        return switch (e) {
            case UncheckedIOException unchecked when unchecked.getCause() != null -> describe(unchecked.getCause());
            // The message is only the name of the file.
            case FileSystemException failed
            when failed.getReason() == null ->
                switch (failed) {
                    case NoSuchFileException _ -> failed.getFile() + ": no such file";
                    case FileAlreadyExistsException _ -> failed.getFile() + ": exists already";
                    case AccessDeniedException _ -> failed.getFile() + ": access denied";
                    case NotDirectoryException _ -> failed.getFile() + ": not a directory";
                    default -> failed.toString();
                };
            default -> message(e.getMessage(), e);
        };
    }

    private static String message(@Nullable String message, Throwable e) {
        return message == null || message.isBlank() ? e.toString() : message;
    }

    /** Prints a message about a command to standard error, as one line. */
    static void print(CommandLine command, String message) {
        String line = message.strip().replaceAll("\\R\\s*", " ");
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + line);
        command.getErr().flush();
    }
}
