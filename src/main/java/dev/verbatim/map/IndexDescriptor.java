package dev.verbatim.map;

import dev.verbatim.internal.log.FileNumber;
import dev.verbatim.internal.log.Mappings;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/**
 * The bytes of a file of the index, all little-endian. The name of the file is {@code index/} and the number of the
 * generation in twelve digits or more.
 *
 * <pre>
 *      0  8 bytes      magic: "VBMINDEX"
 *      8  int          version of the format, 1
 *     12  int          n: the index has 2 to the power of n words
 *     16  long         number of the generation
 *     24  long         so many rows are in use, counted from the first: the others are 0
 *     32  32 bytes     0
 *     64  1024 rows    of 64 bytes, one for each slot: how many words its owners have filled that were EMPTY (long),
 *                      and 56 bytes 0
 *  65600  4032 bytes   0
 *  69632  words        2 to the power of n longs, which {@link IndexWord} draws
 * </pre>
 *
 * <p>The first word that is looked at for a key is the one whose number is the high n bits of the key's hash; then the
 * next ones, and after the last the first.
 */
final class IndexDescriptor {

    /** The name of the folder. */
    static final String FOLDER_NAME = "index";

    /** The letters that a file begins with. */
    static final long MAGIC = MemorySegment.ofArray("VBMINDEX".getBytes(StandardCharsets.US_ASCII))
            .get(Mappings.LONG_LE.withByteAlignment(1), 0);

    /** The only version of the format. */
    static final int VERSION = 1;

    /** Where the magic is. */
    static final int MAGIC_OFFSET = 0;

    /** Where the format's version is. */
    static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;

    /** Where the logarithm of the number of words is. */
    static final int BITS_OFFSET = VERSION_OFFSET + Integer.BYTES;

    /** Where the number of the generation is. */
    static final int GENERATION_OFFSET = BITS_OFFSET + Integer.BYTES;

    /** Where the number of rows is that are in use. */
    static final int ROWS_USED_OFFSET = GENERATION_OFFSET + Long.BYTES;

    /** Where the rows start. */
    static final int ROWS_OFFSET = 64;

    /** The bytes of a row: a cache line, so that the owners of two slots do not share one. */
    static final int ROW_SIZE = 64;

    /** Where the words start: at a page of their own. */
    static final int WORDS_OFFSET = 69_632;

    /** The bytes of a file without its words. */
    static final int HEADER_SIZE = WORDS_OFFSET;

    /** The smallest index has 1024 words. */
    static final int MIN_BITS = 10;

    /** The largest has 2 to the power of 40. */
    static final int MAX_BITS = 40;

    private IndexDescriptor() {}

    static long fileSize(int bits) {
        return WORDS_OFFSET + ((long) Long.BYTES << bits);
    }

    static long rowOffset(int slot) {
        return ROWS_OFFSET + (long) slot * ROW_SIZE;
    }

    static String fileName(long generation) {
        return FileNumber.name(generation);
    }
}
