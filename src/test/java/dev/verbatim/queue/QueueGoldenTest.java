package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.ByteOrder.LITTLE_ENDIAN;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.samples.FolderFiles;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A queue of version 1 stays readable, and what is written stays what it was, byte for byte. A queue that differs after
 * a deliberate change of the format belongs to a new version: this one is never regenerated.
 */
class QueueGoldenTest {

    private static final Path GOLDEN = Path.of("src", "test", "resources", "golden", "v1", "queue");

    /** Set to write the queue to a folder, when there is a new version. */
    private static final String OUTPUT_PROPERTY = "verbatim.golden.output";

    private static final long CREATED_NANOS = 1_767_225_600_000_000_000L;

    /** The largest payload in segments of 4 KiB. */
    private static final int LARGEST = 512;

    private static final int LARGE_RECORDS = 8;

    record Price(long id, double price) {
        static final StructCodec<Price> CODEC = StructCodec.ofRecord(
                lookup(),
                Price.class,
                MemoryLayout.structLayout(
                        JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("id"),
                        JAVA_DOUBLE.withOrder(LITTLE_ENDIAN).withName("price")));
    }

    record Message(long id, String text) {
        static final VarCodec<Message> CODEC = VarCodec.ofRecord(
                lookup(),
                Message.class,
                Layouts.varRecord(JAVA_LONG.withOrder(LITTLE_ENDIAN).withName("id"), Layouts.varRef("text")));
    }

    @TempDir
    Path temporary;

    /** Writes records of each kind, more than a segment holds. */
    private static void write(Path folder) throws IOException {
        try (MappedQueue queue = QueueSamples.openSmall(folder);
                Appender appender = queue.appender();
                Appender second = queue.appender();
                Tailer tailer = queue.tailer("risk")) {
            appender.append(Price.CODEC, new Price(1, 99.5));
            appender.append(Message.CODEC, new Message(2, "Zürich"));
            second.claim(20);
            second.abort();
            appender.append(MemorySegment.ofArray(new byte[] {3, 3, 3}));
            for (int i = 0; i < LARGE_RECORDS; i++) {
                appender.append(large());
            }
            second.append(Price.CODEC, new Price(4, -0.0));
            tailer.skip(2);
            tailer.acknowledge();
            queue.force();
        }
        byte[] control = Files.readAllBytes(folder.resolve("control"));
        ByteBuffer.wrap(control).putLong(24, 0).putLong(32, 0); // the boot
        ByteBuffer.wrap(control).putLong(72, 0).putLong(80, 0); // the id
        Files.write(folder.resolve("control"), control);
        Files.delete(folder.resolve("000000000002.segment")); // ahead of need
        for (String segment : List.of("000000000000.segment", "000000000001.segment")) {
            byte[] bytes = Files.readAllBytes(folder.resolve(segment));
            ByteBuffer.wrap(bytes).order(LITTLE_ENDIAN).putLong(32, CREATED_NANOS);
            Files.write(folder.resolve(segment), bytes);
        }
    }

    private static MemorySegment large() {
        return MemorySegment.ofArray(new byte[LARGEST]).fill((byte) 7);
    }

    @Test
    void whatIsWrittenIsWhatItWas() throws Exception {
        String output = System.getProperty(OUTPUT_PROPERTY);
        Path folder = output == null ? temporary.resolve("queue") : Path.of(output, "queue");
        write(folder);
        FolderFiles.assertSameFiles(GOLDEN, folder);
    }

    @Test
    void whatWasWrittenIsRead() throws Exception {
        try (MappedQueue queue = MappedQueue.builder(GOLDEN).readOnly(true).open();
                Tailer tailer = queue.tailer().withChecksums()) {
            assertEquals(new Price(1, 99.5), tailer.poll(Price.CODEC));
            assertEquals(Map.of("risk", tailer.position() + 48), queue.tailerPositions());
            assertEquals(new Message(2, "Zürich"), tailer.poll(Message.CODEC));
            assertEquals(1, tailer.skip(1));
            for (int i = 0; i < LARGE_RECORDS; i++) {
                tailer.read((payload, position, layoutId) -> {
                    assertEquals(-1, payload.mismatch(large()));
                    assertEquals(0, layoutId);
                });
            }
            assertEquals(new Price(4, -0.0), tailer.poll(Price.CODEC));
            assertNull(tailer.poll(Price.CODEC));
            QueueInfo info = queue.info();
            assertEquals(tailer.position(), info.to());
            assertEquals(info.to(), info.durable());
            assertEquals(2, info.segments().size());
            QueueReport report = queue.verify();
            assertEquals(List.of(), report.damage());
            assertEquals(4 + LARGE_RECORDS, report.committed());
            assertEquals(1, report.aborted());
        }
    }

    @Test
    void aCopyOfItIsOpenedRepairsNothingAndIsAppendedTo() throws Exception {
        Path copy = temporary.resolve("queue");
        Files.createDirectories(copy.resolve("layouts"));
        for (Path file : FolderFiles.of(GOLDEN)) {
            // The lock file has no bytes; a backup leaves it out.
            if (!file.toString().equals("lock")) {
                Files.copy(GOLDEN.resolve(file), copy.resolve(file));
            }
        }
        try (MappedQueue queue = MappedQueue.open(copy);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            assertEquals(List.of(), queue.recovery().orElseThrow().damage());
            long position = appender.append(Price.CODEC, new Price(5, 1));
            tailer.skip(4 + LARGE_RECORDS);
            assertEquals(position, tailer.position());
            assertEquals(new Price(5, 1), tailer.poll(Price.CODEC));
        }
    }
}
