package dev.verbatim.text;

import dev.verbatim.internal.model.MemberPaths;
import dev.verbatim.internal.runtime.LayoutValue;
import java.lang.foreign.ValueLayout;
import java.math.BigInteger;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Whole numbers without a sign: where they are, and how they are spelled and read back. */
final class UnsignedMembers {

    private static final Pattern DIGITS = Pattern.compile("[0-9]{1,20}");

    private static final BigInteger TWO_TO_THE_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

    /** The most paths that a message lists. */
    private static final int MAX_PATHS = 20;

    private final Set<String> wanted;

    /** The paths of all whole numbers. */
    private final Set<String> found = new LinkedHashSet<>();

    private UnsignedMembers(Collection<String> paths) {
        this.wanted = Set.copyOf(paths);
    }

    /**
     * {@return a struct in which some whole numbers have no sign}
     *
     * @throws IllegalArgumentException if a path is not that of a whole number
     */
    static LayoutValue.Struct in(LayoutValue.Struct struct, Collection<String> paths) {
        paths.forEach(path -> Objects.requireNonNull(path, "path"));
        UnsignedMembers members = new UnsignedMembers(paths);
        LayoutValue.Struct unsigned = members.struct(struct, "");
        for (String path : paths) {
            if (!members.found.contains(path)) {
                throw new IllegalArgumentException("expected the path of a whole number, found "
                        + MalformedTextException.quote(path) + "; the layout has " + members.known());
            }
        }
        return unsigned;
    }

    private String known() {
        return found.isEmpty()
                ? "none"
                : found.stream().limit(MAX_PATHS).collect(Collectors.joining(", "))
                        + (found.size() > MAX_PATHS ? ", …" : "");
    }

    private LayoutValue.Struct struct(LayoutValue.Struct struct, String prefix) {
        return new LayoutValue.Struct(struct.fields().stream()
                .map(field -> new LayoutValue.Field(
                        field.name(), field.offset(), value(field.value(), prefix + MemberPaths.step(field.name()))))
                .toList());
    }

    private LayoutValue value(LayoutValue value, String path) {
        return switch (value) {
            case LayoutValue.Primitive(ValueLayout layout, boolean isUnsigned)
            when isWhole(layout) -> {
                found.add(path);
                yield new LayoutValue.Primitive(layout, isUnsigned || wanted.contains(path));
            }
            case LayoutValue.Struct struct -> struct(struct, path + ".");
            case LayoutValue.Sequence(LayoutValue element, int stride, int count) ->
                new LayoutValue.Sequence(element(element, path), stride, count);
            case LayoutValue.VarArray(LayoutValue element, int stride) ->
                new LayoutValue.VarArray(element(element, path), stride);
            case LayoutValue.VarStructs list ->
                new LayoutValue.VarStructs(struct(list.element(), path + "[]."), list.shape(), list.isOfVarRecords());
            case LayoutValue.Primitive _, LayoutValue.Bytes _, LayoutValue.VarBytes _ -> value;
        };
    }

    /** Arrays in one another have one path, and so have the elements of the innermost one. */
    private LayoutValue element(LayoutValue element, String path) {
        return element instanceof LayoutValue.Struct struct ? struct(struct, path + "[].") : value(element, path);
    }

    private static boolean isWhole(ValueLayout layout) {
        Class<?> carrier = layout.carrier();
        return carrier != boolean.class && carrier != float.class && carrier != double.class;
    }

    /** {@return the number that has the bits of a value} */
    static Number of(Object value) {
        return switch (value) {
            case Byte b -> Byte.toUnsignedInt(b);
            case Short s -> Short.toUnsignedInt(s);
            case Character c -> (int) c;
            case Integer i -> Integer.toUnsignedLong(i);
            case Long l -> l < 0 ? BigInteger.valueOf(l).add(TWO_TO_THE_64) : BigInteger.valueOf(l);
            default -> throw new AssertionError(value.getClass());
        };
    }

    /**
     * {@return the value that has the bits of the number that a text spells}
     *
     * @throws MalformedTextException if the text spells no number without a sign, or a larger one
     */
    static Object parse(ValueLayout layout, String text) {
        long max = -1L >>> (Long.SIZE - layout.byteSize() * Byte.SIZE);
        try {
            if (DIGITS.matcher(text).matches()) {
                long bits = Long.parseUnsignedLong(text);
                if (Long.compareUnsigned(bits, max) <= 0) {
                    return carried(layout, bits);
                }
            }
        } catch (NumberFormatException e) {
            // Too large; reported below.
        }
        throw ValueText.unexpected("a whole number from 0 to " + Long.toUnsignedString(max), text);
    }

    private static Object carried(ValueLayout layout, long bits) {
        return switch (layout) {
            case ValueLayout.OfByte _ -> (byte) bits;
            case ValueLayout.OfShort _ -> (short) bits;
            case ValueLayout.OfChar _ -> (char) bits;
            case ValueLayout.OfInt _ -> (int) bits;
            default -> bits;
        };
    }
}
