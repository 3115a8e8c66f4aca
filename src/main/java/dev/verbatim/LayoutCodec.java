package dev.verbatim;

import java.lang.foreign.StructLayout;

/**
 * A codec of one type and of one layout: a {@link StructCodec}, or a {@link VarCodec}. The codecs of several types,
 * {@link TaggedCodec} and {@link TaggedVarCodec}, are made of them.
 *
 * @param <T> the type of the DTO
 */
public interface LayoutCodec<T> {

    /**
     * {@return the type of the DTO}
     */
    Class<T> type();

    /**
     * {@return the layout of one struct, or of the fixed part of one variable-length record, header included}
     */
    StructLayout layout();
}
