package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.internal.log.Mappings;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The values of the reference implementation of XXH64. */
class KeyHashTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        ''                                                                | 0         | ef46db3751d8e999
        a                                                                 | 0         | d24ec4f1a98c6e5b
        abc                                                               | 0         | 44bc2cf5ad770999
        12345678                                                          | 42        | 5f3e6a93c99d6e02
        123456789abc                                                      | 7         | e47d7638fff1c04e
        xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx                                  | 1         | 926d5508ef687acb
        Nobody inspects the spammish repetition                           | 0         | fbcea83c8a378bf1
        The quick brown fox jumps over the lazy dog, twice and once more. | 123456789 | c9f31d1f066de188
        """)
    void hasTheValueThatTheReferenceHas(String text, long seed, String expected) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        assertEquals(expected, Long.toHexString(KeyHash.of(bytes, bytes.length, seed)));
    }

    @Property
    void aNumberHasTheHashOfItsBytes(@ForAll long key, @ForAll long seed) {
        byte[] bytes = new byte[Long.BYTES];
        MemorySegment memory = MemorySegment.ofArray(bytes);
        memory.set(Mappings.LONG_UNALIGNED, 0, key);
        assertEquals(KeyHash.of(bytes, Long.BYTES, seed), KeyHash.ofLong(key, seed));
        assertEquals(KeyHash.of(bytes, Integer.BYTES, seed), KeyHash.ofInt((int) key, seed));
    }
}
