package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.List;

/** DTOs of variable-length records with a member of every kind: a record, and a class of the same layout. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
final class VarParts {

    /** What the names of the types here begin with. */
    static final String HERE = VarParts.class.getName() + "$";

    private VarParts() {}

    enum Side {
        BUY,
        SELL,
        CROSS
    }

    /** An element of a fixed size, with text, an enum and padding. */
    record Level(double price, int quantity, Side side, String code) {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_DOUBLE.withOrder(LITTLE_ENDIAN).withName("price"),
                JAVA_INT.withOrder(BIG_ENDIAN).withName("quantity"),
                JAVA_BYTE.withName("side"),
                sequenceLayout(2, JAVA_BYTE).withName("code"));
    }

    static final class MutableLevel {
        double price;
        int quantity;
        Side side;
        String code;

        static MutableLevel of(Level level) {
            MutableLevel mutable = new MutableLevel();
            mutable.price = level.price;
            mutable.quantity = level.quantity;
            mutable.side = level.side;
            mutable.code = level.code;
            return mutable;
        }
    }

    /** An element that is a record itself. */
    record Fill(long id, String venue, int[] lots) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("id"),
                Layouts.varRef("venue"),
                Layouts.varRef("lots", JAVA_INT.withOrder(BIG_ENDIAN)));
        static final VarCodec<Fill> CODEC = VarCodec.ofRecord(lookup(), Fill.class, LAYOUT);
    }

    static final class MutableFill {
        long id;
        StringBuilder venue;
        int[] lots;

        static MutableFill of(Fill fill) {
            MutableFill mutable = new MutableFill();
            mutable.id = fill.id;
            mutable.venue = fill.venue == null ? null : new StringBuilder(fill.venue);
            mutable.lots = fill.lots;
            return mutable;
        }
    }

    /** References that count from a struct within the fixed part. */
    record Party(short account, String name, byte[] key) {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_SHORT.withOrder(LITTLE_ENDIAN).withName("account"), Layouts.varRef("name"), Layouts.varRef("key"));
    }

    static final class MutableParty {
        short account;
        String name;
        byte[] key;

        static MutableParty of(Party party) {
            MutableParty mutable = new MutableParty();
            mutable.account = party.account;
            mutable.name = party.name;
            mutable.key = party.key;
            return mutable;
        }
    }

    static final StructLayout LAYOUT = Layouts.varRecord(
                    JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("id"),
                    JAVA_BOOLEAN.withName("open"),
                    JAVA_BYTE.withName("side"),
                    sequenceLayout(8, JAVA_BYTE).withName("symbol"),
                    Layouts.varRef("note"),
                    Party.LAYOUT.withName("party"),
                    sequenceLayout(2, JAVA_SHORT.withOrder(LITTLE_ENDIAN)).withName("codes"),
                    Level.LAYOUT.withName("best"),
                    sequenceLayout(2, Level.LAYOUT).withName("top"),
                    Layouts.varRef("flags", JAVA_BOOLEAN),
                    Layouts.varRef("chars", JAVA_CHAR.withOrder(LITTLE_ENDIAN)),
                    Layouts.varRef("floats", JAVA_FLOAT.withOrder(BIG_ENDIAN)),
                    Layouts.varRef("times", JAVA_LONG.withOrder(LITTLE_ENDIAN)),
                    Layouts.varRef("levels", Level.LAYOUT),
                    Layouts.varRef("fills", Fill.LAYOUT),
                    Layouts.varRef("depth", Level.LAYOUT),
                    Layouts.varRef("more", Fill.LAYOUT),
                    Layouts.varRef("last"))
            .withName("order");

    /** The components are in another order than the members. */
    record Order(
            List<Level> levels,
            Level[] depth,
            List<Fill> fills,
            Fill[] more,
            String last,
            long id,
            boolean open,
            Side side,
            String symbol,
            String note,
            Party party,
            short[] codes,
            Level best,
            List<Level> top,
            boolean[] flags,
            char[] chars,
            float[] floats,
            long[] times) {
        static final VarCodec<Order> CODEC = VarCodec.ofRecord(lookup(), Order.class, LAYOUT);
    }

    static final class MutableOrder {
        long id;
        boolean open;
        Side side;
        String symbol;
        StringBuilder note;
        MutableParty party;
        short[] codes;
        MutableLevel best;
        MutableLevel[] top;
        boolean[] flags;
        char[] chars;
        float[] floats;
        long[] times;
        List<MutableLevel> levels;
        List<MutableFill> fills;
        MutableLevel[] depth;
        MutableFill[] more;
        String last;

        static final ReusableVarCodec<MutableOrder> CODEC = VarCodec.ofClass(lookup(), MutableOrder.class, LAYOUT);

        static MutableOrder of(Order order) {
            MutableOrder mutable = new MutableOrder();
            mutable.id = order.id;
            mutable.open = order.open;
            mutable.side = order.side;
            mutable.symbol = order.symbol;
            mutable.note = order.note == null ? null : new StringBuilder(order.note);
            mutable.party = order.party == null ? null : MutableParty.of(order.party);
            mutable.codes = order.codes;
            mutable.best = order.best == null ? null : MutableLevel.of(order.best);
            mutable.top = order.top.stream().map(MutableLevel::of).toArray(MutableLevel[]::new);
            mutable.flags = order.flags;
            mutable.chars = order.chars;
            mutable.floats = order.floats;
            mutable.times = order.times;
            mutable.levels = order.levels == null
                    ? null
                    : new ArrayList<>(
                            order.levels.stream().map(MutableLevel::of).toList());
            mutable.fills = order.fills == null
                    ? null
                    : new ArrayList<>(order.fills.stream().map(MutableFill::of).toList());
            mutable.depth = order.depth == null ? null : mutable.levelsOf(order.depth);
            mutable.more = order.more == null ? null : mutable.fillsOf(order.more);
            mutable.last = order.last;
            return mutable;
        }

        private MutableLevel[] levelsOf(Level[] levels) {
            return List.of(levels).stream().map(MutableLevel::of).toArray(MutableLevel[]::new);
        }

        private MutableFill[] fillsOf(Fill[] fills) {
            return List.of(fills).stream().map(MutableFill::of).toArray(MutableFill[]::new);
        }
    }

    private static final Level LEVEL = new Level(1.5, 100, Side.SELL, "ab");

    /** A valid one with something of everything. */
    static Order order() {
        return new Order(
                List.of(LEVEL, new Level(-2, 7, Side.CROSS, "")),
                new Level[] {LEVEL},
                List.of(new Fill(1, "XETRA", new int[] {3, 4}), new Fill(2, null, null), new Fill(3, "", new int[0])),
                new Fill[] {new Fill(4, "Zürich", new int[] {5})},
                "last",
                42,
                true,
                Side.SELL,
                "ESH6",
                "grüße \uD83D\uDE00",
                new Party((short) 3, "ACME", new byte[] {1, 2, 3}),
                new short[] {8, 9},
                LEVEL,
                List.of(LEVEL, LEVEL),
                new boolean[] {true, false, true},
                new char[] {'a', 'é'},
                new float[] {1.5f},
                new long[] {10, 11});
    }

    /** What is in the tail is null. */
    static Order nulls() {
        return new Order(
                null,
                null,
                null,
                null,
                null,
                0,
                false,
                Side.BUY,
                "",
                null,
                new Party((short) 0, null, null),
                new short[2],
                LEVEL,
                List.of(LEVEL, LEVEL),
                null,
                null,
                null,
                null);
    }

    /** What is in the tail is empty. */
    static Order empties() {
        return new Order(
                List.of(),
                new Level[0],
                List.of(),
                new Fill[0],
                "",
                0,
                false,
                Side.BUY,
                "",
                "",
                new Party((short) 0, "", new byte[0]),
                new short[2],
                LEVEL,
                List.of(LEVEL, LEVEL),
                new boolean[0],
                new char[0],
                new float[0],
                new long[0]);
    }

    /** The bytes of a value. */
    static <T> byte[] bytes(VarCodec<T> codec, T value) {
        byte[] bytes = new byte[(int) codec.encodedSize(value)];
        codec.write(value, MemorySegment.ofArray(bytes), 0);
        return bytes;
    }
}
