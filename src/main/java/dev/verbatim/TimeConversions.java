package dev.verbatim;

import static java.lang.Math.addExact;
import static java.lang.Math.floorDiv;
import static java.lang.Math.floorMod;
import static java.lang.Math.multiplyExact;

import dev.verbatim.internal.model.CarrierConversion;
import dev.verbatim.internal.model.StoredAs;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.Objects;

/**
 * Conversions of dates and times. What the stored number cannot say exactly is refused: a time beyond its range, or
 * with a part that is smaller than its unit.
 *
 * <p>NumPy has types for such numbers, as {@code M8[ns]} and {@code m8[us]}. A file of structs that has them is opened
 * by the conversion of the same unit. Its {@code NaT}, which is no time, is the smallest {@code long}, and so another
 * value here, or corrupt; {@code CodeConversions.nullable(conversion, Long.MIN_VALUE)} has null for it.
 */
public final class TimeConversions {

    private static final int NANOS = 1_000_000_000;
    private static final int MICROS = 1_000_000;
    private static final int MILLIS = 1_000;
    private static final int SECONDS = 1;
    private static final long SECONDS_OF_DAY = 86_400;

    private TimeConversions() {}

    /**
     * {@return {@link Instant} as a {@code long}: nanoseconds from 1970-01-01T00:00:00Z, from
     * 1677-09-21T00:12:43.145224192Z to 2262-04-11T23:47:16.854775807Z}
     */
    public static Conversion<Instant> epochNanos() {
        return instant(NANOS, StoredAs.EPOCH_NANOS);
    }

    /** {@return {@link Instant} as a {@code long}: microseconds from 1970-01-01T00:00:00Z} */
    public static Conversion<Instant> epochMicros() {
        return instant(MICROS, StoredAs.EPOCH_MICROS);
    }

    /** {@return {@link Instant} as a {@code long}: milliseconds from 1970-01-01T00:00:00Z} */
    public static Conversion<Instant> epochMillis() {
        return instant(MILLIS, StoredAs.EPOCH_MILLIS);
    }

    /**
     * {@return {@link Instant} as a {@code long}: seconds from 1970-01-01T00:00:00Z} So is C's {@code time_t} of 64
     * bits. A number beyond {@link Instant#MAX} or {@link Instant#MIN}, about a billion years, is corrupt.
     */
    public static Conversion<Instant> epochSeconds() {
        return instant(SECONDS, StoredAs.EPOCH_SECONDS);
    }

    /**
     * {@return {@link Instant} as an {@code int}: seconds from 1970-01-01T00:00:00Z, from 1901-12-13T20:45:52Z to
     * 2038-01-19T03:14:07Z} So is C's {@code time_t} of 32 bits.
     *
     * @param layout {@code JAVA_INT}; the one of the member says the byte order
     */
    public static Conversion<Instant> epochSeconds(ValueLayout.OfInt layout) {
        Objects.requireNonNull(layout, "layout");
        return CarrierConversion.ofInt(
                Instant.class, int.class, StoredAs.SIGNED, TimeConversions::epochSecond, Instant::ofEpochSecond);
    }

    private static int epochSecond(Instant instant) {
        long second = count(instant.getEpochSecond(), instant.getNano(), SECONDS, instant);
        if (second != (int) second) {
            throw new IllegalArgumentException("expected a time from " + Instant.ofEpochSecond(Integer.MIN_VALUE)
                    + " to " + Instant.ofEpochSecond(Integer.MAX_VALUE));
        }
        return (int) second;
    }

    private static Conversion<Instant> instant(int units, StoredAs stored) {
        return CarrierConversion.ofLong(
                Instant.class,
                stored,
                instant -> count(instant.getEpochSecond(), instant.getNano(), units, instant),
                count -> Instant.ofEpochSecond(floorDiv(count, units), nanos(count, units)));
    }

    /** {@return {@link Duration} as a {@code long} of nanoseconds, up to about 292 years} */
    public static Conversion<Duration> durationNanos() {
        return duration(NANOS, StoredAs.NANOS);
    }

    /** {@return {@link Duration} as a {@code long} of microseconds} */
    public static Conversion<Duration> durationMicros() {
        return duration(MICROS, StoredAs.MICROS);
    }

    /** {@return {@link Duration} as a {@code long} of milliseconds} */
    public static Conversion<Duration> durationMillis() {
        return duration(MILLIS, StoredAs.MILLIS);
    }

    /** {@return {@link Duration} as a {@code long} of seconds} */
    public static Conversion<Duration> durationSeconds() {
        return duration(SECONDS, StoredAs.SECONDS);
    }

