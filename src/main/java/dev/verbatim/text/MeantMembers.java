package dev.verbatim.text;

import dev.verbatim.internal.model.MemberPaths;
import dev.verbatim.internal.runtime.LayoutValue;
import dev.verbatim.internal.runtime.LayoutValue.Meaning;
import java.lang.foreign.ValueLayout;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** Gives members of a layout a meaning that the layout does not say. */
final class MeantMembers {

    /** The most paths that a message lists. */
    private static final int MAX_PATHS = 20;

    private final Meaning meaning;
    private final Set<String> wanted;

    /** The paths of all members that can have the meaning. */
    private final Set<String> found = new LinkedHashSet<>();

    private MeantMembers(Meaning meaning, Collection<String> paths) {
        this.meaning = meaning;
        this.wanted = Set.copyOf(paths);
    }

    /**
     * {@return a struct in which some members have a meaning}
     *
     * @throws IllegalArgumentException if a path is not that of a member that can have it
     */
    static LayoutValue.Struct in(LayoutValue.Struct struct, Meaning meaning, Collection<String> paths) {
        paths.forEach(path -> Objects.requireNonNull(path, "path"));
        MeantMembers members = new MeantMembers(meaning, paths);
        LayoutValue.Struct meant = members.struct(struct, "");
        for (String path : paths) {
            if (!members.found.contains(path)) {
                throw new IllegalArgumentException("expected the path of " + members.kind() + ", found "
                        + MalformedTextException.quote(path) + "; the layout has " + members.known());
            }
        }
        return meant;
    }

    private String kind() {
        return meaning == Meaning.HALF ? "a short" : "a whole number";
    }

    private String known() {
        return found.isEmpty()
                ? "none"
                : found.stream().limit(MAX_PATHS).collect(Collectors.joining(", "))
                        + (found.size() > MAX_PATHS ? ", …" : "");
    }

    private LayoutValue.Struct struct(LayoutValue.Struct struct, String prefix) {
        return new LayoutValue.Struct(struct.fields().stream()
                .map(field -> new LayoutValue.Field(
                        field.name(), field.offset(), value(field.value(), prefix + MemberPaths.step(field.name()))))
                .toList());
    }

    private LayoutValue value(LayoutValue value, String path) {
        return switch (value) {
            case LayoutValue.Primitive(ValueLayout layout, Meaning given)
            when isPossible(layout, given) -> {
                found.add(path);
                yield new LayoutValue.Primitive(layout, wanted.contains(path) ? meaning : given);
            }
            case LayoutValue.Struct struct -> struct(struct, path + ".");
            case LayoutValue.Sequence(LayoutValue element, int stride, int count) ->
                new LayoutValue.Sequence(element(element, path), stride, count);
            case LayoutValue.VarArray(LayoutValue element, int stride) ->
                new LayoutValue.VarArray(element(element, path), stride);
            case LayoutValue.VarStructs list ->
                new LayoutValue.VarStructs(struct(list.element(), path + "[]."), list.shape(), list.isOfVarRecords());
            case LayoutValue.Primitive _, LayoutValue.Bytes _, LayoutValue.VarBytes _ -> value;
        };
    }

    /** Arrays in one another have one path, and so have the elements of the innermost one. */
    private LayoutValue element(LayoutValue element, String path) {
        return element instanceof LayoutValue.Struct struct ? struct(struct, path + "[].") : value(element, path);
    }

    private boolean isPossible(ValueLayout layout, Meaning given) {
        Class<?> carrier = layout.carrier();
        return (given == Meaning.AS_IN_JAVA || given == meaning)
                && (meaning == Meaning.HALF
                        ? carrier == short.class
                        : carrier != boolean.class && carrier != float.class && carrier != double.class);
    }
}
