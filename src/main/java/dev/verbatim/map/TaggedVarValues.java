package dev.verbatim.map;

import dev.verbatim.TaggedVarCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.internal.model.VarDescriptor;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Has a {@link TaggedVarCodec} make the bytes of values. */
final class TaggedVarValues<T> extends TaggedValues<T> {

    private final TaggedVarCodec<T> codec;

    TaggedVarValues(TaggedVarCodec<T> codec) {
        super(
                Kind.VAR,
                codec.codecs(),
                codec.codecs().stream().map(VarCodec::layout).toList());
        this.codec = codec;
    }

    /** Its layout may also be an older or a newer one of the type. */
    @Override
    void requireReadable(Session session, MapEntry entry) throws IOException {
        MemorySegment value = entry.memory().asSlice(entry.valueOffset(), entry.valueLength());
        try {
            session.match().requireTagged(codec, value, entry.layoutId(), entry.position());
        } catch (IndexOutOfBoundsException e) {
            throw ValueReader.damaged(
                    entry,
                    "a variable-length record of " + VarDescriptor.HEADER_SIZE + " bytes or more",
                    entry.valueLength() + " bytes");
        }
    }

    @Override
    int layoutId(T value, int common) {
        return layoutIdOf(codec.codecOf(value));
    }

    @Override
    long encodedSize(T value) {
        return codec.encodedSize(value);
    }

    @Override
    long write(T value, MemorySegment memory, long offset) {
        return codec.write(value, memory, offset);
    }

    @Override
    T read(MemorySegment memory, long offset, long length) {
        // A slice, so that no damaged length leads out of the value.
        return codec.read(memory.asSlice(offset, length), 0);
    }

    @Override
    public String toString() {
        return codec.toString();
    }
}
