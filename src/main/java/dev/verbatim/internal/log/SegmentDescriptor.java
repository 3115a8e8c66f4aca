package dev.verbatim.internal.log;

/**
 * The bytes of a segment file, all little-endian. The name of the file is the segment's index in twelve digits or more,
 * and {@code .segment}.
 *
 * <pre>
 *     0  8 bytes   magic: of the log's kind, "VBQSEGMT" for a queue
 *     8  int       version of the format, 1
 *    12  int       0
 *    16  long      index of the segment, from 0
 *    24  long      segment size in bytes, this header included
 *    32  long      time at which the first appender came to the segment, in nanoseconds since 1970 (UTC);
 *                  never less than its predecessor's; 0 if none has come yet
 *    40  24 bytes  0
 *    64  long      tail hint: the end of some claim, in bytes from the start of the segment; 0 if there was none
 *    72  56 bytes  0
 *   128  entries   up to the end of the segment
 * </pre>
 */
public final class SegmentDescriptor {

    /** Where the magic is. */
    static final int MAGIC_OFFSET = 0;

    /** Where the format's version is. */
    public static final int VERSION_OFFSET = MAGIC_OFFSET + Long.BYTES;

    /** The only version of the format. */
    static final int VERSION = 1;

    /** Where the index is, which says the same as the file's name. */
    public static final int INDEX_OFFSET = VERSION_OFFSET + 2 * Integer.BYTES;

    /** Where the segment size is, which says the same as the control file. */
    static final int SEGMENT_SIZE_OFFSET = INDEX_OFFSET + Long.BYTES;

    /** Where the time is at which the first appender came to the segment. */
    static final int BEGUN_OFFSET = SEGMENT_SIZE_OFFSET + Long.BYTES;

    /** Where the tail hint is: on a cache line of its own, because each append stores it. */
    static final int TAIL_HINT_OFFSET = 64;

    /** Where the first entry starts. */
    public static final int FIRST_ENTRY_OFFSET = 128;

    /** The smallest segment: a page. */
    public static final long MIN_SIZE = 1 << 12;

    /** The largest segment, so that the length of a gap fits into a word. */
    public static final long MAX_SIZE = 1 << 30;

    private static final String SUFFIX = ".segment";

    private SegmentDescriptor() {}

    public static String fileName(long index) {
        return FileNumber.name(index) + SUFFIX;
    }

    /** {@return the index of the segment in a file of this name; -1 if it is not the name of a segment file} */
    public static long index(String fileName) {
        return fileName.endsWith(SUFFIX)
                ? FileNumber.parse(fileName.substring(0, fileName.length() - SUFFIX.length()))
                : -1;
    }
}
