package dev.verbatim.internal.model;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/** A member of a struct layout, bound to the component or field that holds its value. */
public sealed interface Member {

    /** {@return the member's name in the layout} */
    String name();

    /** {@return where the member starts, in bytes from the start of the struct} */
    long offset();

    /** {@return the declared type of the component or field} */
    Class<?> type();

    /** {@return what the member holds} */
    Value value();

    /** {@return how generated code reaches the value} */
    Accessor accessor();

    /** {@return the value if an older variable-length record lacks the member; {@code null} for zero or null} */
    @Nullable
    Object ifAbsent();

    /** {@return of a member of a mutable class whether its field is final, so that the object that it has is filled} */
    default boolean isFilledInPlace() {
        return switch (accessor()) {
            case NestField field -> field.isFinal();
            case Handles handles -> handles.setter() == null;
            case Itself _ -> false;
        };
    }

    /**
     * {@return a member}
     *
     * @param name the member's name in the layout
     * @param offset where the member starts, in bytes from the start of the struct
     * @param type the declared type of the component or field
     * @param value what the member holds
     * @param accessor how generated code reaches the value
     * @param ifAbsent the value if an older variable-length record lacks the member; {@code null} for zero or null
     */
    static Member of(
            String name, long offset, Class<?> type, Value value, Accessor accessor, @Nullable Object ifAbsent) {
        return value instanceof Value.Fixed fixed
                ? new Fixed(name, offset, type, fixed, accessor, ifAbsent)
                : new Variable(name, offset, type, (Value.Variable) value, accessor, ifAbsent);
    }

    /** A member that lies within its struct. The components are those of {@link Member}. */
    record Fixed(
            String name,
            long offset,
            Class<?> type,
            Value.Fixed value,
            Accessor accessor,
            @Nullable Object ifAbsent) implements Member {}

    /**
     * A member that lies in the tail of a variable-length record, or is a struct with members there. The components are
     * those of {@link Member}.
     */
    record Variable(
            String name,
            long offset,
            Class<?> type,
            Value.Variable value,
            Accessor accessor,
            @Nullable Object ifAbsent) implements Member {}

    /** How generated code reaches a member's value in the DTO. */
    sealed interface Accessor permits NestField, Handles, Itself {}

    /**
     * A field that generated code accesses by name, as a nestmate of the class that declares it.
     *
     * @param owner the class that declares the field
     * @param name the field's name
     * @param isFinal whether it cannot be set
     */
    record NestField(Class<?> owner, String name, boolean isFinal) implements Accessor {}

    /**
     * A field or a component that generated code cannot access by name, because of its nest or its type. Generated code
     * calls constant method handles instead. Types that it cannot name are {@code Object} in the types of the handles.
     *
     * @param getter of type {@code (DTO)value}
     * @param setter of type {@code (DTO, value)void}; {@code null} for a component and for a final field
     * @param callsAccessor whether the getter calls a method of the DTO, which is code of the user
     */
    record Handles(MethodHandle getter, @Nullable MethodHandle setter, boolean callsAccessor) implements Accessor {}

    /** The object itself, which has no DTO around it: see {@link Binding#ofValue}. */
    record Itself() implements Accessor {}
}
