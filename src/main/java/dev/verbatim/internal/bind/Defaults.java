package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.Text;
import java.lang.invoke.MethodType;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The defaults of members that older variable-length records lack, by the members' paths. */
final class Defaults {

    private final Map<String, Object> values;
    private final Set<String> bound = new HashSet<>();

    Defaults(Map<String, Object> values) {
        this.values = values;
    }

    static Defaults none() {
        return new Defaults(Map.of());
    }

    /** The default of a member, or null. From now on the member's path is a known one. */
    @Nullable
    Object bind(String path) {
        bound.add(path);
        return values.get(path);
    }

    /** Takes all paths within a struct for known ones. The struct could not be bound, which has been reported. */
    void ignoreWithin(String structPath) {
        values.keySet().stream().filter(path -> isWithin(path, structPath)).forEach(bound::add);
    }

    private static boolean isWithin(String path, String structPath) {
        return path.startsWith(structPath + ".") || path.startsWith(structPath + "[].");
    }

    /** Whether a member within a struct has a default. */
    boolean hasWithin(String structPath) {
        return values.keySet().stream().anyMatch(path -> isWithin(path, structPath));
    }

    /** The paths of defaults that no member has. */
    List<String> unbound() {
        return values.keySet().stream()
                .filter(path -> !bound.contains(path))
                .sorted()
                .toList();
    }

    /** Why a value cannot be the default of a member, and what to do about it; null if it can. */
    static @Nullable String obstacle(Value member, Object value) {
        return switch (member) {
            case Value.Primitive(var layout) ->
                MethodType.methodType(layout.carrier()).wrap().returnType() == value.getClass()
                        ? null
                        : "its default is of type " + value.getClass().getSimpleName() + "; pass one of type "
                                + layout.carrier().getSimpleName();
            case Value.Ordinal(var _, Class<?> type, var _) ->
                type.isInstance(value)
                        ? null
                        : "its default is a " + value.getClass().getName() + "; pass a constant of " + type.getName();
            case Value.Text(int byteSize) ->
                value instanceof String text && Text.fits(text, byteSize)
                        ? null
                        : "its default is `" + value + "`; pass a String that fits into " + byteSize
                                + " bytes of UTF-8";
            case Value.VarText _ ->
                value instanceof String text && Text.isEncodable(text)
                        ? null
                        : "its default is no text that can be stored; pass a String without unpaired surrogates";
            case Value.PrimitiveArray _,
                    Value.Struct _,
                    Value.StructSequence _,
                    Value.StructWithTail _,
                    Value.VarElements _ ->
                "it has a default; only primitives, enums and text can have one, others are zero or null where they"
                        + " are absent";
        };
    }
}
