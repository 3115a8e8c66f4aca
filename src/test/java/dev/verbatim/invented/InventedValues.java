package dev.verbatim.invented;

import dev.verbatim.baseline.VarBaselineReader;
import dev.verbatim.samples.Bits;
import dev.verbatim.samples.StructArbitraries;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
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
 * Random values of any {@link ValueKind}, in a form that knows neither DTOs nor bytes and that {@code equals} compares
 * by bits: a {@link Long} with the bits of a primitive ({@link Bits}) or the ordinal of an enum, a {@link Text}, a
 * {@link List} of an array or list, a {@link Map} of a struct; and {@code null} where a variable member is that.
 */
final class InventedValues {

    private static final int MAX_VAR_TEXT_BYTES = 60;

    /** More than these many elements there are not; one less at most. */
    private static final int MAX_VAR_COUNT = 12;

    private static final int MAX_VAR_STRUCTS = 4;

    private InventedValues() {}

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
    static Map<String, Object> random(ValueKind.Struct struct, Random random) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < struct.members().size(); i++) {
            values.put(ValueKind.name(i), random(struct.members().get(i).kind(), random));
        }
        return values;
    }

    private static @Nullable Object random(ValueKind kind, Random random) {
        if (kind instanceof ValueKind.Variable && random.nextInt(5) == 0) {
            return null;
        }
        return switch (kind) {
            case ValueKind.Primitive(var layout) -> bits(layout.carrier(), random);
            case ValueKind.Ordinal ordinal -> ordinal(ordinal.type().getEnumConstants().length, random);
            case ValueKind.Text(int byteSize) -> new Text(withoutZeroAtTheEnd(text(byteSize, random)));
            case ValueKind.VarText _ ->
                new Text(text(MAX_VAR_TEXT_BYTES, random).toString());
            case ValueKind.VarArray(var element) ->
                list(random.nextInt(MAX_VAR_COUNT), () -> bits(element.carrier(), random));
            case ValueKind.VarBoxes(var element) ->
                list(random.nextInt(MAX_VAR_COUNT), () -> bits(element.carrier(), random));
            case ValueKind.VarOptional(var content) -> random(content, random);
            case ValueKind.VarNested nested -> list(random.nextInt(MAX_VAR_STRUCTS), () -> element(nested, random));
            case ValueKind.VarStructs structs ->
                list(random.nextInt(MAX_VAR_STRUCTS), () -> random(structs.struct(), random));
            case ValueKind.PrimitiveArray(var element, int count) -> list(count, () -> bits(element.carrier(), random));
            case ValueKind.Struct struct -> random(struct, random);
            case ValueKind.StructSequence sequence -> list(sequence.count(), () -> random(sequence.element(), random));
        };
    }

    private static @Nullable Object element(ValueKind.VarNested list, Random random) {
        Object element = random(list.value(), random);
        while (element == null && !list.hasNulls()) {
            element = random(list.value(), random);
        }
        return element;
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

    /** Text that a room holds: of no bytes up to all of them, ASCII and not, with zeros anywhere. */
    private static StringBuilder text(int byteSize, Random random) {
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
        return text;
    }

    /** Of a fixed size zeros at the end are padding. */
    private static String withoutZeroAtTheEnd(StringBuilder text) {
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

    /** Values as they are stored, which is what a {@code Baseline} takes: a text is a list of bytes. */
    static Map<String, Object> stored(ValueKind.Struct struct, Map<?, ?> values) {
        Map<String, Object> stored = new LinkedHashMap<>();
        for (int i = 0; i < struct.members().size(); i++) {
            stored.put(ValueKind.name(i), stored(struct.members().get(i).kind(), values.get(ValueKind.name(i))));
        }
        return stored;
    }

    private static @Nullable Object stored(ValueKind kind, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (kind) {
            case ValueKind.Text(int byteSize) -> bytes(Arrays.copyOf(utf8((Text) value), byteSize));
            case ValueKind.VarText _ -> bytes(utf8((Text) value));
            case ValueKind.Struct struct -> stored(struct, (Map<?, ?>) value);
            case ValueKind.StructSequence sequence ->
                ((List<?>) value)
                        .stream()
                                .map(element -> stored(sequence.element(), element))
                                .toList();
            case ValueKind.VarStructs structs ->
                ((List<?>) value)
                        .stream()
                                .map(element -> stored(structs.struct(), element))
                                .toList();
            case ValueKind.VarOptional(var content) -> stored(content, value);
            case ValueKind.VarNested(var inner, var _) -> {
                List<Object> records = new ArrayList<>();
                for (Object element : (List<?>) value) {
                    Map<String, Object> record = new LinkedHashMap<>();
                    record.put(ValueKind.VarNested.VALUE, stored(inner, element));
                    records.add(record);
                }
                yield records;
            }
            case ValueKind.Primitive _,
                    ValueKind.Ordinal _,
                    ValueKind.PrimitiveArray _,
                    ValueKind.VarArray _,
                    ValueKind.VarBoxes _ -> value;
        };
    }

    /** The other way round; what is no value of the kind is a {@link VarBaselineReader.NotARecord}. */
    static Map<String, Object> values(ValueKind.Struct struct, Map<?, ?> stored) {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < struct.members().size(); i++) {
            values.put(ValueKind.name(i), value(struct.members().get(i).kind(), stored.get(ValueKind.name(i))));
        }
        return values;
    }

    private static @Nullable Object value(ValueKind kind, @Nullable Object stored) {
        if (stored == null) {
            return null;
        }
        return switch (kind) {
            case ValueKind.Ordinal ordinal -> {
                if (Long.compareUnsigned((Long) stored, ordinal.type().getEnumConstants().length) >= 0) {
                    throw new VarBaselineReader.NotARecord("an ordinal");
                }
                yield stored;
            }
            case ValueKind.Text _ -> text((List<?>) stored, true);
            case ValueKind.VarText _ -> text((List<?>) stored, false);
            case ValueKind.Struct struct -> values(struct, (Map<?, ?>) stored);
            case ValueKind.StructSequence sequence ->
                ((List<?>) stored)
                        .stream()
                                .map(element -> value(sequence.element(), element))
                                .toList();
            case ValueKind.VarStructs structs ->
                ((List<?>) stored)
                        .stream()
                                .map(element -> value(structs.struct(), element))
                                .toList();
            case ValueKind.VarOptional(var content) -> value(content, stored);
            case ValueKind.VarNested nested -> {
                List<Object> values = new ArrayList<>();
                for (Object record : (List<?>) stored) {
                    Object element = value(nested.value(), ((Map<?, ?>) record).get(ValueKind.VarNested.VALUE));
                    if (element == null && !nested.hasNulls()) {
                        throw new VarBaselineReader.NotARecord("an element that is null");
                    }
                    values.add(element);
                }
                yield values;
            }
            case ValueKind.Primitive _, ValueKind.PrimitiveArray _, ValueKind.VarArray _, ValueKind.VarBoxes _ ->
                stored;
        };
    }

    private static Text text(List<?> bytes, boolean isPadded) {
        int length = bytes.size();
        while (isPadded && length > 0 && (Long) bytes.get(length - 1) == 0) {
            length--;
        }
        ByteBuffer utf8 = ByteBuffer.allocate(length);
        for (Object b : bytes.subList(0, length)) {
            utf8.put(((Long) b).byteValue());
        }
        try {
            return new Text(
                    StandardCharsets.UTF_8.newDecoder().decode(utf8.flip()).toString());
        } catch (CharacterCodingException e) {
            throw new VarBaselineReader.NotARecord("no UTF-8");
        }
    }

    private static byte[] utf8(Text text) {
        return text.value().getBytes(StandardCharsets.UTF_8);
    }

    private static List<Object> bytes(byte[] bytes) {
        List<Object> list = new ArrayList<>();
        for (byte b : bytes) {
            list.add(Byte.toUnsignedLong(b));
        }
        return list;
    }
}
