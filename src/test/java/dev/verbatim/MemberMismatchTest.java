package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.io.Serializable;
import java.lang.Character.UnicodeScript;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Enums, texts, arrays and lists that cannot be bound, and the lines that say why. */
@SuppressWarnings({"unused", "ArrayRecordComponent"}) // the components are there to be bound
class MemberMismatchTest {

    private static final ValueLayout INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout DOUBLE_BE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private static final MemoryLayout BYTES = sequenceLayout(16, JAVA_BYTE);
    private static final MemoryLayout INTS = sequenceLayout(2, INT);

    private static final String HERE = "dev.verbatim.MemberMismatchTest$";

    enum Side {
        BUY,
        SELL
    }

    enum Nothing {}

    record Level(long price, int size) {
        static final StructLayout LAYOUT = structLayout(LONG.withName("price"), INT.withName("size"));
    }

    record OfEnum(Side v) {}

    /** More constants than bytes have ordinals for. */
    record OfMany(UnicodeScript v) {}

    record OfNothing(Nothing v) {}

    record OfEnumItself(Enum<?> v) {}

    record OfString(String v) {}

    record OfText(CharSequence v) {}

    record OfBuilder(StringBuilder v) {}

    record OfInts(int[] v) {}

    record OfBooleans(boolean[] v) {}

    record OfFlag(boolean v) {}

    record OfHalf(float v) {}

    record OfFixed(double v) {}

    record OfChar(char v) {}

    record OfLevel(Level v) {}

    record OfLevels(Level[] v) {}

    record OfList(List<Level> v) {}

    @SuppressWarnings("rawtypes") // what is refused
    record OfRawList(List v) {}

    record OfAnyList(List<?> v) {}

    record OfBoundedList(List<? super Level> v) {}

    record OfGenericList<T>(List<T> v) {}

    record OfListOfLists(List<List<Level>> v) {}

    record OfStringList(List<String> v) {}

    record OfIntegerList(List<Integer> v) {}

    record OfInterfaceList(List<Serializable> v) {}

    record OfArrayList(ArrayList<Level> v) {}

    record OfCollection(Collection<Level> v) {}

    record OfMap(Map<String, Level> v) {}

    record OfStrings(String[] v) {}

    record OfEnums(Side[] v) {}

    record OfBoxes(Long[] v) {}

    record OfGrid(int[][] v) {}

    record OfBox(Integer v) {}

    record OfObject(Object v) {}

    record OfGeneric<T>(T v) {}

    @SuppressWarnings("ArrayRecordComponent") // it is refused
    record OfGenericArray<T>(T[] v) {}

    record OfConstant<E extends Enum<E>>(E v) {}

    record OfInterface(Serializable v) {}

    sealed interface Shape {}

    record Circle(int radius) implements Shape {}

    record OfSealed(Shape v) {}

    record OfSealedList(List<Shape> v) {}

    record OfMemory(MemorySegment v) {}

    record OfUuid(UUID v) {}

    record OfInstants(List<Instant> v) {}

    private static Arguments of(Class<? extends Record> type, MemoryLayout layout, String found, String remedy) {
        return Arguments.of(type, layout, found, remedy);
    }

