package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.objectweb.asm.Opcodes.ACC_ABSTRACT;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.V22;

import dev.verbatim.samples.Bits;
import dev.verbatim.samples.SegmentKind;
import dev.verbatim.samples.StructArbitraries;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Method;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassWriter;

/**
 * Every access mode of VarHandle as an accessor: of a value, and of an element by an int and a long index. What it does
 * is what the VarHandle of the value's layout does in a copy of the segment.
 *
 * <p>The interfaces are class files made here: of the eight primitives and the 31 modes they have some 400 methods.
 */
class ViewAccessModesTest {

    private static final AtomicInteger NUMBER = new AtomicInteger();

    /** Bit patterns to compute with; the middle one is what is in memory. */
    private static final long OTHER = 0x0102_0304_0506_0708L;

    private static final long STORED = 0xF1E2_D3C4_B5A6_9788L;
    private static final long OPERAND = 0x7F10_2030_4050_6071L;

    private static final int BEFORE = 16;
    private static final int COUNT = 3;

    static Stream<Arguments> primitivesAndOrders() {
        return Stream.of(
                        boolean.class,
                        byte.class,
                        short.class,
                        char.class,
                        int.class,
                        long.class,
                        float.class,
                        double.class)
                .flatMap(type -> Stream.of(BIG_ENDIAN, LITTLE_ENDIAN).map(order -> Arguments.of(type, order)));
    }

    /** What the JDK's handles of memory support (MemoryLayout#varHandle). */
    private static Set<AccessMode> modesOf(Class<?> type) {
        Set<AccessMode> modes = EnumSet.range(AccessMode.GET, AccessMode.SET_OPAQUE);
        if (type == int.class || type == long.class) {
            return EnumSet.allOf(AccessMode.class);
        }
        if (type == float.class || type == double.class) {
            modes.addAll(EnumSet.range(AccessMode.COMPARE_AND_SET, AccessMode.GET_AND_SET_RELEASE));
        }
        return modes;
    }

    private static ValueLayout layoutOf(Class<?> type, ByteOrder order) {
        ValueLayout layout = StructArbitraries.layoutOf(type);
        return layout.withByteAlignment(layout.byteSize()).withOrder(order);
    }

    /** A value at offset 8, and elements after it. */
    private static StructLayout struct(ValueLayout layout) {
        return structLayout(
                paddingLayout(8),
                layout.withName("x"),
                sequenceLayout(COUNT, layout).withName("xs"),
                paddingLayout(8 - layout.byteSize() * (1 + COUNT) % 8));
    }

    private static MethodType typeOf(AccessMode mode, Class<?> type) {
        MethodType handle = layoutOf(type, BIG_ENDIAN).varHandle().accessModeType(mode);
        return handle.dropParameterTypes(0, 2); // the segment and the offset
    }

