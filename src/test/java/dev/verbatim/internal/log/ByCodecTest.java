package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of a codec, for as long as it is there. */
class ByCodecTest {

    private final ByCodec<Integer> known = new ByCodec<>();

    /** Puts codecs that are equal to all others. {@return the codecs} */
    private List<List<Integer>> put(int count) {
        List<List<Integer>> codecs = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Integer> codec = new ArrayList<>();
            codecs.add(codec);
            known.put(codec, i);
        }
        return codecs;
    }

    @Test
    void nothingIsKnownAtFirst() {
        put(1);
        assertNull(known.get(new ArrayList<>()));
    }

    @Test
    void thousandsAreFoundByTheirIdentity() {
        List<List<Integer>> codecs = put(5_000);
        for (int i = 0; i < codecs.size(); i++) {
            assertEquals(i, known.get(codecs.get(i)));
        }
    }

    @Test
    void whatIsPutLastIsKnown() {
        List<Integer> codec = put(100).getFirst();
        int length = known.length();
        for (int i = 0; i < 1_000; i++) {
            known.put(codec, i);
        }
        assertEquals(999, known.get(codec));
        assertEquals(length, known.length(), "a codec takes one place");
    }

    @Test
    void codecsThatAreGoneMakeRoomForOthers() {
        List<List<Integer>> kept = put(10);
        for (int i = 0; i < 20; i++) {
            put(1_000);
            System.gc();
        }
        assertTrue(known.length() <= 8_192, () -> known.length() + " places, as many as for 2,000 codecs or more");
        put(known.length() / 2); // goes on in a new table
        for (int i = 0; i < kept.size(); i++) {
            assertEquals(i, known.get(kept.get(i)));
        }
    }
}
