package dev.verbatim.map;

import static dev.verbatim.map.RegisterHistory.NEVER;
import static dev.verbatim.map.RegisterHistory.isLinearizable;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.map.RegisterHistory.Kind;
import dev.verbatim.map.RegisterHistory.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RegisterHistoryTest {

    private static Operation put(long start, long end, long value, long found) {
        return new Operation(Kind.PUT, start, end, 0, value, found);
    }

    private static Operation get(long start, long end, long found) {
        return new Operation(Kind.GET, start, end, 0, 0, found);
    }

    @Test
    void operationsThatOverlapHappenInAnyOrder() {
        assertTrue(isLinearizable(List.of(put(0, 10, 1, 2), put(5, 15, 2, 0), get(16, 17, 1))));
        assertTrue(isLinearizable(List.of(put(0, 10, 1, 0), get(1, 2, 1), get(3, 4, 1))));
        assertTrue(isLinearizable(List.of(put(0, 10, 1, 0), get(1, 2, 0), get(3, 4, 1))));
    }

    @Test
    void aValueThatWasLostIsSeen() {
        assertFalse(isLinearizable(List.of(put(0, 1, 1, 0), get(2, 3, 0))));
        assertFalse(isLinearizable(List.of(put(0, 1, 1, 0), put(2, 3, 2, 1), get(4, 5, 1))));
        assertFalse(isLinearizable(List.of(put(0, 10, 1, 0), get(1, 2, 1), get(3, 4, 0))), "it was there");
        assertFalse(isLinearizable(List.of(put(0, 10, 1, 0), put(0, 10, 2, 0))), "both found none");
    }

    @Test
    void conditionsAreLookedAt() {
        Operation expected = new Operation(Kind.REPLACE_EXPECTED, 2, 3, 1, 2, 1);
        Operation refused = new Operation(Kind.REPLACE_EXPECTED, 2, 3, 1, 2, 0);
        assertTrue(isLinearizable(List.of(put(0, 1, 1, 0), expected, get(4, 5, 2))));
        assertFalse(isLinearizable(List.of(put(0, 1, 1, 0), refused, get(4, 5, 1))));
        assertFalse(isLinearizable(List.of(put(0, 1, 1, 0), expected, get(4, 5, 1))));
        Operation absent = new Operation(Kind.PUT_IF_ABSENT, 2, 3, 0, 2, 1);
        assertTrue(isLinearizable(List.of(put(0, 1, 1, 0), absent, get(4, 5, 1))));
        assertFalse(isLinearizable(List.of(put(0, 1, 1, 0), absent, get(4, 5, 2))));
        Operation removed = new Operation(Kind.REMOVE_EXPECTED, 2, 3, 1, 0, 1);
        assertTrue(isLinearizable(List.of(put(0, 1, 1, 0), removed, get(4, 5, 0))));
        assertFalse(isLinearizable(List.of(put(0, 1, 1, 0), removed, removed)));
    }

    @Test
    void whoWasKilledMayHaveDoneItOrNotButNotBoth() {
        Operation killed = put(2, NEVER, 2, 0);
        assertTrue(isLinearizable(List.of(put(0, 1, 1, 0), killed, get(4, 5, 1))));
        assertTrue(isLinearizable(List.of(put(0, 1, 1, 0), killed, get(4, 5, 2), get(6, 7, 2))));
        assertTrue(isLinearizable(List.of(put(0, 1, 1, 0), killed, get(4, 5, 1), get(6, 7, 2))));
        assertFalse(isLinearizable(List.of(put(0, 1, 1, 0), killed, get(4, 5, 2), get(6, 7, 1))));
        assertFalse(isLinearizable(List.of(put(0, 1, 1, 0), get(1, 2, 2), put(3, NEVER, 2, 0))), "before it began");
    }

    /** What several did to a register in fact, and the same with one result changed. */
    @Test
    void aLongHistoryIsAcceptedAndNotWithOneResultChanged() {
        long seed = Long.getLong("verbatim.seed", System.nanoTime());
        Random random = new Random(seed);
        List<Operation> operations = new ArrayList<>();
        long state = 0;
        for (int i = 1; i <= 3_000; i++) {
            // Each happens at ten times its number, and lasts a while before and after that.
            boolean isPut = random.nextBoolean();
            long start = i * 10L - random.nextInt(50);
            long end = i * 10L + random.nextInt(50);
            operations.add(isPut ? put(start, end, i, state) : get(start, end, state));
            state = isPut ? i : state;
        }
        assertTrue(isLinearizable(operations), () -> "verbatim.seed=" + seed);
        int broken = 100 + random.nextInt(2_800);
        Operation whole = operations.get(broken);
        operations.set(
                broken,
                new Operation(whole.kind(), whole.start(), whole.end(), 0, whole.value(), whole.result() + 10_000));
        assertFalse(isLinearizable(operations), () -> "verbatim.seed=" + seed);
    }
}
