package consumer;

import static consumer.Checks.onAnotherThread;
import static consumer.Checks.thrown;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** What a segment refuses: for every DTO, call and kind, the exception's class and what its message names. */
final class SegmentFaultChecks {

    private SegmentFaultChecks() {}

    static void run(List<Subject<?>> subjects) {
        for (Subject<?> subject : subjects) {
            for (CodecCall call : CodecCall.values()) {
                if (call.appliesTo(subject)) {
                    aNullSegment(call, subject);
                    for (Kind kind : Kind.values()) {
                        outOfBounds(call, subject, kind);
                        readOnly(call, subject, kind);
                        closedArena(call, subject, kind);
                        anotherThread(call, subject, kind);
                    }
                }
            }
        }
    }

    private static void outOfBounds(CodecCall call, Subject<?> subject, Kind kind) {
        long byteSize = subject.byteSize();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(arena, 2 * byteSize);
            long[] positions = call.takesIndex()
                    ? new long[] {2, Long.MAX_VALUE / byteSize, -1, Long.MIN_VALUE, Long.MAX_VALUE}
                    : new long[] {byteSize + 1, 2 * byteSize, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 3};
            for (long position : positions) {
                outOfBounds(call, subject, segment, position);
            }
            // The last byte of the struct does not fit, and of a struct that ends in padding nothing else.
            outOfBounds(call, subject, kind.allocate(arena, byteSize - 1), 0);
        }
    }

    private static void outOfBounds(CodecCall call, Subject<?> subject, MemorySegment segment, long position) {
        String what = what(call, subject) + " position=" + position;
        boolean overflows = position < 0 || position > Long.MAX_VALUE / subject.byteSize();
        String[] fragments = call.takesIndex() && overflows
                ? new String[] {subject.typeName(), "index=" + position + " "}
                : fragments(call, subject, position, "byteSize=" + segment.byteSize());
        thrown(what, IndexOutOfBoundsException.class, () -> call.run(subject, segment, position), fragments);
        Checks.that(what + " writes nothing", isZero(segment));
        Checks.that(what + " reads nothing", subject.hasItsValue());
    }

    private static void readOnly(CodecCall call, Subject<?> subject, Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(arena, 2 * subject.byteSize());
            if (call.stores()) {
                thrown(
                        what(call, subject) + " " + kind + " read-only",
                        IllegalArgumentException.class,
                        () -> call.run(subject, segment.asReadOnly(), 1),
                        fragments(call, subject, 1, "read-only"));
                Checks.that(what(call, subject) + " " + kind + " read-only writes nothing", isZero(segment));
            } else {
                segment.copyFrom(MemorySegment.ofArray(subject.bytes()));
                call.run(subject, segment.asReadOnly(), 0);
                Checks.that(what(call, subject) + " " + kind + " reads what is read-only", subject.hasItsValue());
            }
        }
    }

    private static void closedArena(CodecCall call, Subject<?> subject, Kind kind) {
        if (kind.isOnHeap()) {
            return;
        }
        for (Arena arena : List.of(Arena.ofConfined(), Arena.ofShared())) {
            MemorySegment segment = kind.allocate(arena, 2 * subject.byteSize());
            arena.close();
            thrown(
                    what(call, subject) + " " + kind + " closed",
                    IllegalStateException.class,
                    () -> call.run(subject, segment, 1),
                    fragments(call, subject, 1, "closed"));
        }
    }

    private static void anotherThread(CodecCall call, Subject<?> subject, Kind kind) {
        if (kind.isOnHeap()) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(arena, 2 * subject.byteSize());
            thrown(
                    what(call, subject) + " " + kind + " in another thread",
                    WrongThreadException.class,
                    onAnotherThread(() -> call.run(subject, segment, 1)),
                    fragments(call, subject, 1, "belongs to another thread"));
            Checks.that(what(call, subject) + " in another thread writes nothing", isZero(segment));
        }
    }

    private static void aNullSegment(CodecCall call, Subject<?> subject) {
        thrown(
                what(call, subject) + " null segment",
                NullPointerException.class,
                () -> call.run(subject, null, 1),
                fragments(call, subject, 1, "segment is null"));
    }

    private static String what(CodecCall call, Subject<?> subject) {
        return call + " " + subject;
    }

    private static String[] fragments(CodecCall call, Subject<?> subject, long position, String reason) {
        String start = "cannot " + call.verb + " " + subject.typeName() + " (";
        return new String[] {start, " at offset=" + call.offset(subject, position) + ":", reason};
    }

    private static boolean isZero(MemorySegment segment) {
        return segment.mismatch(MemorySegment.ofArray(new byte[Math.toIntExact(segment.byteSize())])) == -1;
    }
}
