package dev.verbatim.internal.model;

import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A DTO type matched to a layout, member by member, as are the types nested in it. The code generators, the {@code
 * .npy} header and the messages all read this one model. {@code Binder} makes it only if everything matches.
 *
 * @param type the DTO type
 * @param layout the layout of one struct
 * @param members the members in the order of their offsets, at least one; bytes between them are padding
 * @param components the members of a Java record once more, or those that the constructor of an immutable class sets,
 *     in the order of its parameters; that of a value by itself; empty for a mutable class
 * @param factory makes a new object: for a mutable class a handle of type {@code ()Object}, or {@code null} if it has
 *     no accessible no-argument constructor; for what has components its constructor, or {@code null} if generated code
 *     may call it by name; {@code null} for a value by itself
 * @param host a lookup with full privilege access; the generated class is defined in the nest of its class
 * @param nestmate whether the type is in the host's nest, so that generated code may name the type and its fields
 * @param <T> the DTO type
 */
public record Binding<T>(
        Class<T> type,
        StructLayout layout,
        List<Member> members,
        List<Member> components,
        @Nullable MethodHandle factory,
        Lookup host,
        boolean nestmate) {

    /**
     * {@return the binding of a value to a variable-length record whose one member it is} In Java there is no object
     * around the value: an element of a {@code List<String>} is such a value.
     *
     * @param type the type of the value
     * @param layout the layout of the variable-length record
     * @param member its one member
     * @param value what that holds
     * @param host a lookup with full privilege access
     */
    public static Binding<?> ofValue(
            Class<?> type, StructLayout layout, LayoutMembers.Element member, Value.InTail value, Lookup host) {
        List<Member> members =
                List.of(Member.of(member.name(), member.offset(), type, value, new Member.Itself(), null));
        return new Binding<>(type, layout, members, members, null, host, false);
    }

    /** {@return the one member, if this is the binding of a {@linkplain #ofValue value}; else {@code null}} */
    public @Nullable Member value() {
        return members.size() == 1 && members.getFirst().accessor() instanceof Member.Itself
                ? members.getFirst()
                : null;
    }

    /** {@return the members that lie within the struct} */
    public List<Member.Fixed> fixedMembers() {
        return only(Member.Fixed.class, members);
    }

    /** {@return the members that lie in the tail of a variable-length record, or are structs with members there} */
    public List<Member.Variable> variableMembers() {
        return only(Member.Variable.class, members);
    }

    /**
     * {@return the members that lie within the struct, in the order of the components; none for a mutable class}
     */
    public List<Member.Fixed> fixedComponents() {
        return only(Member.Fixed.class, components);
    }

    /**
     * {@return the members that reading sets or fills when there is an object: all of a mutable class, those that the
     * constructor does not set of an immutable one}
     */
    public List<Member> filledMembers() {
        if (components.isEmpty()) {
            return members;
        } else if (components.size() == members.size()) {
            return List.of();
        }
        Set<Member> set = Collections.newSetFromMap(new IdentityHashMap<>());
        set.addAll(components);
        return members.stream().filter(member -> !set.contains(member)).toList();
    }

    /** {@return those of the {@linkplain #filledMembers filled members} that lie within the struct} */
    public List<Member.Fixed> filledFixedMembers() {
        return only(Member.Fixed.class, filledMembers());
    }

    private static <M extends Member> List<M> only(Class<M> kind, List<Member> members) {
        List<M> found = new ArrayList<>(members.size());
        for (Member member : members) {
            if (kind.isInstance(member)) {
                found.add(kind.cast(member));
            }
        }
        return found;
    }

    /** {@return whether it has variable members, which lie in the tail of a variable-length record} */
    public boolean hasTail() {
        return !variableMembers().isEmpty();
    }

    /** {@return whether the DTO has components, or is a value by itself: it can be created, but not filled} */
    public boolean isImmutable() {
        return !components.isEmpty();
    }

    /** {@return the size of one struct in bytes} */
    public long byteSize() {
        return layout.byteSize();
    }

    /**
     * A binding equals only itself. To compare all that is nested would take exponential time, since a Java record
     * lists it twice.
     */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
