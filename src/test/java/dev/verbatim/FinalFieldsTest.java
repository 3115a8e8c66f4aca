package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Final fields of mutable classes, whose arrays, lists and objects are filled. */
class FinalFieldsTest {

    static final class Level {
        int price;
        short size;
    }

    private static final StructLayout LEVEL =
            Layouts.packed(Layouts.struct(JAVA_INT.withName("price"), JAVA_SHORT.withName("size")));

    record Pair(byte left, byte right) {}

    // @start region="final"
    static final class Book {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_LONG.withName("time"),
                sequenceLayout(10, JAVA_DOUBLE).withName("bids"),
                sequenceLayout(10, JAVA_DOUBLE).withName("asks"));
        static final ReusableCodec<Book> CODEC = StructCodec.ofClass(lookup(), Book.class, LAYOUT);

        private long time;
        private final double[] bids = new double[10];
        private final double[] asks = new double[10];
    }
    // @end

    /** One field of each kind that is filled. */
    static final class Filled {
        int plain;
        final byte[] bytes = new byte[100];
        final char[] chars = new char[3];
        final short[] shorts = new short[3];
        final int[] ints = new int[40];
        final long[] longs = new long[2];
        final float[] floats = new float[2];
        final double[] doubles = new double[20];
        final Instant[] times = new Instant[2];
        final Level level = new Level();
        final Level[] levels = new Level[2];
        final List<Level> list = new ArrayList<>(Arrays.asList(null, new Level()));
        final Pair[] pairs = new Pair[2];
    }

    private static final StructLayout FILLED = Layouts.packed(Layouts.struct(
            JAVA_INT.withName("plain"),
            sequenceLayout(100, JAVA_BYTE).withName("bytes"),
            sequenceLayout(3, JAVA_CHAR).withName("chars"),
            sequenceLayout(3, JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN)).withName("shorts"),
            sequenceLayout(40, JAVA_INT).withName("ints"),
            sequenceLayout(2, JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN)).withName("longs"),
            sequenceLayout(2, JAVA_FLOAT).withName("floats"),
            sequenceLayout(20, JAVA_DOUBLE).withName("doubles"),
            sequenceLayout(2, JAVA_LONG).withName("times"),
            LEVEL.withName("level"),
            sequenceLayout(2, LEVEL).withName("levels"),
            sequenceLayout(2, LEVEL).withName("list"),
            sequenceLayout(2, Layouts.struct(JAVA_BYTE.withName("left"), JAVA_BYTE.withName("right")))
                    .withName("pairs")));

    private static final Conversions TIMES = Conversions.of(TimeConversions.epochNanos());

    private static final ReusableCodec<Filled> CODEC = StructCodec.ofClass(lookup(), Filled.class, FILLED, TIMES);

    @Test
    void anArrayIsFilled() {
        MemorySegment segment = MemorySegment.ofArray(new long[21]);
        Book book = new Book();
        book.bids[9] = 1.5;
        book.asks[0] = 2.5;
        book.time = 7;
        Book.CODEC.write(book, segment, 0);
        Book read = new Book();
        double[] bids = read.bids;
        Book.CODEC.readInto(read, segment, 0);
        assertSame(bids, read.bids);
        assertArrayEquals(book.bids, read.bids);
        assertArrayEquals(book.asks, read.asks);
        assertEquals(7, read.time);
        assertArrayEquals(book.bids, Book.CODEC.read(segment, 0).bids);
    }

    /** What is written of an object that was filled are the bytes that it was filled with. */
    @Property(tries = 300)
    void everyKindIsFilled(@ForAll @Size(577) byte[] random, @ForAll boolean isNew) {
        byte[] bytes = Arrays.copyOf(random, (int) FILLED.byteSize());
        MemorySegment segment = MemorySegment.ofArray(bytes);
        Filled target = new Filled();
        Object[] before = held(target);
        if (isNew) {
            target = CODEC.read(segment, 0);
        } else {
            CODEC.readInto(target, segment, 0);
            Object[] after = held(target);
            for (int i = 0; i < before.length; i++) {
                assertSame(before[i], after[i]);
            }
        }
        byte[] written = new byte[bytes.length];
        CODEC.write(target, MemorySegment.ofArray(written), 0);
        assertArrayEquals(bytes, written);
    }

    private static Object[] held(Filled filled) {
        return new Object[] {
            filled.bytes,
            filled.chars,
            filled.shorts,
            filled.ints,
            filled.longs,
            filled.floats,
            filled.doubles,
            filled.times,
            filled.level,
            filled.levels,
            filled.list,
            filled.list.get(1),
            filled.pairs
        };
    }

    static final class Unfit {
        int plain;
        final int @Nullable [] ints;
        final @Nullable Level level;
        final @Nullable List<Level> levels;

        Unfit(int @Nullable [] ints, @Nullable Level level, @Nullable List<Level> levels) {
            this.ints = ints;
            this.level = level;
            this.levels = levels;
        }
    }

    private static final ReusableCodec<Unfit> SHORT = StructCodec.ofClass(
            lookup(),
            Unfit.class,
            Layouts.packed(Layouts.struct(
                    JAVA_INT.withName("plain"),
                    sequenceLayout(2, JAVA_INT).withName("ints"),
                    LEVEL.withName("level"),
                    sequenceLayout(2, LEVEL).withName("levels"))));

    @Test
    void whatCannotBeFilledSaysSo() {
        List<Level> two = Arrays.asList(new Level(), new Level());
        String name = "cannot read into dev.verbatim.FinalFieldsTest$Unfit: the final field ";
        String other = " elements, expected 2 as in the layout; have the constructor make as many, or remove `final`";
        String isNull = " is null; have the constructor make its object, or remove `final`";
        requireNotFilled(new Unfit(new int[3], new Level(), two), name + "`ints` has 3" + other);
        requireNotFilled(new Unfit(null, new Level(), two), name + "`ints`" + isNull);
        requireNotFilled(new Unfit(new int[2], null, two), name + "`level`" + isNull);
        requireNotFilled(new Unfit(new int[2], new Level(), new ArrayList<>()), name + "`levels` has 0" + other);
        requireNotFilled(new Unfit(new int[2], new Level(), null), name + "`levels`" + isNull);
        SHORT.readInto(new Unfit(new int[2], new Level(), two), MemorySegment.ofArray(new byte[30]), 0);
    }

    private static void requireNotFilled(Unfit target, String message) {
        MemorySegment segment = MemorySegment.ofArray(new byte[30]);
        assertEquals(
                message,
                assertThrows(IllegalArgumentException.class, () -> SHORT.readInto(target, segment, 0))
                        .getMessage());
    }

    static final class Untaken {
        int plain;
        final String text = String.valueOf(1);
        final List<Pair> pairs = new ArrayList<>();
        final Pair pair = new Pair((byte) 1, (byte) 2);
        final int number = Integer.parseInt("3");
        final transient int[] cache = new int[2];
    }

    @Test
    void whatIsReadAsANewObjectIsRefused() {
        StructLayout pair = Layouts.struct(JAVA_BYTE.withName("left"), JAVA_BYTE.withName("right"));
        List<String> mismatches = assertThrows(
                        LayoutMismatchException.class,
                        () -> StructCodec.ofClass(
                                lookup(),
                                Untaken.class,
                                Layouts.packed(Layouts.struct(
                                        JAVA_INT.withName("plain"),
                                        sequenceLayout(8, JAVA_BYTE).withName("text"),
                                        sequenceLayout(2, pair).withName("pairs"),
                                        pair.withName("pair"),
                                        JAVA_INT.withName("number"),
                                        sequenceLayout(2, JAVA_INT).withName("cache")))))
                .mismatches();
        assertEquals(5, mismatches.size());
        String remedy = "; remove `final`, bind the class by a constructor whose parameters are its fields, if it has"
                + " one (ofImmutable or Conversions.withConstructor), or make the member padding";
        assertEquals(
                "text: the layout has sequence of 8 (byteSize=8, offset=4), the field `String text` is final" + remedy,
                mismatches.get(0));
        assertEquals(
                "pairs: the layout has sequence of 2 (byteSize=4, offset=12), the field `List<Pair> pairs` is final"
                        + remedy,
                mismatches.get(1));
        assertEquals(
                "pair: the layout has struct (byteSize=2, offset=16), the field `Pair pair` is final" + remedy,
                mismatches.get(2));
        assertEquals(
                "number: the layout has int (byteSize=4, offset=18), the field `int number` is final" + remedy,
                mismatches.get(3));
        assertEquals(
                "cache: the layout has sequence of 2 (byteSize=8, offset=22), the field `int[] cache` is final"
                        + " transient" + remedy.replace("final", "final transient"),
                mismatches.get(4));
        StructCodec.ofClass(
                lookup(),
                Untaken.class,
                Layouts.struct(JAVA_INT.withName("plain")),
                Conversions.none().withoutField(Untaken.class, "text", "pairs", "pair", "number"));
    }

    static class Named {
        final int[] values = new int[2];
        final List<String> names = new ArrayList<>();
    }

    @SuppressWarnings("HidingField") // that is the point
    static final class NamedAgain extends Named {
        int plain;
        final int[] values = new int[2];
        final List<String> names = new ArrayList<>();
    }

    static class Plain {
        int[] values = new int[2];
    }

    @SuppressWarnings("HidingField") // that is the point
    static final class Final extends Plain {
        int plain;
        final int[] values = new int[2];
    }

    /** The layout could mean either. */
    @Test
    void twoFieldsOfOneNameAreRefused() {
        SequenceLayout values = sequenceLayout(2, JAVA_INT).withName("values");
        Conversions withoutNames =
                Conversions.none().withoutField(Named.class, "names").withoutField(NamedAgain.class, "names");
        StructCodec.ofClass(
                lookup(),
                NamedAgain.class,
                Layouts.struct(JAVA_INT.withName("plain")),
                withoutNames.withoutField(NamedAgain.class, "values").withoutField(Named.class, "values"));
        StructCodec.ofClass(
                lookup(),
                NamedAgain.class,
                Layouts.struct(JAVA_INT.withName("plain"), values),
                withoutNames.withoutField(Named.class, "values"));
        assertEquals(
                List.of("values: both field `int[] values` and field `int[] values` of " + Named.class.getName()
                        + " have this name; rename one, make it transient, or leave it out by"
                        + " `Conversions.none().withoutField(Named.class, \"values\")`"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofClass(
                                        lookup(),
                                        NamedAgain.class,
                                        Layouts.struct(JAVA_INT.withName("plain"), values),
                                        withoutNames))
                        .mismatches());
        assertEquals(
                List.of("values: both field `int[] values` and field `int[] values` of " + Plain.class.getName()
                        + " have this name; rename one, make it transient, or leave it out by"
                        + " `Conversions.none().withoutField(Plain.class, \"values\")`"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofClass(
                                        lookup(), Final.class, Layouts.struct(JAVA_INT.withName("plain"), values)))
                        .mismatches());
    }

    static final class Heir extends FinalFieldsBase {
        int own;
    }

    /** The code of the codec is in another nest than these fields, and cannot name the type of one. */
    @Test
    void inheritedFieldsAreFilled() {
        ReusableCodec<Heir> codec = StructCodec.ofClass(
                lookup(),
                Heir.class,
                Layouts.struct(
                        JAVA_INT.withName("own"),
                        sequenceLayout(3, JAVA_INT).withName("numbers"),
                        Layouts.struct(JAVA_INT.withName("x")).withName("point"),
                        sequenceLayout(2, Layouts.struct(JAVA_INT.withName("x")))
                                .withName("points")));
        MemorySegment segment = MemorySegment.ofArray(new int[] {1, 2, 3, 4, 5, 6, 7});
        Heir heir = new Heir();
        int[] numbers = heir.numbers();
        codec.readInto(heir, segment, 0);
        assertSame(numbers, heir.numbers());
        assertEquals("1 [2, 3, 4] 5 6 7", heir.own + " " + heir);
        MemorySegment written = MemorySegment.ofArray(new int[7]);
        codec.write(heir, written, 0);
        assertEquals(-1, segment.mismatch(written));
    }

    /** Has nothing but what is filled, and no constructor that could set it. */
    static final class Side {
        final int[] prices = new int[2];
        final short[] sizes = new short[2];
    }

    /** Has a constructor, whose parameter can be no field. */
    static final class Deep {
        final int[] prices;
        final short[] sizes;

        Deep(int depth) {
            prices = new int[depth];
            sizes = new short[depth];
        }
    }

    @Test
    void aClassWhoseConstructorSetsNoFieldIsFilled() {
        StructLayout layout = Layouts.packed(Layouts.struct(
                sequenceLayout(2, JAVA_INT).withName("prices"),
                sequenceLayout(2, JAVA_SHORT).withName("sizes")));
        ReusableCodec<Deep> codec = StructCodec.ofClass(lookup(), Deep.class, layout, () -> new Deep(2));
        MemorySegment segment = MemorySegment.ofArray(new int[] {1, 2, 3});
        Deep read = codec.read(segment, 0);
        assertArrayEquals(new int[] {1, 2}, read.prices);
        MemorySegment written = MemorySegment.ofArray(new int[3]);
        codec.write(read, written, 0);
        assertEquals(-1, segment.mismatch(written));
        IllegalArgumentException e =
                assertThrows(IllegalArgumentException.class, () -> codec.readInto(new Deep(3), segment, 0));
        assertEquals(
                "cannot read into dev.verbatim.FinalFieldsTest$Deep: the final field `prices` has 3 elements, expected"
                        + " 2 as in the layout; have the constructor make as many, or remove `final`",
                e.getMessage());
    }

    static final class Sides {
        final Side bids = new Side();
        final Side asks = new Side();
    }

    @Test
    void aClassOfSuchFieldsAloneIsFilled() {
        StructLayout side = Layouts.packed(Layouts.struct(
                sequenceLayout(2, JAVA_INT).withName("prices"),
                sequenceLayout(2, JAVA_SHORT).withName("sizes")));
        ReusableCodec<Sides> codec = StructCodec.ofClass(
                lookup(), Sides.class, Layouts.struct(side.withName("bids"), side.withName("asks")));
        Sides sides = new Sides();
        sides.bids.prices[1] = 5;
        sides.asks.sizes[0] = 6;
        MemorySegment segment = MemorySegment.ofArray(new byte[24]);
        codec.write(sides, segment, 0);
        Sides read = new Sides();
        int[] prices = read.bids.prices;
        codec.readInto(read, segment, 0);
        assertSame(prices, read.bids.prices);
        assertArrayEquals(new int[] {0, 5}, prices);
        assertArrayEquals(new short[] {6, 0}, codec.read(segment, 0).asks.sizes);
    }

    static final class Note {
        private String text = "";
        final int[] codes = new int[3];
        final Level level = new Level();
    }

    private static final StructLayout NOTE = Layouts.varRecord(
            Layouts.varRef("text"),
            sequenceLayout(3, JAVA_INT).withName("codes"),
            Layouts.struct(JAVA_INT.withName("price"), JAVA_SHORT.withName("size"))
                    .withName("level"));

    @Test
    void theFixedPartOfAVariableLengthRecordIsFilled() {
        ReusableVarCodec<Note> codec = VarCodec.ofClass(lookup(), Note.class, NOTE);
        MemorySegment segment = MemorySegment.ofArray(new byte[100]);
        Note note = new Note();
        note.text = "hello";
        note.codes[2] = 5;
        note.level.price = 7;
        codec.write(note, segment, 0);
        Note read = new Note();
        int[] codes = read.codes;
        codec.readInto(read, segment, 0);
        assertSame(codes, read.codes);
        assertEquals(5, codes[2]);
        assertEquals(7, read.level.price);
        assertEquals("hello", codec.read(segment, 0).text);
    }

    static final class Wallet {
        String owner = "";
        int coins;
    }

    static final class Person {
        int id;
        final Wallet wallet = new Wallet();
    }

    /** It has a part in the tail, and is no part itself. */
    @Test
    void anObjectWithATailIsFilled() {
        ReusableVarCodec<Person> codec = VarCodec.ofClass(
                lookup(),
                Person.class,
                Layouts.varRecord(
                        JAVA_INT.withName("id"),
                        Layouts.struct(Layouts.varRef("owner"), JAVA_INT.withName("coins"))
                                .withName("wallet")));
        Person person = new Person();
        person.wallet.owner = "me";
        person.wallet.coins = 3;
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        codec.write(person, segment, 0);
        Person read = new Person();
        Wallet wallet = read.wallet;
        codec.readInto(read, segment, 0);
        assertSame(wallet, read.wallet);
        assertEquals("me 3", wallet.owner + " " + wallet.coins);
        assertEquals(3, codec.read(segment, 0).wallet.coins);
    }

    static final class Tail {
        int plain;
        final int[] numbers = new int[3];
    }

    @Test
    void whatIsInATailIsANewObject() {
        StructLayout layout = Layouts.varRecord(JAVA_INT.withName("plain"), Layouts.varRef("numbers", JAVA_INT));
        String mismatch = assertThrows(
                        LayoutMismatchException.class, () -> VarCodec.ofClass(lookup(), Tail.class, layout))
                .getMessage();
        assertEquals(
                "numbers: the layout has varRef of int (byteSize=8, offset=16), the field `int[] numbers` is final,"
                    + " and what is read is a new object; remove `final`, bind the class by a constructor whose"
                    + " parameters are its fields, if it has one (ofImmutable or Conversions.withConstructor), or make"
                    + " the member padding",
                mismatch.lines().skip(1).findFirst().orElseThrow().strip().substring(2));
    }
}

/** Has private fields of another nest than the test's. */
class FinalFieldsBase {

    private static final class Point {
        private int x;
    }

    private final int[] numbers = new int[3];
    private final Point point = new Point();
    private final Point[] points = {null, new Point()};

    final int[] numbers() {
        return numbers;
    }

    @Override
    public String toString() {
        return Arrays.toString(numbers) + " " + point.x + " " + points[0].x + " " + points[1].x;
    }
}
