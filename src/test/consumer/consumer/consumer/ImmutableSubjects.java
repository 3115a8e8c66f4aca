package consumer;

import static java.lang.foreign.MemoryLayout.paddingLayout;
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

import consumer.base.Rates;
import consumer.lib.Memo;
import consumer.lib.Quote;
import dev.verbatim.Conversions;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Immutable classes: in the same nest, in another nest, in another package, and of another module. This module and the
 * other one are compiled without the names of parameters.
 */
final class ImmutableSubjects {

    private ImmutableSubjects() {}

    static List<Subject<?>> all() {
        return List.of(
                Subject.of(OWN, own(), ImmutableSubjects::putOwn),
                Subject.of(PAIR, Pair.of(1, 2), bytes -> bytes.put(1, (byte) 1).put(7, (byte) 2)),
                Subject.of(RATES, Rates.make(), ImmutableSubjects::putRates),
                Subject.of(QUOTE, quote(1), bytes -> putQuote(bytes, 1)),
                Subject.of(MEMO, memo(), ImmutableSubjects::putMemo),
                Subject.of(Holder.CODEC, new Holder(), Holder::putBytes));
    }

    /** Private in all, of all primitives, with one field that it derives. */
    private static final class Own {
        private final boolean z;
        private final byte b;
        private final short s;
        private final char c;
        private final int i;
        private final long l;
        private final float f;
        private final double d;
        private final String text;
        private final int[] ints;
        private final Own.Part part;
        private final int derived;
        private transient int hash = 7;

        private Own(
                Part part,
                int[] ints,
                String text,
                double d,
                float f,
                long l,
                int i,
                char c,
                short s,
                byte b,
                boolean z) {
            this.z = z;
            this.b = b;
            this.s = s;
            this.c = c;
            this.i = i;
            this.l = l;
            this.f = f;
            this.d = d;
            this.text = text;
            this.ints = ints;
            this.part = part;
            derived = i + 1;
        }

        private static final class Part {
            private final byte code;

            private Part(byte code) {
                this.code = code;
            }
        }
    }

