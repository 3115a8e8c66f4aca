package dev.verbatim.internal.bind;

import dev.verbatim.StructView;
import dev.verbatim.internal.bind.AccessorNames.Candidate;
import dev.verbatim.internal.model.InterfaceMethod;
import dev.verbatim.internal.model.LayoutMembers;
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
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle.AccessMode;
import java.lang.reflect.Type;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds one accessor of a view, whose member is known, by the parameters and the result of its method. */
final class AccessorBinder {

    private final ViewBinder<?> view;
    private final DtoAccess access;
    private final Class<?> type;
    private final StructLayout layout;
    private final String pathPrefix;
    private final Declarations declarations;

    private final Element element;
    private final @Nullable AccessMode mode;
    private final String prefix;
    private final boolean isCount;
    private final InterfaceMethod method;
    private final boolean isIndexed;

    /** The types of the parameters after the index. */
    private final List<Class<?>> parameters;

    /** The sequence that the index counts in; null without one. */
    private final @Nullable SequenceLayout indexed;

    private final MemoryLayout target;

    AccessorBinder(ViewBinder<?> view, Candidate candidate, InterfaceMethod method) {
        this.view = view;
        this.access = view.access;
        this.type = view.type;
        this.layout = view.layout;
        this.pathPrefix = view.pathPrefix;
        this.declarations = view.declarations;
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
        this.indexed = isIndexed ? indexed((SequenceLayout) element.layout()) : null;
        this.target = indexed == null ? element.layout() : indexed.elementLayout();
    }

    /**
     * The sequence that an index counts in. Of a sequence of sequences an element is a row, if a conversion makes the
     * method's value of it, or else what the rows have.
     */
    private SequenceLayout indexed(SequenceLayout sequence) {
        SequenceLayout flatter = LayoutMembers.withoutRows(sequence);
        return flatter == null || isOfRow(sequence.elementLayout()) ? sequence : indexed(flatter);
    }

    private boolean isOfRow(MemoryLayout row) {
        return isConverted(method.result(), method.genericResult(), row)
                || (!parameters.isEmpty()
                        && isConverted(
                                parameters.getLast(), method.genericParameters().getLast(), row));
    }

    private boolean isConverted(Class<?> value, Type genericType, MemoryLayout row) {
        ValueBinder.Match<Value.ByConversion> match = DeclaredConversions.match(
                value, substituted(genericType), row, pathPrefix + element.name() + "[]", declarations);
        return match != null && match.value() != null;
    }

    private void mismatch(String what) {
        view.mismatch(method, what);
    }

    /** Whether the one parameter is no index, but a value that a conversion makes a whole sequence of. */
    private boolean setsWhole(List<Class<?>> types) {
        return types.size() == 1
                && (method.result() == void.class || method.result().isAssignableFrom(type))
                && conversionOfParameter() != null;
    }

