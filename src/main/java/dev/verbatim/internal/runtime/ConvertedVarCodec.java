package dev.verbatim.internal.runtime;

import dev.verbatim.VarCodec;
import dev.verbatim.internal.model.Binding;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Objects;
import java.util.function.Function;

/**
 * What {@link ConvertedCodec} is, for variable-length records.
 *
 * @param type the type of the values
 * @param stored writes and reads what is stored
 * @param to gives what is stored
 * @param from gives the value of what is stored
 * @param <T> the type of the values
 * @param <S> the type of what is stored
 */
public record ConvertedVarCodec<T, S>(
        Class<T> type, VarCodec<S> stored, Function<? super T, ? extends S> to, Function<? super S, ? extends T> from)
        implements VarCodec<T> {

    /** Makes what {@link VarCodec#ofConverted} does. */
    public ConvertedVarCodec {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(from, "from");
        bindingOf(stored);
    }

    /** {@return what {@link ConvertedCodec#bindingOf} does} */
    public static Binding<?> bindingOf(VarCodec<?> codec) {
        if (Objects.requireNonNull(codec, "codec") instanceof GeneratedVarCodec<?> generated) {
            return generated.binding();
        } else if (codec instanceof ConvertedVarCodec<?, ?> converted) {
            return bindingOf(converted.stored);
        }
        throw new IllegalArgumentException("expected a codec that VarCodec makes, found "
                + codec.getClass().getName());
    }

    @Override
    public StructLayout layout() {
        return stored.layout();
    }

    @Override
    public long encodedSize(T value) {
        return stored.encodedSize(toStored(value));
    }

    @Override
    public long encodedSize(MemorySegment segment, long offset) {
        return stored.encodedSize(segment, offset);
    }

    @Override
    public long write(T value, MemorySegment segment, long offset) {
        return stored.write(toStored(value), segment, offset);
    }

    private S toStored(T value) {
        return ConvertedCodec.toStored(this, type, stored.type(), to, value);
    }

    @Override
    public T read(MemorySegment segment, long offset) {
        return ConvertedCodec.fromStored(this, from, stored.read(segment, offset), "offset=", offset);
    }

    /** {@return the type, and the codec of what is stored, as messages name them} */
    @Override
    public String toString() {
        return type.getTypeName() + " as " + stored;
    }
}
