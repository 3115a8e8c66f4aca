package dev.verbatim.invented;

import dev.verbatim.Layouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * An invented variable-length record and its older layouts: it, and the elements of its lists, have had fewer members
 * once.
 */
public final class InventedGenerations {

    public static final int COUNT = 3;

    private final InventedStruct newest;

    /** How many members each struct that grows has in each generation. */
    private final IdentityHashMap<ValueKind.Struct, int[]> sizes = new IdentityHashMap<>();

    private final List<InventedStruct> generations = new ArrayList<>();

    public InventedGenerations(InventedStruct newest, Random random) {
        this.newest = newest;
        grow(newest.kind(), random);
        for (int i = 0; i < COUNT; i++) {
            generations.add(new InventedStruct(kind(newest.kind(), i), newest.residence(), layout(newest.kind(), i)));
        }
    }

    /** The struct as it was in a generation. */
    public InventedStruct at(int generation) {
        return generations.get(generation);
    }

    private void grow(ValueKind.Struct struct, Random random) {
        int count = struct.members().size();
        int[] counts = {1 + random.nextInt(count), 1 + random.nextInt(count), count};
        Arrays.sort(counts);
        sizes.put(struct, counts);
        growWithin(struct, random);
    }

    private void growWithin(ValueKind.Struct struct, Random random) {
        for (ValueKind.Member member : struct.members()) {
            switch (member.kind()) {
                case ValueKind.Struct nested -> growWithin(nested, random);
                case ValueKind.Variable variable -> growIn(variable, random);
                default -> {}
            }
        }
    }

    private void growIn(ValueKind.Variable variable, Random random) {
        switch (variable) {
            case ValueKind.VarStructs structs -> grow(structs.struct(), random);
            case ValueKind.VarOptional(var content) -> growIn(content, random);
            case ValueKind.VarNested(var value, var _) -> growIn(value, random);
            case ValueKind.VarText _, ValueKind.VarArray _, ValueKind.VarBoxes _ -> {}
        }
    }

    /** How many members a struct has; all if it does not grow. */
    private int size(ValueKind.Struct struct, int generation) {
        int[] counts = sizes.get(struct);
        return counts == null ? struct.members().size() : counts[generation];
    }

    private ValueKind.Struct kind(ValueKind.Struct struct, int generation) {
        List<ValueKind.Member> members = struct.members().subList(0, size(struct, generation)).stream()
                .map(member -> new ValueKind.Member(member.padding(), kind(member.kind(), generation)))
                .toList();
        return new ValueKind.Struct(
                struct.hasHeader(),
                struct.form(),
                struct.home(),
                struct.inherited(),
                members,
                struct.trailingPadding());
    }

    private ValueKind kind(ValueKind kind, int generation) {
        return switch (kind) {
            case ValueKind.Struct struct -> kind(struct, generation);
            case ValueKind.VarStructs structs ->
                new ValueKind.VarStructs(kind(structs.struct(), generation), structs.isList());
            case ValueKind.VarOptional(var content) ->
                new ValueKind.VarOptional((ValueKind.Variable) kind(content, generation));
            case ValueKind.VarNested(var value, boolean isList) ->
                new ValueKind.VarNested((ValueKind.Variable) kind(value, generation), isList);
            default -> kind;
        };
    }

    /** The first layout, grown as often as it takes. */
    private StructLayout layout(ValueKind.Struct struct, int generation) {
        List<MemoryLayout> first = new ArrayList<>();
        if (struct.hasHeader()) {
            first.add(ValueKind.INT.withName("fixedSize"));
            first.add(ValueKind.INT.withName("totalSize"));
        }
        first.addAll(members(struct, 0, size(struct, 0), generation));
        StructLayout layout = MemoryLayout.structLayout(first.toArray(MemoryLayout[]::new));
        if (layout.byteSize() == 0) {
            layout = Layouts.grown(layout, MemoryLayout.paddingLayout(1)); // a struct of no bytes is refused
        }
        for (int i = 1; i <= generation; i++) {
            List<MemoryLayout> added = members(struct, size(struct, i - 1), size(struct, i), generation);
            layout = Layouts.grown(layout, added.toArray(MemoryLayout[]::new));
        }
        return layout;
    }

