package dev.verbatim.internal.bind;

import dev.verbatim.internal.model.LayoutMembers.Element;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The names that the members of a struct have in Java.
 *
 * @param declarations has those that differ from the layout's
 * @param pathPrefix what stands before the members' names in their paths
 * @param elements the members
 */
record MemberNames(Declarations declarations, String pathPrefix, List<Element> elements) {

    String inJava(Element element) {
        return inJava(element.name());
    }

    /** The name in Java of the member that has a name in the layout. */
    String inJava(String name) {
        return declarations.nameInJava(pathPrefix, name);
    }

    /** The names in Java of all members. */
    private Set<String> allInJava() {
        return elements.stream().filter(Element::isMember).map(this::inJava).collect(Collectors.toSet());
    }

    boolean has(String nameInJava) {
        return allInJava().contains(nameInJava);
    }

    /** The name of what a member that has no component or field may stand for; null if nothing suggests itself. */
    @Nullable
    String renamed(Element element, Map<String, DtoField> dtoFields) {
        Set<String> inJava = allInJava();
        List<String> unbound = dtoFields.entrySet().stream()
                .filter(field -> field.getValue().isRequired() && !inJava.contains(field.getKey()))
                .filter(field -> !isDelegate(field.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        return unbound.stream()
                .filter(name -> areAlike(name, element.name()))
                .findFirst()
                .orElse(unbound.size() == 1 && isAloneWithout(dtoFields) ? unbound.getFirst() : null);
    }

    /** Whether a field has the delegate of a Kotlin property, which no member stands for. */
    private static boolean isDelegate(DtoField field) {
        return field instanceof DtoField.OfClass ofClass && HeldData.property(ofClass.field()) != null;
    }

    /** Whether just one member has no component or field. */
    private boolean isAloneWithout(Map<String, DtoField> dtoFields) {
        return elements.stream()
                        .filter(element -> element.isMember() && !dtoFields.containsKey(inJava(element)))
                        .count()
                == 1;
    }

    /**
     * Whether names differ in nothing but case, underscores and the like, as {@code bid_px} and {@code bidPx}, or in
     * what an accessor's name begins with, which generated classes have in their fields.
     */
    private static boolean areAlike(String one, String other) {
        return letters(one).equalsIgnoreCase(letters(other));
    }

    private static String letters(String name) {
        return name.replaceFirst("^(get|is)(?=\\p{Lu})", "").replaceAll("[^\\p{L}\\p{N}]", "");
    }
}
