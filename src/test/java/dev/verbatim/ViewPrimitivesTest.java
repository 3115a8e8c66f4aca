package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.lang.invoke.VarHandle.AccessMode;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Plain accessors of the eight primitives and of their sequences: in both byte orders, at odd offsets, on every kind of
 * segment.
 */
class ViewPrimitivesTest {

    private static final int BEFORE = 3;

    /** So many that eight bytes each are copied in bulk. */
    private static final int COUNT = 9;

    /** One accessor of each form. */
    interface ValuesView extends StructView {
        boolean isFlag();

        void setFlag(boolean flag);

        byte octet();

        void octet(byte octet);

        char getLetter();

        ValuesView setLetter(char letter);

        short small();

        StructView small(short small);

        int getNumber();

        void number(int number);

        long big();

        ValuesView big(long big);

        float real();

        void setReal(float real);

        double getExact();

        ValuesView exact(double exact);
    }

    interface ElementsView extends StructView {
        boolean isFlags(int index);

        void flags(long index, boolean flag);

        byte octets(long index);

        void octets(int index, byte octet);

        char getLetters(int index);

        ElementsView setLetters(int index, char letter);

        short small(long index);

        StructView small(long index, short small);

        int numbers(int index);

        void setNumbers(int index, int number);

        long getBig(long index);

        ElementsView big(int index, long big);

        float real(int index);

        void real(int index, float real);

        double exact(long index);

        void exact(long index, double exact);
    }

    interface ArraysView extends StructView {
        boolean[] flags();

        void flags(boolean[] flags);

        byte[] octets();

        void setOctets(byte[] octets);

        char[] getLetters();

        ArraysView letters(char[] letters);

        short[] small();

        void small(short[] small);

        int[] numbers();

        void numbers(int[] numbers);

        long[] big();

        void big(long[] big);

        float[] real();

        void real(float[] real);

        double[] exact();

        void exact(double[] exact);
    }

    private static StructLayout values(ByteOrder order) {
        return structLayout(
                JAVA_BOOLEAN.withName("flag"),
                JAVA_BYTE.withName("octet"),
                JAVA_BYTE.withName("other"), // has no accessor, and makes the offsets of the rest odd
                JAVA_CHAR_UNALIGNED.withOrder(order).withName("letter"),
                JAVA_SHORT_UNALIGNED.withOrder(order).withName("small"),
                JAVA_INT_UNALIGNED.withOrder(order).withName("number"),
                JAVA_LONG_UNALIGNED.withOrder(order).withName("big"),
                JAVA_FLOAT_UNALIGNED.withOrder(order).withName("real"),
                JAVA_DOUBLE_UNALIGNED.withOrder(order).withName("exact"));
    }

    /** Sequences of values; the byte before makes the offsets odd. */
    private static StructLayout sequences(ByteOrder order) {
        return structLayout(
                JAVA_BYTE.withName("other"),
                sequenceLayout(COUNT, JAVA_BOOLEAN).withName("flags"),
                sequenceLayout(COUNT, JAVA_BYTE).withName("octets"),
                sequenceLayout(COUNT, JAVA_CHAR_UNALIGNED.withOrder(order)).withName("letters"),
                sequenceLayout(COUNT, JAVA_SHORT_UNALIGNED.withOrder(order)).withName("small"),
                sequenceLayout(COUNT, JAVA_INT_UNALIGNED.withOrder(order)).withName("numbers"),
                sequenceLayout(COUNT, JAVA_LONG_UNALIGNED.withOrder(order)).withName("big"),
                sequenceLayout(COUNT, JAVA_FLOAT_UNALIGNED.withOrder(order)).withName("real"),
                sequenceLayout(COUNT, JAVA_DOUBLE_UNALIGNED.withOrder(order)).withName("exact"));
    }

    static Stream<Arguments> kindsAndOrders() {
        return Arrays.stream(SegmentKind.values())
                .flatMap(kind -> Stream.of(BIG_ENDIAN, LITTLE_ENDIAN).map(order -> Arguments.of(kind, order)));
    }

