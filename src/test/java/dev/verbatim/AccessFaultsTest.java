package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a codec throws where it cannot access a segment, and that it has changed nothing then. */
class AccessFaultsTest {

    record Point(int x, long y) {}

    static class Pen {
        int x = 17;
        long y = 18;
    }

    private static final StructLayout DENSE =
            structLayout(JAVA_INT_UNALIGNED.withName("x"), JAVA_LONG_UNALIGNED.withName("y"));
    private static final StructLayout REVERSED =
            structLayout(JAVA_LONG_UNALIGNED.withName("y"), JAVA_INT_UNALIGNED.withName("x"));
    private static final StructLayout PADDED_BEFORE =
            structLayout(paddingLayout(9), JAVA_INT_UNALIGNED.withName("x"), JAVA_LONG_UNALIGNED.withName("y"));
    private static final StructLayout PADDED_AFTER =
            structLayout(JAVA_INT_UNALIGNED.withName("x"), JAVA_LONG_UNALIGNED.withName("y"), paddingLayout(1));

    static final List<Subject<?, ?>> SUBJECTS = Stream.concat(
                    Stream.of(
                                    DENSE.withName("dense"),
                                    REVERSED.withName("reversed"),
                                    PADDED_BEFORE.withName("padded before"),
                                    PADDED_AFTER.withName("padded after"))
                            .map(layout -> Subject.of(layout, Point.class, new Point(-5, 6), Pen.class, new Pen())),
                    WithoutPlainMembers.subjects())
            .toList();

    static Stream<Arguments> kindsAndSubjects() {
        return Arrays.stream(SegmentKind.values())
                .flatMap(kind -> SUBJECTS.stream().map(subject -> Arguments.of(kind, subject)));
    }

    /** A segment of 100 bytes within one of 300, whose bytes tell whether anything was written beside it. */
    private record Window(MemorySegment around, MemorySegment segment, MemorySegment before) {

        static final int SIZE = 100;

        static Window of(SegmentKind kind, Arena arena) {
            byte[] content = new byte[3 * SIZE];
            new Random(5).nextBytes(content);
            MemorySegment around = kind.allocate(content, arena);
            return new Window(around, around.asSlice(SIZE, SIZE), MemorySegment.ofArray(content));
        }

