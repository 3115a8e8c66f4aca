package dev.verbatim.map;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Says whether what several did to one key could have happened one after the other, each operation at a moment between
 * its beginning and its end: the search of Wing and Gong, with Lowe's memory of where it has been. A value is a number;
 * 0 stands for none.
 */
final class RegisterHistory {

    /** The end of an operation that has none, because its process was killed: it may have taken effect, or may yet. */
    static final long NEVER = Long.MAX_VALUE;

    private RegisterHistory() {}

    /** What is done with a key. */
    enum Kind {
        GET,
        PUT,
        REMOVE,
        PUT_IF_ABSENT,
        REPLACE,
        /** Puts a value if there was an expected one. */
        REPLACE_EXPECTED,
        /** Removes an expected value. */
        REMOVE_EXPECTED,
        /** Puts a value, or removes what there was, in a function that saw what there was. */
        COMPUTE;

        /** All of them; a log names one by its place here. */
        static final List<Kind> ALL = List.of(values());
    }

    /**
     * An operation.
     *
     * @param start when it began
     * @param end when it ended, or {@link #NEVER}
     * @param expected the value that a condition names, or 0
     * @param value the value to put, or 0
     * @param result what it returned: the value that it found; 1 or 0, where it names what it expects
     */
    record Operation(Kind kind, long start, long end, long expected, long value, long result) {

        boolean isEnded() {
            return end != NEVER;
        }

        /** {@return what the key has after this} */
        private long after(long state) {
            return switch (kind) {
                case GET -> state;
                case PUT, COMPUTE -> value;
                case REMOVE -> 0;
                case PUT_IF_ABSENT -> state == 0 ? value : state;
                case REPLACE -> state == 0 ? 0 : value;
                case REPLACE_EXPECTED -> state == expected ? value : state;
                case REMOVE_EXPECTED -> state == expected ? 0 : state;
            };
        }

        /** {@return whether this may return what it has returned} Of one without an end nothing is known. */
        private boolean fits(long state) {
            if (!isEnded()) {
                return true;
            }
            return switch (kind) {
                case REPLACE_EXPECTED, REMOVE_EXPECTED -> result == (state == expected ? 1 : 0);
                default -> result == state;
            };
        }
    }

    /** A beginning or an end, in a list from which what has happened is taken out. */
    private static final class Event {
        private final int operation;
        private final boolean isStart;
        private final long time;
        private Event previous;
        private Event next;

        /** Of a beginning; null if there is none. */
        private Event end;

        private Event(int operation, boolean isStart, long time) {
            this.operation = operation;
            this.isStart = isStart;
            this.time = time;
        }

        private void unlink() {
            previous.next = next;
            if (next != null) {
                next.previous = previous;
            }
        }

        private void link() {
            previous.next = this;
            if (next != null) {
                next.previous = this;
            }
        }
    }

    /** A set of operations that have happened, and what the key has then. */
    private record Place(BitSet happened, long state) {}

    /** A step that the search may have to take back. */
    private record Step(Event event, long stateBefore) {}

    /** {@return whether a history that begins without a value is linearizable} */
    static boolean isLinearizable(List<Operation> operations) {
        return problem(operations) == null;
    }

    /** {@return where no order was found, in a history that begins without a value; null if it is linearizable} */
    static @Nullable String problem(List<Operation> operations) {
        Event latest = null;
        Event head = list(operations);
        int remaining = (int) operations.stream().filter(Operation::isEnded).count();
        BitSet happened = new BitSet(operations.size());
        Set<Place> seen = new HashSet<>();
        List<Step> steps = new ArrayList<>();
        long state = 0;
        Event event = head.next;
        while (remaining > 0) {
            if (event != null && event.isStart) {
                Operation operation = operations.get(event.operation);
                long after = operation.after(state);
                happened.set(event.operation);
                if (operation.fits(state) && seen.add(new Place((BitSet) happened.clone(), after))) {
                    steps.add(new Step(event, state));
                    state = after;
                    remaining -= take(event) ? 1 : 0;
                    event = head.next;
                } else {
                    happened.clear(event.operation);
                    event = event.next;
                }
                continue;
            }
            // Who has ended must have happened: the search goes back.
            if (event != null && (latest == null || event.time > latest.time)) {
                latest = event;
            }
            if (steps.isEmpty()) {
                return describe(operations, latest);
            }
            Step last = steps.removeLast();
            event = last.event();
            state = last.stateBefore();
            happened.clear(event.operation);
            remaining += giveBack(event) ? 1 : 0;
            event = event.next;
        }
        return null;
    }

    private static String describe(List<Operation> operations, @Nullable Event latest) {
        if (latest == null) {
            return "no end";
        }
        Operation stuck = operations.get(latest.operation);
        return "expected an order of all operations, found none up to the end of " + stuck + " among "
                + operations.stream()
                        .filter(other -> other.start() <= stuck.end() && other.end() >= stuck.start())
                        .toList();
    }

    /** Takes an operation out. {@return whether it has an end} */
    private static boolean take(Event start) {
        start.unlink();
        if (start.end != null) {
            start.end.unlink();
        }
        return start.end != null;
    }

    private static boolean giveBack(Event start) {
        if (start.end != null) {
            start.end.link();
        }
        start.link();
        return start.end != null;
    }

    private static Event list(List<Operation> operations) {
        List<Event> events = new ArrayList<>();
        for (int i = 0; i < operations.size(); i++) {
            Operation operation = operations.get(i);
            Event start = new Event(i, true, operation.start());
            events.add(start);
            if (operation.isEnded()) {
                start.end = new Event(i, false, operation.end());
                events.add(start.end);
            }
        }
        // At the same time, all begin before one ends: nobody knows which was first.
        events.sort(Comparator.<Event>comparingLong(event -> event.time).thenComparing(event -> !event.isStart));
        Event head = new Event(-1, true, Long.MIN_VALUE);
        Event last = head;
        for (Event event : events) {
            last.next = event;
            event.previous = last;
            last = event;
        }
        return head;
    }
}
