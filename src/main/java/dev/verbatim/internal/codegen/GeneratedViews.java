package dev.verbatim.internal.codegen;

import dev.verbatim.StructList;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.internal.model.ViewBinding;
import dev.verbatim.internal.runtime.GeneratedView;
import dev.verbatim.internal.runtime.OwnLists;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.util.Objects;

/**
 * Makes views of one generated class. C2 trusts the fields of a record: it knows the class of the views of a factory in
 * a static final field.
 *
 * @param binding the binding that the class was generated from
 * @param prototype a view to make others from
 * @param lists makes their lists
 * @param <V> the view
 */
record GeneratedViews<V extends StructView>(ViewBinding<V> binding, GeneratedView prototype, OwnLists<V> lists)
        implements ViewFactory<V> {

    GeneratedViews(ViewBinding<V> binding, GeneratedView prototype) {
        this(binding, prototype, OwnLists.ofViews(prototype));
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
    @SuppressWarnings("unchecked") // the class was generated from this binding, and implements its type
    public V wrap(MemorySegment segment, long offset) {
        GeneratedView view = prototype.newView();
        view.wrapAny(segment, offset);
        return (V) view;
    }

    @Override
    @SuppressWarnings("unchecked") // as above
    public V unwrapped() {
        return (V) prototype.newView();
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
        return lists.list(segment);
    }

    @Override
    public boolean equals(Object other) {
        return this == other; // as other factories do, which are no records
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }

    /** {@return the view and the layout, as messages name them} */
    @Override
    public String toString() {
        return GeneratedView.shapeOf(prototype).toString();
    }
}
