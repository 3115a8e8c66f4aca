package consumer;

import static consumer.Checks.onAnotherThread;
import static consumer.Checks.thrown;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

/** What a segment refuses: for every DTO, operation and kind, the exception's class and what its message names. */
final class SegmentFaultChecks {

    private SegmentFaultChecks() {}

    static void run(List<Subject<?>> subjects) {
        for (Subject<?> subject : subjects) {
            for (Operation operation : Operation.values()) {
                if (operation.appliesTo(subject)) {
                    aNullSegment(operation, subject);
                    for (Kind kind : Kind.values()) {
                        outOfBounds(operation, subject, kind);
                        readOnly(operation, subject, kind);
                        closedArena(operation, subject, kind);
                        anotherThread(operation, subject, kind);
                    }
                }
            }
        }
    }

    private static void outOfBounds(Operation operation, Subject<?> subject, Kind kind) {
        long byteSize = subject.byteSize();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(arena, 2 * byteSize);
            long[] positions = operation.takesIndex()
                    ? new long[] {2, Long.MAX_VALUE / byteSize, -1, Long.MIN_VALUE, Long.MAX_VALUE}
                    : new long[] {byteSize + 1, 2 * byteSize, -1, Long.MIN_VALUE, Long.MAX_VALUE, Long.MAX_VALUE - 3};
            for (long position : positions) {
                outOfBounds(operation, subject, segment, position);
            }
            // The last byte of the struct does not fit, and of a struct that ends in padding nothing else.
            outOfBounds(operation, subject, kind.allocate(arena, byteSize - 1), 0);
        }
    }

    private static void outOfBounds(Operation operation, Subject<?> subject, MemorySegment segment, long position) {
        String what = what(operation, subject) + " position=" + position;
        boolean overflows = position < 0 || position > Long.MAX_VALUE / subject.byteSize();
        String[] fragments = operation.takesIndex() && overflows
                ? new String[] {subject.typeName(), "index=" + position + " "}
                : fragments(operation, subject, position, "byteSize=" + segment.byteSize());
        thrown(what, IndexOutOfBoundsException.class, () -> operation.run(subject, segment, position), fragments);
        Checks.that(what + " writes nothing", isZero(segment));
        Checks.that(what + " reads nothing", subject.hasItsValue());
    }

    private static void readOnly(Operation operation, Subject<?> subject, Kind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(arena, 2 * subject.byteSize());
            if (operation.stores()) {
                thrown(
                        what(operation, subject) + " " + kind + " read-only",
                        IllegalArgumentException.class,
                        () -> operation.run(subject, segment.asReadOnly(), 1),
                        fragments(operation, subject, 1, "read-only"));
                Checks.that(what(operation, subject) + " " + kind + " read-only writes nothing", isZero(segment));
            } else {
                segment.copyFrom(MemorySegment.ofArray(subject.bytes()));
                operation.run(subject, segment.asReadOnly(), 0);
                Checks.that(what(operation, subject) + " " + kind + " reads what is read-only", subject.hasItsValue());
            }
        }
    }

    private static void closedArena(Operation operation, Subject<?> subject, Kind kind) {
        if (kind.isOnHeap()) {
            return;
        }
        for (Arena arena : List.of(Arena.ofConfined(), Arena.ofShared())) {
            MemorySegment segment = kind.allocate(arena, 2 * subject.byteSize());
            arena.close();
            thrown(
                    what(operation, subject) + " " + kind + " closed",
                    IllegalStateException.class,
                    () -> operation.run(subject, segment, 1),
                    fragments(operation, subject, 1, "closed"));
        }
    }

    private static void anotherThread(Operation operation, Subject<?> subject, Kind kind) {
        if (kind.isOnHeap()) {
            return;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(arena, 2 * subject.byteSize());
            thrown(
                    what(operation, subject) + " " + kind + " in another thread",
                    WrongThreadException.class,
                    onAnotherThread(() -> operation.run(subject, segment, 1)),
                    fragments(operation, subject, 1, "belongs to another thread"));
            Checks.that(what(operation, subject) + " in another thread writes nothing", isZero(segment));
        }
    }

    private static void aNullSegment(Operation operation, Subject<?> subject) {
        thrown(
                what(operation, subject) + " null segment",
                NullPointerException.class,
                () -> operation.run(subject, null, 1),
                fragments(operation, subject, 1, "segment is null"));
    }

    private static String what(Operation operation, Subject<?> subject) {
        return operation + " " + subject;
    }

    private static String[] fragments(Operation operation, Subject<?> subject, long position, String reason) {
        String start = "cannot " + operation.verb + " " + subject.typeName() + " (";
        return new String[] {start, " at offset=" + operation.offset(subject, position) + ":", reason};
    }

    private static boolean isZero(MemorySegment segment) {
        return segment.mismatch(MemorySegment.ofArray(new byte[Math.toIntExact(segment.byteSize())])) == -1;
    }
}
