package consumer;

import static consumer.MemberFaultChecks.refusesToRead;
import static consumer.MemberFaultChecks.refusesToWrite;
import static consumer.base.Fault.isNull;
import static consumer.base.Fault.isWrong;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.BIG_ENDIAN;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import consumer.base.Basket;
import consumer.base.Fault;
import consumer.base.Ladder;
import consumer.base.Legged;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * DTOs with enums, texts, arrays, lists and nested DTOs: in the same nest, in another nest, in another package. {@link
 * ModuleSubjects} has those of another module.
 */
final class MemberSubjects {

    private MemberSubjects() {}

    static List<Subject<?>> all() {
        return List.of(
                Subject.of(Every.CODEC, new Every(), Every::putBytes),
                Subject.of(EveryRecord.CODEC, new Every().toRecord(), Every::putBytes),
                Subject.of(OtherNests.CODEC, OtherNests.make(), OtherNests::putBytes),
                Subject.of(BASKET, new Basket(), bytes -> Legged.putBytes(11, bytes)),
                Subject.of(LADDER, Ladder.make(), Ladder::putBytes),
                Subject.of(Inheriting.CODEC, new Inheriting(), bytes -> Legged.putBytes(13, bytes)));
    }

    private enum Side {
        BUY,
        SELL {
            // A constant with a body has a class of its own.
        }
    }

    private record Level(double price, Side side, String venue) {
        private static final StructLayout LAYOUT = structLayout(
                JAVA_DOUBLE_UNALIGNED.withOrder(BIG_ENDIAN).withName("price"),
                JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("side"),
                sequenceLayout(3, JAVA_BYTE).withName("venue"),
                paddingLayout(1));

        private void putBytes(ByteBuffer bytes) {
            bytes.order(BIG_ENDIAN).putDouble(price).order(LITTLE_ENDIAN).putLong(side.ordinal());
            putText(bytes, venue, 3);
            skip(bytes, 1);
        }
    }

    private static final class Spot {
        private int x;
        private Side side;

        private Spot() {}

        private Spot(int x, Side side) {
            this.x = x;
            this.side = side;
        }

        private static final StructLayout LAYOUT =
                structLayout(JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("x"), JAVA_BYTE.withName("side"));

        private void putBytes(ByteBuffer bytes) {
            bytes.order(LITTLE_ENDIAN).putInt(x).put((byte) side.ordinal());
        }
    }

    /** All nested types are in this nest. */
    private static final class Every {
        private byte first = 1;
        private Side side = Side.SELL;
        private String text = "0123456789€";
        private String shortText = "é";
        private boolean[] flags = {true, false, true};
        private int[] ints = {1, -2};
        private long[] longs = {1, 2, 3, 4, 5, 6, 7, 8, -9};
        private Level level = new Level(0.5, Side.SELL, "abc");
        private Spot spot = new Spot(3, Side.SELL);
        private Level[] levels = {new Level(1.5, Side.BUY, ""), new Level(2.5, Side.SELL, "d")};
        private Spot[] spots = {new Spot(4, Side.BUY), new Spot(5, Side.SELL)};
        private List<Level> levelList = Arrays.asList(new Level(3.5, Side.SELL, "e"), new Level(4.5, Side.BUY, "fg"));
        private List<Spot> spotList = new ArrayList<>(List.of(new Spot(6, Side.BUY), new Spot(7, Side.SELL)));

        private Every() {}

        private static final StructLayout LAYOUT = structLayout(
                        JAVA_BYTE.withName("first"),
                        JAVA_BYTE.withName("side"),
                        sequenceLayout(17, JAVA_BYTE).withName("text"),
                        sequenceLayout(2, JAVA_BYTE).withName("shortText"),
                        sequenceLayout(3, JAVA_BOOLEAN).withName("flags"),
                        paddingLayout(2),
                        sequenceLayout(2, JAVA_INT_UNALIGNED.withOrder(BIG_ENDIAN))
                                .withName("ints"),
                        sequenceLayout(9, JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN))
                                .withName("longs"),
                        Level.LAYOUT.withName("level"),
                        Spot.LAYOUT.withName("spot"),
                        sequenceLayout(2, Level.LAYOUT).withName("levels"),
                        sequenceLayout(2, Spot.LAYOUT).withName("spots"),
                        sequenceLayout(2, Level.LAYOUT).withName("levelList"),
                        sequenceLayout(2, Spot.LAYOUT).withName("spotList"),
                        paddingLayout(3))
                .withName("every");

