package dev.verbatim.internal.bind;

import dev.verbatim.Conversions;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructView;
import dev.verbatim.internal.bind.AccessorNames.Candidate;
import dev.verbatim.internal.model.InterfaceMethod;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.model.VarLayouts;
import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.model.ViewBinding.Action;
import dev.verbatim.internal.model.ViewBinding.Nested;
import dev.verbatim.internal.model.ViewBinding.Plain;
import dev.verbatim.internal.model.ViewBinding.StructsInTail;
import dev.verbatim.internal.model.ViewBinding.Target;
import dev.verbatim.internal.model.ViewBinding.ValuesInTail;
import dev.verbatim.internal.model.ViewBinding.ViewAccessor;
import dev.verbatim.internal.runtime.GeneratedView;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
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
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Matches the accessors of a view's interface to a layout, and reports all mismatches at once.
 *
 * @param <V> the view
 */
public final class ViewBinder<V> {

    private final DtoAccess access;
    private final Class<V> type;
    private final StructLayout layout;

    /** What stands before an accessor in messages: empty for the outermost view. */
    private final String pathPrefix;

    private final Declarations declarations;
    private final List<String> mismatches;

    private final AccessorNames names;

    private long alignment = 1;

    private ViewBinder(
            DtoAccess access,
            Class<V> type,
            StructLayout layout,
            String pathPrefix,
            Declarations declarations,
            List<String> mismatches) {
        this.access = access;
        this.type = type;
        this.layout = layout;
        this.pathPrefix = pathPrefix;
        this.declarations = declarations;
        this.mismatches = mismatches;
        this.names = new AccessorNames(layout);
    }

    /**
     * Binds a view.
     *
     * @param lookup has full privilege access in the interface's module
     * @param type the interface
     * @param layout the layout
     * @param conversions the conversions of members
     * @param <V> the view
     * @return the binding
     * @throws LayoutMismatchException with every mismatch
     */
    public static <V extends StructView> ViewBinding<V> bind(
            Lookup lookup, Class<V> type, StructLayout layout, Conversions conversions) {
        Objects.requireNonNull(lookup, "lookup");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(layout, "layout");
        List<String> mismatches = new ArrayList<>();
        Declarations declarations = new Declarations(conversions);
        ViewBinder<V> binder =
                new ViewBinder<>(new DtoAccess(lookup, type, mismatches), type, layout, "", declarations, mismatches);
        ViewBinding<V> binding = binder.view();
        if (binding != null) {
            declarations.bindAll(layout, ""); // a view may leave members out
        }
        mismatches.addAll(declarations.unbound());
        if (binding == null || !mismatches.isEmpty()) {
            throw new LayoutMismatchException(
                    "cannot bind " + type.getName() + " to the layout "
                            + layout.name().orElse("of " + layout.byteSize() + " bytes"),
                    // the getter and the setter of a nested struct report the same mismatches
                    mismatches.stream().distinct().sorted().toList());
        }
        return binding;
    }