    @ParameterizedTest
    @MethodSource("kindsAndOrders")
    void aValueHasTheBytesOfItsLayout(SegmentKind kind, ByteOrder order) {
        ViewFactory<ValuesView> views = ViewFactory.of(lookup(), ValuesView.class, values(order));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(BEFORE + (int) views.byteSize() + 1, arena);
            segment.fill((byte) 0x5A);
            ValuesView view = views.wrap(segment, BEFORE);

            view.setFlag(true);
            view.octet((byte) 0x81);
            assertSame(view, view.setLetter('\uD842'));
            assertSame(view, view.small((short) 0x8304));
            view.number(0x85060708);
            assertSame(view, view.big(0x890A0B0C0D0E0F10L));
            view.setReal(Float.intBitsToFloat(0x7FA11213));
            assertSame(view, view.exact(Double.longBitsToDouble(0x7FF4151617181920L)));

            String bytes = order == BIG_ENDIAN
                    ? "01 81 5a d842 8304 85060708 890a0b0c0d0e0f10 7fa11213 7ff4151617181920"
                    : "01 81 5a 42d8 0483 08070685 100f0e0d0c0b0a89 1312a17f 201918171615f47f";
            assertEquals("5a5a5a" + bytes.replace(" ", "") + "5a", hex(segment));

            assertTrue(view.isFlag());
            assertEquals((byte) 0x81, view.octet());
            assertEquals('\uD842', view.getLetter());
            assertEquals((short) 0x8304, view.small());
            assertEquals(0x85060708, view.getNumber());
            assertEquals(0x890A0B0C0D0E0F10L, view.big());
            assertEquals(0x7FA11213, Float.floatToRawIntBits(view.real()));
            assertEquals(0x7FF4151617181920L, Double.doubleToRawLongBits(view.getExact()));

            view.setFlag(false);
            assertFalse(view.isFlag());
            assertEquals("5a5a5a00", hex(segment.asSlice(0, 4)));
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndOrders")
    void anElementIsFoundByItsIndex(SegmentKind kind, ByteOrder order) {
        StructLayout layout = sequences(order);
        ViewFactory<ElementsView> views = ViewFactory.of(lookup(), ElementsView.class, layout);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(BEFORE + (int) views.byteSize() + 1, arena);
            segment.fill((byte) 0x5A);
            fillFlags(segment, layout);
            ElementsView view = views.wrap(segment, BEFORE);
            MemorySegment expected = MemorySegment.ofArray(segment.toArray(JAVA_BYTE));
            Reference reference = new Reference(expected, layout);

            for (int i : new int[] {8, 0, 3}) {
                view.flags(i, true);
                reference.set("flags", i, true);
                view.octets(i, (byte) (-1 - i));
                reference.set("octets", i, (byte) (-1 - i));
                assertSame(view, view.setLetters(i, (char) (0xFF00 + i)));
                reference.set("letters", i, (char) (0xFF00 + i));
                assertSame(view, view.small(i, (short) (-300 - i)));
                reference.set("small", i, (short) (-300 - i));
                view.setNumbers(i, -70_000 - i);
                reference.set("numbers", i, -70_000 - i);
                assertSame(view, view.big(i, Long.MIN_VALUE + i));
                reference.set("big", i, Long.MIN_VALUE + i);
                view.real(i, -0.5f - i);
                reference.set("real", i, -0.5f - i);
                view.exact(i, -0.25 - i);
                reference.set("exact", i, -0.25 - i);
            }

            assertEquals(hex(expected), hex(segment));
            for (int i = 0; i < COUNT; i++) {
                assertEquals(reference.get("flags", i), view.isFlags(i));
                assertEquals(reference.get("octets", i), view.octets(i));
                assertEquals(reference.get("letters", i), view.getLetters(i));
                assertEquals(reference.get("small", i), view.small(i));
                assertEquals(reference.get("numbers", i), view.numbers(i));
                assertEquals(reference.get("big", i), view.getBig(i));
                assertEquals(reference.get("real", i), view.real(i));
                assertEquals(reference.get("exact", i), view.exact(i));
            }
        }
    }

