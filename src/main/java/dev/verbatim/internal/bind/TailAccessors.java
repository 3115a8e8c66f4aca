package dev.verbatim.internal.bind;

import dev.verbatim.StructView;
import dev.verbatim.internal.model.InterfaceMethod;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.VarLayouts;
import dev.verbatim.internal.model.ViewBinding.Action;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Matches accessors to what a reference refers to in the tail of a variable-length record: the table of the signatures
 * that they can have.
 */
final class TailAccessors {

    private TailAccessors() {}

    /**
     * The outcome of a match: what the accessor does, or the remedy if it does not match.
     *
     * @param action what it does
     * @param type the type of the value; {@code String} for text
     * @param isIndexed whether it takes the index of an element
     * @param remedy what to do about an accessor that does not match; null if it does
     */
    record Match(
            Action action,
            Class<?> type,
            boolean isIndexed,
            @Nullable String remedy) {}

    private static final String WRITTEN_BY_CODEC = "a VarCodec writes what lies in the tail; remove the method";

    /**
     * Matches an accessor.
     *
     * @param method the method
     * @param prefix the prefix that its name has
     * @param isCount whether its name means the number of elements
     * @param element what the reference refers to
     * @param converts whether a conversion makes the method's result of an element
     * @param view the type of the view
     */
    static Match match(
            InterfaceMethod method,
            String prefix,
            boolean isCount,
            MemoryLayout element,
            boolean converts,
            Class<?> view) {
        List<Class<?>> parameters = method.parameters();
        Class<?> result = method.result();
        if (isCount) {
            return parameters.isEmpty() && result == int.class
                    ? matched(Action.COUNT, int.class)
                    : remedy("the number of elements is an `int " + method.name() + "()`");
        }
        boolean isIndexed =
                !parameters.isEmpty() && (parameters.getFirst() == int.class || parameters.getFirst() == long.class);
        if (prefix.equals("set")
                || (parameters.size() == (isIndexed ? 2 : 1) && isSetterResult(result, view, parameters))) {
            return remedy(WRITTEN_BY_CODEC);
        }
        if (prefix.equals("is") && parameters.isEmpty()) {
            return remedy("what lies in the tail is no boolean; name it with `get`");
        }
        if (isIndexed && parameters.size() == 1) {
            return converts ? new Match(Action.GET, result, true, null) : element(result, element);
        }
        if (parameters.isEmpty()) {
            return whole(result, element);
        }
        if (parameters.size() == 1 && element instanceof ValueLayout.OfByte) {
            Class<?> parameter = parameters.getFirst();
            if (parameter == StringBuilder.class && (result == StringBuilder.class || result == void.class)) {
                return matched(Action.APPEND_TEXT, String.class);
            }
            if (result == boolean.class && CharSequence.class.isAssignableFrom(parameter)) {
                return matched(Action.EQUALS_TEXT, String.class);
            }
        }
        return remedy(returnTypes(element));
    }

    /**
     * Whether a method returns what a setter does: nothing, or the view. An appender of text may return nothing too.
     */
    private static boolean isSetterResult(Class<?> result, Class<?> view, List<Class<?>> parameters) {
        return (result == void.class && parameters.getLast() != StringBuilder.class)
                || (result != Object.class && result.isAssignableFrom(view));
    }

    private static Match whole(Class<?> result, MemoryLayout element) {
        if (result == MemorySegment.class) {
            return matched(Action.GET_SLICE, result);
        }
        if (element instanceof ValueLayout.OfByte && result == String.class) {
            return matched(Action.GET, result);
        }
        if (element instanceof ValueLayout.OfByte && result == CharSequence.class) {
            return matched(Action.GET_CHARS, String.class);
        }
        if (element instanceof ValueLayout value && result.isArray() && result.componentType() == value.carrier()) {
            return matched(Action.GET, result);
        }
        return remedy(returnTypes(element));
    }

    private static Match element(Class<?> result, MemoryLayout element) {
        boolean matches = element instanceof ValueLayout value
                ? result == value.carrier()
                : element instanceof StructLayout && StructView.class.isAssignableFrom(result);
        return matches ? new Match(Action.GET, result, true, null) : remedy(returnTypes(element));
    }

    private static String returnTypes(MemoryLayout element) {
        String types = switch (element) {
            case ValueLayout.OfByte _ -> "`String`, `CharSequence`, `byte[]`, or `byte` by an index";
            case ValueLayout value -> {
                String carrier = value.carrier().getSimpleName();
                yield "`" + carrier + "[]`, or `" + carrier + "` by an index";
            }
            case SequenceLayout _, UnionLayout _ -> "or what a conversion makes of an element, by an index";
            case StructLayout struct -> {
                Element value = VarLayouts.onlyReference(struct);
                yield "a nested view by an index"
                        + (value == null ? "" : ", whose accessors of `" + value.name() + "` show an element")
                        + "; a VarCodec reads objects";
            }
            default -> throw new AssertionError("no element: " + element);
        };
        return "its accessors return `MemorySegment`, " + types;
    }

    /** Why such elements can have no accessors of any type; null if they can. */
    static @Nullable String obstacle(MemoryLayout element) {
        boolean refersToTail = element instanceof StructLayout struct
                && !VarLayouts.isVarRecord(struct)
                && VarLayouts.hasReferences(struct);
        return refersToTail
                ? "whose elements refer to a tail themselves; make their layout with Layouts.varRecord"
                : null;
    }

    private static Match matched(Action action, Class<?> type) {
        return new Match(action, type, false, null);
    }

    private static Match remedy(String remedy) {
        return new Match(Action.GET, void.class, false, remedy);
    }
}
