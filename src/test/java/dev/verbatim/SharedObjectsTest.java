package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.lang.invoke.MethodHandles.privateLookupIn;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A constructor may put into fields what others have, too: constants, and empty arrays and lists. No read fills that. */
class SharedObjectsTest {

    static final class Vec {
        static final Vec ZERO = new Vec();
        static final StructLayout LAYOUT = Layouts.struct(JAVA_FLOAT.withName("x"), JAVA_FLOAT.withName("y"));

        float x;
        float y;

        static Vec of(float x, float y) {
            Vec vec = new Vec();
            vec.x = x;
            vec.y = y;
            return vec;
        }

        float[] values() {
            return new float[] {x, y};
        }
    }

    private static final float[] WEIGHTS = new float[2];
    private static final Vec[] CORNERS = {Vec.ZERO, Vec.ZERO};
    private static final List<Vec> PATH = new ArrayList<>(Arrays.asList(Vec.ZERO, Vec.ZERO));

    static final class Motion {
        Vec place = Vec.ZERO;
        Vec speed = Vec.ZERO;
    }

    static final class Body {
        static final StructLayout LAYOUT = Layouts.struct(
                JAVA_INT.withName("id"),
                sequenceLayout(2, JAVA_FLOAT).withName("weights"),
                sequenceLayout(2, Vec.LAYOUT).withName("corners"),
                sequenceLayout(2, Vec.LAYOUT).withName("path"),
                Layouts.struct(Vec.LAYOUT.withName("place"), Vec.LAYOUT.withName("speed"))
                        .withName("motion"),
                Vec.LAYOUT.withName("own"));

        int id;
        float[] weights = WEIGHTS;
        Vec[] corners = CORNERS;
        List<Vec> path = PATH;
        Motion motion = new Motion();
        final Vec own = new Vec();

        static Body of(int id) {
            Body body = new Body();
            body.id = id;
            body.weights = new float[] {id, -id};
            body.corners = new Vec[] {Vec.of(id, 1), Vec.of(id, 2)};
            body.path = List.of(Vec.of(id, 3), Vec.of(id, 4));
            body.motion = new Motion();
            body.motion.place = Vec.of(id, 5);
            body.motion.speed = Vec.of(id, 6);
            body.own.x = id;
            return body;
        }
    }

    private static final int[] NUMBERS = {0};
    private static final List<Vec> VECS = new ArrayList<>(List.of(Vec.ZERO));
    private static final StringBuilder TEXT = new StringBuilder();

    static final class Log {
        static final StructLayout LAYOUT = Layouts.varRecord(
                Layouts.varRef("numbers", JAVA_INT),
                Layouts.varRef("vecs", Vec.LAYOUT),
                Layouts.varRef("text"),
                Layouts.varRef("names", Layouts.varText()),
                Vec.LAYOUT.withName("place"));

        int[] numbers = NUMBERS;
        List<Vec> vecs = VECS;
        StringBuilder text = TEXT;
        List<String> names = List.of();
        Vec place = Vec.ZERO;

        static Log of(int id) {
            Log log = new Log();
            log.numbers = new int[] {id};
            log.vecs = List.of(Vec.of(id, 1));
            log.text = new StringBuilder("text " + id);
            log.names = List.of("name " + id);
            log.place = Vec.of(id, 2);
            return log;
        }
    }

    @AfterEach
    void constantsAreAsTheyWere() {
        assertArrayEquals(new float[2], Vec.ZERO.values());
        assertArrayEquals(new float[2], WEIGHTS);
        assertArrayEquals(new Vec[] {Vec.ZERO, Vec.ZERO}, CORNERS);
        assertEquals(List.of(Vec.ZERO, Vec.ZERO), PATH);
        assertArrayEquals(new int[1], NUMBERS);
        assertEquals(List.of(Vec.ZERO), VECS);
        assertEquals("", TEXT.toString());
    }

    private static void assertBody(int id, Body body) {
        assertEquals(id, body.id);
        assertArrayEquals(new float[] {id, -id}, body.weights);
        assertArrayEquals(new float[] {id, 1}, body.corners[0].values());
        assertArrayEquals(new float[] {id, 2}, body.corners[1].values());
        assertArrayEquals(new float[] {id, 3}, body.path.get(0).values());
        assertArrayEquals(new float[] {id, 4}, body.path.get(1).values());
        assertArrayEquals(new float[] {id, 5}, body.motion.place.values());
        assertArrayEquals(new float[] {id, 6}, body.motion.speed.values());
        assertArrayEquals(new float[] {id, 0}, body.own.values());
    }

