package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.UnionLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Matches the members of a struct and the fields of a type by name, in both directions. */
final class MemberMatch {

    private final Binder<?> struct;
    private final Map<String, DtoField> dtoFields;
    private final MemberNames names;

    /** The named members, by their names in the layout. */
    private final Map<String, Element> elements = new LinkedHashMap<>();

    /** The same by their names in Java; of two that have one name there, the second by its name in the layout. */
    private final Map<String, Element> inJava = new HashMap<>();

    /**
     * Prepares a match.
     *
     * @param struct binds the struct
     * @param dtoFields the components or fields, by their names
     */
    MemberMatch(Binder<?> struct, Map<String, DtoField> dtoFields) {
        this.struct = struct;
        this.dtoFields = dtoFields;
        this.names = struct.names();
    }

    /** {@return the members that match; whatever does not is reported} To be called once. */
    List<Member> members() {
        if (isVarRecordInPlaceOfStruct()) {
            struct.structMismatch(
                    "the layout begins with the header of a variable-length record; bind it with a VarCodec, or"
                            + " make a nested part with Layouts.struct");
            return List.of();
        }
        List<Member> members = new ArrayList<>();
        for (Element element : names.elements()) {
            if (!element.isPadding() && isNamed(element)) {
                Member member = member(element);
                if (member != null) {
                    members.add(member);
                }
            }
        }
        boolean hasAny = reportUnbound() || !elements.isEmpty();
        if (!hasAny) {
            struct.structMismatch("there is nothing to bind; the layout has no named member"
                    + (struct.pathPrefix.isEmpty() ? "" : "; make the member padding by Layouts.withPadding"));
        } else if (struct.layout.byteSize() == 0 && !elements.isEmpty()) {
            struct.structMismatch(
                    "there is nothing to bind; the layout has no bytes: each of its members is a sequence of 0"
                            + " elements or an empty struct");
        }
        return List.copyOf(members);
    }

    private boolean isVarRecordInPlaceOfStruct() {
        return struct.placement != Placement.VAR_RECORD
                && VarLayouts.isVarRecord(struct.layout)
                && !dtoFields.containsKey(struct.declarations.nameInJava(struct.pathPrefix, VarLayouts.FIXED_SIZE));
    }

    private @Nullable Member member(Element element) {
        Declarations declarations = struct.declarations;
        String path = struct.pathPrefix + element.name();
        String name = names.inJava(element);
        Member member = null;
        if (isAlone(element, name)) {
            member = new MemberBinder(struct, element, name, dtoFields.get(name))
                    .bind(() -> names.renamed(element, dtoFields));
        } else {
            inJava.putIfAbsent(element.name(), element); // which is there, whatever its name is
            declarations.bind(path);
        }
        if (member == null) {
            declarations.ignoreWithin(path);
        }
        return member;
    }

    /** {@return whether there is a component or field that a member has to have; reports those that none has} */
    private boolean reportUnbound() {
        boolean hasAny = false;
        for (Map.Entry<String, DtoField> field : dtoFields.entrySet()) {
            if (field.getValue().isRequired()) {
                hasAny = true;
                if (!inJava.containsKey(field.getKey())) {
                    reportUnbound(field.getKey(), field.getValue());
                }
            }
        }
        return hasAny;
    }

    private void reportUnbound(String name, DtoField dtoField) {
        String inaccessible = struct.access.host() == null ? null : inaccessible(dtoField);
        struct.mismatch(
                name,
                "the layout has no member of this name, " + struct.typeName() + " has the " + dtoField.describe()
                        + (inaccessible == null ? "; " + remedyIfUnbound(dtoField) : ", which is " + inaccessible));
    }

    private String remedyIfUnbound(DtoField dtoField) {
        Class<?> element = ValueBinder.elementClass(dtoField.type(), dtoField.genericType());
        return dtoField.type() == struct.type || element == struct.type
                ? "a layout that holds itself has no end; store an index or a key in its place, or a class of its own"
                        + " for each depth"
                        + (dtoField instanceof DtoField.OfClass ofClass
                                ? ", make the field transient, or "
                                        + LeftOut.example(ofClass.field().getDeclaringClass(), dtoField.name())
                                : "")
                : dtoField.remedyIfUnbound();
    }

    private boolean isNamed(Element element) {
        if (element.name().isEmpty()) {
            struct.mismatch(
                    element.path(),
                    "the layout has unnamed " + element.describe()
                            + ", which binds to nothing; name it with withName, "
                            + (element.layout() instanceof UnionLayout
                                    ? "or an alternative by Layouts.withAlternative, "
                                    : "")
                            + "or make it MemoryLayout.paddingLayout("
                            + element.layout().byteSize() + ")");
            return false;
        }
        Element other = elements.putIfAbsent(element.name(), element);
        if (other != null) {
            struct.mismatch(
                    element.name(),
                    "the layout has two members of this name, at offsets " + other.offset() + " and " + element.offset()
                            + "; rename one");
            return false;
        }
        return true;
    }

    /** Whether no other member has its name in Java. */
    private boolean isAlone(Element element, String name) {
        Element other = inJava.putIfAbsent(name, element);
        if (other != null) {
            struct.mismatch(
                    element.name(),
                    "`" + name + "` is the name in Java of two members, of this one and of `" + other.name()
                            + "`; declare another by Conversions.withName");
        }
        return other == null;
    }

    /** Why a component or a field cannot be accessed, and what to do about it; null if it can. */
    private @Nullable String inaccessible(DtoField dtoField) {
        try {
            dtoField.accessor(struct.access);
            return null;
        } catch (IllegalAccessException e) {
            return struct.inaccessible(dtoField, e);
        }
    }
}
