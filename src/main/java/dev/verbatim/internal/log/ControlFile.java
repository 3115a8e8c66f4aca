package dev.verbatim.internal.log;

import static dev.verbatim.internal.log.ControlDescriptor.BOOT_ID_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.CHECKSUM_FLAG;
import static dev.verbatim.internal.log.ControlDescriptor.DURABLE_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.FILE_SIZE;
import static dev.verbatim.internal.log.ControlDescriptor.FLAGS_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.FORCE_FAILED_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.LOG_ID_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.MAGIC_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.MARK_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.NEWEST_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.REPAIR_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.SEGMENT_SIZE_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.TAILER_NAME_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.TAILER_NAME_SIZE;
import static dev.verbatim.internal.log.ControlDescriptor.TAILER_POSITION_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.VERSION;
import static dev.verbatim.internal.log.ControlDescriptor.VERSION_OFFSET;
import static dev.verbatim.internal.log.ControlDescriptor.generationOffset;
import static dev.verbatim.internal.log.ControlDescriptor.storeOffset;
import static dev.verbatim.internal.log.ControlDescriptor.tailerOffset;
import static dev.verbatim.internal.log.Mappings.INT;
import static dev.verbatim.internal.log.Mappings.INT_LE;
import static dev.verbatim.internal.log.Mappings.INT_UNALIGNED;
import static dev.verbatim.internal.log.Mappings.LONG;
import static dev.verbatim.internal.log.Mappings.LONG_LE;
import static dev.verbatim.internal.log.Mappings.LONG_UNALIGNED;

import dev.verbatim.StoreException;
import dev.verbatim.internal.io.BootId;
import dev.verbatim.internal.io.FileFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The mapped file {@code control}, which {@link ControlDescriptor} draws. Any thread may use it. */
public final class ControlFile implements AutoCloseable {

    /** What opens a store, by the magic of its control file. */
    private static final Map<Long, String> OPENED_WITH = Map.of(
            LogKind.magic("VBQCNTRL"), "queue: open it with MappedQueue",
            LogKind.magic("VBMCNTRL"), "map: open it with MappedMap");

    private final Path path;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;
    private final long segmentSize;
    private final boolean checksum;
    private final UUID logId;

    /** Which file this is, where the file system says so. No other file has that while this one is mapped. */
    private final @Nullable Object fileKey;

    private ControlFile(LogKind kind, Path path, boolean writable) throws IOException {
        this.path = path;
        try {
            Object key;
            MemorySegment mapped;
            do {
                key = fileKey(path);
                mapped = Mappings.map(path, FILE_SIZE, writable, arena);
            } while (!Objects.equals(key, fileKey(path))); // the folder was made anew meanwhile
            this.fileKey = key;
            this.memory = mapped;
            requireKind(kind);
            Mappings.requireMagic(path, memory, kind.controlMagic(), VERSION);
            this.segmentSize = memory.get(LONG_LE, SEGMENT_SIZE_OFFSET);
            if (Long.bitCount(segmentSize) != 1
                    || segmentSize < SegmentDescriptor.MIN_SIZE
                    || segmentSize > SegmentDescriptor.MAX_SIZE) {
                throw new StoreException(path, "segmentSize=a power of two", "segmentSize=" + segmentSize);
            }
            if (newestAcquire() < 0) {
                throw new StoreException(path, "newest=0 or more", "newest=" + newestAcquire());
            }
            this.checksum = (memory.get(INT_LE, FLAGS_OFFSET) & CHECKSUM_FLAG) != 0;
            this.logId = get(memory, LOG_ID_OFFSET);
        } catch (IOException | RuntimeException | Error e) {
            arena.close();
            throw e;
        }
    }

    /** Has who opens a queue as a map, or the other way round, learn that from more than the letters of a magic. */
    private void requireKind(LogKind kind) throws StoreException {
        long found = memory.get(LONG_LE, MAGIC_OFFSET);
        String other = found == kind.controlMagic() ? null : OPENED_WITH.get(found);
        if (other != null) {
            throw new StoreException(
                    path,
                    "the control file of a " + kind.noun(),
                    "that of a " + other + ", or show it with `./verbatim cat`");
        }
    }

    public static ControlFile open(LogKind kind, Path path, boolean writable) throws IOException {
        return new ControlFile(kind, path, writable);
    }

    private static @Nullable Object fileKey(Path path) throws IOException {
        return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    }

    /**
     * Requires that the log's folder still has this file: after another file of it was opened by its name, and before
     * one is made or deleted. The folder may have been moved, or deleted and made anew, or a link to it may lead to
     * another one by now. Then what is there is not of this log.
     */
    public void requireInPlace() throws IOException {
        Object found;
        try {
            found = fileKey(path);
        } catch (FileSystemException e) {
            if (e instanceof NoSuchFileException || leadsThroughFile()) {
                throw new NotInPlaceException(path, "none", e);
            }
            throw e; // it may be there
        }
        if (!Objects.equals(found, fileKey)) {
            throw new NotInPlaceException(path, "another one", null);
        }
    }