        private static final ReusableCodec<Every> CODEC = StructCodec.ofClass(lookup(), Every.class, LAYOUT);

        private static void putBytes(ByteBuffer bytes) {
            Every every = new Every();
            bytes.put((byte) 1).put((byte) 1);
            putText(bytes, every.text, 17);
            putText(bytes, every.shortText, 2);
            bytes.put(new byte[] {1, 0, 1});
            skip(bytes, 2);
            bytes.order(BIG_ENDIAN).putInt(1).putInt(-2).order(LITTLE_ENDIAN);
            for (long value : every.longs) {
                bytes.putLong(value);
            }
            every.level.putBytes(bytes);
            every.spot.putBytes(bytes);
            every.levels[0].putBytes(bytes);
            every.levels[1].putBytes(bytes);
            every.spots[0].putBytes(bytes);
            every.spots[1].putBytes(bytes);
            every.levelList.forEach(level -> level.putBytes(bytes));
            every.spotList.forEach(spot -> spot.putBytes(bytes));
        }

        private EveryRecord toRecord() {
            return new EveryRecord(
                    spotList, levelList, spots, levels, spot, level, longs, ints, flags, shortText, text, side, first);
        }
    }

    private record EveryRecord(
            List<Spot> spotList,
            List<Level> levelList,
            Spot[] spots,
            Level[] levels,
            Spot spot,
            Level level,
            long[] longs,
            int[] ints,
            boolean[] flags,
            String shortText,
            String text,
            Side side,
            byte first) {
        private static final StructCodec<EveryRecord> CODEC =
                StructCodec.ofRecord(lookup(), EveryRecord.class, Every.LAYOUT);
    }

    /** What is wrong in a class, and in a record with the same values. */
    static void checkEvery() {
        Level noSide = new Level(1, null, "");
        List<Fault<Every>> faults = List.of(
                isNull("side", dto -> dto.side = null),
                isNull("text", dto -> dto.text = null),
                isNull("shortText", dto -> dto.shortText = null),
                isNull("flags", dto -> dto.flags = null),
                isNull("ints", dto -> dto.ints = null),
                isNull("longs", dto -> dto.longs = null),
                isNull("level", dto -> dto.level = null),
                isNull("level.side", dto -> dto.level = noSide),
                isNull("spot", dto -> dto.spot = null),
                isNull("spot.side", dto -> dto.spot.side = null),
                isNull("levels", dto -> dto.levels = null),
                isNull("levels[1]", dto -> dto.levels[1] = null),
                isNull("levels[0].side", dto -> dto.levels[0] = noSide),
                isNull("spots[1]", dto -> dto.spots[1] = null),
                isNull("spots[1].side", dto -> dto.spots[1].side = null),
                isNull("levelList", dto -> dto.levelList = null),
                isNull("levelList[1]", dto -> dto.levelList.set(1, null)),
                isNull("levelList[1].side", dto -> dto.levelList.set(1, noSide)),
                isNull("spotList[0]", dto -> dto.spotList.set(0, null)),
                isNull("spotList[1].side", dto -> dto.spotList.get(1).side = null),
                isWrong("text has 18 bytes of UTF-8, expected at most 17", dto -> dto.text = "123456789012345678"),
                isWrong("shortText has 3 bytes of UTF-8, expected at most 2", dto -> dto.shortText = "€"),
                isWrong("text has an unpaired surrogate at index=1", dto -> dto.text = "1\uD83D"),
                isWrong("text has an unpaired surrogate at index=0", dto -> dto.text = "\uDE00"),
                isWrong("text ends in \\0", dto -> dto.text = "1\0"),
                isWrong("level.venue has 4 bytes", dto -> dto.level = new Level(1, Side.BUY, "1234")),
                isWrong("levels[1].venue ends in \\0", dto -> dto.levels[1] = new Level(1, Side.BUY, "\0")),
                isWrong("flags has length=2; expected boolean[3]", dto -> dto.flags = new boolean[2]),
                isWrong("ints has length=3; expected int[2]", dto -> dto.ints = new int[3]),
                isWrong("longs has length=0; expected long[9]", dto -> dto.longs = new long[0]),
                isWrong("levels has length=1; expected 2 elements", dto -> dto.levels = new Level[1]),
                isWrong("spots has length=3; expected 2 elements", dto -> dto.spots = new Spot[3]),
                isWrong("levelList has length=0; expected 2 elements", dto -> dto.levelList = List.of()),
                isWrong("spotList has length=1; expected 2 elements", dto -> dto.spotList.remove(1)));
        for (Fault<Every> fault : faults) {
            Every dto = new Every();
            fault.spoil().accept(dto);
            refusesToWrite(Every.CODEC, dto, fault);
            refusesToWrite(EveryRecord.CODEC, dto.toRecord(), fault);
        }
        for (StructCodec<?> codec : List.of(Every.CODEC, EveryRecord.CODEC)) {
            refusesToRead(codec, "side", 1, ", found 2", 2);
            refusesToRead(codec, "side", 1, ", found -1", -1);
            refusesToRead(codec, "text", 2, ", found the bytes ff at index=0", -1);
            refusesToRead(codec, "shortText", 19, ", found the bytes c3 at index=0", 0xC3);
            refusesToRead(codec, "level.side", 114, ", found 4294967296", 0, 0, 0, 0, 1);
            refusesToRead(codec, "level.venue", 122, ", found the bytes 80 at index=0", 0x80);
            refusesToRead(codec, "spot.side", 130, ", found 3", 3);
            refusesToRead(codec, "levels[1].side", 159, ", found 2", 2);
            refusesToRead(codec, "spots[0].side", 175, ", found 2", 2);
            refusesToRead(codec, "levelList[0].venue", 197, ", found the bytes fe at index=0", 0xFE);
            refusesToRead(codec, "spotList[1].side", 230, ", found 9", 9);
        }
    }

    /** Nested types of this package, each in a nest of its own. */
    private record OtherNests(Tick tick, Bar bar, Tick[] ticks, Bar[] bars, List<Tick> tickList, List<Bar> barList) {
        private static final StructCodec<OtherNests> CODEC = StructCodec.ofRecord(
                lookup(),
                OtherNests.class,
                structLayout(
                        Tick.LAYOUT.withName("tick"),
                        Bar.LAYOUT.withName("bar"),
                        sequenceLayout(1, Tick.LAYOUT).withName("ticks"),
                        sequenceLayout(1, Bar.LAYOUT).withName("bars"),
                        sequenceLayout(1, Tick.LAYOUT).withName("tickList"),
                        sequenceLayout(1, Bar.LAYOUT).withName("barList")));

        private static OtherNests make() {
            return new OtherNests(
                    new Tick(1, Tick.Flag.B),
                    new Bar(2),
                    new Tick[] {new Tick(3, Tick.Flag.A)},
                    new Bar[] {new Bar(4)},
                    List.of(new Tick(5, Tick.Flag.B)),
                    List.of(new Bar(6)));
        }

        private static void putBytes(ByteBuffer bytes) {
            bytes.put(new byte[] {1, 1, 2, 3, 0, 4, 5, 1, 6});
        }
    }

    static void checkOtherNests() {
        OtherNests valid = OtherNests.make();
        OtherNests noFlag = new OtherNests(
                valid.tick, valid.bar, new Tick[] {new Tick(1, null)}, valid.bars, valid.tickList, valid.barList);
        refusesToWrite(OtherNests.CODEC, noFlag, isNull("ticks[0].flag", null));
        OtherNests noBar = new OtherNests(valid.tick, null, valid.ticks, valid.bars, valid.tickList, valid.barList);
        refusesToWrite(OtherNests.CODEC, noBar, isNull("bar", null));
        OtherNests noElement =
                new OtherNests(valid.tick, valid.bar, valid.ticks, new Bar[1], valid.tickList, valid.barList);
        refusesToWrite(OtherNests.CODEC, noElement, isNull("bars[0]", null));
        OtherNests noneInList = new OtherNests(
                valid.tick, valid.bar, valid.ticks, valid.bars, valid.tickList, Arrays.asList((Bar) null));
        refusesToWrite(OtherNests.CODEC, noneInList, isNull("barList[0]", null));
        refusesToRead(OtherNests.CODEC, "tick.flag", 1, ", found 2", 2);
        refusesToRead(OtherNests.CODEC, "tickList[0].flag", 7, ", found 3", 3);
    }

    private static final ReusableCodec<Basket> BASKET = StructCodec.ofClass(lookup(), Basket.class, Legged.LAYOUT);

    private static final StructCodec<Ladder> LADDER = StructCodec.ofRecord(lookup(), Ladder.class, Legged.LAYOUT);

    /** Generated code is in this package, where it cannot name the types of the fields. */
    private static final class Inheriting extends Legged {
        private byte id = 13;

        private Inheriting() {}

        private static final ReusableCodec<Inheriting> CODEC =
                StructCodec.ofClass(lookup(), Inheriting.class, Legged.LAYOUT);
    }

    static void checkAnotherPackage() {
        for (Fault<Legged> fault : Legged.faults()) {
            Basket basket = new Basket();
            fault.spoil().accept(basket);
            refusesToWrite(BASKET, basket, fault);
            Inheriting inheriting = new Inheriting();
            fault.spoil().accept(inheriting);
            refusesToWrite(Inheriting.CODEC, inheriting, fault);
        }
        refusesToWrite(LADDER, Ladder.spoiled(), isNull("legs[1]", null));
        for (StructCodec<?> codec : List.of(BASKET, Inheriting.CODEC, LADDER)) {
            refusesToRead(codec, "market", Legged.offset("market"), ", found 2", 2);
            refusesToRead(codec, "leg.market", Legged.offset("leg", "market"), ", found 258", 2, 1);
            refusesToRead(
                    codec,
                    "legs[1].venue",
                    Legged.offset("legs", 1, "venue"),
                    ", found the bytes ff at index=1",
                    0,
                    -1);
            refusesToRead(codec, "fees[0].market", Legged.offset("fees", 0, "market"), ", found 16777216", 1);
            refusesToRead(
                    codec, "feeList[1].market", Legged.offset("feeList", 1, "market"), ", found -1", -1, -1, -1, -1);
        }
        fillsInPlace(BASKET, new Basket(), new Basket());
        fillsInPlace(Inheriting.CODEC, new Inheriting(), new Inheriting());
    }

    private static <T extends Legged> void fillsInPlace(ReusableCodec<T> codec, T full, T target) {
        MemorySegment segment = MemorySegment.ofArray(new byte[Math.toIntExact(codec.byteSize())]);
        List<Object> before = target.identities();
        codec.readInto(target, segment, 0);
        Checks.equal("what was read in place", 0, target.amounts());
        codec.write(full, segment, 0);
        codec.readInto(target, segment, 0);
        Checks.equal("what was read in place", full.amounts(), target.amounts());
        List<Object> after = target.identities();
        for (int i = 0; i < before.size(); i++) {
            Checks.that("identity " + i + " of " + codec, before.get(i) == after.get(i));
        }
        for (boolean all : new boolean[] {true, false}) {
            target.empty(all);
            codec.readInto(target, segment, 0);
            Checks.equal("what was read anew", full.amounts(), target.amounts());
        }
    }

    static void putText(ByteBuffer bytes, String text, int byteSize) {
        bytes.put(Arrays.copyOf(text.getBytes(StandardCharsets.UTF_8), byteSize));
    }

    private static void skip(ByteBuffer bytes, int padding) {
        bytes.position(bytes.position() + padding);
    }
}

/** In the same file, but in a nest of its own. */
record Tick(byte id, Tick.Flag flag) {
    Tick(int id, Flag flag) {
        this((byte) id, flag);
    }

    static final StructLayout LAYOUT = structLayout(JAVA_BYTE.withName("id"), JAVA_BYTE.withName("flag"));

    enum Flag {
        A,
        B
    }
}

/** The same, and it hides all it has. */
final class Bar {
    static final StructLayout LAYOUT = structLayout(JAVA_BYTE.withName("value"));

    private byte value;

    private Bar() {}

    Bar(int value) {
        this.value = (byte) value;
    }
}
