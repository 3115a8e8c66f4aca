package dev.verbatim.internal.runtime;

import dev.verbatim.StructList;
import dev.verbatim.StructView;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A list of views of one class. {@link OwnLists} copies this class for each class of views, and nobody makes one of the
 * class itself.
 *
 * @param <V> the view
 */
final class OwnViewList<V extends StructView> extends SegmentList<V> implements OwnLists.Copied<V> {

    private static final @Nullable GeneratedView PROTOTYPE =
            OwnLists.constant(MethodHandles.lookup(), GeneratedView.class);

    OwnViewList(MemorySegment segment) {
        this(segment, GeneratedView.shapeOf(Objects.requireNonNull(PROTOTYPE, "a copy has a view")));
    }

    private OwnViewList(MemorySegment segment, ViewShape shape) {
        super(segment, shape.byteSize(), shape);
        long alignment = shape.binding().alignment();
        if (count() > 1 && shape.byteSize() % alignment != 0) {
            throw new IllegalArgumentException("cannot make a list of " + shape
                    + ": its atomic accessors need structs whose byteSize is a multiple of " + alignment
                    + "; pad the layout, as Layouts.struct does");
        }
        if (count() > 0) {
            element(0); // throws if the first struct is not aligned for atomic accessors
        }
    }

    @Override
    public StructList<V> over(MemorySegment segment) {
        return new OwnViewList<>(segment);
    }

    @Override
    @SuppressWarnings({"unchecked", "NullAway"}) // a copy has a view of this type
    protected V element(long index) {
        GeneratedView view = PROTOTYPE.newView();
        view.wrapAny(segment(), offset(index));
        return (V) view;
    }

    @Override
    public void forEach(Consumer<? super V> action) {
        Objects.requireNonNull(action, "action");
        if (count() == 0) {
            return;
        }
        V view = element(0);
        action.accept(view);
        for (long i = 1; i < count(); i++) {
            view.wrap(segment(), offset(i));
            action.accept(view);
        }
    }

    @Override
    public V set(int index, V element) {
        throw unmodifiable();
    }

    @Override
    public void set(long index, V element) {
        throw unmodifiable();
    }

    private static RuntimeException unmodifiable() {
        return new UnsupportedOperationException(
                "a list of views is changed through its views; use get(index).copyFrom(view)");
    }
}
