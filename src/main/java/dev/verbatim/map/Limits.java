package dev.verbatim.map;

import java.time.Duration;
import java.time.InstantSource;

/**
 * What has a map lose its oldest entries.
 *
 * @param bytes how many bytes the entries of keys with a value have at most; 0 if there is no limit
 * @param seconds how long an entry stays; 0 if there is no limit
 * @param clock tells the time
 */
record Limits(long bytes, long seconds, InstantSource clock) {

    static final Limits NONE = new Limits(0, 0, InstantSource.system());

    /** The longest time to live, far less than what the second of an entry reaches to. */
    static final Duration MAX_TIME = Duration.ofDays(3650);

    boolean isNone() {
        return bytes == 0 && seconds == 0;
    }

    /** {@return the second to write into an entry; 0 if nobody asks for it} */
    int second() {
        return seconds == 0 ? 0 : secondAt(clock.millis());
    }

    /** {@return whether what was written in a second has lived its time; no if there is no limit or it is not known} */
    boolean isOver(long second) {
        return seconds != 0 && second != 0 && second + seconds < second();
    }

    /** {@return the second of an entry; 0 if it is not known, or yet to come: the clock was ahead, or is behind} */
    long known(long second) {
        return second > second() ? 0 : second;
    }

    /** {@return how the entries of a map name a time, given in milliseconds since 1970} */
    static int secondAt(long millis) {
        return Math.clamp(Math.floorDiv(millis, 1000) - MapDescriptor.SECONDS_BASE, 1, Integer.MAX_VALUE);
    }
}
