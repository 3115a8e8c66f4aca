package dev.verbatim.internal.io;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BootIdTest {

    @TempDir
    Path folder;

    @Test
    void whatCouldNotBeReadOnceIsReadTheNextTime() throws IOException {
        Path file = folder.resolve("boot_id");
        BootId boot = new BootId(file);
        assertEquals(BootId.UNKNOWN, boot.get());
        UUID id = UUID.fromString("0b8a7a5c-46c8-4f1b-9d7e-1f0c5e4d3b2a");
        Files.writeString(file, id + "\n");
        assertEquals(id, boot.get());
        Files.delete(file);
        assertEquals(id, boot.get());
    }
}
