package dev.verbatim.internal.log;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutCodec;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.SizedCodec;
import dev.verbatim.StructView;
import dev.verbatim.internal.model.LayoutGrowth;
import dev.verbatim.internal.model.VarLayouts;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether a codec or a view can read an entry, by the id of the entry's layout. One thread at a time may use it. */
public final class LayoutMatch {

    private final String name;
    private final StoredLayouts layouts;

    /**
     * The ids of the layouts that a codec has read: to compare two layouts takes long, and a grown one comes from a
     * file.
     */
    private final ByCodec<int[]> matches = new ByCodec<>();

    private @Nullable Object lastCodec;
    private int lastId;

    public LayoutMatch(Log log) {
        this.name = log.name();
        this.layouts = log.layouts();
    }

    /** {@return whether this codec could read the last entry, which had the same layout} */
    @SuppressWarnings("ReferenceEquality") // a codec is the same or takes the long way
    public boolean isSame(Object codec, int id) {
        return codec == lastCodec && id == lastId;
    }

    /**
     * Requires that a codec can read an entry.
     *
     * @throws LayoutMismatchException if it cannot
     */
    public void require(Object codec, StructLayout layout, int id, long position) throws IOException {
        int[] known = matches.get(codec);
        if (known == null || !isOneOf(known, id)) {
            if (id != StoredLayouts.idOf(layout)) {
                requireGrown(codec, layout, id, position);
            } else if (layouts.isOther(layout)) {
                throw mismatch(position, layouts.load(id), codec, layout);
            }
            matches.put(codec, known == null ? new int[] {id} : with(known, id));
        }
        lastCodec = codec;
        lastId = id;
    }

    /** A codec reads few layouts. Where entries of several codecs alternate, this is asked for each. */
    private static boolean isOneOf(int[] ids, int id) {
        for (int one : ids) {
            if (one == id) {
                return true;
            }
        }
        return false;
    }

    private static int[] with(int[] ids, int id) {
        int[] more = Arrays.copyOf(ids, ids.length + 1);
        more[ids.length] = id;
        return more;
    }

    /**
     * {@return the codec of the type that the tag of an entry says, if it can read the entry's layout; null if not} The
     * codec of one type is that of any entry. An entry of something else may begin with any bytes, also those of a tag.
     *
     * @param memory has the value of the entry at the offset
     */
    public @Nullable LayoutCodec<?> ofTag(SizedCodec<?> codec, MemorySegment memory, long offset, int id, long position)
            throws IOException {
        LayoutCodec<?> ofTag = tagged(codec, memory, offset);
        if (ofTag == null || isSame(ofTag, id)) {
            return ofTag;
        }
        try {
            require(ofTag, ofTag.layout(), id, position);
            return ofTag;
        } catch (LayoutMismatchException e) {
            return null;
        }
    }

    private static @Nullable LayoutCodec<?> tagged(SizedCodec<?> codec, MemorySegment memory, long offset) {
        try {
            return codec.codecAt(memory, offset);
        } catch (CorruptRecordException | IndexOutOfBoundsException e) {
            return null;
        }
    }

    /**
     * {@return the codec of a type that can read the layout of an entry, if there is one that of the type that has it}
     * So the entry has another tag, or none, if {@link #ofTag} finds nothing.
     *
     * @throws LayoutMismatchException if none can
     */
    public LayoutCodec<?> ofLayout(SizedCodec<?> codec, MemorySegment memory, long offset, int id, long position)
            throws IOException {
        for (LayoutCodec<?> each : codec.codecs()) {
            if (StoredLayouts.idOf(each.layout()) == id && !layouts.isOther(each.layout())) {
                return each;
            }
        }
        StructLayout found = id == 0 ? null : layouts.load(id);
        for (LayoutCodec<?> each : codec.codecs()) {
            if (found != null && Layouts.isGrown(each.layout(), found)) {
                return each;
            }
        }
        throw codec instanceof LayoutCodec<?> ofOneType
                ? mismatch(position, found, codec, ofOneType.layout())
                : noAlternative(position, found, codec, codec.isVariable() ? tagged(codec, memory, offset) : null);
    }

