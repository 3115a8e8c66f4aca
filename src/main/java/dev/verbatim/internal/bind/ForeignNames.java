package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.InterfaceMethod;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Knows what views call the accessors that Chronicle Values, Aeron and atomic classes name in another way. */
final class ForeignNames {

    /** What stands behind the name of a member whose elements are accessed. */
    private static final String OF_ELEMENT = "At";

    /**
     * A prefix.
     *
     * @param there what others have before a member's name
     * @param here what a view has
     * @param differs what else is not the same, for the end of a remedy
     */
    private record Prefix(String there, String here, String differs) {}

    private static final List<Prefix> PREFIXES = List.of(
            new Prefix("setOrdered", "setRelease", ""),
            new Prefix("putOrdered", "setRelease", ""),
            new Prefix("lazySet", "setRelease", ""),
            new Prefix("put", "set", ""),
            new Prefix("compareAndSwap", "compareAndSet", ""),
            new Prefix("getUsing", "get", ""),
            new Prefix("addAtomic", "getAndAdd", ", which returns the number before the addition"),
            new Prefix("addAndGet", "getAndAdd", ", which returns the number before the addition"),
            new Prefix("getAndIncrement", "getAndAdd", ", which takes the number to add"),
            new Prefix("incrementAndGet", "getAndAdd", ", which takes the number to add, and returns the one before"),
            new Prefix("increment", "getAndAdd", ", which is atomic and takes the number to add"),
            new Prefix("add", "getAndAdd", ", which is atomic and returns the number before the addition"),
            new Prefix("", "", ""));

    /**
     * An access mode behind the name of a member, as the flyweights of Aeron have it.
     *
     * @param there the suffix
     * @param getter what a view has before a member's name in a method that reads
     * @param setter what it has in one that writes
     */
    private record Suffix(String there, String getter, String setter) {}

    private static final List<Suffix> SUFFIXES = List.of(
            new Suffix("Volatile", "getVolatile", "setVolatile"),
            new Suffix("Ordered", "getAcquire", "setRelease"),
            new Suffix("Release", "getAcquire", "setRelease"),
            new Suffix("Acquire", "getAcquire", "setRelease"),
            new Suffix("Opaque", "getOpaque", "setOpaque"));

    private static final Pattern PREFIX_OF_SUFFIXED = Pattern.compile("^(get|set|put)(?=\\p{Lu})");

    private ForeignNames() {}

    /** The remedy for a method that is no accessor by its name, if it is one that others have; null otherwise. */
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
        for (Suffix suffix : SUFFIXES) {
            if (name.endsWith(suffix.there)) {
                String member = PREFIX_OF_SUFFIXED
                        .matcher(name.substring(0, name.length() - suffix.there.length()))
                        .replaceFirst("");
                if (member.isEmpty()) {
                    continue;
                }
                String prefix = method.result() == void.class ? suffix.setter : suffix.getter;
                String renamed = prefix + AccessorNames.capitalised(member);
                if (!names.candidates(renamed).isEmpty()) {
                    return remedy(renamed, method, "");
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
