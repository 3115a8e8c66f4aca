package consumer;

import static consumer.Checks.thrown;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Durability;
import dev.verbatim.GapException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.StoreException;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.WaitStrategy;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.QueueInfo;
import dev.verbatim.queue.QueueReport;
import dev.verbatim.queue.Retention;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** A persisted queue, from its creation to what it refuses. */
final class QueueChecks {

    private static final long SEGMENT_SIZE = 4096;
    private static final StructLayout TICK = Layouts.struct(JAVA_LONG.withName("time"), JAVA_INT.withName("size"));
    private static final StructLayout NOTE = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"));

    private record Tick(long time, int size) {
        private static final StructCodec<Tick> CODEC = StructCodec.ofRecord(lookup(), Tick.class, TICK);
    }

    private static final class MutableTick {
        private long time;
        private int size;
        private static final ReusableCodec<MutableTick> CODEC = StructCodec.ofClass(lookup(), MutableTick.class, TICK);
    }

    private record Note(long id, String text) {
        private static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, NOTE);
    }

    private static final class MutableNote {
        private long id;
        private String text;
        private static final ReusableVarCodec<MutableNote> CODEC = VarCodec.ofClass(lookup(), MutableNote.class, NOTE);
    }

    private QueueChecks() {}

    static void run(Path folder) throws Exception {
        Path path = folder.resolve("queue");
        MappedQueue closed = appendsAndReads(path);
        thrown("a closed queue", IllegalStateException.class, closed::appender, "queue=" + path, "closed");
        aTailerWithANameGoesOn(path);
        othersRead(path);
        refuses(path);
        deletes(path);
        refusesToOpen(path, folder);
    }

    private static MappedQueue appendsAndReads(Path path) throws Exception {
        MappedQueue queue = MappedQueue.builder(path)
                .segmentSize(SEGMENT_SIZE)
                .checksum(true)
                .durability(Durability.EACH)
                .batchInterval(Duration.ofMillis(5))
                .open();
        try (queue;
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer().withChecksums()) {
            Checks.equal("path()", path, queue.path());
            Checks.equal("segmentSize()", SEGMENT_SIZE, queue.segmentSize());
            Checks.that("hasChecksums()", queue.hasChecksums());
            Checks.equal("recovery()", List.of(), queue.recovery().orElseThrow().damage());
            Checks.equal("poll of nothing", null, tailer.poll(Tick.CODEC));
            Checks.that("await of nothing", !tailer.await(WaitStrategy.yielding(), Duration.ofMillis(1)));
            long first = appender.append(Tick.CODEC, new Tick(1, 2));
            long second = appender.append(Note.CODEC, new Note(3, "a note"));
            appender.append(MemorySegment.ofArray(new byte[] {4}));
            appender.claim(TICK).set(JAVA_LONG, 0, 5);
            long fourth = appender.commit();
            appender.claim(8);
            appender.abort();
            Checks.that("positions grow", first < second && second < fourth);

            Checks.that("await", tailer.await(WaitStrategy.spin(), Duration.ofSeconds(5)));
            Checks.equal("poll", new Tick(1, 2), tailer.poll(Tick.CODEC));
            Checks.equal("position()", second, tailer.position());
            Checks.equal("poll of a record of variable length", new Note(3, "a note"), tailer.poll(Note.CODEC));
            Checks.that("read", tailer.read((payload, position, layoutId) -> {
                Checks.equal("a payload", (byte) 4, payload.get(ValueLayout.JAVA_BYTE, 0));
                Checks.equal("no layout", 0, layoutId);
            }));
            MutableTick tick = new MutableTick();
            Checks.that("pollInto", tailer.pollInto(MutableTick.CODEC, tick) && tick.time == 5 && tick.size == 0);
            tailer.moveTo(second);
            MutableNote note = new MutableNote();
            Checks.that("pollInto of variable length", tailer.pollInto(MutableNote.CODEC, note));
            Checks.equal("a note", "3 a note", note.id + " " + note.text);
            tailer.toStart();
            Checks.equal("skip", 4L, tailer.skip(9));
            tailer.moveToTime(Instant.EPOCH);
            Checks.equal("moveToTime", first, tailer.position());
            tailer.toEnd();
            Checks.equal("toEnd", queue.info().to(), tailer.position());
            queue.force();
            QueueReport report = queue.verify();
            Checks.equal("verify", "4 1 []", report.committed() + " " + report.aborted() + " " + report.damage());
        }
        return queue;
    }

    private static void aTailerWithANameGoesOn(Path path) throws IOException {
        for (long seen = 0; seen < 2; seen++) {
            try (MappedQueue queue = MappedQueue.open(path);
                    Tailer tailer = queue.tailer("consumer")) {
                Checks.equal("where it goes on", 4 - seen, queue.count(tailer.position(), Long.MAX_VALUE));
                tailer.skip(1);
                tailer.acknowledge();
                thrown("a name that is taken", StoreException.class, () -> queue.tailer("consumer"), "tailer=consumer");
            }
        }
    }

    private static void othersRead(Path path) throws IOException {
        try (MappedQueue queue = MappedQueue.builder(path).readOnly(true).open()) {
            QueueInfo info = queue.info();
            Checks.equal("segments", 1, info.segments().size());
            Checks.equal("layouts", 2, info.layouts().size());
            Checks.equal("tailers", info.tailers(), queue.tailerPositions());
            Checks.equal("nobody appends", List.of(), info.slots());
            Checks.equal("nothing is reserved", List.of(), info.reservations());
            for (Map.Entry<Integer, StructLayout> layout : info.layouts().entrySet()) {
                Checks.equal("layout()", layout.getValue(), queue.layout(layout.getKey()));
                Checks.equal("its text", layout.getValue(), LayoutText.parse(LayoutText.of(layout.getValue())));
            }
            Checks.that("a record", info.layouts().values().stream().anyMatch(Layouts::isVarRecord));
            Class<UnsupportedOperationException> unsupported = UnsupportedOperationException.class;
            thrown("an appender", unsupported, queue::appender, "queue=" + path, "read only");
            thrown("force", unsupported, queue::force, "queue=" + path, "read only");
        }
    }

    private static void refuses(Path path) throws IOException {
        try (MappedQueue queue = MappedQueue.open(path);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            thrown("null", NullPointerException.class, () -> appender.append(Tick.CODEC, null), Tick.class.getName());
            thrown(
                    "what is too large",
                    IllegalArgumentException.class,
                    () -> appender.claim(513),
                    "queue=" + path,
                    "byteSize=513");
            thrown("commit of nothing", IllegalStateException.class, appender::commit, "no open claim");
            appender.claim(8);
            thrown("a second claim", IllegalStateException.class, () -> appender.claim(8), "open claim");
            appender.abort();
            thrown(
                    "another layout",
                    LayoutMismatchException.class,
                    () -> tailer.poll(Note.CODEC),
                    "position=128",
                    "\"time\":j");
            thrown("no record", IllegalArgumentException.class, () -> tailer.moveTo(130), "position=130");
            thrown("no name", UnsupportedOperationException.class, tailer::acknowledge, "queue=" + path);
            thrown("no layout", StoreException.class, () -> queue.layout(1), "00000001");
            thrown("no text of a layout", IllegalArgumentException.class, () -> LayoutText.parse("{"), "column=2");
        }
    }

    private static void deletes(Path path) throws IOException {
        try (MappedQueue queue = MappedQueue.open(path);
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            for (int i = 0; i < 20; i++) {
                appender.append(MemorySegment.ofArray(new byte[512]));
            }
            Checks.equal("what a name needs stays", 0, queue.delete(Retention.ofAge(Duration.ZERO)));
            Checks.that("removeTailer", queue.removeTailer("consumer"));
            int deleted = queue.delete(Retention.ofSize(SEGMENT_SIZE).evenIfNeeded());
            Checks.that("delete", deleted > 0);
            Throwable gap = thrown("a gap", GapException.class, () -> tailer.moveTo(128), "position=128", "deleted");
            Checks.equal("from()", 128L, ((GapException) gap).from());
            Checks.equal("to()", tailer.position(), ((GapException) gap).to());
        }
    }

    private static void refusesToOpen(Path path, Path folder) throws IOException {
        thrown(
                "another segment size",
                StoreException.class,
                () -> MappedQueue.builder(path).segmentSize(8192).open(),
                "segmentSize=8192",
                "segmentSize=4096");
        thrown(
                "what is missing",
                StoreException.class,
                () -> MappedQueue.builder(folder.resolve("none")).readOnly(true).open(),
                "expected a queue");
        Path other = Files.createDirectory(folder.resolve("other"));
        Files.writeString(other.resolve("text"), "text");
        thrown("a folder of others", StoreException.class, () -> MappedQueue.open(other), "file=" + other, "text");
    }
}
