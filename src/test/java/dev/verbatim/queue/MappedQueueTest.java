package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static dev.verbatim.queue.QueueSamples.entries;
import static dev.verbatim.queue.QueueSamples.openSmall;
import static dev.verbatim.queue.QueueSamples.sequences;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.verbatim.Durability;
import dev.verbatim.StoreException;
import dev.verbatim.WaitStrategy;
import dev.verbatim.internal.log.ControlDescriptor;
import dev.verbatim.internal.log.LogFiles;
import dev.verbatim.internal.log.SegmentDescriptor;
import dev.verbatim.queue.QueueSamples.Entry;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Opening, closing and reopening, and what is refused. */
class MappedQueueTest {

    @TempDir
    Path temporary;

    private Path folder() {
        return temporary.resolve("queue");
    }

    private void appendAndClose(long from, long to) throws IOException {
        try (MappedQueue queue = openSmall(folder());
                Appender appender = queue.appender()) {
            for (long i = from; i < to; i++) {
                appender.append(Entry.CODEC, Entry.of(0, i));
            }
        }
    }

    @Test
    void aQueueKeepsItsRecordsAcrossOpenings() throws IOException {
        appendAndClose(0, 500);
        appendAndClose(500, 1000);
        try (MappedQueue queue = MappedQueue.open(folder())) {
            assertEquals(LongStream.range(0, 1000).boxed().toList(), sequences(queue));
            assertEquals(SMALL_SEGMENT, queue.segmentSize());
            assertEquals(folder(), queue.path());
            assertTrue(queue.hasChecksums());
        }
    }

    @Test
    void aQueueKeepsItsIdAndACopyHasItToo() throws IOException {
        MappedQueue queue = openSmall(folder());
        UUID id = queue.id();
        queue.close();
        assertEquals(id, queue.id());
        try (MappedQueue again = MappedQueue.builder(folder()).readOnly(true).open()) {
            assertEquals(id, again.id());
        }
        Path moved = Files.move(folder(), temporary.resolve("moved"));
        try (MappedQueue anew = openSmall(folder())) {
            assertNotEquals(id, anew.id());
            assertNotEquals(new UUID(0, 0), anew.id());
        }
        Path copy = Files.createDirectory(temporary.resolve("copy"));
        Files.copy(moved.resolve("control"), copy.resolve("control"));
        try (MappedQueue opened = openSmall(copy)) {
            assertEquals(id, opened.id());
        }
    }

    @Test
    void theFirstOpeningRecoversAndTheNextOnesJoin() throws IOException {
        appendAndClose(0, 400);
        try (MappedQueue queue = openSmall(folder())) {
            queue.force();
        }
        appendAndClose(400, 500);
        try (MappedQueue first = openSmall(folder());
                MappedQueue second = openSmall(folder())) {
            QueueReport report = first.recovery().orElseThrow();
            assertEquals(List.of(), report.damage());
            assertEquals(0, report.orphans());
            assertTrue(
                    report.committed() > 0 && report.committed() < 500,
                    () -> "it looks at the last segments: " + report);
            assertTrue(second.recovery().isEmpty());
        }
    }

    @Test
    void twoOpeningsInOneProcessAreOneQueue() throws IOException {
        try (MappedQueue first = openSmall(folder());
                MappedQueue second = openSmall(folder());
                Appender one = first.appender();
                Appender other = second.appender()) {
            for (long i = 0; i < 400; i += 2) {
                one.append(Entry.CODEC, Entry.of(0, i));
                other.append(Entry.CODEC, Entry.of(0, i + 1));
            }
            assertEquals(LongStream.range(0, 400).boxed().toList(), sequences(first));
            assertEquals(LongStream.range(0, 400).boxed().toList(), sequences(second));
        }
    }

    @Test
    void closingOneOfTwoOpeningsLeavesTheOther() throws Exception {
        try (MappedQueue first = openSmall(folder());
                Appender appender = first.appender()) {
            openSmall(folder()).close();
            MemorySegment claimed = appender.claim(8);
            claimed.fill((byte) 1);
            try (MappedQueue second = openSmall(folder());
                    Tailer tailer = second.tailer()) {
                assertFalse(tailer.await(WaitStrategy.spin(), Duration.ofMillis(20)), "the owner lives");
                appender.commit();
                assertTrue(tailer.read((payload, position, layoutId) -> assertEquals(8, payload.byteSize())));
            }
        }
    }