    static Stream<Arguments> mismatches() {
        String ordinal =
                "component `Side v`; an enum is stored as its ordinal; make the member a JAVA_BYTE, JAVA_SHORT,"
                        + " JAVA_CHAR, JAVA_INT or JAVA_LONG";
        String utf8 = "component `String v`; a String needs a sequence of JAVA_BYTE, which holds its UTF-8";
        String generic = "; declare the class of the list's elements, as in `List<Level>`";
        String declare = "; or declare a conversion, as `Conversions.of(";
        String wrap = "; the elements of an array or list are primitives, records or classes; wrap the ";
        String ofInt = "int (byteSize=4, offset=1)";
        String ofInts = "sequence of 2 (byteSize=8, offset=1)";
        String ofBytes = "sequence of 16 (byteSize=16, offset=1)";
        String ofStruct = "struct (byteSize=12, offset=1)";
        String ofStructs = "sequence of 2 (byteSize=24, offset=1)";
        String documented = "` cannot be bound; the documentation of StructCodec lists what can";
        String tagged = "a sealed interface is bound by a tag; declare the conversion of its TaggedCodec, as"
                + " `Conversions.of(codec.conversion())`";
        String same = "component `%s v`; make the two types the same, nothing is converted";
        String text = "text of a fixed size is a String; declare `String`";
        MemoryLayout levels = sequenceLayout(2, Level.LAYOUT);
        int scripts = UnicodeScript.values().length; // it depends on the JDK
        return Stream.of(
                of(OfEnum.class, DOUBLE, "double (byteSize=8, offset=1)", ordinal),
                of(OfEnum.class, FLOAT, "float (byteSize=4, offset=1)", ordinal),
                of(OfEnum.class, JAVA_BOOLEAN, "boolean (byteSize=1, offset=1)", ordinal),
                of(OfEnum.class, INTS, ofInts, ordinal),
                of(OfEnum.class, BYTES, ofBytes, ordinal),
                of(
                        OfMany.class,
                        JAVA_BYTE,
                        "byte (byteSize=1, offset=1)",
                        "component `UnicodeScript v`; the last of its " + scripts + " constants has the ordinal "
                                + (scripts - 1) + ", which does not fit; make the member a JAVA_SHORT or larger"
                                + declare + "CodeConversions.byteCodes(UnicodeScript.class, code))`"),
                of(
                        OfNothing.class,
                        INT,
                        ofInt,
                        "component `Nothing v`; the enum has no constant to store; make the member padding"),
                of(
                        OfConstant.class,
                        INT,
                        ofInt,
                        "component `E v`; it is one of Enum when the program runs; declare a type in place of the type"
                                + " variable"),
                of(OfEnumItself.class, INT, ofInt, "component `Enum<?> v`; `Enum" + documented),
                of(OfMemory.class, BYTES, ofBytes, "component `MemorySegment v`; `MemorySegment" + documented),
                of(
                        OfSealed.class,
                        INT,
                        ofInt,
                        "component `Shape v`; `Shape" + documented
                                + "; or declare a conversion, as `Conversions.of(Conversion.ofInt(Shape.class, to,"
                                + " from))`"),
                of(OfString.class, INT, ofInt, utf8),
                of(
                        OfString.class,
                        INTS,
                        ofInts,
                        utf8 + ", this is one of int" + declare + "TextConversions.utf32(2, JAVA_INT))`"),
                of(
                        OfString.class,
                        sequenceLayout(2, JAVA_BOOLEAN),
                        "sequence of 2 (byteSize=2, offset=1)",
                        utf8 + ", this is one of boolean"),
                of(OfString.class, levels, ofStructs, utf8 + ", this is one of struct"),
                of(OfText.class, BYTES, ofBytes, "component `CharSequence v`; " + text),
                of(OfBuilder.class, BYTES, ofBytes, "component `StringBuilder v`; " + text),
                of(OfText.class, INTS, ofInts, "component `CharSequence v`; `CharSequence" + documented),
                of(
                        OfFlag.class,
                        INT,
                        ofInt,
                        same.formatted("boolean") + declare + "Conversion.ofInt(boolean.class, to, from))`"),
                of(
                        OfFlag.class,
                        JAVA_BYTE,
                        "byte (byteSize=1, offset=1)",
                        same.formatted("boolean") + declare + "Conversion.ofByte(boolean.class, to, from))`"),
                of(OfFlag.class, FLOAT, "float (byteSize=4, offset=1)", same.formatted("boolean")),
                of(
                        OfHalf.class,
                        ValueLayout.JAVA_SHORT_UNALIGNED,
                        "short (byteSize=2, offset=1)",
                        same.formatted("float") + declare + "NumberConversions.half())`"),
                of(OfHalf.class, DOUBLE, "double (byteSize=8, offset=1)", same.formatted("float")),
                of(
                        OfFixed.class,
                        INT,
                        ofInt,
                        same.formatted("double") + declare + "NumberConversions.scaled(digits, JAVA_INT))`"),
                of(OfFixed.class, FLOAT, "float (byteSize=4, offset=1)", same.formatted("double")),
                of(
                        OfChar.class,
                        JAVA_BYTE,
                        "byte (byteSize=1, offset=1)",
                        same.formatted("char") + declare + "Conversion.ofByte(char.class, to, from))`"),
                of(OfChar.class, INT, ofInt, same.formatted("char")),
                of(OfInts.class, INT, ofInt, "component `int[] v`; int[] needs a sequence of JAVA_INT"),
                of(
                        OfInts.class,
                        sequenceLayout(2, DOUBLE_BE),
                        "sequence of 2 (byteSize=16, offset=1)",
                        "component `int[] v`; int[] needs a sequence of JAVA_INT, this is one of double (big-endian)"),
                of(
                        OfBooleans.class,
                        BYTES,
                        ofBytes,
                        "component `boolean[] v`; boolean[] needs a sequence of JAVA_BOOLEAN, this is one of byte"
                                + declare + "Conversion.ofByte(boolean.class, to, from))`"),
                of(
                        OfInts.class,
                        levels,
                        ofStructs,
                        "component `int[] v`; int[] needs a sequence of JAVA_INT, this is one of struct"),
                of(
                        OfInts.class,
                        sequenceLayout(1L << 31, INT),
                        "sequence of 2147483648 (byteSize=8589934592, offset=1)",
                        "component `int[] v`; a sequence has at most 2147483647 elements here, this one has"
                                + " 2147483648"),
                of(
                        OfString.class,
                        sequenceLayout(1L << 31, JAVA_BYTE),
                        "sequence of 2147483648 (byteSize=2147483648, offset=1)",
                        "component `String v`; a sequence has at most 2147483647 elements here, this one has"
                                + " 2147483648"),
                of(
                        OfList.class,
                        sequenceLayout(1L << 31, Level.LAYOUT),
                        "sequence of 2147483648 (byteSize=25769803776, offset=1)",
                        "component `List<Level> v`; a sequence has at most 2147483647 elements here, this one has"
                                + " 2147483648"),
                of(
                        OfLevel.class,
                        INT,
                        ofInt,
                        "component `Level v`; declare `int`, or make the member a struct with the members of Level; or"
                            + " declare a conversion, as `Conversions.of(Conversion.ofInt(Level.class, to, from))`"),
                of(
                        OfLevel.class,
                        FLOAT,
                        "float (byteSize=4, offset=1)",
                        "component `Level v`; declare `float`, or make the member a struct with the members of Level"
                                + declare + "Conversion.ofFloat(Level.class, to, from))`"),
                of(
                        OfLevel.class,
                        JAVA_BOOLEAN,
                        "boolean (byteSize=1, offset=1)",
                        "component `Level v`; declare `boolean`, or make the member a struct with the members of Level"
                                + declare + "Conversion.ofBoolean(Level.class, to, from))`"),
                of(
                        OfLevel.class,
                        BYTES,
                        ofBytes,
                        "component `Level v`; a nested Level needs a struct" + declare
                                + "Conversion.ofBytes(Level.class, 16, to, from))`"),
                of(
                        OfLevel.class,
                        INTS,
                        ofInts,
                        "component `Level v`; a nested Level needs a struct" + declare
                                + "Conversion.ofBytes(Level.class, 8, to, from))`"),
                of(
                        OfLevel.class,
                        sequenceLayout(1L << 30, INT),
                        "sequence of 1073741824 (byteSize=4294967296, offset=1)",
                        "component `Level v`; a nested Level needs a struct"),
                of(OfLevel.class, levels, ofStructs, "component `Level v`; a nested Level needs a struct"),
                of(OfLevels.class, INT, ofInt, "component `Level[] v`; Level[] needs a sequence of structs"),
                of(
                        OfLevels.class,
                        Level.LAYOUT,
                        ofStruct,
                        "component `Level[] v`; Level[] needs a sequence of structs"),
                of(
                        OfLevels.class,
                        INTS,
                        ofInts,
                        "component `Level[] v`; Level[] needs a sequence of structs, this is one of int" + declare
                                + "Conversion.ofInt(Level.class, to, from))`"),
                of(
                        OfList.class,
                        INTS,
                        ofInts,
                        "component `List<Level> v`; List<Level> needs a sequence of structs, this is one of int"
                                + declare + "Conversion.ofInt(Level.class, to, from))`"),
                of(OfRawList.class, levels, ofStructs, "component `List v`" + generic),
                of(OfAnyList.class, levels, ofStructs, "component `List<?> v`" + generic),
                of(OfBoundedList.class, levels, ofStructs, "component `List<? super " + HERE + "Level> v`" + generic),
                of(OfGenericList.class, levels, ofStructs, "component `List<T> v`" + generic),
                of(
                        OfListOfLists.class,
                        levels,
                        ofStructs,
                        "component `List<List<Level>> v`; rows lie one after the other in one array; declare an array"
                                + " or List of what they have"),
                of(OfStringList.class, BYTES, ofBytes, "component `List<String> v`" + wrap + "String in a record"),
                of(
                        OfIntegerList.class,
                        INTS,
                        ofInts,
                        "component `List<Integer> v`; nothing is boxed; declare `int[]`" + declare
                                + "CodeConversions.nullable(Integer.class, nullValue))`"),
                of(
                        OfInterfaceList.class,
                        levels,
                        ofStructs,
                        "component `List<Serializable> v`" + wrap + "Serializable in a record"),
                of(
                        OfArrayList.class,
                        levels,
                        ofStructs,
                        "component `ArrayList<Level> v`; of all collections only a List can be bound; declare one"),
                of(
                        OfCollection.class,
                        levels,
                        ofStructs,
                        "component `Collection<Level> v`; of all collections only a List can be bound; declare one"),
                of(OfMap.class, levels, ofStructs, "component `Map<String, Level> v`; `Map" + documented),
                of(OfStrings.class, BYTES, ofBytes, "component `String[] v`" + wrap + "String in a record"),
                of(
                        OfEnums.class,
                        INTS,
                        ofInts,
                        "component `Side[] v`" + wrap + "Side in a record" + declare
                                + "CodeConversions.intCodes(Side.class, code))`"),
                of(
                        OfBoxes.class,
                        INTS,
                        ofInts,
                        "component `Long[] v`; nothing is boxed; declare `long[]`" + declare
                                + "CodeConversions.nullable(NumberConversions.unsignedInt(), nullValue))`"),
                of(
                        OfGrid.class,
                        INTS,
                        ofInts,
                        "component `int[][] v`; rows lie one after the other in one array; declare `int[]`"),
                of(
                        OfBox.class,
                        INT,
                        ofInt,
                        "component `Integer v`; nothing is boxed; declare `int`; or declare a conversion, as"
                                + " `Conversions.of(CodeConversions.nullable(Integer.class, nullValue))`"),
                of(
                        OfBox.class,
                        DOUBLE,
                        "double (byteSize=8, offset=1)",
                        "component `Integer v`; nothing is boxed; declare `double`"),
                of(OfBox.class, INTS, ofInts, "component `Integer v`; `Integer" + documented),
                of(OfObject.class, INT, ofInt, "component `Object v`; `Object" + documented),
                of(
                        OfGeneric.class,
                        INT,
                        ofInt,
                        "component `T v`; it is one of Object when the program runs; declare a type in place of the"
                                + " type variable"),
                of(
                        OfGenericArray.class,
                        levels,
                        ofStructs,
                        "component `T[] v`; it is one of Object when the program runs; declare the class of the array's"
                                + " elements, as in `Level[]`"),
                of(OfSealed.class, Level.LAYOUT, ofStruct, "component `Shape v`; " + tagged),
                of(OfSealedList.class, levels, ofStructs, "component `List<Shape> v`; " + tagged),
                of(OfInterface.class, INT, ofInt, "component `Serializable v`; `Serializable" + documented),
                of(OfInterface.class, Level.LAYOUT, ofStruct, "component `Serializable v`; `Serializable" + documented),
                of(OfUuid.class, LONG, "long (byteSize=8, offset=1)", "component `UUID v`; declare `long`"),
                of(
                        OfUuid.class,
                        INTS,
                        ofInts,
                        "component `UUID v`; `UUID" + documented + declare
                                + "Conversion.ofBytes(UUID.class, 8, to, from))`"),
                of(
                        OfUuid.class,
                        sequenceLayout(2, ValueLayout.JAVA_LONG_UNALIGNED),
                        "sequence of 2 (byteSize=16, offset=1)",
                        "component `UUID v`; `UUID" + documented + declare + "CodeConversions.uuid(JAVA_LONG))`"),
                of(
                        OfInstants.class,
                        LONG,
                        "long (byteSize=8, offset=1)",
                        "component `List<Instant> v`; List<Instant> needs a sequence of structs"),
                of(
                        OfInstants.class,
                        sequenceLayout(2, LONG),
                        "sequence of 2 (byteSize=16, offset=1)",
                        "component `List<Instant> v`; declare `long[]`" + declare + "TimeConversions.epochNanos())`"));
    }

