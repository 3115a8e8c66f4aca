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
import java.util.ArrayList;
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
    private static final Pattern MASKED =
            Pattern.compile("\\(?bits(?: >> (\\d+))? & (0x[0-9a-f]+L?)(?:\\) != 0)?|bits");
    private static final Pattern SHIFTED = Pattern.compile("bits(?: << (\\d+))? >> (\\d+)");

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

    /**
     * Methods that have the Java of a comment, of the number's type.
     *
     * @param read has what the comment says
     * @param write has what the documentation says of storing one
     */
    record Access(Method read, Method write) {}

    /** {@return the methods of bit-fields; null for one whose number is none of Java} */
    static List<@Nullable Access> accesses(Path folder, List<List<PrintedBitField>> structs) throws Exception {
        List<PrintedBitField> fields = structs.stream().flatMap(List::stream).toList();
        String source = IntStream.range(0, fields.size())
                .filter(i -> !fields.get(i).type.equals("number"))
                .mapToObj(i -> fields.get(i).methods(i))
                .collect(Collectors.joining("", "public final class Fields {\n    private Fields() {}\n", "}\n"));
        PrintedLayouts.compile(folder, List.of(Files.writeString(folder.resolve("Fields.java"), source)));
        URL[] urls = {folder.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(urls, null)) {
            Map<String, Method> byName = Arrays.stream(
                            loader.loadClass("Fields").getMethods())
                    .collect(Collectors.toMap(Method::getName, method -> method, (a, b) -> a));
            List<@Nullable Access> accesses = new ArrayList<>();
            for (int i = 0; i < fields.size(); i++) {
                Method read = byName.get("read" + i);
                accesses.add(read == null ? null : new Access(read, Objects.requireNonNull(byName.get("write" + i))));
            }
            return accesses;
        }
    }

    private String methods(int index) {
        return """
            public static Object readINDEX(TYPE bits) {
                return READ;
            }
            public static TYPE writeINDEX(TYPE bits, long value) {
                return CAST(WRITE);
            }
            """.replace("INDEX", Integer.toString(index))
                .replace("CAST", type.equals("long") ? "" : "(TYPE) ")
                .replace("TYPE", type)
                .replace("READ", value)
                .replace("WRITE", stored());
    }

    /** {@return the number with a bit-field that is stored, with the mask that is printed if one is} */
    private String stored() {
        Matcher masked = MASKED.matcher(value);
        if (masked.matches()) {
            String lowest = Objects.requireNonNullElse(masked.group(1), "0");
            String mask = Objects.requireNonNullElse(masked.group(2), "-1L");
            return "bits & ~(" + mask + " << " + lowest + ") | (value & " + mask + ") << " + lowest;
        }
        Matcher shifted = SHIFTED.matcher(value);
        assertTrue(shifted.matches(), value);
        int widthInJava = type.equals("long") ? Long.SIZE : Integer.SIZE;
        int up = shifted.group(1) == null ? 0 : Integer.parseInt(shifted.group(1));
        int width = widthInJava - Integer.parseInt(shifted.group(2));
        String mask = "0x" + Long.toHexString((1L << width) - 1) + (type.equals("long") ? "L" : "");
        int lowest = widthInJava - up - width;
        return "bits & ~(" + mask + " << " + lowest + ") | (value & " + mask + ") << " + lowest;
    }

    /** {@return a bit-field of a struct's bytes; the bits of one that is an unsigned long} */
    static long read(byte[] bytes, PrintedBitField field, @Nullable Access access) throws Exception {
        BigInteger bits = field.number(bytes);
        if (access == null) {
            Matcher range = BITS.matcher(field.value);
            assertTrue(range.matches(), field.value);
            int lowest = Integer.parseInt(range.group(1));
            int width = Integer.parseInt(range.group(2)) - lowest + 1;
            BigInteger value = bits.shiftRight(lowest).mod(BigInteger.TWO.pow(width));
            boolean isNegative = range.group(3).equals("signed") && value.testBit(width - 1);
            return (isNegative ? value.subtract(BigInteger.TWO.pow(width)) : value).longValue();
        }
        Object value = access.read.invoke(null, field.inJava(bits));
        if (value instanceof Boolean bit) {
            return bit ? 1 : 0;
        }
        return ((Number) value).longValue();
    }

    /** Stores a bit-field in a struct's bytes. */
    static void write(byte[] bytes, PrintedBitField field, Access access, long value) throws Exception {
        long bits = ((Number) access.write.invoke(null, field.inJava(field.number(bytes)), value)).longValue();
        for (int i = 0; i < field.byteSize; i++) {
            long fromLowest = field.order == ByteOrder.LITTLE_ENDIAN ? i : field.byteSize - 1 - i;
            bytes[(int) field.start + i] = (byte) (bits >> (fromLowest * Byte.SIZE));
        }
    }

    private BigInteger number(byte[] bytes) {
        byte[] number = Arrays.copyOfRange(bytes, (int) start, (int) (start + byteSize));
        if (order == ByteOrder.LITTLE_ENDIAN) {
            for (int i = 0; i < number.length / 2; i++) {
                byte swapped = number[i];
                number[i] = number[number.length - 1 - i];
                number[number.length - 1 - i] = swapped;
            }
        }
        return new BigInteger(1, number);
    }

    private Object inJava(BigInteger bits) {
        return switch (type) {
            case "byte" -> (Object) bits.byteValue();
            case "short" -> bits.shortValue();
            case "int" -> bits.intValue();
            default -> bits.longValue();
        };
    }
}
