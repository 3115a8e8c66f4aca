package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes the {@link LayoutValue} of a layout, or says why nothing can be read by it. */
public final class LayoutValues {

    private LayoutValues() {}

    /**
     * {@return what a layout says of its bytes}
     *
     * @throws IllegalArgumentException if it is not a layout of structs, sequences and primitives whose members have
     *     different names
     */
    public static LayoutValue.Struct of(StructLayout layout) {
        return element(layout, "");
    }

    /** The members that have a name, of a variable-length record without its header. */
    static List<Element> members(StructLayout layout) {
        List<Element> elements =
                VarLayouts.isVarRecord(layout) ? VarLayouts.elements(layout) : LayoutMembers.of(layout);
        return elements.stream().filter(Element::isMember).toList();
    }

    /** The outermost struct or an element of a list, either of which may be a variable-length record. */
    private static LayoutValue.Struct element(StructLayout layout, String path) {
        if (layout.byteSize() > VarDescriptor.MAX_BYTE_SIZE) {
            throw refused(
                    path,
                    "a struct of at most " + VarDescriptor.MAX_BYTE_SIZE + " bytes",
                    layout.byteSize() + " bytes");
        }
        return struct(members(layout), VarLayouts.isVarRecord(layout), path);
    }

    private static LayoutValue.Struct struct(List<Element> members, boolean isInVarRecord, String path) {
        List<LayoutValue.Field> fields = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Element member : members) {
            String memberPath = path.isEmpty() ? member.name() : path + "." + member.name();
            if (!names.add(member.name())) {
                throw refused(memberPath, "members of different names", "a second one at offset=" + member.offset());
            }
            LayoutValue value = value(member.layout(), isInVarRecord, memberPath);
            fields.add(new LayoutValue.Field(member.name(), Math.toIntExact(member.offset()), value));
        }
        return new LayoutValue.Struct(List.copyOf(fields));
    }

    private static LayoutValue value(MemoryLayout layout, boolean isInVarRecord, String path) {
        MemoryLayout referred = isInVarRecord ? VarLayouts.varRefElement(layout) : null;
        if (referred != null) {
            return reference(referred, path + "[]");
        }
        return switch (layout) {
            case ValueLayout value
            when !(value instanceof AddressLayout) ->
                new LayoutValue.Primitive(value.withByteAlignment(1), LayoutValue.Meaning.AS_IN_JAVA);
            case StructLayout struct ->
                struct(
                        LayoutMembers.of(struct).stream()
                                .filter(Element::isMember)
                                .toList(),
                        isInVarRecord,
                        path);
            case SequenceLayout bytes
            when bytes.elementLayout() instanceof ValueLayout.OfByte ->
                new LayoutValue.Bytes(Math.toIntExact(bytes.byteSize()));
            // It may be of any number of elements, if they have no bytes either.
            case SequenceLayout empty
            when empty.byteSize() == 0 -> new LayoutValue.Sequence(new LayoutValue.Struct(List.of()), 0, 0);
            case SequenceLayout sequence ->
                new LayoutValue.Sequence(
                        value(sequence.elementLayout(), isInVarRecord, path + "[]"),
                        Math.toIntExact(sequence.elementLayout().byteSize()),
                        Math.toIntExact(sequence.elementCount()));
            case UnionLayout union ->
                throw refused(
                        path,
                        "values, structs and sequences",
                        "the union " + union + "; name the alternative that it has, by Layouts.withAlternative, or make"
                                + " it padding, by Layouts.withPadding");
            default -> throw refused(path, "values, structs and sequences", layout.toString());
        };
    }

    private static LayoutValue reference(MemoryLayout element, String path) {
        if (element instanceof ValueLayout.OfByte) {
            return new LayoutValue.VarBytes();
        }
        int stride = stride(element, path);
        return element instanceof StructLayout struct
                ? new LayoutValue.VarStructs(
                        element(struct, path), VarShape.exactly(stride), VarLayouts.isVarRecord(struct))
                : new LayoutValue.VarArray(value(element, false, path), stride);
    }

    /** The size of an element in a tail. */
    private static int stride(MemoryLayout element, String path) {
        if (element.byteSize() == 0 || element.byteSize() > VarDescriptor.MAX_BYTE_SIZE) {
            throw refused(
                    path, "elements of 1 to " + VarDescriptor.MAX_BYTE_SIZE + " bytes", element.byteSize() + " bytes");
        }
        return (int) element.byteSize();
    }

    private static IllegalArgumentException refused(String path, String expected, String found) {
        return new IllegalArgumentException("cannot read or write by this layout: "
                + (path.isEmpty() ? "" : path + ": ") + "expected " + expected + ", found " + found);
    }
}
