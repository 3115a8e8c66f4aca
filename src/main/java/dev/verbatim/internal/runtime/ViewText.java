package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.model.ViewBinding.Action;
import dev.verbatim.internal.model.ViewBinding.InTail;
import dev.verbatim.internal.model.ViewBinding.Nested;
import dev.verbatim.internal.model.ViewBinding.Plain;
import dev.verbatim.internal.model.ViewBinding.StructsInTail;
import dev.verbatim.internal.model.ViewBinding.ValuesInTail;
import dev.verbatim.internal.model.ViewBinding.ViewAccessor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.LongFunction;

/**
 * The members of a view as text, for {@code toString}: read by a walk over the model, whose slowness does not matter
 * there.
 */
final class ViewText {

    /**
     * The most elements of a list in the tail, and the most bytes of a text, that are shown. Corrupt bytes may name any
     * number.
     */
    private static final int MAX_SHOWN = 100;

    private ViewText() {}

    /** {@return the members that a view has getters for; of what is long in a tail, the beginning} */
    static String of(ViewBinding<?> view, MemorySegment segment, long offset, long end) {
        String name = view.type().getSimpleName();
        if (segment.byteSize() == 0) {
            return name + "[not wrapped]";
        }
        try {
            return name + fields(view, segment, offset, end);
        } catch (RuntimeException fault) {
            return name + "[not readable: " + fault.getMessage() + "]";
        }
    }

    private static String fields(ViewBinding<?> view, MemorySegment segment, long offset, long end) {
        Map<String, ViewAccessor> shown = new LinkedHashMap<>();
        for (ViewAccessor accessor : view.accessors()) {
            if (preference(accessor) > 0) {
                // A member may have several accessors; the one for the whole shows it best.
                shown.merge(accessor.member(), accessor, (a, b) -> preference(a) > preference(b) ? a : b);
            }
        }
        StringJoiner text = new StringJoiner(", ", "[", "]");
        shown.forEach((name, accessor) -> text.add(name + "=" + field(accessor, segment, offset, end)));
        return text.toString();
    }

    /** {@return how well an accessor shows a member; 0 for not at all} */
    private static int preference(ViewAccessor accessor) {
        return switch (accessor.action()) {
            case SET, ATOMIC, EQUALS_TEXT, COUNT -> 0;
            case GET_SLICE -> 1;
            case GET, GET_CHARS, APPEND_TEXT -> accessor.isIndexed() ? 2 : 3;
        };
    }

    private static String field(ViewAccessor accessor, MemorySegment segment, long struct, long end) {
        LongFunction<String> element = at -> switch (accessor.target()) {
            case Plain(Value.Fixed value, var _) -> value(value, segment, at);
            case Nested(ViewBinding<?> nested) -> fields(nested, segment, at, end);
            case InTail inTail -> inTail(accessor, inTail, segment, struct, end);
        };
        long start = struct + accessor.offset();
        return accessor.count() >= 0
                ? sequence(accessor.count(), accessor.target().byteSize(), start, element)
                : element.apply(start);
    }

    private static String inTail(ViewAccessor accessor, InTail inTail, MemorySegment segment, long struct, long end) {
        try {
            Fence.beforeAccess();
            long reference = (long) TailPart.PAIR.get(segment, struct + accessor.offset());
            TailPart part = TailPart.of(inTail);
            MemorySegment slice = part.slice(segment, struct, end, reference);
            if (slice == null) {
                return "null";
            }
            if (accessor.action() == Action.GET_SLICE) {
                return slice.byteSize() + " bytes";
            }
            // An element that is a String is what a conversion makes.
            boolean isText = accessor.type() == String.class && !accessor.isIndexed();
            if (slice.byteSize() > MAX_SHOWN && isText) {
                return slice.byteSize() + " bytes of text";
            }
            if (isText) {
                byte[] bytes = Fence.toArray(slice, 0, (int) slice.byteSize());
                return text(bytes, bytes.length);
            }
            Fence.beforeAccess();
            int count = part.count(segment, struct, end, reference);
            long start = TailPart.start(struct, reference);
            int shown = Math.min(count, MAX_SHOWN);
            String elements = switch (inTail) {
                case ValuesInTail(var _, var _, MemoryLayout element, var _, var converted) ->
                    sequence(
                            shown,
                            element.byteSize(),
                            start,
                            at -> converted == null
                                    ? primitive((ValueLayout) element, segment, at)
                                    : value(converted, segment, at));
                case StructsInTail(var _, var _, var _, var _, var view) -> {
                    ViewBinding<?> element = Objects.requireNonNull(view);
                    TailStructs structs = (TailStructs) part;
                    yield sequence(shown, 1, 0, index -> {
                        Fence.beforeAccess();
                        long place = structs.place(segment, struct, end, reference, index);
                        return fields(
                                element, segment, start + TailStructs.start(place), start + TailStructs.end(place));
                    });
                }
            };
            return shown == count ? elements : elements + " of " + count;
        } catch (CorruptFault fault) {
            return "corrupt";
        }
    }

    private static String text(byte[] bytes, int length) {
        return Utf8.malformed(bytes, 0, length) == null ? Utf8.decode(bytes, 0, length) : "not UTF-8";
    }

    private static String sequence(long count, long stride, long start, LongFunction<String> element) {
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (long i = 0; i < count; i++) {
            text.add(element.apply(start + i * stride));
        }
        return text.toString();
    }

    private static String value(Value.Fixed bound, MemorySegment segment, long at) {
        return switch (bound) {
            case Value.Primitive(ValueLayout layout) -> primitive(layout, segment, at);
            case Value.Ordinal(ValueLayout layout, var _, List<?> constants) -> {
                long ordinal = ValueFaultFinder.integral(layout, segment, at);
                yield ordinal >= 0 && ordinal < constants.size()
                        ? ConversionFaults.text(constants.get((int) ordinal))
                        : "ordinal " + ordinal;
            }
            case Value.Converted(ValueLayout layout, var conversion, var _, var _) ->
                ConversionFaults.text(conversion, layout, segment, at);
            case Value.ConvertedBytes(var _, var conversion, var _, var _, var _) ->
                ConversionFaults.text(conversion, segment, at);
            case Value.Text(int byteSize) -> {
                byte[] bytes = Fence.toArray(segment, at, byteSize);
                yield text(bytes, Text.trimmed(bytes, byteSize));
            }
            case Value.PrimitiveArray(ValueLayout element, int count) ->
                sequence(count, element.byteSize(), at, place -> primitive(element, segment, place));
            case Value.ConvertedSequence(var element, int count, var _) ->
                sequence(count, element.byteSize(), at, place -> value(element, segment, place));
            case Value.Struct(Binding<?> nested) -> {
                StringJoiner text = new StringJoiner(", ", "[", "]");
                for (Member.Fixed member : nested.fixedMembers()) {
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
        };
    }

    private static String primitive(ValueLayout layout, MemorySegment segment, long at) {
        VarHandle handle = layout.withByteAlignment(1).varHandle();
        Fence.beforeAccess();
        return String.valueOf(handle.get(segment, at));
    }
}
