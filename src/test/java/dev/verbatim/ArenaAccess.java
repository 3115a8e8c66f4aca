package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.util.Iterator;
import java.util.List;

/**
 * What {@link ClosedArenaProgram} does with a segment while its arena is closed. Each is a user's loop, and allocates
 * in it.
 */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
enum ArenaAccess {
    FLAT_READ {
        @Override
        void run(MemorySegment segment) {
            for (int i = 0; i < ROUNDS; i++) {
                sink = Flat.CODEC.read(segment, 0);
                sink = new long[4];
            }
        }
    },
    FLAT_WRITE {
        @Override
        void run(MemorySegment segment) {
            Flat value = new Flat(1, 2, 3, 4, (short) 5, Side.SELL);
            for (int i = 0; i < ROUNDS; i++) {
                sink = new long[4];
                Flat.CODEC.write(value, segment, 0);
            }
        }
    },
    FLAT_READ_INTO {
        @Override
        void run(MemorySegment segment) {
            for (int i = 0; i < ROUNDS; i++) {
                MutableFlat target = new MutableFlat();
                sink = target;
                MutableFlat.CODEC.readInto(target, segment, 0);
            }
        }
    },
    READ_AT_INDEX {
        @Override
        void run(MemorySegment segment) {
            for (int i = 0; i < ROUNDS; i++) {
                sink = new long[4];
                sink = MutableFlat.CODEC.readAtIndex(segment, i % 8);
            }
        }
    },
    ARRAYS_READ {
        @Override
        void run(MemorySegment segment) {
            for (int i = 0; i < ROUNDS; i++) {
                sink = WithArrays.CODEC.read(segment, 0);
            }
        }
    },
    ARRAYS_WRITE {
        @Override
        void run(MemorySegment segment) {
            WithArrays value = WithArrays.example();
            for (int i = 0; i < ROUNDS; i++) {
                sink = new long[16];
                WithArrays.CODEC.write(value, segment, 0);
            }
        }
    },
    TEXTS {
        @Override
        void run(MemorySegment segment) {
            Texts value = new Texts("abcdefghij", 1, "Zoë", 2);
            for (int i = 0; i < ROUNDS; i++) {
                Texts.CODEC.write(value, segment, 0);
                sink = Texts.CODEC.read(segment, 0);
            }
        }
    },
    NESTED {
        @Override
        void run(MemorySegment segment) {
            for (int i = 0; i < ROUNDS; i++) {
                Nested value = Nested.CODEC.read(segment, 0);
                sink = value;
                Nested.CODEC.write(value, segment, 0);
            }
        }
    },
    STRUCTS {
        @Override
        void run(MemorySegment segment) {
            for (int i = 0; i < ROUNDS; i++) {
                Structs value = Structs.CODEC.read(segment, 0);
                sink = value;
                Structs.CODEC.write(value, segment, 0);
            }
        }
    },
    MUTABLE {
        @Override
        void run(MemorySegment segment) {
            for (int i = 0; i < ROUNDS; i++) {
                Mutable value = new Mutable();
                Mutable.CODEC.readInto(value, segment, 0);
                sink = value;
                Mutable.CODEC.write(value, segment, 0);
            }
        }
    },
    VARIABLE {
        @Override
        void run(MemorySegment segment) {
            for (int i = 0; i < ROUNDS; i++) {
                TailOrder value = TailOrder.CODEC.read(segment, VARIABLE_OFFSET);
                sink = value;
                TailOrder.CODEC.write(value, segment, VARIABLE_OFFSET);
                sink = TailOrder.CODEC.encodedSize(segment, VARIABLE_OFFSET);
            }
        }
    },
    BY_LAYOUT {
        @Override
        void run(MemorySegment segment) {
            for (int i = 0; i < ROUNDS; i++) {
                sink = FLATS.read(segment, 0);
                sink = ORDERS.read(segment, VARIABLE_OFFSET);
                sink = new long[(int) ORDERS.encodedSize(segment, VARIABLE_OFFSET) & 3];
            }
        }
    },
    LIST {
        @Override
        void run(MemorySegment segment) {
            StructList<Flat> list = Flat.CODEC.list(segment.asSlice(0, ROUNDS * Flat.CODEC.byteSize()));
            Flat value = new Flat(1, 1, 2, 3, (short) 4, Side.SELL);
            for (Iterator<Flat> flats = list.iterator(); flats.hasNext(); ) {
                sink = flats.next();
            }
            list.forEach(flat -> sink = flat);
            for (int i = 0; i < list.size(); i++) {
                sink = list.set(i, value);
            }
        }
    },
    COPY {
        @Override
        void run(MemorySegment segment) {
            MemorySegment heap = MemorySegment.ofArray(new byte[128]);
            for (int i = 0; i < ROUNDS; i++) {
                sink = new long[16];
                Flat.CODEC.copy(segment, 0, heap, 0, 2);
                sink = new long[16];
                Flat.CODEC.copy(heap, 0, segment, 64, 2);
            }
        }
    },
    /**
     * Views allocate nothing between what checks that the arena is open and what relies on that. Their users may,
     * before they wrap anew.
     */
    VIEW {
        @Override
        void run(MemorySegment segment) {
            FlatView view = FlatView.VIEWS.wrap(segment, 0);
            for (int i = 0; i < ROUNDS; i++) {
                view.wrap(segment, 0);
                view.bid(view.id() + view.ask());
                sink = new long[4];
            }
        }
    },
    LIST_OF_VIEWS {
        @Override
        void run(MemorySegment segment) {
            StructList<FlatView> list = FlatView.VIEWS.list(segment.asSlice(0, ROUNDS * FlatView.VIEWS.byteSize()));
            for (FlatView view : list) {
                view.bid(view.id() + view.ask());
                sink = new long[4];
            }
            list.forEach(view -> {
                view.bid(view.id() + view.ask());
                sink = new long[4];
            });
            for (int i = 0; i < list.size(); i++) {
                sink = list.get(i).size();
            }
        }
    },
    VIEW_OF_OBJECTS {
        @Override
        void run(MemorySegment segment) {
            ObjectsView view = ObjectsView.VIEWS.wrap(segment, 0);
            StringBuilder builder = new StringBuilder();
            for (int i = 0; i < ROUNDS; i++) {
                view.wrap(segment, 0);
                sink = view.array();
                view.array(view.array());
                sink = view.list();
                sink = view.getFirst();
                sink = view.text();
                view.text("Zoë");
                view.numbers(view.numbers());
                builder.setLength(0);
                view.text(builder);
                view.first().copyFrom(view.second());
                view.first(view.second());
                sink = view.isText("Zoe")
                        ? view
                        : view.numbers(i % 4) + view.first().size();
                sink = view.toString();
            }
        }
    },
    VIEW_OF_TAIL {
        @Override
        void run(MemorySegment segment) {
            TailOrder.View view = TailOrder.VIEWS.wrap(segment, VARIABLE_OFFSET);
            StringBuilder builder = new StringBuilder();
            for (int i = 0; i < ROUNDS; i++) {
                view.wrap(segment, VARIABLE_OFFSET);
                sink = view.note();
                CharSequence note = view.getNote();
                builder.setLength(0);
                view.note(builder);
                sink = view.isNote("") ? view : view.party().name();
                sink = view.values();
                sink = view.codes();
                sink = view.flags();
                sink = view.fills(0).sizes();
                sink = view.values(0) + view.valuesCount() + view.levels(i % 2).quantity();
                sink = note.charAt(i % note.length()) == '?' ? note : note.toString();
                sink = view.toString();
            }
        }
    };

