package dev.verbatim.internal.log;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** All but a few of the segments that this process may map, as if stores had them. */
public final class TakenMappings implements AutoCloseable {

    private long taken;

    /** Takes all but a few. */
    public TakenMappings(int left) throws IOException {
        MappingLimit process = MappingLimit.PROCESS;
        Assumptions.assumeTrue(process.limit() < 1 << 24, "a limit that can be come to");
        while (process.mapped() + left < process.limit()) {
            process.take(Path.of("taken"), 0);
            taken++;
        }
    }

    /** {@return what the message is of the exception of whoever maps one too many} */
    public static String message(Path folder, long segmentSize) {
        return "file=" + folder + "/[0-9]+\\.segment: cannot map a segment of segmentSize=" + segmentSize
                + " bytes: expected fewer than " + MappingLimit.PROCESS.limit()
                + " mapped segments in this process, found [0-9]+; Linux lets it have vm.max_map_count=[0-9]+ mappings,"
                + " and the JVM needs the rest; close maps and queues, raise vm.max_map_count and start the"
                + " process anew, or copy what is there to a new one with a larger segmentSize";
    }

    @Override
    public void close() {
        for (; taken > 0; taken--) {
            MappingLimit.PROCESS.giveBack();
        }
    }
}
