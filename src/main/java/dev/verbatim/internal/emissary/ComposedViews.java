package dev.verbatim.internal.emissary;

import dev.verbatim.StructView;
import dev.verbatim.internal.model.LayoutMembers;
import dev.verbatim.internal.model.VarLayouts;
import dev.verbatim.internal.runtime.Fence;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/** Views of structs that lie side by side, as one view of them all. */
final class ComposedViews implements StructView {

    /** A handle {@code (StructView[])StructView}. */
    static final MethodHandle MAKER = maker();

    private final StructView[] views;

    /** The views that are moved: these, and those of which one of these is composed itself. */
    private final StructView[] moved;

    /** Where each struct starts, in bytes from the start of the first. */
    private final long[] starts;

    private final StructLayout layout;
    private final boolean hasTail;

    private ComposedViews(StructView[] views) {
        this.views = views;
        this.moved = Stream.of(views).flatMap(GeneratedEmissaries::views).toArray(StructView[]::new);
        this.starts = new long[views.length];
        StructLayout[] layouts = Stream.of(views).map(StructView::layout).toArray(StructLayout[]::new);
        this.layout = LayoutMembers.aligned(layouts);
        this.hasTail =
                Stream.of(layouts).anyMatch(part -> VarLayouts.isVarRecord(part) || VarLayouts.hasReferences(part));
        List<LayoutMembers.Element> structs = LayoutMembers.of(layout).stream()
                .filter(element -> element.layout() instanceof StructLayout)
                .toList();
        requireDistinct(views);
        for (int i = 0; i < views.length; i++) {
            starts[i] = structs.get(i).offset();
            if (i < views.length - 1 && VarLayouts.isVarRecord(layouts[i])) {
                throw new IllegalArgumentException(
                        "cannot compose views of adjacent structs: a view of variable-length records is expected"
                                + " to be the last, found one as number " + i + " of " + views.length + ": "
                                + layouts[i]);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // two views that are equal can point to different structs
    private static void requireDistinct(StructView[] views) {
        for (int i = 1; i < views.length; i++) {
            for (int j = 0; j < i; j++) {
                if (views[i] == views[j]) {
                    throw new IllegalArgumentException("cannot compose views of adjacent structs: expected views that"
                            + " can point to structs of their own, found one and the same as view " + j
                            + " and as view " + i + "; allocate another");
                }
            }
        }
    }

    private static MethodHandle maker() {
        try {
            return MethodHandles.lookup()
                    .findStatic(ComposedViews.class, "of", MethodType.methodType(StructView.class, StructView[].class));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("a method of this class", e);
        }
    }

    static StructView of(StructView... views) {
        return new ComposedViews(views);
    }

    @Override
    public MemorySegment segment() {
        requireAdjacent();
        return views[0].segment();
    }

    @Override
    public long offset() {
        requireAdjacent();
        return views[0].offset();
    }

    @Override
    public StructLayout layout() {
        return layout;
    }

    private void requireAdjacent() {
        MemorySegment segment = views[0].segment();
        long offset = views[0].offset();
        for (int i = 1; i < views.length; i++) {
            MemorySegment other = views[i].segment();
            if (views[i].offset() != offset + starts[i] || !other.equals(segment)) {
                throw new IllegalStateException("the views do not lie side by side; wrap them: expected view " + i
                        + " at offset=" + (offset + starts[i]) + " of the first view's segment, found offset="
                        + views[i].offset() + " of " + other);
            }
        }
    }

    @Override
    public void wrap(MemorySegment segment, long offset) {
        Objects.requireNonNull(segment, "segment");
        if (offset < 0 || offset > segment.byteSize() - layout.byteSize()) {
            throw new IndexOutOfBoundsException("cannot wrap views of adjacent structs at offset=" + offset
                    + ": expected byteSize=" + layout.byteSize() + " from there within the segment, found its byteSize="
                    + segment.byteSize());
        }
        wrap(0, segment, offset);
    }

    /**
     * Wraps all views, after it has remembered where those from a number on are. Its recursion does so without
     * allocating.
     */
    private void wrap(int i, MemorySegment segment, long offset) {
        if (i == moved.length) {
            for (int k = 0; k < views.length; k++) {
                views[k].wrap(segment, offset + starts[k]);
            }
            return;
        }
        StructView view = moved[i];
        MemorySegment oldSegment = MemorySegment.NULL;
        long oldOffset = 0;
        try {
            oldSegment = view.segment();
            oldOffset = view.offset();
        } catch (IllegalStateException e) {
            // A view that is not one of ours has no place yet.
        }
        try {
            wrap(i + 1, segment, offset);
        } catch (RuntimeException fault) {
            wrapAgain(view, oldSegment, oldOffset, fault);
            throw fault;
        }
    }

    private static void wrapAgain(StructView view, MemorySegment segment, long offset, RuntimeException fault) {
        if (segment.equals(MemorySegment.NULL)) {
            return;
        }
        try {
            if (view.offset() != offset || !view.segment().equals(segment)) {
                view.wrap(segment, offset);
            }
        } catch (RuntimeException e) {
            fault.addSuppressed(e);
        }
    }

    @Override
    public void copyFrom(StructView source) {
        Objects.requireNonNull(source, "source");
        if (!source.layout().withoutName().equals(layout)) {
            throw new IllegalArgumentException(
                    "cannot copy to views of adjacent structs: expected a view of the same layout, found "
                            + source.layout());
        }
        copyFrom(source.segment(), source.offset());
    }

    @Override
    public void copyFrom(MemorySegment source, long sourceOffset) {
        if (hasTail) {
            throw new UnsupportedOperationException(
                    "cannot copy to views of adjacent structs: the tail of the last would stay behind");
        }
        requireAdjacent();
        Fence.beforeAccess();
        MemorySegment.copy(source, sourceOffset, views[0].segment(), views[0].offset(), layout.byteSize());
    }
}
