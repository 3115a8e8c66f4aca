package dev.verbatim;

import static dev.verbatim.VarParts.HERE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import dev.verbatim.VarParts.Fill;
import dev.verbatim.VarParts.MutableFill;
import dev.verbatim.VarParts.MutableLevel;
import dev.verbatim.VarParts.MutableOrder;
import dev.verbatim.VarParts.Order;
import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.ConcurrentModificationException;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is thrown for a value that cannot be written as a record, and for a segment that it cannot be written to: not
 * one byte has changed then.
 */
class VarValueFaultsTest {

    private static final int OFFSET = 5;
    private static final String UTF8_OF_8 = "bytes of UTF-8, expected at most 8; shorten it or widen the member";
    private static final String UNPAIRED = ", which UTF-8 has no bytes for; remove it";

    /**
     * Something wrong with an order.
     *
     * @param type what is thrown
     * @param message the member's path, and what is wrong
     * @param spoil puts it there
     */
    record Fault(Class<? extends RuntimeException> type, String message, Consumer<MutableOrder> spoil) {
        @Override
        public String toString() {
            return message;
        }
    }

    private static Fault isNull(String message, Consumer<MutableOrder> spoil) {
        return new Fault(NullPointerException.class, message, spoil);
    }

    private static Fault isWrong(String message, Consumer<MutableOrder> spoil) {
        return new Fault(IllegalArgumentException.class, message, spoil);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // what the compiler would refuse
    private static void set(List list, int index, Object element) {
        list.set(index, element);
    }

    static List<Fault> faults() {
        String side = " is null; expected a constant of " + HERE + "Side";
        String level = " is null; expected a " + HERE + "MutableLevel";
        String fill = " is null; expected a " + HERE + "MutableFill";
        return List.of(
                isNull("side" + side, order -> order.side = null),
                isNull(
                        "symbol is null; expected text of at most 8 bytes of UTF-8, or an empty string",
                        order -> order.symbol = null),
                isWrong("symbol has 9 " + UTF8_OF_8, order -> order.symbol = "1234567ü"),
                isWrong("symbol has an unpaired surrogate at index=2" + UNPAIRED, order -> order.symbol = "ab\uD83D"),
                isWrong(
                        "symbol ends in \\0, which cannot be told from the padding; remove it",
                        order -> order.symbol = "a\0"),
                isWrong(
                        "note has an unpaired surrogate at index=3" + UNPAIRED,
                        order -> order.note = new StringBuilder("abc\uDE00")),
                isNull("party is null; expected a " + HERE + "MutableParty", order -> order.party = null),
                isWrong(
                        "party.name has an unpaired surrogate at index=1" + UNPAIRED,
                        order -> order.party.name = "a\uD83Db"),
                isNull("codes is null; expected short[2]", order -> order.codes = null),
                isWrong("codes has length=3; expected short[2]", order -> order.codes = new short[3]),
                isNull("best" + level, order -> order.best = null),
                isNull("best.side" + side, order -> order.best.side = null),
                isNull("top[1]" + level, order -> order.top[1] = null),
                isWrong(
                        "top has length=1; expected 2 elements of type " + HERE + "MutableLevel",
                        order -> order.top = new MutableLevel[1]),
                isNull("levels[1]" + level, order -> order.levels.set(1, null)),
                isNull("levels[0].side" + side, order -> order.levels.get(0).side = null),
                isWrong(
                        "levels[1].code has 3 bytes of UTF-8, expected at most 2; shorten it or widen the member",
                        order -> order.levels.get(1).code = "€"),
                isNull("depth[0]" + level, order -> order.depth[0] = null),
                isNull("depth[0].side" + side, order -> order.depth[0].side = null),
                isNull("fills[2]" + fill, order -> order.fills.set(2, null)),
                isWrong(
                        "fills[1].venue has an unpaired surrogate at index=0" + UNPAIRED,
                        order -> order.fills.get(1).venue = new StringBuilder("\uDE00\uD83D")),
                isNull("more[0]" + fill, order -> order.more[0] = null),
                isWrong(
                        "last has an unpaired surrogate at index=200" + UNPAIRED,
                        order -> order.last = "ü".repeat(200) + '\uD83D'),
                new Fault(
                        ClassCastException.class,
                        "levels[1] is a " + HERE + "Level; expected a " + HERE + "MutableLevel",
                        order -> set(order.levels, 1, VarParts.order().best())),
                new Fault(
                        ClassCastException.class,
                        "fills[0] is a java.lang.String; expected a " + HERE + "MutableFill",
                        order -> set(order.fills, 0, "fill")));
    }

    static Stream<Arguments> kindsAndFaults() {
        return Arrays.stream(SegmentKind.values())
                .flatMap(kind -> faults().stream().map(fault -> Arguments.of(kind, fault)));
    }

    @ParameterizedTest
    @MethodSource("kindsAndFaults")
    void aFaultIsNamedWithItsPathAndNothingIsWritten(SegmentKind kind, Fault fault) {
        MutableOrder order = MutableOrder.of(VarParts.order());
        fault.spoil.accept(order);
        byte[] before = new byte[2_000];
        new Random(6).nextBytes(before);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(before, arena);
            RuntimeException refused =
                    assertThrowsExactly(fault.type, () -> MutableOrder.CODEC.write(order, segment, OFFSET));

            assertEquals(start(MutableOrder.CODEC, OFFSET) + fault.message, refused.getMessage());
            assertNull(refused.getCause());
            assertEquals(-1, MemorySegment.ofArray(before).mismatch(segment), "the first byte that changed");
            assertEquals(
                    "cannot encode " + MutableOrder.CODEC + ": " + fault.message,
                    assertThrowsExactly(fault.type, () -> MutableOrder.CODEC.encodedSize(order))
                            .getMessage());
        }
        // The codec's buffer is free again.
        assertEquals(
                VarParts.bytes(Order.CODEC, VarParts.order()).length,
                MutableOrder.CODEC.encodedSize(MutableOrder.of(VarParts.order())));
    }