    private static final StructCodec<Own> OWN = StructCodec.ofImmutable(
            lookup(),
            Own.class,
            structLayout(
                    JAVA_BOOLEAN.withName("z"),
                    JAVA_BYTE.withName("b"),
                    JAVA_SHORT_UNALIGNED.withOrder(BIG_ENDIAN).withName("s"),
                    JAVA_CHAR_UNALIGNED.withOrder(BIG_ENDIAN).withName("c"),
                    JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN).withName("i"),
                    JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN).withName("l"),
                    JAVA_FLOAT_UNALIGNED.withOrder(BIG_ENDIAN).withName("f"),
                    JAVA_DOUBLE_UNALIGNED.withOrder(BIG_ENDIAN).withName("d"),
                    sequenceLayout(3, JAVA_BYTE).withName("text"),
                    sequenceLayout(2, JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN)).withName("ints"),
                    structLayout(JAVA_BYTE.withName("code")).withName("part")),
            Conversions.none()
                    .withConstructor(Own.class, "part", "ints", "text", "d", "f", "l", "i", "c", "s", "b", "z")
                    .withConstructor(Own.Part.class, "code"));

    private static Own own() {
        return new Own(
                new Own.Part((byte) 9), new int[] {7, -8}, "é", 6.5, -0.0f, 5, 4, '3', (short) -2, (byte) -1, true);
    }

    private static void putOwn(ByteBuffer bytes) {
        bytes.order(BIG_ENDIAN)
                .put((byte) 1)
                .put((byte) -1)
                .putShort((short) -2)
                .putChar('3')
                .putInt(4)
                .putLong(5);
        bytes.putFloat(-0.0f).putDouble(6.5);
        MemberSubjects.putText(bytes, "é", 3);
        bytes.putInt(7).putInt(-8).put((byte) 9);
    }

    /** {@return whether a codec's object has what its constructor makes} */
    static boolean ownIsReadWhole() {
        byte[] bytes = new byte[Math.toIntExact(OWN.byteSize())];
        putOwn(ByteBuffer.wrap(bytes));
        Own read = OWN.read(MemorySegment.ofArray(bytes), 0);
        return read.derived == 5 && read.hash == 7 && read.part.code == 9;
    }

    static final StructLayout PAIR_LAYOUT = structLayout(JAVA_BYTE.withName("left"), JAVA_BYTE.withName("right"));

    private static final StructCodec<Pair> PAIR = StructCodec.ofImmutable(
            lookup(),
            Pair.class,
            structLayout(paddingLayout(1), JAVA_BYTE.withName("left"), paddingLayout(5), JAVA_BYTE.withName("right")),
            Conversions.none().withConstructor(Pair.class, "right", "left"));

    static final StructCodec<Rates> RATES =
            StructCodec.ofImmutable(lookup(), Rates.class, Rates.LAYOUT, Rates.CONVERSIONS);

    private static void putRates(ByteBuffer bytes) {
        bytes.put(new byte[] {5, 1, 1, 2, 0, 3, 1, 4, 0});
    }

    static final StructLayout QUOTE_LAYOUT = structLayout(
            JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN).withName("quantity"),
            JAVA_DOUBLE_UNALIGNED.withOrder(BIG_ENDIAN).withName("price"),
            JAVA_BOOLEAN.withName("open"),
            JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN).withName("id"),
            sequenceLayout(3, JAVA_BYTE).withName("venue"));

    /** The constructors of all immutable classes here but for the first. */
    static final Conversions CONSTRUCTORS = Rates.CONVERSIONS
            .withConstructor(Quote.class, "id", "open", "price", "quantity", "venue")
            .withConstructor(Memo.class, "kind", "text", "best", "quotes")
            .withConstructor(Pair.class, "right", "left");

    static final StructCodec<Quote> QUOTE = StructCodec.ofImmutable(lookup(), Quote.class, QUOTE_LAYOUT, CONSTRUCTORS);

    static Quote quote(int number) {
        return new Quote(number, true, number + 0.5, number + 1, "ab");
    }

    private static void putQuote(ByteBuffer bytes, int number) {
        bytes.order(BIG_ENDIAN)
                .putInt(number + 1)
                .putDouble(number + 0.5)
                .put((byte) 1)
                .putLong(number);
        MemberSubjects.putText(bytes, "ab", 3);
    }

    static final StructCodec<Memo> MEMO = StructCodec.ofImmutable(
            lookup(),
            Memo.class,
            structLayout(
                    JAVA_BYTE.withName("kind"),
                    sequenceLayout(4, JAVA_BYTE).withName("text"),
                    QUOTE_LAYOUT.withName("best"),
                    sequenceLayout(2, QUOTE_LAYOUT).withName("quotes")),
            CONSTRUCTORS);

    static Memo memo() {
        return new Memo((byte) 1, "memo", quote(2), List.of(quote(3), quote(4)));
    }

    private static void putMemo(ByteBuffer bytes) {
        MemberSubjects.putText(bytes.put((byte) 1), "memo", 4);
        putQuote(bytes, 2);
        putQuote(bytes, 3);
        putQuote(bytes, 4);
    }

    /** A mutable class that has immutable ones. */
    static final class Holder {
        Pair pair = Pair.of(1, 2);
        Pair[] pairs = {Pair.of(3, 4)};
        List<Pair> pairList = new ArrayList<>(List.of(Pair.of(5, 6)));
        Rates rates = Rates.make();
        Quote quote = quote(7);
        Quote[] quotes = {quote(8), quote(9)};
        List<Quote> quoteList = new ArrayList<>(List.of(quote(10)));

        private Holder() {}

        static Holder make() {
            return new Holder();
        }

        static final ReusableCodec<Holder> CODEC = StructCodec.ofClass(
                lookup(),
                Holder.class,
                structLayout(
                        PAIR_LAYOUT.withName("pair"),
                        sequenceLayout(1, PAIR_LAYOUT).withName("pairs"),
                        sequenceLayout(1, PAIR_LAYOUT).withName("pairList"),
                        Rates.LAYOUT.withName("rates"),
                        QUOTE_LAYOUT.withName("quote"),
                        sequenceLayout(2, QUOTE_LAYOUT).withName("quotes"),
                        sequenceLayout(1, QUOTE_LAYOUT).withName("quoteList")),
                CONSTRUCTORS);

        private static void putBytes(ByteBuffer bytes) {
            bytes.put(new byte[] {1, 2, 3, 4, 5, 6});
            putRates(bytes);
            for (int number = 7; number <= 10; number++) {
                putQuote(bytes, number);
            }
        }
    }
}
