package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MapInfo;
import dev.verbatim.map.MapReport;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.text.ByteText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.lang.foreign.StructLayout;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** A map. */
final class MapStore extends Store {

    private final Path folder;
    private final MappedMap<byte[], StoredValue> map;
    private final MapInfo info;
    private final MapLayouts layouts;
    private MapKeys keys;

    private MapStore(Path folder, MappedMap<byte[], StoredValue> map) throws IOException {
        this.folder = folder;
        this.map = map;
        this.info = map.info();
        this.layouts = new MapLayouts(map, info);
        this.keys = layouts.keys();
    }

    static MapStore open(Path folder) throws IOException, BadInputException {
        MappedMap<byte[], StoredValue> map = open(folder, true);
        try {
            return new MapStore(folder, map);
        } catch (IOException | RuntimeException e) {
            map.close();
            throw e;
        }
    }

    /** Opens a map that exists. */
    static MappedMap<byte[], StoredValue> open(Path folder, boolean readOnly) throws IOException, BadInputException {
        try {
            return MappedMap.builder(folder, MapCodec.storedKeys(), MapCodec.storedValues())
                    .readOnly(readOnly)
                    .open();
        } catch (StoreException e) {
            if (StoreArgument.hasMagic(folder, StoreArgument.MAP_MAGIC)) {
                throw e; // it is damaged, or has to be repaired first
            }
            throw new BadInputException(e.getMessage());
        }
    }

    MapInfo info() {
        return info;
    }

    @Override
    public MapKeys keys() {
        return keys;
    }

    @Nullable
    StoredValue get(byte[] key) throws IOException {
        return map.get(key);
    }

    @Override
    EntryLayouts entryLayouts() {
        return layouts;
    }

    @Override
    void useInKeys(UnsignedOption option) throws BadInputException {
        keys = option.in(keys);
    }

    @Override
    StructLayout layout(int id) throws IOException {
        return map.layout(id);
    }

    @Override
    void printInfo(PrintWriter out) {
        InfoCommand.printRow(out, "map", folder);
        InfoCommand.printRow(out, "id", map.id());
        InfoCommand.printRow(out, "size", keys(info.size()));
        InfoCommand.printRow(
                out,
                "keys",
                info.keyKind()
                        + info.keyLayout()
                                .map(layout -> " " + LayoutText.of(layout))
                                .orElse(""));
        InfoCommand.printRow(out, "segments", "of " + info.segmentSize() + " bytes");
        InfoCommand.printRow(out, "positions", info.from() + " to " + info.to());
        InfoCommand.printRow(out, "live", live(info));
        InfoCommand.printRow(
                out,
                "durable",
                "to " + info.durable()
                        + (info.durable() < info.to()
                                ? ", " + StepTiming.grouped(info.to() - info.durable()) + " bytes behind the end"
                                : ", the end"));
        InfoCommand.printRow(out, "checksums", info.checksum() ? "yes" : "no");
        InfoCommand.printRow(
                out,
                "index",
                "generation " + info.generation() + ", " + StepTiming.grouped(info.filledWords()) + " of "
                        + StepTiming.grouped(info.indexWords()) + " words in use");
        InfoCommand.printLayouts(out, info.layouts());
    }

    /** {@return a number of keys, as messages say it} */
    static String keys(long count) {
        return StepTiming.grouped(count) + (count == 1 ? " key" : " keys");
    }

    /** {@return how much of the log is needed} */
    static String live(MapInfo info) {
        return StepTiming.grouped(info.liveBytes()) + " of " + StepTiming.grouped(info.to() - info.from()) + " bytes";
    }

    @Override
    boolean verify(PrintWriter out, DoubleConsumer progress) throws IOException {
        MapReport report = map.verify(progress);
        InfoCommand.printRow(out, "positions", report.from() + " to " + report.to());
        InfoCommand.printRow(out, "checksums", info.checksum() ? "checked" : "none in this map");
        InfoCommand.printRow(out, "committed", StepTiming.grouped(report.committed()));
        InfoCommand.printRow(out, "aborted", StepTiming.grouped(report.aborted()));
        InfoCommand.printRow(out, "unsettled", StepTiming.grouped(report.unsettled()));
        InfoCommand.printRow(out, "keys", StepTiming.grouped(report.keys()));
        for (MapReport.Damage damage : report.damage()) {
            InfoCommand.printRow(out, "damaged", "position=" + damage.position() + ": " + damage.description());
        }
        return report.damage().isEmpty();
    }

    @Override
    Entries entries(IntPredicate wantedLayout, Start start) throws BadInputException {
        start.requireNoTime("a map");
        if (start.from() != null) {
            throw new BadInputException(
                    "--from " + start.from() + ": expected a file or a queue, found a map, whose keys have no order");
        }
        return new Keys(wantedLayout);
    }

    @Override
    long parts() {
        return info.to() / info.segmentSize() - firstSegment() + 1;
    }

    private long firstSegment() {
        return info.from() / info.segmentSize();
    }

    @Override
    Entries entriesFrom(IntPredicate wantedLayout, long part) throws IOException {
        long position = (firstSegment() + part) * info.segmentSize();
        return new FollowedEntries(
                new ChangeSource(map, keys, wantedLayout, position), info.to(), FollowedEntries.TAIL_PATIENCE);
    }

    @Override
    long extent() {
        return info.size();
    }

    @Override
    long progress(StoredEntry entry) {
        return -1;
    }

    @Override
    public void close() throws IOException {
        map.close();
    }

    /** The keys that have a value. */
    private final class Keys implements Entries {

        private final IntPredicate wantedLayout;
        private final Iterator<Map.Entry<byte[], StoredValue>> iterator = map.iterator();
        private List<String> notes = new ArrayList<>();

        Keys(IntPredicate wantedLayout) {
            this.wantedLayout = wantedLayout;
        }

        @Override
        public @Nullable StoredEntry next() throws IOException {
            while (true) {
                try {
                    if (!iterator.hasNext()) {
                        return null;
                    }
                    Map.Entry<byte[], StoredValue> entry = iterator.next();
                    if (wantedLayout.test(entry.getValue().layoutId())) {
                        return shown(entry.getKey(), entry.getValue());
                    }
                } catch (UncheckedIOException e) {
                    if (!(e.getCause() instanceof StoreException)) {
                        throw e;
                    }
                    notes.add(String.valueOf(e.getCause().getMessage())); // what is behind it is shown
                } catch (CorruptRecordException e) {
                    notes.add(String.valueOf(e.getMessage()));
                }
            }
        }

        private StoredEntry shown(byte[] key, StoredValue value) {
            try {
                return StoredEntry.of(keys.show(key), value.layoutId(), value.bytes());
            } catch (CorruptRecordException e) {
                throw new CorruptRecordException("key=" + ByteText.of(key) + ": " + e.getMessage());
            }
        }

        @Override
        public List<String> takeNotes() {
            List<String> taken = notes;
            notes = new ArrayList<>();
            return taken;
        }

        @Override
        public void close() {}
    }
}
