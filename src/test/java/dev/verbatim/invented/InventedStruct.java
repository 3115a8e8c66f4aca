package dev.verbatim.invented;

import dev.verbatim.Conversions;
import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import dev.verbatim.invented.InventedTypes.Defined;
import dev.verbatim.invented.InventedTypes.Residence;
import dev.verbatim.invented.ValueKind.Form;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * A struct that no source file holds: its layout, the DTO type that goes with it, and values for both. The type and the
 * codec are made when they are first asked for.
 */
public final class InventedStruct {

    private final ValueKind.Struct kind;
    private final Residence residence;
    private final StructLayout layout;
    private @Nullable Defined defined;
    private @Nullable StructCodec<Object> codec;
    private @Nullable VarCodec<Object> varCodec;
    private @Nullable ViewFactory<StructView> views;
    private @Nullable ViewFactory<StructView> atomicViews;

    public InventedStruct(ValueKind.Struct kind, Residence residence) {
        this(kind, residence, (StructLayout) kind.layout(true));
    }

    /** One whose layout is not the kind's, but has the same members. */
    public InventedStruct(ValueKind.Struct kind, Residence residence, StructLayout layout) {
        this.kind = kind;
        this.residence = residence;
        this.layout = layout;
    }

    ValueKind.Struct kind() {
        return kind;
    }

    Residence residence() {
        return residence;
    }

    public StructLayout layout() {
        return layout;
    }

    public int byteSize() {
        return (int) layout.byteSize();
    }

    /** Random values for all members, nested ones included; see {@link InventedValues}. */
    public Map<String, Object> randomValues(Random random) {
        return InventedValues.random(kind, random);
    }

    /** Values as a {@code Baseline} takes them. */
    public Map<String, Object> stored(Map<String, Object> values) {
        return InventedValues.stored(kind, values);
    }

    /** The other way round. */
    public Map<String, Object> values(Map<String, Object> stored) {
        return InventedValues.values(kind, stored);
    }

    /** The DTO type. */
    public InventedType type() {
        return defined().type();
    }

