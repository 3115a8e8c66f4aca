package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.nio.ByteOrder.BIG_ENDIAN;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * DTOs whose members are all texts, arrays, lists and nested structs of these: their first access is not one to a plain
 * value.
 */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
final class WithoutPlainMembers {

    private WithoutPlainMembers() {}

    record TextRecord(String v) {}

    static final class TextClass {
        String v = "12345678901";
    }

    record IntsRecord(int[] v) {}

    static final class IntsClass {
        int[] v = {1, 2, 3};
    }

    /** Large enough to be copied in bulk. */
    record LongsRecord(long[] v) {}

    static final class LongsClass {
        long[] v = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    }

    record ArrayRecord(IntsRecord[] v) {}

    static final class ArrayClass {
        IntsClass[] v = {new IntsClass(), new IntsClass()};
    }

    record ListRecord(List<TextRecord> v) {}

    static final class ListClass {
        List<TextClass> v = Arrays.asList(new TextClass(), new TextClass());
    }

    record NestedRecord(TextRecord text, LongsRecord longs) {}

    static final class NestedClass {
        TextClass text = new TextClass();
        LongsClass longs = new LongsClass();
    }

    private static StructLayout of(MemoryLayout layout) {
        return structLayout(layout.withName("v"));
    }

    static Stream<Subject<?, ?>> subjects() {
        StructLayout text = of(sequenceLayout(11, JAVA_BYTE));
        StructLayout shortText = of(sequenceLayout(3, JAVA_BYTE));
        StructLayout ints = of(sequenceLayout(3, JAVA_INT_UNALIGNED));
        StructLayout bulk = of(sequenceLayout(9, JAVA_LONG_UNALIGNED.withOrder(ByteOrder.nativeOrder())));
        StructLayout loop = of(sequenceLayout(9, JAVA_LONG_UNALIGNED.withOrder(BIG_ENDIAN)));
        TextClass shortObject = new TextClass();
        shortObject.v = "123";
        TextClass notAscii = new TextClass();
        notAscii.v = "12345678ü";
        LongsRecord longs = new LongsRecord(new long[] {9, 8, 7, 6, 5, 4, 3, 2, 1});
        IntsRecord three = new IntsRecord(new int[] {3, 2, 1});
        return Stream.of(
                Subject.of(
                        text.withName("text"),
                        TextRecord.class,
                        new TextRecord("abc"),
                        TextClass.class,
                        new TextClass()),
                Subject.of(
                        shortText.withName("short text"),
                        TextRecord.class,
                        new TextRecord("ab"),
                        TextClass.class,
                        shortObject),
                Subject.of(
                        text.withName("text that is not ASCII"),
                        TextRecord.class,
                        new TextRecord("12345678ü"),
                        TextClass.class,
                        notAscii),
                Subject.of(ints.withName("array"), IntsRecord.class, three, IntsClass.class, new IntsClass()),
                Subject.of(bulk.withName("large array"), LongsRecord.class, longs, LongsClass.class, new LongsClass()),
                Subject.of(
                        loop.withName("big-endian array"),
                        LongsRecord.class,
                        longs,
                        LongsClass.class,
                        new LongsClass()),
                Subject.of(
                        structLayout(
                                        paddingLayout(1),
                                        sequenceLayout(9, JAVA_LONG_UNALIGNED).withName("v"),
                                        paddingLayout(3))
                                .withName("array between padding"),
                        LongsRecord.class,
                        longs,
                        LongsClass.class,
                        new LongsClass()),
                Subject.of(
                        of(sequenceLayout(2, ints)).withName("array of structs"),
                        ArrayRecord.class,
                        new ArrayRecord(new IntsRecord[] {three, three}),
                        ArrayClass.class,
                        new ArrayClass()),
                Subject.of(
                        of(sequenceLayout(2, text)).withName("list of structs"),
                        ListRecord.class,
                        new ListRecord(List.of(new TextRecord("abc"), new TextRecord("ü"))),
                        ListClass.class,
                        new ListClass()),
                Subject.of(
                        structLayout(text.withName("text"), bulk.withName("longs"))
                                .withName("nested structs"),
                        NestedRecord.class,
                        new NestedRecord(new TextRecord(""), longs),
                        NestedClass.class,
                        new NestedClass()));
    }
}
