package dev.verbatim;

import dev.verbatim.internal.runtime.MapReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads structs and variable-length records by their layout alone, without the class of a DTO: for tools that show what other programs have
 * stored. A struct becomes a map of its members.
 *
 * {@snippet file="LayoutReaderTest.java" region="read"}
 *
 * <p><b>Values.</b> What a member becomes depends on its layout:
 *
 * <table class="striped">
 * <caption>What a member is read as</caption>
 * <thead><tr><th scope="col">layout of the member</th><th scope="col">value in the map</th></tr></thead>
 * <tbody>
 * <tr><th scope="row">a value layout</th><td>the box of its carrier: an {@link Integer}, a {@link Double}, …; any byte but 0 is {@code
 *     true}</td></tr>
 * <tr><th scope="row">a sequence of {@code JAVA_BYTE}</th><td>a {@code byte[]}, of a text with the zeros at its end: a layout does not say
 *     what is text</td></tr>
 * <tr><th scope="row">another sequence</th><td>a {@link List} of the elements; of elements without bytes an empty
 *     one</td></tr>
 * <tr><th scope="row">a struct</th><td>a {@link Map} of its members</td></tr>
 * <tr><th scope="row">{@link Layouts#varRef} to {@code JAVA_BYTE}</th><td>a {@code byte[]}, or {@code null}</td></tr>
 * <tr><th scope="row">{@link Layouts#varRef} to anything else</th><td>a {@link List} of the elements, or {@code null}</td></tr>
 * </tbody>
 * </table>
 *
 * <p>Padding and members without a name are left out, and so is the header of a variable-length record. Maps, lists and arrays are new at each
 * call, can be changed, and belong to the caller.
 *
 * <p><b>Layouts.</b> A layout that {@linkplain Layouts#isVarRecord begins with the header} of a variable-length record is one; its references are
 * followed into its tail. Outside of such records a reference is a struct of two ints and an empty sequence, as it is spelled. {@code
 * docs/record-format.md} draws the bytes of variable-length records, {@link Layouts#describe} those of a struct.
 *
 * <p>The layout has to be the one that the bytes were written with: a file and a queue store it. Bytes of an older or newer layout are refused as
 * corrupt where their sizes tell; a {@link VarCodec} reads those.
 *
 * <p><b>Corrupt bytes.</b> The bytes of a variable-length record may be anything. They are read if a {@link VarCodec} takes their form, and else
 * refused with a {@link CorruptRecordException} that names the path of the member, the offset in the segment, what was expected and what was
 * found. Nothing outside of the record is shown, and no more is allocated than in proportion to its bytes. Whether bytes are UTF-8, and an
 * integer the ordinal of an enum, a layout does not say; so that is not checked. What fills the bytes of a struct is always a value.
 *
 * <p><b>Threads.</b> A reader is immutable and may be used by any number of threads. It copies a struct or a record to memory of its own before it
 * reads it, so that a program that writes to the segment at the same time cannot lead it astray. A shared arena may be closed while others
 * read: each call ends in a value or in an {@link IllegalStateException}.
 */
public final class LayoutReader {

    private final MapReader reader;

    private LayoutReader(MapReader reader) {
        this.reader = reader;
    }

    /**
     * Makes a reader.
     *
     * @param layout the layout of a struct, or of the fixed part of a variable-length record; with any alignment
     * @return the reader
     * @throws IllegalArgumentException if two members of a struct have the same name, a member is a union or an address, an element in a
     *     tail has no bytes, or a struct has more than 2,147,483,616; the message names the member's path
     */
    public static LayoutReader of(StructLayout layout) {
        return new LayoutReader(MapReader.of(Objects.requireNonNull(layout, "layout")));
    }

    /** {@return the layout that is read} */
    public StructLayout layout() {
        return reader.layout();
    }

    /**
     * {@return the members that are read, in the order of their offsets: the keys of what {@link #read} returns} Those of a nested struct are
     * {@link Layouts#members}.
     */
    public List<Layouts.Member> members() {
        return reader.members();
    }

    /**
     * {@return the size in bytes of what lies in a segment: of a struct that of the layout, of a variable-length record what its header says,
     * tail included} Nothing but the header is looked at.
     *
     * @param segment the segment
     * @param offset where the struct or the record starts, in bytes from the start of the segment; any alignment
     * @throws IndexOutOfBoundsException if the struct, or the header of the record, does not lie within the segment
     * @throws CorruptRecordException if the record does not lie within the segment, or its header is not one of this layout
     * @throws IllegalStateException if the header is read and the segment's arena is closed
     * @throws WrongThreadException if the header is read and the segment belongs to another thread
     */
    public long encodedSize(MemorySegment segment, long offset) {
        return reader.encodedSize(segment, offset);
    }

    /**
     * Reads a struct or a variable-length record.
     *
     * @param segment the segment to read from; its bytes may be anything
     * @param offset where the struct or the record starts, in bytes from the start of the segment; any alignment
     * @return the values by the names of the members, in the order of {@link #members}; {@code null} is the value of a reference that is null
     * @throws IndexOutOfBoundsException if the struct, or the header of the record, does not lie within the segment
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