    private static Conversion<Duration> duration(int units, StoredAs stored) {
        return CarrierConversion.ofLong(
                Duration.class,
                stored,
                duration -> count(duration.getSeconds(), duration.getNano(), units, duration),
                count -> Duration.ofSeconds(floorDiv(count, units), nanos(count, units)));
    }

    /** {@return {@link LocalDate} as an {@code int}: days from 1970-01-01; from -5877641-06-23 to +5881580-07-11} */
    public static Conversion<LocalDate> epochDay() {
        return CarrierConversion.ofInt(
                LocalDate.class, int.class, StoredAs.SIGNED, TimeConversions::epochDay, LocalDate::ofEpochDay);
    }

    /**
     * {@return {@link LocalDate} as a {@code long}: days from 1970-01-01} A number beyond {@link LocalDate#MAX} or
     * {@link LocalDate#MIN}, about a billion years, is corrupt.
     *
     * @param layout {@code JAVA_LONG}; the one of the member says the byte order
     */
    public static Conversion<LocalDate> epochDay(ValueLayout.OfLong layout) {
        Objects.requireNonNull(layout, "layout");
        return CarrierConversion.ofLong(
                LocalDate.class, StoredAs.EPOCH_DAYS, LocalDate::toEpochDay, LocalDate::ofEpochDay);
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
        return local(NANOS, StoredAs.EPOCH_NANOS);
    }

    /** {@return {@link LocalDateTime} as a {@code long}: microseconds from 1970-01-01T00:00, in days of 24 hours} */
    public static Conversion<LocalDateTime> localEpochMicros() {
        return local(MICROS, StoredAs.EPOCH_MICROS);
    }

    /** {@return {@link LocalDateTime} as a {@code long}: milliseconds from 1970-01-01T00:00, in days of 24 hours} */
    public static Conversion<LocalDateTime> localEpochMillis() {
        return local(MILLIS, StoredAs.EPOCH_MILLIS);
    }

    /**
     * {@return {@link LocalDateTime} as a {@code long}: seconds from 1970-01-01T00:00, in days of 24 hours} A number
     * beyond {@link LocalDateTime#MAX} or {@link LocalDateTime#MIN}, about a billion years, is corrupt.
     */
    public static Conversion<LocalDateTime> localEpochSeconds() {
        return local(SECONDS, StoredAs.EPOCH_SECONDS);
    }

    private static Conversion<LocalDateTime> local(int units, StoredAs stored) {
        return CarrierConversion.ofLong(
                LocalDateTime.class,
                stored,
                time -> {
                    Instant instant = time.toInstant(ZoneOffset.UTC);
                    return count(instant.getEpochSecond(), instant.getNano(), units, time);
                },
                count -> LocalDateTime.ofEpochSecond(floorDiv(count, units), nanos(count, units), ZoneOffset.UTC));
    }

    /** {@return {@link LocalTime} as a {@code long}: nanoseconds from midnight} Numbers of another day are corrupt. */
    public static Conversion<LocalTime> nanoOfDay() {
        return longOfDay(NANOS);
    }

    /** {@return {@link LocalTime} as a {@code long}: microseconds from midnight} Numbers of another day are corrupt. */
    public static Conversion<LocalTime> microOfDay() {
        return longOfDay(MICROS);
    }

    /** {@return {@link LocalTime} as an {@code int}: milliseconds from midnight} Numbers of another day are corrupt. */
    public static Conversion<LocalTime> milliOfDay() {
        return intOfDay(MILLIS);
    }

    /** {@return {@link LocalTime} as an {@code int}: seconds from midnight} Numbers of another day are corrupt. */
    public static Conversion<LocalTime> secondOfDay() {
        return intOfDay(SECONDS);
    }

    private static Conversion<LocalTime> longOfDay(int units) {
        return CarrierConversion.ofLong(
                LocalTime.class, StoredAs.BITS, time -> ofDay(time, units), count -> timeOfDay(count, units));
    }

    private static Conversion<LocalTime> intOfDay(int units) {
        return CarrierConversion.ofInt(
                LocalTime.class,
                int.class,
                StoredAs.BITS,
                time -> (int) ofDay(time, units),
                count -> timeOfDay(count, units));
    }

    private static long ofDay(LocalTime time, int units) {
        long nanos = time.toNanoOfDay();
        return count(nanos / NANOS, (int) (nanos % NANOS), units, time);
    }

    private static LocalTime timeOfDay(long count, int units) {
        long end = SECONDS_OF_DAY * units;
        if (count < 0 || count >= end) {
            throw new IllegalArgumentException("expected a number from 0 to " + (end - 1) + ", of one day");
        }
        return LocalTime.ofNanoOfDay(count * (NANOS / units));
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
