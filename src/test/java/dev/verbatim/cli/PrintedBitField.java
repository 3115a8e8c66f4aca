package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.reflect.Method;
import java.math.BigInteger;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A bit-field as a comment in a printed layout has it.
 *
 * @param start where the number begins that has it
 * @param byteSize the size of that
 * @param order its byte order
 * @param type its type in Java, or {@code number}
 * @param value the bit-field in Java, or which bits it is
 */
record PrintedBitField(long start, long byteSize, ByteOrder order, String type, String value) {

    private static final Pattern NUMBER =
            Pattern.compile("bit-fields in an? (?:(little|big)-endian )?(\\w+)(?: of (\\d+) bytes)?, called bits:");
    private static final Pattern FIELD = Pattern.compile(" {4}(\\w+) : (\\d+) is (.+)");
    private static final Pattern BITS = Pattern.compile("bits (\\d+) to (\\d+), (signed|unsigned|boolean)");

    /**
     * Collects what is printed of the bit-fields in a layout.
     *
     * @param path the path of the layout, as comments have it
     * @param inC the same in C, with indexes
     */
    static void collect(
            MemoryLayout layout,
            String path,
            String inC,
            long start,
            Map<String, String> comments,
            Map<String, PrintedBitField> fields) {
        switch (layout) {
            case StructLayout struct -> {
                long offset = start;
                for (MemoryLayout member : struct.memberLayouts()) {
                    collectMember(member, path, inC, offset, comments, fields);
                    offset += member.byteSize();
                }
            }
            case UnionLayout union ->
                union.memberLayouts().forEach(member -> collectMember(member, path, inC, start, comments, fields));
            case SequenceLayout sequence -> {
                for (int i = 0; i < sequence.elementCount(); i++) {
                    MemoryLayout element = sequence.elementLayout();
                    long at = start + i * element.byteSize();
                    collect(element, path + "[]", inC + "[" + i + "]", at, comments, fields);
                }
            }
            default -> {
                // no bit-fields
            }
        }
    }

    private static void collectMember(
            MemoryLayout member,
            String path,
            String inC,
            long start,
            Map<String, String> comments,
            Map<String, PrintedBitField> fields) {
        String name = member.name().orElse("");
        String memberPath = name.isEmpty() ? MemberPath.ofUnnamed(path) : MemberPath.ofMember(path, name);
        String prefix = inC.isEmpty() ? "" : inC + ".";
        if (member instanceof PaddingLayout) {
            if (!name.isEmpty()) {
                List<String> lines =
                        Objects.requireNonNull(comments.get(memberPath)).lines().toList();
                Matcher number = NUMBER.matcher(lines.getFirst());
                assertTrue(number.matches(), lines.getFirst());
                assertEquals(byteSize(number), member.byteSize(), lines.getFirst());
                for (String line : lines.subList(1, lines.size())) {
                    Matcher field = FIELD.matcher(line);
                    assertTrue(field.matches(), line);
                    ByteOrder order = "big".equals(number.group(1)) ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
                    fields.put(
                            prefix + field.group(1),
                            new PrintedBitField(start, member.byteSize(), order, number.group(2), field.group(3)));
                }
            }
        } else {
            collect(member, memberPath, name.isEmpty() ? inC : prefix + name, start, comments, fields);
        }
    }

    private static long byteSize(Matcher number) {
        if (number.group(3) != null) {
            return Long.parseLong(number.group(3));
        }
        return switch (number.group(2)) {
            case "byte" -> 1;
            case "short" -> 2;
            case "int" -> 4;
            default -> 8;
        };
    }

    /** {@return methods that have the Java in the comments, of the number's type} */
    static List<@Nullable Method> readers(Path folder, List<List<PrintedBitField>> structs) throws Exception {
        List<PrintedBitField> fields = structs.stream().flatMap(List::stream).toList();
        String source = IntStream.range(0, fields.size())
                .filter(i -> !fields.get(i).type.equals("number"))
                .mapToObj(i -> "    public static Object f" + i + "(" + fields.get(i).type + " bits) {\n        return "
                        + fields.get(i).value + ";\n    }\n")
                .collect(Collectors.joining("", "public final class Readers {\n    private Readers() {}\n", "}\n"));
        PrintedLayouts.compile(folder, List.of(Files.writeString(folder.resolve("Readers.java"), source)));
        URL[] urls = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            Map<String, Method> byName = Arrays.stream(
                            loader.loadClass("Readers").getMethods())
                    .collect(Collectors.toMap(Method::getName, method -> method, (a, b) -> a));
            return IntStream.range(0, fields.size())
                    .mapToObj(i -> byName.get("f" + i))
                    .toList();
        }
    }

    /** {@return a bit-field of a struct's bytes; the bits of one that is an unsigned long} */
    static long read(byte[] bytes, PrintedBitField field, @Nullable Method reader) throws Exception {
        byte[] number = Arrays.copyOfRange(bytes, (int) field.start, (int) (field.start + field.byteSize));
        if (field.order == ByteOrder.LITTLE_ENDIAN) {
            for (int i = 0; i < number.length / 2; i++) {
                byte swapped = number[i];
                number[i] = number[number.length - 1 - i];
                number[number.length - 1 - i] = swapped;
            }
        }
        BigInteger bits = new BigInteger(1, number);
        if (reader == null) {
            Matcher range = BITS.matcher(field.value);
            assertTrue(range.matches(), field.value);
            int lowest = Integer.parseInt(range.group(1));
            int width = Integer.parseInt(range.group(2)) - lowest + 1;
            BigInteger value = bits.shiftRight(lowest).mod(BigInteger.TWO.pow(width));
            boolean isNegative = range.group(3).equals("signed") && value.testBit(width - 1);
            return (isNegative ? value.subtract(BigInteger.TWO.pow(width)) : value).longValue();
        }
        Object value = reader.invoke(
                null,
                switch (field.type) {
                    case "byte" -> (Object) bits.byteValue();
                    case "short" -> bits.shortValue();
                    case "int" -> bits.intValue();
                    default -> bits.longValue();
                });
        if (value instanceof Boolean bit) {
            return bit ? 1 : 0;
        }
        return ((Number) value).longValue();
    }
}
