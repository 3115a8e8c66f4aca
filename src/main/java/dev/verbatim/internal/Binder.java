package dev.verbatim.internal;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructCodec;
import dev.verbatim.internal.LayoutMembers.Element;
import dev.verbatim.internal.Member.Accessor;
import dev.verbatim.internal.Member.Handles;
import dev.verbatim.internal.Member.NestField;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Matches a DTO type to a layout, member by member, and reports everything that does not match at once.
 *
 * @param <T> the DTO type
 */
public final class Binder<T> {

    private final Class<T> type;
    private final StructLayout layout;
    private final StructLayout unaligned;
    private final Lookup lookup;
    private final boolean sameModule;
    private final List<String> mismatches = new ArrayList<>();

    private Binder(Lookup lookup, Class<T> type, StructLayout layout) {
        this.lookup = Objects.requireNonNull(lookup, "lookup");
        this.type = Objects.requireNonNull(type, "type");
        this.layout = Objects.requireNonNull(layout, "layout");
        this.unaligned = LayoutMembers.unaligned(layout);
        this.sameModule = lookup.lookupClass().getModule() == type.getModule();
    }

    /**
     * Binds a record.
     *
     * @param lookup has full privilege access in the record's module
     * @param type the record's class
     * @param layout the layout
     * @param <R> the record
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <R> Binding<R> bindRecord(Lookup lookup, Class<R> type, StructLayout layout) {
        return new Binder<>(lookup, type, layout).record();
    }

    /**
     * Binds a class with its no-argument constructor, if it has one.
     *
     * @param lookup has full privilege access in the class's module
     * @param type the class
     * @param layout the layout
     * @param <T> the class
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <T> Binding<T> bindClass(Lookup lookup, Class<T> type, StructLayout layout) {
        return new Binder<>(lookup, type, layout).mutable(null);
    }

    /**
     * Binds a class with a supplier of new objects.
     *
     * @param lookup has full privilege access in the class's module
     * @param type the class
     * @param layout the layout
     * @param supplier gives the new objects
     * @param <T> the class
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <T> Binding<T> bindClass(
            Lookup lookup, Class<T> type, StructLayout layout, Supplier<? extends T> supplier) {
        return new Binder<>(lookup, type, layout).mutable(Objects.requireNonNull(supplier, "supplier"));
    }

    private Binding<T> record() {
        RecordComponent[] components = type.getRecordComponents();
        if (components == null) {
            mismatches.add(typeName() + ": is not a record; use StructCodec.ofClass for a mutable class");
            throw report();
        }
        Lookup host = host();
        Map<String, Slot> slots = new LinkedHashMap<>();
        for (RecordComponent component : components) {
            slots.put(component.getName(), new ComponentSlot(component));
        }
        List<Member> members = match(slots, host);
        MethodHandle constructor = host == null || isNestmate() ? null : constructor(host, components);
        if (host == null || !mismatches.isEmpty()) {
            throw report();
        }
        List<Member> inComponentOrder = Arrays.stream(components)
                .map(component -> members.stream()
                        .filter(member -> member.name().equals(component.getName()))
                        .findFirst()
                        .orElseThrow())
                .toList();
        return new Binding<>(type, layout, members, inComponentOrder, constructor, host, isNestmate());
    }

    private Binding<T> mutable(@Nullable Supplier<? extends T> supplier) {
        if (type.isRecord() || type.isInterface() || type.isEnum() || type.isArray() || type.isPrimitive()) {
            mismatches.add(typeName() + ": is not a mutable class"
                    + (type.isRecord() ? "; use StructCodec.ofRecord for a record" : ""));
            throw report();
        }
        Lookup host = host();
        Map<String, Slot> slots = new LinkedHashMap<>();
        for (Class<?> owner = type; owner != null; owner = owner.getSuperclass()) {
            for (Field field : owner.getDeclaredFields()) {
                if (!field.isSynthetic()) {
                    addField(slots, field);
                }
            }
        }
        List<Member> members = match(slots, host);
        if (host == null || !mismatches.isEmpty()) {
            throw report();
        }
        MethodHandle factory = supplier == null ? noArgConstructor(host) : supplying(supplier);
        return new Binding<>(type, layout, members, List.of(), factory, host, isNestmate());
    }

    private void addField(Map<String, Slot> slots, Field field) {
        FieldSlot slot = new FieldSlot(field);
        // The subclass comes first. Of two fields of one name the layout can mean only a bindable one.
        Slot other = slots.get(field.getName());
        if (other == null || !other.isRequired()) {
            slots.put(field.getName(), slot.isRequired() || other == null ? slot : other);
        } else if (slot.isRequired()) {
            mismatches.add(field.getName() + ": both " + other.describe() + " and " + slot.describe()
                    + " have this name; rename one, or make it transient");
        }
    }

    /** Matches the layout's members and the type's slots by name, in both directions. */
    private List<Member> match(Map<String, Slot> slots, @Nullable Lookup host) {
        Map<String, Element> elements = new LinkedHashMap<>();
        List<Member> members = new ArrayList<>();
        for (Element element : LayoutMembers.of(layout)) {
            if (!element.isPadding() && isNamed(element, elements)) {
                Member member = bind(element, slots.get(element.name()), host);
                if (member != null) {
                    members.add(member);
                }
            }
        }
        slots.forEach((name, slot) -> {
            if (slot.isRequired() && !elements.containsKey(name)) {
                mismatches.add(name + ": the layout has no member of this name, " + typeName() + " has the " + slot.describe()
                        + "; " + slot.remedyIfUnbound());
            }
        });
        if (elements.isEmpty() && slots.values().stream().noneMatch(Slot::isRequired)) {
            mismatches.add(typeName() + ": there is nothing to bind; the layout has no named member");
        }
        return List.copyOf(members);
    }

