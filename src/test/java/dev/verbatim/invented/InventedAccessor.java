package dev.verbatim.invented;

import dev.verbatim.classfile.DtoClassFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * A method of an invented view's interface: an accessor of one member.
 *
 * @param use what it is for
 * @param name its name
 * @param descriptor its parameters and result
 * @param signature the same with type arguments; {@code null} if there are none
 */
public record InventedAccessor(
        Use use, String name, String descriptor, @Nullable String signature) {

    /** What an accessor is for. A member has no two for one use. */
    enum Use {
        GET,
        SET,
        GET_ELEMENT,
        SET_ELEMENT,
        /** Gives a nested view. */
        VIEW,
        /** Copies what another view shows. */
        COPY,
        VIEW_ELEMENT,
        COPY_ELEMENT,
        APPEND_TEXT,
        IS_TEXT,
        GET_VOLATILE,
        SET_RELEASE,
        GET_AND_ADD,
        GET_VOLATILE_ELEMENT,
        SET_RELEASE_ELEMENT,
        GET_AND_ADD_ELEMENT
    }

    /** The descriptors of a nested DTO type and of the view of the same struct. */
    record Inner(String type, String view) {}

    /**
     * All plain accessors of a member. Their names, the type of the index and the result of setters follow from the
     * member's index, so that every form occurs.
     *
     * @param index of the member
     * @param kind of the member
     * @param member its field in the DTO
     * @param inner the types of what it nests; null if that is nothing
     * @param view the descriptor of the interface, which some setters return
     */
    static List<InventedAccessor> plain(
            int index, ValueKind kind, DtoClassFile.Member member, @Nullable Inner inner, String view) {
        Declarations all = new Declarations(index, index % 3 == 0 ? view : "V");
        boolean plainNames = index % 2 == 0;
        String type = member.descriptor();
        all.getter(Use.GET, plainNames, type, member.signature());
        boolean anyText = kind instanceof ValueKind.Text && index % 3 == 1;
        all.setter(Use.SET, plainNames, anyText ? "Ljava/lang/CharSequence;" : type, member.signature());
        switch (kind) {
            case ValueKind.Primitive _, ValueKind.Ordinal _ -> {}
            case ValueKind.Variable _ -> throw new AssertionError("no view: " + kind);
            // Where there is no element an accessor of elements is refused.
            case ValueKind.PrimitiveArray(var _, int count) when count == 0 -> {}
            case ValueKind.StructSequence sequence when sequence.count() == 0 -> {}
            case ValueKind.Text _ -> {
                String builder = "Ljava/lang/StringBuilder;";
                all.add(Use.APPEND_TEXT, plainNames ? "get" : "", "(" + builder + ")" + (plainNames ? "V" : builder));
                all.add(Use.IS_TEXT, "is", "(Ljava/lang/CharSequence;)Z");
            }
            case ValueKind.PrimitiveArray(var element, var _) -> {
                String elementType = Type.getDescriptor(element.carrier());
                all.elementGetter(Use.GET_ELEMENT, plainNames, elementType);
                all.elementSetter(Use.SET_ELEMENT, plainNames, elementType);
            }
            case ValueKind.Struct _ -> {
                all.getter(Use.VIEW, !plainNames, inner.view(), null);
                all.setter(Use.COPY, !plainNames, inner.view(), null);
            }
            case ValueKind.StructSequence _ -> {
                all.elementGetter(Use.GET_ELEMENT, plainNames, inner.type());
                all.elementSetter(Use.SET_ELEMENT, plainNames, inner.type());
                all.elementGetter(Use.VIEW_ELEMENT, !plainNames, inner.view());
                all.elementSetter(Use.COPY_ELEMENT, !plainNames, inner.view());
            }
        }
        return all.list;
    }

    /** Accessors with other access modes: of a primitive member, or of the elements of an array. */
    static List<InventedAccessor> atomic(int index, ValueKind kind) {
        Declarations all = new Declarations(index, "V");
        switch (kind) {
            case ValueKind.Primitive(var layout) -> {
                String type = Type.getDescriptor(layout.carrier());
                all.add(Use.GET_VOLATILE, "getVolatile", "()" + type);
                all.add(Use.SET_RELEASE, "setRelease", "(" + type + ")V");
                if (isAddable(layout.carrier())) {
                    all.add(Use.GET_AND_ADD, "getAndAdd", "(" + type + ")" + type);
                }
            }
            case ValueKind.PrimitiveArray(var element, int count)
            when count > 0 -> {
                String type = Type.getDescriptor(element.carrier());
                all.add(Use.GET_VOLATILE_ELEMENT, "getVolatile", "(" + all.indexType + ")" + type);
                all.add(Use.SET_RELEASE_ELEMENT, "setRelease", "(" + all.indexType + type + ")V");
                if (isAddable(element.carrier())) {
                    all.add(Use.GET_AND_ADD_ELEMENT, "getAndAdd", "(" + all.indexType + type + ")" + type);
                }
            }
            default -> {}
        }
        return all.list;
    }

    private static boolean isAddable(Class<?> carrier) {
        return carrier == int.class || carrier == long.class;
    }

    /** Accessors of one member in the making. */
    private static final class Declarations {

        final List<InventedAccessor> list = new ArrayList<>();
        final String indexType;

        private final String member;
        private final String setterResult;

        Declarations(int index, String setterResult) {
            this.member = ValueKind.name(index);
            this.indexType = index % 4 < 2 ? "I" : "J";
            this.setterResult = setterResult;
        }

        void add(Use use, String prefix, String descriptor) {
            list.add(new InventedAccessor(use, name(prefix), descriptor, null));
        }

        private String name(String prefix) {
            return prefix.isEmpty() ? member : prefix + member.toUpperCase(Locale.ROOT);
        }

        void getter(Use use, boolean plainName, String type, @Nullable String signature) {
            String prefix = plainName ? "" : type.equals("Z") ? "is" : "get";
            list.add(new InventedAccessor(use, name(prefix), "()" + type, signature == null ? null : "()" + signature));
        }

        void setter(Use use, boolean plainName, String type, @Nullable String signature) {
            list.add(new InventedAccessor(
                    use,
                    name(plainName ? "" : "set"),
                    "(" + type + ")" + setterResult,
                    signature == null ? null : "(" + signature + ")" + setterResult));
        }

        void elementGetter(Use use, boolean plainName, String type) {
            add(use, plainName ? "" : type.equals("Z") ? "is" : "get", "(" + indexType + ")" + type);
        }

        void elementSetter(Use use, boolean plainName, String type) {
            add(use, plainName ? "" : "set", "(" + indexType + type + ")" + setterResult);
        }
    }
}
