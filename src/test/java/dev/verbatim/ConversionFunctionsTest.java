package dev.verbatim;

import static dev.verbatim.ConvertedDto.at;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.ConvertedDto.Price;
import dev.verbatim.ConvertedDto.Side;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Functions that conversions are made of: what they throw, and which are taken. */
class ConversionFunctionsTest {

    /** Without a text of its own. */
    record Mute(int number) {
        @Override
        public String toString() {
            throw new IllegalStateException("no text");
        }
    }

    record Muted(Mute mute) {}

    interface MutedView extends StructView {
        Mute mute();

        void mute(Mute mute);
    }

    @Test
    void aValueWhoseToStringThrowsIsShownAsItsClass() {
        Conversions conversions = Conversions.of(Conversion.ofInt(
                Mute.class,
                mute -> {
                    if (mute.number < 0) {
                        throw new IllegalArgumentException("expected number >= 0");
                    }
                    return mute.number;
                },
                Mute::new));
        StructLayout layout = Layouts.struct(JAVA_INT.withName("mute"));
        StructCodec<Muted> codec = StructCodec.ofRecord(lookup(), Muted.class, layout, conversions);
        MutedView view =
                ViewFactory.of(lookup(), MutedView.class, layout, conversions).allocate(Arena.ofAuto());
        String problem = ": mute=" + Mute.class.getName() + ": expected number >= 0";
        assertRefused(problem, () -> codec.write(new Muted(new Mute(-1)), view.segment(), 0));
        assertRefused(problem, () -> view.mute(new Mute(-1)));
        assertEquals("MutedView[mute=" + Mute.class.getName() + "]", view.toString());
    }

    @Test
    void whatAFunctionThrowsForAValueOfItsClassIsARefusal() {
        Conversions conversions = Conversions.of(Conversion.ofInt(
                Mute.class,
                mute -> {
                    throw new ClassCastException("of the function");
                },
                Mute::new));
        StructCodec<Muted> codec =
                StructCodec.ofRecord(lookup(), Muted.class, Layouts.struct(JAVA_INT.withName("mute")), conversions);
        MemorySegment segment = MemorySegment.ofArray(new byte[4]);
        assertRefused(
                ": mute=" + Mute.class.getName() + ": of the function",
                () -> codec.write(new Muted(new Mute(1)), segment, 0));
    }

    private static void assertRefused(String message, Executable write) {
        IllegalArgumentException fault = assertThrowsExactly(IllegalArgumentException.class, write);
        assertTrue(fault.getMessage().endsWith(message), fault::getMessage);
    }

    /** It fails once, and so is asked in vain what was wrong. */
    @Test
    void theFirstExceptionOfAFunctionIsTheCauseOfTheSecond() {
        record At(Price price) {}
        AtomicInteger calls = new AtomicInteger();
        IllegalStateException first = new IllegalStateException("not ready");
        Conversion<Price> once = Conversion.ofLong(
                Price.class,
                price -> {
                    if (calls.getAndIncrement() == 0) {
                        throw first;
                    }
                    return price.ticks();
                },
                ticks -> {
                    if (calls.getAndIncrement() == 0) {
                        throw first;
                    }
                    return new Price(ticks);
                });
        StructLayout layout = Layouts.struct(JAVA_LONG.withName("price"));
        interface AtView extends StructView {
            Price price();

            void price(Price price);
        }
        StructCodec<At> codec = StructCodec.ofRecord(lookup(), At.class, layout, Conversions.of(once));
        VarCodec<At> var = VarCodec.builder(lookup(), At.class, Layouts.varRecord(JAVA_LONG.withName("price")))
                .withConversions(Conversions.of(once))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        AtView view = ViewFactory.of(lookup(), AtView.class, layout, Conversions.of(once))
                .wrap(segment, 0);
        At at = new At(new Price(1));
        for (Executable call : List.<Executable>of(
                () -> codec.write(at, segment, 0),
                () -> codec.read(segment, 0),
                () -> var.write(at, segment, 0),
                () -> view.price(at.price),
                view::price)) {
            calls.set(0);
            assertSame(
                    first,
                    assertThrows(ConcurrentModificationException.class, call).getCause());
        }
    }

    @Test
    void codesMustDiffer() {
        IllegalArgumentException fault =
                assertThrows(IllegalArgumentException.class, () -> CodeConversions.byteCodes(Side.class, side -> 1));
        assertEquals("expected another code of each constant, found 1 of BUY and SELL", fault.getMessage());
        assertThrows(IllegalArgumentException.class, () -> CodeConversions.byteCodes(Side.class, side -> 128));
    }

    @Test
    void handlesMustMatch() {
        MethodHandle identity = MethodHandles.identity(long.class);
        Conversion<?> conversion = Conversion.ofHandles(identity, identity);
        assertEquals(long.class, conversion.type());
        assertThrows(
                IllegalArgumentException.class,
                () -> Conversion.ofHandles(identity, MethodHandles.identity(int.class)));
    }

    static long sum(long... values) {
        return LongStream.of(values).sum();
    }

    static long[] single(long value) {
        return new long[] {value};
    }

    @SuppressWarnings("ArrayRecordComponent") // it is converted as it is
    record Summed(long[] values) {}

    @Test
    void handlesOfVariableArityTakeTheArray() throws ReflectiveOperationException {
        Conversion<?> conversion = Conversion.ofHandles(
                lookup().findStatic(
                                ConversionFunctionsTest.class, "sum", MethodType.methodType(long.class, long[].class)),
                lookup().findStatic(
                                ConversionFunctionsTest.class,
                                "single",
                                MethodType.methodType(long[].class, long.class)));
        StructCodec<Summed> codec = StructCodec.ofRecord(
                lookup(),
                Summed.class,
                Layouts.struct(JAVA_LONG.withName("values")),
                Conversions.none().with("values", conversion));
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        codec.write(new Summed(new long[] {3, 4}), segment, 0);
        assertArrayEquals(new long[] {7}, codec.read(segment, 0).values());
    }

    record Boxed(Side a, Side b) {}

    @Test
    void aBoxThatAFunctionDoesNotGiveIsNamed() {
        StructCodec<Boxed> codec = StructCodec.ofRecord(
                lookup(),
                Boxed.class,
                Layouts.struct(JAVA_FLOAT.withName("a"), JAVA_BOOLEAN.withName("b")),
                Conversions.none()
                        .with(
                                "a",
                                Conversion.ofFloat(
                                        Side.class, side -> side == Side.BUY ? null : 1f, stored -> Side.BUY))
                        .with(
                                "b",
                                Conversion.ofBoolean(
                                        Side.class, side -> side == Side.BUY ? null : true, b -> Side.BUY)));
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        assertEquals(
                "cannot write " + codec + " at offset=0: a=BUY: its function has returned null",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> codec.write(new Boxed(Side.BUY, Side.SELL), segment, 0))
                        .getMessage());
        assertEquals(
                "cannot write " + codec + " at offset=0: b=BUY: its function has returned null",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> codec.write(new Boxed(Side.SELL, Side.BUY), segment, 0))
                        .getMessage());
    }

    @Test
    void onlyBoxesAreNullable() {
        for (Class<?> type : List.of(int.class, Boolean.class, Void.class, String.class)) {
            @SuppressWarnings("unchecked") // that is the caller's mistake
            Class<Object> wrong = (Class<Object>) type;
            IllegalArgumentException fault =
                    assertThrows(IllegalArgumentException.class, () -> CodeConversions.nullable(wrong, 5));
            assertEquals("expected the box of a number or of a char, found " + type.getName(), fault.getMessage());
        }
    }
}
