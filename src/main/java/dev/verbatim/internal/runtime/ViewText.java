package dev.verbatim.internal.runtime;

import dev.verbatim.internal.Binding;
import dev.verbatim.internal.Member;
import dev.verbatim.internal.Value;
import dev.verbatim.internal.ViewBinding;
import dev.verbatim.internal.ViewBinding.Action;
import dev.verbatim.internal.ViewBinding.Nested;
import dev.verbatim.internal.ViewBinding.Plain;
import dev.verbatim.internal.ViewBinding.ViewAccessor;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.LongFunction;

/** The fields of a view as text, for {@code toString}: read by a walk over the model, which is slow and makes no difference there. */
final class ViewText {

    private ViewText() {}

    /** {@return the fields that a view has getters for; it never throws} */
    static String of(ViewBinding<?> view, MemorySegment segment, long offset) {
        String name = view.type().getSimpleName();
        if (segment.byteSize() == 0) {
            return name + "[not wrapped]";
        }
        try {
            return name + fields(view, segment, offset);
        } catch (RuntimeException fault) {
            return name + "[not readable: " + fault.getMessage() + "]";
        }
    }

    private static String fields(ViewBinding<?> view, MemorySegment segment, long offset) {
        Map<String, String> fields = new LinkedHashMap<>();
        for (ViewAccessor accessor : view.accessors()) {
            boolean whole = accessor.action() == Action.GET || accessor.action() == Action.APPEND_TEXT;
            // Of a member with several accessors the one for the whole shows it best.
            if (whole && (!fields.containsKey(accessor.member()) || !accessor.isIndexed())) {
                fields.put(accessor.member(), field(accessor, segment, offset + accessor.offset()));
            }
        }
        StringJoiner text = new StringJoiner(", ", "[", "]");
        fields.forEach((name, value) -> text.add(name + "=" + value));
        return text.toString();
    }

    private static String field(ViewAccessor accessor, MemorySegment segment, long start) {
        LongFunction<String> element = at -> switch (accessor.target()) {
            case Plain(Value value, _) -> value(value, segment, at);
            case Nested(ViewBinding<?> nested) -> fields(nested, segment, at);
        };
        return accessor.isIndexed()
                ? sequence(accessor.count(), accessor.target().byteSize(), start, element)
                : element.apply(start);
    }

    private static String sequence(long count, long stride, long start, LongFunction<String> element) {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (long i = 0; i < count; i++) {
            text.add(element.apply(start + i * stride));
        }
        return text.toString();
    }

    private static String value(Value bound, MemorySegment segment, long at) {
        return switch (bound) {
            case Value.Primitive(ValueLayout layout) -> primitive(layout, segment, at);
            case Value.Ordinal(ValueLayout layout, _, List<?> constants) -> {
                long ordinal = ValueFaults.integral(layout, segment, at);
                yield ordinal >= 0 && ordinal < constants.size()
                        ? constants.get((int) ordinal).toString()
                        : "ordinal " + ordinal;
            }
            case Value.Text(int byteSize) -> {
                byte[] bytes = segment.asSlice(at, byteSize).toArray(ValueLayout.JAVA_BYTE);
                yield Utf8.malformed(bytes, 0, bytes.length) == null ? Text.decode(bytes, byteSize) : "not UTF-8";
            }
            case Value.PrimitiveArray(ValueLayout element, int count) ->
                sequence(count, element.byteSize(), at, place -> primitive(element, segment, place));
            case Value.Struct(Binding<?> nested) -> {
                StringJoiner text = new StringJoiner(", ", "[", "]");
                for (Member member : nested.members()) {
                    text.add(member.name() + "=" + value(member.value(), segment, at + member.offset()));
                }
                yield text.toString();
            }
            case Value.StructSequence sequence ->
                sequence(
                        sequence.count(),
                        sequence.element().byteSize(),
                        at,
                        place -> value(new Value.Struct(sequence.element()), segment, place));
            case Value.Variable _ -> throw new AssertionError("no view has such a member: " + bound);
        };
    }

    private static String primitive(ValueLayout layout, MemorySegment segment, long at) {
        return String.valueOf(layout.withByteAlignment(1).varHandle().get(segment, at));
    }
}
