package dev.verbatim.internal.runtime;

import dev.verbatim.internal.model.ViewBinding;

/**
 * What all views of one class have in common. A view has a reference to it, so that it takes no longer to make a view
 * than to allocate it. C2 trusts the fields of a record.
 *
 * @param binding the binding
 * @param byteSize the size of the struct in bytes
 * @param hasAtomics whether a struct has to be aligned for atomic accessors
 * @param isOfVarRecords whether the struct is the fixed part of a variable-length record
 * @param hasTail whether a tail belongs to the struct
 */
public record ViewShape(
        ViewBinding<?> binding, long byteSize, boolean hasAtomics, boolean isOfVarRecords, boolean hasTail) {

    /** Takes all from a binding. */
    public ViewShape(ViewBinding<?> binding) {
        this(
                binding,
                binding.layout().byteSize(),
                binding.alignment() > 1,
                binding.isOfVarRecords(),
                binding.hasTail());
    }

    /** {@return the view and the layout, as messages name them} */
    @Override
    public String toString() {
        return ViewFaults.name(binding);
    }
}
