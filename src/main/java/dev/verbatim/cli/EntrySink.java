package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutText;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Payload;
import dev.verbatim.text.Json;
import dev.verbatim.text.RecordText;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store that entries are written to, or a text. What was written is forced to the storage device at the end, unless
 * it is abandoned.
 */
abstract sealed class EntrySink implements AutoCloseable {

    private boolean abandoned;

    /** Has closing force nothing: what was written will be deleted, and the user may be waiting for the end. */
    final void abandon() {
        abandoned = true;
    }

    final boolean isAbandoned() {
        return abandoned;
    }

    /**
     * Writes an entry, whole or not at all.
     *
     * @param layouts has the layout of the entry
     * @throws BadInputException if the store cannot have it
     */
    abstract void put(StoredEntry entry, LayoutSource layouts) throws IOException, BadInputException;

    /** {@return where the last entry went} */
    abstract String place();

    /**
     * {@return what a new store has, as messages add it, if that is not each entry that was put; or else nothing}
     *
     * @param put how many entries were put
     */
    String outcome(long put) {
        return "";
    }

    @Override
    public abstract void close() throws IOException, BadInputException;

    /** {@return the payload of an entry that goes to a store without keys} */
    private static MemorySegment payload(StoredEntry entry) throws BadInputException {
        if (entry.payload() != null && entry.labels().containsKey(StoredEntry.KEY)) {
            throw new BadInputException(entry.place()
                    + ": expected an entry without a key, which has no place in a file or a queue, found key="
                    + Json.of(entry.labels().get(StoredEntry.KEY)));
        }
        MemorySegment payload = entry.payload();
        if (payload == null) {
            throw new BadInputException(entry.place() + ": expected a value, found the removal of a key");
        }
        return payload;
    }

    /** Appends to a file. */
    static final class ToFile extends EntrySink {

        private final StructFile<MemorySegment> file;
        private final StructLayout layout;
        private final RecordText text;

        /** The ids of layouts that have the same text as that of the file. */
        private final Set<Integer> same = new HashSet<>();

        private long index;

        ToFile(StructFile<MemorySegment> file, StructLayout layout) {
            this.file = file;
            this.layout = layout;
            this.text = RecordText.of(layout);
        }

        @Override
        void put(StoredEntry entry, LayoutSource layouts) throws IOException, BadInputException {
            MemorySegment payload = payload(entry);
            if (entry.layoutId() != LayoutIds.FILE_ID && !same.contains(entry.layoutId())) {
                requireLayout(entry, layouts);
            }
            StructText.requireWhole(text, payload);
            index = file.append(payload);
        }

        private void requireLayout(StoredEntry entry, LayoutSource layouts) throws IOException, BadInputException {
            String found = entry.layoutId() == LayoutIds.RAW_ID
                    ? LayoutIds.toText(LayoutIds.RAW_ID)
                    : LayoutText.of(layouts.text(entry.layoutId()).layout());
            if (!found.equals(LayoutText.of(layout))) {
                throw new BadInputException(entry.place() + ": expected an entry of layout " + LayoutText.of(layout)
                        + ", as a file has one layout, found " + found + "; choose one with --layout");
            }
            same.add(entry.layoutId());
        }

        @Override
        String place() {
            return StoredEntry.INDEX + "=" + index;
        }

        @Override
        public void close() throws IOException {
            try (file) {
                if (!isAbandoned()) {
                    file.force();
                }
            }
        }
    }

    /** Appends to a queue. */
    static final class ToQueue extends EntrySink {

        private final MappedQueue queue;
        private final Appender appender;
        private long position;

        ToQueue(MappedQueue queue) throws IOException {
            this.queue = queue;
            this.appender = queue.appender();
        }

        @Override
        void put(StoredEntry entry, LayoutSource layouts) throws IOException, BadInputException {
            MemorySegment payload = payload(entry);
            StructLayout layout = entry.layoutId() == LayoutIds.RAW_ID
                    ? null
                    : layouts.text(entry.layoutId()).layout();
            requireSize(layout, payload);
            try {
                position = layout == null ? appender.append(payload) : appender.append(layout, payload);
            } catch (IllegalArgumentException e) {
                throw new BadInputException(e.getMessage()); // the entry is too large for this queue
            }
        }

