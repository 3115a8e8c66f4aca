package consumer;

import static consumer.MemberFaultChecks.refusesToRead;
import static consumer.MemberFaultChecks.refusesToWrite;
import static consumer.base.Fault.isNull;
import static consumer.base.Fault.isWrong;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;

import consumer.base.Fault;
import consumer.lib.Arrow;
import consumer.lib.Color;
import consumer.lib.Point;
import consumer.lib.Vector;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** DTOs with enums, texts, arrays, lists and nested DTOs of another module. */
final class ModuleSubjects {

    private ModuleSubjects() {}

    static List<Subject<?>> all() {
        return List.of(
                Subject.of(ARROW, arrow(), ModuleSubjects::putArrow),
                Subject.of(OfLibrary.CODEC, new OfLibrary(), OfLibrary::putBytes));
    }

    private static final StructLayout POINT = structLayout(
            JAVA_DOUBLE_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("x"),
            JAVA_DOUBLE_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("y"),
            JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("tag"));
    private static final StructLayout VECTOR = structLayout(
            JAVA_LONG_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("id"),
            JAVA_FLOAT_UNALIGNED.withOrder(LITTLE_ENDIAN).withName("length"));

    private static final StructCodec<Arrow> ARROW = StructCodec.ofRecord(
            lookup(),
            Arrow.class,
            structLayout(
                    JAVA_BYTE.withName("color"),
                    sequenceLayout(5, JAVA_BYTE).withName("name"),
                    sequenceLayout(2, JAVA_INT_UNALIGNED.withOrder(LITTLE_ENDIAN))
                            .withName("marks"),
                    POINT.withName("from"),
                    VECTOR.withName("vector"),
                    sequenceLayout(1, POINT).withName("via"),
                    sequenceLayout(1, POINT).withName("more"),
                    sequenceLayout(1, VECTOR).withName("vectors")));

    private static Vector vector(long id, float length) {
        Vector vector = new Vector();
        vector.id = id;
        vector.length = length;
        return vector;
    }

    private static Arrow arrow() {
        return new Arrow(
                Color.BLUE,
                "añb",
                new int[] {1, 2},
                new Point(1, 2, 3),
                vector(4, 5),
                new Point[] {new Point(6, 7, 8)},
                List.of(new Point(9, 10, 11)),
                List.of(vector(12, 13)));
    }

    private static void putArrow(ByteBuffer bytes) {
        bytes.put((byte) 2);
        MemberSubjects.putText(bytes, "añb", 5);
        bytes.order(LITTLE_ENDIAN).putInt(1).putInt(2);
        bytes.putDouble(1).putDouble(2).putInt(3).putLong(4).putFloat(5);
        bytes.putDouble(6)
                .putDouble(7)
                .putInt(8)
                .putDouble(9)
                .putDouble(10)
                .putInt(11)
                .putLong(12)
                .putFloat(13);
    }

    /** A private class with what another module exports. */
    private static final class OfLibrary {
        private Color color = Color.GREEN;
        private Point point = new Point(1, 2, 3);
        private Vector vector = vector(4, 5);
        private Point[] points = {new Point(6, 7, 8)};
        private List<Point> pointList = List.of(new Point(9, 10, 11));
        private Vector[] vectors = {vector(12, 13)};
        private List<Vector> vectorList = new ArrayList<>(List.of(vector(14, 15)));

        private OfLibrary() {}

        private static final ReusableCodec<OfLibrary> CODEC = StructCodec.ofClass(
                lookup(),
                OfLibrary.class,
                structLayout(
                        JAVA_BYTE.withName("color"),
                        POINT.withName("point"),
                        VECTOR.withName("vector"),
                        sequenceLayout(1, POINT).withName("points"),
                        sequenceLayout(1, POINT).withName("pointList"),
                        sequenceLayout(1, VECTOR).withName("vectors"),
                        sequenceLayout(1, VECTOR).withName("vectorList")));

        private static void putBytes(ByteBuffer bytes) {
            bytes.order(LITTLE_ENDIAN).put((byte) 1);
            bytes.putDouble(1).putDouble(2).putInt(3).putLong(4).putFloat(5);
            bytes.putDouble(6).putDouble(7).putInt(8).putDouble(9).putDouble(10).putInt(11);
            bytes.putLong(12).putFloat(13).putLong(14).putFloat(15);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // what the compiler would refuse
    static void check() {
        List<Fault<OfLibrary>> faults = List.of(
                isNull("color", dto -> dto.color = null),
                isNull("point", dto -> dto.point = null),
                isNull("vector", dto -> dto.vector = null),
                isNull("points", dto -> dto.points = null),
                isNull("points[0]", dto -> dto.points[0] = null),
                isNull("pointList[0]", dto -> dto.pointList = Arrays.asList((Point) null)),
                isNull("vectors[0]", dto -> dto.vectors[0] = null),
                isNull("vectorList[0]", dto -> dto.vectorList.set(0, null)),
                isWrong("vectors has length=2", dto -> dto.vectors = new Vector[2]),
                isWrong("vectorList has length=0", dto -> dto.vectorList.clear()),
                new Fault<>(
                        ClassCastException.class,
                        ": vectorList[0] is a java.lang.String; expected a consumer.lib.Vector",
                        dto -> dto.vectorList = (List) List.of("vector")));
        for (Fault<OfLibrary> fault : faults) {
            OfLibrary dto = new OfLibrary();
            fault.spoil().accept(dto);
            refusesToWrite(OfLibrary.CODEC, dto, fault);
        }
        refusesToRead(OfLibrary.CODEC, "color", 0, "Color, 0 to 2, found 3", 3);
        Arrow valid = arrow();
        Arrow noPoint = new Arrow(
                Color.RED,
                "",
                valid.marks(),
                valid.from(),
                valid.vector(),
                new Point[1],
                valid.more(),
                valid.vectors());
        refusesToWrite(ARROW, noPoint, isNull("via[0]", null));
        Arrow longName = new Arrow(
                Color.RED,
                "123456",
                valid.marks(),
                valid.from(),
                valid.vector(),
                valid.via(),
                valid.more(),
                valid.vectors());
        refusesToWrite(ARROW, longName, isWrong("name has 6 bytes", null));
        refusesToRead(ARROW, "color", 0, ", found -128", 0x80);
        refusesToRead(ARROW, "name", 1, ", found the bytes c0 at index=0", 0xC0);
    }
}
