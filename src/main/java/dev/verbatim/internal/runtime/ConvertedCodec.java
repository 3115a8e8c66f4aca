package dev.verbatim.internal.runtime;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import dev.verbatim.internal.model.Binding;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A codec of values that functions make of those of another codec. It is a Java record because C2 takes the fields of
 * one for constants, so that it inlines the other codec and the functions where it knows this codec.
 *
 * @param type the type of the values
 * @param stored writes and reads what is stored
 * @param to gives what is stored
 * @param from gives the value of what is stored
 * @param <T> the type of the values
 * @param <S> the type of what is stored
 */
public record ConvertedCodec<T, S>(
        Class<T> type,
        StructCodec<S> stored,
        Function<? super T, ? extends S> to,
        Function<? super S, ? extends T> from)
        implements StructCodec<T> {

    /** Makes what {@link StructCodec#ofConverted} does. */
    public ConvertedCodec {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(from, "from");
        bindingOf(stored);
    }

    /**
     * {@return what the members of a codec's layout are bound to}
     *
     * @param codec the codec
     * @throws IllegalArgumentException if it is not one that Verbatim has made
     */
    public static Binding<?> bindingOf(StructCodec<?> codec) {
        if (Objects.requireNonNull(codec, "codec") instanceof GeneratedCodec<?> generated) {
            return generated.binding();
        } else if (codec instanceof ConvertedCodec<?, ?> converted) {
            return bindingOf(converted.stored);
        }
        throw new IllegalArgumentException("expected a codec that StructCodec makes, found "
                + codec.getClass().getName());
    }

    @Override
    public StructLayout layout() {
        return stored.layout();
    }

    @Override
    public long byteSize() {
        return stored.byteSize();
    }

    @Override
    public void write(T value, MemorySegment segment, long offset) {
        stored.write(toStored(this, type, stored.type(), to, value), segment, offset);
    }

    @Override
    public T read(MemorySegment segment, long offset) {
        return fromStored(this, from, stored.read(segment, offset), "offset=", offset);
    }

    @Override
    public void writeAtIndex(T value, MemorySegment segment, long index) {
        stored.writeAtIndex(toStored(this, type, stored.type(), to, value), segment, index);
    }

    @Override
    public T readAtIndex(MemorySegment segment, long index) {
        return fromStored(this, from, stored.readAtIndex(segment, index), "index=", index);
    }

    /**
     * {@return what is stored of a value}
     *
     * @throws NullPointerException if the value is null, or the function gives null
     * @throws IllegalArgumentException if the function refuses the value
     */
    static <T, S> S toStored(
            Object codec, Class<T> type, Class<S> storedType, Function<? super T, ? extends S> to, @Nullable T value) {
        if (value == null) {
            throw new NullPointerException("cannot write " + codec + ": the value is null");
        }
        S stored;
        try {
            stored = to.apply(value);
        } catch (RuntimeException refusal) {
            throw refusedValue(codec, type, value, refusal);
        }
        if (stored == null) {
            throw new NullPointerException("cannot write " + codec + ": expected a " + storedType.getTypeName()
                    + " from the function that gives what is stored, found null");
        }
        return stored;
    }

    private static RuntimeException refusedValue(Object codec, Class<?> type, Object value, RuntimeException refusal) {
        String attempt = "cannot write " + codec + ": the value is ";
        if (MethodType.methodType(type).wrap().returnType().isInstance(value)) {
            return new IllegalArgumentException(
                    attempt + shown(value) + ": " + ConversionFaults.reason(refusal), refusal);
        }
        RuntimeException ofAnotherClass = new ClassCastException(
                attempt + "a " + value.getClass().getTypeName() + "; expected a " + type.getTypeName());
        ofAnotherClass.initCause(refusal);
        return ofAnotherClass;
    }

    /** A value as messages show it: the beginning of its text; an array, which may be large, by its type. */
    private static String shown(@Nullable Object value) {
        return value != null && value.getClass().isArray()
                ? "a " + value.getClass().getTypeName()
                : ConversionFaults.cut(ConversionFaults.text(value));
    }

    /**
     * {@return the value of what is stored}
     *
     * @param name what the place is, as messages name it
     * @param place where the value is stored
     * @throws NullPointerException if the function gives null
     * @throws CorruptRecordException if the function refuses what is stored
     */
    static <T, S> T fromStored(Object codec, Function<? super S, ? extends T> from, S stored, String name, long place) {
        T value;
        try {
            value = from.apply(stored);
        } catch (RuntimeException refusal) {
            throw refusedStored(codec, stored, name + place, refusal);
        }
        if (value == null) {
            throw new NullPointerException("cannot read " + codec
                    + ": expected a value from the function that makes it of what is stored, found null");
        }
        return value;
    }

    private static RuntimeException refusedStored(
            Object codec, @Nullable Object stored, String place, RuntimeException refusal) {
        CorruptRecordException corrupt = new CorruptRecordException("cannot read " + codec + " at " + place
                + ": what is stored is " + shown(stored) + ": " + ConversionFaults.reason(refusal));
        corrupt.initCause(refusal);
        return corrupt;
    }

    @Override
    public void copy(MemorySegment source, long sourceOffset, MemorySegment target, long targetOffset, long count) {
        stored.copy(source, sourceOffset, target, targetOffset, count);
    }

    @Override
    public StructList<T> list(MemorySegment segment) {
        return ValueList.of(this, segment);
    }

    /** {@return the type, and the codec of what is stored, as messages name them} */
    @Override
    public String toString() {
        return type.getTypeName() + " as " + stored;
    }
}