    /** A boolean that is neither 0 nor 1 is true or false as the JDK has it, which is not what is tested. */
    private static void fillFlags(MemorySegment segment, StructLayout layout) {
        segment.asSlice(BEFORE + layout.byteOffset(PathElement.groupElement("flags")), COUNT)
                .fill((byte) 0);
    }

    /** Elements of a struct at {@link #BEFORE}, by the JDK's own handles. */
    private record Reference(MemorySegment segment, StructLayout layout) {

        void set(String member, long index, Object value) {
            VarHandle handle = handle(member);
            Object[] arguments = {segment, (long) BEFORE, index, value};
            invoke(handle.toMethodHandle(AccessMode.SET), arguments);
        }

        Object get(String member, long index) {
            return invoke(handle(member).toMethodHandle(AccessMode.GET), segment, (long) BEFORE, index);
        }

        private VarHandle handle(String member) {
            return layout.varHandle(PathElement.groupElement(member), PathElement.sequenceElement());
        }

        private static Object invoke(MethodHandle handle, Object... arguments) {
            try {
                return handle.invokeWithArguments(arguments);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndOrders")
    void anArrayIsAllElementsAtOnce(SegmentKind kind, ByteOrder order) {
        StructLayout layout = sequences(order);
        ViewFactory<ArraysView> views = ViewFactory.of(lookup(), ArraysView.class, layout);
        ViewFactory<ElementsView> elements = ViewFactory.of(lookup(), ElementsView.class, layout);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(BEFORE + (int) views.byteSize() + 1, arena);
            ArraysView view = views.wrap(segment, BEFORE);
            ElementsView element = elements.wrap(segment, BEFORE);
            boolean[] flags = Arrays.copyOf(new boolean[] {true, false, true, true, false}, COUNT);
            byte[] octets = Arrays.copyOf(new byte[] {1, -2, 3, -4, 5}, COUNT);
            char[] letters = Arrays.copyOf(new char[] {'a', 'ä', '\uD842', '\uFFFF', 0}, COUNT);
            short[] small = Arrays.copyOf(new short[] {Short.MIN_VALUE, -1, 0, 1, Short.MAX_VALUE}, COUNT);
            int[] numbers = Arrays.copyOf(new int[] {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE}, COUNT);
            long[] big = Arrays.copyOf(new long[] {Long.MIN_VALUE, -1, 0, 1, Long.MAX_VALUE}, COUNT);
            float[] real = Arrays.copyOf(
                    new float[] {Float.MIN_VALUE, -0.0f, Float.NaN, 1.5f, Float.POSITIVE_INFINITY}, COUNT);
            double[] exact = Arrays.copyOf(
                    new double[] {Double.MIN_VALUE, -0.0, Double.NaN, 1.5, Double.NEGATIVE_INFINITY}, COUNT);

            view.flags(flags);
            view.setOctets(octets);
            assertSame(view, view.letters(letters));
            view.small(small);
            view.numbers(numbers);
            view.big(big);
            view.real(real);
            view.exact(exact);

            for (int i = 0; i < COUNT; i++) {
                assertEquals(flags[i], element.isFlags(i));
                assertEquals(octets[i], element.octets(i));
                assertEquals(letters[i], element.getLetters(i));
                assertEquals(small[i], element.small(i));
                assertEquals(numbers[i], element.numbers(i));
                assertEquals(big[i], element.getBig(i));
                assertEquals(real[i], element.real(i));
                assertEquals(exact[i], element.exact(i));
            }
            assertEquals("00000000", hex(segment.asSlice(0, BEFORE + 1)));
            assertEquals("00", hex(segment.asSlice(segment.byteSize() - 1)));
            assertArrayEquals(flags, view.flags());
            assertArrayEquals(octets, view.octets());
            assertArrayEquals(letters, view.getLetters());
            assertArrayEquals(small, view.small());
            assertArrayEquals(numbers, view.numbers());
            assertArrayEquals(big, view.big());
            assertArrayEquals(real, view.real());
            assertArrayEquals(exact, view.exact());
        }
    }

    private static String hex(MemorySegment segment) {
        return HexFormat.of().formatHex(segment.toArray(ValueLayout.JAVA_BYTE));
    }
}
