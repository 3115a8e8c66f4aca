package dev.verbatim;

import static dev.verbatim.NullArgumentsTest.SEGMENT;
import static dev.verbatim.NullArgumentsTest.VIEWS;

import dev.verbatim.NullArgumentsTest.Case;
import dev.verbatim.NullArgumentsTest.Memo;
import dev.verbatim.NullArgumentsTest.Note;
import dev.verbatim.NullArgumentsTest.Point;
import dev.verbatim.NullArgumentsTest.PointView;
import dev.verbatim.NullArgumentsTest.Spot;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Retention;
import dev.verbatim.queue.Tailer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The cases of {@link NullArgumentsTest} for the queue. */
final class QueueNullCases {

    private final MappedQueue queue;
    private final Appender appender;
    private final Tailer tailer;

    QueueNullCases(MappedQueue queue, Appender appender, Tailer tailer) {
        this.queue = queue;
        this.appender = appender;
        this.tailer = tailer;
    }

    List<Case> cases() {
        return Stream.of(queues(), tailers(), appenders()).flatMap(List::stream).toList();
    }

    private List<Case> queues() {
        MappedQueue.Builder builder = MappedQueue.builder(NullArgumentsTest.temporary);
        return List.of(
                new Case("MappedQueue.builder(Path)", "folder", () -> MappedQueue.builder(null)),
                new Case("MappedQueue.open(Path)", "folder", () -> MappedQueue.open(null)),
                new Case("MappedQueue.Builder.durability(Durability)", "durability", () -> builder.durability(null)),
                new Case("MappedQueue.Builder.batchInterval(Duration)", "interval", () -> builder.batchInterval(null)),
                new Case("MappedQueue.verify(DoubleConsumer)", "progress", () -> queue.verify(null)),
                new Case("MappedQueue.delete(Retention)", "retention", () -> queue.delete(null)),
                new Case("MappedQueue.tailer(String)", "name", () -> queue.tailer(null)),
                new Case("MappedQueue.removeTailer(String)", "name", () -> queue.removeTailer(null)),
                new Case("Retention.ofAge(Duration)", "age", () -> Retention.ofAge(null)));
    }

    /** Where there is no record to read: it must not depend on that. */
    private List<Case> tailers() {
        return List.of(
                new Case("Tailer.await(WaitStrategy, Duration)", "strategy", () -> tailer.await(null, Duration.ZERO)),
                new Case("WaitStrategy.backoff(Duration)", "longest", () -> WaitStrategy.backoff(null)),
                new Case("WaitStrategy.sleeping(Duration)", "time", () -> WaitStrategy.sleeping(null)),
                new Case(
                        "Tailer.await(WaitStrategy, Duration)",
                        "timeout",
                        () -> tailer.await(WaitStrategy.spin(), null)),
                new Case("Tailer.moveToTime(Instant)", "time", () -> tailer.moveToTime(null)),
                new Case("Tailer.poll(StructCodec)", "codec", () -> tailer.poll((StructCodec<?>) null)),
                new Case("Tailer.poll(SizedCodec)", "codec", () -> tailer.poll((SizedCodec<?>) null)),
                new Case(
                        "Tailer.pollInto(ReusableCodec, Object)",
                        "codec",
                        () -> tailer.pollInto((ReusableCodec<Spot>) null, new Spot())),
                new Case("Tailer.pollInto(ReusableCodec, Object)", "target", () -> tailer.pollInto(Spot.CODEC, null)),
                new Case(
                        "Tailer.pollInto(ReusableVarCodec, Object)",
                        "codec",
                        () -> tailer.pollInto((ReusableVarCodec<Memo>) null, new Memo())),
                new Case(
                        "Tailer.pollInto(ReusableVarCodec, Object)", "target", () -> tailer.pollInto(Memo.CODEC, null)),
                new Case(
                        "Tailer.drain(StructCodec, Consumer, int)",
                        "codec",
                        () -> tailer.drain((StructCodec<Point>) null, point -> {}, 1)),
                new Case(
                        "Tailer.drain(StructCodec, Consumer, int)",
                        "consumer",
                        () -> tailer.drain(Point.CODEC, null, 1)),
                new Case(
                        "Tailer.drain(SizedCodec, Consumer, int)",
                        "codec",
                        () -> tailer.drain((SizedCodec<Note>) null, note -> {}, 1)),
                new Case(
                        "Tailer.drain(SizedCodec, Consumer, int)", "consumer", () -> tailer.drain(Note.CODEC, null, 1)),
                new Case(
                        "Tailer.drain(StructView, Consumer, int)",
                        "view",
                        () -> tailer.drain((PointView) null, view -> {}, 1)),
                new Case(
                        "Tailer.drain(StructView, Consumer, int)",
                        "consumer",
                        () -> tailer.drain(VIEWS.wrap(SEGMENT, 0), null, 1)),
                new Case("Tailer.passing(StructLayout)", "layout", () -> tailer.passing(null)),
                new Case("Tailer.read(EntryHandler)", "handler", () -> tailer.read(null)));
    }

