package dev.verbatim.map;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import dev.verbatim.internal.log.ControlFile;
import dev.verbatim.internal.log.Cursor;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.Log;
import dev.verbatim.internal.log.LogFolder;
import dev.verbatim.internal.log.LogOptions;
import dev.verbatim.internal.log.LogReport;
import dev.verbatim.internal.log.SegmentFile;
import dev.verbatim.internal.log.StoredLayouts;
import dev.verbatim.map.MapCodec.Kind;
import dev.verbatim.map.MapReport.Damage;
import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.StructLayout;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The parts of a map that is open: its log, its index, its sessions, and the thread that looks after them. */
final class MapStore implements AutoCloseable {

    private final Log log;
    private final Index index;
    private final Counts counts;
    private final long seed;
    private final int valueLayoutId;
    private final boolean writable;
    private final Limits limits;
    private final List<Damage> missing;
    private final SessionPool sessions;
    private final Growth growth;
    private final MapKeeper keeper;

    /** Set by the first close. */
    private final AtomicBoolean countsReleased = new AtomicBoolean();

    private MapStore(
            Log log,
            Index index,
            Counts counts,
            int valueLayoutId,
            Limits limits,
            List<Damage> missing,
            boolean writable) {
        this.log = log;
        this.index = index;
        this.counts = counts;
        this.seed = log.control().storeLongAcquire(MapDescriptor.SEED);
        this.valueLayoutId = valueLayoutId;
        this.writable = writable;
        this.limits = limits;
        this.missing = missing;
        this.sessions = new SessionPool(this);
        this.keeper = new MapKeeper(this);
        this.growth = new Growth(index, log.segments().segmentSize(), counts, keeper::requestGrowth, keeper::isClosing);
    }

    static MapStore open(LogOptions options, Limits limits, MapCodec<?> keys, MapCodec<?> values) throws IOException {
        LogFolder folder = new LogFolder(MapDescriptor.KIND, options.folder());
        if (isOfAnyMap(keys)) {
            folder.requireLog();
        }
        if (options.mayCreate() && !folder.hasLog()) {
            requireSegments(options.newSegmentSize(MapDescriptor.KIND), limits); // before anything is created
        }
        Log.Creation creation = isOfAnyMap(keys)
                ? (control, layouts) -> folder.requireLog() // it was deleted just now
                : creation(keys);
        return Log.open(MapDescriptor.KIND, options, creation, log -> open(log, options, limits, keys, values));
    }

    /** {@return what makes a new log a map: it says what its keys are} */
    static Log.Creation creation(MapCodec<?> keys) {
        return (control, layouts) -> {
            StructLayout layout = keys.layout();
            int layoutId = layout == null ? 0 : layouts.store(layout);
            control.setStoreLongRelease(MapDescriptor.KEY_CODEC, keyCodec(keys, layoutId));
        };
    }

    private static MapStore open(Log log, LogOptions options, Limits limits, MapCodec<?> keys, MapCodec<?> values)
            throws IOException {
        try {
            return options.readOnly()
                    ? openToRead(log, keys, values)
                    : openToWrite(log, limits, keysOfMap(log, keys), values, options.forcesSegments());
        } catch (IOException | RuntimeException | Error e) {
            try (log) {
                throw e;
            }
        }
    }

    private static boolean isOfAnyMap(MapCodec<?> keys) {
        return keys instanceof StoredKeyCodec stored && stored.isOfAnyMap();
    }