    @ParameterizedTest
    @MethodSource("mismatches")
    void aMemberAndAComponentThatDoNotMatch(
            Class<? extends Record> type, MemoryLayout layout, String found, String remedy) {
        assertMismatch(
                type,
                structLayout(paddingLayout(1), layout.withName("v")),
                "v: the layout has " + found + ", " + type.getName() + " has the " + remedy);
    }

    @Test
    void aFieldIsNamedWithItsTypeArgumentsToo() {
        class Quotes {
            List<String> names;
            List<Level> levels;
        }
        assertMismatch(
                Quotes.class,
                structLayout(BYTES.withName("names")),
                "names: the layout has sequence of 16 (byteSize=16, offset=0), " + Quotes.class.getName()
                        + " has the field `List<String> names`; the elements of an array or list are primitives,"
                        + " records or classes; wrap the String in a record",
                "levels: the layout has no member of this name, " + Quotes.class.getName()
                        + " has the field `List<Level> levels`; add `List<Level> levels` to the layout, make the"
                        + " field transient, or leave it out by `Conversions.none().withoutField(Quotes.class,"
                        + " \"levels\")`");
    }

    static class Rungs<T, N extends Number, L extends Level> {
        T[] all;
        N[][] grid;
        L[] levels;
    }

    static final class LevelRungs extends Rungs<Level, Integer, Level> {}

