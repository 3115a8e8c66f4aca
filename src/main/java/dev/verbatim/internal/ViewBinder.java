package dev.verbatim.internal;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructView;
import dev.verbatim.internal.LayoutMembers.Element;
import dev.verbatim.internal.ViewBinding.Action;
import dev.verbatim.internal.ViewBinding.Nested;
import dev.verbatim.internal.ViewBinding.Plain;
import dev.verbatim.internal.ViewBinding.Target;
import dev.verbatim.internal.ViewBinding.ViewAccessor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Matches the accessors of a view's interface to a layout, and reports everything that does not match at once.
 *
 * @param <V> the view
 */
public final class ViewBinder<V> {

    private final DtoAccess access;
    private final Class<V> type;
    private final StructLayout layout;

    /** What stands before an accessor in messages: empty for the outermost view. */
    private final String pathPrefix;

    private final List<String> mismatches;
    private long alignment = 1;

    private ViewBinder(
            DtoAccess access, Class<V> type, StructLayout layout, String pathPrefix, List<String> mismatches) {
        this.access = access;
        this.type = type;
        this.layout = layout;
        this.pathPrefix = pathPrefix;
        this.mismatches = mismatches;
    }

    /**
     * Binds a view.
     *
     * @param lookup has full privilege access in the interface's module
     * @param type the interface
     * @param layout the layout
     * @param <V> the view
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <V extends StructView> ViewBinding<V> bind(Lookup lookup, Class<V> type, StructLayout layout) {
        Objects.requireNonNull(lookup, "lookup");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(layout, "layout");
        List<String> mismatches = new ArrayList<>();
        ViewBinder<V> binder =
                new ViewBinder<>(new DtoAccess(lookup, type, mismatches), type, layout, "", mismatches);
        ViewBinding<V> binding = binder.view();
        if (binding == null || !mismatches.isEmpty()) {
            throw new LayoutMismatchException("cannot bind " + type.getName() + " to the layout "
                    + layout.name().orElse("of " + layout.byteSize() + " bytes"), mismatches);
        }
        return binding;
    }

    private @Nullable ViewBinding<V> view() {
        if (!type.isInterface() || type.isSealed() || type.isHidden() || !StructView.class.isAssignableFrom(type)) {
            mismatches.add(pathPrefix + type.getName() + ": is not an interface that extends StructView and that anyone may implement");
            return null;
        }
        if (access.host() == null) {
            return null;
        }
        if (!access.canName(type)) {
            mismatches.add(pathPrefix + type.getName() + ": is not accessible to " + access.caller()
                    + "; make it public in an exported package, or bind it in its own module");
            return null;
        }
        List<ViewAccessor> accessors = new ArrayList<>();
        for (Method method : type.getMethods()) {
            if (Modifier.isAbstract(method.getModifiers()) && method.getDeclaringClass() != StructView.class && !isOfObject(method)) {
                ViewAccessor accessor = bind(method);
                if (accessor != null) {
                    accessors.add(accessor);
                }
            }
        }
        // The order of getMethods() is nobody's.
        accessors.sort(Comparator.comparingLong(ViewAccessor::offset)
                .thenComparing(accessor -> accessor.method().toString()));
        mismatches.sort(Comparator.naturalOrder());
        return new ViewBinding<>(type, layout, List.copyOf(accessors), alignment, access.host());
    }

    private static boolean isOfObject(Method method) {
        return has(Object.class, method);
    }

    private static boolean has(Class<?> owner, Method method) {
        return Arrays.stream(owner.getMethods())
                .anyMatch(other -> other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes()));
    }

    /** A member that a method's name may mean. */
    private record Candidate(Element element, @Nullable AccessMode mode, String prefix) {}

    private @Nullable ViewAccessor bind(Method method) {
        if (has(StructView.class, method)) {
            mismatch(method, "it is a method of StructView already; rename the member, or do not declare it");
            return null;
        }
        List<Candidate> candidates = candidates(method);
        if (candidates.isEmpty()) {
            mismatch(method, "the layout has no member that this could be an accessor of; name it as the member, with a prefix where"
                    + " it has one, or make it a default method");
            return null;
        }
        if (candidates.size() > 1) {
            mismatch(method, "it could be an accessor of "
                    + candidates.stream().map(candidate -> candidate.element().describeWithName()).collect(Collectors.joining(" and of "))
                    + "; rename one");
            return null;
        }
        return new AccessorShape(candidates.getFirst(), method).bind();
    }

