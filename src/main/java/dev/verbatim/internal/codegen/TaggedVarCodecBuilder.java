package dev.verbatim.internal.codegen;

import dev.verbatim.TaggedVarCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.internal.model.TaggedBinding.Alternative;
import dev.verbatim.internal.model.VarDescriptor;
import dev.verbatim.internal.runtime.ConvertedVarCodec;
import java.lang.foreign.ValueLayout;

/**
 * Makes codecs of variable-length records of several types that a tag tells apart.
 *
 * @param <T> the type of all values
 */
public final class TaggedVarCodecBuilder<T> implements TaggedVarCodec.Builder<T> {

    private final TaggedAlternatives<T, VarCodec<? extends T>> alternatives;

    /**
     * Begins a codec.
     *
     * @param type the type of all values
     * @param tag the layout of the tag
     * @param tagOffset where the tag is, in bytes from the start of each value
     */
    public TaggedVarCodecBuilder(Class<T> type, ValueLayout tag, long tagOffset) {
        this.alternatives =
                new TaggedAlternatives<>(type, tag, tagOffset, VarDescriptor.HEADER_SIZE, VarDescriptor.MAX_BYTE_SIZE);
    }

    @Override
    public TaggedVarCodec.Builder<T> with(int tag, VarCodec<? extends T> codec) {
        TaggedAlternatives.requireCodec(codec, tag);
        alternatives.add(
                new Alternative<>(tag, codec.type(), codec.layout(), codec), ConvertedVarCodec.bindingOf(codec));
        return this;
    }

    @Override
    public TaggedVarCodec<T> build() {
        return TaggedCodecGenerator.generateVariable(alternatives.toBinding());
    }
}