    @Test
    void aLinkThatLeadsNowhereIsNoFolder() throws IOException {
        Path link = Files.createSymbolicLink(folder(), temporary.resolve("nothing"));
        String message =
                assertThrows(StoreException.class, () -> MappedQueue.open(link)).getMessage();
        assertEquals("file=" + link + ": expected a folder, found a symbolic link that leads nowhere", message);
        assertFalse(Files.exists(temporary.resolve("nothing")));
    }

    /** As those in zip files or in memory, which programs use in their tests. */
    @Test
    void aFileSystemWhoseFilesCannotBeMappedIsRefused() throws IOException {
        try (FileSystem zip = FileSystems.newFileSystem(temporary.resolve("zip"), Map.of("create", "true"))) {
            Path inZip = zip.getPath("/queue");
            String message = assertThrows(IOException.class, () -> MappedQueue.open(inZip))
                    .getMessage();
            assertTrue(message.startsWith("file=/queue/"), message);
            assertTrue(
                    message.contains(": cannot map it; this needs a file system whose files can be mapped: "), message);
            assertFalse(Files.exists(inZip.resolve("control")));
        }
    }

    @Test
    void verifyLooksAtAll() throws IOException {
        appendAndClose(0, 500);
        try (MappedQueue queue = openSmall(folder());
                Appender appender = queue.appender()) {
            appender.claim(10);
            appender.abort();
            appender.claim(10);
            QueueReport report = queue.verify();
            assertEquals(500, report.committed());
            assertEquals(1, report.aborted());
            assertEquals(1, report.orphans());
            assertEquals(List.of(), report.damage());
            assertEquals(SegmentDescriptor.FIRST_ENTRY_OFFSET, report.from());
        }
    }

    @Test
    void verifySaysHowFarItIs() throws IOException {
        appendAndClose(0, 250);
        try (MappedQueue queue = openSmall(folder())) {
            List<Double> told = new ArrayList<>();
            assertEquals(queue.verify(), queue.verify(told::add));
            assertEquals(List.of(1 / 3.0, 2 / 3.0, 1.0), told);
            IllegalStateException enough = new IllegalStateException("enough");
            assertSame(
                    enough,
                    assertThrows(
                            IllegalStateException.class,
                            () -> queue.verify(done -> {
                                throw enough;
                            })));
        }
    }

    @Test
    void aReadOnlyOpeningReadsAndDoesNotAppend() throws IOException {
        appendAndClose(0, 10);
        try (MappedQueue queue = MappedQueue.builder(folder()).readOnly(true).open()) {
            assertEquals(LongStream.range(0, 10).boxed().toList(), sequences(queue));
            assertTrue(queue.recovery().isEmpty());
            assertEquals(
                    "queue=" + folder() + " was opened to read only",
                    assertThrows(UnsupportedOperationException.class, queue::appender)
                            .getMessage());
            assertThrows(UnsupportedOperationException.class, queue::force);
        }
    }

