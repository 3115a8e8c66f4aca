package dev.verbatim.internal.codegen;

import dev.verbatim.StructCodec;
import dev.verbatim.TaggedCodec;
import dev.verbatim.internal.model.TaggedBinding.Alternative;
import dev.verbatim.internal.runtime.ConvertedCodec;
import java.lang.foreign.ValueLayout;

/**
 * Makes codecs of structs of several types that a tag tells apart.
 *
 * @param <T> the type of all values
 */
public final class TaggedCodecBuilder<T> implements TaggedCodec.Builder<T> {

    private final TaggedAlternatives<T, StructCodec<? extends T>> alternatives;

    /**
     * Begins a codec.
     *
     * @param type the type of all values
     * @param tag the layout of the tag
     * @param tagOffset where the tag is, in bytes from the start of each value
     */
    public TaggedCodecBuilder(Class<T> type, ValueLayout tag, long tagOffset) {
        this.alternatives = new TaggedAlternatives<>(type, tag, tagOffset, 0, Long.MAX_VALUE);
    }

    @Override
    public TaggedCodec.Builder<T> with(int tag, StructCodec<? extends T> codec) {
        TaggedAlternatives.requireCodec(codec, tag);
        alternatives.add(new Alternative<>(tag, codec.type(), codec.layout(), codec), ConvertedCodec.bindingOf(codec));
        return this;
    }

    @Override
    public TaggedCodec<T> build() {
        return TaggedCodecGenerator.generate(alternatives.toBinding());
    }
}
