package dev.verbatim.internal.bind;

import dev.verbatim.Conversions;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructView;
import dev.verbatim.internal.bind.AccessorNames.Candidate;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.model.InterfaceMethod;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.model.ViewBinding.ViewAccessor;
import dev.verbatim.internal.runtime.GeneratedView;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
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

    final DtoAccess access;
    final Class<V> type;
    final StructLayout layout;

    /** What stands before an accessor in messages: empty for the outermost view. */
    final String pathPrefix;

    final Declarations declarations;
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
        this.names = new AccessorNames(layout, element -> declarations.nameInJava(pathPrefix, element.name()));
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
        Binder.requireLayout(type, layout);
        List<String> mismatches = new ArrayList<>();
        DtoAccess access = new DtoAccess(lookup, type, mismatches);
        access.requireRuntime(mismatches);
        Declarations declarations = new Declarations(conversions);
        ViewBinder<V> binder = new ViewBinder<>(access, type, layout, "", declarations, mismatches);
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
            mismatches.add(pathPrefix + type.getName() + ": " + access.refusal(type, "bind it in its own module"));
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
    String structPath() {
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
                    "the layout has no member that this could be an accessor of; "
                            + Objects.requireNonNullElse(ForeignNames.remedy(method, names), names.remedy()));
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
        ViewAccessor accessor = new AccessorBinder(this, candidates.getFirst(), method).bind();
        if (accessor != null && accessor.writes() && AccessorNames.isOfHeader(element, layout)) {
            mismatch(
                    method,
                    "the layout has " + element.describe()
                            + ", which belongs to the header of a variable-length record; a VarCodec"
                            + " writes it, remove the method");
        }
        return accessor;
    }

    void mismatch(InterfaceMethod method, String what) {
        mismatches.add(pathPrefix + "`" + method.describe() + "`: " + what);
    }

    /** {@return a nested view's binding} It is made in its own nest, where it may have accessors of private types. */
    @Nullable
    ViewBinding<?> nested(Class<?> nestedType, StructLayout struct, String path) {
        return new ViewBinder<>(access.of(nestedType), nestedType, struct, path + ".", declarations, mismatches).view();
    }

    /** {@return the binding of a record or class that is an accessor's value} */
    @Nullable
    Binding<?> nestedStruct(Class<?> structType, StructLayout struct, String path) {
        return Binder.bindNested(access, structType, struct, path, declarations, mismatches);
    }

    /** Has the view require of a segment that it is aligned to so many bytes, or to more. */
    void requireAlignment(long bytes) {
        alignment = Math.max(alignment, bytes);
    }
}
