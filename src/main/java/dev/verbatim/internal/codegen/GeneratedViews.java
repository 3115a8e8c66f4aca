package dev.verbatim.internal.codegen;

import dev.verbatim.StructList;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.runtime.GeneratedView;
import dev.verbatim.internal.runtime.SegmentList;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * Makes views of one generated class.
 *
 * @param <V> the view
 */
final class GeneratedViews<V extends StructView> implements ViewFactory<V> {

    private final ViewBinding<V> binding;
    private final GeneratedView prototype;

    GeneratedViews(ViewBinding<V> binding, GeneratedView prototype) {
        this.binding = binding;
        this.prototype = prototype;
    }

    @SuppressWarnings("unchecked") // the class was generated from this binding, and implements its type
    private V newView() {
        return (V) prototype.newView();
    }

    @Override
    public Class<V> type() {
        return binding.type();
    }

    @Override
    public StructLayout layout() {
        return binding.layout();
    }

    @Override
    public long byteSize() {
        return binding.layout().byteSize();
    }

    @Override
    public V wrap(MemorySegment segment, long offset) {
        V view = newView();
        view.wrap(segment, offset);
        return view;
    }

    @Override
    public V allocate(SegmentAllocator allocator) {
        Objects.requireNonNull(allocator, "allocator");
        if (binding.hasTail()) {
            throw new UnsupportedOperationException("cannot allocate " + this
                    + ": a VarCodec writes variable-length records; wrap one that it has written");
        }
        return wrap(allocator.allocate(byteSize(), Math.max(layout().byteAlignment(), binding.alignment())), 0);
    }

    @Override
    public StructList<V> list(MemorySegment segment) {
        if (binding.hasTail()) {
            throw new UnsupportedOperationException("cannot make a list of " + this
                    + ": structs with a tail do not lie side by side; wrap each at its offset");
        }
        return new ViewList(segment);
    }

    /** {@return the view and the layout, as messages name them} */
    @Override
    public String toString() {
        return type().getName() + " ("
                + layout().name().map(name -> "layout " + name + ", ").orElse("") + byteSize() + " bytes)";
    }

    /** Views of the structs of a segment. */
    private final class ViewList extends SegmentList<V> {

        ViewList(MemorySegment segment) {
            super(segment, byteSize(), GeneratedViews.this);
            if (count() > 1 && byteSize() % binding.alignment() != 0) {
                throw new IllegalArgumentException("cannot make a list of " + GeneratedViews.this
                        + ": its atomic accessors need structs whose byteSize is a multiple of " + binding.alignment()
                        + "; pad the layout, as Layouts.struct does");
            }
            if (count() > 0) {
                newView().wrap(segment, 0); // throws if the first struct is not aligned for atomic accessors
            }
        }

        @Override
        protected V element(long index) {
            V view = newView();
            view.wrap(segment(), offset(index));
            return view;
        }

        @Override
        public void forEach(Consumer<? super V> action) {
            Objects.requireNonNull(action, "action");
            V view = newView();
            for (long i = 0; i < count(); i++) {
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
}