    /** With a lookup of another nest, generated code sets fields by method handles. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void noReadFillsWhatIsShared(boolean nestmate) throws IllegalAccessException {
        Lookup host = nestmate ? lookup() : privateLookupIn(Point.class, lookup());
        ReusableCodec<Body> codec = StructCodec.ofClass(host, Body.class, Body.LAYOUT);
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) (2 * codec.byteSize())]);
        codec.write(Body.of(1), segment, 0);
        codec.write(Body.of(2), segment, codec.byteSize());
        Body first = codec.read(segment, 0);
        Body second = codec.read(segment, codec.byteSize());
        assertBody(1, first);
        assertBody(2, second);
        assertNotSame(first.motion, second.motion);
    }

    @Test
    void noReadOfATailFillsWhatIsShared() {
        ReusableVarCodec<Log> codec = VarCodec.ofClass(lookup(), Log.class, Log.LAYOUT);
        List<Log> logs = new ArrayList<>();
        for (int id = 1; id <= 2; id++) {
            MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.encodedSize(Log.of(id))]);
            codec.write(Log.of(id), segment, 0);
            logs.add(codec.read(segment, 0));
        }
        for (int id = 1; id <= 2; id++) {
            Log log = logs.get(id - 1);
            assertArrayEquals(new int[] {id}, log.numbers);
            assertArrayEquals(new float[] {id, 1}, log.vecs.getFirst().values());
            assertEquals("text " + id, log.text.toString());
            assertEquals(List.of("name " + id), log.names);
            assertArrayEquals(new float[] {id, 2}, log.place.values());
        }
    }

    /** What has no constructor without arguments cannot be made, and is filled as before. */
    static final class Size {
        int width;

        Size(int width) {
            this.width = width;
        }
    }

    static final class Box {
        Size size = new Size(7);
    }

    @Test
    void whatCannotBeMadeIsFilled() {
        ReusableCodec<Box> codec = StructCodec.ofClass(
                lookup(),
                Box.class,
                Layouts.struct(Layouts.struct(JAVA_INT.withName("width")).withName("size")));
        MemorySegment segment = MemorySegment.ofArray(new int[] {9});
        assertEquals(9, codec.read(segment, 0).size.width);
    }

    /** Nothing says how long the array is that its own constructor would make. */
    static final class Side {
        final float[] prices;

        Side() {
            this(0);
        }

        Side(int depth) {
            prices = new float[depth];
        }
    }

    private static final StructLayout SIDE =
            Layouts.struct(sequenceLayout(2, JAVA_FLOAT).withName("prices"));

    static final class Deep {
        Size size = new Size(7);
        Vec vec = new Vec();
    }

    static final class Ladder {
        Side[] sides = new Side[0];

        Ladder() {}

        Ladder(int count) {
            sides = new Side[count];
            Arrays.setAll(sides, _ -> new Side(2));
        }
    }

    static final class Book {
        Ladder ladder = new Ladder(1);
        Side bids = new Side(2);
        final Deep kept = new Deep();
        Deep deep = new Deep();
    }

    @Test
    void whatNoConstructorMakesAsAWholeIsFilled() {
        StructLayout deep =
                Layouts.struct(Layouts.struct(JAVA_INT.withName("width")).withName("size"), Vec.LAYOUT.withName("vec"));
        ReusableCodec<Book> codec = StructCodec.ofClass(
                lookup(),
                Book.class,
                Layouts.struct(
                        Layouts.struct(sequenceLayout(1, SIDE).withName("sides"))
                                .withName("ladder"),
                        SIDE.withName("bids"),
                        deep.withName("kept"),
                        deep.withName("deep")));
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.byteSize()]);
        Book book = new Book();
        book.bids.prices[1] = 5;
        book.ladder.sides[0].prices[0] = 6;
        book.kept.vec = Vec.of(1, 2);
        book.deep.vec = Vec.of(3, 4);
        book.deep.size.width = 9;
        codec.write(book, segment, 0);
        Book read = codec.read(segment, 0);
        assertEquals(5, read.bids.prices[1]);
        assertEquals(6, read.ladder.sides[0].prices[0]);
        assertArrayEquals(new float[] {1, 2}, read.kept.vec.values());
        assertArrayEquals(new float[] {3, 4}, read.deep.vec.values());
        assertEquals(9, read.deep.size.width);
        assertEquals(7, read.kept.size.width);
    }

    @Test
    void readIntoFillsWhatThereIs() {
        ReusableCodec<Body> codec = StructCodec.ofClass(lookup(), Body.class, Body.LAYOUT);
        MemorySegment segment = MemorySegment.ofArray(new byte[(int) codec.byteSize()]);
        codec.write(Body.of(3), segment, 0);
        Body target = Body.of(1);
        Motion motion = target.motion;
        Vec place = motion.place;
        float[] weights = target.weights;
        codec.readInto(target, segment, 0);
        assertBody(3, target);
        assertSame(motion, target.motion);
        assertSame(place, target.motion.place);
        assertSame(weights, target.weights);
    }
}
