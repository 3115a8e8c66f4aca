package dev.verbatim.internal.bind;

import dev.verbatim.Conversions;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructView;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Matches a DTO type to a layout, member by member, and reports all mismatches at once.
 *
 * @param <T> the DTO type
 */
public final class Binder<T> implements ValueBinder.Structs {

    final DtoAccess access;
    final Class<T> type;
    final StructLayout layout;

    /**
     * What stands before a member's name in messages: empty for the outermost struct, else the path that leads here and
     * a dot.
     */
    final String pathPrefix;

    final Placement placement;
    final Declarations declarations;
    private final List<String> mismatches;

    private Binder(
            DtoAccess access,
            Class<T> type,
            StructLayout layout,
            String pathPrefix,
            Placement placement,
            Declarations declarations,
            List<String> mismatches) {
        this.access = access;
        this.type = type;
        this.layout = layout;
        this.pathPrefix = pathPrefix;
        this.placement = placement;
        this.declarations = declarations;
        this.mismatches = mismatches;
    }

    /**
     * Binds a Java record.
     *
     * @param lookup has full privilege access in the record's module
     * @param type the record's class
     * @param layout the layout
     * @param conversions the conversions of members
     * @param <R> the record
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <R> Binding<R> bindRecord(
            Lookup lookup, Class<R> type, StructLayout layout, Conversions conversions) {
        Binder<R> binder = outermost(lookup, type, layout, Placement.STRUCT, new Declarations(conversions));
        return binder.complete(binder.record());
    }

    /**
     * Binds an immutable class, or a Java record.
     *
     * @param lookup has full privilege access in the class's module
     * @param type the class
     * @param layout the layout
     * @param conversions the conversions of members, and the constructors of immutable classes
     * @param <T> the class
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <T> Binding<T> bindImmutable(
            Lookup lookup, Class<T> type, StructLayout layout, Conversions conversions) {
        Binder<T> binder = outermost(lookup, type, layout, Placement.STRUCT, new Declarations(conversions));
        return binder.complete(type.isRecord() ? binder.record() : binder.immutable());
    }

    /**
     * Binds a class with its no-argument constructor, if it has one.
     *
     * @param lookup has full privilege access in the class's module
     * @param type the class
     * @param layout the layout
     * @param conversions the conversions of members
     * @param <T> the class
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <T> Binding<T> bindClass(Lookup lookup, Class<T> type, StructLayout layout, Conversions conversions) {
        Binder<T> binder = outermost(lookup, type, layout, Placement.STRUCT, new Declarations(conversions));
        return binder.complete(binder.mutable(null));
    }

    /**
     * Binds a class with a supplier of new objects.
     *
     * @param lookup has full privilege access in the class's module
     * @param type the class
     * @param layout the layout
     * @param supplier gives the new objects
     * @param conversions the conversions of members
     * @param <T> the class
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <T> Binding<T> bindClass(
            Lookup lookup,
            Class<T> type,
            StructLayout layout,
            Supplier<? extends T> supplier,
            Conversions conversions) {
        Binder<T> binder = outermost(lookup, type, layout, Placement.STRUCT, new Declarations(conversions));
        return binder.complete(binder.mutable(Objects.requireNonNull(supplier, "supplier")));
    }

    /**
     * Binds a record class or another class to a variable-length record.
     *
     * @param lookup has full privilege access in the class's module
     * @param type the class
     * @param layout the layout
     * @param supplier gives new objects of a mutable class; {@code null} for its no-argument constructor
     * @param ifAbsent the defaults of members that older variable-length records lack, by the members' paths
     * @param conversions the conversions of members
     * @param <T> the class
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <T> Binding<T> bindVariable(
            Lookup lookup,
            Class<T> type,
            StructLayout layout,
            @Nullable Supplier<? extends T> supplier,
            Map<String, Object> ifAbsent,
            Conversions conversions) {
        Binder<T> binder = variable(lookup, type, layout, new Declarations(ifAbsent, conversions));
        if (supplier != null && (type.isRecord() || binder.isImmutable())) {
            binder.mismatches.add(type.getName() + ": is " + (type.isRecord() ? "a record" : "a class")
                    + ", which its constructor makes; remove the supplier");
        }
        return binder.complete(binder.struct(supplier));
    }

    /**
     * Binds an immutable class, or a Java record, to a variable-length record.
     *
     * @param lookup has full privilege access in the class's module
     * @param type the class
     * @param layout the layout
     * @param conversions which members are converted, and what constructors set
     * @param <T> the class
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <T> Binding<T> bindImmutableVariable(
            Lookup lookup, Class<T> type, StructLayout layout, Conversions conversions) {
        Binder<T> binder = variable(lookup, type, layout, new Declarations(conversions));
        return binder.complete(type.isRecord() ? binder.record() : binder.immutable());
    }

    private static <T> Binder<T> variable(
            Lookup lookup, Class<T> type, StructLayout layout, Declarations declarations) {
        Binder<T> binder = outermost(lookup, type, layout, Placement.VAR_RECORD, declarations);
        if (!VarLayouts.isVarRecord(layout)) {
            binder.mismatches.add(type.getName()
                    + ": the layout does not begin with the header of a variable-length record; make it with"
                    + " Layouts.varRecord");
            binder.complete(null); // throws
        }
        if (layout.byteSize() > VarDescriptor.MAX_BYTE_SIZE) {
            binder.mismatches.add(type.getName() + ": the layout has byteSize=" + layout.byteSize()
                    + "; a record has at most " + VarDescriptor.MAX_BYTE_SIZE);
            binder.complete(null); // throws
        }
        return binder;
    }

    private static <T> Binder<T> outermost(
            Lookup lookup, Class<T> type, StructLayout layout, Placement placement, Declarations declarations) {
        Objects.requireNonNull(lookup, "lookup");
        Objects.requireNonNull(type, "type");
        requireLayout(type, layout);
        List<String> mismatches = new ArrayList<>();
        DtoAccess access = new DtoAccess(lookup, type, mismatches);
        access.requireRuntime(mismatches);
        return new Binder<>(access, type, layout, "", placement, declarations, mismatches);
    }

    /** Requires that there is a layout. A static field below the codec that is made with it has no value yet. */
    public static StructLayout requireLayout(Class<?> type, StructLayout layout) {
        return Objects.requireNonNull(
                layout,
                () -> "layout of " + type.getName()
                        + " is null; if it is a static field, it has no value yet: declare it above what it is passed"
                        + " to; or, if its class and that of the codec use each other, in a third class");
    }

