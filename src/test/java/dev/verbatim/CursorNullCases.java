package dev.verbatim;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import dev.verbatim.NullArgumentsTest.Case;
import dev.verbatim.NullArgumentsTest.Memo;
import dev.verbatim.NullArgumentsTest.Note;
import dev.verbatim.NullArgumentsTest.Point;
import dev.verbatim.NullArgumentsTest.Spot;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.function.Executable;

/** The cases of {@link NullArgumentsTest} of cursors. */
final class CursorNullCases {

    private CursorNullCases() {}

    private static Case of(String method, String message, Executable call) {
        return new Case("SegmentCursor." + method, message, call);
    }

    private static Case ofRecords(String method, String message, Executable call) {
        return new Case("CursorRecords." + method, message, call);
    }

    private static Case ofElements(String method, String message, Executable call) {
        return new Case("CursorElements." + method, message, call);
    }

    static List<Case> cases() {
        SegmentCursor cursor = SegmentCursor.of(NullArgumentsTest.SEGMENT);
        return Stream.of(made(cursor), codecs(cursor), arrays(cursor))
                .flatMap(List::stream)
                .toList();
    }

    private static List<Case> made(SegmentCursor cursor) {
        return List.of(
                of("of(MemorySegment)", "segment", () -> SegmentCursor.of(null)),
                of("of(MemorySegment, ByteOrder)", "segment", () -> SegmentCursor.of(null, LITTLE_ENDIAN)),
                of("of(MemorySegment, ByteOrder)", "order", () -> SegmentCursor.of(NullArgumentsTest.SEGMENT, null)),
                of("growing(Arena, long)", "arena", () -> SegmentCursor.growing(null, 1)),
                of("growing(Arena, long, ByteOrder)", "arena", () -> SegmentCursor.growing(null, 1, LITTLE_ENDIAN)),
                of("growing(Arena, long, ByteOrder)", "order", () -> SegmentCursor.growing(Arena.ofAuto(), 1, null)),
                of(
                        "growing(Arena, long, long, ByteOrder)",
                        "arena",
                        () -> SegmentCursor.growing(null, 1, 2, LITTLE_ENDIAN)),
                of(
                        "growing(Arena, long, long, ByteOrder)",
                        "order",
                        () -> SegmentCursor.growing(Arena.ofAuto(), 1, 2, null)),
                of("wrap(MemorySegment)", "segment", () -> cursor.wrap(null)),
                of("put(MemorySegment)", "source", () -> cursor.put((MemorySegment) null)),
                of("getString(StringBuilder)", "target", () -> cursor.getString(null)));
    }

    private static List<Case> codecs(SegmentCursor cursor) {
        return List.of(
                ofRecords(
                        "put(StructCodec, Object)", "codec", () -> cursor.put((StructCodec<Point>) null, new Point(1))),
                ofRecords(
                        "put(StructCodec, Object)",
                        "cannot write " + Point.CODEC + " at offset=0: the value is null",
                        () -> cursor.put(Point.CODEC, null)),
                ofRecords("get(StructCodec)", "codec", () -> cursor.get((StructCodec<Point>) null)),
                ofRecords(
                        "getInto(ReusableCodec, Object)",
                        "codec",
                        () -> cursor.getInto((ReusableCodec<Spot>) null, null)),
                ofRecords(
                        "getInto(ReusableCodec, Object)",
                        "cannot read " + Spot.CODEC + " at offset=0: the target is null",
                        () -> cursor.getInto(Spot.CODEC, null)),
                ofRecords("put(SizedCodec, Object)", "codec", () -> cursor.put((SizedCodec<Note>) null, new Note(""))),
                ofRecords(
                        "put(SizedCodec, Object)",
                        "cannot write " + Note.CODEC + " at offset=0: the value is null",
                        () -> cursor.put(Note.CODEC, null)),
                ofRecords("get(SizedCodec)", "codec", () -> cursor.get((SizedCodec<Note>) null)),
                ofRecords(
                        "getInto(ReusableVarCodec, Object)",
                        "codec",
                        () -> cursor.getInto((ReusableVarCodec<Memo>) null, null)),
                ofRecords(
                        "getInto(ReusableVarCodec, Object)",
                        "cannot read " + Memo.CODEC + " at offset=0: the target is null",
                        () -> SegmentCursor.growing(Arena.ofAuto(), 0)
                                .put(Note.CODEC, new Note(""))
                                .rewind()
                                .getInto(Memo.CODEC, null)));
    }

