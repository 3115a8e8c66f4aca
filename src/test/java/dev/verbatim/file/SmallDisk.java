package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.file.ChildJvm.Result;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Runs programs on a small file system, or on one that is mounted to read only, which only the program can see. Such a
 * file system is gone when the program ends, however it ends.
 */
public final class SmallDisk {

    /** A file system that is soon full. */
    public enum Kind {
        /** One megabyte in memory. */
        TMPFS("mount -t tmpfs -o size=1m tmpfs \"$0\""),
        EXT4(image("32m", "ext4", "mkfs.ext4 -q -F -m 0 -b 4096")),
        /** With four blocks in a page. */
        EXT4_SMALL_BLOCKS(image("32m", "ext4", "mkfs.ext4 -q -F -m 0 -b 1024")),
        /** The smallest that there is. */
        XFS(image("300m", "xfs", "mkfs.xfs -q"));

        private final String mount;

        Kind(String mount) {
            this.mount = mount;
        }

        /** Makes a file system in a sparse file, which it hides. The device goes with the mount. */
        private static String image(String size, String type, String make) {
            return "PATH=\"$PATH:/usr/sbin:/sbin\" && rm -f \"$0/image\" && truncate -s " + size + " \"$0/image\" && "
                    + make + " \"$0/image\" && mount -o loop -t " + type + " \"$0/image\" \"$0\"";
        }
    }

    private static final String READ_ONLY = "mount --bind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\"";
    /** Each file is a mount of its own, which stays as it is. */
    private static final String READ_ONLY_BUT_FILES = "for f in \"$0\"/*; do mount --bind \"$f\" \"$f\" || exit; done; "
            + "mount --rbind \"$0\" \"$0\" && mount -o remount,bind,ro \"$0\"";

    /** A file system in the file {@code image} of the folder, which is mounted beside it. */
    private static final String IMAGE =
            "PATH=\"$PATH:/usr/sbin:/sbin\" && mkdir -p \"$0/disk\" && rm -f \"$0/image\" && "
                    + "truncate -s 32m \"$0/image\" && mkfs.ext4 -q -F -m 0 -b 4096 \"$0/image\" && "
                    + "mount -o loop -t ext4 \"$0/image\" \"$0/disk\"";

    /** In which namespace each of these has been mounted: to find that out takes a file system that is made for it. */
    private static final Map<String, List<String>> NAMESPACES = new ConcurrentHashMap<>();

    private SmallDisk() {}

    /**
     * {@return what the program prints, for which the folder is a file system of one megabyte} It fails if the program,
     * or its JVM, fails; it is skipped where no file system can be mounted.
     */
    public static List<String> run(Path folder, Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        return run(Kind.TMPFS, folder, program, arguments);
    }

    /**
     * {@return what the program prints, for which the folder is such a file system} In all else this is {@link #run}.
     */
    public static List<String> run(Kind kind, Path folder, Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        return run(kind.mount, folder, program, arguments);
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

    /**
     * {@return what the program prints, for which {@code disk} in the folder is a file system, and {@code image} what
     * has come to its device: a copy of that file is what a loss of power would leave} In all else this is {@link
     * #run}.
     */
    public static List<String> runBesideImage(Path folder, Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        return run(IMAGE, folder, program, arguments);
    }

    private static List<String> run(String mount, Path folder, Class<?> program, Object... arguments)
            throws IOException, InterruptedException {
        List<String> namespace = NAMESPACES.get(mount);
        if (namespace == null) {
            namespace = namespace(mount, folder);
            NAMESPACES.put(mount, namespace);
        }
        List<String> command = mounting(mount, namespace, folder);
        command.addAll(ChildJvm.command(program, arguments));
        Result result = ChildJvm.run(command);
        assertEquals(0, result.exitCode(), result.output());
        return result.output().lines().toList();
    }

    private static List<String> namespace(String mount, Path folder) throws InterruptedException {
        List<String> privileged = List.of("unshare", "-m");
        String obstacle = whyNone(mount, privileged, folder);
        if (obstacle == null) {
            return privileged;
        }
        // Without privileges it takes a user namespace, where the system permits one.
        List<String> ofUser = List.of("unshare", "-rm");
        String second = whyNone(mount, ofUser, folder);
        assumeTrue(second == null, () -> "needs to mount a file system: " + obstacle + "; " + second);
        return ofUser;
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
