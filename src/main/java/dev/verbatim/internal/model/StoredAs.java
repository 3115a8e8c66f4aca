package dev.verbatim.internal.model;

/**
 * What the primitive is that a conversion stores, to a program in another language that has a type for such numbers.
 * Without a sign, of half precision, or in a unit of time: the bits alone do not say it.
 */
public enum StoredAs {
    /** What the user's functions make of it. */
    OWN,
    /** Flags, characters, or codes that are not below zero: the same with a sign and without one. */
    BITS,
    /** A number with a sign. */
    SIGNED,
    /** A number without a sign. */
    UNSIGNED,
    /** A floating-point number of half precision. */
    HALF,
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
