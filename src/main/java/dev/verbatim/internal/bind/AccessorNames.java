package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.LayoutMembers.Element;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.model.VarLayouts;
import java.lang.foreign.StructLayout;
import java.lang.invoke.VarHandle.AccessMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds the members of a layout that the name of a view's accessor can mean. */
final class AccessorNames {

    /** Of more members a message lists the first ones. */
    private static final int LISTED = 8;

    /** The names in Java of the members that are not of a header. */
    private final Set<String> own;

    /** The members that accessors can name, by their names in Java. */
    private final Map<String, List<Element>> byName = new LinkedHashMap<>();

    /** The same by these names as they stand behind a prefix. */
    private final Map<String, List<Element>> byCapitalised = new HashMap<>();

    AccessorNames(StructLayout layout, Function<Element, String> nameInJava) {
        List<Element> named = LayoutMembers.of(layout).stream()
                .filter(element -> !element.isPadding() && !element.name().isEmpty())
                .toList();
        // A member hides one of the header that has the same name: only a codec has to read the header.
        own = named.stream()
                .filter(element -> !isOfHeader(element, layout))
                .map(nameInJava)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        for (Element element : named) {
            String name = nameInJava.apply(element);
            if (!isOfHeader(element, layout) || !own.contains(name)) {
                byName.computeIfAbsent(name, key -> new ArrayList<>()).add(element);
                byCapitalised
                        .computeIfAbsent(capitalised(name), key -> new ArrayList<>())
                        .add(element);
            }
        }
    }

    /** Whether an element belongs to the header of a variable-length record. */
    static boolean isOfHeader(Element element, StructLayout layout) {
        return VarLayouts.isVarRecord(layout) && element.offset() < VarDescriptor.HEADER_SIZE;
    }

    /**
     * A member that a name may mean.
     *
     * @param element the member
     * @param mode the access mode that the name asks for; {@code null} for a plain access
     * @param prefix what stands before the member's name; empty if nothing does
     * @param isCount whether the name means the number of its elements
     */
    record Candidate(Element element, @Nullable AccessMode mode, String prefix, boolean isCount) {}

    /** {@return what to do about an accessor that means no member} */
    String remedy() {
        if (own.isEmpty()) {
            return "beside padding and a header it has none with a name; add one, or make it a default method";
        }
        int more = own.size() - LISTED;
        return own.stream()
                .limit(LISTED)
                .map(name -> '`' + name + '`')
                .collect(Collectors.joining(
                        ", ",
                        "name it as a member (",
                        (more > 0 ? " and " + more + " more" : "")
                                + "), with a prefix before it, such as `get` or `setRelease`, if it needs one, declare"
                                + " the member's name in Java by Conversions.withName, or make it a default method"));
    }

    /** The members that a name means, by the first rule that finds any. */
    List<Candidate> candidates(String name) {
        List<Candidate> exact = byName.getOrDefault(name, List.of()).stream()
                .map(element -> new Candidate(element, null, "", false))
                .toList();
        if (!exact.isEmpty()) {
            return exact;
        }
        List<AccessMode> modes = Arrays.stream(AccessMode.values())
                .filter(mode -> name.startsWith(mode.methodName()))
                .sorted(Comparator.comparingInt(
                                (AccessMode mode) -> mode.methodName().length())
                        .reversed())
                .toList();
        for (AccessMode mode : modes) {
            boolean isPlain = mode == AccessMode.GET || mode == AccessMode.SET;
            List<Candidate> found = prefixed(name, mode.methodName(), isPlain ? null : mode);
            if (!found.isEmpty()) {
                return found;
            }
        }
        List<Candidate> found = prefixed(name, "is", null);
        return found.isEmpty() ? counts(name) : found;
    }

    /** The members in a tail whose number of elements a name means. */
    private List<Candidate> counts(String name) {
        if (!name.endsWith("Count")) {
            return List.of();
        }
        String counted = name.substring(0, name.length() - "Count".length());
        List<Element> members = new ArrayList<>(byName.getOrDefault(counted, List.of()));
        members.addAll(behind(counted, "get"));
        return members.stream()
                .filter(element -> VarLayouts.varRefElement(element.layout()) != null)
                .map(element -> new Candidate(element, null, "", true))
                .toList();
    }

    private List<Candidate> prefixed(String name, String prefix, @Nullable AccessMode mode) {
        return behind(name, prefix).stream()
                .map(element -> new Candidate(element, mode, prefix, false))
                .toList();
    }

    /** The members whose names stand in a name behind a prefix. */
    private List<Element> behind(String name, String prefix) {
        return name.startsWith(prefix)
                ? byCapitalised.getOrDefault(name.substring(prefix.length()), List.of())
                : List.of();
    }

    static String capitalised(String name) {
        return name.substring(0, 1).toUpperCase(Locale.ROOT) + name.substring(1);
    }
}
