package dev.verbatim.map;

import dev.verbatim.internal.log.StoredLayouts;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes the bytes of values of several types, which a tag tells apart. Each has the layout of its own type. */
abstract class TaggedValues<T> extends MapCodec<T> {

    private final List<?> codecs;
    private final List<StructLayout> layouts;

    /** The ids of the layouts. Several types may have one layout. */
    private final int[] layoutIds;

    /**
     * Finds the ids.
     *
     * @param codecs the codecs of the types
     * @param layouts their layouts, in the same order
     */
    TaggedValues(Kind kind, List<?> codecs, List<StructLayout> layouts) {
        super(kind);
        this.codecs = codecs;
        this.layouts = layouts;
        this.layoutIds = layouts.stream().mapToInt(StoredLayouts::idOf).toArray();
    }

    /**
     * Requires that the value of an entry can be read by its tag.
     *
     * @throws dev.verbatim.LayoutMismatchException if its layout is not that of the type that the tag says
     * @throws dev.verbatim.CorruptRecordException if no type has the tag
     */
    abstract void requireReadable(Session session, MapEntry entry) throws IOException;

    /** {@return the place of the first type that has a layout; -1 if there is none} */
    final int indexOf(int layoutId) {
        for (int i = 0; i < layoutIds.length; i++) {
            if (layoutIds[i] == layoutId) {
                return i;
            }
        }
        return -1;
    }

    /** {@return the id of the layout of a type, by its codec} */
    @SuppressWarnings("ReferenceEquality") // there is one codec of each type
    final int layoutIdOf(Object codec) {
        for (int i = 0; i < layoutIds.length; i++) {
            if (codecs.get(i) == codec) {
                return layoutIds[i];
            }
        }
        throw new AssertionError(codec + " is no alternative of " + this);
    }

    @Override
    final void requireForKeys() {
        throw new IllegalArgumentException(
                "expected a codec of keys, which have one layout, found " + this + ", whose values have several");
    }

    @Override
    final @Nullable StructLayout layout() {
        return null; // each value has that of its type
    }

    @Override
    final List<StructLayout> layouts() {
        return layouts;
    }

    @Override
    final long fixedSize() {
        return -1;
    }
}
