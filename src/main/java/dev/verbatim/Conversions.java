package dev.verbatim;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Which members of a DTO or a view are converted, and how; and what the parameters of constructors are.
 *
 * <pre>{@code
 * static final Conversions CONVERSIONS = Conversions.of(TimeConversions.epochNanos())
 *         .with("side", CodeConversions.byteCodes(Side.class, Side::code));
 *
 * static final StructCodec<Order> CODEC = StructCodec.ofRecord(lookup(), Order.class, LAYOUT, CONVERSIONS);
 * }</pre>
 *
 * <p>A conversion by type is for all members of that Java type, at any depth, and for elements of arrays and lists,
 * where the layout has what the conversion makes; a primitive whose layout has the same carrier is not converted. An
 * enum or a text in a struct whose layout has something else is a mismatch: it is not stored as its ordinal or in UTF-8
 * then. A text of any length, in the tail of a variable-length record, is UTF-8 whatever is declared for
 * {@code String}, so that symbols of a fixed size may stand beside free notes. A conversion by member is for that one
 * alone, and comes first. Where a member is an {@link java.util.Optional}, the conversion is that of what it has, and
 * has to take null, which an empty one becomes.
 *
 * <p>The constructor of an {@linkplain StructCodec#ofImmutable immutable class}, wherever it is nested, is found by the
 * names of its parameters, which have to be those of fields. A class file has these names only if it was compiled with
 * {@code -parameters}; for one that has not they are declared:
 *
 * {@snippet file="ImmutableTutorialTest.java" region="declared"}
 *
 * <p>A member may have another name than the component, the field or the accessor that it is bound to, as those of C
 * and NumPy have, and those of what was renamed in Java after it was stored:
 *
 * {@snippet file="NamesTutorialTest.java" region="names"}
 *
 * <p>A codec binds all fields of a class, so that none is lost. A field that is no part of the value, such as one that
 * links an object to the next, is left out where it is transient, or where that is declared:
 *
 * {@snippet file="LeftOutTutorialTest.java" region="left out"}
 *
 * @param byType the conversions by Java type; several of one type make different carriers
 * @param byMember the conversions by the members' paths, as messages name them: {@code side}, {@code header.time}, or
 *     {@code levels[].time} in the elements of an array or a list, {@code times[]} for the elements themselves, and
 *     {@code times[][]} for those of lists in a list
 * @param constructors for immutable classes the names of the fields that the parameters of the constructor set, in the
 *     order of the parameters
 * @param names the names in Java by the members' paths, where they are others than those in the layout
 * @param leftOut the names of the fields that are not bound, by the classes that have them
 */
public record Conversions(
        List<Conversion<?>> byType,
        Map<String, Conversion<?>> byMember,
        Map<Class<?>, List<String>> constructors,
        Map<String, String> names,
        Map<Class<?>, Set<String>> leftOut) {

    /** Takes copies. */
    public Conversions {
        byType = List.copyOf(byType);
        byMember = Map.copyOf(byMember);
        Map<Class<?>, List<String>> copies = new HashMap<>();
        constructors.forEach((type, fields) -> copies.put(type, List.copyOf(fields)));
        constructors = Map.copyOf(copies);
        names = Map.copyOf(names);
        Map<Class<?>, Set<String>> copiesOfLeftOut = new HashMap<>();
        leftOut.forEach((type, fields) -> copiesOfLeftOut.put(type, Set.copyOf(fields)));
        leftOut = Map.copyOf(copiesOfLeftOut);
    }

    /** {@return no conversions} */
    public static Conversions none() {
        return new Conversions(List.of(), Map.of(), Map.of(), Map.of(), Map.of());
    }

    /**
     * {@return conversions by type}
     *
     * @param conversions the conversions; where two would fit a member, the first one does
     */
    public static Conversions of(Conversion<?>... conversions) {
        for (Conversion<?> conversion : Objects.requireNonNull(conversions, "conversions")) {
            Objects.requireNonNull(conversion, "conversion");
        }
        return new Conversions(List.of(conversions), Map.of(), Map.of(), Map.of(), Map.of());
    }

    /**
     * {@return these conversions, and one by type}
     *
     * @param conversion the conversion, which comes after those that there are
     */
    public Conversions with(Conversion<?> conversion) {
        List<Conversion<?>> all = new ArrayList<>(byType);
        all.add(Objects.requireNonNull(conversion, "conversion"));
        return new Conversions(all, byMember, constructors, names, leftOut);
    }

    /**
     * {@return these conversions, and one of a member, in place of the one that it has, if any}
     *
     * @param member the member's path
     * @param conversion the conversion
     */
    public Conversions with(String member, Conversion<?> conversion) {
        Map<String, Conversion<?>> all = new HashMap<>(byMember);
        all.put(Objects.requireNonNull(member, "member"), Objects.requireNonNull(conversion, "conversion"));
        return new Conversions(byType, all, constructors, names, leftOut);
    }

    /**
     * {@return these conversions, and the constructor of an immutable class, in place of the one that it has, if any}
     * It is the constructor whose parameters have the types of these fields, in this order. Other final fields of the
     * class are not bound, as they are derived from these, unless they have data. Others that are not final are set
     * when the constructor has returned.
     *
     * @param type the class, whose objects the constructor makes
     * @param fields the names of the fields that the parameters set, in the order of the parameters
     */
    public Conversions withConstructor(Class<?> type, String... fields) {
        Map<Class<?>, List<String>> all = new HashMap<>(constructors);
        Objects.requireNonNull(type, "type");
        for (String field : Objects.requireNonNull(fields, "fields")) {
            Objects.requireNonNull(field, "field");
        }
        all.put(type, List.of(fields));
        return new Conversions(byType, byMember, all, names, leftOut);
    }

    /**
     * {@return these conversions, and the name of a member in Java, in place of the one that it has, if any} A record
     * or a class has a component or a field of this name, and a view's accessors are named by it. The bytes are the
     * same, and so is the layout that a file, a queue or a map stores; messages name the member as the layout does.
     *
     * @param member the member's path, by the names that the layout has
     * @param name the name of the component, of the field, or of the member in the names of accessors
     * @throws IllegalArgumentException if the name is empty
     */
    public Conversions withName(String member, String name) {
        Map<String, String> all = new HashMap<>(names);
        all.put(Objects.requireNonNull(member, "member"), Objects.requireNonNull(name, "name"));
        if (name.isEmpty()) {
            throw new IllegalArgumentException(
                    "expected the name in Java of the member " + member + ", found an empty one");
        }
        return new Conversions(byType, byMember, constructors, all, leftOut);
    }

    /**
     * {@return these conversions, and fields that are left out} They are not stored: {@code read} leaves in them what
     * the constructor has put there, and {@code readInto} leaves them alone. A component of a record, and a field that
     * a parameter of the constructor of an immutable class sets, cannot be left out.
     *
     * @param type the class, wherever it is nested; or a superclass of it, which has the fields
     * @param fields the names of the fields, also of those that the class inherits; of two fields of one name the one
     *     that hides the other
     */
    public Conversions withoutField(Class<?> type, String... fields) {
        Map<Class<?>, Set<String>> all = new HashMap<>(leftOut);
        Set<String> ofType = new HashSet<>(all.getOrDefault(Objects.requireNonNull(type, "type"), Set.of()));
        for (String field : Objects.requireNonNull(fields, "fields")) {
            ofType.add(Objects.requireNonNull(field, "field"));
        }
        all.put(type, ofType);
        return new Conversions(byType, byMember, constructors, names, all);
    }
}