    @Test
    void anArrayOfATypeVariableOfASuperclass() {
        String found = " (byteSize=24, offset=%d), " + HERE + "LevelRungs has the field `%s` of " + HERE
                + "Rungs; it is one of %s when the program runs; declare the class of the array's elements, as in"
                + " `Level[]`";
        MemoryLayout levels = sequenceLayout(2, Level.LAYOUT);
        assertMismatch(
                LevelRungs.class,
                structLayout(levels.withName("all"), levels.withName("grid"), levels.withName("levels")),
                "all: the layout has sequence of 2" + found.formatted(0, "T[] all", "Object"),
                "grid: the layout has sequence of 2" + found.formatted(24, "N[][] grid", "Number[]"));
    }

    @Test
    void membersThatTheDtoLacksAreSuggested() {
        record Brief(int v) {}
        String lacks = Brief.class.getName() + " has no component of this name; add ";
        assertMismatch(
                Brief.class,
                structLayout(
                        INT.withName("v"),
                        BYTES.withName("symbol"),
                        INTS.withName("sizes"),
                        Level.LAYOUT.withName("best"),
                        sequenceLayout(2, Level.LAYOUT).withName("levels")),
                "symbol: the layout has sequence of 16 (byteSize=16, offset=4), " + lacks
                        + "`byte[] symbol` or `String symbol`, or make the member padding",
                "sizes: the layout has sequence of 2 (byteSize=8, offset=20), " + lacks
                        + "`int[] sizes`, or make the member padding",
                "best: the layout has struct (byteSize=12, offset=28), " + lacks
                        + "a record or class `best`, or make the member padding",
                "levels: the layout has sequence of 2 (byteSize=24, offset=40), " + lacks
                        + "an array or List `levels` of a record or class, or make the member padding");
    }

