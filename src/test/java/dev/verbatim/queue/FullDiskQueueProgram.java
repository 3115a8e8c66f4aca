package dev.verbatim.queue;

import dev.verbatim.file.DiskFiller;
import dev.verbatim.internal.io.ZeroFill;
import dev.verbatim.internal.log.LogFiles;
import dev.verbatim.internal.log.Mappings;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.Symbol;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fills a disk, in the child JVM of {@link FullDiskQueueTest}. */
final class FullDiskQueueProgram {

    /** When segments that are made, and still empty, are written to the device. */
    enum Writeback {
        /** When the system does it. */
        UNASKED,
        /** Before the disk is full, and again while it is: each store after that makes a clean page dirty again. */
        SYNCED,
        /** As above; after that they are taken out of the page cache, and the queue is opened on the full disk. */
        REOPENED
    }

    static final int SEGMENT_SIZE = 256 << 10;

    private static final int MIN_SEGMENT_SIZE = 64 << 10;

    /** The smallest blocks that file systems have. */
    static final int BLOCK_SIZE = 512;

    /** Enough for one scenario. */
    private static final long FREE_SIZE = 900 << 10;

    private static final int APPENDS_PER_SYNC = 2000;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private FullDiskQueueProgram() {}

    /** Takes what fills the disk, and the queue's folder. */
    public static void main(String[] args) throws Exception {
        Path folder = Path.of(args[1]);
        DiskFiller.takeAllBut(FREE_SIZE, folder.resolveSibling("taken"));
        switch (args[0]) {
            case "queue" -> fillByQueue(folder);
            case "other file" -> {
                for (Writeback writeback : Writeback.values()) {
                    fillByOtherFile(folder, writeback);
                    delete(folder);
                }
            }
            case "deletion" -> deleteWhereNoNameGoesIn(folder);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** The folder's own blocks are full, too. So a segment can have no longer name. */
    private static void deleteWhereNoNameGoesIn(Path folder) throws Exception {
        Path other = Files.createFile(folder.resolveSibling("other"));
        try (MappedQueue queue = MappedQueue.builder(folder)
                        .segmentSize(MIN_SEGMENT_SIZE)
                        .open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            long sequence = 0;
            while (appender.append(Entry.CODEC, Entry.of(0, sequence)) < 3 * MIN_SEGMENT_SIZE) {
                sequence++;
            }
            tailer.toEnd();
            QueueProgram.awaitMaker();
            DiskFiller.takeRest(other);
            List<Path> names = linkUntilFull(other, folder);
            Path first = folder.resolve(SegmentDescriptor.fileName(0));
            System.out.println("rename=" + renameFailure(first, LogFiles.unfinished(folder)));
            System.out.println("deleted=" + queue.delete(Retention.ofSize(2 * MIN_SEGMENT_SIZE)));
            for (Path name : names) {
                Files.delete(name);
            }
            System.out.println("others than segments=" + othersThanSegments(folder));
            System.out.println("oldest=" + queue.info().segments().getFirst().index());
            Files.delete(other);
            appender.append(Entry.CODEC, Entry.of(0, sequence + 1));
            System.out.println("read=" + (tailer.poll(Entry.CODEC).sequence() - sequence));
            System.out.println("damage=" + queue.verify().damage());
        }
    }

    /** {@return links to a file, of the length that unfinished names have: as many as there is room for} */
    private static List<Path> linkUntilFull(Path file, Path folder) {
        List<Path> links = new ArrayList<>();
        while (true) {
            Path link = LogFiles.unfinished(folder);
            try {
                links.add(Files.createLink(link, file));
            } catch (IOException e) {
                return links;
            }
        }
    }

    private static String renameFailure(Path file, Path to) {
        try {
            Files.move(file, to, StandardCopyOption.ATOMIC_MOVE);
            return "none";
        } catch (FileSystemException e) {
            return String.valueOf(e.getReason());
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** The segments themselves take the last space. */
    private static void fillByQueue(Path folder) throws Exception {
        Path ballast = folder.resolveSibling("ballast");
        Files.write(ballast, new byte[256 << 10]);
        try (MappedQueue queue = MappedQueue.builder(folder)
                        .segmentSize(MIN_SEGMENT_SIZE)
                        .open();
                Appender appender = queue.appender()) {
            long appended = appendUntilFull(appender, 0, folder, Integer.MAX_VALUE);
            System.out.println("read=" + read(queue));
            Files.delete(ballast);
            appender.append(Entry.CODEC, Entry.of(0, appended));
            System.out.println("read with space=" + read(queue));
        }
        reopen(folder);
    }

    /** Another file takes the space as soon as a segment ahead is made. */
    private static void fillByOtherFile(Path folder, Writeback writeback) throws Exception {
        Path other = Files.createFile(folder.resolveSibling("other")); // soon there is no space for its inode
        int appendsPerSync = writeback == Writeback.UNASKED ? Integer.MAX_VALUE : APPENDS_PER_SYNC;
        System.out.println("writeback=" + writeback);
        MappedQueue queue =
                MappedQueue.builder(folder).segmentSize(SEGMENT_SIZE).open();
        Appender appender = queue.appender();
        appender.append(Entry.CODEC, Entry.of(0, 0));
        awaitSegment(folder, 1);
        Path zeros = folder.resolveSibling("zeros");
        writeZeros(zeros);
        if (writeback != Writeback.UNASKED) {
            sync(folder);
        }
        DiskFiller.takeRest(other);
        if (writeback == Writeback.REOPENED) {
            appender.close();
            queue.close();
            sync(folder);
            forget(folder);
            forget(zeros);
            queue = MappedQueue.open(folder);
            appender = queue.appender();
        }
        System.out.println("stores=" + store(zeros));
        long appended = appendUntilFull(appender, 1, folder, appendsPerSync);
        requireNoNewLayout(appender, folder);
        System.out.println("read=" + read(queue));
        Files.delete(other);
        Files.delete(zeros);
        appender.append(Entry.CODEC, Entry.of(0, appended));
        System.out.println("read with space=" + read(queue));
        appender.close();
        queue.close();
        reopen(folder);
    }

    /** {@return the sequence of the entry that could not be appended} */
    private static long appendUntilFull(Appender appender, long first, Path folder, int appendsPerSync)
            throws Exception {
        long sequence = first;
        String failure = failure(appender, sequence);
        while (failure == null) {
            sequence++;
            if (sequence % appendsPerSync == 0) {
                sync(folder);
            }
            failure = failure(appender, sequence);
        }
        System.out.println("appended=" + sequence);
        System.out.println("append=" + failure);
        System.out.println("append again=" + failure(appender, sequence));
        System.out.println("others than segments=" + othersThanSegments(folder));
        return sequence;
    }

    /** A layout that is new is a new file, which does not fit either. */
    private static void requireNoNewLayout(Appender appender, Path folder) throws IOException {
        try {
            appender.append(Symbol.CODEC, new Symbol("A"));
            throw new AssertionError("there was space for a layout");
        } catch (IOException e) {
            System.out.println("others than segments=" + othersThanSegments(folder));
        }
    }

    /** {@return the other files, and the segments that are not whole} */
    private static List<String> othersThanSegments(Path folder) throws IOException {
        QueueProgram.awaitMaker(); // it tries on its own too
        List<String> others = new ArrayList<>();
        for (Path file : files(folder)) {
            boolean isSegment = SegmentDescriptor.index(file.getFileName().toString()) >= 0;
            if (Files.isRegularFile(file) && !(isSegment && Files.size(file) % MIN_SEGMENT_SIZE == 0)) {
                others.add(folder.relativize(file).toString());
            }
        }
        return others.stream().sorted().toList();
    }

    /** {@return why an entry could not be appended; null if it was} */
    private static @Nullable String failure(Appender appender, long sequence) {
        try {
            appender.append(Entry.CODEC, Entry.of(0, sequence));
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    private static void reopen(Path folder) throws IOException {
        try (MappedQueue queue = MappedQueue.open(folder)) {
            System.out.println("read after reopening=" + read(queue));
            System.out.println("damage=" + queue.verify().damage());
        }
    }

    /** {@return how many entries there are, all whole and in their order} */
    private static long read(MappedQueue queue) throws IOException {
        try (Tailer tailer = queue.tailer()) {
            long count = 0;
            for (Entry entry = tailer.poll(Entry.CODEC); entry != null; entry = tailer.poll(Entry.CODEC)) {
                if (entry.sequence() != count || !entry.isWhole()) {
                    throw new AssertionError("expected entry " + count + ", found " + entry);
                }
                count++;
            }
            return count;
        }
    }

    private static void awaitSegment(Path folder, long index) {
        Path segment = folder.resolve(SegmentDescriptor.fileName(index));
        long start = System.nanoTime();
        while (!Files.exists(segment)) {
            if (System.nanoTime() - start > PATIENCE.toNanos()) {
                throw new AssertionError("no segment " + segment + " after " + PATIENCE);
            }
            Thread.onSpinWait();
        }
    }

    /** Writes a file as segments are written, which nobody has mapped. */
    private static void writeZeros(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            ZeroFill.write(channel, 0, SEGMENT_SIZE, ZeroFill.SMALL_PIECE);
        }
    }

    /** {@return how many blocks of a file hold a value that is stored to each through a mapping} */
    private static int store(Path file) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = Mappings.map(file, SEGMENT_SIZE, true, arena);
            for (int offset = 0; offset < SEGMENT_SIZE; offset += BLOCK_SIZE) {
                memory.set(ValueLayout.JAVA_LONG, offset, 7);
            }
        }
        int count = 0;
        try (FileChannel channel = FileChannel.open(file)) {
            MemorySegment bytes = LogFiles.read(channel, 0, SEGMENT_SIZE);
            for (int offset = 0; offset < SEGMENT_SIZE; offset += BLOCK_SIZE) {
                count += bytes.get(ValueLayout.JAVA_BYTE, offset);
            }
        }
        return count / 7;
    }

    private static void sync(Path folder) throws Exception {
        DiskFiller.run("sync", "-f", folder.toString());
    }

    /** Takes what is clean out of the page cache. */
    private static void forget(Path folder) throws Exception {
        for (Path file : files(folder)) {
            DiskFiller.run("dd", "if=" + file, "iflag=nocache", "count=0", "status=none");
        }
    }

    private static void delete(Path folder) throws IOException {
        for (Path file : files(folder).reversed()) {
            Files.delete(file);
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.toList();
        }
    }
}
