package dev.verbatim.text;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutReader;
import dev.verbatim.Layouts;
import dev.verbatim.internal.runtime.LayoutValue;
import dev.verbatim.internal.runtime.LayoutValue.Meaning;
import dev.verbatim.internal.runtime.LayoutValues;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Spells structs and variable-length records of one layout as JSON or as the cells of CSV, and makes the same bytes of
 * that text again. It needs no class of a DTO: any layout will do, that of a codec as well as one that a file, a queue
 * or a map has stored.
 *
 * {@snippet file="TextTutorialTest.java" region="text"}
 *
 * <p><b>Values</b> are those of the layout. What a codec's {@link dev.verbatim.Conversion} makes of them, which bytes
 * are a text, and which integers are an enum's ordinals, a layout does not say.
 *
 * <table class="striped">
 * <caption>How a member is spelled</caption>
 * <thead><tr><th scope="col">layout of the member</th><th scope="col">text</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">{@code byte}, {@code short}, {@code int}, {@code long}</th>
 *     <td>all digits of the number, with its sign; where it {@linkplain #withUnsigned has none}, up to the largest
 *     number of so many bits; a {@code short} {@linkplain #withHalfPrecision of half precision} as a {@code float},
 *     with the bits of another NaN as in {@code NaN(0x7e01)}</td></tr>
 * <tr><th scope="row">{@code float}, {@code double}</th>
 *     <td>the shortest decimal that Java reads back as the same number, {@code -0.0} too; {@code NaN},
 *     {@code Infinity} and {@code -Infinity}; a NaN with other bits than Java's shows them, as in
 *     {@code NaN(0x7fc00001)}. JSON has the last four in quotes. Read are {@code nan}, {@code inf} and {@code infinity}
 *     of C and Python, too, in capitals or not, with a sign or without</td></tr>
 * <tr><th scope="row">{@code boolean}</th><td>{@code true} or {@code false}</td></tr>
 * <tr><th scope="row">{@code char}</th>
 *     <td>the character; a control character or a surrogate as {@code 0x} and four digits</td></tr>
 * <tr><th scope="row">a sequence of {@code byte}, or a {@link Layouts#varRef} to some</th>
 *     <td>one text, as {@link ByteText} spells it: UTF-8 as it is, without the zeros at the end of a sequence; anything
 *     else as {@code 0x} and digits</td></tr>
 * <tr><th scope="row">a struct</th><td>a JSON object; in CSV a column for each of its values</td></tr>
 * <tr><th scope="row">another sequence</th>
 *     <td>a JSON array; in CSV a column for each value of each element, or one column with the JSON array if those
 *     would be more than 64</td></tr>
 * <tr><th scope="row">another {@link Layouts#varRef}</th><td>a JSON array; in CSV one column with it</td></tr>
 * <tr><th scope="row">a {@link Layouts#varRef} that is null</th>
 *     <td>{@code null}; in CSV nothing, not even quotes</td></tr>
 * </tbody>
 * </table>
 *
 * <p><b>Round trips.</b> Bytes that a codec has written come back bit for bit. Three things are not in the text, and
 * come back as a codec would write them: padding and members without a name as zeros, and {@code true} as 1.
 *
 * <p><b>Threads.</b> Immutable; any number of threads may use it.
 */
@SuppressWarnings("exports") // the annotation is for checkers; who calls this need not have its module
public final class RecordText {

    /** The most columns: readers of CSV take 16,384, and the first one is for what tells rows from one another. */
    private static final int MAX_COLUMNS = 16 * 1024 - 1;

    private final LayoutReader reader;
    private final LayoutValue.Struct struct;
    private final RecordWriter writer;
    private final RowShape.Struct row;

    private RecordText(LayoutReader reader, LayoutValue.Struct struct) {
        StructLayout layout = reader.layout();
        this.reader = reader;
        this.struct = struct;
        this.writer = new RecordWriter(layout.byteSize(), Layouts.isVarRecord(layout), struct);
        this.row = RowShape.of(struct);
    }

    /**
     * Makes the text of a layout.
     *
     * @param layout the layout of a struct, or of the fixed part of a variable-length record; whatever its alignment
     * @return the text
     * @throws IllegalArgumentException if {@link LayoutReader#of} refuses it
     */
    public static RecordText of(StructLayout layout) {
        return new RecordText(LayoutReader.of(Objects.requireNonNull(layout, "layout")), LayoutValues.of(layout));
    }

    /**
     * {@return a text of the same layout in which some whole numbers have no sign} A layout does not say which: C and
     * NumPy have such numbers, and {@link dev.verbatim.file.StructFile#unsigned} tells those of a file.
     *
     * {@snippet file="TextTutorialTest.java" region="unsigned"}
     *
     * <p>The value of a {@code byte}, {@code short} or {@code char} is an {@link Integer} then, that of an {@code int}
     * a {@link Long}, and that of a {@code long} a {@link java.math.BigInteger}. What is read back is a number from 0
     * to the largest one of so many bits.
     *
     * @param paths the paths of the members, such as {@code header.id}, and {@code levels[].size} in a sequence or a
     *     list of structs; that of an array of numbers is the array's. A name that {@link #columns} has in backquotes
     *     is in backquotes here too
     * @throws IllegalArgumentException if one is not the path of a {@code byte}, {@code short}, {@code char}, {@code
     *     int} or {@code long}, or of an array of them. A sequence of bytes is a text, and one without elements has
     *     no numbers. Nor is one of {@linkplain #withHalfPrecision half precision} a whole number
     */
    public RecordText withUnsigned(Collection<String> paths) {
        return new RecordText(
                reader, MeantMembers.in(struct, Meaning.UNSIGNED, Objects.requireNonNull(paths, "paths")));
    }

    /**
     * {@return a text of the same layout in which some shorts are numbers of half precision} A layout does not say
     * which: NumPy has such numbers, and {@link dev.verbatim.file.StructFile#halfPrecision} tells those of a file.
     *
     * {@snippet file="TextTutorialTest.java" region="half"}
     *
     * <p>Their values are {@link HalfFloat}s then, and their texts those of {@link HalfFloat#toString}. What is read
     * back is the {@linkplain HalfFloat#valueOf nearest} number.
     *
     * @param paths the paths of the members, as {@link #withUnsigned} has them
     * @throws IllegalArgumentException if one is not the path of a {@code short}, or of an array of them, or if that
     *     is {@linkplain #withUnsigned without a sign}
     */
    public RecordText withHalfPrecision(Collection<String> paths) {
        return new RecordText(reader, MeantMembers.in(struct, Meaning.HALF, Objects.requireNonNull(paths, "paths")));
    }

    /** {@return the layout} */
    public StructLayout layout() {
        return reader.layout();
    }

    /**
     * {@return the size in bytes of what lies in a segment, tail included}
     *
     * @param segment the segment
     * @param offset where it starts, in bytes from the start of the segment
     * @throws IndexOutOfBoundsException if the struct, or the header of the variable-length record, does not lie within
     *     the segment
     * @throws CorruptRecordException if the variable-length record does not lie within the segment, or its header is
     *     not one of this layout
     */
    public long encodedSize(MemorySegment segment, long offset) {
        return reader.encodedSize(segment, offset);
    }

    /**
     * {@return the values of a struct or a variable-length record by the names of the members} They are as {@link
     * LayoutReader#read} has them, but for bytes, which are their {@link ByteText}, and for numbers
     * {@linkplain #withUnsigned without a sign} or {@linkplain #withHalfPrecision of half precision}, which are of a
     * type that has them all. {@link Json#of} takes such a map.
     *
     * @param segment the segment to read from
     * @param offset where the struct or the variable-length record starts, in bytes from the start of the segment
     * @throws IndexOutOfBoundsException if it does not lie within the segment
     * @throws CorruptRecordException if the bytes are no variable-length record of this layout
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    public Map<String, @Nullable Object> values(MemorySegment segment, long offset) {
        return shown(struct, reader.read(segment, offset));
    }

    /**
     * {@return the bytes of some values}
     *
     * @param values values by the names of all members, as {@link #values} returns them, or as {@link Json#parse} does.
     *     A text may stand for the number or the truth value that it spells; these do not stand for a text or a
     *     character
     * @throws MalformedTextException if they are none of this layout; the message has the path of the member
     */
    public byte[] toBytes(Map<String, ? extends @Nullable Object> values) {
        return writer.write(Objects.requireNonNull(values, "values"));
    }

    /**
     * {@return a struct or a variable-length record as a JSON object on one line, without a line end}
     *
     * @param segment the segment to read from
     * @param offset where the struct or the variable-length record starts, in bytes from the start of the segment
     * @throws IndexOutOfBoundsException if it does not lie within the segment
     * @throws CorruptRecordException if the bytes are no variable-length record of this layout
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    public String toJson(MemorySegment segment, long offset) {
        return Json.of(values(segment, offset));
    }

    /**
     * {@return the bytes of a JSON object}
     *
     * @param json an object of all members, in any order. A number, {@code true} and {@code false} may stand in quotes:
     *     programs that have only {@code double} write the digits of a {@code long} so. A text and a character may not
     *     stand without
     * @throws MalformedTextException if it is no JSON, or none of this layout; the message has the column of the text
     *     or the path of the member
     */
    public byte[] fromJson(String json) {
        @Nullable Object value = Json.parse(Objects.requireNonNull(json, "json"));
        if (value instanceof Map<?, ?> members) {
            return writer.write(members);
        }
        throw new MalformedTextException("expected a JSON object, found " + MalformedTextException.quote(json));
    }

    /**
     * {@return the names of the columns of CSV: the paths of the values, such as {@code levels[0].price}} A name that
     * begins with {@code @}, or has a dot, a bracket or a backquote in it, stands in backquotes, and its own ones are
     * doubled.
     *
     * @throws IllegalArgumentException if there are more than 16,383: use JSON
     */
    public List<String> columns() {
        List<String> paths = new ArrayList<>();
        row.addPaths("", paths, MAX_COLUMNS);
        return paths;
    }

    /**
     * {@return the cells of a struct or a variable-length record, in the order of {@link #columns}; null for null}
     * {@link Csv#line} makes a line of them.
     *
     * @param segment the segment to read from
     * @param offset where the struct or the variable-length record starts, in bytes from the start of the segment
     * @throws IndexOutOfBoundsException if it does not lie within the segment
     * @throws CorruptRecordException if the bytes are no variable-length record of this layout
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    public List<@Nullable String> toCells(MemorySegment segment, long offset) {
        List<@Nullable String> cells = new ArrayList<>();
        row.addCells(values(segment, offset), cells);
        return cells;
    }

    /**
     * {@return the bytes of some cells}
     *
     * @param cells the cells in the order of {@link #columns}, as {@link #toCells} returns them; where a layout has no
     *     null, null is the empty text
     * @throws MalformedTextException if they are none of this layout; the message has the path of the member
     */
    public byte[] fromCells(List<? extends @Nullable String> cells) {
        int count = Objects.requireNonNull(cells, "cells").size();
        if (count != row.count()) {
            throw new MalformedTextException("expected " + row.count() + " cells, found " + count);
        }
        Iterator<? extends @Nullable String> iterator = cells.iterator();
        return writer.write(row.values(iterator));
    }

    private static Map<String, @Nullable Object> shown(LayoutValue.Struct struct, Map<?, ?> values) {
        Map<String, @Nullable Object> shown = new LinkedHashMap<>();
        for (LayoutValue.Field field : struct.fields()) {
            shown.put(field.name(), shown(field.value(), values.get(field.name())));
        }
        return shown;
    }

    private static @Nullable Object shown(LayoutValue layout, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        return switch (layout) {
            case LayoutValue.Primitive(var _, Meaning meaning) ->
                switch (meaning) {
                    case AS_IN_JAVA -> value;
                    case UNSIGNED -> UnsignedNumbers.of(value);
                    case HALF -> HalfFloat.ofBits((short) value);
                };
            case LayoutValue.Bytes _ -> ByteText.ofPadded((byte[]) value);
            case LayoutValue.VarBytes _ -> ByteText.of((byte[]) value);
            case LayoutValue.Struct nested -> shown(nested, (Map<?, ?>) value);
            case LayoutValue.Sequence sequence -> shown(sequence.element(), (List<?>) value);
            case LayoutValue.VarArray array -> shown(array.element(), (List<?>) value);
            case LayoutValue.VarStructs list -> shown(list.element(), (List<?>) value);
        };
    }

    private static List<@Nullable Object> shown(LayoutValue element, List<?> values) {
        List<@Nullable Object> shown = new ArrayList<>(values.size());
        values.forEach(value -> shown.add(shown(element, value)));
        return shown;
    }

    /** {@return what is spelled, with its size, as messages name it} */
    @Override
    public String toString() {
        return "text of " + reader;
    }
}
