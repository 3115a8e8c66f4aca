package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A record of variable length with something of every kind in its tail, and the views of it that tests use. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
record TailOrder(
        long id,
        @Nullable String note,
        Party party,
        long @Nullable [] values,
        int @Nullable [] codes,
        boolean @Nullable [] flags,
        byte @Nullable [] raw,
        @Nullable List<Level> levels,
        @Nullable List<Fill> fills) {

    static final StructLayout LAYOUT = Layouts.varRecord(
                    JAVA_LONG.withName("id"),
                    Layouts.varRef("note"),
                    Party.LAYOUT.withName("party"),
                    Layouts.varRef("values", JAVA_LONG),
                    Layouts.varRef("codes", JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN)),
                    Layouts.varRef("flags", JAVA_BOOLEAN),
                    Layouts.varRef("raw"),
                    Layouts.varRef("levels", Level.LAYOUT),
                    Layouts.varRef("fills", Fill.LAYOUT))
            .withName("order");
    static final VarCodec<TailOrder> CODEC = VarCodec.ofRecord(lookup(), TailOrder.class, LAYOUT);
    static final ViewFactory<View> VIEWS = ViewFactory.of(lookup(), View.class, LAYOUT);
    static final ViewFactory<SlicesView> SLICES = ViewFactory.of(lookup(), SlicesView.class, LAYOUT);

    record Level(double price, int quantity) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"), JAVA_INT.withName("quantity"));
    }

    record Fill(long id, @Nullable String venue, long @Nullable [] sizes) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                JAVA_LONG.withName("id"), Layouts.varRef("venue"), Layouts.varRef("sizes", JAVA_LONG));
    }

    record Party(short account, @Nullable String name) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_SHORT.withName("account"), Layouts.varRef("name"));
    }

    interface LevelView extends StructView {
        double price();

        void price(double price);

        int quantity();
    }

    interface FillView extends StructView {
        long id();

        @Nullable
        String venue();

        long[] sizes();

        int sizesCount();

        long sizes(int index);
    }

    interface PartyView extends StructView {
        short account();

        @Nullable
        String name();

        @Nullable
        CharSequence getName();
    }

    interface View extends StructView {
        long id();

        View id(long id);

        int totalSize();

        @Nullable
        String note();

        @Nullable
        CharSequence getNote();

        StringBuilder note(StringBuilder target);

        void getNote(StringBuilder target);

        boolean isNote(CharSequence other);

        int noteCount();

        PartyView party();

        long @Nullable [] values();

        long values(int index);

        long getValues(long index);

        int valuesCount();

        int getValuesCount();

        int @Nullable [] codes();

        int codes(int index);

        boolean @Nullable [] flags();

        boolean flags(long index);

        byte @Nullable [] raw();

        byte raw(int index);

        int rawCount();

        LevelView levels(int index);

        LevelView getLevels(long index);

        int levelsCount();

        FillView fills(int index);

        int fillsCount();
    }

    interface SlicesView extends StructView {
        @Nullable
        MemorySegment note();

        @Nullable
        MemorySegment getValues();

        @Nullable
        MemorySegment levels();

        @Nullable
        MemorySegment fills();
    }

    static TailOrder example() {
        return new TailOrder(
                42,
                "good till cancelled",
                new Party((short) 3, "Zoë"),
                new long[] {1, -2, Long.MIN_VALUE},
                new int[] {7, -8},
                new boolean[] {true, false, true},
                new byte[] {9, -9},
                List.of(new Level(1.5, 100), new Level(1.25, 200)),
                List.of(new Fill(1, "XETRA", new long[] {5}), new Fill(2, null, null), new Fill(3, "", new long[0])));
    }

    static TailOrder nulls() {
        return new TailOrder(1, null, new Party((short) 2, null), null, null, null, null, null, null);
    }

    static TailOrder empty() {
        return new TailOrder(
                1,
                "",
                new Party((short) 2, ""),
                new long[0],
                new int[0],
                new boolean[0],
                new byte[0],
                List.of(),
                List.of());
    }

    /** The record behind some other bytes, in a segment that ends with it. */
    static MemorySegment written(SegmentKind kind, Arena arena, TailOrder order, int offset) {
        MemorySegment segment = kind.allocate(offset + (int) CODEC.encodedSize(order), arena);
        segment.fill((byte) 0x5A);
        CODEC.write(order, segment, offset);
        return segment;
    }

    static MemorySegment written(TailOrder order) {
        return written(SegmentKind.HEAP_BYTES, Arena.ofAuto(), order, 0);
    }
}