    private List<Case> appenders() {
        return List.of(
                new Case("Appender.append(MemorySegment)", "payload", () -> appender.append(null)),
                new Case("Appender.appendBatch(List)", "payloads", () -> appender.appendBatch(null)),
                new Case(
                        "Appender.append(StructLayout, MemorySegment)",
                        "layout",
                        () -> appender.append((StructLayout) null, MemorySegment.NULL)),
                new Case(
                        "Appender.append(StructLayout, MemorySegment)",
                        "payload",
                        () -> appender.append(Point.CODEC.layout(), (MemorySegment) null)),
                new Case(
                        "Appender.append(StructCodec, Object)",
                        "codec",
                        () -> appender.append((StructCodec<Point>) null, new Point(1))),
                new Case(
                        "Appender.append(StructCodec, Object)",
                        "cannot write " + Point.CODEC + " at offset=16: the value is null",
                        () -> appender.append(Point.CODEC, null)),
                new Case(
                        "Appender.append(SizedCodec, Object)",
                        "codec",
                        () -> appender.append((SizedCodec<Note>) null, new Note(""))),
                new Case(
                        "Appender.append(SizedCodec, Object)",
                        "cannot write " + Note.CODEC + " at offset=16: the value is null",
                        () -> appender.append(Note.CODEC, null)),
                new Case(
                        "Appender.appendAll(StructCodec, Iterable)",
                        "codec",
                        () -> appender.appendAll((StructCodec<Point>) null, List.of())),
                new Case(
                        "Appender.appendAll(StructCodec, Iterable)",
                        "values",
                        () -> appender.appendAll(Point.CODEC, (List<Point>) null)),
                new Case(
                        "Appender.appendAll(StructCodec, Object[])",
                        "codec",
                        () -> appender.appendAll(null, new Point[0])),
                new Case(
                        "Appender.appendAll(StructCodec, Object[])",
                        "values",
                        () -> appender.appendAll(Point.CODEC, (Point[]) null)),
                new Case(
                        "Appender.appendAll(SizedCodec, Iterable)",
                        "codec",
                        () -> appender.appendAll((SizedCodec<Note>) null, List.of())),
                new Case(
                        "Appender.appendAll(SizedCodec, Iterable)",
                        "values",
                        () -> appender.appendAll(Note.CODEC, (List<Note>) null)),
                new Case(
                        "Appender.appendAll(StructLayout, MemorySegment)",
                        "layout",
                        () -> appender.appendAll((StructLayout) null, MemorySegment.NULL)),
                new Case(
                        "Appender.appendAll(StructLayout, MemorySegment)",
                        "structs",
                        () -> appender.appendAll(Point.CODEC.layout(), (MemorySegment) null)),
                new Case("Appender.claim(StructLayout)", "layout", () -> appender.claim(null)));
    }
}