    private static MapStore openToRead(Log log, MapCodec<?> keys, MapCodec<?> values) throws IOException {
        ControlFile control = log.control();
        if (control.storeLongAcquire(MapDescriptor.SEED) == 0 || control.isTouched() || Rebuild.isNeeded(log)) {
            throw new StoreException(
                    log.folder(),
                    "an index that was made after the last repair",
                    "none, as in a copy of a map; open it once to write, which makes it (`verbatim append` of an empty"
                            + " file does) and aborts what is damaged: keys then have the values before");
        }
        if (!isOfAnyMap(keys)) {
            requireKeys(log, keys, layoutId(keys));
        }
        for (StructLayout layout : values.layouts()) {
            if (log.layouts().isOther(layout)) {
                int id = StoredLayouts.idOf(layout);
                throw new LayoutMismatchException(
                        "cannot open " + log.name() + " with values of " + values,
                        List.of("the map has the layout "
                                + LayoutText.of(log.layouts().load(id)) + " by the id of " + LayoutText.of(layout)
                                + "; rename a member of the codec's layout"));
            }
        }
        requireFloor(log);
        Counts counts = new Counts(log.folder(), false);
        try {
            Index index = new Index(log.folder(), control, false);
            MapStore store = new MapStore(log, index, counts, layoutId(values), Limits.NONE, List.of(), false);
            store.keeper.startToRead();
            return store;
        } catch (RuntimeException | Error e) {
            counts.release();
            throw e;
        }
    }

    private static MapStore openToWrite(Log log, Limits limits, MapCodec<?> keys, MapCodec<?> values, boolean durable)
            throws IOException {
        requireSegments(log.segments().segmentSize(), limits);
        Index index = new Index(log.folder(), log.control(), true);
        Log.Opener<MapStore> opener = () -> openLocked(log, index, limits, keys, values, durable);
        log.locks().lock(MapDescriptor.INDEX_LOCK);
        return Log.openLocked(log.locks(), MapDescriptor.INDEX_LOCK, opener);
    }

    private static MapStore openLocked(
            Log log, Index index, Limits limits, MapCodec<?> keys, MapCodec<?> values, boolean durable)
            throws IOException {
        ControlFile control = log.control();
        boolean isNew = control.storeLongAcquire(MapDescriptor.SEED) == 0
                && control.compareAndSetStoreLong(MapDescriptor.SEED, 0, newSeed());
        requireKeys(log, keys, layoutId(keys));
        int valueLayoutId = store(log, values);
        if (durable) {
            control.setStoreLongRelease(MapDescriptor.DURABLE, 1);
        }
        if (isNew || durable) {
            control.force();
        }
        Counts.create(log.folder());
        index.createFolder();
        Counts counts = new Counts(log.folder(), true);
        try {
            long seed = control.storeLongAcquire(MapDescriptor.SEED);
            List<Damage> missing = List.of();
            if (isNew || Rebuild.isNeeded(log)) {
                missing = new Rebuild(log, index, counts, seed).run();
            } else {
                requireFloor(log);
                if (log.recovery() != null) {
                    Recount.run(log, index, counts);
                    // Whoever was to do so may be dead, and nobody else is at work on a file that is unfinished.
                    index.deleteBefore(index.currentAcquire());
                }
            }
            MapStore store = new MapStore(log, index, counts, valueLayoutId, limits, missing, true);
            if (isNew) {
                store.endWriting(store.beginWriting()); // or the first put would wait for the device
            }
            store.keeper.start();
            return store;
        } catch (IOException | RuntimeException | Error e) {
            counts.release();
            throw e;
        }
    }

    private static void requireSegments(long segmentSize, Limits limits) {
        if (limits.bytes() != 0 && limits.bytes() < 2 * segmentSize) {
            throw new IllegalArgumentException("expected maxBytes of at least two segments of " + segmentSize
                    + " bytes, found " + limits.bytes() + "; a new map may have smaller segments");
        }
    }

    private static void requireFloor(Log log) throws StoreException {
        if (!Rebuild.isFloorPossible(log)) {
            throw new StoreException(
                    log.folder(),
                    "a floor that is the start of a segment, in the file `control`",
                    "floor=" + log.control().storeLongAcquire(MapDescriptor.FLOOR));
        }
    }

    private static long newSeed() {
        long seed = new SecureRandom().nextLong();
        return seed == 0 ? 1 : seed;
    }

    private static int layoutId(MapCodec<?> codec) {
        StructLayout layout = codec.layout();
        return layout == null ? 0 : StoredLayouts.idOf(layout);
    }

    private static int store(Log log, MapCodec<?> codec) throws IOException {
        for (StructLayout layout : codec.layouts()) {
            log.layouts().store(layout);
        }
        return layoutId(codec);
    }