    private Defined defined() {
        if (defined == null) {
            defined = InventedTypes.define(kind, residence, MethodHandles.lookup());
        }
        return defined;
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // a record or a class, as it comes
    public StructCodec<Object> codec() {
        if (codec == null) {
            Class type = type().type();
            Conversions constructors = type().constructors();
            codec = switch (kind.form()) {
                case RECORD -> StructCodec.ofRecord(defined().lookup(), type, layout, constructors);
                case MUTABLE -> StructCodec.ofClass(defined().lookup(), type, layout, constructors);
                case IMMUTABLE, IMMUTABLE_UNNAMED, PARTLY_FINAL ->
                    StructCodec.ofImmutable(defined().lookup(), type, layout, constructors);
            };
        }
        return codec;
    }

    /** The codec of a variable-length record; of a class it is one that can be read into. */
    @SuppressWarnings({"unchecked", "rawtypes"}) // a record or a class, as it comes
    public VarCodec<Object> varCodec() {
        if (varCodec == null) {
            Class type = type().type();
            VarCodec.Builder builder =
                    VarCodec.builder(defined().lookup(), type, layout).withConversions(type().constructors());
            varCodec = kind.form() == Form.MUTABLE ? builder.buildReusable() : builder.build();
        }
        return varCodec;
    }

    /** The codec of a struct that is not a record. */
    public ReusableCodec<Object> reusableCodec() {
        return (ReusableCodec<Object>) codec();
    }

    /** The view type. */
    public InventedView view() {
        return defined().view();
    }

    public ViewFactory<StructView> views() {
        if (views == null) {
            views = view().factory(defined().viewLookup(), layout);
        }
        return views;
    }

    /**
     * The type of a view with other access modes than plain: its members are those that lie where these are possible.
     */
    public InventedView atomicView() {
        return defined().atomicView();
    }

    public ViewFactory<StructView> atomicViews() {
        if (atomicViews == null) {
            atomicViews = atomicView().factory(defined().viewLookup(), layout);
        }
        return atomicViews;
    }

    /** What the address of a struct has to be a multiple of for an atomic view. */
    public long atomicAlignment() {
        long alignment = 1;
        for (int i = 0; i < kind.members().size(); i++) {
            if (atomicView().has(i)) {
                alignment = Math.max(alignment, kind.members().get(i).kind().valueSize());
            }
        }
        return alignment;
    }

    /** The type and the layout, nested ones included: what has to be written down by hand to see a failure again. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(residence + " ");
        describeStruct(text, kind, layout, "T", "");
        return text.toString();
    }

    private static void describe(
            StringBuilder text, ValueKind kind, MemoryLayout layout, String nestedName, String indent) {
        switch (kind) {
            case ValueKind.Primitive _ -> text.append(describe((ValueLayout) layout));
            case ValueKind.Ordinal ordinal ->
                text.append(ordinal.type().getSimpleName()).append(" as ").append(describe((ValueLayout) layout));
            case ValueKind.Text(int byteSize) ->
                text.append("String of ").append(byteSize).append(" bytes");
            case ValueKind.PrimitiveArray(var _, int count) ->
                text.append("array of ").append(count).append(' ').append(describe((ValueLayout)
                        ((SequenceLayout) layout).elementLayout()));
            case ValueKind.Struct struct -> describeStruct(text, struct, (StructLayout) layout, nestedName, indent);
            case ValueKind.StructSequence sequence -> {
                text.append(sequence.isList() ? "List" : "array")
                        .append(" of ")
                        .append(sequence.count())
                        .append(' ');
                StructLayout element = (StructLayout) ((SequenceLayout) layout).elementLayout();
                describeStruct(text, sequence.element(), element, nestedName, indent);
            }
            case ValueKind.VarText(boolean isBuilder) ->
                text.append(isBuilder ? "StringBuilder" : "String").append(" in the tail");
            case ValueKind.VarArray _ ->
                text.append("array in the tail of ").append(describe((ValueLayout) referred(layout)));
            case ValueKind.VarBoxes _ ->
                text.append("List in the tail of boxes, ").append(describe((ValueLayout) referred(layout)));
            case ValueKind.VarOptional(var content) -> {
                text.append("Optional ");
                describe(text, content, layout, nestedName, indent);
            }
            case ValueKind.VarNested(var value, boolean isList) -> {
                text.append(isList ? "List" : "array").append(" in the tail of ");
                StructLayout record = (StructLayout) referred(layout);
                describe(text, value, record.memberLayouts().getLast(), nestedName, indent);
            }
            case ValueKind.VarStructs structs -> {
                text.append(structs.isList() ? "List" : "array").append(" in the tail of ");
                describeStruct(text, structs.struct(), (StructLayout) referred(layout), nestedName, indent);
            }
        }
    }

    /** The layout of the elements that a reference refers to. */
    private static MemoryLayout referred(MemoryLayout reference) {
        return ((SequenceLayout) ((StructLayout) reference).memberLayouts().getLast()).elementLayout();
    }

    private static String describe(ValueLayout layout) {
        return (layout.order() == ByteOrder.BIG_ENDIAN ? "big-endian " : "little-endian ")
                + layout.carrier().getSimpleName() + ", alignment " + layout.byteAlignment();
    }

    private static void describeStruct(
            StringBuilder text, ValueKind.Struct struct, StructLayout layout, String name, String indent) {
        text.append(struct.hasHeader() ? "variable " : "")
                .append(struct.form().name().toLowerCase(Locale.ROOT))
                .append(" ")
                .append(name)
                .append(" (")
                .append(struct.home());
        if (struct.inheritedFields() > 0) {
            text.append(", the first ").append(struct.inheritedFields());
            text.append(" fields of a superclass in ").append(struct.inherited());
        }
        text.append("), ")
                .append(layout.byteSize())
                .append(" bytes, alignment ")
                .append(layout.byteAlignment());
        long offset = 0;
        int index = 0;
        for (MemoryLayout element : layout.memberLayouts()) {
            if (struct.hasHeader() && offset < 2 * ValueKind.INT.byteSize()) {
                offset += element.byteSize();
                continue;
            }
            text.append('\n').append(indent).append("  @").append(offset).append(' ');
            if (element instanceof PaddingLayout) {
                text.append("padding of ").append(element.byteSize());
            } else {
                text.append(element.name().orElseThrow()).append(": ");
                String nestedName = InventedTypes.nestedName(name, index);
                describe(text, struct.members().get(index).kind(), element, nestedName, indent + "  ");
                index++;
            }
            offset += element.byteSize();
        }
    }
}
