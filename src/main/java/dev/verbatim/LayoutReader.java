package dev.verbatim;

import dev.verbatim.internal.runtime.MapReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads structs and variable-length records by their layout alone, without the class of a DTO: for tools that show what
 * other programs have stored. A struct becomes a map of its members.
 *
 * {@snippet file="LayoutReaderTest.java" region="read"}
 *
 * <p><b>Values.</b> What a member becomes depends on its layout:
 *
 * <table class="striped">
 * <caption>What a member is read as</caption>
 * <thead><tr><th scope="col">layout of the member</th><th scope="col">value in the map</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">a value layout</th>
 *     <td>the box of its carrier: an {@link Integer}, a {@link Double}, …; any byte but 0 is {@code true}</td></tr>
 * <tr><th scope="row">a sequence of {@code JAVA_BYTE}</th>
 *     <td>a {@code byte[]}; of a text it includes the zeros at the end, as a layout does not say what is text</td></tr>
 * <tr><th scope="row">another sequence</th><td>a {@link List} of the elements; of elements without bytes an empty
 *     one</td></tr>
 * <tr><th scope="row">a struct</th><td>a {@link Map} of its members</td></tr>
 * <tr><th scope="row">{@link Layouts#varRef} to {@code JAVA_BYTE}</th><td>a {@code byte[]}, or {@code null}</td></tr>
 * <tr><th scope="row">{@link Layouts#varRef} to anything else</th>
 *     <td>a {@link List} of the elements, or {@code null}</td></tr>
 * </tbody>
 * </table>
 *
 * <p>Padding and members without a name are left out, and so is the header of a variable-length record. Maps, lists and
 * arrays are new at each call, can be changed, and belong to the caller.
 *
 * <p><b>Layouts.</b> A layout that {@linkplain Layouts#isVarRecord begins with the header} of a variable-length record
 * is one; the reader follows its references into its tail. Outside of variable-length records a reference is read as
 * the struct that it is: two ints and an empty sequence. {@code docs/record-format.md} draws the bytes of
 * variable-length records, {@link Layouts#describe} those of a struct.
 *
 * <p>The layout has to be the one that the bytes were written with: a file and a queue store it. A reader refuses
 * bytes of an older or newer layout as corrupt if it can tell by their sizes; a {@link VarCodec} reads those.
 *
 * <p><b>Corrupt bytes.</b> The bytes of a variable-length record may be anything. If they have the form that a {@link
 * VarCodec} takes, they are read. If not, a {@link CorruptRecordException} names the path of the member, the offset in
 * the segment, what was expected and what was found. A reader shows nothing from outside of the variable-length record,
 * and allocates memory in proportion to its bytes. A layout does not say whether bytes are text, or whether an integer
 * is an ordinal; so a reader checks neither. All bytes of a struct are values.
 *
 * <p><b>Threads.</b> A reader is immutable and may be used by any number of threads. It copies the bytes first and
 * reads the copy, so that a program that writes to the segment at the same time cannot lead it astray. One thread may
 * close a shared arena while others read: each call ends in a value or in an {@link IllegalStateException}.
 */
public final class LayoutReader {

    private final MapReader reader;

    private LayoutReader(MapReader reader) {
        this.reader = reader;
    }

    /**
     * Makes a reader.
     *
     * @param layout the layout of a struct, or of the fixed part of a variable-length record; whatever its alignment
     * @return the reader
     * @throws IllegalArgumentException if two members of a struct have the same name, a member is a union or an
     *     address, an element in a tail has no bytes, or a struct has more than 2,147,483,616; the message names the
     *     member's path
     */
    public static LayoutReader of(StructLayout layout) {
        return new LayoutReader(MapReader.of(Objects.requireNonNull(layout, "layout")));
    }

    /** {@return the layout that is read} */
    public StructLayout layout() {
        return reader.layout();
    }

    /**
     * {@return the members that are read, in the order of their offsets: the keys of the map that {@link #read}
     * returns} {@link Layouts#members} has those of a nested struct.
     */
    public List<Layouts.Member> members() {
        return reader.members();
    }

    /**
     * {@return the size in bytes of the struct or of the variable-length record that lies in a segment, tail included}
     * This reads nothing but the header of a variable-length record.
     *
     * @param segment the segment
     * @param offset where the struct or the variable-length record starts, in bytes from the start of the segment; any
     *     alignment
     * @throws IndexOutOfBoundsException if the struct, or the header of the variable-length record, does not lie within
     *     the segment
     * @throws CorruptRecordException if the variable-length record does not lie within the segment, or its header is
     *     not one of this layout
     * @throws IllegalStateException if it reads a header and the segment's arena is closed
     * @throws WrongThreadException if it reads a header and the segment belongs to another thread
     */
    public long encodedSize(MemorySegment segment, long offset) {
        return reader.encodedSize(segment, offset);
    }

    /**
     * Reads a struct or a variable-length record.
     *
     * @param segment the segment to read from; its bytes may be anything
     * @param offset where the struct or the variable-length record starts, in bytes from the start of the segment; any
     *     alignment
     * @return the values by the names of the members, in the order of {@link #members}; the value of a null reference
     *     is {@code null}
     * @throws IndexOutOfBoundsException if the struct, or the header of the variable-length record, does not lie within
     *     the segment
     * @throws CorruptRecordException if the bytes are no variable-length record of this layout
     * @throws IllegalStateException if the segment's arena is closed
     * @throws WrongThreadException if the segment belongs to another thread
     */
    public Map<String, Object> read(MemorySegment segment, long offset) {
        return reader.read(segment, offset);
    }

    /** {@return what is read, with its size, as messages name it} */
    @Override
    public String toString() {
        return reader.toString();
    }
}
