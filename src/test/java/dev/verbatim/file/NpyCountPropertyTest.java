package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/**
 * Every state of the field on the way from one count to another is a count between them, for Verbatim and for Python.
 */
@AddLifecycleHook(Tries.class)
class NpyCountPropertyTest {

    private static final long CARRY = 100_000_000;
    private static final long MAX_COUNT = 9_999_999_999_999_999L;

    /** A step from one count to another. */
    record Step(long from, long to) {}

    @Property
    void everyCountIsReadAsItWasPublished(@ForAll("steps") Step step) {
        MemorySegment segment = NpyCountTest.segmentOf(NpyCount.columns(step.from));
        NpyCount.publish(segment, NpyCountTest.OFFSET, step.from, step.to);
        assertEquals(NpyCount.columns(step.to), NpyCountTest.columnsOf(segment));
        assertEquals(step.to, NpyCount.read(segment, NpyCountTest.OFFSET, null).count());
        assertEquals(step.to, NpyCount.parse(NpyCountTest.columnsOf(segment)));
    }

    @Property
    void everyStateInBetweenIsAPrefixAndNeverGoesBack(@ForAll("steps") Step step) {
        long seen = step.from;
        for (String state : states(step)) {
            long count = NpyCount.parse(state);
            assertEquals(
                    count,
                    NpyCount.read(NpyCountTest.segmentOf(state), NpyCountTest.OFFSET, null)
                            .count(),
                    state);
            assertTrue(seen <= count && count <= step.to, () -> "`" + state + "` is read as " + count);
            assertTrue(pythonInt(state) <= count, () -> "Python reads `" + state + "`");
            seen = count;
        }
        assertEquals(step.to, seen);
    }

    @Property
    void aWriterThatFollowsOneThatDiedInBetweenEndsTheCarry(@ForAll("steps") Step step) {
        for (String state : states(step)) {
            MemorySegment segment = NpyCountTest.segmentOf(state);
            long count = NpyCount.read(segment, NpyCountTest.OFFSET, null).count();
            NpyCount.settle(segment, NpyCountTest.OFFSET, count);
            assertEquals(NpyCount.columns(count), NpyCountTest.columnsOf(segment), state);
            NpyCount.publish(segment, NpyCountTest.OFFSET, count, step.to);
            assertEquals(NpyCount.columns(step.to), NpyCountTest.columnsOf(segment), state);
        }
    }

    @Property
    void theHeaderIsReadInEveryState(@ForAll("steps") Step step) throws Exception {
        NpyDtype.Struct dtype =
                new NpyDtype.Struct(List.of(new NpyDtype.Field("id", NpyDtype.Scalar.parse("<i8"), 0)), 8);
        String header = new String(NpyHeader.encode(dtype), StandardCharsets.ISO_8859_1);
        for (String state : states(step)) {
            String text = header.substring(10).replace(NpyCount.columns(0), state);
            PythonLiteral.Node root = PythonLiteral.parse(text);
            assertTrue(root.value().toString().contains("value=" + pythonInt(state) + ","), state);
        }
    }

    /** Steps of every size, and those that end or start close to a carry. */
    @Provide
    static Arbitrary<Step> steps() {
        Arbitrary<Long> nearCarry = Combinators.combine(
                        Arbitraries.longs().between(1, 300), Arbitraries.longs().between(-12, 12))
                .as((high, low) -> high * CARRY + low);
        Arbitrary<Long> counts = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 3 * CARRY),
                nearCarry,
                Arbitraries.longs().between(0, MAX_COUNT / 2));
        Arbitrary<Long> sizes = Arbitraries.oneOf(
                Arbitraries.longs().between(0, 25), Arbitraries.longs().between(0, 12 * CARRY));
        return Combinators.combine(counts, sizes).as((from, size) -> new Step(from, from + size));
    }

    /** The states that the drawing in {@link NpyCount} shows, in their order, written down once more. */
    private static List<String> states(Step step) {
        List<String> states = new ArrayList<>();
        states.add(NpyCount.columns(step.from));
        String high = states.getFirst().substring(0, 12);
        for (long next = step.from / CARRY + 1; next <= step.to / CARRY; next++) {
            String marker = next % 10 + "_000000";
            states.add(high + marker);
            high = "%12d".formatted(next);
            states.add(high + marker);
        }
        states.add(NpyCount.columns(step.to));
        return states;
    }

    /** What {@code int()} makes of it, and NumPy, which evaluates it as a literal. */
    static long pythonInt(String columns) {
        String number = columns.strip();
        assertTrue(number.matches("0|[1-9][0-9]*(_[0-9]+)*"), () -> "Python does not read `" + number + "`");
        return Long.parseLong(number.replace("_", ""));
    }
}