    @Test
    void aFolderThatCannotBeWrittenIsReadAllTheSame() throws IOException {
        appendAndClose(0, 10);
        try (var files = Files.walk(folder())) {
            for (Path file : files.toList()) {
                Files.setPosixFilePermissions(
                        file, PosixFilePermissions.fromString(Files.isDirectory(file) ? "r-xr-xr-x" : "r--r--r--"));
            }
        }
        try (MappedQueue queue = MappedQueue.builder(folder()).readOnly(true).open()) {
            assertEquals(LongStream.range(0, 10).boxed().toList(), sequences(queue));
        } finally {
            Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxr-xr-x"));
            Files.setPosixFilePermissions(folder().resolve("layouts"), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void aReadOnlyOpeningOfNothingIsRefused() {
        assertEquals(
                "file=" + folder() + ": expected a queue, found no such folder",
                assertThrows(StoreException.class, () -> openToRead(folder())).getMessage());
        assertFalse(Files.exists(folder()));
    }

    @Test
    void whereNoneIsToBeCreatedOnlyAQueueThatIsThereIsOpened() throws IOException {
        MappedQueue.Builder builder =
                MappedQueue.builder(folder().resolve("queue")).create(false);
        assertEquals(
                "file=" + folder().resolve("queue")
                        + ": expected a queue, found no such folder; create(true) would make one",
                assertThrows(StoreException.class, builder::open).getMessage());
        assertFalse(Files.exists(folder()));
        Files.createDirectories(folder().resolve("queue"));
        assertEquals(
                "file=" + folder().resolve("queue")
                        + ": expected a queue, found no file `control`; create(true) would make one",
                assertThrows(StoreException.class, builder::open).getMessage());
        assertEquals(List.of(), LogFiles.list(folder().resolve("queue")));
        builder.create(true).open().close();
        try (MappedQueue queue = builder.create(false).open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer("risk")) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            assertEquals(Entry.of(0, 0), tailer.poll(Entry.CODEC));
        }
    }

    @Test
    void aFileIsNoQueueThatIsThere() throws IOException {
        Files.createFile(folder());
        assertEquals(
                "file=" + folder() + ": expected a folder, found a file",
                assertThrows(
                                StoreException.class,
                                () -> MappedQueue.builder(folder())
                                        .create(false)
                                        .open())
                        .getMessage());
    }

    private static MappedQueue openToRead(Path folder) throws IOException {
        return MappedQueue.builder(folder).readOnly(true).open();
    }

    @Test
    void aFolderThatCannotBeReadIsSaidToBeSo() throws IOException {
        appendAndClose(0, 1);
        Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("---------"));
        try {
            assumeFalse(Files.isReadable(folder()), "needs a user whom permissions concern");
            assertEquals(
                    "file=" + folder() + ": expected a queue, found a folder that cannot be read",
                    assertThrows(StoreException.class, () -> openToRead(folder()))
                            .getMessage());
        } finally {
            Files.setPosixFilePermissions(folder(), PosixFilePermissions.fromString("rwxr-xr-x"));
        }
    }

    @Test
    void aFolderOfSomebodyElseIsRefusedAndLeftAsItIs() throws IOException {
        Files.createDirectories(folder());
        Files.writeString(folder().resolve("thesis.txt"), "mine");
        assertEquals(
                "file=" + folder() + ": expected a queue or an empty folder, found no file `control`, and `thesis.txt`",
                assertThrows(StoreException.class, () -> openSmall(folder())).getMessage());
        try (var files = Files.list(folder())) {
            assertEquals(1, files.count());
        }
    }

    @Test
    void aFileInThePlaceOfTheFolderIsRefused() throws IOException {
        Files.writeString(folder(), "mine");
        String message = "file=" + folder() + ": expected a folder, found a file";
        assertEquals(
                message,
                assertThrows(StoreException.class, () -> openSmall(folder())).getMessage());
        assertEquals(
                message,
                assertThrows(StoreException.class, () -> openToRead(folder())).getMessage());
        assertEquals(
                message,
                assertThrows(StoreException.class, () -> openSmall(folder().resolve("below")))
                        .getMessage());
    }

    @Test
    void foldersAreCreatedWithThoseAbove() throws IOException {
        openSmall(folder().resolve("a").resolve("b")).close();
        assertTrue(Files.isRegularFile(folder().resolve("a").resolve("b").resolve("control")));
    }

    @Test
    void aForeignControlFileIsRefused() throws IOException {
        appendAndClose(0, 1);
        Files.write(folder().resolve("control"), new byte[ControlDescriptor.FILE_SIZE]);
        assertEquals(
                "file=" + folder().resolve("control")
                        + ": expected magic=VBQCNTRL (0x4c52544e43514256), found magic=0x0000000000000000",
                assertThrows(StoreException.class, () -> openSmall(folder())).getMessage());
        byte[] ofAMap = new byte[ControlDescriptor.FILE_SIZE];
        System.arraycopy("VBMCNTRL".getBytes(StandardCharsets.US_ASCII), 0, ofAMap, 0, 8);
        Files.write(folder().resolve("control"), ofAMap);
        assertEquals(
                "file=" + folder().resolve("control")
                        + ": expected the control file of a queue, found that of a map: open it with MappedMap, or show"
                        + " it with `./verbatim cat`",
                assertThrows(StoreException.class, () -> openSmall(folder())).getMessage());
        Files.write(folder().resolve("control"), new byte[7]);
        assertEquals(
                "file=" + folder().resolve("control") + ": expected " + ControlDescriptor.FILE_SIZE
                        + " bytes, found 7 bytes",
                assertThrows(StoreException.class, () -> openSmall(folder())).getMessage());
    }

    @Test
    void anotherVersionIsRefused() throws IOException {
        appendAndClose(0, 1);
        overwrite(folder().resolve("control"), ControlDescriptor.VERSION_OFFSET, 2);
        assertEquals(
                "file=" + folder().resolve("control") + ": expected version=1 of the format, found version=2",
                assertThrows(StoreException.class, () -> openSmall(folder())).getMessage());
        overwrite(folder().resolve("control"), ControlDescriptor.VERSION_OFFSET, 1);
        Path segment = folder().resolve("000000000000.segment");
        overwrite(segment, SegmentDescriptor.VERSION_OFFSET, 3);
        assertEquals(
                "file=" + segment + ": expected version=1 of the format, found version=3",
                assertThrows(StoreException.class, () -> openSmall(folder())).getMessage());
        overwrite(segment, SegmentDescriptor.VERSION_OFFSET, 1);
        openSmall(folder()).close();
    }

    @Test
    void aSegmentInThePlaceOfAnotherIsRefused() throws IOException {
        appendAndClose(0, 1);
        Path segment = folder().resolve("000000000000.segment");
        overwrite(segment, SegmentDescriptor.INDEX_OFFSET, 5);
        assertEquals(
                "file=" + segment + ": expected index=0, found index=5",
                assertThrows(StoreException.class, () -> openSmall(folder())).getMessage());
    }

    private static void overwrite(Path file, int offset, int value) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[offset] = (byte) value;
        Files.write(file, bytes);
    }

