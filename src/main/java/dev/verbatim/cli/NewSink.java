package dev.verbatim.cli;

import dev.verbatim.Durability;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.MapBuilder;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MapInfo;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the target of a conversion, in which the source says what it does not say itself.
 *
 * @param target what is made
 * @param kind what kind of target that is
 * @param source where the entries are from
 * @param store the source; null if it is a text
 * @param layouts where the layouts of entries are found
 * @param given the id of the layout that was given for all entries; null if none or several were
 * @param keys what the keys of a map are made from, as the user spells it; null if that was not said
 * @param unsigned which numbers of keys have no sign
 */
record NewSink(
        Path target,
        TargetKind kind,
        Path source,
        @Nullable Store store,
        LayoutSource layouts,
        @Nullable Integer given,
        @Nullable String keys,
        UnsignedOption unsigned) {

    private static final List<String> KEY_KINDS = List.of("LONG", "INT", "STRING", "UUID", "BYTES");

    /**
     * {@return what entries are written to} The first one says what the layout of a file is; without entries, the
     * layout that was given is.
     *
     * @param first the first entry; null if there is none
     */
    EntrySink open(@Nullable StoredEntry first) throws IOException, BadInputException {
        return switch (kind) {
            case NPY -> file(first);
            case QUEUE -> new EntrySink.ToQueue(queue());
            case MAP -> map();
            case CSV -> text(TextFormat.CSV);
            case JSON -> text(TextFormat.JSON);
        };
    }

    private EntrySink file(@Nullable StoredEntry first) throws IOException, BadInputException {
        if (store instanceof FileStore file) {
            return new EntrySink.ToFile(StructFile.createLike(target, source), file.layout(LayoutIds.FILE_ID));
        }
        Integer id = first == null ? given : Integer.valueOf(first.layoutId());
        String place = first == null ? "--layout" : first.place();
        if (id == null || (first == null && id == LayoutIds.RAW_ID)) {
            throw new BadInputException(source + ": expected entries, of which a file has the layout, found none");
        } else if (id == LayoutIds.RAW_ID) {
            throw new BadInputException(place + ": expected structs of fixed size, which a file has, found an"
                    + " entry without a layout; choose others with --layout");
        }
        // Of the file's own one, read from its header, the text can differ, by values without names for one.
        StructLayout layout = layouts.text(id).layout();
        return new EntrySink.ToFile(create(place, layout), layout);
    }

    private StructFile<MemorySegment> create(String place, StructLayout layout) throws IOException, BadInputException {
        try {
            return StructFile.create(target, layout);
        } catch (IllegalArgumentException e) {
            throw new BadInputException(place + ": " + e.getMessage() + "; choose others with --layout");
        }
    }

    private MappedQueue queue() throws IOException {
        MappedQueue.Builder builder = MappedQueue.builder(target).durability(Durability.PAGE_CACHE);
        if (store instanceof QueueStore queue) {
            builder.segmentSize(queue.segmentSize()).checksum(queue.hasChecksums());
        }
        return builder.open();
    }

    private EntrySink map() throws IOException, BadInputException {
        String keyKind;
        Optional<StructLayout> keyLayout;
        MapInfo like = store instanceof MapStore map ? map.info() : null;
        if (like != null) {
            keyKind = like.keyKind();
            keyLayout = like.keyLayout();
        } else if (keys == null) {
            throw new BadInputException("expected --keys, because a text does not say what keys are made from");
        } else if (!keys.startsWith("{") && !KEY_KINDS.contains(keys)) {
            throw new BadInputException("--keys " + keys + ": expected one of " + String.join(", ", KEY_KINDS)
                    + ", or the text of a layout");
        } else {
            keyLayout = keys.startsWith("{") ? Optional.of(layout(keys)) : Optional.empty();
            keyKind = keyLayout.map(NewSink::kind).orElse(keys);
        }
        MapCodec<byte[]> codec;
        try {
            codec = MapCodec.storedKeys(keyKind, keyLayout);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("--keys " + keys + ": " + e.getMessage());
        }
        MapBuilder<byte[], StoredValue> builder = MappedMap.builder(target, codec, MapCodec.storedValues());
        if (like != null) {
            builder.segmentSize(like.segmentSize()).checksum(like.checksum());
        }
        MappedMap<byte[], StoredValue> map = builder.open();
        if (store == null && given != null && given != LayoutIds.RAW_ID) {
            map.storeLayout(layouts.text(given).layout()); // also if the text has no values
        }
        return EntrySink.ToMap.of(map, unsigned);
    }

    /** {@return what the user spells; null if that is nothing, or no keys, which {@link #open} refuses} */
    static @Nullable MapKeys keys(@Nullable String spelled) {
        if (spelled == null || KEY_KINDS.contains(spelled)) {
            return spelled == null ? null : new MapKeys(spelled, Optional.empty());
        }
        try {
            StructLayout layout = LayoutText.parse(spelled);
            return new MapKeys(kind(layout), Optional.of(layout));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private static String kind(StructLayout layout) {
        return Layouts.isVarRecord(layout) ? "VAR" : "STRUCT";
    }

    private static StructLayout layout(String text) throws BadInputException {
        try {
            return LayoutText.parse(text);
        } catch (IllegalArgumentException e) {
            throw new BadInputException("--keys: " + e.getMessage());
        }
    }

    private EntrySink text(TextFormat format) throws IOException {
        FileChannel file = FileChannel.open(target, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        return new EntrySink.ToText(file, format, layouts);
    }
}
