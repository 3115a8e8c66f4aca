package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.UnionLayout;
import java.lang.reflect.Field;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Binds one member of a struct to the component or the field of its name, or reports why it cannot. */
final class MemberBinder {

    private static final String VARIABLE_IN_STRUCT =
            "which refers to the tail of a variable-length record, and this is in none, or in a sequence; make the"
                    + " struct, or the elements of a varRef, with Layouts.varRecord, and bind it with a VarCodec";

    private final Binder<?> struct;
    private final DtoAccess access;
    private final Declarations declarations;
    private final Element element;
    private final String name;

    /** The member's path, as declarations name it. */
    private final String path;

    private final String nameInJava;

    private final @Nullable DtoField dtoField;

    /**
     * Makes the binder of a member.
     *
     * @param struct binds the struct that the member is in
     * @param element the member
     * @param nameInJava its name in Java
     * @param dtoField what has this name; null if nothing has
     */
    MemberBinder(Binder<?> struct, Element element, String nameInJava, @Nullable DtoField dtoField) {
        this.struct = struct;
        this.access = struct.access;
        this.declarations = struct.declarations;
        this.element = element;
        this.name = element.name();
        this.path = struct.pathPrefix + name;
        this.nameInJava = nameInJava;
        this.dtoField = dtoField;
    }

    /**
     * {@return the member; null if it does not match, which has been reported}
     *
     * @param renamed gives the name of what the member may stand for, if nothing has its name; or null
     */
    @Nullable
    Member bind(Supplier<@Nullable String> renamed) {
        Object ifAbsent = declarations.bind(path);
        String unbindable = unbindable();
        if (unbindable != null) {
            mismatch(unbindable);
            return null;
        }
        if (dtoField == null) {
            mismatch(unbound(renamed));
            return null;
        }
        String obstacle = dtoField.obstacle();
        if (obstacle != null) {
            mismatch("the " + dtoField.describe() + " is " + obstacle + "; " + dtoField.remedyIfObstructed()
                    + ", or make the member padding");
            return null;
        }
        ValueBinder.Match<?> match = match(dtoField);
        if (match.remedy() != null) {
            mismatch(struct.typeName() + " has the " + dtoField.describe() + "; " + match.remedy());
        }
        if (match.value() != null && dtoField.isFilledInPlace() && !isFilled(match.value())) {
            mismatch("the " + dtoField.describe() + " is final, and what is read is a new object; "
                    + dtoField.remedyIfObstructed() + ", or make the member padding");
            return null;
        }
        return match.value() == null || access.host() == null ? null : member(dtoField, match.value(), ifAbsent);
    }

    /** Why a member that has no component or field is a mismatch, and what to do about it. */
    private String unbound(Supplier<@Nullable String> renamed) {
        boolean isOfRecord = struct.type.isRecord();
        String what = struct.typeName() + " has no " + (isOfRecord ? "component" : "field")
                + (nameInJava.equals(name) ? " of this name; " : " `" + nameInJava + "`, which is declared for it; ");
        Field delegate = HeldData.delegate(struct.type, nameInJava);
        if (delegate != null) {
            return what + "it has `" + delegate.getName() + "`, as the Kotlin property has a delegate; declare the"
                    + " property without one, or make the member padding";
        }
        if (LayoutMembers.flat(element.layout()) instanceof UnionLayout) {
            return what + "name the alternative that is used by Layouts.withAlternative, add `" + nameInJava
                    + "` of what the conversion of a TaggedCodec makes, or make the member padding";
        }
        String other = renamed.get();
        return what
                + ((isOfRecord ? JavaNames.isComponent(nameInJava) : JavaNames.isField(nameInJava))
                        ? "add " + ValueBinder.suggestion(element.layout(), nameInJava)
                        : "there is none in Java, declare another by Conversions.withName")
                + (other == null
                        ? ""
                        : ", or, if it is `" + other + "`, declare `Conversions.none().withName(\"" + path + "\", \""
                                + other + "\")`")
                + ", or make the member padding";
    }

    /** Whether a value is read into an object that exists, of the right length if it has one. */
    private static boolean isFilled(Value value) {
        return switch (value) {
            case Value.Struct(Binding<?> binding) -> !binding.isImmutable();
            case Value.StructWithTail(Binding<?> binding) -> !binding.isImmutable();
            case Value.PrimitiveArray _ -> true;
            case Value.ConvertedSequence sequence -> !sequence.isList();
            case Value.StructSequence sequence ->
                !sequence.isList() || !sequence.element().isImmutable();
            default -> false;
        };
    }

    /** Why nothing at all binds to the member here, and what to do about it; null if something may. */
    private @Nullable String unbindable() {
        String obstacle = ValueBinder.obstacle(element.layout(), declarations.conversions());
        if (obstacle != null) {
            return dtoField == null
                    ? obstacle
                    : obstacle + SuggestedConversions.ofElements(dtoField.genericType(), element.layout());
        }
        return struct.placement == Placement.STRUCT && VarLayouts.varRefElement(element.layout()) != null
                ? VARIABLE_IN_STRUCT
                : null;
    }

    private ValueBinder.Match<?> match(DtoField field) {
        MemoryLayout tailElement = VarLayouts.varRefElement(element.layout());
        return tailElement == null
                ? ValueBinder.match(field.type(), field.genericType(), element.layout(), path, declarations, struct)
                : new TailBinder(declarations, struct, access.host())
                        .member(field.type(), field.genericType(), tailElement, path);
    }

    /**
     * Makes the member.
     *
     * @param own the default that is declared for the member itself, or null
     */
    private @Nullable Member member(DtoField field, Value value, @Nullable Object own) {
        Object ifAbsent = own;
        Value withDefault = value;
        String nameOfDefault = name;
        Value ofElements = Declarations.element(value);
        Object ofElement = ofElements == null ? null : declarations.bind(path + "[]");
        if (ifAbsent == null && ofElements != null) {
            withDefault = ofElements;
            nameOfDefault = name + "[]";
            ifAbsent = ofElement;
        }
        String badDefault = ifAbsent == null ? null : Declarations.obstacle(withDefault, field.type(), ifAbsent);
        if (badDefault != null) {
            mismatch(nameOfDefault, badDefault);
        }
        if (ifAbsent != null && badDefault == null) {
            ifAbsent = Declarations.ifAbsent(value, ifAbsent);
        }
        try {
            return Member.of(name, element.offset(), field.type(), value, field.accessor(access), ifAbsent);
        } catch (IllegalAccessException e) {
            mismatch("the " + field.describe() + " is " + struct.inaccessible(field, e));
            return null;
        }
    }

    private void mismatch(String what) {
        mismatch(name, what);
    }

    private void mismatch(String ofName, String what) {
        struct.mismatch(ofName, "the layout has " + element.describe() + ", " + what);
    }
}
