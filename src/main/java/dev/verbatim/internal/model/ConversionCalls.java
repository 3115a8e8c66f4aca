package dev.verbatim.internal.model;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** Calls the handles of conversions outside of generated code: to try a value, and to find out what is wrong. */
public final class ConversionCalls {

    private ConversionCalls() {}

    /**
     * {@return what a conversion makes}
     *
     * @param conversion one of its handles
     * @param arguments what the handle takes
     * @throws RuntimeException if the conversion refuses it
     */
    public static @Nullable Object call(MethodHandle conversion, @Nullable Object... arguments) {
        try {
            return conversion.invokeWithArguments(arguments);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("a conversion throws no checked exception", e);
        }
    }

    /**
     * {@return whether a conversion takes a value}
     *
     * @param conversion the handle that stores the value, or checks it
     */
    public static boolean takes(MethodHandle conversion, @Nullable Object value) {
        try {
            call(conversion, value);
            return true;
        } catch (RuntimeException refusal) {
            return false;
        }
    }
}
