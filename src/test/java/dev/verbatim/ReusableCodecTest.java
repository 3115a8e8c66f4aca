package dev.verbatim;

import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.classfile.GeneratedDtos;
import dev.verbatim.internal.codegen.Identified;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Codecs of mutable classes. */
class ReusableCodecTest {

    private static final StructLayout LEVEL =
            structLayout(JAVA_LONG.withName("quantity"), JAVA_DOUBLE.withName("price"));

    private static final class Level {
        static int instances;
        final int serial = ++instances;
        private long quantity;
        private double price;
        private transient double value = -1;

        private Level() {}
    }

    private static final ReusableCodec<Level> LEVELS =
            StructCodec.ofClass(lookup(), Level.class, LEVEL, Conversions.none().withoutField(Level.class, "serial"));

    @ParameterizedTest
    @EnumSource
    void anExistingObjectIsFilled(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(48, arena);
            Level level = new Level();
            level.quantity = 3;
            level.price = 1.5;
            LEVELS.write(level, segment, 1);
            LEVELS.writeAtIndex(level, segment, 2);
            Level target = new Level();
            int serial = target.serial;

            LEVELS.readInto(target, segment, 1);

            assertEquals(3, target.quantity);
            assertEquals(1.5, target.price);
            assertEquals(3, segment.get(JAVA_LONG_UNALIGNED, 1));
            assertEquals(serial, target.serial);

            Level other = new Level();
            LEVELS.readIntoAtIndex(other, segment, 2);

            assertEquals(1.5, other.price);
            assertEquals(3, LEVELS.readAtIndex(segment, 2).quantity);
        }
    }

    @Test
    void fieldsThatTheLayoutDoesNotNameAreLeftAlone() {
        Level target = new Level();
        target.value = 99;
        int instances = Level.instances;

        LEVELS.readInto(target, MemorySegment.ofArray(new long[] {1, 2}), 0);

        assertEquals(99, target.value);
        assertEquals(instances, Level.instances);
    }

    @Test
    void aPrivateConstructorMakesANewObject() {
        MemorySegment segment = MemorySegment.ofArray(new long[] {5, 0});

        Level first = LEVELS.read(segment, 0);

        assertEquals(5, first.quantity);
        assertEquals(-1, first.value);
        assertNotSame(first, LEVELS.read(segment, 0));
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MAX_VALUE, 1L << 60})
    void anIndexThatNoSegmentHasIsOutOfBounds(long index) {
        Level target = new Level();
        target.quantity = 8;

        Exception refused = assertThrowsExactly(
                IndexOutOfBoundsException.class,
                () -> LEVELS.readIntoAtIndex(target, MemorySegment.ofArray(new long[2]), index));

        assertEquals(
                "index=" + index + " is out of bounds for an array of dev.verbatim.ReusableCodecTest$Level (16 bytes)",
                refused.getMessage());
        assertEquals(8, target.quantity);
    }

    /** Inherits private fields of another nest, of its package and of another one. */
    static class Instrument extends Priced {
        private int lot;
    }

    static class Bond extends Identified {
        private int coupon;

        Bond() {}
    }

    @ParameterizedTest
    @EnumSource
    void aPrivateFieldInheritedFromTheSamePackageIsBound(SegmentKind kind) {
        ReusableCodec<Instrument> codec = StructCodec.ofClass(
                lookup(), Instrument.class, structLayout(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("lot")));
        Instrument instrument = new Instrument();
        instrument.reprice(12.25);
        instrument.lot = 100;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(13, arena);

            codec.write(instrument, segment, 1);
            Instrument back = codec.read(segment, 1);

            assertEquals(Double.doubleToRawLongBits(12.25), segment.get(JAVA_LONG_UNALIGNED, 1));
            assertEquals(100, segment.get(JAVA_INT_UNALIGNED, 9));
            assertEquals(12.25, back.currentPrice());
            assertEquals(100, back.lot);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aPrivateFieldInheritedFromAnotherPackageIsBound(SegmentKind kind) {
        ReusableCodec<Bond> codec = StructCodec.ofClass(
                lookup(),
                Bond.class,
                structLayout(JAVA_INT.withName("coupon"), JAVA_INT.withName("revision"), JAVA_LONG.withName("id")));
        Bond bond = new Bond();
        bond.identify(77, 3);
        bond.coupon = 5;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(17, arena);

            codec.write(bond, segment, 1);
            Bond back = codec.read(segment, 1);

            assertEquals(5, segment.get(JAVA_INT_UNALIGNED, 1));
            assertEquals(3, segment.get(JAVA_INT_UNALIGNED, 5));
            assertEquals(77, segment.get(JAVA_LONG_UNALIGNED, 9));
            assertEquals(77, back.currentId());
            assertEquals(3, back.currentRevision());
            assertEquals(5, back.coupon);
        }
    }

    /** Hides a field that is bound by one that is not. */
    @SuppressWarnings("HidingField") // what is tried
    static class Shadowing extends Priced {
        transient double price = 4;
    }

    @Test
    void aTransientFieldDoesNotHideAnInheritedOne() {
        ReusableCodec<Shadowing> codec =
                StructCodec.ofClass(lookup(), Shadowing.class, structLayout(JAVA_DOUBLE.withName("price")));

        Shadowing read = codec.read(MemorySegment.ofArray(new double[] {7}), 0);

        assertEquals(7, read.currentPrice());
        assertEquals(4, read.price);
    }

    static class NeedsPrice {
        double price;

        NeedsPrice(double price) {
            this.price = price;
        }
    }

    private abstract static class Base {
        long id;
    }

    @SuppressWarnings("ClassCanBeStatic") // its constructor takes the outer object
    private class Inner {
        long id;
    }

    private static final String NO_CONSTRUCTOR =
            ": it has no accessible no-argument constructor; use readInto, or pass a supplier to StructCodec.ofClass";

    @Test
    void withoutAConstructorAnExistingObjectIsFilledAndANewOneRefused() {
        ReusableCodec<NeedsPrice> codec =
                StructCodec.ofClass(lookup(), NeedsPrice.class, structLayout(JAVA_DOUBLE.withName("price")));
        MemorySegment segment = MemorySegment.ofArray(new double[] {7});
        NeedsPrice target = new NeedsPrice(1);

        codec.readInto(target, segment, 0);
        Exception refused = assertThrowsExactly(UnsupportedOperationException.class, () -> codec.read(segment, 0));
        Exception atIndex =
                assertThrowsExactly(UnsupportedOperationException.class, () -> codec.readAtIndex(segment, 0));

        assertEquals(7, target.price);
        assertEquals(
                "cannot read a new dev.verbatim.ReusableCodecTest$NeedsPrice" + NO_CONSTRUCTOR
                        + ", or bind it by its constructor, StructCodec.ofImmutable",
                refused.getMessage());
        assertEquals(refused.getMessage(), atIndex.getMessage());
        ReusableVarCodec<NeedsPrice> inTail =
                VarCodec.ofClass(lookup(), NeedsPrice.class, Layouts.varRecord(JAVA_DOUBLE.withName("price")));
        MemorySegment varRecord = MemorySegment.ofArray(new long[2]);
        inTail.write(target, varRecord, 0);
        assertEquals(
                "cannot read a new dev.verbatim.ReusableCodecTest$NeedsPrice: it has no accessible no-argument"
                        + " constructor; use readInto, or set a supplier with VarCodec.builder, or bind it by its"
                        + " constructor, VarCodec.ofImmutable",
                assertThrowsExactly(UnsupportedOperationException.class, () -> inTail.read(varRecord, 0))
                        .getMessage());
    }

    private static class NeedsMore {
        double price;

        @SuppressWarnings("UnusedVariable") // it is no field
        NeedsMore(double price, int scale) {
            this.price = price;
        }
    }

    @Test
    void aConstructorThatTakesOtherThanTheFieldsIsNotSuggested() {
        ReusableCodec<NeedsMore> codec =
                StructCodec.ofClass(lookup(), NeedsMore.class, structLayout(JAVA_DOUBLE.withName("price")));
        MemorySegment segment = MemorySegment.ofArray(new double[] {7});
        NeedsMore target = new NeedsMore(1, 2);

        codec.readInto(target, segment, 0);

        assertEquals(7, target.price);
        assertEquals(
                "cannot read a new dev.verbatim.ReusableCodecTest$NeedsMore" + NO_CONSTRUCTOR,
                assertThrowsExactly(UnsupportedOperationException.class, () -> codec.read(segment, 0))
                        .getMessage());
    }

    @Test
    void anInnerAndAnAbstractClassCanOnlyBeFilled() {
        StructLayout layout = structLayout(JAVA_LONG.withName("id"));
        ReusableCodec<Inner> inners = StructCodec.ofClass(lookup(), Inner.class, layout);
        ReusableCodec<Base> bases = StructCodec.ofClass(lookup(), Base.class, layout);
        MemorySegment segment = MemorySegment.ofArray(new long[] {6});
        Inner inner = new Inner();
        Base base = new Base() {};

        inners.readInto(inner, segment, 0);
        bases.readInto(base, segment, 0);

        assertEquals(6, inner.id);
        assertEquals(6, base.id);
        assertEquals(
                "cannot read a new " + Inner.class.getName()
                        + ": it is an inner class, which has a no-argument constructor only if it is made static; use"
                        + " readInto, or pass a supplier to StructCodec.ofClass",
                assertThrowsExactly(UnsupportedOperationException.class, () -> inners.read(segment, 0))
                        .getMessage());
        assertThrowsExactly(UnsupportedOperationException.class, () -> bases.read(segment, 0));
    }

    @Test
    void aSupplierTakesThePlaceOfTheConstructor() {
        NeedsPrice supplied = new NeedsPrice(1);
        ReusableCodec<NeedsPrice> codec = StructCodec.ofClass(
                lookup(), NeedsPrice.class, structLayout(JAVA_DOUBLE.withName("price")), () -> supplied);

        NeedsPrice read = codec.read(MemorySegment.ofArray(new double[] {7}), 0);

        assertSame(supplied, read);
        assertEquals(7, supplied.price);
    }

    @Test
    void aSupplierThatSuppliesNothingIsNamed() {
        ReusableCodec<Level> codec = StructCodec.ofClass(
                lookup(), Level.class, LEVEL, () -> null, Conversions.none().withoutField(Level.class, "serial"));

        Exception refused = assertThrowsExactly(
                NullPointerException.class, () -> codec.read(MemorySegment.ofArray(new long[2]), 0));

        assertEquals(
                "cannot read dev.verbatim.ReusableCodecTest$Level (16 bytes): its supplier returned null",
                refused.getMessage());
    }

    static class Unmakeable {
        static final AtomicReference<IllegalStateException> FAULT = new AtomicReference<>();
        long id;

        Unmakeable() {
            throw FAULT.get();
        }
    }

    @Test
    void whatTheConstructorOrTheSupplierThrowsPassesUnchanged() {
        StructLayout layout = structLayout(JAVA_LONG.withName("id"));
        MemorySegment segment = MemorySegment.ofArray(new long[1]);
        IllegalStateException own = new IllegalStateException("own");
        Unmakeable.FAULT.set(own);
        Supplier<Unmakeable> supplier = () -> {
            throw own;
        };

        for (StructCodec<Unmakeable> codec : List.of(
                StructCodec.ofClass(lookup(), Unmakeable.class, layout),
                StructCodec.ofClass(lookup(), Unmakeable.class, layout, supplier))) {
            assertSame(own, assertThrows(Exception.class, () -> codec.read(segment, 0)));
        }
        assertEquals("own", own.getMessage());
    }

    @Test
    void aLocalClassThatCapturesAVariableIsFilled() {
        long start = Level.instances + 5L;
        class Counter {
            long count = start;
        }
        ReusableCodec<Counter> codec =
                StructCodec.ofClass(lookup(), Counter.class, structLayout(JAVA_LONG.withName("count")));
        Counter counter = new Counter();
        MemorySegment segment = MemorySegment.ofArray(new long[] {-3});

        codec.readInto(counter, segment, 0);

        assertEquals(-3, counter.count);
    }

    @Test
    void aHiddenClassIsBoundThroughHandles() throws ReflectiveOperationException {
        List<Class<?>> types = GeneratedDtos.primitives(8);
        Class<?> hidden = lookup().defineHiddenClass(GeneratedDtos.mutableClass("dev.verbatim.Veiled", types), true)
                .lookupClass();

        LargeStructTest.assertWritesAndReads(hidden, types);
    }

    @Test
    void aPublicClassOfAnotherModuleIsBoundThroughItsPublicFields() {
        List<Class<?>> types = GeneratedDtos.primitives(8);

        LargeStructTest.assertWritesAndReads(
                new GeneratedDtos.Elsewhere().define(GeneratedDtos.mutableClass("other.Open", types)), types);
    }

    @Test
    void nullArgumentsAreNamed() {
        assertNull("lookup", () -> StructCodec.ofClass(null, Level.class, LEVEL));
        assertNull("type", () -> StructCodec.ofClass(lookup(), (Class<Level>) null, LEVEL));
        assertNull(NullArgumentsTest.layoutIsNull(Level.class), () -> StructCodec.ofClass(lookup(), Level.class, null));
        assertNull("supplier", () -> StructCodec.ofClass(lookup(), Level.class, LEVEL, (Supplier<Level>) null));
    }

    private static void assertNull(String name, org.junit.jupiter.api.function.Executable attempt) {
        assertEquals(
                name, assertThrowsExactly(NullPointerException.class, attempt).getMessage());
    }
}
