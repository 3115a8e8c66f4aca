package dev.verbatim.internal.log;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How many segments may be mapped at once, and how many are. Linux lets a process have 65530 mappings if nothing else
 * is set. The JVM does not outlive a mapping of its own that is refused, for the stack of a thread or for its heap; so
 * segments must not take them all. Each copy of this library in a process counts its own. Any thread may use it.
 */
final class MappingLimit {

    private static final String MAX_MAP_COUNT = "/proc/sys/vm/max_map_count";

    /**
     * Which part of a process's mappings is left to others: an eighth. Of 65530 that is 8192. A JVM has some hundred
     * when it has started, two to four more for each thread, and some for each part of its heap; the other files of
     * logs and maps and the user's own are in it, too.
     */
    private static final int REST_PART = 8;

    /** That of this process, if it has one copy of this library: whoever maps a segment takes from it. */
    static final MappingLimit PROCESS = ofProcess(MAX_MAP_COUNT);

    /** How many mappings the process may have; -1 if nobody says. */
    private final long maxMapCount;

    private final long limit;
    private final AtomicLong mapped = new AtomicLong();

    /**
     * Makes a limit.
     *
     * @param maxMapCount how many mappings the process may have, or -1 for no limit
     */
    MappingLimit(long maxMapCount) {
        this.maxMapCount = maxMapCount;
        this.limit = maxMapCount < 0 ? Long.MAX_VALUE : maxMapCount - Math.ceilDiv(maxMapCount, REST_PART);
    }

    /** {@return the limit that a file names; none if it is not there, as on another operating system} */
    static MappingLimit ofProcess(String file) {
        // No channel: an interrupt of the thread would close it.
        try (InputStream in = new FileInputStream(file)) {
            String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
            return new MappingLimit(Long.parseLong(text.strip()));
        } catch (IOException | NumberFormatException e) {
            return new MappingLimit(-1);
        }
    }

    /** {@return how many segments may be mapped at once} */
    long limit() {
        return limit;
    }

    /** {@return how many segments are mapped} */
    long mapped() {
        return mapped.get();
    }

    /**
     * Takes note that a segment is about to be mapped. Each call that returns needs a {@link #giveBack}.
     *
     * @param file the segment's file
     * @param segmentSize its size in bytes
     * @throws IOException if there are as many as may be. It is no {@code StoreException}: whoever catches one takes
     *     the file for damaged, and here another try may succeed
     */
    void take(Path file, long segmentSize) throws IOException {
        long before = mapped.getAndUpdate(count -> Math.min(count + 1, limit));
        if (before >= limit) {
            throw new IOException("file=" + file + ": cannot map a segment of segmentSize=" + segmentSize
                    + " bytes: expected fewer than " + limit + " mapped segments in this process, found " + before
                    + "; Linux lets it have vm.max_map_count=" + maxMapCount + " mappings, and the JVM needs the rest;"
                    + " close maps and queues, raise vm.max_map_count and start the process anew, or copy what is"
                    + " there to a new one with a larger segmentSize");
        }
    }

    /** Takes note that a segment is not mapped any more. */
    void giveBack() {
        mapped.getAndDecrement();
    }
}
