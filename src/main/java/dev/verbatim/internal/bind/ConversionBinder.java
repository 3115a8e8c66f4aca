package dev.verbatim.internal.bind;

import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.Layouts;
import dev.verbatim.TextConversions;
import dev.verbatim.internal.model.BitsConversion;
import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.ConversionCalls;
import dev.verbatim.internal.model.TailConversion;
import dev.verbatim.internal.model.Value;
import dev.verbatim.internal.runtime.ValueFault;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes values of conversions, with handles that generated code can call. */
final class ConversionBinder {

    private static final MethodHandle INSTEAD;
    private static final MethodHandle IS_NULL;
    private static final MethodHandle REFUSED;

    /** Of type {@code (Optional)Object}. */
    private static final MethodHandle OR_NULL;

    /** Of type {@code (Object)Optional}. */
    private static final MethodHandle OF_NULLABLE;

    static {
        try {
            MethodHandle orElse = MethodHandles.publicLookup()
                    .findVirtual(Optional.class, "orElse", MethodType.methodType(Object.class, Object.class));
            OR_NULL = MethodHandles.insertArguments(orElse, 1, (Object) null);
            OF_NULLABLE = MethodHandles.publicLookup()
                    .findStatic(Optional.class, "ofNullable", MethodType.methodType(Optional.class, Object.class));
            IS_NULL = MethodHandles.publicLookup()
                    .findStatic(Objects.class, "isNull", MethodType.methodType(boolean.class, Object.class));
            REFUSED = MethodHandles.lookup()
                    .findStatic(
                            ValueFault.class,
                            "refusedContent",
                            MethodType.methodType(
                                    RuntimeException.class,
                                    RuntimeException.class,
                                    TailConversion.class,
                                    String.class,
                                    Object.class));
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
    static Value.@Nullable ByConversion value(Conversion<?> conversion, MemoryLayout layout) {
        return switch (conversion) {
            case CarrierConversion<?> carried ->
                layout instanceof ValueLayout value && value.carrier() == carried.carrier()
                        ? new Value.Converted(value, carried, inCode(carried.to()), inCode(carried.from()))
                        : null;
            case BitsConversion<?> bits -> {
                CarrierConversion<?> carried = layout instanceof ValueLayout value ? bits.to(value.carrier()) : null;
                yield carried == null ? null : value(carried, layout);
            }
            case BytesConversion<?> bytes ->
                bytes.fits(layout)
                        ? new Value.ConvertedBytes(
                                layout,
                                bytes,
                                inCode(bytes.check()),
                                inCode(bytes.writeTo(layout)),
                                inCode(bytes.read()))
                        : null;
            case TailConversion<?> content -> inText(content, layout); // TailBinder takes the others
            default ->
                throw new IllegalArgumentException("expected a conversion that Verbatim has made, found "
                        + conversion.getClass().getName());
        };
    }

    /** The value that a conversion makes of text in bytes of a struct; null if it makes it of something else. */
    private static Value.@Nullable ByConversion inText(TailConversion<?> conversion, MemoryLayout layout) {
        boolean isText = conversion.content() == String.class
                && layout instanceof SequenceLayout sequence
                && sequence.elementLayout() instanceof ValueLayout.OfByte
                && sequence.byteSize() > 0
                && sequence.byteSize() <= Integer.MAX_VALUE;
        if (!isText) {
            return null;
        }
        int byteSize = (int) layout.byteSize();
        BytesConversion<String> text = (BytesConversion<String>) TextConversions.utf8(byteSize);
        return value(
                BytesConversion.ofHandles(
                        conversion.type(),
                        byteSize,
                        MethodHandles.filterArguments(text.check(), 0, conversion.to()),
                        MethodHandles.filterArguments(text.write(), 0, conversion.to()),
                        MethodHandles.filterReturnValue(text.read(), conversion.from())),
                layout);
    }

    /** Whether a conversion is declared that makes values of so many bytes. */
    static boolean isForBytes(Conversions conversions, MemoryLayout bytes) {
        return Stream.concat(conversions.byType().stream(), conversions.byMember().values().stream())
                .anyMatch(conversion -> value(conversion, bytes) instanceof Value.ConvertedBytes);
    }

    /**
     * The value that has null as an empty {@link Optional}, and any other in one; null if its conversion refuses null.
     */
    static Value.@Nullable ByConversion ofOptional(Value.ByConversion content, MemoryLayout layout) {
        return switch (content.conversion()) {
            case CarrierConversion<?> carried ->
                ConversionCalls.takes(carried.to(), null)
                        ? value(
                                new CarrierConversion<>(
                                        Optional.class,
                                        carried.carrier(),
                                        ofContent(carried.to()),
                                        toOptional(carried.from()),
                                        true,
                                        carried.storedAs()),
                                layout)
                        : null;
            case BytesConversion<?> bytes ->
                ConversionCalls.takes(bytes.check(), null)
                        ? value(
                                new BytesConversion<>(
                                        Optional.class,
                                        bytes.byteSize(),
                                        bytes.holder(),
                                        ofContent(bytes.check()),
                                        ofContent(bytes.write()),
                                        toOptional(bytes.read())),
                                layout)
                        : null;
            default -> throw new AssertionError(content);
        };
    }

    /** Takes an Optional in place of its content, or of null. */
    private static MethodHandle ofContent(MethodHandle conversion) {
        MethodType type = MethodType.methodType(conversion.type().parameterType(0), Optional.class);
        return MethodHandles.filterArguments(conversion, 0, OR_NULL.asType(type));
    }

    private static MethodHandle toOptional(MethodHandle conversion) {
        MethodType type =
                MethodType.methodType(Optional.class, conversion.type().returnType());
        return MethodHandles.filterReturnValue(conversion, OF_NULLABLE.asType(type));
    }

    /**
     * The value that a conversion makes of text, an array or a list in a tail.
     *
     * @param path of the value, as messages name it
     */
    static Value.VarByContent ofContent(TailConversion<?> conversion, Value.InTail content, String path) {
        return new Value.VarByContent(
                content, conversion, orNull(inCode(conversion.to())), orNull(corruptIfRefused(conversion, path)));
    }

    /** Leaves null as it is. */
    private static MethodHandle orNull(MethodHandle conversion) {
        MethodType type = conversion.type();
        MethodHandle isNull = IS_NULL.asType(MethodType.methodType(boolean.class, type.parameterType(0)));
        MethodHandle toNull =
                MethodHandles.dropArguments(MethodHandles.constant(type.returnType(), null), 0, type.parameterType(0));
        return MethodHandles.guardWithTest(isNull, toNull, conversion);
    }

    /** What makes a value of what has been read where it is refused, so that nothing looks for the place later. */
    private static MethodHandle corruptIfRefused(TailConversion<?> conversion, String path) {
        MethodType type = MethodType.methodType(DtoAccess.inCode(conversion.type(), false), conversion.content());
        // Members of several paths may share their binding, and so this handle: the name is all that is known.
        String name = path.substring(path.lastIndexOf('.') + 1);
        MethodHandle refused = MethodHandles.insertArguments(REFUSED, 1, conversion, name);
        MethodHandle thrower = MethodHandles.collectArguments(
                        MethodHandles.throwException(type.returnType(), RuntimeException.class), 0, refused)
                .asType(MethodType.methodType(type.returnType(), RuntimeException.class, conversion.content()));
        return MethodHandles.catchException(conversion.fromToNonNull().asType(type), RuntimeException.class, thrower);
    }

    /** The value of a box, of its primitive's layout. */
    static Value.ByConversion ofBox(Class<?> box, ValueLayout layout) {
        MethodHandle identity = MethodHandles.identity(layout.carrier());
        MethodHandle unbox = identity.asType(MethodType.methodType(layout.carrier(), box));
        MethodHandle toBox = identity.asType(MethodType.methodType(box, layout.carrier()));
        return Objects.requireNonNull(value(CarrierConversion.ofHandles(unbox, toBox, true), layout));
    }

    /**
     * What a conversion needs of a layout, as messages say it.
     *
     * @param found the layout, which it does not fit
     */
    static String needs(Conversion<?> conversion, MemoryLayout found) {
        return switch (conversion) {
            case CarrierConversion<?> carried -> ValueBinder.constant(carried.carrier());
            case BitsConversion<?> bits -> bits.needs(found instanceof ValueLayout value ? value.carrier() : null);
            case BytesConversion<?> bytes -> bytes.needs() + inOrder(bytes, found);
            case TailConversion<?> content ->
                (content.content() == String.class ? "a sequence of JAVA_BYTE, or " : "") + "Layouts.varRef to what a "
                        + content.contentName() + " needs";
            default -> conversion.toString();
        };
    }

    /** The byte order in which a layout would fit, for the end of what a conversion needs; empty if there is none. */
    private static String inOrder(BytesConversion<?> bytes, MemoryLayout found) {
        if (bytes.fits(found)) {
            return "";
        }
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            MemoryLayout ordered = switch (found) {
                case StructLayout struct -> Layouts.withOrder(struct, order);
                case SequenceLayout sequence
                when sequence.elementLayout() instanceof ValueLayout element ->
                    MemoryLayout.sequenceLayout(sequence.elementCount(), element.withOrder(order));
                default -> found;
            };
            if (bytes.fits(ordered)) {
                return "; this would fit if it were " + (order == ByteOrder.BIG_ENDIAN ? "big" : "little") + "-endian";
            }
        }
        return "";
    }

    /**
     * A handle whose types generated code can name. It throws a fault in place of what the conversion throws, so that
     * the codec or view finds out which member it was.
     */
    private static MethodHandle inCode(MethodHandle conversion) {
        MethodType type = conversion.type();
        for (int i = 0; i < type.parameterCount(); i++) {
            Class<?> parameter = type.parameterType(i);
            if (!parameter.isPrimitive() && parameter != MemorySegment.class) {
                type = type.changeParameterType(i, Object.class);
            }
        }
        type = type.changeReturnType(DtoAccess.inCode(type.returnType(), false));
        MethodHandle thrower = MethodHandles.filterArguments(
                MethodHandles.throwException(type.returnType(), RuntimeException.class), 0, INSTEAD);
        // The cast is within the guard, too: a list may have elements of another type.
        return MethodHandles.catchException(conversion.asType(type), RuntimeException.class, thrower);
    }
}
