package dev.verbatim.internal.log;

import dev.verbatim.StoreException;
import java.io.Serial;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The folder of an open log does not lead to the log now, and may again. Nothing is damaged. */
final class NotInPlaceException extends StoreException {

    @Serial
    private static final long serialVersionUID = 1L;

    NotInPlaceException(Path control, String found, @Nullable Throwable cause) {
        super(
                control,
                "the file that was opened",
                found + "; the folder was moved, deleted or made anew meanwhile: close this, and open it where it is");
        initCause(cause);
    }
}
