package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What cannot be bound to a variable-length record, and the lines that say why. */
@SuppressWarnings({"unused", "ArrayRecordComponent"}) // the components are there to be bound
class VarMismatchTest {

    private static final String HERE = "dev.verbatim.VarMismatchTest$";

    record Level(long price, int size) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("price"), JAVA_INT.withName("size"));
    }

    private static final StructLayout WRONG_LEVEL =
            Layouts.struct(JAVA_INT.withName("price"), JAVA_INT.withName("size"));

    record Noted(String note) {
        static final StructLayout REFERENCE_ONLY = structLayout(Layouts.varRef("note"));
        static final StructLayout RECORD = Layouts.varRecord(Layouts.varRef("note"));
    }

    record OfString(String v) {}

    record OfBuilder(StringBuilder v) {}

    record OfLongs(long[] v) {}

    record OfBytes(byte[] v) {}

    record OfLevels(Level[] v) {}

    record OfList(List<Level> v) {}

    record OfNoted(Noted v) {}

    record OfNotes(List<Noted> v) {}

    @SuppressWarnings("rawtypes") // what is refused
    record OfRawList(List v) {}

    record OfStringList(List<String> v) {}

    record OfStrings(String[] v) {}

    record OfBoxes(Integer[] v) {}

    record OfBoxList(List<Long> v) {}

    record OfGrid(int[][] v) {}

    record OfOptionalList(List<Optional<StringBuilder>> v) {}

    record OfDeepList(List<List<Level[]>> v) {}

    enum Kind {
        ONE
    }

    record OfKinds(List<Kind> v) {}

    @SuppressWarnings("rawtypes") // what is refused
    record OfRawOptional(Optional v) {}

    record OfOptionalLevel(Optional<Level> v) {}

    record OfDoubleOptional(Optional<Optional<String>> v) {}

    record OfOptionalInt(Optional<Integer> v) {}

    record OfOptionalInts(List<Optional<Integer>> v) {}

    record OfOptionalLevels(List<Optional<Level>> v) {}

    @SuppressWarnings("ArrayRecordComponent") // it is refused
    record OfGenericArray<T>(T[] v) {}

    record OfLevel(Level v) {}

    record OfInstant(Instant v) {}

    record OfInstants(List<Instant> v) {}

    record OfLong(long v) {}

    record Named(String name) {}

    record OfNamed(List<Named> v) {}

    record OfObject(Object v) {}

    record OfText(CharSequence v) {}

    /** A member that is in the place of the component, and does not match it. */
    private static Arguments of(
            Class<? extends Record> type, MemoryLayout member, String found, String component, String remedy) {
        return lines(
                type,
                member,
                "v: the layout has " + found + " (byteSize=8, offset=8), " + type.getName() + " has the component `"
                        + component + "`; " + remedy);
    }

    private static Arguments lines(Class<? extends Record> type, MemoryLayout member, String... mismatches) {
        return Arguments.of(type, member, List.of(mismatches));
    }

    private static final String UTF_8 =
            "text needs `Layouts.varRef(name)`, which refers to its UTF-8, this refers to elements of type ";

    private static final String NEEDS_TEXTS =
            " needs `Layouts.varRef(name, Layouts.varText())`, this refers to elements of type ";

    private static final String OF_FIXED_SIZE =
            "a varRef refers to text, an array or a list; a value of fixed size lies"
                    + " among the other members; make it one of them, as StructCodec binds it";

    private static final String DECLARE = "a varRef refers to text, an array or a list; declare one of these";

    private static final String IN_SEQUENCE =
            "which refers to the tail of a variable-length record, and this is in none, or in a sequence; make the"
                    + " struct, or the elements of a varRef, with Layouts.varRecord, and bind it with a VarCodec";

    private static final String HEADER =
            "the layout begins with the header of a variable-length record; bind it with a VarCodec, or make a nested"
                    + " part with Layouts.struct";

    private static final String UNKNOWN_PATH =
            "there is a default for it, but the layout has no member of this path; correct the path, or remove the"
                    + " default";

    private static final MemoryLayout TEXT = Layouts.varRef("v");
    private static final MemoryLayout LONGS = Layouts.varRef("v", JAVA_LONG);
    private static final MemoryLayout LEVELS = Layouts.varRef("v", Level.LAYOUT);

    static Stream<Arguments> mismatches() {
        return Stream.of(
                of(
                        OfGenericArray.class,
                        LEVELS,
                        "varRef of struct",
                        "T[] v",
                        "it is one of Object when the program runs; declare the class of the array's elements, as in"
                                + " `Level[]`"),
                of(OfString.class, LONGS, "varRef of long", "String v", UTF_8 + "long"),
                of(OfBuilder.class, LEVELS, "varRef of struct", "StringBuilder v", UTF_8 + "struct"),
                of(
                        OfLongs.class,
                        TEXT,
                        "varRef of byte",
                        "long[] v",
                        "long[] needs `Layouts.varRef(name, JAVA_LONG)`, this refers to elements of type byte"),
                of(
                        OfLongs.class,
                        LEVELS,
                        "varRef of struct",
                        "long[] v",
                        "long[] needs `Layouts.varRef(name, JAVA_LONG)`, this refers to elements of type struct"),
                of(
                        OfBytes.class,
                        LONGS,
                        "varRef of long",
                        "byte[] v",
                        "byte[] needs `Layouts.varRef(name, JAVA_BYTE)`, this refers to elements of type long"),
                of(
                        OfLevels.class,
                        TEXT,
                        "varRef of byte",
                        "Level[] v",
                        "Level[] needs `Layouts.varRef(name, layout)` with the layout of a Level, this refers to"
                                + " elements of type byte; or declare a conversion, as"
                                + " `Conversions.of(Conversion.ofByte(Level.class, to, from))`"),
                of(
                        OfList.class,
                        LONGS,
                        "varRef of long",
                        "List<Level> v",
                        "List<Level> needs `Layouts.varRef(name, layout)` with the layout of a Level, this refers to"
                                + " elements of type long; or declare a conversion, as"
                                + " `Conversions.of(Conversion.ofLong(Level.class, to, from))`"),
                lines(
                        OfList.class,
                        Layouts.varRef("v", WRONG_LEVEL),
                        "v[].price: the layout has int (byteSize=4, offset=0), " + HERE + "Level has the component"
                                + " `long price`; make the two types the same, nothing is converted"
                                + "; or declare a conversion, as `Conversions.of(NumberConversions.unsignedInt())`"),
                of(
                        OfRawList.class,
                        LEVELS,
                        "varRef of struct",
                        "List v",
                        "declare the class of the list's elements, as in `List<Level>`"),
                of(OfStringList.class, TEXT, "varRef of byte", "List<String> v", "List<String>" + NEEDS_TEXTS + "byte"),
                of(OfStrings.class, LEVELS, "varRef of struct", "String[] v", "String[]" + NEEDS_TEXTS + "struct"),
                of(
                        OfStrings.class,
                        LONGS,
                        "varRef of long",
                        "String[] v",
                        "String[]" + NEEDS_TEXTS + "long; or declare a conversion, as"
                                + " `Conversions.of(TextConversions.ascii8())`"),
                of(
                        OfOptionalList.class,
                        TEXT,
                        "varRef of byte",
                        "List<Optional<StringBuilder>> v",
                        "List<Optional<StringBuilder>>" + NEEDS_TEXTS + "byte"),
                of(
                        OfBoxes.class,
                        Layouts.varRef("v", JAVA_INT),
                        "varRef of int",
                        "Integer[] v",
                        "nothing is boxed; declare `int[]`; or declare a conversion, as"
                                + " `Conversions.of(CodeConversions.nullable(Integer.class, nullValue))`"),
                of(
                        OfBoxList.class,
                        Layouts.varRef("v", JAVA_INT),
                        "varRef of int",
                        "List<Long> v",
                        "List<Long> needs `Layouts.varRef(name, JAVA_LONG)`, this refers to elements of type int; or"
                                + " declare `long[]` and a conversion, as"
                                + " `Conversions.of(NumberConversions.unsignedInt())`"),
                of(
                        OfGrid.class,
                        Layouts.varRef("v", JAVA_INT),
                        "varRef of int",
                        "int[][] v",
                        "int[][] needs `Layouts.varRef(name, Layouts.varList(JAVA_INT))`, this refers to elements of"
                                + " type int"),
                of(
                        OfGrid.class,
                        Layouts.varRef("v", Layouts.varList(JAVA_LONG)),
                        "varRef of struct",
                        "int[][] v",
                        "int[] needs `Layouts.varList(JAVA_INT)`, this refers to elements of type long"),
                of(
                        OfStrings.class,
                        Layouts.varRef("v", Layouts.varList(JAVA_LONG)),
                        "varRef of struct",
                        "String[] v",
                        "text needs `Layouts.varText()`, which refers to its UTF-8, this refers to elements of type"
                                + " long"),
                of(
                        OfStrings.class,
                        Layouts.varRef("v", Layouts.varRecord(Layouts.varRef("a"), Layouts.varRef("b"))),
                        "varRef of struct",
                        "String[] v",
                        "String[]" + NEEDS_TEXTS + "struct"),
                of(
                        OfDeepList.class,
                        LEVELS,
                        "varRef of struct",
                        "List<List<Level[]>> v",
                        "List<List<Level[]>> needs `Layouts.varRef(name, Layouts.varList(Layouts.varList(layout)))`,"
                                + " this refers to elements of type struct"),
                lines(
                        OfDeepList.class,
                        Layouts.varRef("v", Layouts.varList(Layouts.varList(WRONG_LEVEL))),
                        "v[][][].price: the layout has int (byteSize=4, offset=0), " + HERE + "Level has the component"
                                + " `long price`; make the two types the same, nothing is converted"
                                + "; or declare a conversion, as `Conversions.of(NumberConversions.unsignedInt())`"),
                of(
                        OfKinds.class,
                        TEXT,
                        "varRef of byte",
                        "List<Kind> v",
                        "the elements of an array or list are primitives, records or classes; wrap the Kind in a record"
                                + "; or declare a conversion, as `Conversions.of(CodeConversions.byteCodes(Kind.class,"
                                + " code))`"),
                of(
                        OfRawOptional.class,
                        TEXT,
                        "varRef of byte",
                        "Optional v",
                        "declare the class of what it has, as in `Optional<String>`"),
                of(
                        OfOptionalLevel.class,
                        LEVELS,
                        "varRef of struct",
                        "Optional<Level> v",
                        "an Optional in a tail has text, an array or a list; declare one of these, or a conversion of"
                                + " the member to a list that has at most one element, by Conversion.ofList"),
                of(
                        OfDoubleOptional.class,
                        TEXT,
                        "varRef of byte",
                        "Optional<Optional<String>> v",
                        "an empty Optional in another one cannot be told from that; declare one Optional"),
                lines(
                        OfOptionalInt.class,
                        JAVA_INT.withName("v"),
                        "v: the layout has int (byteSize=4, offset=8), " + HERE + "OfOptionalInt has the component"
                                + " `Optional<Integer> v`; declare a conversion of Integer that takes null, which an"
                                + " empty Optional becomes, as"
                                + " `Conversions.of(CodeConversions.nullable(Integer.class, nullValue))`"),
                of(
                        OfOptionalInts.class,
                        Layouts.varRef("v", JAVA_INT),
                        "varRef of int",
                        "List<Optional<Integer>> v",
                        "declare a conversion of Integer that takes null, which an empty Optional becomes, as"
                                + " `Conversions.of(CodeConversions.nullable(Integer.class, nullValue))`"),
                of(
                        OfOptionalLevels.class,
                        LEVELS,
                        "varRef of struct",
                        "List<Optional<Level>> v",
                        "make it a sequence of JAVA_BYTE, and declare a conversion of Level that takes null, which an"
                                + " empty Optional becomes"),
                of(
                        OfLevel.class,
                        LEVELS,
                        "varRef of struct",
                        "Level v",
                        "a varRef refers to text, an array or a list; make the member a struct with the members of"
                                + " Level"),
                lines(
                        OfNamed.class,
                        Layouts.varRecord(Layouts.varRef("name")).withName("v"),
                        "v: the layout has struct (byteSize=16, offset=8), " + HERE + "OfNamed has the component"
                                + " `List<Named> v`; List<Named> of any length needs `Layouts.varRef(name, layout)`,"
                                + " with this layout as that of its elements"),
                of(OfInstant.class, LONGS, "varRef of long", "Instant v", OF_FIXED_SIZE),
                of(
                        OfInstants.class,
                        LONGS,
                        "varRef of long",
                        "List<Instant> v",
                        "declare `long[]`; or declare a conversion, as `Conversions.of(TimeConversions.epochNanos())`"),
                of(OfLong.class, LONGS, "varRef of long", "long v", OF_FIXED_SIZE),
                of(OfObject.class, TEXT, "varRef of byte", "Object v", DECLARE),
                of(
                        OfText.class,
                        TEXT,
                        "varRef of byte",
                        "CharSequence v",
                        "text in a tail is a String or a StringBuilder; declare one of these"),
                // A reference binds to nothing outside a record, and to nothing in a sequence.
                lines(
                        OfNotes.class,
                        Layouts.varRef("v", Noted.REFERENCE_ONLY),
                        "v[].note: the layout has varRef of byte (byteSize=8, offset=0), " + IN_SEQUENCE),
                lines(
                        OfNotes.class,
                        sequenceLayout(2, Noted.REFERENCE_ONLY).withName("v"),
                        "v[].note: the layout has varRef of byte (byteSize=8, offset=0), " + IN_SEQUENCE),
                lines(
                        OfNotes.class,
                        sequenceLayout(2, Noted.RECORD).withName("v"),
                        "v[]: " + HERE + "Noted: " + HEADER),
                lines(OfNoted.class, Noted.RECORD.withName("v"), "v: " + HERE + "Noted: " + HEADER),
                lines(
                        OfLongs.class,
                        Layouts.varRef("w", JAVA_LONG),
                        "w: the layout has varRef of long (byteSize=8, offset=8), " + HERE + "OfLongs has no"
                                + " component of this name; add `long[] w`, or, if it is `v`, declare"
                                + " `Conversions.none().withName(\"w\", \"v\")`, or make the member padding",
                        "v: the layout has no member of this name, " + HERE + "OfLongs has the component `long[] v`;"
                                + " add `long[] v` to the layout; a record binds all its components"),
                of(OfString.class, Layouts.varRef("v", JAVA_CHAR), "varRef of char", "String v", UTF_8 + "char"),
                lines(
                        OfString.class,
                        Layouts.varRef("v", sequenceLayout(2, JAVA_BYTE)),
                        "v: the layout has varRef of byte[2] (byteSize=8, offset=8), which refers to sequences; make"
                                + " them structs, or declare a conversion of the 2 bytes of an element, as"
                                + " `Conversions.of(TextConversions.utf8(2))`"));
    }

    @ParameterizedTest
    @MethodSource("mismatches")
    void whatCannotBeBoundIsALine(Class<? extends Record> type, MemoryLayout member, List<String> expected) {
        StructLayout layout = Layouts.varRecord(member);
        LayoutMismatchException refused =
                assertThrowsExactly(LayoutMismatchException.class, () -> VarCodec.ofRecord(lookup(), type, layout));
        assertEquals(expected, refused.mismatches());
        String count = expected.size() == 1 ? "1 mismatch" : expected.size() + " mismatches";
        assertEquals(
                "cannot bind " + type.getName() + " to the layout of " + layout.byteSize() + " bytes: " + count
                        + "\n  - " + String.join("\n  - ", expected),
                refused.getMessage());
    }

    @Test
    void aReferenceOutsideARecordIsAMismatch() {
        StructLayout layout = structLayout(Layouts.varRef("note"));
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), Noted.class, layout));
        assertEquals(
                List.of("note: the layout has varRef of byte (byteSize=8, offset=0), " + IN_SEQUENCE),
                refused.mismatches());
    }

    @Test
    void aRecordIsNoStruct() {
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class, () -> StructCodec.ofRecord(lookup(), Noted.class, Noted.RECORD));
        assertEquals(List.of(HERE + "Noted: " + HEADER), refused.mismatches());
    }

    @Test
    void aLayoutWithoutHeaderIsRefused() {
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class, () -> VarCodec.ofRecord(lookup(), Noted.class, Noted.REFERENCE_ONLY));
        assertEquals(
                List.of(HERE
                        + "Noted: the layout does not begin with the header of a variable-length record; make it with"
                        + " Layouts.varRecord"),
                refused.mismatches());
    }

    @Test
    void aRecordOfTooManyBytesIsRefused() {
        record Large(byte[] v) {}
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> VarCodec.ofRecord(
                        lookup(),
                        Large.class,
                        Layouts.varRecord(
                                sequenceLayout(Integer.MAX_VALUE, JAVA_BYTE).withName("v"))));
        assertEquals(
                List.of(Large.class.getName()
                        + ": the layout has byteSize=2147483656; a record has at most 2147483616"),
                refused.mismatches());
    }

    @Test
    void defaultsOfPathsThatDoNotExistAreListedWithTheRest() {
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> VarCodec.builder(lookup(), OfList.class, Layouts.varRecord(LEVELS, JAVA_INT.withName("w")))
                        .withDefault("v.price", 1L)
                        .withDefault("v[].price", 1)
                        .withDefault("u", 1)
                        .build());
        assertEquals(
                List.of(
                        "v[].price: the layout has long (byteSize=8, offset=0), its default is of type Integer; pass"
                                + " one of type long",
                        "w: the layout has int (byteSize=4, offset=16), " + HERE + "OfList has no component of this"
                                + " name; add `int w`, or make the"
                                + " member padding",
                        "u: " + UNKNOWN_PATH,
                        "v.price: " + UNKNOWN_PATH),
                refused.mismatches());
    }

    @Test
    void aRecordCannotBeReadInto() {
        assertEquals(
                HERE + "Noted is a record, which cannot be read into; use VarCodec.ofRecord, or build of its builder",
                assertThrowsExactly(
                                IllegalArgumentException.class,
                                () -> VarCodec.builder(lookup(), Noted.class, Noted.RECORD)
                                        .buildReusable())
                        .getMessage());
    }

    @Test
    void nothingIsBoundToNull() {
        assertNull("lookup", () -> VarCodec.ofRecord(null, Noted.class, Noted.RECORD));
        assertNull("type", () -> VarCodec.ofRecord(lookup(), (Class<Noted>) null, Noted.RECORD));
        assertNull(NullArgumentsTest.layoutIsNull(Noted.class), () -> VarCodec.ofRecord(lookup(), Noted.class, null));
        assertNull(
                "supplier",
                () -> VarCodec.builder(lookup(), Noted.class, Noted.RECORD).withSupplier(null));
    }

    private static void assertNull(String message, Executable attempt) {
        assertEquals(
                message,
                assertThrowsExactly(NullPointerException.class, attempt).getMessage());
    }
}
