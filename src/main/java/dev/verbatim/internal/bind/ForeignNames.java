package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.InterfaceMethod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Knows what views call the accessors that Chronicle Values names in another way. */
final class ForeignNames {

    /** What stands behind the name of a member whose elements are accessed. */
    private static final String OF_ELEMENT = "At";

    /**
     * A prefix.
     *
     * @param there what Chronicle Values has before a member's name
     * @param here what a view has
     * @param differs what else is not the same, for the end of a remedy
     */
    private record Prefix(String there, String here, String differs) {}

    private static final List<Prefix> PREFIXES = List.of(
            new Prefix("setOrdered", "setRelease", ""),
            new Prefix("compareAndSwap", "compareAndSet", ""),
            new Prefix("getUsing", "get", ""),
            new Prefix("addAtomic", "getAndAdd", ", which returns the number before the addition"),
            new Prefix("add", "getAndAdd", ", which is atomic and returns the number before the addition"),
            new Prefix("", "", ""));

    private ForeignNames() {}

    /** The remedy for a method that is no accessor by its name, if it is one of Chronicle Values; null otherwise. */
    static @Nullable String remedy(InterfaceMethod method, AccessorNames names) {
        String name = method.name();
        for (Prefix prefix : PREFIXES) {
            if (name.startsWith(prefix.there)) {
                String renamed = prefix.here + name.substring(prefix.there.length());
                if (!names.candidates(renamed).isEmpty()) {
                    return remedy(renamed, method, prefix.differs);
                }
                if (renamed.endsWith(OF_ELEMENT)) {
                    String ofElement = renamed.substring(0, renamed.length() - OF_ELEMENT.length());
                    if (!names.candidates(ofElement).isEmpty()) {
                        return remedy(ofElement, method, prefix.differs);
                    }
                }
            }
        }
        return null;
    }

    private static String remedy(String renamed, InterfaceMethod method, String differs) {
        boolean appends = method.parameters().contains(StringBuilder.class);
        return "a view calls it `" + renamed + (appends ? "(StringBuilder)`, which appends the text" : "`") + differs;
    }
}