    /** {@return what makes the element of the first parameter, if something is declared} */
    private Value.@Nullable ByConversion conversionOfParameter() {
        ValueBinder.Match<Value.ByConversion> converted = DeclaredConversions.match(
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
            mismatch("the layout has " + element.describe() + ", " + obstacle
                    + SuggestedConversions.ofElements(substituted(value), element.layout()));
            return null;
        }
        MemoryLayout tailElement = VarLayouts.varRefElement(element.layout());
        if (tailElement != null) {
            return inTail(tailElement);
        }
        if (isIndexed && count() == 0) {
            mismatch("the layout has " + element.describe() + ", which has no element; remove the method");
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
                mismatch("it begins with `is`, which is for booleans; name it `get"
                        + method.name().substring("is".length()) + "`");
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
            if (result == boolean.class && !prefix.equals("set") && CharSequence.class.isAssignableFrom(parameter)) {
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
        mismatch("its parameters and result are those of no accessor of " + element.describeWithName()
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
        mismatch("the layout has " + element.describe() + ", which has a " + converted.conversion()
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
            view.requireAlignment(nested.view().alignment());
            requireAligned(
                    nested.view().alignment(),
                    "its nested view " + nested.view().type().getName() + " has atomic accessors");
        }
        if (action == Action.SET && found instanceof Nested(var nested) && nested.hasTail()) {
            mismatch("the layout has " + element.describe()
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
            mismatch("the layout has " + element.describe() + ", " + obstacle);
            return null;
        }
        Value.ByConversion converted = converted(tailElement);
        TailAccessors.Match match = TailAccessors.match(method, prefix, isCount, tailElement, converted != null, type);
        if (match.remedy() != null) {
            mismatch("the layout has " + element.describe() + "; " + match.remedy());
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
        ValueBinder.Match<Value.ByConversion> match = DeclaredConversions.match(
                method.result(), substituted(method.genericResult()), tailElement, pathInTail() + "[]", declarations);
        return match == null ? null : match.value();
    }

    /** {@return the path of a member that lies in a tail} That of a list in a list is the one of its element. */
    private String pathInTail() {
        return declarations.referenceOfList(layout, view.structPath()) == null
                ? pathPrefix + element.name()
                : view.structPath();
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
            nested = view.nested(match.type(), struct, pathInTail() + "[]");
        }
        if (match.isIndexed() && nested == null) {
            return null;
        }
        long elementAlignment = nested == null ? 1 : nested.alignment();
        view.requireAlignment(elementAlignment);
        if (!VarLayouts.isVarRecord(struct) && struct.byteSize() % elementAlignment != 0) {
            mismatch("the layout has " + element.describe() + ", but its nested view "
                    + match.type().getName()
                    + " has atomic accessors and needs elements whose byteSize is a multiple of "
                    + elementAlignment + ", found "
                    + struct.byteSize() + "; pad the element, as Layouts.struct does");
        }
        return new StructsInTail(element.offset(), layout.byteSize(), struct, match.isIndexed(), nested);
    }

    private long count() {
        return indexed == null ? -1 : indexed.elementCount();
    }

    private boolean isNameable(Class<?> valueType) {
        boolean canName = access.canName(valueType);
        if (!canName) {
            mismatch(valueType.getName() + " " + access.refusal(valueType, "bind the view in its own module"));
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
                (struct, nestedLayout, nestedPath, _) -> view.nestedStruct(struct, nestedLayout, nestedPath));
        if (match.remedy() != null) {
            String ofRow = ofRow(valueType);
            mismatch("the layout has " + element.describe()
                    + (ofRow == null ? "; " + match.remedy() + appender(valueType) + slice(valueType) : ofRow));
        }
        return match.value() == null ? null : new Plain(match.value(), target.byteSize());
    }

    /** What an accessor of a whole row of values needs; null where the method is none, or has a conversion. */
    private @Nullable String ofRow(Class<?> valueType) {
        if (!isIndexed
                || !(element.layout() instanceof SequenceLayout rows)
                || !(rows.elementLayout() instanceof SequenceLayout row)
                || !(target instanceof ValueLayout)
                || declarations.conversion(pathPrefix + element.name() + "[]") != null) {
            return null;
        }
        boolean isOfSeveral = valueType.isArray() || valueType == String.class || valueType == List.class;
        String suggested = SuggestedConversions.of(valueType, row);
        return isOfSeveral || suggested != null
                ? ", whose index counts what the rows have; declare an accessor of that, or a conversion of "
                        + valueType.getSimpleName() + " to the " + row.byteSize() + " bytes of a row"
                        + (suggested == null ? "" : ", as `Conversions.of(" + suggested + ")`")
                : null;
    }

    /** What reads text without a {@code String}, for the end of a remedy; nothing for what reads no text in UTF-8. */
    private String appender(Class<?> valueType) {
        return ValueBinder.isOtherText(valueType)
                        && ValueBinder.isBytes(element.layout())
                        && method.parameters().isEmpty()
                        && declarations.conversion(pathPrefix + element.name()) == null
                        && !SuggestedConversions.isDeclared(String.class, declarations.conversions())
                ? ", or `StringBuilder " + method.name() + "(StringBuilder)`, which appends the text without making one"
                : "";
    }

    /** What shows bytes where they lie, for the end of a remedy. */
    private String slice(Class<?> valueType) {
        return valueType == MemorySegment.class && method.parameters().isEmpty()
                ? "; make it a default method that returns `segment().asSlice(offset() + " + element.offset() + ", "
                        + element.layout().byteSize() + ")`"
                : "";
    }

    /** A type of the method's signature, in which type variables of super-interfaces stand for their arguments. */
    private Type substituted(Type inSignature) {
        return new ScopedType(inSignature, TypeArguments.of(type)).substituted();
    }

    private @Nullable Target nestedView(Class<?> nestedType, String path) {
        if (!(target instanceof StructLayout struct)) {
            mismatch("the layout has " + element.describe() + "; a nested view needs a struct layout"
                    + (target instanceof SequenceLayout ? ", or an index of a sequence of structs" : ""));
            return null;
        }
        if (VarLayouts.isVarRecord(struct)) {
            mismatch("the layout has " + element.describe()
                    + ", which begins with the header of a variable-length record; records lie"
                    + " alone or in the lists of a tail, make it a struct without one");
            return null;
        }
        ViewBinding<?> nested = view.nested(nestedType, struct, path);
        return nested == null ? null : new Nested(nested);
    }

    private @Nullable ViewAccessor atomic(AccessMode accessMode) {
        if (!(target instanceof ValueLayout value)) {
            mismatch("the layout has " + element.describe()
                    + "; only values have access modes, and elements of sequences by an index");
            return null;
        }
        String obstacle = AtomicAccessors.obstacle(method, accessMode, element, value, isIndexed, parameters);
        if (obstacle != null) {
            mismatch(obstacle);
            return null;
        }
        view.requireAlignment(value.byteSize());
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
        AtomicAccessors.misalignments(element, isIndexed, target, required, why).forEach(this::mismatch);
    }
}
