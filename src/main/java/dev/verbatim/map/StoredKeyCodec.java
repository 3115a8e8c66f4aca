package dev.verbatim.map;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Takes the bytes of keys as they are, in a map whose keys are made from something else. */
final class StoredKeyCodec extends MapCodec<byte[]> {

    /** The codec before a map has said what its keys are. */
    static final StoredKeyCodec OF_ANY_MAP = new StoredKeyCodec(Kind.BYTES, null);

    private final @Nullable StructLayout layout;

    StoredKeyCodec(Kind kind, @Nullable StructLayout layout) {
        super(kind);
        this.layout = layout;
    }

    @Override
    MapCodec<byte[]> ofMap(Kind kind, @Nullable StructLayout keyLayout) {
        return new StoredKeyCodec(kind, keyLayout);
    }

    /** {@return whether this has not been told what the keys are: it opens maps, and makes none} */
    boolean isOfAnyMap() {
        return this == OF_ANY_MAP;
    }

    @Override
    @Nullable
    StructLayout layout() {
        return layout;
    }

    @Override
    long encodedSize(byte[] key) {
        return key.length;
    }

    @Override
    long fixedSize() {
        return -1; // a tool shows a key of a wrong size, too
    }

    @Override
    long write(byte[] key, MemorySegment memory, long offset) {
        StructLayout expected = layout;
        if (expected != null) {
            StoredBytes.require(expected, MemorySegment.ofArray(key), "a key");
        } else if (kind() == Kind.STRING) {
            requireText(key);
        }
        MemorySegment.copy(key, 0, memory, ValueLayout.JAVA_BYTE, offset, key.length);
        return key.length;
    }

    private static void requireText(byte[] key) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(key));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("expected a key in UTF-8, found bytes that are not", e);
        }
    }

    @Override
    byte[] read(MemorySegment memory, long offset, long length) {
        return memory.asSlice(offset, length).toArray(ValueLayout.JAVA_BYTE);
    }

    @Override
    public String toString() {
        return "MapCodec.storedKeys(" + (isOfAnyMap() ? "" : kind()) + ")";
    }
}
