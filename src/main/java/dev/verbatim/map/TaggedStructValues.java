package dev.verbatim.map;

import dev.verbatim.StructCodec;
import dev.verbatim.TaggedCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/** Has a {@link TaggedCodec} make the bytes of values. Each has the size of its own type. */
final class TaggedStructValues<T> extends TaggedValues<T> {

    private final TaggedCodec<T> codec;

    TaggedStructValues(TaggedCodec<T> codec) {
        super(
                Kind.STRUCT,
                codec.codecs(),
                codec.codecs().stream().map(StructCodec::layout).toList());
        this.codec = codec;
    }

    @Override
    void requireReadable(Session session, MapEntry entry) throws IOException {
        int index = indexOf(entry.layoutId());
        if (index < 0) {
            throw session.match().noAlternative(codec, entry.layoutId(), entry.position());
        }
        StructCodec<?> ofLayout = codec.codecs().get(index);
        ValueReader.requireSize(entry, ofLayout.byteSize()); // so that there is a tag
        StructCodec<?> ofTag = codec.codecAt(entry.memory(), entry.valueOffset());
        if (layoutIdOf(ofTag) != entry.layoutId()) {
            throw session.match().otherTag(codec, ofTag.type(), ofLayout.type(), entry.position());
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
        FixedCodec.clear(memory, offset, codec.encodedSize(value)); // the codec leaves padding as it is
        return codec.write(value, memory, offset);
    }

    @Override
    T read(MemorySegment memory, long offset, long length) {
        return codec.read(memory, offset);
    }

    @Override
    public String toString() {
        return codec.toString();
    }
}