    private static long keyCodec(MapCodec<?> codec, int layoutId) {
        return codec.kind().number() | (long) layoutId << Integer.SIZE;
    }

    private static void requireKeys(Log log, MapCodec<?> keys, int layoutId) throws IOException {
        long found = log.control().storeLongAcquire(MapDescriptor.KEY_CODEC);
        StructLayout layout = keys.layout();
        if (found != keyCodec(keys, layoutId)
                || (layout != null && log.layouts().isOther(layout))) {
            throw new LayoutMismatchException(
                    "cannot open " + log.name() + " with keys of " + keys,
                    List.of("the keys of the map are " + describe(kind(log, found), layout(log, found))
                            + ", those of the codec " + describe(keys.kind(), keys.layout())));
        }
    }

    private static <K> MapCodec<K> keysOfMap(Log log, MapCodec<K> keys) throws IOException {
        if (!isOfAnyMap(keys)) {
            return keys;
        }
        long keyCodec = log.control().storeLongAcquire(MapDescriptor.KEY_CODEC);
        return keys.ofMap(kind(log, keyCodec), layout(log, keyCodec));
    }

    /** {@return the codec of the keys of this map; it has to be told where they are taken as they are stored} */
    <K> MapCodec<K> keysOfMap(MapCodec<K> keys) throws IOException {
        return keysOfMap(log, keys);
    }

    private static Kind kind(Log log, long keyCodec) throws StoreException {
        Kind kind = Kind.of((int) keyCodec);
        if (kind == null) {
            throw new StoreException(log.folder(), "keys of a kind from 1 to 7", "kind=" + (int) keyCodec);
        }
        return kind;
    }

    private static @Nullable StructLayout layout(Log log, long keyCodec) throws IOException {
        int id = (int) (keyCodec >>> Integer.SIZE);
        return id == 0 ? null : log.layouts().load(id);
    }

    private static String describe(Kind kind, @Nullable StructLayout layout) {
        return kind + (layout == null ? "" : " " + LayoutText.of(layout));
    }

    /** {@return the stored layout of the keys; null if they have none} */
    @Nullable
    StructLayout keyLayout() throws IOException {
        return layout(log, log.control().storeLongAcquire(MapDescriptor.KEY_CODEC));
    }

    Log log() {
        return log;
    }

    Index index() {
        return index;
    }

    Counts counts() {
        return counts;
    }

    long seed() {
        return seed;
    }

    /** {@return the id of the layout that all values have which are written; 0 if they have none, or several} */
    int valueLayoutId() {
        return valueLayoutId;
    }

    Limits limits() {
        return limits;
    }

    /** {@return what the recovery found when the map was opened; null if there was none} */
    @Nullable
    MapReport recovery() {
        LogReport report = log.recovery();
        return report == null ? null : MapReport.of(report, -1, missing);
    }

    SessionPool sessions() {
        return sessions;
    }

    Growth growth() {
        return growth;
    }

    MapKeeper keeper() {
        return keeper;
    }

    /** Begins an operation that reads. */
    Session begin() throws IOException {
        return sessions.beginReading();
    }

    /** Ends an operation that reads. */
    void end(Session session) {
        session.endReading();
    }

    /** Begins an operation that writes. */
    Session beginWriting() throws IOException {
        if (!writable) {
            log.requireWritable(); // throws
        }
        Session session = sessions.takeToWrite();
        try {
            session.beginWriting();
            return session;
        } catch (IOException | RuntimeException | Error e) {
            try (Closeable _ = () -> sessions.giveUp(session)) {
                throw e;
            }
        }
    }

    /** Ends an operation that writes. */
    void endWriting(Session session) {
        try {
            session.endWriting();
        } finally {
            session.giveBack();
        }
    }

    /** Commits an entry that the index led to: what was read has taken effect. */
    void commitSeen(MapEntry entry) {
        if (writable && entry.wasPrepared()) {
            entry.commit();
        }
    }