    @Test
    void nothingButAValueIsWritten() {
        MemorySegment segment = MemorySegment.ofArray(new byte[100]);
        assertMessage(
                start(Fill.CODEC, 3) + "the value is null",
                NullPointerException.class,
                () -> Fill.CODEC.write(null, segment, 3));
        assertMessage(
                "cannot encode " + Fill.CODEC + ": the value is null",
                NullPointerException.class,
                () -> Fill.CODEC.encodedSize(null));
        assertMessage(
                "cannot read " + MutableOrder.CODEC + " at offset=3: the target is null",
                NullPointerException.class,
                () -> MutableOrder.CODEC.readInto(null, segment, 3));
    }

    private static void assertMessage(String message, Class<? extends Exception> type, Executable attempt) {
        String found = assertThrowsExactly(type, attempt).getMessage();
        assertEquals(message, found.replaceAll("Thread\\[#\\d+", "Thread[#0"));
    }

    private static String start(VarCodec<?> codec, long offset) {
        return "cannot write " + codec + " at offset=" + offset + ": ";
    }

    private static String startOfRead(long offset) {
        return "cannot read " + Fill.CODEC + " at offset=" + offset + ": ";
    }

    private static final Fill FILL = new Fill(1, "XETRA", new int[] {1, 2});

    /** It takes 48 bytes. */
    @ParameterizedTest
    @EnumSource
    void aSegmentThatIsTooSmallIsAsItWas(SegmentKind kind) {
        byte[] before = new byte[47 + OFFSET];
        new Random(7).nextBytes(before);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(before, arena);
            for (long offset : new long[] {OFFSET, -1, 6, 47 + OFFSET, 100, Long.MAX_VALUE, Long.MIN_VALUE}) {
                assertMessage(
                        start(Fill.CODEC, offset) + "expected 48 bytes within the segment, found byteSize="
                                + before.length,
                        IndexOutOfBoundsException.class,
                        () -> Fill.CODEC.write(FILL, segment, offset));
            }
            assertEquals(-1, MemorySegment.ofArray(before).mismatch(segment));
        }
    }

    @Test
    void aReadOnlySegmentIsAsItWas() {
        byte[] bytes = new byte[100];
        MemorySegment segment = MemorySegment.ofArray(bytes).asReadOnly();
        assertMessage(
                start(Fill.CODEC, 2) + "the segment is read-only",
                IllegalArgumentException.class,
                () -> Fill.CODEC.write(FILL, segment, 2));
        assertEquals(-1, MemorySegment.ofArray(new byte[100]).mismatch(segment));
    }

    @Test
    void aClosedArenaAndAnotherThreadAreNamed() throws Exception {
        Arena closed = Arena.ofConfined();
        MemorySegment segment = closed.allocate(100);
        closed.close();
        String ended = "the segment's arena is closed";
        Class<IllegalStateException> illegal = IllegalStateException.class;
        assertMessage(start(Fill.CODEC, 2) + ended, illegal, () -> Fill.CODEC.write(FILL, segment, 2));
        assertMessage(startOfRead(2) + ended, illegal, () -> Fill.CODEC.read(segment, 2));
        assertMessage(startOfRead(2) + ended, illegal, () -> Fill.CODEC.encodedSize(segment, 2));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment ours = arena.allocate(100);
            String foreign =
                    "the segment belongs to another thread than Thread[#0,other,5,main]; allocate it from a shared"
                            + " arena";
            Class<WrongThreadException> wrong = WrongThreadException.class;
            assertMessage(
                    start(Fill.CODEC, 2) + foreign, wrong, onAnotherThread(() -> Fill.CODEC.write(FILL, ours, 2)));
            assertMessage(startOfRead(2) + foreign, wrong, onAnotherThread(() -> Fill.CODEC.read(ours, 2)));
            assertEquals(-1, MemorySegment.ofArray(new byte[100]).mismatch(ours));
        }
    }

    private static Executable onAnotherThread(Runnable action) {
        return () -> {
            FutureTask<Void> task = new FutureTask<>(action, null);
            Thread.ofPlatform().name("other").start(task);
            try {
                task.get();
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        };
    }

    /** A list that answers each question for an element by its number, from 0. */
    private static <E> List<E> answering(int size, IntFunction<E> answers) {
        return new AbstractList<>() {
            private int questions;

            @Override
            public E get(int index) {
                return answers.apply(questions++);
            }

            @Override
            public int size() {
                return size;
            }
        };
    }

    private final MutableOrder order = MutableOrder.of(VarParts.order());
    private final MemorySegment zeros = MemorySegment.ofArray(new byte[2_000]);

    private void assertNothingIsWritten() {
        assertEquals(-1, zeros.mismatch(MemorySegment.ofArray(new byte[2_000])));
    }

    @Test
    void whatAListThrowsPassesUnchanged() {
        for (RuntimeException own : List.of(
                new IndexOutOfBoundsException("own"),
                new NullPointerException("own"),
                new IllegalArgumentException("own"),
                new IllegalStateException("own"))) {
            order.fills = answering(2, question -> {
                if (question == 1) {
                    throw own;
                }
                return MutableFill.of(FILL);
            });
            assertSame(own, assertThrowsExactly(own.getClass(), () -> MutableOrder.CODEC.write(order, zeros, 0)));
            assertNothingIsWritten();
        }
    }

    @Test
    void anElementThatIsNullTheFirstTimeOnlyHasChanged() {
        order.levels = answering(
                2,
                question ->
                        question == 0 ? null : MutableLevel.of(VarParts.order().best()));
        assertMessage(
                start(MutableOrder.CODEC, 0) + "the value changed while it was written",
                ConcurrentModificationException.class,
                () -> MutableOrder.CODEC.write(order, zeros, 0));
        assertNothingIsWritten();
    }

    /** The elements are asked for by their index, and the size once. */
    @Test
    void aListThatShrinksThrowsItself() {
        order.fills = new AbstractList<>() {
            private int size = 3;

            @Override
            public MutableFill get(int index) {
                Objects.checkIndex(index, size--);
                return MutableFill.of(FILL);
            }

            @Override
            public int size() {
                return size;
            }
        };
        assertMessage(
                "Index 2 out of bounds for length 1",
                IndexOutOfBoundsException.class,
                () -> MutableOrder.CODEC.write(order, zeros, 0));
        assertNothingIsWritten();
    }
}
