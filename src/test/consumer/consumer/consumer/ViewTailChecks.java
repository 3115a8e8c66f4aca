package consumer;

import static consumer.Checks.thrown;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;

/** Views of variable-length records: every kind of accessor of what lies in the tail, and what they throw. */
final class ViewTailChecks {

    record Rung(double price) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_DOUBLE.withName("price"));
    }

    record Deal(long id, String venue) {
        static final StructLayout LAYOUT = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("venue"));
    }

    record Trip(long id, String note, String alias, long[] stops, List<Rung> rungs, List<Deal> deals) {
        static final StructLayout LAYOUT = Layouts.varRecord(
                        JAVA_LONG.withName("id"),
                        Layouts.varRef("note"),
                        Layouts.varRef("alias"),
                        Layouts.varRef("stops", JAVA_LONG),
                        Layouts.varRef("rungs", Rung.LAYOUT),
                        Layouts.varRef("deals", Deal.LAYOUT))
                .withName("trip");
        static final VarCodec<Trip> CODEC = VarCodec.ofRecord(lookup(), Trip.class, LAYOUT);
    }

    private interface RungView extends StructView {
        double price();

        void price(double price);
    }

    private interface DealView extends StructView {
        long id();

        CharSequence venue();
    }

    private interface TripView extends StructView {
        long id();

        void id(long id);

        String note();

        CharSequence getNote();

        void note(StringBuilder target);

        boolean isNote(CharSequence other);

        MemorySegment alias();

        int aliasCount();

        long[] stops();

        long stops(int index);

        int stopsCount();

        RungView rungs(int index);

        DealView deals(long index);
    }

    private static final ViewFactory<TripView> TRIPS = ViewFactory.of(lookup(), TripView.class, Trip.LAYOUT);

    private static final Trip TRIP = new Trip(
            7,
            "nämé",
            null,
            new long[] {1, -2},
            List.of(new Rung(1.5), new Rung(2.5)),
            List.of(new Deal(3, null), new Deal(4, "XETRA")));

    private ViewTailChecks() {}

    static void run() {
        for (Kind kind : Kind.values()) {
            everyAccessor(kind);
            faults(kind);
        }
    }

    private static TripView trip(Kind kind, Arena arena) {
        MemorySegment segment = kind.allocate(arena, 3 + Trip.CODEC.encodedSize(TRIP));
        Trip.CODEC.write(TRIP, segment, 3);
        return TRIPS.wrap(segment, 3);
    }

    private static void everyAccessor(Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            TripView view = trip(kind, arena);
            StringBuilder note = new StringBuilder(">");
            view.note(note);
            view.id(8);
            view.rungs(1).price(9.5);
            Checks.equal(kind + " fixed member", 8L, view.id());
            Checks.equal(kind + " text", "nämé", view.note());
            Checks.equal(kind + " text in place", "nämé", view.getNote().toString());
            Checks.equal(kind + " character", 'é', view.getNote().charAt(3));
            Checks.equal(kind + " appended text", ">nämé", note.toString());
            Checks.that(kind + " compared text", view.isNote("nämé") && !view.isNote("name"));
            Checks.that(kind + " null", view.alias() == null && view.aliasCount() == -1);
            Checks.that(kind + " array", Arrays.equals(TRIP.stops, view.stops()) && view.stopsCount() == 2);
            Checks.equal(kind + " element", -2L, view.stops(1));
            Checks.equal(kind + " nested view", 9.5, view.rungs(1).price());
            Checks.equal(kind + " record", "XETRA", view.deals(1).venue().toString());
            Checks.equal(
                    kind + " toString",
                    "TripView[id=8, note=nämé, alias=null, stops=[1, -2], rungs=[[price=1.5], [price=9.5]],"
                            + " deals=[[id=3, venue=null], [id=4, venue=XETRA]]]",
                    view.toString());
        }
    }

    private static void faults(Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            TripView view = trip(kind, arena);
            thrown(
                    kind + " index",
                    IndexOutOfBoundsException.class,
                    () -> view.stops(2),
                    "stops[2]",
                    "an index from 0 to 1");
            thrown(kind + " append null", NullPointerException.class, () -> view.note((StringBuilder) null), "note");
            view.segment().set(JAVA_INT_UNALIGNED, 3 + 16, 1);
            thrown(
                    kind + " reference",
                    CorruptRecordException.class,
                    view::getNote,
                    "note at offset=19",
                    "found offset=1");
            view.segment().set(JAVA_INT_UNALIGNED, 3, 1);
            thrown(
                    kind + " header",
                    CorruptRecordException.class,
                    () -> view.wrap(view.segment(), 3),
                    "fixedSize=56",
                    "fixedSize=1");
            thrown(kind + " allocate", UnsupportedOperationException.class, () -> TRIPS.allocate(arena), "VarCodec");
            thrown(kind + " copyFrom", UnsupportedOperationException.class, () -> view.copyFrom(view), "VarCodec");
        }
    }
}
