package dev.verbatim.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FileFailureTest {

    private static String message(Throwable cause) {
        return FileFailure.of(Path.of("queue"), "force it", cause).getMessage();
    }

    @Test
    void aFailureSaysWhy() {
        assertEquals("file=queue: cannot force it: no power", message(new IOException("no power")));
        assertEquals("file=queue: cannot force it: java.io.IOException", message(new IOException()));
        assertEquals(
                "file=queue: cannot force it: it: no power", message(new FileSystemException("it", null, "no power")));
        assertEquals(
                "file=queue: cannot force it: no power", message(new FileSystemException("queue", null, "no power")));
        assertEquals(
                "file=queue: cannot force it: java.nio.file.AccessDeniedException: it",
                message(new AccessDeniedException("it")));
    }
}