    /** Binds a type that a view reads and writes. */
    static @Nullable Binding<?> bindNested(
            DtoAccess access,
            Class<?> type,
            StructLayout layout,
            String path,
            Declarations declarations,
            List<String> mismatches) {
        return bindNested(access, type, layout, path, Placement.STRUCT, false, declarations, mismatches);
    }

    private static @Nullable Binding<?> bindNested(
            DtoAccess access,
            Class<?> type,
            StructLayout layout,
            String path,
            Placement placement,
            boolean isInTail,
            Declarations declarations,
            List<String> mismatches) {
        boolean isShared = !declarations.hasWithin(path);
        Binding<?> known = isShared ? access.nested(type, layout, placement) : null;
        if (known != null) {
            return known;
        }
        int before = mismatches.size();
        Binder<?> binder = new Binder<>(access, type, layout, path + ".", placement, declarations, mismatches);
        Binding<?> binding = binder.struct(null);
        boolean matches = mismatches.size() == before;
        if (!matches) {
            String meant = SuggestedConversions.inPlaceOfMembers(type, layout, declarations.conversions(), isInTail);
            if (meant != null) {
                if (ValueBinder.isOfJdk(type)
                        && Arrays.stream(type.getFields()).allMatch(field -> Modifier.isStatic(field.getModifiers()))) {
                    mismatches.subList(before, mismatches.size()).clear(); // nobody can reach or change its members
                }
                mismatches.add(path + ": a struct is bound by the members of " + type.getSimpleName() + meant);
            }
        }
        if (binding != null && matches && isShared) {
            access.addNested(binding, placement);
        }
        return binding;
    }

    private Binding<T> complete(@Nullable Binding<T> binding) {
        mismatches.addAll(declarations.unbound());
        if (binding == null || !mismatches.isEmpty()) {
            throw new LayoutMismatchException(
                    "cannot bind " + typeName() + " to the layout "
                            + layout.name().orElse("of " + layout.byteSize() + " bytes"),
                    mismatches);
        }
        return binding;
    }

