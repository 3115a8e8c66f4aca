package dev.verbatim.text;

import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.runtime.LayoutValue;
import dev.verbatim.internal.runtime.LayoutValue.Meaning;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the bytes of values: the same that a codec makes, with the parts of a tail in the order of the members. {@link
 * VarDescriptor} draws them.
 *
 * @param byteSize the size of the struct, or of the fixed part of the variable-length record
 * @param isVarRecord which of the two it is
 * @param struct what the layout says
 */
record RecordWriter(long byteSize, boolean isVarRecord, LayoutValue.Struct struct) {

    /**
     * {@return the bytes of some values}
     *
     * @throws MalformedTextException if they are none of this layout
     */
    byte[] write(Map<?, ?> values) {
        Bytes bytes = new Bytes(Math.toIntExact(byteSize));
        if (isVarRecord) {
            bytes.varRecord(struct, Math.toIntExact(byteSize), values, 0);
        } else {
            bytes.struct(struct, values, 0);
        }
        return Arrays.copyOf(bytes.array, bytes.end);
    }

    /** The bytes so far. Positions count from their start; zeros are where nothing was written. */
    private static final class Bytes {

        private byte[] array;
        private int end;

        Bytes(int byteSize) {
            this.array = new byte[byteSize];
            this.end = byteSize;
        }

        private MemorySegment segment() {
            return MemorySegment.ofArray(array);
        }

        /** Adds zeros, so that the bytes end somewhere else. */
        private void growTo(long newEnd) {
            if (newEnd > VarDescriptor.MAX_BYTE_SIZE) {
                throw new MalformedTextException("expected a variable-length record of at most "
                        + VarDescriptor.MAX_BYTE_SIZE + " bytes, found more");
            }
            if (newEnd > array.length) {
                array = Arrays.copyOf(
                        array, (int) Math.min(Math.max(newEnd, 2L * array.length), Integer.MAX_VALUE - 31));
            }
            end = (int) newEnd;
        }

        private void setPair(int position, int first, int second) {
            segment().set(VarDescriptor.PAIR_LE, position, VarDescriptor.pair(first, second));
        }

        /** Writes a variable-length record whose fixed part is there, as zeros, and is the last thing. */
        void varRecord(LayoutValue.Struct fixedPart, int fixedSize, Map<?, ?> values, int start) {
            struct(fixedPart, values, start);
            setPair(start, fixedSize, end - start);
        }

        /**
         * Writes a struct.
         *
         * @param start where it starts
         */
        void struct(LayoutValue.Struct struct, @Nullable Object value, int start) {
            if (!(value instanceof Map<?, ?> values)) {
                throw unexpected("an object", value);
            }
            for (LayoutValue.Field field : struct.fields()) {
                if (!values.containsKey(field.name())) {
                    throw missing(field.name(), unknown(struct, values));
                }
                try {
                    write(field.value(), values.get(field.name()), start, field.offset());
                } catch (MalformedTextException e) {
                    throw e.in(field.name());
                }
            }
            if (values.size() > struct.fields().size()) {
                throw new MalformedTextException("expected members of the layout, found "
                        + MalformedTextException.quote(unknown(struct, values).orElseThrow()));
            }
        }

        /** A name that is misspelled is missing, and there is one that the layout does not have. */
        private static MalformedTextException missing(String name, Optional<String> unknown) {
            return new MalformedTextException("expected the member " + MalformedTextException.quote(name) + ", found "
                    + unknown.map(other -> MalformedTextException.quote(other) + ", which the layout does not have")
                            .orElse("none"));
        }

        /** {@return the first name that is none of a struct's members} */
        private static Optional<String> unknown(LayoutValue.Struct struct, Map<?, ?> values) {
            Set<String> names =
                    struct.fields().stream().map(LayoutValue.Field::name).collect(Collectors.toSet());
            return values.keySet().stream()
                    .map(String::valueOf)
                    .filter(name -> !names.contains(name))
                    .findFirst();
        }

