package dev.verbatim.internal.runtime;

/**
 * Tells a codec or a view that there is a value which cannot be stored, or bytes which are no value. Its handler looks for the place and throws
 * what the user sees, so that nobody sees this. To make one costs little, as it has no stack trace.
 */
public sealed class ValueFault extends RuntimeException
        permits CorruptFault, ValueFault.NullReference, ValueFault.NoElement, ValueFault.TooLarge {

    private static final long serialVersionUID = 1;

    ValueFault() {
        super(null, null, false, false);
    }

    /** {@return what generated code throws where there is such a value} */
    public static RuntimeException fault() {
        return new ValueFault();
    }

    /** Says that a member of a view is null, where something in it was asked for. */
    static final class NullReference extends ValueFault {

        private static final long serialVersionUID = 1;
    }

    /** Says that a list or an array in a tail has no element of the index. */
    static final class NoElement extends ValueFault {

        private static final long serialVersionUID = 1;

        final int count;

        NoElement(int count) {
            this.count = count;
        }
    }

    /** Says that a variable-length record would exceed {@link dev.verbatim.internal.model.VarDescriptor#MAX_BYTE_SIZE}. */
    static final class TooLarge extends ValueFault {

        private static final long serialVersionUID = 1;
    }
}
