package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

class OneLineErrorsTest {

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(new NoSuchFileException("a.npy"), "a.npy: no such file"),
                Arguments.of(new FileAlreadyExistsException("a.npy"), "a.npy: exists already"),
                Arguments.of(new AccessDeniedException("a.npy"), "a.npy: access denied"),
                Arguments.of(new NotDirectoryException("a"), "a: not a directory"),
                Arguments.of(
                        new FileSystemException("a.npy", null, "No space left on device"),
                        "a.npy: No space left on device"),
                Arguments.of(new IOException("file=a.npy: disk full"), "file=a.npy: disk full"),
                Arguments.of(new IOException(), "java.io.IOException"),
                Arguments.of(new UncheckedIOException(new NoSuchFileException("a.npy")), "a.npy: no such file"),
                Arguments.of(
                        new OutOfMemoryError("Java heap space"),
                        "failed: java.lang.OutOfMemoryError: Java heap space"));
    }

    @ParameterizedTest
    @MethodSource("failures")
    void describesWhatHappened(Throwable failure, String expected) {
        assertEquals(expected, OneLineErrors.describe(failure));
    }

    @Test
    void aMessageOfManyLinesBecomesOne() {
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine().setErr(new PrintWriter(err));

        int exitCode =
                new OneLineErrors().handleExecutionException(new IOException("two\n  - lines\r\n"), command, null);

        assertEquals(1, exitCode);
        assertEquals("verbatim: two - lines", err.toString().stripTrailing());
        assertTrue(err.toString().endsWith(System.lineSeparator()));
    }
}
