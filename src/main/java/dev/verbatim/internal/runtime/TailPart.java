package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.VarLayouts;
import dev.verbatim.internal.model.ViewBinding.InTail;
import dev.verbatim.internal.model.ViewBinding.StructsInTail;
import dev.verbatim.internal.model.ViewBinding.ValuesInTail;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a member of a view refers to in the tail of a record. A view looks at one part at a time: it checks that this lies within the
 * record, behind the struct, and not whether the parts follow each other as they should.
 *
 * <p>All methods are told the segment, where the struct starts in it, where the record ends, and the reference: offset and length in
 * one word, which is read once, so that what was checked is used. They have made a {@link Fence}, to read that.
 */
public sealed interface TailPart permits TailValues, TailStructs {

    /** An end in a list, at any address. */
    VarHandle INT = VarDescriptor.INT_LE.withByteAlignment(1).varHandle();

    /** Two ints at any address: a reference, or the header of a variable-length record or of a list. */
    VarHandle PAIR = VarDescriptor.PAIR_LE.varHandle();

    /** {@return the part of an accessor} */
    static TailPart of(InTail target) {
        return switch (target) {
            case ValuesInTail(long offset, long structSize, ValueLayout element, _) ->
                new TailValues(offset, structSize, element);
            case StructsInTail structs -> {
                StructLayout element = structs.element();
                yield new TailStructs(
                        structs.slot(), structs.structSize(), element, VarLayouts.isRecord(element), structs.alignment());
            }
        };
    }

    /** {@return where the reference is, from the start of the struct} */
    long referenceOffset();

    /** {@return the size of the struct in bytes} */
    long structSize();

    /** {@return the number of elements, of text that of its bytes; -1 for null} */
    int count(MemorySegment segment, long struct, long end, long reference);

    /** {@return where the part starts in the segment} */
    static long start(long struct, long reference) {
        return struct + VarDescriptor.first(reference);
    }

    /** {@return the length in bytes; -1 for null} */
    default int length(long struct, long end, long reference) {
        if (reference == VarDescriptor.NULL) {
            return -1;
        }
        int offset = VarDescriptor.first(reference);
        int length = VarDescriptor.second(reference);
        if (offset < structSize() || length < 0 || offset > end - struct - length) {
            throw new CorruptFault(
                    struct + referenceOffset(),
                    "an offset from " + structSize() + " and a length that ends by " + (end - struct)
                            + ", or offset=0 and length=-1 for null",
                    "offset=" + offset + ", length=" + length);
        }
        return length;
    }

    /** {@return all bytes of the part, of a list with its header; {@code null} for null} */
    default @Nullable MemorySegment slice(MemorySegment segment, long struct, long end, long reference) {
        int length = length(struct, end, reference);
        return length < 0 ? null : segment.asSlice(start(struct, reference), length);
    }

    /** Throws unless there is an element of this index. */
    static void checkIndex(long index, int count) {
        if (count < 0) {
            throw new ValueFault.NullReference();
        }
        if (index < 0 || index >= count) {
            throw new ValueFault.NoElement(count);
        }
    }
}