    /**
     * {@return whether there is a file in the log's folder}
     *
     * @throws NotInPlaceException if the folder is another one by now
     * @throws IOException if nobody knows: the file must not be taken for deleted, or not begun
     */
    public boolean exists(Path file) throws IOException {
        try {
            return LogFiles.exists(file);
        } catch (IOException e) {
            requireInPlace(); // the path may lead through a file by now
            throw e;
        }
    }

    private boolean leadsThroughFile() {
        Path folder = path.getParent();
        while (folder != null && !Files.isRegularFile(folder)) {
            folder = folder.getParent();
        }
        return folder != null;
    }

    /** {@return the bytes of the file of a new log} */
    static byte[] newFile(LogKind kind, long segmentSize, boolean checksum) {
        byte[] bytes = new byte[FILE_SIZE];
        MemorySegment file = MemorySegment.ofArray(bytes);
        file.set(LONG_UNALIGNED, MAGIC_OFFSET, kind.controlMagic());
        file.set(INT_UNALIGNED, VERSION_OFFSET, VERSION);
        file.set(INT_UNALIGNED, FLAGS_OFFSET, checksum ? CHECKSUM_FLAG : 0);
        file.set(LONG_UNALIGNED, SEGMENT_SIZE_OFFSET, segmentSize);
        set(file, BOOT_ID_OFFSET, BootId.current());
        set(file, LOG_ID_OFFSET, UUID.randomUUID());
        file.set(LONG_UNALIGNED, DURABLE_OFFSET, SegmentDescriptor.FIRST_ENTRY_OFFSET);
        return bytes;
    }

    long segmentSize() {
        return segmentSize;
    }

    public boolean checksum() {
        return checksum;
    }

    public long newestAcquire() {
        return (long) LONG.getAcquire(memory, (long) NEWEST_OFFSET);
    }

    /** {@return whether nobody has left the first segment, and nothing was forced: so there may be none yet} */
    boolean isNew() {
        return newestAcquire() == 0 && durableAcquire() <= SegmentDescriptor.FIRST_ENTRY_OFFSET;
    }

    /** {@return the id that the log was given when it was made, and that copies of it have too; 0 if it has none} */
    public UUID logId() {
        return logId;
    }

    /** {@return the id of the boot in which the log was created or last repaired} */
    UUID bootId() {
        return get(memory, BOOT_ID_OFFSET);
    }

    /** Sets the boot's id: in a recovery. */
    void bootId(UUID id) {
        set(memory, BOOT_ID_OFFSET, id);
    }

    private static UUID get(MemorySegment file, long offset) {
        return new UUID(file.get(LONG_LE, offset), file.get(LONG_LE, offset + Long.BYTES));
    }

    private static void set(MemorySegment file, long offset, UUID id) {
        file.set(LONG_UNALIGNED, offset, id.getMostSignificantBits());
        file.set(LONG_UNALIGNED, offset + Long.BYTES, id.getLeastSignificantBits());
    }

    /** {@return whether this is the file, and the boot, in which the log was last repaired; no if nobody knows} */
    boolean isUntouched() throws IOException {
        long mark = mark();
        return mark != 0 && mark == memory.get(LONG_LE, MARK_OFFSET);
    }

    /** {@return whether this is another file, or another boot, than that in which the log was last repaired} */
    public boolean isTouched() throws IOException {
        long mark = mark();
        return mark != 0 && mark != memory.get(LONG_LE, MARK_OFFSET);
    }

    /** {@return a number that another boot and a copy of the file do not have; 0 if nobody knows the boot} */
    private long mark() throws IOException {
        UUID boot = BootId.current();
        if (boot.equals(BootId.UNKNOWN)) {
            return 0;
        }
        byte[] bytes = (boot + " " + fileKey(path)).getBytes(StandardCharsets.UTF_8);
        UUID hash = UUID.nameUUIDFromBytes(bytes);
        return hash.getMostSignificantBits() | 1;
    }

    /** Takes note of a repair, and whether another process can live that has had the log open before it. */
    void setRepaired() throws IOException {
        long random = UUID.randomUUID().getMostSignificantBits();
        memory.set(LONG_LE, REPAIR_OFFSET, isTouched() ? random & ~1L : random | 1);
        memory.set(LONG_LE, MARK_OFFSET, mark());
    }

    /** {@return the id of the last repair} */
    public long repairId() {
        return memory.get(LONG_LE, REPAIR_OFFSET);
    }

    /** {@return whether no other process can have been living at the last repair} */
    public boolean wasRepairedAlone() {
        return (repairId() & 1) == 0;
    }

    /** {@return whether a force has failed, in any process, and no repair has written all of that once more} */
    boolean hasForceFailed() {
        return (long) LONG.getAcquire(memory, (long) FORCE_FAILED_OFFSET) != 0;
    }