    @Test
    void anotherSegmentSizeOrChecksumThanTheQueuesIsRefused() throws IOException {
        appendAndClose(0, 1);
        assertEquals(
                "file=" + folder() + ": expected segmentSize=8192, found segmentSize=4096,"
                        + " which it was made with; leave it out to open it so",
                assertThrows(
                                StoreException.class,
                                () -> MappedQueue.builder(folder())
                                        .segmentSize(8192)
                                        .open())
                        .getMessage());
        assertEquals(
                "file=" + folder() + ": expected checksum=false, found checksum=true,"
                        + " which it was made with; leave it out to open it so",
                assertThrows(
                                StoreException.class,
                                () -> MappedQueue.builder(folder())
                                        .checksum(false)
                                        .open())
                        .getMessage());
    }

    @Test
    void aMissingNewestSegmentIsRefused() throws IOException {
        appendAndClose(0, 500);
        Path newest;
        try (MappedQueue queue = openSmall(folder())) {
            long index = queue.info().segments().getLast().index();
            newest = folder().resolve("%012d.segment".formatted(index));
        }
        Files.delete(newest);
        assertEquals(
                "file=" + newest + ": expected the newest segment, found no file",
                assertThrows(StoreException.class, () -> openSmall(folder())).getMessage());
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        MappedQueue.Builder builder = MappedQueue.builder(folder());
        assertThrows(IllegalArgumentException.class, () -> builder.segmentSize(2048));
        assertThrows(IllegalArgumentException.class, () -> builder.segmentSize(5000));
        assertEquals(
                "expected a power of two from 4096 to 1073741824, found segmentSize=2147483648",
                assertThrows(IllegalArgumentException.class, () -> builder.segmentSize(1L << 31))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> builder.batchInterval(Duration.ZERO));
    }

