package dev.verbatim.internal.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Tells one run of the operating system from the next. What a process had written to files when it died is still there
 * in the same boot, in the page cache if nowhere else; after another boot only what had come to the device is. Any
 * thread may use it.
 */
public final class BootId {

    /** Stands for a boot that nothing is known of. */
    public static final UUID UNKNOWN = new UUID(0, 0);

    private static final BootId CURRENT = new BootId(Path.of("/proc/sys/kernel/random/boot_id"));

    private final Path file;
    private volatile UUID found = UNKNOWN;

    BootId(Path file) {
        this.file = file;
    }

    /** {@return the id of this boot, which all processes of this host have; {@link #UNKNOWN} except on Linux} */
    public static UUID current() {
        return CURRENT.get();
    }

    /** Asks again until it is known: if a process once has no file descriptor to spare, that must not be for good. */
    UUID get() {
        UUID id = found;
        if (id.equals(UNKNOWN)) {
            id = read();
            if (!id.equals(UNKNOWN)) { // another thread may have read it meanwhile
                found = id;
            }
        }
        return id;
    }

    private UUID read() {
        try {
            return UUID.fromString(Files.readString(file).strip());
        } catch (IOException | IllegalArgumentException e) {
            return UNKNOWN; // another operating system, or no /proc: as careful as after another boot
        }
    }
}
