package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Finds the member at which a variable-length record is corrupt. Generated code knows what is wrong, but not the path
 * to it; this walks over the bytes of the reader once more, by the binding, and collects the path.
 */
final class VarFaultFinder {

    private final VarReader reader;
    private final IdentityHashMap<Binding<?>, VarShape> shapes = new IdentityHashMap<>();

    private VarFaultFinder(VarReader reader) {
        this.reader = reader;
    }

    /**
     * {@return the first fault in a variable-length record, with its path; {@code null} if there is none}
     *
     * @param varRecord how the variable-length record is bound
     * @param reader has loaded the bytes
     */
    static @Nullable CorruptFault find(Binding<?> varRecord, VarReader reader) {
        reader.rewind();
        try {
            new VarFaultFinder(reader).varRecord(varRecord, 0);
            return null;
        } catch (CorruptFault found) {
            return found;
        }
    }

    private VarShape shape(Binding<?> struct, boolean isVarRecord) {
        return shapes.computeIfAbsent(struct, _ -> VarShapes.of(struct, isVarRecord));
    }

    private void varRecord(Binding<?> varRecord, int base) {
        VarShape shape = shape(varRecord, true);
        int read = reader.open(base, shape);
        struct(varRecord, base, base, read);
        reader.close(base, read, shape);
    }

    private void struct(Binding<?> struct, int base, int start, int read) {
        Member itself = struct.value();
        if (itself != null) {
            value(itself, base, start, read);
            return;
        }
        for (Member member : struct.members()) {
            try {
                member(member, base, start, read);
            } catch (CorruptFault fault) {
                boolean mayBeAbsent = read != start && member.value() instanceof Value.Fixed;
                throw (mayBeAbsent ? fault.inOlder(reader.fixedEnd(base)) : fault).in(member.name());
            }
        }
    }

    private void member(Member member, int base, int start, int read) {
        member(member.value(), base, start, read, Math.toIntExact(member.offset()));
    }

    private void member(Value value, int base, int start, int read, int offset) {
        switch (value) {
            case Value.VarText _ -> reader.text(null, base, start, read, offset);
            case Value.VarOptional(Value.InTail content, var _) -> member(content, base, start, read, offset);
            case Value.VarByContent made -> member(made.content(), base, start, read, offset);
            case Value.VarConverted(Value.ByConversion element, var _) -> converted(element, base, start, read, offset);
            case Value.VarArray(var element) -> reader.array(base, start, read, offset, (int) element.byteSize());
            case Value.VarStructs list when list.isOfVarRecords() -> varRecords(list, base, start, read, offset);
            case Value.VarStructs list -> list(list, base, start, read, offset);
            case Value.StructWithTail(Binding<?> nested) -> struct(nested, base, start + offset, read + offset);
            case Value.Fixed fixed -> fixed(fixed, start + offset, read + offset);
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

    /** Looks at an element that is a value by itself, which is not null. */
    private void value(Member value, int base, int start, int read) {
        int reference = Math.toIntExact(value.offset());
        if (!(value.value() instanceof Value.VarOptional) && reader.isNull(read + reference)) {
            throw new CorruptFault(
                    start + reference, "a reference to an element, which is not null", "offset=0, length=-1");
        }
        member(value, base, start, read);
    }

    private void converted(Value.ByConversion element, int base, int start, int read, int offset) {
        int elementSize = Math.toIntExact(element.byteSize());
        int count = reader.array(base, start, read, offset, elementSize);
        int first = reader.start();
        for (int i = 0; i < count; i++) {
            try {
                fixed(element, first + i * elementSize, first + i * elementSize);
            } catch (CorruptFault fault) {
                throw fault.in("[" + i + "]");
            }
        }
    }

    private void list(Value.VarStructs list, int base, int start, int read, int offset) {
        VarShape shape = shape(list.element(), false);
        Value.Struct element = new Value.Struct(list.element());
        int count = reader.list(base, start, read, offset, shape);
        int first = reader.start();
        int stride = reader.stride();
        for (int i = 0; i < count; i++) {
            int position = first + i * stride;
            try {
                fixed(element, position, reader.element(first, stride, i, shape));
            } catch (CorruptFault fault) {
                throw fault.inOlder(position + stride).in("[" + i + "]");
            }
        }
    }

    private void varRecords(Value.VarStructs list, int base, int start, int read, int offset) {
        int count = reader.varRecordList(base, start, read, offset);
        if (count < 0) {
            return;
        }
        int position = reader.start();
        int end = reader.listEnd();
        for (int i = 0; i < count; i++) {
            try {
                varRecord(list.element(), reader.varRecordAt(position, end, i));
            } catch (CorruptFault fault) {
                throw fault.in("[" + i + "]");
            }
        }
        reader.endList(end);
    }
}