    /** An interface with these methods; those of elements have an index before the other parameters. */
    private static Class<? extends StructView> viewOf(Class<?> type, Iterable<AccessMode> modes) {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(
                V22,
                ACC_PUBLIC | ACC_ABSTRACT | ACC_INTERFACE,
                "dev/verbatim/ModesView" + NUMBER.incrementAndGet(),
                null,
                "java/lang/Object",
                new String[] {"dev/verbatim/StructView"});
        for (AccessMode mode : modes) {
            MethodType methodType = typeOf(mode, type);
            method(writer, mode.methodName() + "X", methodType);
            method(writer, mode.methodName() + "Xs", methodType.insertParameterTypes(0, int.class));
            method(writer, mode.methodName() + "Xs", methodType.insertParameterTypes(0, long.class));
        }
        writer.visitEnd();
        try {
            return lookup().defineClass(writer.toByteArray()).asSubclass(StructView.class);
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static void method(ClassWriter writer, String name, MethodType type) {
        writer.visitMethod(ACC_PUBLIC | ACC_ABSTRACT, name, type.descriptorString(), null, null)
                .visitEnd();
    }

    @ParameterizedTest
    @MethodSource("primitivesAndOrders")
    void anAccessorDoesWhatItsAccessModeDoes(Class<?> type, ByteOrder order) throws Exception {
        Set<AccessMode> modes = modesOf(type);
        Class<? extends StructView> interfaceType = viewOf(type, modes);
        ViewFactory<? extends StructView> views =
                ViewFactory.of(lookup(), interfaceType, struct(layoutOf(type, order)));
        int tried = 0;
        try (Arena arena = Arena.ofConfined()) {
            for (SegmentKind kind : List.of(SegmentKind.HEAP_LONGS, SegmentKind.NATIVE, SegmentKind.MAPPED)) {
                Trial trial = new Trial(layoutOf(type, order), kind.allocate(BEFORE + (int) views.byteSize(), arena));
                StructView view = views.wrap(trial.segment, BEFORE);
                for (Method method : interfaceType.getDeclaredMethods()) {
                    for (long expected : new long[] {STORED, OTHER}) {
                        trial.run(view, method, expected);
                        tried++;
                    }
                }
            }
        }
        assertEquals(3 * 2 * 3 * modes.size(), tried);
    }

    /** Accesses the value or an element both ways. */
    private record Trial(ValueLayout layout, MemorySegment segment) {

        void run(StructView view, Method method, long expectedBits) throws Exception {
            boolean isElement = method.getName().endsWith("Xs");
            AccessMode mode = AccessMode.valueFromMethodName(
                    method.getName().substring(0, method.getName().length() - (isElement ? 2 : 1)));
            int index = isElement ? 2 : 0;
            long offset = BEFORE + 8 + (isElement ? 1 + index : 0) * layout.byteSize();
            List<Object> values = values(typeOf(mode, layout.carrier()).parameterList(), expectedBits);
            List<Object> arguments = new ArrayList<>(values);
            if (isElement && method.getParameterTypes()[0] == int.class) {
                arguments.addFirst(index);
            } else if (isElement) {
                arguments.addFirst((long) index);
            }

            // A weak compareAndSet may fail for no reason.
            Object found;
            Object expected;
            MemorySegment copy = MemorySegment.ofArray(new long[(int) segment.byteSize() / 8]);
            do {
                fill(offset);
                copy.copyFrom(segment);
                found = method.invoke(view, arguments.toArray());
                expected = byHandle(mode, copy, offset, values);
            } while (method.getName().startsWith("weak")
                    && expectedBits == STORED
                    && (Boolean.FALSE.equals(found) || Boolean.FALSE.equals(expected)));

            assertEquals(bits(expected), bits(found), () -> method + " of " + layout);
            assertEquals(-1, segment.mismatch(copy), () -> method + " of " + layout + ": the first byte that differs");
            boolean writes = modeWrites(mode, expectedBits);
            assertEquals(writes, !bits(value(STORED)).equals(bits(stored(offset))), () -> method + " of " + layout);
        }

        private void fill(long offset) {
            segment.fill((byte) 0);
            copyTo(offset, STORED);
        }

        private void copyTo(long offset, long bits) {
            byHandle(AccessMode.SET, segment, offset, List.of(value(bits)));
        }

        private Object stored(long offset) {
            return byHandle(AccessMode.GET, segment, offset, List.of());
        }

        private Object value(long bits) {
            return Bits.value(layout.carrier(), bits);
        }

        private List<Object> values(List<Class<?>> parameters, long expectedBits) {
            return switch (parameters.size()) {
                case 0 -> List.of();
                case 1 -> List.of(value(OPERAND));
                default -> List.of(value(expectedBits), value(OPERAND));
            };
        }

        private Object byHandle(AccessMode mode, MemorySegment target, long offset, List<Object> values) {
            List<Object> arguments = new ArrayList<>(List.of(target, offset));
            arguments.addAll(values);
            try {
                return layout.varHandle().toMethodHandle(mode).invokeWithArguments(arguments);
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    private static String bits(Object value) {
        return value == null ? "nothing" : Long.toHexString(Bits.of(value));
    }

    /** Whether what is stored changes, for the operands of this test. */
    private static boolean modeWrites(AccessMode mode, long expectedBits) {
        String name = mode.methodName();
        boolean compares = name.contains("ompareAnd");
        return compares ? expectedBits == STORED : name.startsWith("set") || name.startsWith("getAnd");
    }

    @ParameterizedTest
    @MethodSource("primitivesAndOrders")
    void anAccessModeThatVarHandleLacksIsRefused(Class<?> type, ByteOrder order) {
        Set<AccessMode> lacking = EnumSet.complementOf(EnumSet.copyOf(modesOf(type)));
        StructLayout layout = struct(layoutOf(type, order));
        for (AccessMode mode : lacking) {
            Class<? extends StructView> view = viewOf(type, List.of(mode));
            boolean isSwapped = type == float.class || type == double.class;
            String remedy = ": VarHandle has no " + mode.methodName() + " for a " + type + " in memory; "
                    + (isSwapped
                            ? "call an accessor with compareAndSet in a loop, or use an int or long member"
                            : "use a plain accessor, or an int or long member");
            MethodType methodType = typeOf(mode, type);

            LayoutMismatchException refused =
                    assertThrowsExactly(LayoutMismatchException.class, () -> ViewFactory.of(lookup(), view, layout));

            assertEquals(
                    Stream.of(
                                    declaration(mode.methodName() + "X", methodType),
                                    declaration(
                                            mode.methodName() + "Xs", methodType.insertParameterTypes(0, int.class)),
                                    declaration(
                                            mode.methodName() + "Xs", methodType.insertParameterTypes(0, long.class)))
                            .map(declaration -> declaration + remedy)
                            .sorted()
                            .toList(),
                    refused.mismatches());
        }
    }

    private static String declaration(String name, MethodType type) {
        return "`" + type.returnType() + " " + name + "("
                + String.join(
                        ", ", type.parameterList().stream().map(Class::getName).toList()) + ")`";
    }

    @Test
    void thereAre31AccessModes() {
        assertEquals(31, AccessMode.values().length);
        assertEquals(31, modesOf(long.class).size());
        assertEquals(19, modesOf(double.class).size());
        assertEquals(8, modesOf(short.class).size());
    }

    interface CountersView extends StructView {
        StructLayout LAYOUT = structLayout(
                ValueLayout.JAVA_LONG.withOrder(BIG_ENDIAN).withName("count"),
                sequenceLayout(4, ValueLayout.JAVA_INT.withOrder(BIG_ENDIAN)).withName("slots"));
        ViewFactory<CountersView> VIEWS = ViewFactory.of(lookup(), CountersView.class, LAYOUT);

        long getAndAddCount(long delta);

        long getVolatileCount();

        int getAndAddSlots(int index, int delta);

        int getAcquireSlots(long index);
    }

    @ParameterizedTest
    @EnumSource(names = {"HEAP_LONGS", "NATIVE", "MAPPED"})
    void threadsCountTogetherInEitherByteOrder(SegmentKind kind) throws Exception {
        int threads = 4;
        int rounds = 10_000;
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = kind.allocate((int) CountersView.VIEWS.byteSize(), arena);
            List<Thread> counting = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                counting.add(Thread.ofPlatform().start(() -> {
                    CountersView view = CountersView.VIEWS.wrap(segment, 0);
                    for (int round = 0; round < rounds; round++) {
                        view.getAndAddCount(3);
                        view.getAndAddSlots(round % 4, -1);
                    }
                }));
            }
            for (Thread thread : counting) {
                thread.join();
            }

            CountersView view = CountersView.VIEWS.wrap(segment, 0);
            assertEquals(3L * threads * rounds, view.getVolatileCount());
            for (int i = 0; i < 4; i++) {
                assertEquals(-threads * rounds / 4, view.getAcquireSlots(i));
            }
            assertArrayEquals(
                    new byte[] {0, 0, 0, 0, 0, 1, (byte) 0xD4, (byte) 0xC0},
                    segment.asSlice(0, 8).toArray(ValueLayout.JAVA_BYTE));
        }
    }
}
