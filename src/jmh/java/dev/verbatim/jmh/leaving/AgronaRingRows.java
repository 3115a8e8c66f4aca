package dev.verbatim.jmh.leaving;

import static dev.verbatim.jmh.leaving.RowsCheck.same;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.verbatim.LayoutText;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Retention;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.agrona.BufferUtil;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.ringbuffer.ManyToOneRingBuffer;
import org.agrona.concurrent.ringbuffer.RingBuffer;
import org.agrona.concurrent.ringbuffer.RingBufferDescriptor;

/** Agrona's ring buffers. */
final class AgronaRingRows {

    private AgronaRingRows() {}

    static void check() throws IOException {
        Path folder = Files.createTempDirectory("verbatim-rows");
        try (Arena arena = Arena.ofConfined()) {
            messages(folder, arena);
        } finally {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    private static void messages(Path folder, Arena arena) throws IOException {
        UnsafeBuffer memory =
                new UnsafeBuffer(BufferUtil.allocateDirectAligned(1024 + RingBufferDescriptor.TRAILER_LENGTH, 64));
        UnsafeBuffer buffer = new UnsafeBuffer(BufferUtil.allocateDirectAligned(64, 64));
        MemorySegment segment = arena.allocate(Quote.LAYOUT);
        buffer.putLong(0, 41);
        segment.set(JAVA_LONG_UNALIGNED, 0, 41);
        RingBuffer ring;
        MappedQueue queue;
        // @there
        ring = new ManyToOneRingBuffer(memory);
        // @here
        queue = MappedQueue.open(folder);
        // @end
        try (queue;
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            // @there
            ring.write(1, buffer, 0, 16);
            // @here
            appender.append(Quote.LAYOUT, segment);
            // @end
            int index;
            MemorySegment claim;
            // @there
            index = ring.tryClaim(1, 16);
            // @here
            claim = appender.claim(Quote.LAYOUT);
            // @end
            // @there
            ring.buffer().putLong(index, 42);
            // @here
            claim.set(JAVA_LONG_UNALIGNED, 0, 42);
            // @end
            // @there
            ring.commit(index);
            // @here
            appender.commit();
            // @end
            index = ring.tryClaim(1, 16);
            appender.claim(Quote.LAYOUT);
            // @there
            ring.abort(index);
            // @here
            appender.abort();
            // @end
            List<Long> there = new ArrayList<>();
            List<Long> here = new ArrayList<>();
            List<Integer> types = new ArrayList<>();
            ring.read((type, in, at, length) -> there.add(in.getLong(at)), 1);
            tailer.read((payload, position, layoutId) -> {
                types.add(layoutId);
                here.add(payload.get(JAVA_LONG_UNALIGNED, 0));
            });
            // @there
            ring.read((type, in, at, length) -> there.add(in.getLong(at)), 1);
            // @here
            tailer.read((payload, position, layoutId) -> here.add(payload.get(JAVA_LONG_UNALIGNED, 0)));
            // @end
            same(List.of(41L, 42L), there);
            same(there, here);
            same(List.of(LayoutText.id(Quote.LAYOUT)), types);
            same(0, ring.read((type, in, at, length) -> there.add(in.getLong(at)), 1));
            same(false, tailer.read((payload, position, layoutId) -> here.add(0L)));
            same(0, queue.delete(Retention.ofSize(0)));
        }
    }
}
