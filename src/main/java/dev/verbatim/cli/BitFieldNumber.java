package dev.verbatim.cli;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Bytes that have bit-fields, which can be read as a number.
 *
 * @param start where the bytes begin in the struct
 * @param end where they end
 * @param fields those that lie there, in the order of their first bytes
 */
record BitFieldNumber(long start, long end, List<BitField> fields) {

    private static final Set<Long> SIZES_IN_JAVA = new TreeSet<>(Set.of(1L, 2L, 4L, 8L));

    /**
     * {@return the numbers in bytes that have nothing but bit-fields, without bytes in common} Each has the size of the
     * C compiler's unit, or else the least that a number of Java has. If there is no room for that, it has as many
     * bytes as its bit-fields are in.
     *
     * @param start where the bytes begin in the struct
     * @param end where they end
     * @param fields what lies there
     * @throws IllegalArgumentException if one does not lie there
     */
    static List<BitFieldNumber> in(long start, long end, List<BitField> fields) {
        List<BitFieldNumber> apart = apart(fields);
        List<BitFieldNumber> numbers = new ArrayList<>();
        long from = start;
        for (int i = 0; i < apart.size(); ) {
            BitFieldNumber number = apart.get(i++);
            if (number.start < from || number.end > end) {
                throw new IllegalArgumentException("expected bit-fields between byte " + from + " and " + end
                        + ", found " + number.declarations());
            }
            BitFieldNumber widened = number.widened(from, i < apart.size() ? apart.get(i).start : end);
            for (; i < apart.size() && number.hasUnitOf(apart.get(i)); i++) {
                number = number.with(apart.get(i));
                BitFieldNumber both = number.widened(from, i + 1 < apart.size() ? apart.get(i + 1).start : end);
                if (!both.isInJava()) {
                    break;
                }
                widened = both;
            }
            numbers.add(widened);
            from = widened.end;
        }
        return numbers;
    }

    /** {@return the bytes of bit-fields, those together that have some in common} */
    private static List<BitFieldNumber> apart(List<BitField> fields) {
        List<BitFieldNumber> apart = new ArrayList<>();
        for (BitField field : fields.stream()
                .sorted(Comparator.comparingLong(BitField::start))
                .toList()) {
            BitFieldNumber bytes = new BitFieldNumber(field.start(), field.end(), List.of(field));
            if (!apart.isEmpty() && field.start() < apart.getLast().end) {
                bytes = apart.removeLast().with(bytes);
            }
            apart.add(bytes);
        }
        return apart;
    }

    private BitFieldNumber with(BitFieldNumber next) {
        List<BitField> all = new ArrayList<>(fields);
        all.addAll(next.fields);
        return new BitFieldNumber(start, Math.max(end, next.end), all);
    }

    private boolean hasUnitOf(BitFieldNumber next) {
        return fields.getFirst().order() == next.fields.getFirst().order()
                && next.fields.stream()
                        .anyMatch(field -> fields.stream()
                                .anyMatch(other ->
                                        field.unitStart() < other.unitEnd() && other.unitStart() < field.unitEnd()));
    }

    /** {@return this as a number of Java, if there is room for one} */
    private BitFieldNumber widened(long from, long to) {
        long unitSize = fields.stream().mapToLong(BitField::unitSize).max().orElseThrow();
        List<Long> sizes = new ArrayList<>(SIZES_IN_JAVA);
        if (sizes.remove(unitSize)) {
            sizes.addFirst(unitSize);
        }
        for (long size : sizes) {
            List<Long> starts = List.of(start / size * size, start, Math.max(from, end - size));
            for (long at : starts) {
                if (at >= from && at <= start && at + size >= end && at + size <= to) {
                    return new BitFieldNumber(at, at + size, fields);
                }
            }
        }
        return this;
    }

    private long byteSize() {
        return end - start;
    }

    private boolean isInJava() {
        return SIZES_IN_JAVA.contains(byteSize());
    }

    /** {@return padding of these bytes, whose name tells it from all other members of the struct} */
    PaddingLayout padding() {
        return MemoryLayout.paddingLayout(byteSize()).withName(declarations());
    }

    /** {@return the names and bits, such as {@code ready : 1, mode : 3}} */
    String declarations() {
        return fields.stream().map(BitFieldNumber::declaration).collect(Collectors.joining(", "));
    }

    private static String declaration(BitField field) {
        return field.name() + " : " + field.bitSize();
    }

    /** {@return what number these bytes are, and in a line for each bit-field how to have it from the number} */
    String comment() {
        ByteOrder order = fields.getFirst().order();
        if (order == null) {
            return "bit-fields " + declarations() + ", in a byte order that the compiler does not write for debuggers";
        }
        if (fields.stream().anyMatch(field -> field.order() != order)) {
            return "bit-fields " + declarations() + ", some in one byte order and some in the other";
        }
        return fields.stream()
                .map(field -> "\n    " + declaration(field) + " is " + value(field, order))
                .collect(Collectors.joining("", "bit-fields in " + describe(order) + ", called bits:", ""));
    }

    private String describe(ByteOrder order) {
        String ofOrder = order == ByteOrder.BIG_ENDIAN ? "a big-endian " : "a little-endian ";
        return switch ((int) byteSize()) {
            case Byte.BYTES -> "a byte";
            case Short.BYTES -> ofOrder + "short";
            case Integer.BYTES -> ofOrder + "int";
            case Long.BYTES -> ofOrder + "long";
            case 3 -> ofOrder + "int of 3 bytes";
            case 5, 6, 7 -> ofOrder + "long of " + byteSize() + " bytes";
            default -> ofOrder + "number of " + byteSize() + " bytes";
        };
    }

    /** {@return a bit-field in Java, where there is a number; otherwise which bits it is} */
    private String value(BitField field, ByteOrder order) {
        long width = field.bitSize();
        long lowest = order == ByteOrder.BIG_ENDIAN
                ? end * Byte.SIZE - field.bitOffset() - width
                : field.bitOffset() - start * Byte.SIZE;
        if (byteSize() > Long.BYTES) {
            return "bits " + lowest + " to " + (lowest + width - 1) + ", "
                    + field.kind().name().toLowerCase(Locale.ROOT);
        }
        long widthInJava = byteSize() > Integer.BYTES ? Long.SIZE : Integer.SIZE;
        return switch (field.kind()) {
            case SIGNED -> "bits" + shift("<<", widthInJava - lowest - width) + shift(">>", widthInJava - width);
            case UNSIGNED -> "bits" + shift(">>", lowest) + mask(width);
            case BOOLEAN -> "(bits" + shift(">>", lowest) + mask(width) + ") != 0";
        };
    }

    private static String shift(String operator, long by) {
        return by == 0 ? "" : " " + operator + " " + by;
    }

    /** {@return a mask, of a long where the number is one: so it can be shifted there} */
    private String mask(long width) {
        boolean isLong = width >= Integer.SIZE || byteSize() > Integer.BYTES;
        return width == Long.SIZE ? "" : " & 0x" + Long.toHexString((1L << width) - 1) + (isLong ? "L" : "");
    }
}