    /**
     * {@return an exception that says which layout an entry has, and that no type of a codec has one like it}
     *
     * @param ofTag the codec of the alternative that the tag says; null if it says none
     */
    private LayoutMismatchException noAlternative(
            long position, @Nullable StructLayout found, Object codec, @Nullable LayoutCodec<?> ofTag) {
        return new LayoutMismatchException(
                cannotRead(position, codec),
                List.of("the entry has "
                        + (found == null ? "no layout" : "the layout " + LayoutText.of(found))
                        + ", which no alternative of the codec has"
                        + (ofTag == null || found == null
                                ? ""
                                : "; its tag is that of " + ofTag.type().getName()
                                        + difference(found, ofTag.layout(), "the codec"))));
    }

    /**
     * {@return an exception that says what the tag of an entry is, and what its layout}
     *
     * @throws CorruptRecordException if no type has the tag
     */
    public LayoutMismatchException otherTag(
            SizedCodec<?> codec, MemorySegment memory, long offset, LayoutCodec<?> ofLayout, long position) {
        Class<?> ofTag = codec.codecAt(memory, offset).type();
        return new LayoutMismatchException(
                cannotRead(position, codec),
                List.of("the entry has the layout of " + ofLayout.type().getName() + ", and the tag of "
                        + ofTag.getName() + "; write such values with the tagged codec"));
    }

    /**
     * {@return an exception that says both layouts, and where they part}
     *
     * @param found the layout of the entry; null if it has none
     * @param codec a codec, or a view
     * @param layout what that has; null if it has none
     */
    public LayoutMismatchException mismatch(
            long position, @Nullable StructLayout found, Object codec, @Nullable StructLayout layout) {
        String reader = codec instanceof StructView ? "the view" : "the codec";
        return new LayoutMismatchException(
                cannotRead(position, codec),
                List.of("the entry has " + (found == null ? "no layout" : "the layout " + LayoutText.of(found))
                        + ", " + reader + " has " + (layout == null ? "none" : LayoutText.of(layout))
                        + (found == null || layout == null ? "" : difference(found, layout, reader))));
    }

    private static String difference(StructLayout found, StructLayout layout, String reader) {
        if (VarLayouts.isVarRecord(found) != VarLayouts.isVarRecord(layout)) {
            return "; only one of them is that of variable-length records";
        }
        // What is stored has no alignments.
        LayoutGrowth.Difference difference = LayoutGrowth.difference(found, LayoutText.parse(LayoutText.of(layout)));
        return difference == null ? "" : "; " + difference.describe("the entry", reader);
    }

    private String cannotRead(long position, Object codec) {
        return "cannot read the entry of " + name + " at position=" + position + " with "
                + (codec instanceof StructView ? viewType(codec.getClass()).getName() : codec);
    }

    /** {@return the interface that a view was made for: as text, a view is what it shows} */
    private static Class<?> viewType(Class<?> view) {
        for (Class<?> type : view.getInterfaces()) {
            if (StructView.class.isAssignableFrom(type)) {
                return type;
            }
        }
        return view;
    }

    private void requireGrown(Object codec, StructLayout layout, int id, long position) throws IOException {
        StructLayout found = id == 0 ? null : layouts.load(id);
        if (found == null || !Layouts.isGrown(layout, found)) {
            throw mismatch(position, found, codec, layout);
        }
        if (codec instanceof StructView && found.byteSize() < layout.byteSize()) {
            throw new LayoutMismatchException(
                    cannotRead(position, codec),
                    List.of("the entry has the older layout " + LayoutText.of(found) + ", the view has "
                            + LayoutText.of(layout) + " and no defaults for what is absent; read the entry with a"
                            + " VarCodec, or with a view over its own layout"));
        }
    }
}