    @Test
    void textsOfAFixedSizeNeedAConversion() {
        record Names(List<String> a, String[] b) {}
        MemoryLayout names = sequenceLayout(3, sequenceLayout(8, JAVA_BYTE));
        String found =
                " (byteSize=24, offset=%d), " + Names.class.getName() + " has the component `%s`; the elements of an"
                        + " array or list are primitives, records or"
                        + " classes; wrap the String in a record; or"
                        + " declare a conversion, as"
                        + " `Conversions.of(TextConversions.utf8(8))`";
        assertMismatch(
                Names.class,
                structLayout(names.withName("a"), names.withName("b")),
                "a: the layout has sequence of 3 x 8" + found.formatted(0, "List<String> a"),
                "b: the layout has sequence of 3 x 8" + found.formatted(24, "String[] b"));
    }

    @Test
    void aSequenceOfWhatNoJavaTypeBindsTo() {
        record Odd(int[] a, int[] b, byte[] c) {}
        assertMismatch(
                Odd.class,
                structLayout(
                        sequenceLayout(2, unionLayout(INT)).withName("a"),
                        sequenceLayout(2, paddingLayout(4)).withName("b"),
                        sequenceLayout(2, sequenceLayout(3, INT)).withName("c")),
                "a: the layout has sequence of 2 (byteSize=8, offset=0), sequences of unions cannot be bound; name the"
                        + " alternative that is used by Layouts.withAlternative, declare the conversion of a"
                        + " TaggedCodec, or make the member padding",
                "b: the layout has sequence of 2 (byteSize=8, offset=8), padding has no values; make all of it one"
                        + " padding",
                "c: the layout has sequence of 2 x 3 (byteSize=24, offset=16), " + Odd.class.getName()
                        + " has the component `byte[] c`; byte[] needs a sequence of JAVA_BYTE, this is one of int");
    }

    @Test
    void anEnumOfManyConstantsFitsAShort() {
        StructLayout layout = structLayout(ValueLayout.JAVA_SHORT.withName("v"));
        assertEquals(2, StructCodec.ofRecord(lookup(), OfMany.class, layout).byteSize());
    }

    static void assertMismatch(Class<?> type, StructLayout layout, String... lines) {
        assertEquals(String.join("\n", lines), String.join("\n", mismatches(type, layout)));
    }

    static List<String> mismatches(Class<?> type, StructLayout layout) {
        return assertThrowsExactly(LayoutMismatchException.class, () -> BitIdentityProperties.codec(type, layout))
                .mismatches();
    }
}
