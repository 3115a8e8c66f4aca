package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the member at which a record is corrupt, by a second walk over what the reader holds. Generated code only knows what is wrong there.
 */
final class VarFaultFinder {

    private final VarReader reader;
    private final IdentityHashMap<Binding<?>, VarShape> shapes = new IdentityHashMap<>();

    private VarFaultFinder(VarReader reader) {
        this.reader = reader;
    }

    /**
     * {@return what is wrong with the first part of a record that is corrupt, by its path; {@code null} if none is}
     *
     * @param record how the record is bound
     * @param reader holds the record
     */
    static @Nullable CorruptFault find(Binding<?> record, VarReader reader) {
        reader.rewind();
        try {
            new VarFaultFinder(reader).record(record, 0);
            return null;
        } catch (CorruptFault found) {
            return found;
        }
    }

    private VarShape shape(Binding<?> struct, boolean isRecord) {
        return shapes.computeIfAbsent(struct, _ -> VarShapes.of(struct, isRecord));
    }

    private void record(Binding<?> record, int base) {
        VarShape shape = shape(record, true);
        int read = reader.open(base, shape);
        struct(record, base, base, read);
        reader.close(base, read, shape);
    }

    private void struct(Binding<?> struct, int base, int start, int read) {
        for (Member member : struct.members()) {
            try {
                member(member, base, start, read);
            } catch (CorruptFault fault) {
                throw fault.in(member.name());
            }
        }
    }

    private void member(Member member, int base, int start, int read) {
        int slot = Math.toIntExact(member.offset());
        switch (member.value()) {
            case Value.VarText _ -> reader.text(null, base, start, read, slot);
            case Value.VarArray(var element) -> reader.array(base, start, read, slot, (int) element.byteSize());
            case Value.VarStructs list when list.isOfRecords() -> recordList(list, base, start, read, slot);
            case Value.VarStructs list -> list(list, base, start, read, slot);
            case Value.StructWithTail(Binding<?> nested) -> struct(nested, base, start + slot, read + slot);
            case Value.Fixed value -> fixed(value, start + slot, read + slot);
        }
    }

    /** Looks at a value of a fixed size, which may be read elsewhere than where it lies. */
    private void fixed(Value.Fixed value, int position, long read) {
        try {
            ValueFaultFinder.checkMemory(value, reader.segment(), read);
        } catch (CorruptFault fault) {
            throw fault.movedBy(position - read);
        }
    }

    private void list(Value.VarStructs list, int base, int start, int read, int slot) {
        VarShape shape = shape(list.element(), false);
        Value.Struct element = new Value.Struct(list.element());
        int count = reader.list(base, start, read, slot, shape);
        int first = reader.start();
        int stride = reader.stride();
        for (int i = 0; i < count; i++) {
            try {
                fixed(element, first + i * stride, reader.element(first, stride, i, shape));
            } catch (CorruptFault fault) {
                throw fault.in("[" + i + "]");
            }
        }
    }

    private void recordList(Value.VarStructs list, int base, int start, int read, int slot) {
        int count = reader.recordList(base, start, read, slot);
        if (count < 0) {
            return;
        }
        int position = reader.start();
        int end = reader.listEnd();
        for (int i = 0; i < count; i++) {
            try {
                record(list.element(), reader.recordAt(position, end, i));
            } catch (CorruptFault fault) {
                throw fault.in("[" + i + "]");
            }
        }
        reader.endList(end);
    }
}