    /** The members that a name means, of the first rule by which it means any. */
    private List<Candidate> candidates(Method method) {
        String name = method.getName();
        List<Element> members = LayoutMembers.of(layout).stream()
                .filter(element -> !element.isPadding() && !element.name().isEmpty())
                .toList();
        List<Candidate> exact = members.stream()
                .filter(element -> element.name().equals(name))
                .map(element -> new Candidate(element, null, ""))
                .toList();
        if (!exact.isEmpty()) {
            return exact;
        }
        List<AccessMode> modes = Arrays.stream(AccessMode.values())
                .filter(mode -> name.startsWith(mode.methodName()))
                .sorted(Comparator.comparingInt((AccessMode mode) -> mode.methodName().length())
                        .reversed())
                .toList();
        for (AccessMode mode : modes) {
            boolean isPlain = mode == AccessMode.GET || mode == AccessMode.SET;
            List<Candidate> found = prefixed(members, name, mode.methodName(), isPlain ? null : mode);
            if (!found.isEmpty()) {
                return found;
            }
        }
        return prefixed(members, name, "is", null);
    }

    private static List<Candidate> prefixed(
            List<Element> members, String name, String prefix, @Nullable AccessMode mode) {
        return members.stream()
                .filter(element -> name.equals(prefix + capitalised(element.name())))
                .map(element -> new Candidate(element, mode, prefix))
                .toList();
    }

    private static String capitalised(String name) {
        return name.substring(0, 1).toUpperCase(java.util.Locale.ROOT) + name.substring(1);
    }

    private void mismatch(Method method, String what) {
        mismatches.add(pathPrefix + "`" + describe(method) + "`: " + what);
    }

