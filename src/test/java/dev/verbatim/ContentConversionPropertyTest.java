package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** What is made of text, or of an array, has their bytes. */
class ContentConversionPropertyTest {

    record Name(String text) {}

    private static final int BYTES = 24;

    record Names(Name tail, List<Name> list, Optional<Name> maybe, Name within) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("tail"),
                Layouts.varRef("list", Layouts.varText()),
                Layouts.varRef("maybe"),
                MemoryLayout.sequenceLayout(BYTES, JAVA_BYTE).withName("within"));
        static final VarCodec<Names> CODEC = VarCodec.builder(lookup(), Names.class, LAYOUT)
                .withConversions(Conversions.of(Conversion.ofText(Name.class, Name::text, Name::new)))
                .build();
    }

    record Texts(String tail, List<String> list, Optional<String> maybe, String within) {
        static final VarCodec<Texts> CODEC = VarCodec.ofRecord(lookup(), Texts.class, Names.LAYOUT);

        Names named() {
            return new Names(
                    tail == null ? null : new Name(tail),
                    list.stream().map(Name::new).toList(),
                    maybe.map(Name::new),
                    new Name(within));
        }
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.strings().all().ofMaxLength(20).filter(StandardCharsets.UTF_8.newEncoder()::canEncode);
    }

    @Property
    void textHasItsBytes(
            @ForAll("texts") String tail,
            @ForAll @Size(max = 3) List<@From("texts") String> list,
            @ForAll("texts") String maybe,
            @ForAll("texts") String within,
            @ForAll boolean hasTail) {
        String fitting = fitting(within);
        Texts texts = new Texts(hasTail ? tail : null, list, Optional.of(maybe).filter(text -> hasTail), fitting);
        MemorySegment expected = MemorySegment.ofArray(new byte[1024]);
        MemorySegment segment = MemorySegment.ofArray(new byte[1024]);

        Texts.CODEC.write(texts, expected, 0);
        Names.CODEC.write(texts.named(), segment, 0);

        assertArrayEquals(expected.toArray(JAVA_BYTE), segment.toArray(JAVA_BYTE));
        assertEquals(texts.named(), Names.CODEC.read(segment, 0));
    }

    /** As much of a text as fits, and does not end in a zero. */
    private static String fitting(String text) {
        String rest = text;
        while (rest.getBytes(StandardCharsets.UTF_8).length > BYTES || rest.endsWith("\0")) {
            rest = rest.substring(0, rest.offsetByCodePoints(rest.length(), -1));
        }
        return rest;
    }

    /** An array of any primitive. */
    record Words(Object array) {}

    record Held(Words words) {}

    private static final List<ValueLayout> PRIMITIVES = List.of(
            JAVA_BYTE,
            ValueLayout.JAVA_SHORT,
            ValueLayout.JAVA_CHAR,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_FLOAT,
            ValueLayout.JAVA_DOUBLE,
            ValueLayout.JAVA_BOOLEAN);

    /** The codecs, by the index of their primitive, in little endian and then in big endian. */
    private static final List<VarCodec<Held>> CODECS = Stream.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)
            .flatMap(order -> PRIMITIVES.stream().map(primitive -> codec(primitive.withOrder(order))))
            .toList();

    private static VarCodec<Held> codec(ValueLayout primitive) {
        return VarCodec.builder(lookup(), Held.class, Layouts.varRecord(Layouts.varRef("words", primitive)))
                .withConversions(Conversions.of(conversion(primitive.carrier().arrayType())))
                .build();
    }

    private static <A> Conversion<Words> conversion(Class<A> array) {
        return Conversion.ofArray(Words.class, array, words -> array.cast(words.array), Words::new);
    }

    @Property
    void anArrayHasTheBytesOfItsElements(
            @ForAll @IntRange(max = 7) int primitive, @ForAll boolean bigEndian, @ForAll @Size(max = 40) byte[] bytes) {
        ValueLayout layout = PRIMITIVES.get(primitive);
        int count = (int) (bytes.length / layout.byteSize());
        byte[] expected = new byte[(int) (count * layout.byteSize())];
        Object array = Array.newInstance(layout.carrier(), count);
        ByteBuffer elements =
                ByteBuffer.wrap(expected).order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        ByteBuffer values = ByteBuffer.wrap(bytes);
        for (int i = 0; i < count; i++) {
            Array.set(array, i, copied(layout.carrier(), values, elements));
        }
        VarCodec<Held> codec = CODECS.get(primitive + (bigEndian ? PRIMITIVES.size() : 0));
        MemorySegment segment = MemorySegment.ofArray(new byte[128]);

        long size = codec.write(new Held(new Words(array)), segment, 0);

        byte[] written = segment.asSlice(0, size).toArray(JAVA_BYTE);
        int start = (int) codec.layout().byteSize();
        assertEquals(
                HexFormat.of().formatHex(expected), HexFormat.of().formatHex(written, start, start + expected.length));
        Object read = codec.read(segment, 0).words().array();
        assertEquals(array.getClass(), read.getClass());
        assertTrue(Objects.deepEquals(array, read));
    }

    /** The next value of a carrier, which is put behind the others as well. */
    private static Object copied(Class<?> carrier, ByteBuffer values, ByteBuffer elements) {
        Object value = switch (carrier.getName()) {
            case "byte" -> values.get();
            case "boolean" -> (values.get() & 1) == 1;
            case "short" -> values.getShort();
            case "char" -> values.getChar();
            case "int" -> values.getInt();
            case "long" -> values.getLong();
            case "float" -> values.getFloat();
            default -> values.getDouble();
        };
        switch (value) {
            case Byte number -> elements.put(number);
            case Boolean flag -> elements.put((byte) (flag ? 1 : 0));
            case Short number -> elements.putShort(number);
            case Character letter -> elements.putChar(letter);
            case Integer number -> elements.putInt(number);
            case Long number -> elements.putLong(number);
            case Float number -> elements.putFloat(number);
            default -> elements.putDouble((double) value);
        }
        return value;
    }
}
