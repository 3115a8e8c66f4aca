package dev.verbatim.internal.runtime;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.internal.model.TailConversion;
import java.util.Objects;

/**
 * Tells the handler of a codec or a view that there is a value which cannot be stored, or bytes which are no value. The
 * handler looks for the place, and throws an exception that names it. So users never see a fault. To make one costs
 * little: it has no stack trace.
 */
public sealed class ValueFault extends RuntimeException
        permits CorruptFault,
                ValueFault.RefusedContent,
                ValueFault.NullReference,
                ValueFault.NoElement,
                ValueFault.TooLarge {

    private static final long serialVersionUID = 1;

    ValueFault() {
        super(null, null, false, false);
    }

    private ValueFault(RuntimeException refusal) {
        super(null, refusal, false, false);
    }

    /** {@return what generated code throws where it finds such a value} */
    public static RuntimeException fault() {
        return new ValueFault();
    }

    /**
     * {@return what a codec throws instead of what a conversion has thrown} The conversion is asked for a message
     * later, unless it was the segment that has thrown.
     */
    public static RuntimeException instead(RuntimeException refusal) {
        return new ValueFault(refusal);
    }

    /**
     * {@return what a codec throws instead of what a conversion has thrown that was to make a value of text, an array
     * or a list}
     *
     * @param refusal what it has thrown
     * @param conversion the conversion
     * @param name the name of the member
     * @param content what it was to make a value of
     */
    public static RuntimeException refusedContent(
            RuntimeException refusal, TailConversion<?> conversion, String name, Object content) {
        return new RefusedContent(refusal, conversion, name, content);
    }

    /** Says that text, an array or a list that was read makes no value. */
    static final class RefusedContent extends ValueFault {

        private static final long serialVersionUID = 1;

        private final transient TailConversion<?> conversion;
        private final String name;
        private final transient Object content;

        RefusedContent(RuntimeException refusal, TailConversion<?> conversion, String name, Object content) {
            super(refusal);
            this.conversion = conversion;
            this.name = name;
            this.content = content;
        }

        /**
         * {@return the exception for the user}
         *
         * @param attempt how the message begins
         */
        CorruptRecordException toException(String attempt) {
            RuntimeException refusal = (RuntimeException) Objects.requireNonNull(getCause());
            CorruptRecordException corrupt =
                    new CorruptRecordException(attempt + name + ": expected " + what() + " that makes a "
                            + conversion.type().getTypeName() + ", found " + found() + " is refused: "
                            + ConversionFaults.reason(refusal));
            corrupt.initCause(refusal);
            return corrupt;
        }

        private String what() {
            return conversion.content() == String.class
                    ? "text"
                    : conversion.content().isArray() ? "an array" : "a list";
        }

        private String found() {
            return content instanceof String text ? "\"" + ConversionFaults.cut(text) + "\", which" : "one that";
        }
    }

    /** Says that a member of a view is null, although an accessor asked for something in it. */
    static final class NullReference extends ValueFault {

        private static final long serialVersionUID = 1;
    }

    /** Says that a list or an array in a tail has no element with the index. */
    static final class NoElement extends ValueFault {

        private static final long serialVersionUID = 1;

        final int count;

        NoElement(int count) {
            this.count = count;
        }
    }

    /**
     * Says that a variable-length record would exceed {@link dev.verbatim.internal.model.VarDescriptor#MAX_BYTE_SIZE}.
     */
    static final class TooLarge extends ValueFault {

        private static final long serialVersionUID = 1;
    }
}
