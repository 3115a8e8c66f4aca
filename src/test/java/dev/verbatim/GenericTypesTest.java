package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** DTOs whose types have arguments: what is bound is what they are when the program runs. */
class GenericTypesTest {

    /** A typed id. */
    @SuppressWarnings("UnusedTypeParameter") // the type is for the compiler alone
    record Ref<T>(long id) {}

    record Point(int x, int y) {}

    record Holder<T extends Point>(T value) {}

    private static final StructLayout REF = Layouts.struct(JAVA_LONG.withName("id"));

    record Links(Ref<String> first, List<Ref<Point>> others) {
        static final StructLayout LAYOUT =
                Layouts.struct(REF.withName("first"), sequenceLayout(2, REF).withName("others"));
    }

    private static final Links LINKS = new Links(new Ref<>(1), List.of(new Ref<>(2), new Ref<>(3)));

    @Test
    void theElementsOfAListMayHaveTypeArguments() {
        StructCodec<Links> codec = StructCodec.ofRecord(lookup(), Links.class, Links.LAYOUT);
        MemorySegment segment = MemorySegment.ofArray(new long[3]);
        codec.write(LINKS, segment, 0);
        assertArrayEquals(new long[] {1, 2, 3}, segment.toArray(JAVA_LONG));
        assertEquals(LINKS, codec.read(segment, 0));
    }

    record VarLinks(List<Ref<Point>> others) {}

    @Test
    void soMayThoseInATail() {
        VarCodec<VarLinks> codec =
                VarCodec.ofRecord(lookup(), VarLinks.class, Layouts.varRecord(Layouts.varRef("others", REF)));
        VarLinks links = new VarLinks(LINKS.others());
        MemorySegment segment = MemorySegment.ofArray(new byte[64]);
        codec.write(links, segment, 0);
        assertEquals(links, codec.read(segment, 0));
    }

    interface LinksView extends StructView {
        List<Ref<Point>> others();

        void others(List<Ref<Point>> others);
    }

    @Test
    void soMayThoseThatAViewShows() {
        LinksView view = ViewFactory.of(lookup(), LinksView.class, Links.LAYOUT).allocate(Arena.ofAuto());
        view.others(LINKS.others());
        assertEquals(LINKS.others(), view.others());
        assertEquals(3, view.segment().get(JAVA_LONG, 16));
    }

    record OfPoint(Holder<Point> holder) {}

    @Test
    void aTypeVariableIsItsBound() {
        StructLayout point = Layouts.struct(JAVA_INT.withName("x"), JAVA_INT.withName("y"));
        StructCodec<OfPoint> codec = StructCodec.ofRecord(
                lookup(),
                OfPoint.class,
                Layouts.struct(Layouts.struct(point.withName("value")).withName("holder")));
        OfPoint value = new OfPoint(new Holder<>(new Point(4, 5)));
        MemorySegment segment = MemorySegment.ofArray(new int[2]);
        codec.write(value, segment, 0);
        assertArrayEquals(new int[] {4, 5}, segment.toArray(JAVA_INT));
        assertEquals(value, codec.read(segment, 0));
    }

    @SuppressWarnings("ArrayRecordComponent") // it is one of the types
    record Bounded<T extends Instant>(List<Instant> all, T[] own) {}

    @Test
    void soItIsInAnArrayOfWhatAConversionMakes() {
        StructCodec<?> codec = StructCodec.ofRecord(
                lookup(),
                Bounded.class,
                Layouts.struct(
                        sequenceLayout(1, JAVA_LONG).withName("all"),
                        sequenceLayout(2, JAVA_LONG).withName("own")),
                Conversions.of(TimeConversions.epochSeconds()));
        Bounded<?> read = (Bounded<?>) codec.read(MemorySegment.ofArray(new long[] {1, 2, 3}), 0);
        assertEquals(List.of(Instant.ofEpochSecond(1)), read.all());
        assertArrayEquals(new Instant[] {Instant.ofEpochSecond(2), Instant.ofEpochSecond(3)}, read.own());
    }
}