        /** Writes what starts at an offset in the innermost struct, from which its references count. */
        private void write(LayoutValue layout, @Nullable Object value, int struct, int offset) {
            int position = struct + offset;
            switch (layout) {
                case LayoutValue.Primitive(ValueLayout primitive, Meaning meaning) ->
                    primitive.varHandle().set(segment(), (long) position, parse(primitive, meaning, value));
                case LayoutValue.Bytes(int byteSize) -> bytes(position, byteSize, quoted("a text", value));
                case LayoutValue.Struct nested -> struct(nested, value, position);
                case LayoutValue.Sequence(LayoutValue element, int stride, int count) -> {
                    List<?> elements = elements(value);
                    if (elements.size() != count) {
                        throw new MalformedTextException("expected " + count + " elements, found " + elements.size());
                    }
                    write(element, stride, elements, struct, offset);
                }
                case LayoutValue.VarBytes _
                when value != null -> {
                    byte[] bytes = ByteText.parse(quoted("a text", value));
                    int start = beginPart();
                    growTo((long) start + bytes.length);
                    System.arraycopy(bytes, 0, array, start, bytes.length);
                    refer(struct, position, start);
                }
                case LayoutValue.VarArray(LayoutValue element, int stride)
                when value != null -> {
                    List<?> elements = elements(value);
                    int start = beginPart();
                    growTo(start + (long) stride * elements.size());
                    write(element, stride, elements, start, 0);
                    refer(struct, position, start);
                }
                case LayoutValue.VarStructs list
                when value != null -> {
                    int start = beginPart();
                    writeList(list, elements(value), start);
                    refer(struct, position, start);
                }
                case LayoutValue.VarBytes _, LayoutValue.VarArray _, LayoutValue.VarStructs _ ->
                    segment().set(VarDescriptor.PAIR_LE, position, VarDescriptor.NULL);
            }
        }

        private static Object parse(ValueLayout layout, Meaning meaning, @Nullable Object value) {
            return switch (meaning) {
                case AS_IN_JAVA ->
                    ValueText.parse(
                            layout, layout.carrier() == char.class ? quoted("a character", value) : text(value));
                case UNSIGNED -> UnsignedNumbers.parse(layout, text(value));
                case HALF -> HalfFloat.valueOf(text(value)).bits();
            };
        }

        private int beginPart() {
            growTo(VarDescriptor.aligned((long) end));
            return end;
        }

        /** Writes the reference to the part that was written last. */
        private void refer(int struct, int position, int start) {
            setPair(position, start - struct, end - start);
        }

        /** Writes elements of a fixed size, for which there is room. */
        private void write(LayoutValue element, int stride, List<?> values, int struct, int offset) {
            for (int i = 0; i < values.size(); i++) {
                try {
                    write(element, values.get(i), struct, offset + i * stride);
                } catch (MalformedTextException e) {
                    throw e.in("[" + i + "]");
                }
            }
        }

        private void writeList(LayoutValue.VarStructs list, List<?> values, int start) {
            int size = list.shape().byteSize();
            if (!list.isOfVarRecords()) {
                growTo((long) start + VarDescriptor.LIST_HEADER_SIZE + (long) size * values.size());
                setPair(start, values.size(), size);
                write(list.element(), size, values, start, VarDescriptor.LIST_HEADER_SIZE);
                return;
            }
            growTo(start + VarDescriptor.endOffset(values.size()));
            setPair(start, values.size(), 0);
            for (int i = 0; i < values.size(); i++) {
                int element = beginPart();
                growTo((long) element + size);
                try {
                    if (!(values.get(i) instanceof Map<?, ?> members)) {
                        throw unexpected("an object", values.get(i));
                    }
                    varRecord(list.element(), size, members, element);
                } catch (MalformedTextException e) {
                    throw e.in("[" + i + "]");
                }
                segment()
                        .set(
                                VarDescriptor.INT_LE.withByteAlignment(1),
                                start + VarDescriptor.endOffset(i),
                                end - start);
            }
        }

        private void bytes(int position, int byteSize, String text) {
            byte[] bytes = ByteText.parse(text);
            if (bytes.length > byteSize) {
                throw new MalformedTextException("expected at most " + byteSize + " bytes, found " + bytes.length
                        + " in " + MalformedTextException.quote(text));
            }
            System.arraycopy(bytes, 0, array, position, bytes.length);
        }

        private static String text(@Nullable Object value) {
            if (value == null || value instanceof Map<?, ?> || value instanceof List<?>) {
                throw unexpected("a single value", value);
            }
            try {
                return ValueText.of(value);
            } catch (IllegalArgumentException e) {
                throw new MalformedTextException(String.valueOf(e.getMessage()));
            }
        }

        /** {@return the text of a value, which stands in quotes in JSON} There 5 is no text, and {@code true} none. */
        private static String quoted(String expected, @Nullable Object value) {
            String text = text(value);
            if (value instanceof JsonNumber || value instanceof Number || value instanceof Boolean) {
                throw new MalformedTextException(
                        "expected " + expected + ", found " + MalformedTextException.quote(text) + " without quotes");
            }
            return text;
        }

        private static List<?> elements(@Nullable Object value) {
            if (value instanceof List<?> elements) {
                return elements;
            }
            throw unexpected("an array", value);
        }

        private static MalformedTextException unexpected(String expected, @Nullable Object found) {
            return new MalformedTextException("expected " + expected + ", found "
                    + switch (found) {
                        case null -> "null";
                        case Map<?, ?> _ -> "an object";
                        case List<?> _ -> "an array";
                        default -> MalformedTextException.quote(text(found));
                    });
        }
    }
}
