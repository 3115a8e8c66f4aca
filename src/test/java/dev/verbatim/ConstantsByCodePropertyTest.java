package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.Character.UnicodeScript;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The table of an enum's codes, beside a map. */
class ConstantsByCodePropertyTest {

    private static final List<UnicodeScript> MANY = List.of(UnicodeScript.values());

    /** Codes of a few bits, anywhere in an int, so that many are close together, or differ in high bits only. */
    @Property
    void itHasWhatAMapHas(@ForAll Random random, @ForAll @IntRange(max = 31) int shift, @ForAll int high) {
        UnicodeScript[] all = MANY.subList(0, random.nextInt(MANY.size() + 1)).toArray(UnicodeScript[]::new);
        ConstantsByCode<UnicodeScript> table = new ConstantsByCode<>(all);
        Map<Integer, UnicodeScript> expected = new HashMap<>();
        for (UnicodeScript constant : all) {
            int code = high ^ (random.nextInt(256) << shift);

            assertEquals(expected.putIfAbsent(code, constant), table.putIfAbsent(code, constant));
        }

        for (int i = 0; i < 256; i++) {
            for (int code : new int[] {high ^ (i << shift), i, random.nextInt()}) {
                assertEquals(expected.get(code), table.get(code));
            }
        }
    }
}
