package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.file.ChildJvm.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Runs programs on a file system of one megabyte in memory, or on one that is mounted to read only, which only the
 * program can see.
 */
public final class SmallDisk {

    private static final String SMALL = "mount -t tmpfs -o size=1m tmpfs \"$0\"";
    private static final String READ_ONLY = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\"";
    /** Each file is a mount of its own, which stays as it is. */
    private static final String READ_ONLY_BUT_FILES = "for f in \"$0\"/*; do mount --bind \"$f\" \"$f\" || exit; done; "
            + "mount --rbind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\"";

    private SmallDisk() {}

    /**
     * {@return what the program prints} It fails if the program, or its JVM, fails; it is skipped where no file system
     * can be mounted.
     */
    public static List<String> run(Path folder, Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        return run(SMALL, folder, program, arguments);
    }

    /**
     * {@return what the program prints, for which nothing can be written to the folder} In all else this is
     * {@link #run}.
     */
    public static List<String> runReadOnly(Path folder, Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        return run(READ_ONLY, folder, program, arguments);
    }

    /**
     * {@return what the program prints, which can make no file in the folder, but can write those that are there}
     * Hidden files, whose names start with a dot, can only be read. In all else this is {@link #run}.
     */
    public static List<String> runReadOnlyButFiles(Path folder, Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        return run(READ_ONLY_BUT_FILES, folder, program, arguments);
    }

    private static List<String> run(String mount, Path folder, Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        List<String> namespace = List.of("unshare", "-m");
        String obstacle = whyNone(mount, namespace, folder);
        if (obstacle != null) {
            // Without privileges it takes a user namespace, where the system permits one.
            namespace = List.of("unshare", "-rm");
            String second = whyNone(mount, namespace, folder);
            assumeTrue(second == null, () -> "needs to mount a file system: " + obstacle + "; " + second);
        }
        List<String> command = mounting(mount, namespace, folder);
        command.addAll(ChildJvm.command(program, arguments));
        Result result = ChildJvm.run(command);
        assertEquals(0, result.exitCode(), result.output());
        return result.output().lines().toList();
    }

    private static @Nullable String whyNone(String mount, List<String> namespace, Path folder)
            throws InterruptedException {
        List<String> command = mounting(mount, namespace, folder);
        command.add("true");
        try {
            Result result = ChildJvm.run(command);
            return result.exitCode() == 0 ? null : result.output().strip();
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private static List<String> mounting(String mount, List<String> namespace, Path folder) {
        List<String> command = new ArrayList<>(namespace);
        command.addAll(List.of("sh", "-c", mount + " && exec \"$@\"", folder.toString()));
        return command;
    }
}
