package dev.verbatim.internal.runtime;

import dev.verbatim.Layouts;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads structs and variable-length records into maps, by their layout: this is behind {@link
 * dev.verbatim.LayoutReader}. A {@link VarReader} holds the bytes and follows the references, as it does for codecs.
 * This only makes maps and lists of what it finds.
 */
public final class MapReader {

    private final StructLayout layout;
    private final List<Layouts.Member> members;
    private final LayoutValue.Struct struct;
    private final boolean isVarRecord;
    private final VarShape shape;

    private MapReader(StructLayout layout) {
        this.layout = layout;
        this.struct = LayoutValues.of(layout);
        this.members = LayoutValues.members(layout).stream()
                .map(member -> new Layouts.Member(member.name(), member.offset(), member.layout()))
                .toList();
        this.isVarRecord = VarLayouts.isVarRecord(layout);
        this.shape = VarShape.exactly(Math.toIntExact(layout.byteSize()));
    }

    /**
     * Makes a reader.
     *
     * @param layout the layout
     * @return the reader
     * @throws IllegalArgumentException if nothing can be read by it
     */
    public static MapReader of(StructLayout layout) {
        return new MapReader(layout);
    }

    /** {@return the layout that is read} */
    public StructLayout layout() {
        return layout;
    }

    /** {@return the members that are read} */
    public List<Layouts.Member> members() {
        return members;
    }

    /**
     * {@return the size in bytes of what lies in a segment}
     *
     * @param segment the segment
     * @param offset where it starts
     */
    public long encodedSize(MemorySegment segment, long offset) {
        VarReader reader = VarReader.taken();
        try {
            if (isVarRecord) {
                return reader.loadHeader(segment, offset, shape);
            }
            Objects.checkFromIndexSize(offset, layout.byteSize(), segment.byteSize());
            return layout.byteSize();
        } catch (RuntimeException fault) {
            throw explained(fault, segment, offset);
        } finally {
            reader.release();
        }
    }

    /**
     * Reads a struct or a variable-length record.
     *
     * @param segment the segment
     * @param offset where it starts
     * @return the values by the names of the members
     */
    public Map<String, @Nullable Object> read(MemorySegment segment, long offset) {
        VarReader reader = VarReader.taken();
        try {
            if (isVarRecord) {
                reader.load(segment, offset);
                return new Walk(reader).varRecord(struct, shape, 0);
            }
            reader.loadStruct(segment, offset, shape.byteSize());
            return new Walk(reader).struct(struct, 0, 0);
        } catch (RuntimeException fault) {
            throw explained(fault, segment, offset);
        } finally {
            reader.release();
        }
    }

    private RuntimeException explained(RuntimeException fault, @Nullable MemorySegment segment, long offset) {
        if (fault instanceof CorruptFault corrupt) {
            return corrupt.toException("cannot read " + this + " at offset=" + offset + ": ", offset, "the record");
        }
        long byteSize = isVarRecord ? VarDescriptor.HEADER_SIZE : layout.byteSize();
        return Objects.requireNonNullElse(
                SegmentFaults.explain(fault, this, "read", segment, offset, byteSize, false), fault);
    }

    /** {@return what is read, with its size, as messages name it} */
    @Override
    public String toString() {
        return (isVarRecord ? "a variable-length record (" : "a struct (")
                + layout.name().map(name -> "layout " + name + ", ").orElse("")
                + layout.byteSize()
                + (isVarRecord ? " bytes and a tail)" : " bytes)");
    }

    /**
     * The walk over bytes that a reader has copied. Positions are in bytes from their start. All layouts are exactly
     * those of the bytes, so that a fixed part is read where it lies.
     *
     * @param reader has the bytes
     */
    private record Walk(VarReader reader) {

        Map<String, @Nullable Object> varRecord(LayoutValue.Struct fixedPart, VarShape shape, int base) {
            int at = reader.open(base, shape);
            Map<String, @Nullable Object> values = struct(fixedPart, base, base);
            reader.close(base, at, shape);
            return values;
        }

        /**
         * Reads a struct.
         *
         * @param base where the variable-length record starts that it is in, if it is in one
         * @param start where the struct starts
         */
        Map<String, @Nullable Object> struct(LayoutValue.Struct struct, int base, int start) {
            Map<String, @Nullable Object> values = new LinkedHashMap<>();
            for (LayoutValue.Field field : struct.fields()) {
                try {
                    values.put(field.name(), value(field.value(), base, start, field.offset()));
                } catch (CorruptFault fault) {
                    throw fault.in(field.name());
                }
            }
            return values;
        }

        /** Reads what starts at an offset in the innermost struct, from which its references count. */
        private @Nullable Object value(LayoutValue value, int base, int struct, int offset) {
            int position = struct + offset;
            return switch (value) {
                case LayoutValue.Primitive(var layout, var _) ->
                    layout.varHandle().get(reader.segment(), (long) position);
                case LayoutValue.Bytes(int byteSize) -> bytes(position, byteSize);
                case LayoutValue.Struct nested -> struct(nested, base, position);
                case LayoutValue.Sequence(LayoutValue element, int stride, int count) ->
                    elements(element, stride, count, base, struct, offset);
                case LayoutValue.VarBytes _ -> {
                    int length = reader.array(base, struct, struct, offset, Byte.BYTES);
                    yield length < 0 ? null : bytes(reader.start(), length);
                }
                case LayoutValue.VarArray(LayoutValue element, int stride) -> {
                    int count = reader.array(base, struct, struct, offset, stride);
                    int start = reader.start();
                    yield count < 0 ? null : elements(element, stride, count, start, start, 0);
                }
                case LayoutValue.VarStructs list when list.isOfVarRecords() -> varRecords(list, base, struct, offset);
                case LayoutValue.VarStructs list -> {
                    int count = reader.list(base, struct, struct, offset, list.shape());
                    int start = reader.start();
                    yield count < 0 ? null : elements(list.element(), reader.stride(), count, start, start, 0);
                }
            };
        }

        private byte[] bytes(int position, int byteSize) {
            return Arrays.copyOfRange(reader.bytes(), position, position + byteSize);
        }

        /** Reads elements of a fixed size, the first of which starts at an offset in the innermost struct. */
        private List<@Nullable Object> elements(
                LayoutValue element, int stride, int count, int base, int struct, int offset) {
            List<@Nullable Object> elements = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                try {
                    elements.add(value(element, base, struct, offset + i * stride));
                } catch (CorruptFault fault) {
                    throw fault.in("[" + i + "]");
                }
            }
            return elements;
        }

        private @Nullable List<@Nullable Object> varRecords(
                LayoutValue.VarStructs list, int base, int struct, int offset) {
            int count = reader.varRecordList(base, struct, struct, offset);
            if (count < 0) {
                return null;
            }
            int start = reader.start();
            int end = reader.listEnd();
            List<@Nullable Object> elements = new ArrayList<>(count);
            for (int i = 0; i < count; i++) {
                try {
                    elements.add(varRecord(list.element(), list.shape(), reader.varRecordAt(start, end, i)));
                } catch (CorruptFault fault) {
                    throw fault.in("[" + i + "]");
                }
            }
            reader.endList(end);
            return elements;
        }
    }
}
