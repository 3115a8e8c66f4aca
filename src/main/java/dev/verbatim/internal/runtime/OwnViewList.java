package dev.verbatim.internal.runtime;

import dev.verbatim.StructList;
import dev.verbatim.StructView;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A list of views of one class. {@link OwnLists} copies this class for each class of views; only where it cannot are
 * there lists of the class itself.
 *
 * @param <V> the view
 */
final class OwnViewList<V extends StructView> extends SegmentList<V> implements OwnLists.Copied<V> {

    private static final @Nullable GeneratedView PROTOTYPE =
            OwnLists.constant(MethodHandles.lookup(), GeneratedView.class);

    /** The view of a list of the class itself; null in a copy. */
    private final @Nullable GeneratedView uncopied;

    /** Makes a list of a copy. */
    OwnViewList(MemorySegment segment) {
        this(segment, GeneratedView.shapeOf(Objects.requireNonNull(PROTOTYPE, "a copy has a view")), null);
    }

    /** Makes a list of the class itself. */
    OwnViewList(MemorySegment segment, GeneratedView view) {
        this(segment, GeneratedView.shapeOf(view), view);
    }

    private OwnViewList(MemorySegment segment, ViewShape shape, @Nullable GeneratedView uncopied) {
        super(segment, shape.byteSize(), shape);
        this.uncopied = uncopied;
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
        return PROTOTYPE == null ? new OwnViewList<>(segment, prototype()) : new OwnViewList<>(segment);
    }

    @SuppressWarnings("NullAway") // one of the two is a view
    private GeneratedView prototype() {
        return PROTOTYPE == null ? uncopied : PROTOTYPE;
    }

    @Override
    @SuppressWarnings("unchecked") // the view is of this type
    protected V element(long index) {
        GeneratedView view = prototype().newView();
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
        return new UnsupportedOperationException("a list of views is changed through its views, as by"
                + " get(index).copyFrom(view); to sort or to swap, use the list of a codec");
    }
}
