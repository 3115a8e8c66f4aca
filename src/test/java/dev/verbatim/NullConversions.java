package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.NullArgumentsTest.Case;
import dev.verbatim.NullArgumentsTest.Point;
import dev.verbatim.NullArgumentsTest.PointView;
import dev.verbatim.NullArgumentsTest.Spot;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.function.Executable;

/** The cases of {@link NullArgumentsTest} that are about conversions, and about limits. */
final class NullConversions {

    private NullConversions() {}

    private static Case of(String method, String message, Executable call) {
        return new Case(method, message, call);
    }

    static List<Case> cases(Path temporary) {
        Conversions none = Conversions.none();
        MethodHandle identity = MethodHandles.identity(long.class);
        return List.of(
                of(
                        "Conversion.ofStruct(Class, StructCodec, Function, Function)",
                        "type",
                        () -> Conversion.ofStruct((Class<String>) null, Point.CODEC, x -> new Point(1), x -> "")),
                of(
                        "Conversion.ofStruct(Class, StructCodec, Function, Function)",
                        "codec",
                        () -> Conversion.ofStruct(String.class, (StructCodec<Point>) null, x -> new Point(1), x -> "")),
                of(
                        "Conversion.ofStruct(Class, StructCodec, Function, Function)",
                        "to",
                        () -> Conversion.ofStruct(String.class, Point.CODEC, null, x -> "")),
                of(
                        "Conversion.ofStruct(Class, StructCodec, Function, Function)",
                        "from",
                        () -> Conversion.ofStruct(String.class, Point.CODEC, x -> new Point(1), null)),
                of(
                        "CodeConversions.shortCodes(Class, ToIntFunction, OfChar)",
                        "type",
                        () -> CodeConversions.shortCodes((Class<Durability>) null, x -> 0, JAVA_CHAR)),
                of(
                        "CodeConversions.shortCodes(Class, ToIntFunction, OfChar)",
                        "code",
                        () -> CodeConversions.shortCodes(Durability.class, null, JAVA_CHAR)),
                of(
                        "CodeConversions.shortCodes(Class, ToIntFunction, OfChar)",
                        "layout",
                        () -> CodeConversions.shortCodes(Durability.class, Enum::ordinal, null)),
                of("NumberConversions.decimal(int, OfInt)", "layout", () -> NumberConversions.decimal(1, null)),
                of("NumberConversions.scaled(int, OfInt)", "layout", () -> NumberConversions.scaled(1, null)),
                of("TimeConversions.epochSeconds(OfInt)", "layout", () -> TimeConversions.epochSeconds(null)),
                of(
                        "Conversion.ofLong(Class, ToLongFunction, LongFunction)",
                        "type",
                        () -> Conversion.ofLong((Class<String>) null, x -> 0, x -> "")),
                of(
                        "Conversion.ofLong(Class, ToLongFunction, LongFunction)",
                        "to",
                        () -> Conversion.ofLong(String.class, null, x -> "")),
                of(
                        "Conversion.ofLong(Class, ToLongFunction, LongFunction)",
                        "from",
                        () -> Conversion.ofLong(String.class, x -> 0, null)),
                of(
                        "Conversion.ofInt(Class, ToIntFunction, IntFunction)",
                        "type",
                        () -> Conversion.ofInt((Class<String>) null, x -> 0, x -> "")),
                of(
                        "Conversion.ofInt(Class, ToIntFunction, IntFunction)",
                        "to",
                        () -> Conversion.ofInt(String.class, null, x -> "")),
                of(
                        "Conversion.ofInt(Class, ToIntFunction, IntFunction)",
                        "from",
                        () -> Conversion.ofInt(String.class, x -> 0, null)),
                of(
                        "Conversion.ofShort(Class, ToIntFunction, IntFunction)",
                        "type",
                        () -> Conversion.ofShort((Class<String>) null, x -> 0, x -> "")),
                of(
                        "Conversion.ofShort(Class, ToIntFunction, IntFunction)",
                        "to",
                        () -> Conversion.ofShort(String.class, null, x -> "")),
                of(
                        "Conversion.ofShort(Class, ToIntFunction, IntFunction)",
                        "from",
                        () -> Conversion.ofShort(String.class, x -> 0, null)),
                of(
                        "Conversion.ofChar(Class, ToIntFunction, IntFunction)",
                        "type",
                        () -> Conversion.ofChar((Class<String>) null, x -> 0, x -> "")),
                of(
                        "Conversion.ofChar(Class, ToIntFunction, IntFunction)",
                        "to",
                        () -> Conversion.ofChar(String.class, null, x -> "")),
                of(
                        "Conversion.ofChar(Class, ToIntFunction, IntFunction)",
                        "from",
                        () -> Conversion.ofChar(String.class, x -> 0, null)),
                of(
                        "Conversion.ofByte(Class, ToIntFunction, IntFunction)",
                        "type",
                        () -> Conversion.ofByte((Class<String>) null, x -> 0, x -> "")),
                of(
                        "Conversion.ofByte(Class, ToIntFunction, IntFunction)",
                        "to",
                        () -> Conversion.ofByte(String.class, null, x -> "")),
                of(
                        "Conversion.ofByte(Class, ToIntFunction, IntFunction)",
                        "from",
                        () -> Conversion.ofByte(String.class, x -> 0, null)),
                of(
                        "Conversion.ofDouble(Class, ToDoubleFunction, DoubleFunction)",
                        "type",
                        () -> Conversion.ofDouble((Class<String>) null, x -> 0, x -> "")),
                of(
                        "Conversion.ofDouble(Class, ToDoubleFunction, DoubleFunction)",
                        "to",
                        () -> Conversion.ofDouble(String.class, null, x -> "")),
                of(
                        "Conversion.ofDouble(Class, ToDoubleFunction, DoubleFunction)",
                        "from",
                        () -> Conversion.ofDouble(String.class, x -> 0, null)),
                of(
                        "Conversion.ofFloat(Class, Function, Function)",
                        "type",
                        () -> Conversion.ofFloat((Class<String>) null, x -> 0f, x -> "")),
                of(
                        "Conversion.ofFloat(Class, Function, Function)",
                        "to",
                        () -> Conversion.ofFloat(String.class, null, x -> "")),
                of(
                        "Conversion.ofFloat(Class, Function, Function)",
                        "from",
                        () -> Conversion.ofFloat(String.class, x -> 0f, null)),
                of(
                        "Conversion.ofBoolean(Class, Function, Function)",
                        "type",
                        () -> Conversion.ofBoolean((Class<String>) null, x -> true, x -> "")),
                of(
                        "Conversion.ofBoolean(Class, Function, Function)",
                        "to",
                        () -> Conversion.ofBoolean(String.class, null, x -> "")),
                of(
                        "Conversion.ofBoolean(Class, Function, Function)",
                        "from",
                        () -> Conversion.ofBoolean(String.class, x -> true, null)),
                of(
                        "Conversion.ofBytes(Class, int, BytesWriter, BytesReader)",
                        "type",
                        () -> Conversion.ofBytes((Class<String>) null, 1, (x, y, z) -> {}, (y, z) -> "")),
                of(
                        "Conversion.ofBytes(Class, int, BytesWriter, BytesReader)",
                        "to",
                        () -> Conversion.ofBytes(String.class, 1, null, (y, z) -> "")),
                of(
                        "Conversion.ofBytes(Class, int, BytesWriter, BytesReader)",
                        "from",
                        () -> Conversion.ofBytes(String.class, 1, (x, y, z) -> {}, null)),
                of(
                        "Conversion.ofHandles(MethodHandle, MethodHandle)",
                        "to",
                        () -> Conversion.ofHandles(null, identity)),
                of(
                        "Conversion.ofHandles(MethodHandle, MethodHandle)",
                        "from",
                        () -> Conversion.ofHandles(identity, null)),
                of("Conversions.of(Conversion[])", "conversions", () -> Conversions.of((Conversion<?>[]) null)),
                of(
                        "StructCodec.ofConverted(Class, StructCodec, Function, Function)",
                        "type",
                        () -> StructCodec.ofConverted((Class<String>) null, Point.CODEC, x -> new Point(1), x -> "")),
                of(
                        "StructCodec.ofConverted(Class, StructCodec, Function, Function)",
                        "codec",
                        () -> StructCodec.ofConverted(
                                String.class, (StructCodec<Point>) null, x -> new Point(1), x -> "")),
                of(
                        "StructCodec.ofConverted(Class, StructCodec, Function, Function)",
                        "to",
                        () -> StructCodec.ofConverted(String.class, Point.CODEC, null, x -> "")),
                of(
                        "StructCodec.ofConverted(Class, StructCodec, Function, Function)",
                        "from",
                        () -> StructCodec.ofConverted(String.class, Point.CODEC, x -> new Point(1), null)),
                of(
                        "StructCodec.ofImmutable(Lookup, Class, StructLayout)",
                        "lookup",
                        () -> StructCodec.ofImmutable(null, Point.class, Point.LAYOUT)),
                of(
                        "StructCodec.ofImmutable(Lookup, Class, StructLayout)",
                        "type",
                        () -> StructCodec.ofImmutable(lookup(), (Class<Point>) null, Point.LAYOUT)),
                of(
                        "StructCodec.ofImmutable(Lookup, Class, StructLayout)",
                        NullArgumentsTest.layoutIsNull(Point.class),
                        () -> StructCodec.ofImmutable(lookup(), Point.class, null)),
                of(
                        "StructCodec.ofImmutable(Lookup, Class, StructLayout, Conversions)",
                        "lookup",
                        () -> StructCodec.ofImmutable(null, Point.class, Point.LAYOUT, none)),
                of(
                        "StructCodec.ofImmutable(Lookup, Class, StructLayout, Conversions)",
                        "type",
                        () -> StructCodec.ofImmutable(lookup(), (Class<Point>) null, Point.LAYOUT, none)),
                of(
                        "StructCodec.ofImmutable(Lookup, Class, StructLayout, Conversions)",
                        NullArgumentsTest.layoutIsNull(Point.class),
                        () -> StructCodec.ofImmutable(lookup(), Point.class, null, none)),
                of(
                        "StructCodec.ofImmutable(Lookup, Class, StructLayout, Conversions)",
                        "conversions",
                        () -> StructCodec.ofImmutable(lookup(), Point.class, Point.LAYOUT, null)),
                of(
                        "VarCodec.ofImmutable(Lookup, Class, StructLayout)",
                        "lookup",
                        () -> VarCodec.ofImmutable(null, Point.class, Point.LAYOUT)),
                of(
                        "VarCodec.ofImmutable(Lookup, Class, StructLayout)",
                        "type",
                        () -> VarCodec.ofImmutable(lookup(), (Class<Point>) null, Point.LAYOUT)),
                of(
                        "VarCodec.ofImmutable(Lookup, Class, StructLayout)",
                        NullArgumentsTest.layoutIsNull(Point.class),
                        () -> VarCodec.ofImmutable(lookup(), Point.class, null)),
                of(
                        "Conversion.ofList(Class, Class, Function, Function)",
                        "type",
                        () -> Conversion.ofList((Class<List<String>>) null, String.class, x -> x, x -> x)),
                of(
                        "Conversion.ofList(Class, Class, Function, Function)",
                        "element",
                        () -> Conversion.ofList(List.class, (Class<String>) null, x -> List.of(), x -> x)),
                of(
                        "Conversion.ofList(Class, Class, Function, Function)",
                        "to",
                        () -> Conversion.ofList(List.class, String.class, null, x -> x)),
                of(
                        "Conversion.ofList(Class, Class, Function, Function)",
                        "from",
                        () -> Conversion.ofList(List.class, String.class, x -> List.of(), null)),
                of(
                        "Conversion.ofText(Class, Function, Function)",
                        "type",
                        () -> Conversion.ofText((Class<String>) null, x -> x, x -> x)),
                of(
                        "Conversion.ofText(Class, Function, Function)",
                        "to",
                        () -> Conversion.ofText(String.class, null, x -> x)),
                of(
                        "Conversion.ofText(Class, Function, Function)",
                        "from",
                        () -> Conversion.ofText(String.class, x -> x, null)),
                of(
                        "Conversion.ofArray(Class, Class, Function, Function)",
                        "type",
                        () -> Conversion.ofArray((Class<byte[]>) null, byte[].class, x -> x, x -> x)),
                of(
                        "Conversion.ofArray(Class, Class, Function, Function)",
                        "array",
                        () -> Conversion.ofArray(byte[].class, (Class<byte[]>) null, x -> x, x -> x)),
                of(
                        "Conversion.ofArray(Class, Class, Function, Function)",
                        "to",
                        () -> Conversion.ofArray(byte[].class, byte[].class, null, x -> x)),
                of(
                        "Conversion.ofArray(Class, Class, Function, Function)",
                        "from",
                        () -> Conversion.ofArray(byte[].class, byte[].class, x -> x, null)),
                of("Conversions.withName(String, String)", "member", () -> none.withName(null, "a")),
                of("Conversions.withName(String, String)", "name", () -> none.withName("a", null)),
                of("Conversions.withoutField(Class, String[])", "type", () -> none.withoutField(null)),
                of(
                        "Conversions.withoutField(Class, String[])",
                        "fields",
                        () -> none.withoutField(Point.class, (String[]) null)),
                of("Conversions.withConstructor(Class, String[])", "type", () -> none.withConstructor(null)),
                of(
                        "Conversions.withConstructor(Class, String[])",
                        "fields",
                        () -> none.withConstructor(Point.class, (String[]) null)),
                of("Conversions.with(Conversion)", "conversion", () -> none.with(null)),
                of("Conversions.with(String, Conversion)", "member", () -> none.with(null, TimeConversions.epochDay())),
                of("Conversions.with(String, Conversion)", "conversion", () -> none.with("v", null)),
                of(
                        "CodeConversions.byteCodes(Class, ToIntFunction)",
                        "type",
                        () -> CodeConversions.byteCodes((Class<Durability>) null, x -> 0)),
                of(
                        "CodeConversions.byteCodes(Class, ToIntFunction)",
                        "code",
                        () -> CodeConversions.byteCodes(Durability.class, null)),
                of(
                        "CodeConversions.shortCodes(Class, ToIntFunction)",
                        "type",
                        () -> CodeConversions.shortCodes((Class<Durability>) null, x -> 0)),
                of(
                        "CodeConversions.shortCodes(Class, ToIntFunction)",
                        "code",
                        () -> CodeConversions.shortCodes(Durability.class, null)),
                of(
                        "CodeConversions.intCodes(Class, ToIntFunction)",
                        "type",
                        () -> CodeConversions.intCodes((Class<Durability>) null, x -> 0)),
                of(
                        "CodeConversions.intCodes(Class, ToIntFunction)",
                        "code",
                        () -> CodeConversions.intCodes(Durability.class, null)),
                of("CodeConversions.enumSet(Class)", "type", () -> CodeConversions.enumSet((Class<Durability>) null)),
                of(
                        "CodeConversions.nullable(Class, Object)",
                        "type",
                        () -> CodeConversions.nullable((Class<Integer>) null, 1)),
                of(
                        "CodeConversions.nullable(Class, Object)",
                        "nullValue",
                        () -> CodeConversions.nullable(Integer.class, null)),
                of(
                        "CodeConversions.nullable(Conversion, long)",
                        "conversion",
                        () -> CodeConversions.nullable((Conversion<?>) null, 1)),
                of("CodeConversions.uuid(OfLong)", "element", () -> CodeConversions.uuid(null)),
                of(
                        "NumberConversions.intOf(int, ByteOrder, boolean)",
                        "order",
                        () -> NumberConversions.intOf(3, null, true)),
                of("NumberConversions.unsignedShort(OfChar)", "layout", () -> NumberConversions.unsignedShort(null)),
                of("TimeConversions.epochDay(OfLong)", "layout", () -> TimeConversions.epochDay(null)),
                of("TextConversions.utf32(int, OfInt)", "element", () -> TextConversions.utf32(1, null)),
                of(
                        "NumberConversions.longOf(int, ByteOrder, boolean)",
                        "order",
                        () -> NumberConversions.longOf(3, null, true)),
                of(
                        "MapBuilder.timeToLive(Duration)",
                        "timeToLive",
                        () -> MappedMap.builder(temporary, MapCodec.longs(), MapCodec.longs())
                                .timeToLive(null)),
                of(
                        "VarCodec.ofRecord(Lookup, Class, StructLayout, Conversions)",
                        "lookup",
                        () -> VarCodec.ofRecord(null, Point.class, Point.LAYOUT, none)),
                of(
                        "VarCodec.ofRecord(Lookup, Class, StructLayout, Conversions)",
                        "type",
                        () -> VarCodec.ofRecord(lookup(), (Class<Point>) null, Point.LAYOUT, none)),
                of(
                        "VarCodec.ofRecord(Lookup, Class, StructLayout, Conversions)",
                        NullArgumentsTest.layoutIsNull(Point.class),
                        () -> VarCodec.ofRecord(lookup(), Point.class, null, none)),
                of(
                        "VarCodec.ofRecord(Lookup, Class, StructLayout, Conversions)",
                        "conversions",
                        () -> VarCodec.ofRecord(lookup(), Point.class, Point.LAYOUT, null)),
                of(
                        "VarCodec.ofClass(Lookup, Class, StructLayout, Conversions)",
                        "lookup",
                        () -> VarCodec.ofClass(null, Point.class, Point.LAYOUT, none)),
                of(
                        "VarCodec.ofClass(Lookup, Class, StructLayout, Conversions)",
                        "type",
                        () -> VarCodec.ofClass(lookup(), (Class<Point>) null, Point.LAYOUT, none)),
                of(
                        "VarCodec.ofClass(Lookup, Class, StructLayout, Conversions)",
                        NullArgumentsTest.layoutIsNull(Point.class),
                        () -> VarCodec.ofClass(lookup(), Point.class, null, none)),
                of(
                        "VarCodec.ofClass(Lookup, Class, StructLayout, Conversions)",
                        "conversions",
                        () -> VarCodec.ofClass(lookup(), Point.class, Point.LAYOUT, null)),
                of(
                        "VarCodec.ofImmutable(Lookup, Class, StructLayout, Conversions)",
                        "lookup",
                        () -> VarCodec.ofImmutable(null, Point.class, Point.LAYOUT, none)),
                of(
                        "VarCodec.ofImmutable(Lookup, Class, StructLayout, Conversions)",
                        "type",
                        () -> VarCodec.ofImmutable(lookup(), (Class<Point>) null, Point.LAYOUT, none)),
                of(
                        "VarCodec.ofImmutable(Lookup, Class, StructLayout, Conversions)",
                        NullArgumentsTest.layoutIsNull(Point.class),
                        () -> VarCodec.ofImmutable(lookup(), Point.class, null, none)),
                of(
                        "VarCodec.ofImmutable(Lookup, Class, StructLayout, Conversions)",
                        "conversions",
                        () -> VarCodec.ofImmutable(lookup(), Point.class, Point.LAYOUT, null)),
                of(
                        "VarCodec.Builder.withConversions(Conversions)",
                        "conversions",
                        () -> VarCodec.builder(lookup(), Point.class, Point.LAYOUT)
                                .withConversions(null)),
                of(
                        "StructCodec.ofRecord(Lookup, Class, StructLayout, Conversions)",
                        "lookup",
                        () -> StructCodec.ofRecord(null, Point.class, Point.LAYOUT, none)),
                of(
                        "StructCodec.ofRecord(Lookup, Class, StructLayout, Conversions)",
                        "type",
                        () -> StructCodec.ofRecord(lookup(), null, Point.LAYOUT, none)),
                of(
                        "StructCodec.ofRecord(Lookup, Class, StructLayout, Conversions)",
                        NullArgumentsTest.layoutIsNull(Point.class),
                        () -> StructCodec.ofRecord(lookup(), Point.class, null, none)),
                of(
                        "StructCodec.ofRecord(Lookup, Class, StructLayout, Conversions)",
                        "conversions",
                        () -> StructCodec.ofRecord(lookup(), Point.class, Point.LAYOUT, null)),
                of(
                        "StructCodec.ofClass(Lookup, Class, StructLayout, Conversions)",
                        "lookup",
                        () -> StructCodec.ofClass(null, Spot.class, Point.LAYOUT, none)),
                of(
                        "StructCodec.ofClass(Lookup, Class, StructLayout, Conversions)",
                        "type",
                        () -> StructCodec.ofClass(lookup(), null, Point.LAYOUT, none)),
                of(
                        "StructCodec.ofClass(Lookup, Class, StructLayout, Conversions)",
                        NullArgumentsTest.layoutIsNull(Spot.class),
                        () -> StructCodec.ofClass(lookup(), Spot.class, null, none)),
                of(
                        "StructCodec.ofClass(Lookup, Class, StructLayout, Conversions)",
                        "conversions",
                        () -> StructCodec.ofClass(lookup(), Spot.class, Point.LAYOUT, (Conversions) null)),
                of(
                        "StructCodec.ofClass(Lookup, Class, StructLayout, Supplier, Conversions)",
                        "lookup",
                        () -> StructCodec.ofClass(null, Spot.class, Point.LAYOUT, Spot::new, none)),
                of(
                        "StructCodec.ofClass(Lookup, Class, StructLayout, Supplier, Conversions)",
                        "type",
                        () -> StructCodec.ofClass(lookup(), null, Point.LAYOUT, Spot::new, none)),
                of(
                        "StructCodec.ofClass(Lookup, Class, StructLayout, Supplier, Conversions)",
                        NullArgumentsTest.layoutIsNull(Spot.class),
                        () -> StructCodec.ofClass(lookup(), Spot.class, null, Spot::new, none)),
                of(
                        "StructCodec.ofClass(Lookup, Class, StructLayout, Supplier, Conversions)",
                        "conversions",
                        () -> StructCodec.ofClass(lookup(), Spot.class, Point.LAYOUT, Spot::new, null)),
                of(
                        "StructCodec.ofClass(Lookup, Class, StructLayout, Supplier, Conversions)",
                        "supplier",
                        () -> StructCodec.ofClass(lookup(), Spot.class, Point.LAYOUT, null, none)),
                of(
                        "ViewFactory.of(Lookup, Class, StructLayout, Conversions)",
                        "lookup",
                        () -> ViewFactory.of(null, PointView.class, Point.LAYOUT, none)),
                of(
                        "ViewFactory.of(Lookup, Class, StructLayout, Conversions)",
                        "type",
                        () -> ViewFactory.of(lookup(), null, Point.LAYOUT, none)),
                of(
                        "ViewFactory.of(Lookup, Class, StructLayout, Conversions)",
                        NullArgumentsTest.layoutIsNull(PointView.class),
                        () -> ViewFactory.of(lookup(), PointView.class, null, none)),
                of(
                        "ViewFactory.of(Lookup, Class, StructLayout, Conversions)",
                        "conversions",
                        () -> ViewFactory.of(lookup(), PointView.class, Point.LAYOUT, null)));
    }
}