        void assertUnchanged() {
            assertEquals(-1, before.mismatch(around), "the first byte that changed");
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndSubjects")
    void aStructThatDoesNotLieWithinTheSegmentIsOutOfBounds(SegmentKind kind, Subject<?, ?> subject) {
        long size = subject.byteSize();
        try (Arena arena = Arena.ofConfined()) {
            Window window = Window.of(kind, arena);
            long[] offsets = {
                Window.SIZE - size + 1,
                Window.SIZE - 1,
                Window.SIZE,
                Window.SIZE + 1,
                -1,
                -size,
                -size - 1,
                Integer.MIN_VALUE,
                Long.MIN_VALUE,
                Long.MAX_VALUE,
                Long.MAX_VALUE - size,
                Long.MAX_VALUE - size + 1
            };
            for (long offset : offsets) {
                String reason = "expected " + size + " bytes within the segment, found byteSize=" + Window.SIZE;
                subject.assertWriteRefused(IndexOutOfBoundsException.class, window.segment, offset, reason);
                subject.assertReadRefused(IndexOutOfBoundsException.class, window.segment, offset, reason);
                window.assertUnchanged();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndSubjects")
    void aSegmentSmallerThanTheStructIsOutOfBoundsFromItsFirstByte(SegmentKind kind, Subject<?, ?> subject) {
        long size = subject.byteSize();
        try (Arena arena = Arena.ofConfined()) {
            Window window = Window.of(kind, arena);
            for (long smaller : new long[] {0, 1, size - 1}) {
                MemorySegment segment = window.around.asSlice(Window.SIZE, smaller);
                String reason = "expected " + size + " bytes within the segment, found byteSize=" + smaller;
                subject.assertWriteRefused(IndexOutOfBoundsException.class, segment, 0, reason);
                subject.assertReadRefused(IndexOutOfBoundsException.class, segment, 0, reason);
                window.assertUnchanged();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndSubjects")
    void aStructMayEndWithTheSegment(SegmentKind kind, Subject<?, ?> subject) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = Window.of(kind, arena).segment;
            for (long offset : new long[] {0, Window.SIZE - subject.byteSize()}) {
                subject.assertRoundTrip(segment, offset);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "MAPPED"})
    void aClosedArenaIsNamed(SegmentKind kind) {
        for (Arena arena : List.of(Arena.ofConfined(), Arena.ofShared())) {
            MemorySegment segment = Window.of(kind, arena).segment;
            arena.close();
            for (Subject<?, ?> subject : SUBJECTS) {
                subject.assertWriteRefused(IllegalStateException.class, segment, 3, "the segment's arena is closed");
                subject.assertReadRefused(IllegalStateException.class, segment, 3, "the segment's arena is closed");
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"NATIVE", "MAPPED"})
    void anotherThreadIsNamed(SegmentKind kind) throws Exception {
        try (Arena arena = Arena.ofConfined()) {
            Window window = Window.of(kind, arena);
            FutureTask<Void> elsewhere = new FutureTask<>(
                    () -> {
                        String reason = "the segment belongs to another thread than " + Thread.currentThread()
                                + "; allocate it from a shared arena";
                        for (Subject<?, ?> subject : SUBJECTS) {
                            subject.assertWriteRefused(WrongThreadException.class, window.segment, 3, reason);
                            subject.assertReadRefused(WrongThreadException.class, window.segment, 3, reason);
                        }
                    },
                    null);
            Thread.ofPlatform().name("stranger").start(elsewhere);
            elsewhere.get();
            window.assertUnchanged();
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndSubjects")
    void aReadOnlySegmentIsReadAndNotWritten(SegmentKind kind, Subject<?, ?> subject) {
        try (Arena arena = Arena.ofConfined()) {
            Window window = Window.of(kind, arena);
            MemorySegment readOnly = window.segment.asReadOnly();
            Class<? extends Exception> asTheJdk = thrownBy(() -> readOnly.set(JAVA_BYTE, 0, (byte) 1));

            subject.assertWriteRefused(asTheJdk, readOnly, 3, "the segment is read-only");

            window.assertUnchanged();
            MemorySegment written = kind.allocate(Window.SIZE, arena);
            subject.assertRoundTrip(written, 3);
            subject.assertReads(written.asReadOnly(), 3);
        }
    }

    @ParameterizedTest
    @MethodSource("kindsAndSubjects")
    void aNullValueAndANullTargetAreNamed(SegmentKind kind, Subject<?, ?> subject) {
        try (Arena arena = Arena.ofConfined()) {
            Window window = Window.of(kind, arena);
            window.around.fill((byte) 0); // which every subject can read

            subject.assertNullRefused(window.segment, 3);

            assertEquals(-1, window.around.mismatch(MemorySegment.ofArray(new byte[3 * Window.SIZE])));
        }
    }

    @ParameterizedTest
    @FieldSource("SUBJECTS")
    void aNullSegmentIsNamed(Subject<?, ?> subject) {
        assertAll(Stream.of(0L, 3L, Long.MAX_VALUE).map(offset -> () -> {
            subject.assertWriteRefused(NullPointerException.class, null, offset, "the segment is null");
            subject.assertReadRefused(NullPointerException.class, null, offset, "the segment is null");
        }));
    }

    static final class Plain {
        Pen pen;
    }

    static final class Case {
        Pen pen;
        Pen[] pens = new Pen[1];
    }

    /** A read would make the objects that are missing. */
    @ParameterizedTest
    @EnumSource
    void aTargetThatLacksNestedObjectsIsUnchanged(SegmentKind kind) {
        StructLayout onlyPen = structLayout(DENSE.withName("pen"));
        StructLayout both =
                structLayout(DENSE.withName("pen"), sequenceLayout(1, DENSE).withName("pens"));
        ReusableCodec<Plain> plain = StructCodec.ofClass(lookup(), Plain.class, onlyPen);
        ReusableCodec<Case> cases = StructCodec.ofClass(lookup(), Case.class, both);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = Window.of(kind, arena).segment;
            Plain plainTarget = new Plain();
            Case caseTarget = new Case();

            assertThrows(IndexOutOfBoundsException.class, () -> plain.readInto(plainTarget, segment, Window.SIZE - 11));
            assertThrows(IndexOutOfBoundsException.class, () -> cases.readInto(caseTarget, segment, Window.SIZE - 23));

            assertNull(plainTarget.pen);
            assertNull(caseTarget.pen);
            assertNull(caseTarget.pens[0]);
        }
    }

    /** What the JDK throws itself, whose type depends on its version. */
    static Class<? extends Exception> thrownBy(Executable attempt) {
        return assertThrows(Exception.class, attempt).getClass();
    }
}
