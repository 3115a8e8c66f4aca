package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.samples.SegmentKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Any byte but 0 is true, on every JDK: {@code sun.misc.Unsafe} has changed its mind about that. */
class BooleanBytesTest {

    private static final int BYTES = 256;

    record Flag(boolean flag) {
        static final StructLayout LAYOUT = structLayout(JAVA_BOOLEAN.withName("flag"));
        static final StructCodec<Flag> CODEC = StructCodec.ofRecord(lookup(), Flag.class, LAYOUT);
    }

    interface FlagView extends StructView {
        ViewFactory<FlagView> VIEWS = ViewFactory.of(lookup(), FlagView.class, Flag.LAYOUT);

        boolean flag();

        boolean getVolatileFlag();
    }

    static final class Flags {
        boolean[] flags;

        static final StructLayout LAYOUT =
                structLayout(sequenceLayout(BYTES, JAVA_BOOLEAN).withName("flags"));
        static final ReusableCodec<Flags> CODEC = StructCodec.ofClass(lookup(), Flags.class, LAYOUT);
    }

    interface FlagsView extends StructView {
        ViewFactory<FlagsView> VIEWS = ViewFactory.of(lookup(), FlagsView.class, Flags.LAYOUT);

        boolean flags(int index);

        boolean[] flags();
    }

    static final class Tail {
        boolean[] flags = new boolean[BYTES];

        static final StructLayout LAYOUT = Layouts.varRecord(Layouts.varRef("flags", JAVA_BOOLEAN));
        static final ReusableVarCodec<Tail> CODEC = VarCodec.ofClass(lookup(), Tail.class, LAYOUT);
    }

    interface TailView extends StructView {
        ViewFactory<TailView> VIEWS = ViewFactory.of(lookup(), TailView.class, Tail.LAYOUT);

        boolean flags(int index);

        boolean[] flags();
    }

    interface TailBytes extends StructView {
        ViewFactory<TailBytes> VIEWS = ViewFactory.of(lookup(), TailBytes.class, Tail.LAYOUT);

        MemorySegment flags();
    }

    @ParameterizedTest
    @EnumSource
    void aMember(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(everyByte(), arena);
            FlagView view = FlagView.VIEWS.wrap(segment, 0);
            for (int i = 0; i < BYTES; i++) {
                assertEquals(new Flag(i != 0), Flag.CODEC.read(segment, i), "byte=" + i);
                view.wrap(segment, i);
                assertEquals(i != 0, view.flag(), "byte=" + i);
                assertEquals(i != 0, view.getVolatileFlag(), "byte=" + i);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anArray(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(everyByte(), arena);
            FlagsView view = FlagsView.VIEWS.wrap(segment, 0);
            assertArrayEquals(allButTheFirst(), Flags.CODEC.read(segment, 0).flags);
            assertArrayEquals(allButTheFirst(), view.flags());
            for (int i = 0; i < BYTES; i++) {
                assertEquals(i != 0, view.flags(i), "byte=" + i);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void anArrayInATail(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            Tail value = new Tail();
            MemorySegment segment = kind.allocate((int) Tail.CODEC.encodedSize(value), arena);
            Tail.CODEC.write(value, segment, 0);
            TailBytes.VIEWS.wrap(segment, 0).flags().copyFrom(MemorySegment.ofArray(everyByte()));

            TailView view = TailView.VIEWS.wrap(segment, 0);
            assertArrayEquals(allButTheFirst(), Tail.CODEC.read(segment, 0).flags);
            assertArrayEquals(allButTheFirst(), view.flags());
            for (int i = 0; i < BYTES; i++) {
                assertEquals(i != 0, view.flags(i), "byte=" + i);
            }
        }
    }

    /** What is read is a boolean like any other: written back it is 1. A copy keeps the byte. */
    @ParameterizedTest
    @EnumSource
    void whatIsWrittenIs0Or1(SegmentKind kind) {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment segment = kind.allocate(everyByte(), arena);
            MemorySegment written = kind.allocate(BYTES, arena);
            MemorySegment copied = kind.allocate(BYTES, arena);
            for (int i = 0; i < BYTES; i++) {
                Flag.CODEC.write(Flag.CODEC.read(segment, i), written, i);
                assertEquals(i == 0 ? 0 : 1, written.get(JAVA_BYTE, i), "byte=" + i);
            }
            written.fill((byte) 0x5A);
            Flags.CODEC.write(Flags.CODEC.read(segment, 0), written, 0);
            for (int i = 0; i < BYTES; i++) {
                assertEquals(i == 0 ? 0 : 1, written.get(JAVA_BYTE, i), "byte=" + i);
            }
            Flags.CODEC.copy(segment, 0, copied, 0, 1);
            assertArrayEquals(everyByte(), copied.toArray(JAVA_BYTE));
        }
    }

    private static byte[] everyByte() {
        byte[] bytes = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }

    private static boolean[] allButTheFirst() {
        boolean[] flags = new boolean[BYTES];
        Arrays.fill(flags, 1, BYTES, true);
        return flags;
    }
}