    /** Binds whatever the type is. */
    private @Nullable Binding<T> struct(@Nullable Supplier<? extends T> supplier) {
        if (type.isRecord()) {
            return record();
        }
        return isImmutable() ? immutable() : mutable(supplier);
    }

    /** Whether a constructor has to set the fields of the class, or is declared to. */
    private boolean isImmutable() {
        return declarations.conversions().constructors().containsKey(type)
                || ImmutableClass.isImmutable(type, leftOut());
    }

    private LeftOut leftOut() {
        return LeftOut.of(type, declarations.conversions());
    }

    private void requireNotLeftOut(List<String> set) {
        for (String problem : leftOut().problems(set)) {
            structMismatch(problem);
        }
    }

    private @Nullable Binding<T> record() {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            mismatches.add(typeName() + ": is not a record; "
                    + (isNoClass() ? remedyIfNoClass() : "use ofClass for a mutable class, or ofImmutable"));
            return null;
        }
        if (declarations.conversions().constructors().containsKey(type)) {
            structMismatch("is a record, whose canonical constructor is called; remove the"
                    + " declaration of its constructor");
        }
        Map<String, DtoField> dtoFields = new LinkedHashMap<>();
        for (RecordComponent component : components) {
            dtoFields.put(component.getName(), new DtoField.Component(component));
        }
        List<String> names = List.copyOf(dtoFields.keySet());
        requireNotLeftOut(names);
        return constructed(dtoFields, names);
    }

    private @Nullable Binding<T> immutable() {
        if (isNoClass() || Modifier.isAbstract(type.getModifiers())) {
            structMismatch("is not an immutable class; " + remedyIfNoClass());
            return null;
        }
        ImmutableClass immutable = new ImmutableClass(type, leftOut());
        List<String> parameters =
                immutable.parameters(declarations.conversions().constructors().get(type), structPath(), mismatches);
        Map<String, DtoField> dtoFields = immutable.dtoFields(parameters);
        requireNotLeftOut(parameters == null ? List.of() : parameters);
        if (parameters == null) {
            match(dtoFields); // for all that does not match besides
            return null;
        }
        return constructed(dtoFields, parameters);
    }

    /** Binds a type whose objects are made by a constructor of the values of fields, in this order. */
    private @Nullable Binding<T> constructed(Map<String, DtoField> dtoFields, List<String> parameters) {
        List<Member> members = match(dtoFields);
        Class<?>[] types = parameters.stream()
                .map(name -> Objects.requireNonNull(dtoFields.get(name)).type())
                .toArray(Class<?>[]::new);
        if (access.host() == null) {
            return null;
        }
        ConstructorBinder binder = new ConstructorBinder(access, type, structPath(), mismatches);
        MethodHandle constructor = binder.isCalledByName(types) ? null : binder.handle(types);
        Map<String, Member> byName = new HashMap<>();
        MemberNames names = names();
        for (Member member : members) {
            String name = names.inJava(member.name());
            byName.put(name, member);
            if (member instanceof Member.Variable && !parameters.contains(name) && member.isFilledInPlace()) {
                mismatch(
                        member.name(),
                        "the " + Objects.requireNonNull(dtoFields.get(name)).describe()
                                + " is final, and what lies in a tail is read before the constructor is called; remove"
                                + " `final`");
                return null;
            }
        }
        List<Member> inParameterOrder = new ArrayList<>(parameters.size());
        for (String parameter : parameters) {
            Member member = byName.get(parameter);
            if (member == null) {
                return null; // which has been reported
            }
            inParameterOrder.add(member);
        }
        return new Binding<>(
                type,
                layout,
                members,
                List.copyOf(inParameterOrder),
                constructor,
                access.host(),
                access.isNestmate(type));
    }

    private boolean isNoClass() {
        return type.isInterface() || type.isEnum() || type.isArray() || type.isPrimitive();
    }

    private @Nullable Binding<T> mutable(@Nullable Supplier<? extends T> supplier) {
        if (type.isRecord() || isNoClass()) {
            mismatches.add(typeName() + ": is not a mutable class; "
                    + (type.isRecord() ? "use ofRecord for a record" : remedyIfNoClass()));
            return null;
        }
        if (isImmutable()) {
            structMismatch("is not a mutable class, "
                    + (ImmutableClass.isImmutable(type, leftOut())
                            ? "all its fields are final or transient"
                            : "as its constructor is declared")
                    + "; use ofImmutable, which has its constructor set them");
            match(new ImmutableClass(type, leftOut()).dtoFields(null)); // for all that does not match besides
            return null;
        }
        requireNotLeftOut(List.of());
        Map<String, DtoField> dtoFields = new LinkedHashMap<>();
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (!field.isSynthetic()) {
                    addField(dtoFields, field);
                }
            }
        }
        List<Member> members = match(dtoFields);
        if (access.host() == null) {
            return null;
        }
        MethodHandle factory = supplier == null ? access.noArgConstructor(type) : supplying(supplier);
        return new Binding<>(type, layout, members, List.of(), factory, access.host(), access.isNestmate(type));
    }

    private String remedyIfNoClass() {
        if (!isNoClass()) {
            return "bind a class that extends it";
        }
        if (!type.isInterface()) {
            return "make it a component of a record, or a field of a class";
        }
        if (StructView.class.isAssignableFrom(type)) {
            return "use ViewFactory.of for a view";
        }
        return ValueBinder.isTagged(type)
                ? "use a " + (VarLayouts.isVarRecord(layout) ? "TaggedVarCodec" : "TaggedCodec")
                        + " for a sealed interface"
                : "bind a class that implements it";
    }

    private void addField(Map<String, DtoField> dtoFields, Field field) {
        DtoField dtoField = new DtoField.InstanceField(field, type, leftOut().has(field), false);
        // Subclasses come first. If two fields have one name, the layout can mean only one that can be bound.
        DtoField other = dtoFields.putIfAbsent(field.getName(), dtoField);
        if (other == null || (dtoField.obstacle() != null && !dtoField.isRequired())) {
            return;
        }
        if ((other.isRequired() && dtoField.isRequired())
                || (other.obstacle() == null && names().has(field.getName()))) {
            mismatch(
                    field.getName(),
                    "both " + other.describe() + " and " + dtoField.describe()
                            + " have this name; rename one, make it transient, or "
                            + LeftOut.example(field.getDeclaringClass(), field.getName()));
        } else if (!other.isRequired()) {
            dtoFields.put(field.getName(), dtoField);
        }
    }

    MemberNames names() {
        return new MemberNames(declarations, pathPrefix, placement.elements(layout));
    }

    private List<Member> match(Map<String, DtoField> dtoFields) {
        return new MemberMatch(this, dtoFields).members();
    }

    /** Why a component or a field cannot be accessed, and what to do about it. */
    String inaccessible(DtoField dtoField, IllegalAccessException refusal) {
        return "not accessible to " + access.caller() + "; "
                + access.remedy(type, dtoField.remedyIfInaccessible(), "bind it in its own module") + " ("
                + access.obstacle(type, refusal) + ")";
    }

    @Override
    public @Nullable Binding<?> bind(
            Class<?> nested, StructLayout nestedLayout, String path, ValueBinder.Nesting nesting) {
        return bindNested(
                access,
                nested,
                nestedLayout,
                path,
                placement.of(nesting, nestedLayout),
                nesting == ValueBinder.Nesting.TAIL_ELEMENT,
                declarations,
                mismatches);
    }

    private static MethodHandle supplying(Supplier<?> supplier) {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Supplier.class, "get", MethodType.methodType(Object.class))
                    .bindTo(supplier);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("Supplier.get is public", e);
        }
    }

    /** Reports what does not match of a member, or of a component or field. */
    void mismatch(String name, String what) {
        mismatches.add(pathPrefix + name + ": " + what);
    }

    /** Reports what does not match of the struct itself. */
    void structMismatch(String what) {
        mismatches.add(structPath() + ": " + what);
    }

    /** How messages name the struct itself: by its path and type, the outermost one by its type. */
    private String structPath() {
        return pathPrefix.isEmpty() ? typeName() : pathPrefix.substring(0, pathPrefix.length() - 1) + ": " + typeName();
    }

    String typeName() {
        return type.getTypeName();
    }
}
