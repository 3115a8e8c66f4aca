package dev.verbatim.internal.runtime;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The values of DTOs that are an {@link Optional}. */
public final class DtoOptionals {

    private DtoOptionals() {}

    /**
     * {@return what an {@link Optional} has; {@code null} if it is empty} No Optional at all is a fault, and so is one
     * that has an object of another class, which can come from a cast.
     *
     * @param optional the Optional
     * @param type the class of what it has
     */
    public static @Nullable Object contentOrNull(@Nullable Object optional, Class<?> type) {
        if (optional == null) {
            throw ValueFault.fault();
        }
        Object content = ((Optional<?>) optional).orElse(null);
        if (content != null && !type.isInstance(content)) {
            throw ValueFault.fault();
        }
        return content;
    }
}
