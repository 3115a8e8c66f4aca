package consumer.base;

import java.util.function.Consumer;

/**
 * Something wrong with a DTO, which keeps it from being written.
 *
 * @param type what is thrown
 * @param message the path of the member, and what is wrong with it
 * @param spoil puts it into a valid DTO
 */
public record Fault<T>(Class<? extends RuntimeException> type, String message, Consumer<T> spoil) {

    public static <T> Fault<T> isNull(String path, Consumer<T> spoil) {
        return new Fault<>(NullPointerException.class, ": " + path + " is null; expected ", spoil);
    }

    public static <T> Fault<T> isWrong(String message, Consumer<T> spoil) {
        return new Fault<>(IllegalArgumentException.class, ": " + message, spoil);
    }
}