    private List<MemoryLayout> members(ValueKind.Struct struct, int from, int to, int generation) {
        List<MemoryLayout> layouts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            ValueKind.Member member = struct.members().get(i);
            if (member.padding() > 0) {
                layouts.add(MemoryLayout.paddingLayout(member.padding()));
            }
            layouts.add(member(member.kind(), generation).withName(ValueKind.name(i)));
        }
        if (from < to && struct.trailingPadding() > 0) {
            layouts.add(MemoryLayout.paddingLayout(struct.trailingPadding()));
        }
        return layouts;
    }

    private MemoryLayout member(ValueKind kind, int generation) {
        return switch (kind) {
            case ValueKind.Struct struct -> layout(struct, generation);
            case ValueKind.VarStructs structs -> reference(layout(structs.struct(), generation));
            case ValueKind.VarOptional(var content) -> member(content, generation);
            case ValueKind.VarNested(var value, var _) ->
                reference(ValueKind.VarNested.record(member(value, generation), false));
            default -> kind.layout(false);
        };
    }

    private static MemoryLayout reference(MemoryLayout element) {
        return MemoryLayout.structLayout(
                ValueKind.INT.withName("offset"),
                ValueKind.INT.withName("length"),
                MemoryLayout.sequenceLayout(0, element).withName("elements"));
    }

    /** The values of the newest struct that one of a generation has. */
    public Map<String, Object> written(Map<?, ?> values, int writer) {
        return read(values, writer, writer);
    }

    /** What the reader of one generation sees of values of the newest struct that the writer of another one wrote. */
    public Map<String, Object> read(Map<?, ?> values, int writer, int reader) {
        return struct(newest.kind(), values, writer, reader);
    }

    private Map<String, Object> struct(ValueKind.Struct struct, Map<?, ?> values, int writer, int reader) {
        Map<String, Object> seen = new LinkedHashMap<>();
        for (int i = 0; i < size(struct, reader); i++) {
            ValueKind kind = struct.members().get(i).kind();
            seen.put(
                    ValueKind.name(i),
                    i < size(struct, writer)
                            ? value(kind, values.get(ValueKind.name(i)), writer, reader)
                            : absent(kind));
        }
        return seen;
    }

    private @Nullable Object value(ValueKind kind, @Nullable Object value, int writer, int reader) {
        if (value == null) {
            return null;
        }
        return switch (kind) {
            case ValueKind.Struct struct -> struct(struct, (Map<?, ?>) value, writer, reader);
            case ValueKind.VarStructs structs ->
                ((List<?>) value)
                        .stream()
                                .map(element -> struct(structs.struct(), (Map<?, ?>) element, writer, reader))
                                .toList();
            case ValueKind.VarOptional(var content) -> value(content, value, writer, reader);
            case ValueKind.VarNested(var inner, var _) -> {
                List<Object> elements = new ArrayList<>();
                ((List<?>) value).forEach(element -> elements.add(value(inner, element, writer, reader)));
                yield elements;
            }
            default -> value;
        };
    }

    /** The value of a member without a default that an older record lacks. */
    private static @Nullable Object absent(ValueKind kind) {
        return switch (kind) {
            case ValueKind.Primitive _, ValueKind.Ordinal _ -> 0L;
            case ValueKind.Text _ -> new InventedValues.Text("");
            case ValueKind.PrimitiveArray(var _, int count) -> Collections.nCopies(count, 0L);
            case ValueKind.StructSequence sequence -> Collections.nCopies(sequence.count(), absent(sequence.element()));
            case ValueKind.Variable _ -> null;
            case ValueKind.Struct struct -> {
                Map<String, Object> values = new LinkedHashMap<>();
                for (int i = 0; i < struct.members().size(); i++) {
                    values.put(ValueKind.name(i), absent(struct.members().get(i).kind()));
                }
                yield values;
            }
        };
    }
}