    private @Nullable ViewBinding<V> view() {
        if (!type.isInterface() || type.isSealed() || type.isHidden() || !StructView.class.isAssignableFrom(type)) {
            mismatches.add(pathPrefix + type.getName()
                    + ": is not an interface that extends StructView and that anyone may implement");
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
        if (layout.byteSize() == 0) {
            mismatches.add(pathPrefix + type.getName() + ": there is nothing to view; the layout has no bytes");
        }
        for (Method method : type.getMethods()) {
            if (method.isDefault() && (isOfGeneratedView(method) || InterfaceMethods.isProtectedOfObject(method))) {
                mismatches.add(pathPrefix + type.getName() + ": the generated class has a method `" + method.getName()
                        + "` with the parameters of the default method, which it would replace; rename that");
            }
        }
        List<ViewAccessor> accessors = new ArrayList<>();
        for (InterfaceMethod method :
                InterfaceMethods.of(type, method -> method.getDeclaringClass() != StructView.class)) {
            ViewAccessor accessor = bind(method);
            if (accessor != null) {
                accessors.add(accessor);
            }
        }
        accessors.sort(Comparator.comparingLong(ViewAccessor::offset)); // stable: those of one member keep their order
        return new ViewBinding<>(type, layout, List.copyOf(accessors), alignment, access.host(), pathOfConversions());
    }

    private String pathOfConversions() {
        String path = structPath();
        boolean hasOwn = declarations.hasWithin(path) || declarations.referenceOfList(layout, path) != null;
        return path.isEmpty() || !hasOwn ? "" : path;
    }

    /** The path of the struct that the view is of; empty for the outermost. */
    private String structPath() {
        return pathPrefix.isEmpty() ? "" : pathPrefix.substring(0, pathPrefix.length() - 1);
    }

    /**
     * Whether the class that generated views extend has a method of the same signature, which would win over the
     * interface's.
     */
    private static boolean isOfGeneratedView(Method method) {
        return ofGeneratedView()
                .anyMatch(own -> own.getName().equals(method.getName())
                        && Arrays.equals(own.getParameterTypes(), method.getParameterTypes()));
    }

    /** Whether an accessor, or a bridge to it, would override a method of the class that generated views extend. */
    private static boolean isOfGeneratedView(InterfaceMethod method) {
        Stream<String> descriptors = ofGeneratedView()
                .filter(own -> own.getName().equals(method.name()))
                .map(own -> MethodType.methodType(own.getReturnType(), own.getParameterTypes())
                        .descriptorString());
        return descriptors.anyMatch(descriptor ->
                descriptor.equals(method.descriptor()) || method.descriptors().contains(descriptor));
    }

    private static Stream<Method> ofGeneratedView() {
        return Arrays.stream(GeneratedView.class.getDeclaredMethods())
                .filter(own -> !Modifier.isPrivate(own.getModifiers()) && !Modifier.isStatic(own.getModifiers()));
    }

    private @Nullable ViewAccessor bind(InterfaceMethod method) {
        List<Candidate> candidates = names.candidates(method.name());
        if (method.isOf(StructView.class) || method.isOf(Object.class)) {
            // If there is no such member, this declares that method again, which changes nothing.
            if (!candidates.isEmpty()) {
                mismatch(
                        method,
                        "it is a method of " + (method.isOf(Object.class) ? "Object" : "StructView")
                                + ", and cannot be an accessor of "
                                + candidates.getFirst().element().describeWithName()
                                + "; name it with a prefix, or rename the member");
            }
            return null;
        }
        if (candidates.isEmpty()) {
            mismatch(
                    method,
                    "the layout has no member that this could be an accessor of; name it as the member, with a prefix"
                            + " where it has one, or make it a default method");
            return null;
        }
        if (candidates.size() > 1) {
            mismatch(
                    method,
                    "it could be an accessor of "
                            + candidates.stream()
                                    .map(candidate -> candidate.element().describeWithName())
                                    .collect(Collectors.joining(" and of "))
                            + "; rename one");
            return null;
        }
        if (isOfGeneratedView(method)) {
            mismatch(
                    method,
                    "the generated class has this method for itself; name it with a prefix, or rename the member");
            return null;
        }
        Element element = candidates.getFirst().element();
        ViewAccessor accessor = new AccessorBinder(candidates.getFirst(), method).bind();
        if (accessor != null && accessor.writes() && AccessorNames.isOfHeader(element, layout)) {
            mismatch(
                    method,
                    "the layout has " + element.describe()
                            + ", which belongs to the header of a variable-length record; a VarCodec"
                            + " writes it, remove the method");
        }
        return accessor;
    }

    private void mismatch(InterfaceMethod method, String what) {
        mismatches.add(pathPrefix + "`" + method.describe() + "`: " + what);
    }

    /** Binds one method, whose member is known, by its parameters and its result. */
    private final class AccessorBinder {
        private final Element element;
        private final @Nullable AccessMode mode;
        private final String prefix;
        private final boolean isCount;
        private final InterfaceMethod method;
        private final boolean isIndexed;

        /** The types of the parameters after the index. */
        private final List<Class<?>> parameters;

        private final MemoryLayout target;

        AccessorBinder(Candidate candidate, InterfaceMethod method) {
            this.element = candidate.element();
            this.mode = candidate.mode();
            this.prefix = candidate.prefix();
            this.isCount = candidate.isCount();
            this.method = method;
            List<Class<?>> types = method.parameters();
            this.isIndexed = element.layout() instanceof SequenceLayout
                    && !types.isEmpty()
                    && (types.getFirst() == int.class || types.getFirst() == long.class)
                    && !setsWhole(types);
            this.parameters = types.subList(isIndexed ? 1 : 0, types.size());
            this.target = isIndexed ? ((SequenceLayout) element.layout()).elementLayout() : element.layout();
        }

        /** Whether the one parameter is no index, but a value that a conversion makes a whole sequence of. */
        private boolean setsWhole(List<Class<?>> types) {
            return types.size() == 1
                    && (method.result() == void.class || method.result().isAssignableFrom(type))
                    && conversionOfParameter() != null;
        }

        /** {@return what makes the element of the first parameter, if something is declared} */
        private Value.@Nullable ByConversion conversionOfParameter() {
            ValueBinder.Match<Value.ByConversion> converted = ValueBinder.converted(
                    method.parameters().getFirst(),
                    method.genericParameters().getFirst(),
                    element.layout(),
                    pathPrefix + element.name(),
                    declarations);
            return converted == null ? null : converted.value();
        }

        @Nullable
        ViewAccessor bind() {
            String obstacle = ValueBinder.obstacle(element.layout(), declarations.conversions());
            if (obstacle != null) {
                Type value = method.result() == void.class && !parameters.isEmpty()
                        ? method.genericParameters().getLast()
                        : method.genericResult();
                mismatch(
                        method,
                        "the layout has " + element.describe() + ", " + obstacle
                                + SuggestedConversions.ofElements(substituted(value), element.layout()));
                return null;
            }
            MemoryLayout tailElement = VarLayouts.varRefElement(element.layout());
            if (tailElement != null) {
                return inTail(tailElement);
            }
            if (isIndexed && count() == 0) {
                mismatch(method, "the layout has " + element.describe() + ", which has no element; remove the method");
                return null;
            }
            return mode == null ? plain() : atomic(mode);
        }

        /** Binds a getter, a setter, or an accessor that reads text without making a string. */
        private @Nullable ViewAccessor plain() {
            Class<?> result = method.result();
            boolean isVoidOrView = result == void.class || result.isAssignableFrom(type);
            if (parameters.isEmpty() && result != void.class && !prefix.equals("set")) {
                if (prefix.equals("is") && result != boolean.class) {
                    mismatch(
                            method,
                            "it begins with `is`, which is for booleans; name it `get"
                                    + AccessorNames.capitalised(element.name()) + "`");
                    return null;
                }
                return accessor(Action.GET, result, method.genericResult());
            }
            if (parameters.size() == 1 && !isIndexed && target instanceof SequenceLayout && !setsWhole(parameters)) {
                Class<?> parameter = parameters.getFirst();
                if (parameter == StringBuilder.class
                        && !prefix.equals("set")
                        && (result == void.class || result == StringBuilder.class)) {
                    return text(Action.APPEND_TEXT);
                }
                if (result == boolean.class
                        && !prefix.equals("set")
                        && CharSequence.class.isAssignableFrom(parameter)) {
                    return text(Action.EQUALS_TEXT);
                }
                if (parameter == CharSequence.class && isVoidOrView && isSetter()) {
                    return text(Action.SET);
                }
            }
            if (parameters.size() == 1 && isVoidOrView && isSetter()) {
                return accessor(
                        Action.SET,
                        parameters.getFirst(),
                        method.genericParameters().getLast());
            }
            mismatch(
                    method,
                    "its parameters and result are those of no accessor of " + element.describeWithName()
                            + "; a getter has no parameter, a setter has one and is void or returns the view, and"
                            + " accessors of a sequence's elements take an int or long index first");
            return null;
        }

        /** Binds an accessor that needs no {@code String}, which a conversion would. */
        private @Nullable ViewAccessor text(Action action) {
            ViewAccessor accessor = accessor(action, String.class, String.class);
            Value.ByConversion converted = conversionOfParameter();
            if (accessor != null && accessor.target() instanceof Plain(Value.ByConversion ofString, var _)) {
                converted = ofString;
            }
            if (accessor == null || converted == null) {
                return accessor;
            }
            mismatch(
                    method,
                    "the layout has " + element.describe() + ", which has a " + converted.conversion()
                            + "; only UTF-8 is accessed without a "
                            + converted.conversion().type().getSimpleName() + ", declare a getter or a setter of it");
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
                requireAligned(
                        nested.view().alignment(),
                        "its nested view " + nested.view().type().getName() + " has atomic accessors");
            }
            if (action == Action.SET && found instanceof Nested(var nested) && nested.hasTail()) {
                mismatch(
                        method,
                        "the layout has " + element.describe()
                                + ", whose tail would stay behind; a VarCodec writes it, remove the method");
                return null;
            }
            return new ViewAccessor(method, action, element.name(), element.offset(), count(), valueType, found, null);
        }

        private @Nullable ViewAccessor inTail(MemoryLayout tailElement) {
            String obstacle = TailAccessors.obstacle(tailElement);
            if (obstacle == null && mode != null) {
                obstacle = "which has no access modes; remove the method";
            }
            if (obstacle != null) {
                mismatch(method, "the layout has " + element.describe() + ", " + obstacle);
                return null;
            }
            Value.ByConversion converted = converted(tailElement);
            TailAccessors.Match match =
                    TailAccessors.match(method, prefix, isCount, tailElement, converted != null, type);
            if (match.remedy() != null) {
                mismatch(method, "the layout has " + element.describe() + "; " + match.remedy());
                return null;
            }
            Target found = tailTarget(tailElement, match, match.isIndexed() ? converted : null);
            return found == null
                    ? null
                    : new ViewAccessor(
                            method, match.action(), element.name(), element.offset(), -1, match.type(), found, null);
        }

        /**
         * What a conversion makes of an element in a tail, where that is the method's result. The struct of a list is
         * not converted: {@link TailBinder}.
         */
        private Value.@Nullable ByConversion converted(MemoryLayout tailElement) {
            if (tailElement instanceof StructLayout) {
                return null;
            }
            ValueBinder.Match<Value.ByConversion> match = ValueBinder.converted(
                    method.result(),
                    substituted(method.genericResult()),
                    tailElement,
                    pathInTail() + "[]",
                    declarations);
            return match == null ? null : match.value();
        }

        /** {@return the path of a member that lies in a tail} That of a list in a list is the one of its element. */
        private String pathInTail() {
            return declarations.referenceOfList(layout, structPath()) == null
                    ? pathPrefix + element.name()
                    : structPath();
        }

        private @Nullable Target tailTarget(
                MemoryLayout tailElement, TailAccessors.Match match, Value.@Nullable ByConversion converted) {
            if (!(tailElement instanceof StructLayout struct)) {
                if (converted != null && !isNameable(match.type())) {
                    return null;
                }
                MemoryLayout values = tailElement instanceof ValueLayout value
                        ? value.withoutName().withByteAlignment(1)
                        : MemoryLayout.sequenceLayout(tailElement.byteSize(), ValueLayout.JAVA_BYTE);
                return new ValuesInTail(element.offset(), layout.byteSize(), values, match.isIndexed(), converted);
            }
            ViewBinding<?> nested = null;
            if (match.isIndexed() && isNameable(match.type())) {
                nested = view(match.type(), struct, pathInTail() + "[]");
            }
            if (match.isIndexed() && nested == null) {
                return null;
            }
            long elementAlignment = nested == null ? 1 : nested.alignment();
            alignment = Math.max(alignment, elementAlignment);
            if (!VarLayouts.isVarRecord(struct) && struct.byteSize() % elementAlignment != 0) {
                mismatch(
                        method,
                        "the layout has " + element.describe() + ", but its nested view "
                                + match.type().getName()
                                + " has atomic accessors and needs elements whose byteSize is a multiple of "
                                + elementAlignment + ", found "
                                + struct.byteSize() + "; pad the element, as Layouts.struct does");
            }
            return new StructsInTail(element.offset(), layout.byteSize(), struct, match.isIndexed(), nested);
        }

        /** A view is made in its own nest, where it may have accessors of private types. */
        private @Nullable ViewBinding<?> view(Class<?> nestedType, StructLayout struct, String path) {
            return new ViewBinder<>(access.of(nestedType), nestedType, struct, path + ".", declarations, mismatches)
                    .view();
        }

        private long count() {
            return isIndexed ? ((SequenceLayout) element.layout()).elementCount() : -1;
        }

        private boolean isNameable(Class<?> valueType) {
            boolean canName = access.canName(valueType);
            if (!canName) {
                mismatch(
                        method,
                        valueType.getName() + " is not accessible to " + access.caller()
                                + "; make it public in an exported package, or bind the view in its own module");
            }
            return canName;
        }

        private @Nullable Target target(Class<?> valueType, Type genericType) {
            if (!isNameable(valueType)) {
                return null;
            }
            String path = pathPrefix + element.name() + (isIndexed ? "[]" : "");
            if (StructView.class.isAssignableFrom(valueType)) {
                return nestedView(valueType, path);
            }
            ValueBinder.Match<? extends Value.Fixed> match = ValueBinder.fixed(
                    valueType,
                    substituted(genericType),
                    target,
                    path,
                    declarations,
                    (struct, nestedLayout, nestedPath, _) ->
                            Binder.bindNested(access, struct, nestedLayout, nestedPath, declarations, mismatches));
            if (match.remedy() != null) {
                mismatch(method, "the layout has " + element.describe() + "; " + match.remedy());
            }
            if (isIndexed && match.value() instanceof Value.Sequence) {
                mismatch(
                        method,
                        "the layout has " + element.describe() + ", whose elements are sequences; declare a conversion"
                                + " of " + valueType.getSimpleName() + " to the " + target.byteSize()
                                + " bytes of an element, or make the elements structs");
                return null;
            }
            return match.value() == null ? null : new Plain(match.value(), target.byteSize());
        }

        /** A type of the method's signature, in which type variables of super-interfaces stand for their arguments. */
        private Type substituted(Type inSignature) {
            return new ScopedType(inSignature, TypeArguments.of(type)).substituted();
        }

        private @Nullable Target nestedView(Class<?> nestedType, String path) {
            if (!(target instanceof StructLayout struct)) {
                mismatch(
                        method,
                        "the layout has " + element.describe() + "; a nested view needs a struct layout"
                                + (target instanceof SequenceLayout ? ", or an index of a sequence of structs" : ""));
                return null;
            }
            if (VarLayouts.isVarRecord(struct)) {
                mismatch(
                        method,
                        "the layout has " + element.describe()
                                + ", which begins with the header of a variable-length record; records lie"
                                + " alone or in the lists of a tail, make it a struct without one");
                return null;
            }
            ViewBinding<?> nested = view(nestedType, struct, path);
            return nested == null ? null : new Nested(nested);
        }

        private @Nullable ViewAccessor atomic(AccessMode accessMode) {
            if (!(target instanceof ValueLayout value)) {
                mismatch(
                        method,
                        "the layout has " + element.describe()
                                + "; only values have access modes, and elements of sequences by an index");
                return null;
            }
            String obstacle = AtomicAccessors.obstacle(method, accessMode, element, value, isIndexed, parameters);
            if (obstacle != null) {
                mismatch(method, obstacle);
                return null;
            }
            alignment = Math.max(alignment, value.byteSize());
            requireAligned(value.byteSize(), "the access is atomic");
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
            AtomicAccessors.misalignments(element, isIndexed, target, required, why)
                    .forEach(what -> mismatch(method, what));
        }
    }
}
