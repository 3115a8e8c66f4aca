package dev.verbatim.internal.runtime;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.internal.Binding;
import dev.verbatim.internal.Member;
import dev.verbatim.internal.RecordShapes;
import dev.verbatim.internal.Value;
import dev.verbatim.internal.runtime.Values.CorruptFault;
import org.jspecify.annotations.Nullable;

/**
 * Finds the member at which a record is corrupt, by a second walk over what the reader holds. Generated code only knows what is wrong there.
 */
final class RecordFaults {

    private final RecordReader reader;

    /** What is added to a position to make the offset in the segment that messages name. */
    private final long offset;

    private final String attempt;

    private RecordFaults(RecordReader reader, long offset, String attempt) {
        this.reader = reader;
        this.offset = offset;
        this.attempt = attempt;
    }

    /**
     * {@return the exception for the first part of a record that is corrupt; {@code null} if none is}
     *
     * @param record how the record is bound
     * @param reader holds the record
     * @param offset where it starts in its segment
     * @param attempt how the message begins
     */
    static @Nullable CorruptRecordException find(Binding<?> record, RecordReader reader, long offset, String attempt) {
        reader.rewind();
        try {
            new RecordFaults(reader, offset, attempt).record(record, 0, "");
            return null;
        } catch (CorruptRecordException found) {
            return found;
        }
    }

    /** {@return the exception for a header} */
    static CorruptRecordException inHeader(CorruptFault fault, long offset, String attempt) {
        return ValueFaults.corrupt("the record", offset + fault.position, fault.expected, fault.found, attempt);
    }

    /** Names the path of what a reader finds. */
    private void at(String path, Runnable read) {
        try {
            read.run();
        } catch (CorruptFault fault) {
            throw ValueFaults.corrupt(path, offset + fault.position, fault.expected, fault.found, attempt);
        }
    }

    /** Walks over a record whose path is empty or ends in a dot. */
    private void record(Binding<?> record, int base, String prefix) {
        RecordShape shape = RecordShapes.of(record, true);
        String path = prefix.isEmpty() ? "the record" : prefix.substring(0, prefix.length() - 1);
        int[] read = new int[1];
        at(path, () -> read[0] = reader.open(base, shape));
        struct(record, base, base, read[0], prefix);
        at(path, () -> reader.close(base, read[0], shape));
    }

    private void struct(Binding<?> struct, int base, int start, int read, String prefix) {
        for (Member member : struct.members()) {
            String path = prefix + member.name();
            int slot = Math.toIntExact(member.offset());
            switch (member.value()) {
                case Value.VarText _ -> at(path, () -> reader.text(base, start, read, slot));
                case Value.VarArray(var element) ->
                    at(path, () -> reader.array(base, start, read, slot, (int) element.byteSize()));
                case Value.VarStructs list when list.isOfRecords() -> recordList(list, base, start, read, slot, path);
                case Value.VarStructs list -> list(list, base, start, read, slot, path);
                case Value.Struct(Binding<?> nested) when nested.isVariable() ->
                    struct(nested, base, start + slot, read + slot, path + ".");
                default -> fixed(member.value(), start + slot, read + slot, path);
            }
        }
    }

    /** Looks at a value of a fixed size, which may be read elsewhere than where it lies. */
    private void fixed(Value value, int position, long read, String path) {
        CorruptRecordException found =
                ValueFaults.inMemory(value, reader.segment(), read, offset + position - read, path, attempt);
        if (found != null) {
            throw found;
        }
    }

    private void list(Value.VarStructs list, int base, int start, int read, int slot, String path) {
        RecordShape shape = RecordShapes.of(list.element(), false);
        int[] count = new int[1];
        at(path, () -> count[0] = reader.list(base, start, read, slot, shape));
        int first = reader.start();
        int stride = reader.stride();
        for (int i = 0; i < count[0]; i++) {
            int index = i;
            String element = path + "[" + i + "]";
            long[] position = new long[1];
            at(element, () -> position[0] = reader.element(first, stride, index, shape));
            fixed(new Value.Struct(list.element()), first + i * stride, position[0], element);
        }
    }

    private void recordList(Value.VarStructs list, int base, int start, int read, int slot, String path) {
        int[] count = new int[1];
        at(path, () -> count[0] = reader.recordList(base, start, read, slot));
        if (count[0] < 0) {
            return;
        }
        int position = reader.start();
        int end = reader.listEnd();
        for (int i = 0; i < count[0]; i++) {
            int index = i;
            String element = path + "[" + i + "]";
            int[] elementBase = new int[1];
            at(element, () -> elementBase[0] = reader.recordAt(position, end, index));
            record(list.element(), elementBase[0], element + ".");
        }
        at(path, () -> reader.endList(end));
    }
}
