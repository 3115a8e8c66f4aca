package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.text.MalformedTextException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports whatever goes wrong in one line, {@code command: what is wrong}, and chooses the exit code. */
public final class OneLineErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {

    @Override
    public int handleParseException(ParameterException e, String[] args) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String message = message(e.getMessage(), e).replace("option option", "option"); // Picocli says both
        if (e instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            message += " (did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?)";
        }
        print(command, Character.toLowerCase(message.charAt(0)) + message.substring(1) + "; see '" + name + " --help'");
        return ExitCode.USAGE;
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine command, @Nullable ParseResult parsed) {
        if (e instanceof BadInputException || e instanceof MalformedTextException) {
            print(command, message(e.getMessage(), e));
            return ExitCode.USAGE;
        }
        print(command, describe(e));
        return ExitCode.SOFTWARE;
    }

    /**
     * {@return what happened, for a reader without a stack trace}
     *
     * @param e the exception or error
     */
    public static String describe(Throwable e) {
        return switch (e) {
            case UncheckedIOException unchecked when unchecked.getCause() != null -> describe(unchecked.getCause());
            case FileSystemException failed
            when failed.getReason() != null -> failed.getFile() + ": " + failed.getReason();
            // The messages of these exceptions are only the name of the file.
            case NoSuchFileException missing -> missing.getFile() + ": no such file";
            case FileAlreadyExistsException exists -> exists.getFile() + ": exists already";
            case AccessDeniedException denied -> denied.getFile() + ": access denied";
            case NotDirectoryException other -> other.getFile() + ": not a directory";
            case IOException failed -> message(failed.getMessage(), failed);
            case CorruptRecordException corrupt -> message(corrupt.getMessage(), corrupt);
            default -> "failed: " + e;
        };
    }

    private static String message(@Nullable String message, Throwable e) {
        return message == null || message.isBlank() ? e.toString() : message;
    }

    /** Prints a message about a command to standard error, as one line, whatever the names in it. */
    static void print(CommandLine command, String message) {
        String line = TerminalText.of(message.strip().replaceAll("\\R\\s*", " "));
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + line);
        command.getErr().flush();
    }
}
