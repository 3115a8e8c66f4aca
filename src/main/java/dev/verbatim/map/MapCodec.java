package dev.verbatim.map;

import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.SizedCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How the keys or the values of a map are made into bytes. Two keys are equal when their bytes are, and so are two
 * values that a method of the map compares. Codecs are immutable and may be used by any number of threads.
 *
 * @param <T> the type of the keys or values
 */
public abstract class MapCodec<T> {

    /** What a map remembers of its keys. */
    enum Kind {
        LONG(1),
        INT(2),
        STRING(3),
        UUID(4),
        BYTES(5),
        STRUCT(6),
        VAR(7);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        /** {@return the number that the control file has} */
        int number() {
            return number;
        }

        /** {@return the kind of a number; null if there is none} */
        static @Nullable Kind of(int number) {
            for (Kind kind : values()) {
                if (kind.number == number) {
                    return kind;
                }
            }
            return null;
        }
    }

    private final Kind kind;

    MapCodec(Kind kind) {
        this.kind = kind;
    }

    /** {@return a codec of longs: 8 bytes, little-endian} */
    public static MapCodec<Long> longs() {
        return PrimitiveCodec.LONGS;
    }

    /** {@return a codec of ints: 4 bytes, little-endian} */
    public static MapCodec<Integer> ints() {
        return PrimitiveCodec.INTS;
    }

    /** {@return a codec of UUIDs: 16 bytes in the order of RFC 9562} */
    public static MapCodec<UUID> uuids() {
        return PrimitiveCodec.UUIDS;
    }

    /** {@return a codec of texts: UTF-8} A text with an unpaired surrogate is refused. */
    public static MapCodec<String> strings() {
        return BytesCodec.STRINGS;
    }

    /**
     * {@return a codec of bytes as they are} Keys that are arrays have the identity of an array in Java; a map compares
     * their bytes. As that of values it reads those of any layout, and what it writes has none: who copies values keeps
     * their layouts by {@link #storedValues}.
     */
    public static MapCodec<byte[]> bytes() {
        return BytesCodec.BYTES;
    }

    /**
     * {@return a codec of structs of fixed size} Zeros take the place of padding.
     *
     * @param codec the codec of one struct; for {@link MappedMap#getInto} a {@link ReusableCodec}
     * @param <T> the type of the DTO
     */
    public static <T> MapCodec<T> of(StructCodec<T> codec) {
        return new FixedCodec<>(Objects.requireNonNull(codec, "codec"));
    }

    /**
     * {@return a codec of values that have a size of their own}
     *
     * <p>A codec of several types, which a tag tells apart, is no codec for keys, which have one layout, and not for
     * {@link MappedMap#getInto}. Each value has the size and the layout of its own type, as an entry of a queue has,
     * and zeros take the place of padding. Opening a map to write stores the layouts of all types. A value is read by
     * its tag: a value whose layout no type has, or another type than the tag says, is a {@link
     * dev.verbatim.LayoutMismatchException}, and a tag that no type has is a {@link
     * dev.verbatim.CorruptRecordException}. A variable-length record may also have an older or a newer layout of the
     * type that its tag says. So where the layout of one type begins with that of another, the tag alone tells them
     * apart.
     *
     * @param codec the codec of one object; for {@link MappedMap#getInto} a {@link ReusableVarCodec}
     * @param <T> the type of the values
     * @throws IllegalArgumentException if one of several types has a layout that {@link LayoutText} cannot spell
     */
    public static <T> MapCodec<T> of(SizedCodec<T> codec) {
        return Objects.requireNonNull(codec, "codec") instanceof VarCodec<T> ofOneType
                ? new VariableCodec<>(ofOneType)
                : new TaggedValues<>(codec);
    }

    /**
     * {@return a codec of keys as they are stored, for tools without the class of the keys} It opens every map that
     * there is, whatever its keys are made from, and creates none. {@link MapInfo} says what the bytes of a key are. A
     * map takes a key that is put only if its own codec could read it; whoever makes a struct leaves zeros in padding,
     * as a codec does.
     */
    public static MapCodec<byte[]> storedKeys() {
        return StoredKeyCodec.OF_ANY_MAP;
    }

