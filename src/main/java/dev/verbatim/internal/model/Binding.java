package dev.verbatim.internal.model;

import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A DTO type matched to a layout, member by member, and so for the types nested in it: the one model that the code
 * generators, the {@code .npy} header and the messages read. Made by {@code Binder}, complete and without a mismatch.
 *
 * @param type the DTO type
 * @param layout the layout of one struct
 * @param members the members, by offset; at least one; bytes between them are padding
 * @param components of a record the members once more, in the order of its components; of a class empty
 * @param factory makes a new object: of a class a handle of type {@code ()Object}, or {@code null} where there is no
 *     no-argument constructor; of a record its canonical constructor, or {@code null} where generated code may call it
 *     by name
 * @param host the lookup in whose class's nest the generated class is defined, with full privilege access
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

    /** {@return the members that lie within the struct} */
    public List<Member.Fixed> fixedMembers() {
        return only(Member.Fixed.class, members);
    }

    /** {@return the members that lie in the tail of a variable-length record, or have something there} */
    public List<Member.Variable> variableMembers() {
        return only(Member.Variable.class, members);
    }

    /** {@return the members that lie within the struct, in the order of a record's components; of a class none} */
    public List<Member.Fixed> fixedComponents() {
        return only(Member.Fixed.class, components);
    }

    private static <M extends Member> List<M> only(Class<M> kind, List<Member> members) {
        return members.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** {@return whether something of it lies in the tail of a variable-length record} */
    public boolean hasTail() {
        return members.stream().anyMatch(Member.Variable.class::isInstance);
    }

    /** {@return whether the DTO is a record, which can be created but not filled} */
    public boolean isRecord() {
        return type.isRecord();
    }

    /** {@return the size of one struct in bytes} */
    public long byteSize() {
        return layout.byteSize();
    }

    /** A binding is equal to itself only: comparing all that is nested, twice in a record, takes exponential time. */
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
