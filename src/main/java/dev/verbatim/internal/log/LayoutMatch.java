package dev.verbatim.internal.log;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.TaggedCodec;
import dev.verbatim.TaggedVarCodec;
import dev.verbatim.VarCodec;
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
     * {@return the codec of a tagged codec's alternative that has the layout of an entry}
     *
     * @throws LayoutMismatchException if there is none
     */
    public StructCodec<?> alternative(TaggedCodec<?> codec, int id, long position) throws IOException {
        for (StructCodec<?> alternative : codec.codecs()) {
            if (StoredLayouts.idOf(alternative.layout()) == id) {
                return alternative;
            }
        }
        throw noAlternative(codec, id, position);
    }

    /**
     * Requires that the alternative of a tagged codec that the tag says can read an entry.
     *
     * @throws LayoutMismatchException if it cannot
     * @throws CorruptRecordException if the entry has the layout of an alternative, and no tag of one
     * @throws IndexOutOfBoundsException if it has the layout of an alternative, and is too short for a header
     */
    public void requireTagged(TaggedVarCodec<?> codec, MemorySegment payload, int id, long position)
            throws IOException {
        VarCodec<?> ofTag;
        try {
            ofTag = codec.codecAt(payload, 0);
        } catch (CorruptRecordException | IndexOutOfBoundsException e) {
            // An entry of something else may begin with any bytes.
            throw alternative(codec, id) == null ? noAlternative(codec, id, position, null) : e;
        }
        if (isSame(ofTag, id)) {
            return;
        }
        try {
            require(ofTag, ofTag.layout(), id, position);
        } catch (LayoutMismatchException e) {
            VarCodec<?> ofLayout = alternative(codec, id);
            throw ofLayout == null
                    ? noAlternative(codec, id, position, ofTag)
                    : otherTag(codec, ofTag.type(), ofLayout.type(), position);
        }
    }

    /** {@return the alternative that can read a layout, if there is one the one that has it; null if none can} */
    private @Nullable VarCodec<?> alternative(TaggedVarCodec<?> codec, int id) throws IOException {
        if (id == 0) {
            return null;
        }
        StructLayout found = layouts.load(id);
        VarCodec<?> grown = null;
        for (VarCodec<?> alternative : codec.codecs()) {
            if (StoredLayouts.idOf(alternative.layout()) == id) {
                return alternative;
            }
            if (grown == null && Layouts.isGrown(alternative.layout(), found)) {
                grown = alternative;
            }
        }
        return grown;
    }

    /** {@return an exception that says which layout an entry has, and that a tagged codec has none like it} */
    public LayoutMismatchException noAlternative(TaggedCodec<?> codec, int id, long position) throws IOException {
        return noAlternative(codec, id, position, null);
    }

    /**
     * {@return an exception that says which layout an entry has, and that a tagged codec has none like it}
     *
     * @param ofTag the codec of the alternative that the tag says; null if it says none
     */
    private LayoutMismatchException noAlternative(Object codec, int id, long position, @Nullable VarCodec<?> ofTag)
            throws IOException {
        StructLayout found = id == 0 ? null : layouts.load(id);
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

    /** {@return an exception that says what the tag of an entry is, and what its layout} */
    public LayoutMismatchException otherTag(Object codec, Class<?> ofTag, Class<?> ofLayout, long position) {
        return new LayoutMismatchException(
                cannotRead(position, codec),
                List.of("the entry has the layout of " + ofLayout.getName() + ", and the tag of " + ofTag.getName()
                        + "; write such values with the tagged codec"));
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
