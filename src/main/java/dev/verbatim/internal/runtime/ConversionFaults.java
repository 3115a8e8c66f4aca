package dev.verbatim.internal.runtime;

import dev.verbatim.Conversion;
import dev.verbatim.internal.model.BytesConversion;
import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.ConversionCalls;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds out why a conversion refuses a value, or bytes. */
public final class ConversionFaults {

    /** Of more bytes a message shows the first ones. */
    private static final int SHOWN_BYTES = 32;

    /** Of longer text a message shows the first characters. */
    private static final int SHOWN_CHARS = 100;

    private ConversionFaults() {}

    /**
     * {@return the exception for a value that a conversion refuses, or that is none of its type; {@code null} if it is
     * neither}
     *
     * @param conversion takes the value
     */
    static @Nullable RuntimeException inValue(
            MethodHandle conversion, @Nullable Object value, String path, String attempt) {
        Class<?> declared = conversion.type().wrap().parameterType(0);
        if (value != null && !declared.isInstance(value)) { // only a list can have elements of another type
            return new ClassCastException(attempt + path + " is a "
                    + value.getClass().getTypeName() + "; expected a " + declared.getTypeName());
        }
        try {
            ConversionCalls.call(conversion, value);
            return null;
        } catch (RuntimeException refusal) {
            String type = conversion.type().parameterType(0).getTypeName();
            RuntimeException fault = value == null
                    ? new NullPointerException(attempt + path + " is null; expected a " + type)
                    : refused(value, refusal, attempt + path + shownValue(value) + ": " + reason(refusal));
            fault.initCause(refusal);
            return fault;
        }
    }

    private static RuntimeException refused(Object value, RuntimeException refusal, String message) {
        // An Optional can have content of another type, as a list can have such elements.
        return value instanceof Optional && refusal instanceof ClassCastException
                ? new ClassCastException(message)
                : new IllegalArgumentException(message);
    }

    /** A value behind its path, as messages show it; nothing for an array, which has no text of its own. */
    private static String shownValue(Object value) {
        return value.getClass().isArray() ? "" : "=" + text(value);
    }

    /** A value as text, an array as its elements; the name of its class where its own code fails to make one. */
    static String text(@Nullable Object value) {
        if (value instanceof Optional<?> optional && optional.isPresent()) {
            return "Optional[" + text(optional.get()) + "]";
        }
        try {
            String inBrackets = Arrays.deepToString(new Object[] {value}); // spells arrays at any depth
            return inBrackets.substring(1, inBrackets.length() - 1);
        } catch (RuntimeException fault) {
            return value == null ? "null" : value.getClass().getTypeName();
        }
    }

    /** {@return a text as messages show it: if it is long, its first characters and three dots} */
    static String cut(String text) {
        if (text.length() <= SHOWN_CHARS) {
            return text;
        }
        boolean isWithinPair = Character.isHighSurrogate(text.charAt(SHOWN_CHARS - 1));
        return text.substring(0, isWithinPair ? SHOWN_CHARS - 1 : SHOWN_CHARS) + "...";
    }

    /** {@return why a conversion refuses something, by the message of what it throws or else by its class} */
    public static String reason(RuntimeException refusal) {
        return refusal.getMessage() == null ? refusal.toString() : refusal.getMessage();
    }

    /** Stores what stands for null, or for an empty Optional. Where nothing does, the bytes stay as they are. */
    static void setAbsent(CarrierConversion<?> conversion, ValueLayout layout, MemorySegment segment, long offset) {
        Object absent = absent(conversion);
        if (ConversionCalls.takes(conversion.to(), absent)) {
            set(conversion, layout, segment, offset, absent);
        }
    }

    /** The same for a conversion to bytes. */
    static void setAbsent(BytesConversion<?> conversion, MemorySegment segment, long offset) {
        Object absent = absent(conversion);
        if (ConversionCalls.takes(conversion.check(), absent)) {
            set(conversion, segment, offset, absent);
        }
    }

    private static @Nullable Object absent(Conversion<?> conversion) {
        return conversion.type() == Optional.class ? Optional.empty() : null;
    }

    /** Stores a value that a conversion has taken before. */
    static void set(
            CarrierConversion<?> conversion,
            ValueLayout layout,
            MemorySegment segment,
            long offset,
            @Nullable Object value) {
        layout.withByteAlignment(1).varHandle().set(segment, offset, ConversionCalls.call(conversion.to(), value));
    }

    /** Stores a value that a conversion has taken before. */
    static void set(BytesConversion<?> conversion, MemorySegment segment, long offset, @Nullable Object value) {
        ConversionCalls.call(conversion.write(), value, segment, offset);
    }

    /** Throws a {@link CorruptFault} for a stored value that a conversion refuses. */
    static void checkMemory(CarrierConversion<?> conversion, ValueLayout layout, MemorySegment segment, long offset) {
        Object stored = stored(layout, segment, offset);
        try {
            ConversionCalls.call(conversion.from(), stored);
        } catch (RuntimeException refusal) {
            throw new CorruptFault(offset, name(conversion.type()), shown(stored) + " (" + reason(refusal) + ")");
        }
    }

    private static Object stored(ValueLayout layout, MemorySegment segment, long offset) {
        VarHandle handle = layout.withByteAlignment(1).varHandle();
        Fence.beforeAccess();
        return handle.get(segment, offset);
    }

    private static String shown(Object stored) {
        return stored instanceof Character c ? Integer.toString(c) : stored.toString();
    }

    /** {@return a value as text; what is stored, where its conversion refuses that} */
    static String text(CarrierConversion<?> conversion, ValueLayout layout, MemorySegment segment, long offset) {
        Object stored = stored(layout, segment, offset);
        try {
            return text(ConversionCalls.call(conversion.from(), stored));
        } catch (RuntimeException refusal) {
            return shown(stored);
        }
    }

    /** {@return a value as text; its bytes, where its conversion refuses them} */
    static String text(BytesConversion<?> conversion, MemorySegment segment, long offset) {
        byte[] bytes = Fence.toArray(segment, offset, conversion.byteSize());
        try {
            return text(ConversionCalls.call(conversion.read(), MemorySegment.ofArray(bytes), 0L));
        } catch (RuntimeException refusal) {
            return HexFormat.of().formatHex(bytes);
        }
    }

    /** Throws a {@link CorruptFault} for bytes that a conversion refuses. */
    static void checkMemory(BytesConversion<?> conversion, MemorySegment segment, long offset) {
        byte[] bytes = Fence.toArray(segment, offset, conversion.byteSize());
        try {
            ConversionCalls.call(conversion.read(), MemorySegment.ofArray(bytes), 0L);
        } catch (RuntimeException refusal) {
            String shown = HexFormat.of().formatHex(bytes, 0, Math.min(bytes.length, SHOWN_BYTES))
                    + (bytes.length > SHOWN_BYTES ? "..." : "");
            throw new CorruptFault(offset, name(conversion.type()), shown + " (" + reason(refusal) + ")");
        }
    }

    private static String name(Class<?> type) {
        return "the bytes of a " + type.getTypeName();
    }
}
