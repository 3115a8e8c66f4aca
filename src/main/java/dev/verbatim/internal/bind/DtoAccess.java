package dev.verbatim.internal.bind;

import dev.verbatim.StructCodec;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.Member.Handles;
import dev.verbatim.internal.runtime.GeneratedCodec;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What a caller's lookup gives access to, and what generated code can name that is defined in the host's nest. */
public final class DtoAccess {

    /**
     * The most slots for the arguments of a constructor that is called by a method handle. The JVM allows 255, but the
     * new object takes one and the handle another.
     */
    public static final int MAX_CONSTRUCTOR_SLOTS = 253;

    private static final Module VERBATIM = StructCodec.class.getModule();

    private final Lookup lookup;
    private final @Nullable Lookup host;

    /**
     * The bindings of nested types, by type, layout without its name, and placement. Members with the same binding
     * share code.
     */
    private final Map<List<Object>, Binding<?>> nested = new HashMap<>();

    /**
     * Finds the class in whose nest generated code is defined: the DTO's own within the caller's module, else the
     * caller's.
     *
     * @param lookup the caller's
     * @param type the DTO's type, a view's, or the header of an emissary
     * @param mismatches where to add what is wrong with the lookup
     */
    public DtoAccess(Lookup lookup, Class<?> type, List<String> mismatches) {
        this.lookup = Objects.requireNonNull(lookup, "lookup");
        this.host = host(lookup, type, mismatches);
    }

    private static @Nullable Lookup host(Lookup lookup, Class<?> type, List<String> mismatches) {
        if (!lookup.hasFullPrivilegeAccess()) {
            mismatches.add("lookup: " + lookup
                    + " has no full privilege access; pass MethodHandles.lookup() from a class in "
                    + (type.getModule().canRead(VERBATIM) ? type.getModule() : "a module that reads dev.verbatim"));
            return null;
        }
        Module module = lookup.lookupClass().getModule();
        if (!module.canRead(VERBATIM)) {
            mismatches.add("lookup: " + module
                    + " does not read dev.verbatim; add `requires dev.verbatim;` to its module-info");
            return null;
        }
        // No code can name a hidden class, not even a nestmate's.
        if (module != type.getModule() || type.isHidden()) {
            return lookup;
        }
        try {
            return MethodHandles.privateLookupIn(type, lookup);
        } catch (IllegalAccessException e) {
            throw new LinkageError("full privilege access covers the lookup's own module", e);
        }
    }

    /**
     * Has the class loader of generated code find the classes that a codec or a view extends. A class of a loader that
     * does not can have been given a lookup from elsewhere, and programs that are loaded anew can have two Verbatims.
     */
    void requireRuntime(List<String> mismatches) {
        if (host == null || isFound(GeneratedCodec.class)) {
            return;
        }
        mismatches.add("lookup: the class loader of " + hostName() + " "
                + (confuses(GeneratedCodec.class) || confuses(StructCodec.class)
                        ? "has another Verbatim than this one"
                        : isFound(StructCodec.class)
                                ? "finds only what Verbatim exports, as in a module layer with a loader for each module"
                                : "does not find Verbatim")
                + "; pass MethodHandles.lookup() from a class whose class loader finds this "
                + GeneratedCodec.class.getName());
    }

    /**
     * The access that the same lookup gives to another type: in the nest of that type if it is in the lookup's module.
     */
    DtoAccess of(Class<?> type) {
        return new DtoAccess(lookup, type, new ArrayList<>()); // what is wrong with the lookup has been reported
    }

    /**
     * The lookup that defines the generated class; null if the caller's lookup does not suffice, which has been
     * reported.
     */
    public @Nullable Lookup host() {
        return host;
    }

    /** The binding of a nested type that has been bound before, wherever it was nested; else null. */
    @Nullable
    Binding<?> nested(Class<?> type, StructLayout layout, Placement placement) {
        return nested.get(List.of(type, layout.withoutName(), placement));
    }

    void addNested(Binding<?> binding, Placement placement) {
        nested.put(List.of(binding.type(), binding.layout().withoutName(), placement), binding);
    }

    /** How messages name the caller. */
    String caller() {
        return lookup.lookupClass().getName();
    }

    /** The class in whose nest generated code is, as messages name it. */
    public String hostName() {
        return Objects.requireNonNull(host).lookupClass().getName();
    }

    /** Whether generated code is a nestmate of a class, and so can name it and its private members. */
    boolean isNestmate(Class<?> type) {
        return host != null && !type.isHidden() && type.isNestmateOf(host.lookupClass());
    }

    /** Whether generated code can name a type, in an instruction that has to resolve it. */
    public boolean canName(Class<?> type) {
        if (type.isArray()) {
            return canName(type.componentType());
        }
        if (type.isPrimitive()) {
            return true;
        }
        if (host == null || type.isHidden()) {
            return false;
        }
        return isAccessible(type) && isFound(type);
    }

    private boolean isAccessible(Class<?> type) {
        try {
            Objects.requireNonNull(host).accessClass(type);
            return true;
        } catch (IllegalAccessException e) {
            return false;
        }
    }

    /** Why generated code cannot name a type. */
    public String obstacle(Class<?> type) {
        if (type.isHidden()) {
            return "no code can name a hidden class";
        }
        Module module = type.getModule();
        Module hostModule = hostModule();
        if (!hostModule.canRead(module)) {
            return hostModule + " does not read " + module;
        }
        if (!module.isExported(type.getPackageName(), hostModule)) {
            return module + " does not export " + type.getPackageName() + " to " + hostModule;
        }
        return isAccessible(type) ? "its class loader does not find it by its name" : "it is not public";
    }