    @Test
    void whatIsClosedSaysSo() throws IOException {
        MappedQueue queue = openSmall(folder());
        Appender appender = queue.appender();
        Tailer tailer = queue.tailer();
        queue.close();
        queue.close();
        appender.close();
        tailer.close();
        String closed = "queue=" + folder() + " is closed";
        assertEquals(
                closed,
                assertThrows(IllegalStateException.class, queue::appender).getMessage());
        assertEquals(
                closed, assertThrows(IllegalStateException.class, queue::tailer).getMessage());
        assertEquals(
                closed, assertThrows(IllegalStateException.class, queue::verify).getMessage());
        assertEquals(
                closed, assertThrows(IllegalStateException.class, queue::force).getMessage());
        assertEquals(
                "the appender of " + closed,
                assertThrows(IllegalStateException.class, () -> appender.append(Entry.CODEC, Entry.of(0, 0)))
                        .getMessage());
        assertEquals(
                "the tailer of " + closed,
                assertThrows(IllegalStateException.class, () -> tailer.poll(Entry.CODEC))
                        .getMessage());
    }

    @Test
    void closingTheQueueAbortsWhatIsOpen() throws IOException {
        try (MappedQueue queue = openSmall(folder())) {
            queue.appender().claim(24);
        }
        try (MappedQueue queue = openSmall(folder());
                Tailer tailer = queue.tailer()) {
            assertEquals(1, queue.recovery().orElseThrow().aborted());
            assertEquals(0, queue.recovery().orElseThrow().orphans());
            assertEquals(List.of(), entries(tailer));
        }
    }

    @Test
    void eachDurabilityAppendsAndForces() throws IOException {
        long sequence = 0;
        for (Durability durability : Durability.values()) {
            try (MappedQueue queue = MappedQueue.builder(folder())
                            .segmentSize(SMALL_SEGMENT)
                            .durability(durability)
                            .batchInterval(Duration.ofMillis(1))
                            .open();
                    Appender appender = queue.appender()) {
                for (int i = 0; i < 200; i++) {
                    appender.append(Entry.CODEC, Entry.of(0, sequence++));
                }
                queue.force();
                assertEquals(LongStream.range(0, sequence).boxed().toList(), sequences(queue));
            }
        }
    }

    @Test
    void aBatchIntervalOfAnyLengthIsTaken() throws IOException {
        try (MappedQueue queue = MappedQueue.builder(folder())
                        .segmentSize(SMALL_SEGMENT)
                        .durability(Durability.BATCH)
                        .batchInterval(Duration.ofSeconds(Long.MAX_VALUE))
                        .open();
                Appender appender = queue.appender()) {
            assertEquals(128, appender.append(Entry.CODEC, Entry.of(0, 0)));
        }
    }

    @Test
    void aQueueThatWasCopiedWithoutItsEmptyFolderIsWhole() throws IOException {
        try (MappedQueue queue = openSmall(folder());
                Appender appender = queue.appender()) {
            appender.append(MemorySegment.ofArray(new byte[] {1, 2, 3}));
        }
        Files.delete(folder().resolve("layouts"));
        try (MappedQueue queue = openSmall(folder());
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer()) {
            appender.append(Entry.CODEC, Entry.of(0, 1));
            assertTrue(tailer.read((payload, position, layoutId) -> assertEquals(3, payload.byteSize())));
            assertEquals(Entry.of(0, 1), tailer.poll(Entry.CODEC));
        }
    }

    /** As a process leaves it that dies before it has made the first segment. */
    @Test
    void aQueueWithoutASegmentSaysSo() throws IOException {
        openSmall(folder()).close();
        for (int index = 0; index < 2; index++) {
            Files.deleteIfExists(folder().resolve("%012d.segment".formatted(index)));
        }
        try (MappedQueue queue = MappedQueue.builder(folder()).readOnly(true).open()) {
            String message = "file=" + folder()
                    + ": expected a segment, found none; open the queue once to write, which makes one";
            assertEquals(
                    message, assertThrows(StoreException.class, queue::verify).getMessage());
            assertEquals(
                    message, assertThrows(StoreException.class, queue::info).getMessage());
        }
    }

    @Test
    void aQueueWithoutChecksumsHasNone() throws IOException {
        try (MappedQueue queue = MappedQueue.builder(folder())
                        .segmentSize(SMALL_SEGMENT)
                        .checksum(false)
                        .open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer().withChecksums()) {
            appender.append(Entry.CODEC, Entry.of(0, 0));
            assertEquals(List.of(Entry.of(0, 0)), entries(tailer));
            assertFalse(queue.hasChecksums());
        }
    }
}