    private boolean isNamed(Element element, Map<String, Element> elements) {
        if (element.name().isEmpty()) {
            mismatches.add(element.path() + ": the layout has unnamed " + describe(element)
                    + ", which binds to nothing; name it with withName, or make it MemoryLayout.paddingLayout("
                    + element.layout().byteSize() + ")");
            return false;
        }
        Element other = elements.putIfAbsent(element.name(), element);
        if (other != null) {
            mismatches.add(element.name() + ": the layout has two members of this name, at offsets " + other.offset()
                    + " and " + element.offset() + "; rename one");
            return false;
        }
        return true;
    }

    private @Nullable Member bind(Element element, @Nullable Slot slot, @Nullable Lookup host) {
        String name = element.name();
        String found = "the layout has " + describe(element) + ", ";
        if (!(element.layout() instanceof ValueLayout value) || value instanceof AddressLayout) {
            mismatches.add(name + ": " + found
                    + "which cannot be bound; use a value layout of one of the eight primitives");
            return null;
        }
        if (slot == null) {
            mismatches.add(name + ": " + found + typeName() + " has no " + slotKind() + " of this name; add `"
                    + value.carrier().getSimpleName() + " " + name + "`, or make the member padding");
            return null;
        }
        String obstacle = slot.obstacle();
        if (obstacle != null) {
            mismatches.add(name + ": " + found + "the " + slot.describe() + " is " + obstacle
                    + "; remove `" + obstacle + "`, or make the member padding");
            return null;
        }
        if (slot.carrier() != value.carrier()) {
            mismatches.add(name + ": " + found + typeName() + " has the " + slot.describe()
                    + "; make the two types the same, nothing is converted");
            return null;
        }
        if (host == null) {
            return null;
        }
        try {
            VarHandle handle = unaligned.varHandle(PathElement.groupElement(name));
            return new Member(name, element.offset(), value, handle, slot.accessor(host));
        } catch (IllegalAccessException e) {
            mismatches.add(name + ": " + found + "the " + slot.describe() + " is not accessible to "
                    + lookup.lookupClass().getName() + "; make it and its class public in an exported package, or bind it"
                    + " in its own module (" + e.getMessage() + ")");
            return null;
        }
    }

    /** The lookup that defines the generated class: in the DTO's nest within its own module, else in the caller's. */
    private @Nullable Lookup host() {
        if (!lookup.hasFullPrivilegeAccess()) {
            mismatches.add("lookup: " + lookup + " has no full privilege access; pass MethodHandles.lookup() from a class in "
                    + type.getModule());
            return null;
        }
        Module module = lookup.lookupClass().getModule();
        if (!module.canRead(StructCodec.class.getModule())) {
            mismatches.add("lookup: " + module + " does not read dev.verbatim; add `requires dev.verbatim;` to its module-info");
            return null;
        }
        if (!isNestmate()) {
            return lookup;
        }
        try {
            return MethodHandles.privateLookupIn(type, lookup);
        } catch (IllegalAccessException e) {
            throw new LinkageError("full privilege access covers the lookup's own module", e);
        }
    }

    /** Whether generated code can be a nestmate of the DTO and name it; no code can name a hidden class. */
    private boolean isNestmate() {
        return sameModule && !type.isHidden();
    }

