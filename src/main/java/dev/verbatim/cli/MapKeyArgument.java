package dev.verbatim.cli;

import dev.verbatim.text.MalformedTextException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The map that a command works on, and the key in it. */
final class MapKeyArgument {

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private MapArgument map;

    @Parameters(
            index = "1",
            paramLabel = "KEY",
            description =
                    "The key: a number; a text; a UUID; bytes as text, or as 0x and hexadecimal digits; a struct or a"
                            + " record of variable length as a JSON object, or as 0x and the digits of its bytes. What"
                            + " begins with - and is no option comes after --.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private String key;

    MapArgument map() {
        return map;
    }

    /** {@return the bytes of the key} */
    byte[] bytes(MapKeys keys) throws BadInputException {
        return keys.parse(key);
    }

    /** {@return that the key has no value} */
    String missing() {
        return map.folder() + ": no value has the key " + MalformedTextException.quote(key);
    }
}
