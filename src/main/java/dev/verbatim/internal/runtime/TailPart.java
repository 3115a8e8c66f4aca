package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.VarLayouts;
import dev.verbatim.internal.model.ViewBinding.InTail;
import dev.verbatim.internal.model.ViewBinding.StructsInTail;
import dev.verbatim.internal.model.ViewBinding.ValuesInTail;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * What a member of a view refers to in the tail of a variable-length record. A view looks at one part at a time: it
 * checks that the part lies behind the struct and within the variable-length record. It does not check that the parts
 * follow one another as they should.
 *
 * <p>All methods are told the segment, where the struct starts in it, where the variable-length record ends, and the
 * reference, which is a {@linkplain VarDescriptor#pair pair}. The caller has read the reference once, so that the
 * checked reference is also the one that is used, and has made a {@link Fence} before that.
 */
public sealed interface TailPart permits TailValues, TailStructs {

    /** An end in a list, at any address. */
    VarHandle INT = VarDescriptor.INT_LE.withByteAlignment(1).varHandle();

    /** Two ints at any address: a reference, or the header of a variable-length record or of a list. */
    VarHandle PAIR = VarDescriptor.PAIR_LE.varHandle();

    /** {@return the part that an accessor shows} */
    static TailPart of(InTail target) {
        return switch (target) {
            case ValuesInTail(long offset, long structSize, MemoryLayout element, var _, var _) ->
                new TailValues(offset, structSize, element);
            case StructsInTail structs -> {
                StructLayout element = structs.element();
                yield new TailStructs(
                        structs.referenceOffset(),
                        structs.structSize(),
                        element,
                        VarLayouts.isVarRecord(element),
                        structs.alignment());
            }
        };
    }

    /** {@return where the reference is, from the start of the struct} */
    long referenceOffset();

    /** {@return the size of the struct in bytes} */
    long structSize();

    /** {@return the number of elements, or of the bytes of a text; -1 for null} */
    int count(MemorySegment segment, long struct, long end, long reference);

    /** {@return where the part starts in the segment} */
    static long start(long struct, long reference) {
        return struct + VarDescriptor.first(reference);
    }

    /** {@return the length of the part in bytes; -1 for null} */
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

    /** {@return all bytes of the part, the header of a list included; {@code null} for null} */
    default @Nullable MemorySegment slice(MemorySegment segment, long struct, long end, long reference) {
        int length = length(struct, end, reference);
        return length < 0 ? null : segment.asSlice(start(struct, reference), length);
    }

    /** Throws unless there is an element with this index. */
    static void checkIndex(long index, int count) {
        if (count < 0) {
            throw new ValueFault.NullReference();
        }
        if (index < 0 || index >= count) {
            throw new ValueFault.NoElement(count);
        }
    }
}