    /** Where the variable-length record is, behind the structs. */
    static final long VARIABLE_OFFSET = 32 * 1024;

    static final int ROUNDS = 256;

    private static final LayoutReader FLATS = LayoutReader.of(Flat.LAYOUT);
    private static final LayoutReader ORDERS = LayoutReader.of(TailOrder.CODEC.layout());

    /** Keeps what is allocated, so that it is. Not volatile, which would order the accesses before and after it. */
    static Object sink;

    /** Accesses a segment a number of times, until its arena is closed. */
    abstract void run(MemorySegment segment);

    /** Fills a segment with what can be read. */
    static void fill(MemorySegment segment) {
        segment.fill((byte) 0); // a value of every struct
        TailOrder.CODEC.write(TailOrder.example(), segment, VARIABLE_OFFSET);
    }

    enum Side {
        BUY,
        SELL
    }

    record Flat(long id, double bid, double ask, int size, short venue, Side side) {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_LONG.withName("id"),
                JAVA_DOUBLE.withName("bid"),
                JAVA_DOUBLE.withName("ask"),
                JAVA_INT.withOrder(ByteOrder.BIG_ENDIAN).withName("size"),
                JAVA_SHORT.withName("venue"),
                JAVA_BYTE.withName("side"));
        static final StructCodec<Flat> CODEC = StructCodec.ofRecord(lookup(), Flat.class, LAYOUT);
    }

    interface FlatView extends StructView {
        ViewFactory<FlatView> VIEWS = ViewFactory.of(lookup(), FlatView.class, Flat.LAYOUT);

        long id();

        void bid(double bid);

        double ask();

        int size();
    }

    static final class MutableFlat {
        static final ReusableCodec<MutableFlat> CODEC = StructCodec.ofClass(lookup(), MutableFlat.class, Flat.LAYOUT);

        long id;
        double bid;
        double ask;
        int size;
        short venue;
        Side side;
    }

    record WithArrays(long id, int[] few, long[] many, int last, boolean[] flags, double price) {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_LONG.withName("id"),
                sequenceLayout(3, JAVA_INT).withName("few"),
                sequenceLayout(24, JAVA_LONG).withName("many"),
                JAVA_INT.withName("last"),
                sequenceLayout(5, JAVA_BOOLEAN).withName("flags"),
                JAVA_DOUBLE.withName("price"));
        static final StructCodec<WithArrays> CODEC = StructCodec.ofRecord(lookup(), WithArrays.class, LAYOUT);

        static WithArrays example() {
            return new WithArrays(1, new int[3], new long[24], 2, new boolean[5], 3);
        }
    }

    record Texts(String first, long id, String second, int last) {
        static final StructLayout LAYOUT = Layouts.struct(
                sequenceLayout(19, JAVA_BYTE).withName("first"),
                JAVA_LONG.withName("id"),
                sequenceLayout(8, JAVA_BYTE).withName("second"),
                JAVA_INT.withName("last"));
        static final StructCodec<Texts> CODEC = StructCodec.ofRecord(lookup(), Texts.class, LAYOUT);
    }

    record Nested(Flat first, long id, Flat second, int last) {
        static final StructLayout LAYOUT = Layouts.struct(
                Flat.LAYOUT.withName("first"),
                JAVA_LONG.withName("id"),
                Flat.LAYOUT.withName("second"),
                JAVA_INT.withName("last"));
        static final StructCodec<Nested> CODEC = StructCodec.ofRecord(lookup(), Nested.class, LAYOUT);
    }

    record Structs(Flat[] array, long id, List<Flat> list, int last) {
        static final StructLayout LAYOUT = Layouts.struct(
                sequenceLayout(3, Flat.LAYOUT).withName("array"),
                JAVA_LONG.withName("id"),
                sequenceLayout(2, Flat.LAYOUT).withName("list"),
                JAVA_INT.withName("last"));
        static final StructCodec<Structs> CODEC = StructCodec.ofRecord(lookup(), Structs.class, LAYOUT);
    }

    /** The members are those of {@link ObjectsView} too. */
    static final class Mutable {
        static final StructLayout LAYOUT = Layouts.struct(
                Flat.LAYOUT.withName("first"),
                JAVA_LONG.withName("id"),
                sequenceLayout(3, Flat.LAYOUT).withName("array"),
                sequenceLayout(2, Flat.LAYOUT).withName("list"),
                sequenceLayout(4, JAVA_INT).withName("numbers"),
                Flat.LAYOUT.withName("second"),
                sequenceLayout(8, JAVA_BYTE).withName("text"),
                JAVA_INT.withName("last"));
        static final ReusableCodec<Mutable> CODEC = StructCodec.ofClass(lookup(), Mutable.class, LAYOUT);

        MutableFlat first;
        long id;
        MutableFlat[] array;
        List<MutableFlat> list;
        int[] numbers;
        MutableFlat second;
        String text;
        int last;
    }

    interface ObjectsView extends StructView {
        ViewFactory<ObjectsView> VIEWS = ViewFactory.of(lookup(), ObjectsView.class, Mutable.LAYOUT);

        FlatView first();

        void first(FlatView first);

        Flat getFirst();

        MutableFlat[] array();

        void array(MutableFlat[] array);

        List<Flat> list();

        int[] numbers();

        int numbers(int index);

        void numbers(int[] numbers);

        FlatView second();

        String text();

        void text(CharSequence text);

        StringBuilder text(StringBuilder target);

        boolean isText(CharSequence other);
    }
}