    private static String describe(Method method) {
        return method.getReturnType().getSimpleName() + " " + method.getName() + "("
                + Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName).collect(Collectors.joining(", ")) + ")";
    }

    /** One method, whose member is known, and what its parameters and its result make of it. */
    private final class AccessorShape {
        private final Element element;
        private final @Nullable AccessMode mode;
        private final String prefix;
        private final Method method;
        private final boolean isIndexed;

        /** The parameters after the index. */
        private final Type[] parameters;

        private final MemoryLayout target;

        AccessorShape(Candidate candidate, Method method) {
            this.element = candidate.element();
            this.mode = candidate.mode();
            this.prefix = candidate.prefix();
            this.method = method;
            Class<?>[] types = method.getParameterTypes();
            this.isIndexed = element.layout() instanceof SequenceLayout
                    && types.length > 0
                    && (types[0] == int.class || types[0] == long.class);
            this.parameters = Arrays.copyOfRange(method.getGenericParameterTypes(), isIndexed ? 1 : 0, types.length);
            this.target = isIndexed ? ((SequenceLayout) element.layout()).elementLayout() : element.layout();
        }

        private Class<?> parameter(int index) {
            return method.getParameterTypes()[index + (isIndexed ? 1 : 0)];
        }

        @Nullable ViewAccessor bind() {
            Class<?> result = method.getReturnType();
            boolean returnsView = StructView.class.isAssignableFrom(result) && result.isAssignableFrom(type);
            if (mode != null) {
                return atomic(result);
            }
            if (parameters.length == 0 && result != void.class && !prefix.equals("set")) {
                if (prefix.equals("is") && result != boolean.class) {
                    mismatch(method, "it begins with `is`, which is for booleans; name it `get" + capitalised(element.name()) + "`");
                    return null;
                }
                return accessor(Action.GET, result, method.getGenericReturnType());
            }
            if (parameters.length == 1 && !isIndexed && target instanceof SequenceLayout) {
                Class<?> parameter = parameter(0);
                if (parameter == StringBuilder.class
                        && !prefix.equals("set")
                        && (result == void.class || result == StringBuilder.class)) {
                    return accessor(Action.APPEND_TEXT, String.class, String.class);
                }
                if (result == boolean.class && !prefix.equals("set") && CharSequence.class.isAssignableFrom(parameter)) {
                    return accessor(Action.EQUALS_TEXT, String.class, String.class);
                }
                if (parameter == CharSequence.class && (result == void.class || returnsView) && isSetter()) {
                    return accessor(Action.SET, String.class, String.class);
                }
            }
            if (parameters.length == 1 && (result == void.class || returnsView) && isSetter()) {
                return accessor(Action.SET, parameter(0), parameters[0]);
            }
            mismatch(method, "its parameters and result are those of no accessor of " + element.describeWithName()
                    + "; a getter has no parameter, a setter has one and is void or returns the view, and accessors of a sequence's elements"
                    + " take an int or long index first");
            return null;
        }

        private boolean isSetter() {
            return prefix.isEmpty() || prefix.equals("set");
        }

        private @Nullable ViewAccessor accessor(Action action, Class<?> valueType, Type genericType) {
            Target found = target(valueType, genericType);
            if (found == null) {
                return null;
            }
            if (found instanceof Nested nested) {
                alignment = Math.max(alignment, nested.view().alignment());
                requireAligned(nested.view().alignment(), "its nested view " + nested.view().type().getName() + " has atomic accessors");
            }
            return new ViewAccessor(method, action, element.name(), element.offset(), count(), valueType, found, null);
        }

        private long count() {
            return isIndexed ? ((SequenceLayout) element.layout()).elementCount() : -1;
        }

        private @Nullable Target target(Class<?> valueType, Type genericType) {
            if (StructView.class.isAssignableFrom(valueType) && target instanceof StructLayout struct) {
                ViewBinding<?> nested =
                        new ViewBinder<>(access, valueType, struct, pathPrefix + element.name() + ".", mismatches).view();
                return nested == null ? null : new Nested(nested);
            }
            if (!access.canName(valueType)) {
                mismatch(method, valueType.getName() + " is not accessible to " + access.caller()
                        + "; make it public in an exported package, or bind the view in its own module");
                return null;
            }
            ValueBinder.Match match = ValueBinder.match(
                    valueType,
                    genericType,
                    target,
                    pathPrefix + element.name(),
                    (struct, nestedLayout, path) -> Binder.bindNested(access, struct, nestedLayout, path, mismatches));
            if (match.remedy() != null) {
                mismatch(method, "the layout has " + element.describe() + "; " + match.remedy());
            }
            return match.value() == null ? null : new Plain(match.value(), target.byteSize());
        }

        private @Nullable ViewAccessor atomic(Class<?> result) {
            AccessMode accessMode = Objects.requireNonNull(mode);
            if (!(target instanceof ValueLayout value)) {
                mismatch(method, "the layout has " + element.describe() + "; only values have access modes, and elements of sequences by an index");
                return null;
            }
            ValueLayout aligned = ViewGenerator.aligned(value);
            if (!aligned.varHandle().isAccessModeSupported(accessMode)) {
                mismatch(method, "VarHandle has no " + accessMode.methodName() + " for a " + value.carrier().getSimpleName()
                        + " in memory; use a plain accessor, or an int or long member");
                return null;
            }
            List<Class<?>> expected =
                    aligned.varHandle().accessModeType(accessMode).parameterList();
            int values = expected.size() - 2; // after the segment and the offset
            Class<?> expectedResult = aligned.varHandle().accessModeType(accessMode).returnType();
            boolean matches = parameters.length == values && result == expectedResult;
            for (int i = 0; matches && i < values; i++) {
                matches = parameter(i) == expected.get(i + 2);
            }
            if (!matches) {
                mismatch(method, "the layout has " + element.describe() + "; declare it `" + expectedResult.getSimpleName() + " " + method.getName()
                        + "(" + (isIndexed ? "int, " : "")
                        + expected.stream().skip(2).map(Class::getSimpleName).collect(Collectors.joining(", ")) + ")`, as VarHandle has it");
                return null;
            }
            alignment = Math.max(alignment, aligned.byteAlignment());
            requireAligned(aligned.byteAlignment(), "the access is atomic");
            return new ViewAccessor(
                    method,
                    Action.ATOMIC,
                    element.name(),
                    element.offset(),
                    count(),
                    value.carrier(),
                    new Plain(new Value.Primitive(value), value.byteSize()),
                    accessMode);
        }

        private void requireAligned(long required, String why) {
            if (element.offset() % required != 0 || (isIndexed && target.byteSize() % required != 0)) {
                mismatch(method, "the layout has " + element.describe() + ", but " + why + ", which needs an offset that is a multiple of "
                        + required + "; move the member, as Layouts.struct does");
            }
        }
    }
}
