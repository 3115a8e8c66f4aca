package dev.verbatim;

import static java.lang.Math.addExact;
import static java.lang.Math.floorDiv;
import static java.lang.Math.floorMod;
import static java.lang.Math.multiplyExact;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/**
 * Conversions of dates and times. What the stored number cannot say exactly is refused: a time beyond its range, or
 * with a part that is smaller than its unit.
 */
public final class TimeConversions {

    private static final int NANOS = 1_000_000_000;
    private static final int MICROS = 1_000_000;
    private static final int MILLIS = 1_000;

    private TimeConversions() {}

    /**
     * {@return {@link Instant} as a {@code long}: nanoseconds from 1970-01-01T00:00:00Z, from
     * 1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z}
     */
    public static Conversion<Instant> epochNanos() {
        return instant(NANOS);
    }

    /** {@return {@link Instant} as a {@code long}: microseconds from 1970-01-01T00:00:00Z} */
    public static Conversion<Instant> epochMicros() {
        return instant(MICROS);
    }

    /** {@return {@link Instant} as a {@code long}: milliseconds from 1970-01-01T00:00:00Z} */
    public static Conversion<Instant> epochMillis() {
        return instant(MILLIS);
    }

    private static Conversion<Instant> instant(int units) {
        return Conversion.ofLong(
                Instant.class,
                instant -> count(instant.getEpochSecond(), instant.getNano(), units, instant),
                count -> Instant.ofEpochSecond(floorDiv(count, units), nanos(count, units)));
    }

    /** {@return {@link Duration} as a {@code long} of nanoseconds, up to about 292 years} */
    public static Conversion<Duration> durationNanos() {
        return duration(NANOS);
    }

    /** {@return {@link Duration} as a {@code long} of microseconds} */
    public static Conversion<Duration> durationMicros() {
        return duration(MICROS);
    }

    /** {@return {@link Duration} as a {@code long} of milliseconds} */
    public static Conversion<Duration> durationMillis() {
        return duration(MILLIS);
    }

    private static Conversion<Duration> duration(int units) {
        return Conversion.ofLong(
                Duration.class,
                duration -> count(duration.getSeconds(), duration.getNano(), units, duration),
                count -> Duration.ofSeconds(floorDiv(count, units), nanos(count, units)));
    }

    /** {@return {@link LocalDate} as an {@code int}: days from 1970-01-01; from -5877641-06-23 to +5881580-07-11} */
    public static Conversion<LocalDate> epochDay() {
        return Conversion.ofInt(LocalDate.class, TimeConversions::epochDay, LocalDate::ofEpochDay);
    }

    private static int epochDay(LocalDate date) {
        long day = date.toEpochDay();
        if (day != (int) day) {
            throw new IllegalArgumentException("expected a date from " + LocalDate.ofEpochDay(Integer.MIN_VALUE)
                    + " to " + LocalDate.ofEpochDay(Integer.MAX_VALUE));
        }
        return (int) day;
    }

    /**
     * {@return {@link LocalDateTime} as a {@code long}: nanoseconds from 1970-01-01T00:00, in days of 24 hours; from
     * 1677-09-21 to 2262-04-11}
     */
    public static Conversion<LocalDateTime> localEpochNanos() {
        return local(NANOS);
    }

    /** {@return {@link LocalDateTime} as a {@code long}: microseconds from 1970-01-01T00:00, in days of 24 hours} */
    public static Conversion<LocalDateTime> localEpochMicros() {
        return local(MICROS);
    }

    /** {@return {@link LocalDateTime} as a {@code long}: milliseconds from 1970-01-01T00:00, in days of 24 hours} */
    public static Conversion<LocalDateTime> localEpochMillis() {
        return local(MILLIS);
    }

    private static Conversion<LocalDateTime> local(int units) {
        return Conversion.ofLong(
                LocalDateTime.class,
                time -> {
                    Instant instant = time.toInstant(ZoneOffset.UTC);
                    return count(instant.getEpochSecond(), instant.getNano(), units, time);
                },
                count -> LocalDateTime.ofEpochSecond(floorDiv(count, units), nanos(count, units), ZoneOffset.UTC));
    }

    /** {@return how many units there are}, of which a second has so many. */
    private static long count(long seconds, int nanos, int units, Object time) {
        int unitNanos = NANOS / units;
        if (nanos % unitNanos != 0) {
            throw new IllegalArgumentException("expected a multiple of " + unitNanos + " ns, found " + nanos
                    + " ns in the last second; truncate it, or store a smaller unit");
        }
        try {
            // One second is given up first: the smallest long is not a whole second above the product.
            return seconds < 0
                    ? addExact(multiplyExact(seconds + 1, (long) units), (nanos - NANOS) / unitNanos)
                    : addExact(multiplyExact(seconds, (long) units), nanos / unitNanos);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    "expected a time that a long of units of " + unitNanos + " ns can say, found " + time, e);
        }
    }

    /** {@return the nanoseconds of the last second} */
    private static int nanos(long count, int units) {
        return floorMod(count, units) * (NANOS / units);
    }
}