    /**
     * Has a prepared entry come to its end, on the way of a reader.
     *
     * @return whether it has
     */
    boolean settle(Session reading, Cursor cursor) throws IOException {
        if (!writable) {
            return settleUnwritten(reading, cursor);
        }
        Session session = beginWriting();
        try {
            SegmentFile segment = cursor.segment();
            long word = segment.wordAcquire(cursor.offset());
            return EntryDescriptor.state(word) != EntryDescriptor.PREPARED
                    || new Settling(session).settle(segment, cursor.offset(), word);
        } finally {
            endWriting(session);
        }
    }

    /** Accepts an entry that has taken effect: the next writer who meets it commits it. Passes that of a dead owner. */
    private boolean settleUnwritten(Session session, Cursor cursor) throws IOException {
        SegmentFile segment = cursor.segment();
        long word = segment.wordAcquire(cursor.offset());
        if (EntryDescriptor.state(word) != EntryDescriptor.PREPARED) {
            return true;
        }
        MapEntry entry = session.entry();
        entry.pointTo(segment, cursor.offset());
        long position = entry.position();
        entry.copyKeyTo(session.key());
        session.finder().locate(session.key());
        if (session.finder().located() == position) { // also to a tombstone
            cursor.accept();
            return true;
        }
        if (!log.slots().isOrphan(word) || segment.wordAcquire(cursor.offset()) != word) {
            return false;
        }
        cursor.pass();
        return true;
    }

    /** {@return a position, where an entry starts or will, before which all is settled} */
    long settledPosition() {
        ControlFile control = log.control();
        long settled = Math.max(control.durableAcquire(), control.storeLongAcquire(MapDescriptor.FLOOR));
        return log.segments().normalised(settled);
    }

    /** {@return whether anything of the map was promised to survive a loss of power, by any process} */
    boolean isDurable() {
        return log.control().storeLongAcquire(MapDescriptor.DURABLE) != 0;
    }

    /** Forces all that was written before. From here on compaction forces too. */
    void force() throws IOException {
        if (!isDurable()) {
            log.control().setStoreLongRelease(MapDescriptor.DURABLE, 1);
            log.control().force();
        }
        log.forcing().force();
    }

    /** Runs a method that counts, while another thread may close the map. */
    private <V, E extends Exception> V callCounting(Log.Call<V, E> method) throws E {
        return log.call(() -> {
            if (!counts.tryRetain()) {
                log.requireOpen(); // throws: the log is closed before the counts are
            }
            try {
                return method.run();
            } finally {
                counts.release();
            }
        });
    }

    long size() {
        return callCounting(counts::keys);
    }

    MapInfo info() throws IOException {
        return callCounting(this::infoWhileOpen);
    }

    private MapInfo infoWhileOpen() throws IOException {
        long keyCodec = log.control().storeLongAcquire(MapDescriptor.KEY_CODEC);
        IndexFile file = index.acquireCurrent();
        try {
            return new MapInfo(
                    counts.keys(),
                    kind(log, keyCodec).name(),
                    Optional.ofNullable(layout(log, keyCodec)),
                    log.segments().segmentSize(),
                    log.control().checksum(),
                    log.segments()
                            .normalised(log.segments().oldest() * log.segments().segmentSize()),
                    end(),
                    log.control().durableAcquire(),
                    counts.bytes(),
                    file.generation(),
                    file.size(),
                    file.filled(),
                    log.layouts().all());
        } finally {
            index.release(file);
        }
    }

    private long end() throws IOException {
        Cursor cursor = new Cursor(log);
        try {
            cursor.toEnd();
            return cursor.position();
        } finally {
            cursor.close();
        }
    }

    @Override
    public void close() throws IOException {
        // In this order: keeper, log with the sessions, counts. What fails first is thrown, the rest is suppressed.
        try (Closeable _ = this::releaseCounts;
                log) {
            keeper.close();
        }
    }

    /** Ends the use of the map itself; a call that is under way has one of its own. */
    private void releaseCounts() {
        if (countsReleased.compareAndSet(false, true)) {
            counts.release();
        }
    }
}
