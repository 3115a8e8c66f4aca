package consumer;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;

/** What goes well: every DTO, into and out of every kind of segment. */
final class CodecChecks {

    /** The codec in a {@code static final} field, as the documentation shows it. */
    private record Stamp(long id, long time) {
        private static final StructLayout LAYOUT =
                MemoryLayout.structLayout(JAVA_LONG.withName("id"), JAVA_LONG.withName("time"));
        private static final StructCodec<Stamp> CODEC = StructCodec.ofRecord(lookup(), Stamp.class, LAYOUT);
    }

    private CodecChecks() {}

    static void run(List<Subject<?>> subjects) {
        aCodecTellsWhatItIsMadeFrom();
        for (Kind kind : Kind.values()) {
            for (Subject<?> subject : subjects) {
                writesAndReads(kind, subject);
                writesAndReadsAtIndex(kind, subject);
            }
            for (Kind target : Kind.values()) {
                copiesWithPadding(kind, target, subjects.getFirst());
            }
        }
    }

    private static void aCodecTellsWhatItIsMadeFrom() {
        MemorySegment segment = MemorySegment.ofArray(new byte[17]);
        Stamp stamp = new Stamp(1, 2);
        Stamp.CODEC.write(stamp, segment, 1);
        Checks.equal("a codec in a static final field", stamp, Stamp.CODEC.read(segment, 1));
        Checks.equal("type()", Stamp.class, Stamp.CODEC.type());
        Checks.equal("layout()", Stamp.LAYOUT, Stamp.CODEC.layout());
        Checks.equal("byteSize()", 16L, Stamp.CODEC.byteSize());
        Checks.equal("toString()", "consumer.CodecChecks$Stamp (16 bytes)", Stamp.CODEC.toString());
        Checks.equal(
                "the generated class's module",
                Stamp.class.getModule(),
                Stamp.CODEC.getClass().getModule());
        Checks.that("the generated class is a nestmate", Stamp.CODEC.getClass().isNestmateOf(Stamp.class));
        String table = Layouts.describe(Stamp.LAYOUT);
        Checks.that("the layout is described:\n" + table, table.contains("8      8  long"));
    }

    private static <T> void writesAndReads(Kind kind, Subject<T> subject) {
        String what = kind + " " + subject;
        StructCodec<T> codec = subject.codec();
        try (Arena arena = Arena.ofConfined()) {
            for (long offset : new long[] {0, 1, 64}) {
                MemorySegment segment = filled(kind, arena, offset + subject.byteSize());
                codec.write(subject.value(), segment, offset);
                Checks.that(what + " write, offset=" + offset, subject.isAt(segment, offset));
                Checks.that(
                        what + " write leaves what is before, offset=" + offset,
                        segment.asSlice(0, offset).mismatch(filled(kind, arena, offset)) == -1);
                if (subject.canRead()) {
                    T read = codec.read(segment, offset);
                    Checks.that(what + " read, offset=" + offset, subject.isSame(read));
                    Checks.that(what + " read makes a new object", read != subject.value());
                    Checks.that(what + " equals", !subject.isComparedByValue() || read.equals(subject.value()));
                }
                if (subject.isReusable()) {
                    subject.reusable().readInto(subject.value(), kind.allocate(arena, subject.byteSize()), 0);
                    Checks.that(what + " readInto sets the fields", !subject.hasItsValue());
                    subject.reusable().readInto(subject.value(), segment, offset);
                    Checks.that(what + " readInto, offset=" + offset, subject.hasItsValue());
                }
            }
        }
    }

    private static <T> void writesAndReadsAtIndex(Kind kind, Subject<T> subject) {
        String what = kind + " " + subject;
        StructCodec<T> codec = subject.codec();
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = filled(kind, arena, 3 * subject.byteSize());
            codec.writeAtIndex(subject.value(), segment, 2);
            Checks.that(what + " writeAtIndex", subject.isAt(segment, 2 * subject.byteSize()));
            if (subject.canRead()) {
                Checks.that(what + " readAtIndex", subject.isSame(codec.readAtIndex(segment, 2)));
            }
            if (subject.isReusable()) {
                subject.reusable().readIntoAtIndex(subject.value(), kind.allocate(arena, subject.byteSize()), 0);
                subject.reusable().readIntoAtIndex(subject.value(), segment, 2);
                Checks.that(what + " readIntoAtIndex", subject.hasItsValue());
            }
        }
    }

    private static void copiesWithPadding(Kind from, Kind to, Subject<?> subject) {
        long byteSize = subject.byteSize();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment source = from.allocate(arena, 1 + 3 * byteSize);
            for (int i = 0; i < source.byteSize(); i++) {
                source.set(JAVA_BYTE, i, (byte) i);
            }
            MemorySegment target = to.allocate(arena, 5 + 3 * byteSize);
            subject.codec().copy(source, 1, target, 5, 3);
            Checks.that("copy " + from + " to " + to, source.asSlice(1).mismatch(target.asSlice(5)) == -1);
            subject.codec().copy(source, 0, target, 5, 0);
            Checks.that("copy of count=0", source.asSlice(1).mismatch(target.asSlice(5)) == -1);
            subject.codec().copy(target, 5, target, 5 + byteSize, 2);
            Checks.that(
                    "copy that overlaps, in " + to,
                    source.asSlice(1, 2 * byteSize).mismatch(target.asSlice(5 + byteSize)) == -1);
        }
    }

    private static MemorySegment filled(Kind kind, Arena arena, long byteSize) {
        return kind.allocate(arena, byteSize).fill(Subject.PADDING);
    }
}
