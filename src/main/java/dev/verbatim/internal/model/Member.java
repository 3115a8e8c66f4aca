package dev.verbatim.internal.model;

import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * A member of a struct layout, bound to the component or field that holds its value.
 *
 * @param name the member's name in the layout
 * @param offset where the member starts, in bytes from the start of the struct
 * @param type the declared type of the component or field
 * @param value what the member holds
 * @param accessor how generated code reaches the value
 * @param ifAbsent the value where an older record lacks the member; {@code null} for zero or null
 */
public record Member(
        String name, long offset, Class<?> type, Value value, Accessor accessor, @Nullable Object ifAbsent) {

    /** {@return whether it, or something in it, lies in the tail of a variable-length record} */
    public boolean isVariable() {
        return value instanceof Value.Variable || (value instanceof Value.Struct(Binding<?> nested) && nested.isVariable());
    }

    /** How generated code reaches a member's value in the DTO. */
    public sealed interface Accessor permits NestField, Handles {}

    /**
     * A field in the generated class's own nest, of a type that it can name: generated code, which is a nestmate, names it.
     *
     * @param owner the class that declares the field
     * @param name the field's name
     */
    public record NestField(Class<?> owner, String name) implements Accessor {}

    /**
     * A field of another nest, or a component of a record in another module: generated code calls constant method handles. Types that
     * it cannot name are {@code Object} in theirs.
     *
     * @param getter of type {@code (DTO)value}
     * @param setter of type {@code (DTO, value)void}; {@code null} for a component
     */
    public record Handles(MethodHandle getter, @Nullable MethodHandle setter) implements Accessor {}
}
