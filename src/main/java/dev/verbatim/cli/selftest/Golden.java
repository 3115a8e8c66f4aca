package dev.verbatim.cli.selftest;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;

/**
 * The bytes that have to be. They are a resource of the jar, lines of hexadecimal digits below a name in brackets,
 * which {@code golden.py} beside the tests has made without Verbatim and without Java.
 */
final class Golden {

    private static final String RESOURCE = "golden.txt";

    private final Map<String, byte[]> bytes;

    private Golden(Map<String, byte[]> bytes) {
        this.bytes = bytes;
    }

    static Golden load() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(Golden.class.getResourceAsStream(RESOURCE), () -> "no resource " + RESOURCE)) {
            return read(in);
        }
    }

    static Golden read(InputStream in) throws IOException {
        Map<String, StringBuilder> texts = new HashMap<>();
        StringBuilder text = new StringBuilder();
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            if (line.startsWith("[")) {
                text = new StringBuilder();
                texts.put(line.substring(1, line.length() - 1), text);
            } else if (!line.startsWith("#")) {
                text.append(line);
            }
        }
        Map<String, byte[]> bytes = new HashMap<>();
        texts.forEach((name, digits) -> bytes.put(name, HexFormat.of().parseHex(digits)));
        return new Golden(bytes);
    }

    byte[] get(String name) {
        byte[] found = bytes.get(name);
        if (found == null) {
            throw new IllegalArgumentException("no golden bytes of this name=" + name);
        }
        return found.clone();
    }
}