        /** Not every version of a queue has refused bytes that are no record of their layout. */
        private static void requireSize(@Nullable StructLayout layout, MemorySegment payload) {
            try {
                new Payload(layout, payload);
            } catch (IllegalArgumentException e) {
                throw new CorruptRecordException(String.valueOf(e.getMessage()));
            }
        }

        @Override
        String place() {
            return StoredEntry.POSITION + "=" + position;
        }

        @Override
        public void close() throws IOException {
            try (queue) {
                appender.close();
                if (!isAbandoned()) {
                    queue.force();
                }
            }
        }
    }

    /** Puts to a map, or removes from it. */
    static final class ToMap extends EntrySink {

        private final MappedMap<byte[], StoredValue> map;
        private final MapKeys keys;
        private final Map<StructLayout, Integer> stored = new HashMap<>();
        private @Nullable Object key;

        private ToMap(MappedMap<byte[], StoredValue> map, MapKeys keys) {
            this.map = map;
            this.keys = keys;
        }

        /** {@return what puts to a map} If its keys do not have the numbers that have no sign, the map is closed. */
        static ToMap of(MappedMap<byte[], StoredValue> map, UnsignedOption unsigned)
                throws IOException, BadInputException {
            try {
                return new ToMap(map, unsigned.in(new MapKeys(map.info())));
            } catch (IOException | BadInputException | RuntimeException e) {
                map.close();
                throw e;
            }
        }

        @Override
        void put(StoredEntry entry, LayoutSource layouts) throws IOException, BadInputException {
            Object shown = entry.labels().get(StoredEntry.KEY);
            if (shown == null) {
                throw new BadInputException(entry.place() + ": expected a key, found none");
            }
            MemorySegment payload = entry.payload();
            byte[] bytes = keys.bytes(shown);
            try {
                if (payload == null) {
                    map.remove(bytes);
                } else {
                    map.put(bytes, new StoredValue(layoutId(entry, layouts), payload));
                }
            } catch (IllegalArgumentException e) {
                throw new BadInputException(e.getMessage()); // the entry is too large for this map
            }
            key = keys.show(bytes);
        }

        private int layoutId(StoredEntry entry, LayoutSource layouts) throws IOException {
            if (entry.layoutId() == LayoutIds.RAW_ID) {
                return LayoutIds.RAW_ID;
            }
            StructLayout layout = layouts.text(entry.layoutId()).layout();
            Integer known = stored.get(layout);
            if (known == null) {
                known = map.storeLayout(layout);
                stored.put(layout, known);
            }
            return known;
        }

        @Override
        String place() {
            return StoredEntry.KEY + "=" + Json.of(key);
        }

        /** A key may have come more than once, and may have been removed. */
        @Override
        String outcome(long put) {
            long size = map.size();
            return size == put ? "" : "; the map has " + MapStore.keys(size);
        }

        @Override
        public void close() throws IOException {
            try (map) {
                if (!isAbandoned()) {
                    map.force();
                }
            }
        }
    }

    /** Prints JSON lines or CSV. */
    static final class ToText extends EntrySink {

        private final FileChannel file;
        private final Writer out;
        private final EntryPrinter printer;
        private String place = "";

        ToText(FileChannel file, TextFormat format, LayoutSource layouts) {
            this.file = file;
            this.out = new BufferedWriter(Channels.newWriter(file, StandardCharsets.UTF_8));
            this.printer = EntryPrinter.of(EntryOptions.ofTarget(format), layouts, out);
        }

        @Override
        void put(StoredEntry entry, LayoutSource layouts) throws IOException, BadInputException {
            printer.print(entry);
            place = entry.place();
        }

        @Override
        String place() {
            return place;
        }

        @Override
        public void close() throws IOException, BadInputException {
            try (file) {
                if (!isAbandoned()) {
                    printer.finish();
                    out.flush();
                    file.force(true);
                }
            }
        }
    }
}
