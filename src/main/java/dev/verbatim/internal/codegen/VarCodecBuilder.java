package dev.verbatim.internal.codegen;

import dev.verbatim.Conversions;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.internal.bind.Binder;
import dev.verbatim.internal.model.Binding;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes codecs of variable-length records.
 *
 * @param <T> the type of the DTO
 */
public final class VarCodecBuilder<T> implements VarCodec.Builder<T> {

    private final Lookup lookup;
    private final Class<T> type;
    private final StructLayout layout;
    private final Map<String, Object> defaults = new HashMap<>();
    private @Nullable Supplier<? extends T> supplier;
    private Conversions conversions = Conversions.none();

    /**
     * Begins a codec.
     *
     * @param lookup has full privilege access in the type's module
     * @param type the DTO type
     * @param layout the layout of the fixed part
     */
    public VarCodecBuilder(Lookup lookup, Class<T> type, StructLayout layout) {
        this.lookup = Objects.requireNonNull(lookup, "lookup");
        this.type = Objects.requireNonNull(type, "type");
        this.layout = Binder.requireLayout(type, layout);
    }

    @Override
    public VarCodec.Builder<T> withDefault(String member, Object value) {
        defaults.put(Objects.requireNonNull(member, "member"), Objects.requireNonNull(value, "value"));
        return this;
    }

    @Override
    public VarCodec.Builder<T> withSupplier(Supplier<? extends T> newSupplier) {
        supplier = Objects.requireNonNull(newSupplier, "supplier");
        return this;
    }

    @Override
    public VarCodec.Builder<T> withConversions(Conversions newConversions) {
        conversions = Objects.requireNonNull(newConversions, "conversions");
        return this;
    }

    @Override
    public VarCodec<T> build() {
        return VarCodecGenerator.generate(Binder.bindVariable(lookup, type, layout, supplier, defaults, conversions));
    }

    /**
     * {@return the codec of an immutable class, whose constructor is found by the names of its parameters}
     *
     * @throws dev.verbatim.LayoutMismatchException if the type and the layout do not match
     */
    public VarCodec<T> buildImmutable() {
        return VarCodecGenerator.generate(Binder.bindImmutableVariable(lookup, type, layout, conversions));
    }

    @Override
    public ReusableVarCodec<T> buildReusable() {
        Binding<T> binding = Binder.bindVariable(lookup, type, layout, supplier, defaults, conversions);
        if (binding.isImmutable()) {
            throw new IllegalArgumentException(type.getName()
                    + (type.isRecord()
                            ? " is a record, which cannot be read into"
                            : " cannot be read into, as it is immutable or its constructor is declared")
                    + "; use VarCodec."
                    + (type.isRecord() ? "ofRecord" : "ofImmutable") + ", or build of its builder");
        }
        return (ReusableVarCodec<T>) VarCodecGenerator.generate(binding);
    }
}
