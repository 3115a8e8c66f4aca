package dev.verbatim.file;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/**
 * Random bindings of nested layouts with members of every kind, in either byte order, of any names, with and without
 * padding. There is no DTO behind them: they are for those who read bindings.
 */
final class NestedBindings {

    private static final int MAX_DEPTH = 3;

    private NestedBindings() {}

    static Arbitrary<Binding<?>> arbitrary() {
        return structs(MAX_DEPTH);
    }

    /** A member's value, and the padding before it. */
    private record Part(Value.Fixed value, int paddingSize) {}

    private static Arbitrary<Binding<?>> structs(int depth) {
        Arbitrary<List<Part>> parts = Combinators.combine(values(depth), paddingSizes())
                .as(Part::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(5);
        Arbitrary<List<String>> names = Arbitraries.strings()
                .ofMinLength(1)
                .ofMaxLength(4)
                .withCharRange('a', 'z')
                .withChars('\'', '"', '\\', '\n', '\0', '\u00A0', '\u00E9', '\u4FA1', '\uD83D', '\uDE00')
                .list()
                .uniqueElements()
                .ofSize(5);
        return Combinators.combine(parts, names, paddingSizes())
                .<Binding<?>>as(NestedBindings::struct)
                .withoutEdgeCases(); // those of what is nested are too many to be combined
    }

    private static Arbitrary<Integer> paddingSizes() {
        return Arbitraries.integers().between(-8, 8).map(size -> Math.max(0, size));
    }

    private static Arbitrary<Value.Fixed> values(int depth) {
        Arbitrary<ValueLayout> layouts = layouts(
                ValueLayout.JAVA_BOOLEAN,
                ValueLayout.JAVA_BYTE,
                ValueLayout.JAVA_SHORT_UNALIGNED,
                ValueLayout.JAVA_CHAR_UNALIGNED,
                ValueLayout.JAVA_INT_UNALIGNED,
                ValueLayout.JAVA_LONG_UNALIGNED,
                ValueLayout.JAVA_FLOAT_UNALIGNED,
                ValueLayout.JAVA_DOUBLE_UNALIGNED);
        Arbitrary<ValueLayout> ordinals = layouts(
                ValueLayout.JAVA_BYTE,
                ValueLayout.JAVA_SHORT_UNALIGNED,
                ValueLayout.JAVA_CHAR_UNALIGNED,
                ValueLayout.JAVA_INT_UNALIGNED,
                ValueLayout.JAVA_LONG_UNALIGNED);
        Arbitrary<Integer> counts = Arbitraries.integers().between(0, 12);
        List<Arbitrary<Value.Fixed>> kinds = new ArrayList<>(List.of(
                layouts.map(Value.Primitive::new),
                ordinals.map(layout -> new Value.Ordinal(layout, Object.class, List.of())),
                counts.map(Value.Text::new),
                Combinators.combine(layouts, counts).as(Value.PrimitiveArray::new)));
        if (depth > 1) {
            kinds.add(structs(depth - 1).map(Value.Struct::new));
            kinds.add(Combinators.combine(structs(depth - 1), counts, Arbitraries.of(true, false))
                    .as(Value.StructSequence::new));
        }
        return Arbitraries.oneOf(kinds);
    }

    private static Arbitrary<ValueLayout> layouts(ValueLayout... layouts) {
        return Combinators.combine(
                        Arbitraries.of(layouts), Arbitraries.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN))
                .as(ValueLayout::withOrder);
    }

    private static Binding<?> struct(List<Part> parts, List<String> names, int trailingSize) {
        List<MemoryLayout> elements = new ArrayList<>();
        List<Member> members = new ArrayList<>();
        long offset = 0;
        for (Part part : parts) {
            offset += addPadding(elements, part.paddingSize());
            String name = names.get(members.size());
            MemoryLayout element = layout(part.value()).withName(name);
            elements.add(element);
            Member.NestField field = new Member.NestField(Object.class, name, false);
            members.add(new Member.Fixed(name, offset, Object.class, part.value(), field, null));
            offset += element.byteSize();
        }
        addPadding(elements, trailingSize);
        return new Binding<>(
                Object.class,
                MemoryLayout.structLayout(elements.toArray(MemoryLayout[]::new)),
                members,
                List.of(),
                null,
                MethodHandles.lookup(),
                true);
    }

    private static int addPadding(List<MemoryLayout> elements, int byteSize) {
        if (byteSize > 0) {
            elements.add(MemoryLayout.paddingLayout(byteSize));
        }
        return byteSize;
    }

    private static MemoryLayout layout(Value.Fixed value) {
        return switch (value) {
            case Value.Primitive primitive -> primitive.layout();
            case Value.Ordinal ordinal -> ordinal.layout();
            case Value.Converted converted -> converted.layout();
            case Value.ConvertedBytes(var element, var conversion, var _, var _, var _) ->
                MemoryLayout.sequenceLayout(conversion.byteSize() / element.byteSize(), element);
            case Value.Text text -> MemoryLayout.sequenceLayout(text.byteSize(), ValueLayout.JAVA_BYTE);
            case Value.PrimitiveArray array -> MemoryLayout.sequenceLayout(array.count(), array.element());
            case Value.Struct struct -> struct.binding().layout();
            case Value.ConvertedSequence sequence ->
                MemoryLayout.sequenceLayout(sequence.count(), layout(sequence.element()));
            case Value.StructSequence sequence ->
                MemoryLayout.sequenceLayout(sequence.count(), sequence.element().layout());
        };
    }
}