    private static List<Case> arrays(SegmentCursor cursor) {
        return List.of(
                ofElements("putBooleans(boolean[])", "source", () -> cursor.putBooleans(null)),
                ofElements("putBooleans(boolean[], int, int)", "source", () -> cursor.putBooleans(null, 0, 0)),
                ofElements("getBooleans(boolean[])", "target", () -> cursor.getBooleans(null)),
                ofElements("getBooleans(boolean[], int, int)", "target", () -> cursor.getBooleans(null, 0, 0)),
                ofElements("putBytes(byte[])", "source", () -> cursor.putBytes(null)),
                ofElements("putBytes(byte[], int, int)", "source", () -> cursor.putBytes(null, 0, 0)),
                ofElements("getBytes(byte[])", "target", () -> cursor.getBytes(null)),
                ofElements("getBytes(byte[], int, int)", "target", () -> cursor.getBytes(null, 0, 0)),
                ofElements("putShorts(short[])", "source", () -> cursor.putShorts(null)),
                ofElements("putShorts(short[], int, int)", "source", () -> cursor.putShorts(null, 0, 0)),
                ofElements("getShorts(short[])", "target", () -> cursor.getShorts(null)),
                ofElements("getShorts(short[], int, int)", "target", () -> cursor.getShorts(null, 0, 0)),
                ofElements("putChars(char[])", "source", () -> cursor.putChars(null)),
                ofElements("putChars(char[], int, int)", "source", () -> cursor.putChars(null, 0, 0)),
                ofElements("getChars(char[])", "target", () -> cursor.getChars(null)),
                ofElements("getChars(char[], int, int)", "target", () -> cursor.getChars(null, 0, 0)),
                ofElements("putInts(int[])", "source", () -> cursor.putInts(null)),
                ofElements("putInts(int[], int, int)", "source", () -> cursor.putInts(null, 0, 0)),
                ofElements("getInts(int[])", "target", () -> cursor.getInts(null)),
                ofElements("getInts(int[], int, int)", "target", () -> cursor.getInts(null, 0, 0)),
                ofElements("putLongs(long[])", "source", () -> cursor.putLongs(null)),
                ofElements("putLongs(long[], int, int)", "source", () -> cursor.putLongs(null, 0, 0)),
                ofElements("getLongs(long[])", "target", () -> cursor.getLongs(null)),
                ofElements("getLongs(long[], int, int)", "target", () -> cursor.getLongs(null, 0, 0)),
                ofElements("putFloats(float[])", "source", () -> cursor.putFloats(null)),
                ofElements("putFloats(float[], int, int)", "source", () -> cursor.putFloats(null, 0, 0)),
                ofElements("getFloats(float[])", "target", () -> cursor.getFloats(null)),
                ofElements("getFloats(float[], int, int)", "target", () -> cursor.getFloats(null, 0, 0)),
                ofElements("putDoubles(double[])", "source", () -> cursor.putDoubles(null)),
                ofElements("putDoubles(double[], int, int)", "source", () -> cursor.putDoubles(null, 0, 0)),
                ofElements("getDoubles(double[])", "target", () -> cursor.getDoubles(null)),
                ofElements("getDoubles(double[], int, int)", "target", () -> cursor.getDoubles(null, 0, 0)));
    }
}
