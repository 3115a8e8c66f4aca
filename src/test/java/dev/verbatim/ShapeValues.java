package dev.verbatim;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Random values of shapes, in a form that knows neither DTOs nor bytes and that {@code equals} compares by bits: a {@link
 * Long} with the bits of a primitive ({@link Bits}) or the ordinal of an enum, a {@link Text}, a {@link List} of an array or
 * list, a {@link Map} of a struct.
 */
final class ShapeValues {

    private ShapeValues() {}

    /** A string that prints what no terminal does. */
    record Text(@Nullable String value) {

        @Override
        public String toString() {
            if (value == null) {
                return "null";
            }
            StringBuilder text = new StringBuilder("\"");
            value.chars().forEach(c -> {
                if (c >= ' ' && c <= '~') {
                    text.append((char) c);
                } else {
                    text.append(String.format(Locale.ROOT, "\\u%04X", c));
                }
            });
            return text.append('"').toString();
        }
    }

    /** Values of all members of a struct. */
    static Map<String, Object> random(Shape.Struct struct, Random random) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < struct.members().size(); i++) {
            values.put(Shape.name(i), random(struct.members().get(i).shape(), random));
        }
        return values;
    }

    private static Object random(Shape shape, Random random) {
        return switch (shape) {
            case Shape.Primitive(var layout) -> bits(layout.carrier(), random);
            case Shape.Ordinal ordinal -> ordinal(ordinal.type().getEnumConstants().length, random);
            case Shape.Text(int byteSize) -> new Text(text(byteSize, random));
            case Shape.PrimitiveArray(var element, int count) -> list(count, () -> bits(element.carrier(), random));
            case Shape.Struct struct -> random(struct, random);
            case Shape.StructSequence sequence -> list(sequence.count(), () -> random(sequence.element(), random));
        };
    }

    private static List<Object> list(int count, Supplier<Object> element) {
        List<Object> list = new ArrayList<>();
        while (list.size() < count) {
            list.add(element.get());
        }
        return list;
    }

    private static long bits(Class<?> carrier, Random random) {
        List<Long> telling = StructArbitraries.TELLING_BITS;
        long bits = random.nextInt(4) > 0 ? random.nextLong() : telling.get(random.nextInt(telling.size()));
        return Bits.of(Bits.value(carrier, bits));
    }

    private static long ordinal(int constants, Random random) {
        return random.nextInt(4) > 0 ? random.nextInt(constants) : constants - 1;
    }

    /** Text that a room holds: of no bytes up to all of them, ASCII and not, with zeros anywhere but at the end. */
    private static String text(int byteSize, Random random) {
        boolean ascii = random.nextBoolean();
        int room = switch (random.nextInt(4)) {
            case 0 -> byteSize;
            case 1 -> 0;
            default -> random.nextInt(byteSize + 1);
        };
        StringBuilder text = new StringBuilder();
        while (room > 0) {
            int bytes = ascii ? 1 : 1 + random.nextInt(Math.min(room, 4));
            text.appendCodePoint(codePoint(bytes, random));
            room -= bytes;
        }
        if (!text.isEmpty() && text.charAt(text.length() - 1) == 0) {
            text.setCharAt(text.length() - 1, '0');
        }
        return text.toString();
    }

    /** A character that has this many bytes in UTF-8; often the first or the last one. */
    private static int codePoint(int bytes, Random random) {
        return switch (bytes) {
            case 1 -> between(0, 0x7F, random);
            case 2 -> between(0x80, 0x7FF, random);
            case 3 -> random.nextBoolean() ? between(0x800, 0xD7FF, random) : between(0xE000, 0xFFFF, random);
            default -> between(0x1_0000, 0x10_FFFF, random);
        };
    }

    private static int between(int first, int last, Random random) {
        return switch (random.nextInt(8)) {
            case 0 -> first;
            case 1 -> last;
            default -> random.nextInt(first, last + 1);
        };
    }

    /** Values as they are stored, which is what a {@link Baseline} takes: a text is a list of bytes. */
    static Map<String, Object> stored(Shape.Struct struct, Map<?, ?> values) {
        Map<String, Object> stored = new LinkedHashMap<>();
        for (int i = 0; i < struct.members().size(); i++) {
            stored.put(Shape.name(i), stored(struct.members().get(i).shape(), values.get(Shape.name(i))));
        }
        return stored;
    }

    private static Object stored(Shape shape, Object value) {
        return switch (shape) {
            case Shape.Text(int byteSize) -> {
                byte[] bytes = Arrays.copyOf(((Text) value).value().getBytes(StandardCharsets.UTF_8), byteSize);
                List<Object> list = new ArrayList<>();
                for (byte b : bytes) {
                    list.add(Byte.toUnsignedLong(b));
                }
                yield list;
            }
            case Shape.Struct struct -> stored(struct, (Map<?, ?>) value);
            case Shape.StructSequence sequence -> ((List<?>) value)
                    .stream().map(element -> stored(sequence.element(), element)).toList();
            case Shape.Primitive _, Shape.Ordinal _, Shape.PrimitiveArray _ -> value;
        };
    }
}
