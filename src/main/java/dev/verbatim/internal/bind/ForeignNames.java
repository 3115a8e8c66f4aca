package dev.verbatim.internal.bind;

import dev.verbatim.StructView;
import dev.verbatim.internal.bind.AccessorNames.Candidate;
import dev.verbatim.internal.model.InterfaceMethod;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle.AccessMode;
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
            new Prefix("getAndDecrement", "getAndAdd", ", which takes the number to add, such as -1"),
            new Prefix(
                    "decrementAndGet",
                    "getAndAdd",
                    ", which takes the number to add, such as -1, and returns the one before"),
            new Prefix("decrement", "getAndAdd", ", which is atomic and takes the number to add, such as -1"),
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
            new Suffix("Opaque", "getOpaque", "setOpaque"),
            new Suffix("Plain", "get", "set"));

    private static final Pattern PREFIX_OF_SUFFIXED = Pattern.compile("^(get|is|set|put)(?=\\p{Lu})");

    private ForeignNames() {}

    /** The remedy for a method that is no accessor by its name, if it is one that others have; null otherwise. */
    static @Nullable String remedy(InterfaceMethod method, AccessorNames names) {
        String name = method.name();
        for (Prefix prefix : PREFIXES) {
            if (name.startsWith(prefix.there)) {
                String renamed = prefix.here + name.substring(prefix.there.length());
                if (fits(renamed, method, names)) {
                    return remedy(renamed, method, prefix.differs);
                }
                if (renamed.endsWith(OF_ELEMENT)) {
                    String ofElement = renamed.substring(0, renamed.length() - OF_ELEMENT.length());
                    if (fits(ofElement, method, names)) {
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
                String remedy =
                        member.isEmpty() ? null : remedy(AccessorNames.capitalised(member), suffix, method, names);
                if (remedy != null) {
                    return remedy;
                }
            }
        }
        return null;
    }

    /** A setter may return the view elsewhere. So it is told from a getter by what it takes beside an index. */
    private static @Nullable String remedy(String member, Suffix suffix, InterfaceMethod method, AccessorNames names) {
        String getter = suffix.getter + member;
        boolean isOfElements = names.candidates(getter).stream().anyMatch(candidate -> takesIndex(candidate, method));
        boolean isSetter = method.parameters().size() > (isOfElements ? 1 : 0);
        String renamed = isSetter ? suffix.setter + member : getter;
        boolean mayReturnView = suffix.setter.equals("set") && StructView.class.isAssignableFrom(method.result());
        boolean differs = isSetter && method.result() != void.class && !mayReturnView;
        return fits(renamed, method, names) ? remedy(renamed, method, differs ? ", which returns nothing" : "") : null;
    }

    private static boolean fits(String renamed, InterfaceMethod method, AccessorNames names) {
        List<Candidate> candidates = names.candidates(renamed);
        return !candidates.isEmpty() && candidates.stream().allMatch(candidate -> fits(candidate, method));
    }

    /** Whether a member has what a name asks of it: only values have access modes, and only integers are added to. */
    private static boolean fits(Candidate candidate, InterfaceMethod method) {
        List<Class<?>> parameters = method.parameters();
        if (candidate.prefix().equals("set")
                && (parameters.isEmpty() || (parameters.getFirst().isArray() && parameters.size() > 1))) {
            return false;
        }
        AccessMode mode = candidate.mode();
        if (mode == null) {
            return true;
        }
        MemoryLayout layout = candidate.element().layout();
        if (takesIndex(candidate, method)) {
            layout = ((SequenceLayout) layout).elementLayout();
        }
        if (!(layout instanceof ValueLayout value)) {
            return false;
        }
        return switch (mode) {
            case GET_AND_ADD -> value.carrier() == int.class || value.carrier() == long.class;
            case COMPARE_AND_SET -> value.byteSize() >= Integer.BYTES; // VarHandles have none for what is smaller
            default -> true;
        };
    }

    private static boolean takesIndex(Candidate candidate, InterfaceMethod method) {
        List<Class<?>> parameters = method.parameters();
        return candidate.element().layout() instanceof SequenceLayout
                && !parameters.isEmpty()
                && (parameters.getFirst() == int.class || parameters.getFirst() == long.class);
    }

    private static String remedy(String renamed, InterfaceMethod method, String differs) {
        boolean appends = method.parameters().contains(StringBuilder.class);
        return "a view calls it `" + renamed + (appends ? "(StringBuilder)`, which appends the text" : "`") + differs;
    }
}
