package dev.verbatim.internal.bind;

import dev.verbatim.Conversion;
import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.ValueFault;
import java.lang.foreign.GroupLayout;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Makes values of conversions, with handles that generated code can call. */
final class ConversionBinder {

    private static final MethodHandle INSTEAD;

    static {
        try {
            INSTEAD = MethodHandles.lookup()
                    .findStatic(
                            ValueFault.class,
                            "instead",
                            MethodType.methodType(RuntimeException.class, RuntimeException.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private ConversionBinder() {}

    /** The value that a conversion makes of what an element of a layout holds; null if it is not for such a layout. */
    static Value.@Nullable Fixed value(Conversion<?> conversion, MemoryLayout layout) {
        return switch (conversion) {
            case CarrierConversion<?> carried ->
                layout instanceof ValueLayout value && value.carrier() == carried.carrier()
                        ? new Value.Converted(value, carried, inCode(carried.to()), inCode(carried.from()))
                        : null;
            case BytesConversion<?> bytes ->
                layout.byteSize() == bytes.byteSize()
                                && (isOfValues(layout) || (bytes.isOfGroup() && layout instanceof GroupLayout))
                        ? new Value.ConvertedBytes(
                                layout, bytes, inCode(bytes.check()), inCode(bytes.write()), inCode(bytes.read()))
                        : null;
            default ->
                throw new IllegalArgumentException("expected a conversion that Verbatim has made, found "
                        + conversion.getClass().getName());
        };
    }

    private static boolean isOfValues(MemoryLayout layout) {
        return layout instanceof SequenceLayout sequence && sequence.elementLayout() instanceof ValueLayout;
    }

    /** What a conversion needs of a layout, as messages say it. */
    static String needs(Conversion<?> conversion) {
        return switch (conversion) {
            case CarrierConversion<?> carried -> ValueBinder.constant(carried.carrier());
            case BytesConversion<?> bytes ->
                (bytes.isOfGroup() ? "a union, a struct or " : "") + "a sequence of values of " + bytes.byteSize()
                        + " bytes together";
            default -> conversion.toString();
        };
    }

    /**
     * A handle whose types generated code can name. It throws a fault in place of what the conversion throws, so that
     * the codec or view finds out which member it was.
     */
    private static MethodHandle inCode(MethodHandle conversion) {
        MethodType type = conversion.type();
        for (int i = 0; i < type.parameterCount(); i++) {
            type = type.changeParameterType(i, inCode(type.parameterType(i)));
        }
        type = type.changeReturnType(inCode(type.returnType()));
        MethodHandle thrower = MethodHandles.filterArguments(
                MethodHandles.throwException(type.returnType(), RuntimeException.class), 0, INSTEAD);
        // The cast is within the guard, too: a list may have elements of another type.
        return MethodHandles.catchException(conversion.asType(type), RuntimeException.class, thrower);
    }

    private static Class<?> inCode(Class<?> type) {
        return type == MemorySegment.class ? type : DtoAccess.inCode(type, false);
    }
}
