package dev.verbatim.internal.log;

import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * What a log is to its users, and the letters by which its files tell that they belong to it.
 *
 * @param noun what messages and threads call it
 * @param controlMagic the eight letters that the control file begins with
 * @param segmentMagic the eight letters that each segment begins with
 * @param newSegmentSize the segment size of a new log for which none is set
 * @param settlesAsMet whether the store that stands on the log brings to an end what the dead have left, as it meets
 *     it; then there is nothing to repair in files that no loss of power and no copy has come to
 * @param readAtRandom whether entries are read in no order; then new segments can be mapped in large pages, unless
 *     their maker forces what it writes
 */
public record LogKind(
        String noun,
        long controlMagic,
        long segmentMagic,
        long newSegmentSize,
        boolean settlesAsMet,
        boolean readAtRandom) {

    private static final long NEW_SEGMENT_SIZE = 64L << 20;

    /** Makes a kind that is repaired whenever nobody has it open, from its letters. */
    public static LogKind of(String noun, String controlMagic, String segmentMagic) {
        return new LogKind(noun, magic(controlMagic), magic(segmentMagic), NEW_SEGMENT_SIZE, false, false);
    }

    /** {@return the same kind, whose store settles what the dead have left} */
    public LogKind settlingAsMet() {
        return new LogKind(noun, controlMagic, segmentMagic, newSegmentSize, true, readAtRandom);
    }

    /** {@return the same kind, whose entries are read in no order} */
    public LogKind readingAtRandom() {
        return new LogKind(noun, controlMagic, segmentMagic, newSegmentSize, settlesAsMet, true);
    }

    /** {@return the same kind, whose new logs have segments of another size} */
    public LogKind withNewSegmentSize(long byteSize) {
        return new LogKind(noun, controlMagic, segmentMagic, byteSize, settlesAsMet, readAtRandom);
    }

    /** {@return the number that eight letters are at the start of a file} */
    static long magic(String letters) {
        return MemorySegment.ofArray(letters.getBytes(StandardCharsets.US_ASCII))
                .get(Mappings.LONG_LE.withByteAlignment(1), 0);
    }

    /** {@return a log, as messages name it} */
    public String name(Path folder) {
        return noun + "=" + folder;
    }
}
