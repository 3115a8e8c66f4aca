package dev.verbatim.cli.selftest;

import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.SegmentCursor;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import dev.verbatim.cli.selftest.Converted.ConvertedView;
import dev.verbatim.cli.selftest.Everything.Part;
import dev.verbatim.cli.selftest.Message.MessageView;
import dev.verbatim.cli.selftest.Message.Tag;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Everything that is written to memory: by codecs, views and cursors, in both byte orders. */
final class MemoryChecks {

    static final String SUBJECTS = "structs of records, of classes and by views, conversions, variable-length records,"
            + " cursors and atomic access, in both byte orders";

    private static final int[] OFFSETS = {0, 1, 3, 6};

    /** Atomic access needs members at multiples of their size, which only these kinds of memory have. */
    private static final List<String> ALIGNED_PLACES = List.of("long[]", "native memory", "a mapped file");

    private static final int[] ALIGNED_OFFSETS = {0, 24};

    private final Golden golden;
    private final List<Check> checks = new ArrayList<>();
    private final List<Check> alignedChecks = new ArrayList<>();
    private long operations;

    private MemoryChecks(Golden golden, boolean packedToo) {
        this.golden = golden;
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            String name = order == ByteOrder.LITTLE_ENDIAN ? "little-endian" : "big-endian";
            addStructs(name, Everything.layout(order));
            if (packedToo) {
                addStructs("packed " + name, Layouts.packed(Everything.layout(order)));
            }
            addConverted(name, order);
            addMessages(name, Message.layout(order));
            addCursors(name, order);
            addCounters(name, Counters.layout(order));
        }
    }

    /** {@return all checks} */
    static MemoryChecks all(Golden golden) {
        return new MemoryChecks(golden, true);
    }

    /** {@return the checks of structs whose members are aligned, and all others: half the work for a compiler} */
    static MemoryChecks aligned(Golden golden) {
        return new MemoryChecks(golden, false);
    }

    /** {@return how many values have been written and read} */
    long operations() {
        return operations;
    }

    /** Runs every check at every place, a number of rounds. */
    void run(List<Place> places, int rounds) throws Difference {
        List<Place> aligned = places.stream()
                .filter(place -> ALIGNED_PLACES.contains(place.name()))
                .toList();
        for (int round = 0; round < rounds; round++) {
            run(checks, places, OFFSETS);
            run(alignedChecks, aligned, ALIGNED_OFFSETS);
        }
    }

    private void run(List<Check> group, List<Place> places, int[] offsets) throws Difference {
        for (Check check : group) {
            for (Place place : places) {
                for (int offset : offsets) {
                    check.run(place, offset);
                    operations++;
                }
            }
        }
    }

    private void add(String name, StructLayout layout, String bytes, Check.Writer writer, Check.Copier copier) {
        checks.add(new Check(name, layout, golden.get(bytes), writer, copier));
    }

    private void addStructs(String order, StructLayout layout) {
        StructCodec<Everything> records = StructCodec.ofRecord(lookup(), Everything.class, layout);
        add(
                order + " struct by a record's codec",
                layout,
                order + " struct",
                (segment, offset) -> records.write(Everything.VALUE, segment, offset),
                (from, fromOffset, to, toOffset) -> records.write(records.read(from, fromOffset), to, toOffset));

        ReusableCodec<EverythingObject> objects = StructCodec.ofClass(lookup(), EverythingObject.class, layout);
        EverythingObject value = EverythingObject.of(Everything.VALUE);
        EverythingObject reused = new EverythingObject();
        add(
                order + " struct by a class's codec",
                layout,
                order + " struct",
                (segment, offset) -> objects.write(value, segment, offset),
                (from, fromOffset, to, toOffset) -> {
                    objects.readInto(reused, from, fromOffset);
                    objects.write(reused, to, toOffset);
                });

        ViewFactory<EverythingView> views = ViewFactory.of(lookup(), EverythingView.class, layout);
        EverythingView view = views.allocate(Arena.ofAuto());
        EverythingView other = views.allocate(Arena.ofAuto());
        add(
                order + " struct by a view",
                layout,
                order + " struct",
                (segment, offset) -> {
                    view.wrap(segment, offset);
                    view.set(Everything.VALUE);
                },
                (from, fromOffset, to, toOffset) -> {
                    view.wrap(from, fromOffset);
                    other.wrap(to, toOffset);
                    other.set(view.get());
                });
    }

    private void addConverted(String order, ByteOrder byteOrder) {
        StructLayout layout = Converted.layout(byteOrder);
        StructCodec<Converted> codec =
                StructCodec.ofRecord(lookup(), Converted.class, layout, Converted.conversions(byteOrder));
        add(
                order + " conversions by a codec",
                layout,
                order + " conversions",
                (segment, offset) -> codec.write(Converted.VALUE, segment, offset),
                (from, fromOffset, to, toOffset) -> codec.write(codec.read(from, fromOffset), to, toOffset));

        ViewFactory<ConvertedView> views =
                ViewFactory.of(lookup(), ConvertedView.class, layout, Converted.conversions(byteOrder));
        ConvertedView view = views.allocate(Arena.ofAuto());
        add(
                order + " conversions by a view",
                layout,
                order + " conversions",
                (segment, offset) -> {
                    codec.write(Converted.OTHER, segment, offset);
                    view.wrap(segment, offset);
                    view.set(Converted.VALUE);
                },
                (from, fromOffset, to, toOffset) -> {
                    view.wrap(from, fromOffset);
                    codec.write(Converted.VALUE.with(view), to, toOffset);
                });
    }

    private void addMessages(String order, StructLayout layout) {
        VarCodec<Message> codec = VarCodec.ofRecord(lookup(), Message.class, layout);
        add(
                order + " variable-length record by a codec",
                layout,
                order + " variable-length record",
                (segment, offset) -> codec.write(Message.VALUE, segment, offset),
                (from, fromOffset, to, toOffset) -> codec.write(codec.read(from, fromOffset), to, toOffset));

        MemorySegment first = MemorySegment.ofArray(new byte[Place.SIZE]);
        codec.write(Message.VALUE, first, 0);
        MessageView view = ViewFactory.of(lookup(), MessageView.class, layout).wrap(first, 0);
        add(
                order + " variable-length record read by a view",
                layout,
                order + " variable-length record",
                (segment, offset) -> codec.write(Message.VALUE, segment, offset),
                (from, fromOffset, to, toOffset) -> {
                    view.wrap(from, fromOffset);
                    codec.write(Message.VALUE.with(view), to, toOffset);
                });
    }

    private void addCursors(String order, ByteOrder byteOrder) {
        CursorValues values = new CursorValues(
                StructCodec.ofRecord(lookup(), Part.class, Layouts.packed(Part.layout(byteOrder))),
                VarCodec.ofRecord(lookup(), Tag.class, Tag.LAYOUT));
        byte[] bytes = golden.get(order + " cursor");
        Check.Copier copier = (from, fromOffset, to, toOffset) -> values.copy(
                SegmentCursor.of(from.asSlice(fromOffset), byteOrder),
                SegmentCursor.of(to.asSlice(toOffset), byteOrder));
        checks.add(new Check(
                order + " cursor",
                null,
                bytes,
                (segment, offset) -> values.put(SegmentCursor.of(segment.asSlice(offset), byteOrder)),
                copier));
        checks.add(new Check(
                order + " cursor that grows",
                null,
                bytes,
                (segment, offset) -> {
                    try (Arena arena = Arena.ofConfined()) {
                        SegmentCursor cursor = values.put(SegmentCursor.growing(arena, 1, Place.SIZE, byteOrder));
                        MemorySegment.copy(cursor.segment(), 0, segment, offset, cursor.position());
                    }
                },
                copier));
    }

    private void addCounters(String order, StructLayout layout) {
        ViewFactory<Counters> views = ViewFactory.of(lookup(), Counters.class, layout);
        Counters view = views.allocate(Arena.ofAuto());
        // What is read goes through memory of its own: the target is a byte[], which has no atomic access.
        Counters other = views.allocate(Arena.ofAuto());
        alignedChecks.add(new Check(
                order + " atomic access",
                layout,
                golden.get(order + " atomic access"),
                (segment, offset) -> {
                    view.wrap(segment, offset);
                    view.count();
                },
                (from, fromOffset, to, toOffset) -> {
                    view.wrap(from, fromOffset);
                    other.copyFrom(to, toOffset);
                    other.set(view);
                    MemorySegment.copy(other.segment(), other.offset(), to, toOffset, layout.byteSize());
                }));
    }
}
