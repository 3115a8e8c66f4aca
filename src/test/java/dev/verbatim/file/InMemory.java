package dev.verbatim.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Makes temporary folders in memory, where there is room: forces take no time there. For tests that open many small
 * stores and do not ask what a device does, or ask it of a file system that they make in a file. To processes that die
 * it makes no difference: what they have stored stays either way.
 */
@SuppressWarnings("exports") // JUnit makes one, for tests of any package
public final class InMemory implements TempDirFactory {

    /** Several times what the test with the largest files needs: others run beside it. */
    private static final long ROOM = 1L << 30;

    private static final Path MEMORY = Path.of("/dev/shm");

    public InMemory() {}

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        boolean isRoom = Files.isWritable(MEMORY) && Files.getFileStore(MEMORY).getUsableSpace() > ROOM;
        return isRoom ? Files.createTempDirectory(MEMORY, "junit") : Files.createTempDirectory("junit");
    }
}
