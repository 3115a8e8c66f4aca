package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.StructCodec;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads some of the members that a file's structs have. */
class FileColumnsTest {

    // @start region="columns"
    record Bid(double bid) {
        static final StructLayout LAYOUT = structLayout(
                paddingLayout(8), // the id
                JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN).withName("bid"),
                paddingLayout(8)); // the ask
        static final StructCodec<Bid> CODEC = StructCodec.ofRecord(lookup(), Bid.class, LAYOUT);
    }

    static double highestBid(Path path) throws IOException {
        double highest = Double.NEGATIVE_INFINITY;
        try (StructFile<MemorySegment> file = StructFile.open(path)) {
            for (Bid quote : Bid.CODEC.list(file.segment())) {
                highest = Math.max(highest, quote.bid());
            }
        }
        return highest;
    }
    // @end

    @Test
    void aCodecWithPaddingInPlaceOfMembersReadsTheOthers(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("quotes.npy");
        try (StructFile<Quote> file = StructFile.create(path, Quote.CODEC)) {
            file.append(new Quote(1, 99.5, 100.5));
            file.append(new Quote(2, 99.75, 100.25));
            file.append(new Quote(3, 99.25, 100.75));
        }
        assertEquals(99.75, highestBid(path));
    }
}
