package dev.verbatim.cli;

import dev.verbatim.StoreException;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.QueueInfo;
import dev.verbatim.queue.QueueReport;
import dev.verbatim.text.MalformedTextException;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;

/** A queue. */
final class QueueStore extends Store {

    /** How long to wait at an entry that is being written. That takes microseconds, unless the appender was stopped. */
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final Path folder;
    private final MappedQueue queue;

    private QueueStore(Path folder, MappedQueue queue) {
        this.folder = folder;
        this.queue = queue;
    }

    static QueueStore open(Path folder) throws IOException, BadInputException {
        return new QueueStore(folder, openToRead(folder));
    }

    /** Opens a queue and changes nothing. The queue may be in use, or damaged, or in a read-only folder. */
    static MappedQueue openToRead(Path folder) throws IOException, BadInputException {
        try {
            return MappedQueue.builder(folder).readOnly(true).open();
        } catch (StoreException e) {
            if (StoreArgument.hasMagic(folder, StoreArgument.QUEUE_MAGIC)) {
                throw e; // it is damaged
            }
            throw new BadInputException(e.getMessage());
        }
    }

    long segmentSize() {
        return queue.segmentSize();
    }

    boolean hasChecksums() {
        return queue.hasChecksums();
    }

    @Override
    EntryLayouts entryLayouts() {
        return () -> queue.info().layouts();
    }

    @Override
    StructLayout layout(int id) throws IOException {
        return queue.layout(id);
    }

    @Override
    void printInfo(PrintWriter out) throws IOException {
        QueueInfo info = queue.info();
        int count = info.segments().size();
        InfoCommand.printRow(out, "queue", folder);
        InfoCommand.printRow(out, "id", queue.id());
        InfoCommand.printRow(
                out,
                "segments",
                count + " of " + info.segmentSize() + " bytes, " + StepTiming.grouped(count * info.segmentSize())
                        + " bytes together");
        if (count > 0) {
            InfoCommand.printRow(out, "oldest", segment(info.segments().getFirst()));
            InfoCommand.printRow(out, "newest", segment(info.segments().getLast()));
        }
        InfoCommand.printRow(out, "positions", info.from() + " to " + info.to());
        InfoCommand.printRow(out, "durable", "to " + info.durable() + behind(info, info.durable()));
        InfoCommand.printRow(out, "checksums", info.checksum() ? "yes" : "no");
        InfoCommand.printLayouts(out, info.layouts());
        info.tailers()
                .forEach((name, position) -> InfoCommand.printRow(
                        out,
                        "tailer",
                        MalformedTextException.quote(name) + " at " + position + behind(info, position)));
        InfoCommand.printRow(
                out,
                "appenders",
                info.slots().isEmpty()
                        ? "none"
                        : info.slots().stream().map(slot -> "slot=" + slot).collect(Collectors.joining(", ")));
        info.reservations().forEach(entry -> InfoCommand.printRow(out, "reserved", reservation(entry)));
    }

    private static String segment(QueueInfo.Segment segment) {
        return "segment " + segment.index() + ", made " + segment.created();
    }

    private static String behind(QueueInfo info, long position) {
        long bytes = info.to() - position;
        return bytes == 0
                ? ", the end"
                : ", " + StepTiming.grouped(Math.abs(bytes))
                        + (bytes > 0 ? " bytes behind the end" : " bytes beyond the end");
    }

    private static String reservation(QueueInfo.Reservation reservation) {
        return "position=" + reservation.position() + ", " + reservation.byteSize() + " bytes, by slot="
                + reservation.slot()
                + " generation="
                + reservation.generation()
                + (reservation.alive()
                        ? ": readers wait until its appender goes on"
                        : ": its appender is dead, the next reader passes it");
    }

    @Override
    boolean verify(PrintWriter out, DoubleConsumer progress) throws IOException {
        QueueReport report = queue.verify(progress);
        InfoCommand.printRow(out, "positions", report.from() + " to " + report.to());
        InfoCommand.printRow(out, "checksums", queue.hasChecksums() ? "checked" : "none in this queue");
        InfoCommand.printRow(out, "committed", StepTiming.grouped(report.committed()));
        InfoCommand.printRow(out, "aborted", StepTiming.grouped(report.aborted()));
        InfoCommand.printRow(out, "reserved", StepTiming.grouped(report.orphans()));
        for (QueueReport.Damage damage : report.damage()) {
            InfoCommand.printRow(out, "damaged", "position=" + damage.position() + ": " + damage.description());
        }
        return report.damage().isEmpty();
    }

    @Override
    Entries entries(IntPredicate wantedLayout, Start start) throws IOException, BadInputException {
        EntrySource source = new EntrySource(queue, wantedLayout);
        try {
            if (start.from() != null) {
                moveTo(source, start.from());
            } else if (start.fromTime() != null) {
                source.tailer().moveToTime(start.fromTime());
            }
            return new Records(source, queue.info().to(), PATIENCE);
        } catch (IOException | BadInputException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    private static void moveTo(EntrySource source, long position) throws IOException, BadInputException {
        try {
            source.moveTo(position);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("--from " + position + ": no entry starts there");
        }
    }

    @Override
    long parts() throws IOException {
        return queue.info().segments().size();
    }

    @Override
    Entries entriesFrom(IntPredicate wantedLayout, long part) throws IOException {
        QueueInfo info = queue.info();
        EntrySource source = new EntrySource(queue, wantedLayout);
        try {
            if (part < info.segments().size()) {
                source.moveTo(info.segments().get(Math.toIntExact(part)).position());
            }
            return new Records(source, info.to(), FollowedEntries.TAIL_PATIENCE);
        } catch (IOException | RuntimeException e) {
            source.close();
            throw e;
        }
    }

    @Override
    long extent() throws IOException {
        return queue.info().to();
    }

    @Override
    long progress(StoredEntry entry) {
        return (long) Objects.requireNonNull(entry.labels().get(StoredEntry.POSITION));
    }

    @Override
    public void close() throws IOException {
        queue.close();
    }

    private final class Records extends FollowedEntries {

        Records(EntrySource source, long end, Duration patience) {
            super(source, end, patience);
        }

        /** An appender has reserved the entry. */
        @Override
        String holder(long position) throws IOException {
            return queue.info().reservations().stream()
                    .filter(entry -> entry.position() == position)
                    .findFirst()
                    .map(entry -> ": the appender of slot=" + entry.slot() + " is writing an entry of "
                            + entry.byteSize() + " bytes there")
                    .orElse("");
        }
    }
}
