package dev.verbatim.internal.model;

/**
 * What the number is that a conversion stores, to a program in another language that has a type for such numbers.
 * Without a sign, or in a unit of time: the bits alone do not say it.
 */
public enum StoredAs {
    /** What the functions of the conversion make of the bits: a code, flags, text, a number of the user's. */
    BITS,
    /** A number with a sign. */
    SIGNED,
    /** A number without a sign. */
    UNSIGNED,
    /** Days from 1970-01-01. */
    EPOCH_DAYS,
    /** Seconds from 1970-01-01T00:00. */
    EPOCH_SECONDS,
    /** Milliseconds from 1970-01-01T00:00. */
    EPOCH_MILLIS,
    /** Microseconds from 1970-01-01T00:00. */
    EPOCH_MICROS,
    /** Nanoseconds from 1970-01-01T00:00. */
    EPOCH_NANOS,
    /** Seconds of a duration. */
    SECONDS,
    /** Milliseconds of a duration. */
    MILLIS,
    /** Microseconds of a duration. */
    MICROS,
    /** Nanoseconds of a duration. */
    NANOS
}