    private @Nullable MethodHandle constructor(Lookup host, RecordComponent[] components) {
        Class<?>[] parameters =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            MethodHandle constructor = inOwner(type, host).findConstructor(type, MethodType.methodType(void.class, parameters));
            return constructor.asType(constructor.type().changeReturnType(Object.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            mismatches.add(typeName() + ": the canonical constructor is not accessible to " + lookup.lookupClass().getName()
                    + "; make the record public in an exported package, or bind it in its own module");
            return null;
        }
    }

    private @Nullable MethodHandle noArgConstructor(Lookup host) {
        if (Modifier.isAbstract(type.getModifiers())) {
            return null;
        }
        try {
            return inOwner(type, host)
                    .findConstructor(type, MethodType.methodType(void.class))
                    .asType(MethodType.methodType(Object.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null; // reading into an object needs none; GeneratedReusableCodec says so where a new one is asked for
        }
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

    /** A lookup with private access to a class of the caller's module; elsewhere the host's, which sees what is exported. */
    private Lookup inOwner(Class<?> owner, Lookup host) throws IllegalAccessException {
        return owner.getModule() == host.lookupClass().getModule() ? MethodHandles.privateLookupIn(owner, lookup) : host;
    }

    private LayoutMismatchException report() {
        return new LayoutMismatchException("cannot bind " + typeName() + " to the layout "
                + layout.name().orElse("of " + layout.byteSize() + " bytes"), mismatches);
    }

    private String typeName() {
        return type.getName();
    }

    private String slotKind() {
        return type.isRecord() ? "component" : "field";
    }

    private static String describe(Element element) {
        return element.typeName() + " (byteSize=" + element.layout().byteSize() + ", offset=" + element.offset() + ")";
    }

    /** A component or a field: what a member of the layout can be bound to. */
    private interface Slot {
        Class<?> carrier();

        /** Whether the layout has to name it. */
        boolean isRequired();

        /** The modifier that keeps it from being bound, or null. */
        @Nullable String obstacle();

        String describe();

        String remedyIfUnbound();

        Accessor accessor(Lookup host) throws IllegalAccessException;
    }

    private final class ComponentSlot implements Slot {
        private final RecordComponent component;

        ComponentSlot(RecordComponent component) {
            this.component = component;
        }

        @Override
        public Class<?> carrier() {
            return component.getType();
        }

        @Override
        public boolean isRequired() {
            return true;
        }

        @Override
        public @Nullable String obstacle() {
            return null;
        }

        @Override
        public String describe() {
            return "component `" + carrier().getSimpleName() + " " + component.getName() + "`";
        }

        @Override
        public String remedyIfUnbound() {
            return "add `" + carrier().getSimpleName() + " " + component.getName() + "` to the layout; a record binds all its components";
        }

        @Override
        public Accessor accessor(Lookup host) throws IllegalAccessException {
            if (isNestmate()) {
                return new NestField(type, component.getName());
            }
            MethodHandle getter = inOwner(type, host).unreflect(component.getAccessor());
            return new Handles(getter.asType(MethodType.methodType(carrier(), Object.class)), null);
        }
    }

    private final class FieldSlot implements Slot {
        private final Field field;

        FieldSlot(Field field) {
            this.field = field;
        }

        @Override
        public Class<?> carrier() {
            return field.getType();
        }

        @Override
        public boolean isRequired() {
            return obstacle() == null;
        }

        @Override
        public @Nullable String obstacle() {
            int modifiers = field.getModifiers();
            if (Modifier.isStatic(modifiers)) {
                return "static";
            }
            if (Modifier.isFinal(modifiers)) {
                return "final";
            }
            return Modifier.isTransient(modifiers) ? "transient" : null;
        }

        @Override
        public String describe() {
            return "field `" + carrier().getSimpleName() + " " + field.getName() + "`"
                    + (field.getDeclaringClass() == type ? "" : " of " + field.getDeclaringClass().getName());
        }

        @Override
        public String remedyIfUnbound() {
            return "add `" + carrier().getSimpleName() + " " + field.getName() + "` to the layout, or make the field transient";
        }

        @Override
        public Accessor accessor(Lookup host) throws IllegalAccessException {
            Class<?> owner = field.getDeclaringClass();
            if (isNestmate() && owner.isNestmateOf(type)) {
                return new NestField(owner, field.getName());
            }
            Class<?> dto = isNestmate() ? type : Object.class;
            Lookup access = inOwner(owner, host);
            return new Handles(
                    access.unreflectGetter(field).asType(MethodType.methodType(carrier(), dto)),
                    access.unreflectSetter(field).asType(MethodType.methodType(void.class, dto, carrier())));
        }
    }
}