    /**
     * Why generated code cannot name a type, and what to do about it.
     *
     * @param elsewhere where it can be bound as it is
     */
    String refusal(Class<?> type, String elsewhere) {
        String remedy = isAccessible(type)
                ? "pass MethodHandles.lookup() from a class whose class loader finds it"
                : remedy(type, "make it public in an exported package, or " + elsewhere, elsewhere);
        return "is not accessible to " + caller() + ": " + obstacle(type) + "; " + remedy;
    }

    /**
     * What to do about a type whose members the caller cannot access.
     *
     * @param ifRead what to do if the caller's module reads that of the type
     * @param elsewhere where it can be bound as it is
     */
    String remedy(Class<?> type, String ifRead, String elsewhere) {
        Module module = type.getModule();
        return hostModule().canRead(module) ? ifRead : "have " + hostModule() + " read " + module + ", or " + elsewhere;
    }

    private Module hostModule() {
        return Objects.requireNonNull(host).lookupClass().getModule();
    }

    /** Why the members of a type are not accessible: the type itself is not, or what the JDK says of the member. */
    String obstacle(Class<?> type, IllegalAccessException ofMember) {
        boolean isOfMember = type.getModule() == hostModule() || isAccessible(type);
        return isOfMember ? String.valueOf(ofMember.getMessage()) : obstacle(type);
    }

    /**
     * Whether the class loader of the host takes a type's name for another type. A name that it does not find means no
     * other type.
     */
    public boolean confuses(Class<?> type) {
        if (type.isArray()) {
            return confuses(type.componentType());
        }
        try {
            return !type.isPrimitive() && find(type.getName()) != type;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private boolean isFound(Class<?> type) {
        try {
            return find(type.getName()) == type;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    private Class<?> find(String name) throws ClassNotFoundException {
        return Class.forName(
                name, false, Objects.requireNonNull(host).lookupClass().getClassLoader());
    }

    /**
     * A type as it stands in the signatures of generated code and of the handles that it calls: Object if it cannot be
     * named.
     */
    public Class<?> inCode(Class<?> type) {
        return inCode(type, isNestmate(type));
    }

    public static Class<?> inCode(Class<?> type, boolean nestmate) {
        if (type.isArray()) {
            return type.componentType().isPrimitive() ? type : Object[].class;
        }
        return type.isPrimitive() || type == String.class || type == List.class || (nestmate && !type.isEnum())
                ? type
                : Object.class;
    }

    /**
     * A lookup with private access to a class of the caller's module. For a class of another module it is the host,
     * which sees what is exported.
     */
    Lookup in(Class<?> owner) throws IllegalAccessException {
        if (host == null) {
            throw new IllegalAccessException("no lookup");
        }
        return isOfOwnModule(owner) ? MethodHandles.privateLookupIn(owner, lookup) : host;
    }

    /** Whether a class is in the caller's module, so that the lookup gives private access to it. */
    boolean isOfOwnModule(Class<?> type) {
        return host != null && type.getModule() == host.lookupClass().getModule();
    }

    /** The getter and the setter of a field, which is not final, as {@link #getter} has it. */
    Handles handles(Field field, Class<?> dto) throws IllegalAccessException {
        return new Handles(getter(field, dto), handle(field, dto, Lookup::unreflectSetter, Lookup::findSetter), false);
    }

    /**
     * The getter of a field that a DTO's class declares or inherits. As in the language, a class that is accessible
     * gives access to the public fields that it inherits from one that is not.
     */
    MethodHandle getter(Field field, Class<?> dto) throws IllegalAccessException {
        return handle(field, dto, Lookup::unreflectGetter, Lookup::findGetter);
    }

    private interface Unreflected {
        MethodHandle of(Lookup lookup, Field field) throws IllegalAccessException;
    }

    private interface Found {
        MethodHandle of(Lookup lookup, Class<?> owner, String name, Class<?> type)
                throws NoSuchFieldException, IllegalAccessException;
    }

    private MethodHandle handle(Field field, Class<?> dto, Unreflected unreflected, Found found)
            throws IllegalAccessException {
        try {
            return unreflected.of(in(field.getDeclaringClass()), field);
        } catch (IllegalAccessException ofDeclaration) {
            Lookup lookup = in(dto);
            for (Class<?> heir = dto; heir != field.getDeclaringClass(); heir = heir.getSuperclass()) {
                if (inherits(heir, field)) {
                    try {
                        return found.of(lookup, heir, field.getName(), field.getType());
                    } catch (NoSuchFieldException | IllegalAccessException e) {
                        ofDeclaration.addSuppressed(e);
                    }
                }
            }
            throw ofDeclaration;
        }
    }

    /** Whether a field's name means that field in a subclass too, or another field hides it there. */
    private static boolean inherits(Class<?> heir, Field field) {
        for (Class<?> type = heir; type != field.getDeclaringClass(); type = type.getSuperclass()) {
            Stream<Field> constants =
                    Arrays.stream(type.getInterfaces()).map(Class::getFields).flatMap(Arrays::stream);
            if (Stream.concat(Arrays.stream(type.getDeclaredFields()), constants)
                    .anyMatch(other -> other.getName().equals(field.getName()))) {
                return false;
            }
        }
        return true;
    }

    /**
     * The no-argument constructor as a handle of type {@code ()Object}; null if there is none, or none that is
     * accessible.
     */
    @Nullable
    MethodHandle noArgConstructor(Class<?> type) {
        if (Modifier.isAbstract(type.getModifiers())) {
            return null;
        }
        try {
            return in(type).findConstructor(type, MethodType.methodType(void.class))
                    .asType(MethodType.methodType(Object.class));
        } catch (NoSuchMethodException | IllegalAccessException e) {
            return null; // reading into an object needs none; generated code throws if it has to make one
        }
    }
}
