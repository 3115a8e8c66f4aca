package dev.verbatim.internal;

import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * A member of a struct layout, bound to the component or field that holds its value.
 *
 * @param name the member's name in the layout
 * @param offset where the member starts, in bytes from the start of the struct
 * @param layout the member's layout, one of the eight primitives in any byte order
 * @param handle plain access to the member, with the coordinates (segment, offset of the struct) and no demand on alignment; it
 *     checks the bounds of the whole struct
 * @param accessor how generated code reaches the value
 */
public record Member(String name, long offset, ValueLayout layout, VarHandle handle, Accessor accessor) {

    /** How generated code reaches a member's value in the DTO. */
    public sealed interface Accessor permits NestField, Handles {}

    /**
     * A field in the DTO's own nest: generated code, which is a nestmate, names it.
     *
     * @param owner the class that declares the field
     * @param name the field's name
     */
    public record NestField(Class<?> owner, String name) implements Accessor {}

    /**
     * A field of another nest, or a component of a record in another module: generated code calls constant method handles.
     *
     * @param getter of type {@code (DTO)carrier}
     * @param setter of type {@code (DTO, carrier)void}; {@code null} for a component
     */
    public record Handles(MethodHandle getter, @Nullable MethodHandle setter) implements Accessor {}

    /** {@return the Java type of the value} */
    public Class<?> carrier() {
        return layout.carrier();
    }
}