    /**
     * {@return a codec of keys as they are stored, of maps whose keys are made into bytes in one way} Unlike {@link
     * #storedKeys()} it opens no other maps, and creates a map: the programs that have codecs of such keys open it.
     *
     * @param keyKind as {@link MapInfo#keyKind} names it
     * @param keyLayout the layout of the keys of {@code STRUCT} or {@code VAR}; of other keys it is not looked at
     * @throws IllegalArgumentException if there is no such kind, or no layout where there has to be one
     */
    public static MapCodec<byte[]> storedKeys(String keyKind, Optional<StructLayout> keyLayout) {
        Objects.requireNonNull(keyKind, "keyKind");
        Objects.requireNonNull(keyLayout, "keyLayout");
        Kind kind;
        try {
            kind = Kind.valueOf(keyKind);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "expected a keyKind of " + Arrays.toString(Kind.values()) + ", found " + keyKind, e);
        }
        @Nullable
        StructLayout layout = switch (kind) {
            case LONG -> longs().layout();
            case INT -> ints().layout();
            case UUID -> uuids().layout();
            case STRING, BYTES -> null;
            case STRUCT, VAR ->
                keyLayout
                        .filter(found -> Layouts.isVarRecord(found) == (kind == Kind.VAR))
                        .orElseThrow(() -> new IllegalArgumentException("expected a layout of keys of kind " + kind
                                + ", found " + keyLayout.map(LayoutText::of).orElse("none")));
        };
        return new StoredKeyCodec(kind, layout);
    }

    /**
     * {@return a codec of values as they are stored, of any layouts, for tools without the classes of the values} A map
     * takes a value that is put only if its layout is stored, and the bytes are of that layout. Where entries have
     * checksums, who reads a value or a change gets a {@link dev.verbatim.StoreException} if that of the entry is
     * wrong. It is no codec for keys.
     */
    public static MapCodec<StoredValue> storedValues() {
        return StoredValueCodec.INSTANCE;
    }

    /** {@return the codec of the keys of a map, which has such keys} */
    MapCodec<T> ofMap(Kind mapKind, @Nullable StructLayout keyLayout) {
        return this;
    }

    final Kind kind() {
        return kind;
    }

    /**
     * Requires that this can be the codec of keys.
     *
     * @throws IllegalArgumentException if it cannot
     */
    void requireForKeys() {}

    /** {@return the layout that the bytes of all values have; null if they have none, or several} */
    abstract @Nullable StructLayout layout();

    /** {@return the layouts of the bytes, which the map stores} */
    List<StructLayout> layouts() {
        StructLayout layout = layout();
        return layout == null ? List.of() : List.of(layout);
    }

    /**
     * {@return the id of the layout of a value's bytes; 0 if they have none}
     *
     * @param common the id of {@link #layout}; 0 if that is null
     */
    int layoutId(T value, int common) {
        return common;
    }

    /** {@return the object by which a layout that was compared is known again} */
    Object identity() {
        return this;
    }

    /** {@return how many bytes a value takes} */
    abstract long encodedSize(T value);

    /** {@return how many bytes all values take; -1 if that differs} */
    abstract long fixedSize();

    /**
     * Writes a value.
     *
     * @param memory an array
     * @return how many bytes it takes
     * @throws IndexOutOfBoundsException if there is not enough room; some of it may be written
     */
    abstract long write(T value, MemorySegment memory, long offset);

    /**
     * {@return the bytes of a value}
     *
     * @throws IllegalArgumentException if it has more than an array can have, and so than any value of a map
     */
    final byte[] encode(T value) {
        long size = encodedSize(value);
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("expected at most " + Integer.MAX_VALUE + " bytes, found " + size);
        }
        byte[] bytes = new byte[(int) size];
        write(value, MemorySegment.ofArray(bytes), 0);
        return bytes;
    }

    /** {@return whether {@code equals} says of two values whether they are the same} That of an array does not. */
    boolean isToldByEquals() {
        return false;
    }

    /**
     * {@return whether an entry is looked at whole, by its checksum, before this codec reads its value} A tool that
     * copies what is damaged would have it look whole.
     */
    boolean needsWholeEntries() {
        return false;
    }

    /** {@return whether a codec reads bytes of any layout} */
    boolean readsAll() {
        return false;
    }

    /**
     * {@return the value in these bytes}
     *
     * @throws CharacterCodingException if they are not those of a text
     */
    abstract T read(MemorySegment memory, long offset, long length) throws CharacterCodingException;

    /**
     * {@return the value in these bytes}
     *
     * @param layoutId the id of their layout; 0 if they have none
     * @throws CharacterCodingException if they are not those of a text
     */
    T read(int layoutId, MemorySegment memory, long offset, long length) throws CharacterCodingException {
        return read(memory, offset, length);
    }

    /** Reads these bytes into an object. */
    void readInto(T target, MemorySegment memory, long offset, long length) {
        throw new UnsupportedOperationException("cannot fill an object with " + this
                + ": expected a ReusableCodec or a ReusableVarCodec, of a mutable class; get makes a new object");
    }
}