    void hasForceFailed(boolean failed) {
        LONG.setRelease(memory, (long) FORCE_FAILED_OFFSET, failed ? 1L : 0L);
    }

    /** What asks the device to write. */
    interface DeviceWrite {
        void run() throws IOException;
    }

    /**
     * Asks the device to write, and takes note if that fails: the next time would succeed, and write nothing. What can
     * fail before the device is asked, such as opening a file, comes before this: it can be tried again.
     */
    void write(DeviceWrite write) throws IOException {
        try {
            write.run();
        } catch (IOException e) {
            hasForceFailed(true);
            throw e;
        }
    }

    /** Forces the names in a folder of the log. Not in a thread that is interrupted: that would look like a failure. */
    public void forceFolder(Path logFolder) throws IOException {
        requireInPlace();
        LogFiles.forceFolder(logFolder, (folder, channel) -> {
            requireInPlace(); // and so the folder that was opened is the log's
            write(() -> LogFiles.force(folder, channel));
        });
    }

    /** Takes note of a newer segment. Others may have rolled further meanwhile. */
    void advanceNewest(long index) {
        advance(NEWEST_OFFSET, index);
    }

    public long durableAcquire() {
        return (long) LONG.getAcquire(memory, (long) DURABLE_OFFSET);
    }

    /** Sets the newest segment, also back: in a recovery, where a loss of power may have taken its file. */
    void setNewestRelease(long index) {
        LONG.setRelease(memory, (long) NEWEST_OFFSET, index);
    }

    /** Moves the durable position forward, never back: processes force at the same time. */
    void advanceDurable(long position) {
        advance(DURABLE_OFFSET, position);
    }

    private void advance(long offset, long value) {
        long current = (long) LONG.getAcquire(memory, offset);
        while (current < value && !LONG.compareAndSet(memory, offset, current, value)) {
            current = (long) LONG.getAcquire(memory, offset);
        }
    }

    /** Sets the durable position, also back: in a recovery, which may have found less than there was. */
    void setDurableRelease(long position) {
        LONG.setRelease(memory, (long) DURABLE_OFFSET, position);
    }

    /** {@return one of the longs that belong to the store which stands on the log} */
    public long storeLongAcquire(int number) {
        return (long) LONG.getAcquire(memory, (long) storeOffset(number));
    }

    public void setStoreLongRelease(int number, long value) {
        LONG.setRelease(memory, (long) storeOffset(number), value);
    }

    public boolean compareAndSetStoreLong(int number, long expected, long value) {
        return LONG.compareAndSet(memory, (long) storeOffset(number), expected, value);
    }

    /** Raises one of the store's longs, unless it is this large already. */
    public void advanceStoreLong(int number, long value) {
        advance(storeOffset(number), value);
    }

    public int generationAcquire(int slot) {
        return (int) INT.getAcquire(memory, (long) generationOffset(slot));
    }

    /**
     * Starts the next generation of a slot, and forces it, so that no owner to come writes the words of this one.
     *
     * @return whether nobody else has started it
     */
    boolean startGeneration(int slot, int last) throws IOException {
        boolean started = INT.compareAndSet(memory, (long) generationOffset(slot), last, last + 1);
        if (started) {
            force();
        }
        return started;
    }

    /** {@return the first position that a named tailer has not acknowledged; 0 if its place is free} */
    long tailerPositionAcquire(int tailer) {
        return (long) LONG.getAcquire(memory, (long) tailerOffset(tailer) + TAILER_POSITION_OFFSET);
    }

    void setTailerPositionRelease(int tailer, long position) {
        LONG.setRelease(memory, (long) tailerOffset(tailer) + TAILER_POSITION_OFFSET, position);
    }

    String tailerName(int tailer) {
        byte[] name = memory.asSlice(tailerOffset(tailer) + TAILER_NAME_OFFSET, TAILER_NAME_SIZE)
                .toArray(ValueLayout.JAVA_BYTE);
        int length = 0;
        while (length < name.length && name[length] != 0) {
            length++;
        }
        return new String(name, 0, length, StandardCharsets.UTF_8);
    }

    /** Sets the name of a free place. */
    void tailerName(int tailer, byte[] name) {
        MemorySegment target = memory.asSlice(tailerOffset(tailer) + TAILER_NAME_OFFSET, TAILER_NAME_SIZE);
        target.fill((byte) 0);
        target.copyFrom(MemorySegment.ofArray(name));
    }

    /** Makes all pages differ from the file's, as stores do, and leaves their bytes as they are. */
    void dirty() {
        for (long offset = 0; offset < FILE_SIZE; offset += SegmentFile.PAGE_SIZE) {
            LONG.getAndAdd(memory, offset, 0L);
        }
    }

    public void force() throws IOException {
        try {
            memory.force();
        } catch (UncheckedIOException e) {
            hasForceFailed(true);
            throw FileFailure.of(path, "force it", e);
        }
    }

    @Override
    public void close() {
        Mappings.unmap(arena);
    }
}
