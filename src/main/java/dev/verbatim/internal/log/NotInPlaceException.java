package dev.verbatim.internal.log;

import java.io.IOException;
import java.io.Serial;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The folder of an open log does not lead to the log now, and may again. This is no {@link
 * dev.verbatim.StoreException}: nothing is damaged.
 */
final class NotInPlaceException extends IOException {

    @Serial
    private static final long serialVersionUID = 1L;

    NotInPlaceException(Path control, String found, @Nullable Throwable cause) {
        super(
                "file=" + control + ": expected the file that was opened, found " + found
                        + "; the folder was moved, deleted or made anew meanwhile: close this, and open it where it is",
                cause);
    }
}
