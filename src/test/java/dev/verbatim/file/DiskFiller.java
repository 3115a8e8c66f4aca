package dev.verbatim.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** Takes the space of a {@link SmallDisk}. */
public final class DiskFiller {

    private DiskFiller() {}

    /** Leaves so many bytes, and does not write the others. */
    public static void takeAllBut(long free, Path file) throws Exception {
        long size = Files.getFileStore(file.getParent()).getUsableSpace() - free;
        if (size > 0) {
            run("fallocate", "-l", Long.toString(size), file.toString());
        }
    }

    /** Writes a file until nothing more goes in. */
    public static void takeRest(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.APPEND)) {
            for (int size = 64 << 10; size > 0; size /= 2) {
                while (isWritten(channel, size)) {
                    // and on
                }
            }
        }
    }

    private static boolean isWritten(FileChannel channel, int size) {
        try {
            return channel.write(ByteBuffer.allocate(size)) > 0;
        } catch (IOException e) {
            return false;
        }
    }

    /** Runs a command to its end, which has to succeed. */
    public static void run(String... command) throws IOException, InterruptedException {
        ChildJvm.Result result = ChildJvm.run(List.of(command));
        if (result.exitCode() != 0) {
            throw new AssertionError(String.join(" ", command) + ": " + result.output());
        }
    }
}
