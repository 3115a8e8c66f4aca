package dev.verbatim.cli;

import dev.verbatim.LayoutText;
import dev.verbatim.StoreException;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.text.ByteText;
import dev.verbatim.text.MalformedTextException;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code verbatim map put}: gives a key a value. */
@Command(
        name = "put",
        header = "Gives a key a value.",
        description = {
            "",
            "The value has a layout that is stored in the map, so that a program's codec reads it; prints it as"
                    + " 'verbatim map get' does. A layout does not say which bytes are text, nor which numbers are an"
                    + " enum's: a value that a codec refuses can be put. What a struct's padding has in the value that"
                    + " the key has stays: it may be the tag of one type of several.",
            ""
        })
final class MapPutCommand implements Callable<Integer> {

    /** What {@code --force} does. */
    static final String FORCE = "Waits until this change, and all before it, are on the storage device. Without it they"
            + " survive the death of any process, but not a loss of power.";

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private MapKeyArgument keyArgument;

    @Parameters(
            index = "2",
            paramLabel = "VALUE",
            description =
                    "The value. Of layout raw: text, or bytes as 0x and hexadecimal digits. A struct of fixed size: a"
                        + " JSON object of all members, as 'get' prints it; or its one value, if it has one alone; or"
                        + " 0x and the digits of its bytes. A record of variable length: the first or the last of"
                        + " these.")
    @SuppressWarnings("NullAway.Init") // set by Picocli, which requires it
    private String value;

    @Option(
            names = "--layout",
            paramLabel = "ID|TEXT",
            description =
                    "The layout of the value: eight hexadecimal digits, as 'info' lists them, the text of a layout,"
                            + " such as '{\"id\":j,\"price\":d}', or raw for texts and bytes. Without it, that of the"
                            + " value that the key has; or that of other values, if the map stores no second one.")
    private @Nullable String layout;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private UnsignedOption unsigned;

    @Option(names = "--force", description = FORCE)
    private boolean force;

    @Override
    public Integer call() throws IOException, BadInputException {
        try (MappedMap<byte[], StoredValue> map = keyArgument.map().openToWrite(spec.commandLine());
                EntryOutput output = new EntryOutput(
                        spec.commandLine(),
                        id -> unsigned.in(RecordText.of(map.layout(id))),
                        EntryOptions.of(TextFormat.JSON))) {
            MapLayouts layouts = new MapLayouts(map, map.info());
            MapKeys keys = unsigned.in(layouts.keys());
            byte[] key = keyArgument.bytes(keys);
            StoredValue stored;
            try {
                stored = put(map, layouts, key);
            } catch (IllegalArgumentException e) {
                throw new BadInputException(e.getMessage()); // the entry is too large for this map
            }
            if (force) {
                map.force();
            }
            output.print(StoredEntry.of(keys.show(key), stored.layoutId(), stored.bytes()));
            return ExitCode.OK;
        }
    }

    /** Puts the value; anew where another process has put one since, whose padding this one is to have. */
    private StoredValue put(MappedMap<byte[], StoredValue> map, MapLayouts layouts, byte[] key)
            throws IOException, BadInputException {
        if (LayoutIds.toText(LayoutIds.RAW_ID).equals(layout)) {
            StoredValue stored = stored(map, layouts, null); // which depends on no other
            map.put(key, stored);
            return stored;
        }
        while (true) {
            StoredValue old;
            try {
                old = map.get(key);
            } catch (StoreException e) { // it is damaged, and this replaces it
                StoredValue stored = stored(map, layouts, null);
                map.put(key, stored);
                return stored;
            }
            StoredValue stored = stored(map, layouts, old);
            if (old == null ? map.putIfAbsent(key, stored) : map.replace(key, old, stored)) {
                return stored;
            }
        }
    }

    private StoredValue stored(MappedMap<byte[], StoredValue> map, MapLayouts layouts, @Nullable StoredValue old)
            throws IOException, BadInputException {
        if (layout != null && TextLayouts.isText(layout)) {
            StructLayout given = TextLayouts.parsed(layout);
            RecordText text = TextLayouts.text(given);
            unsigned.requireIn(List.of(text), layouts);
            byte[] bytes = struct(unsigned.in(text), LayoutText.id(given), old);
            return new StoredValue(map.storeLayout(given), MemorySegment.ofArray(bytes));
        }
        unsigned.requireIn(layouts);
        int layoutId = layoutId(map, layouts, old);
        byte[] bytes = layoutId == LayoutIds.RAW_ID
                ? raw()
                : struct(unsigned.in(RecordText.of(map.layout(layoutId))), layoutId, old);
        return new StoredValue(layoutId, MemorySegment.ofArray(bytes));
    }

    private int layoutId(MappedMap<byte[], StoredValue> map, MapLayouts layouts, @Nullable StoredValue old)
            throws IOException, BadInputException {
        if (layout != null) {
            int id = TextLayouts.spelledId(layout);
            if (id != LayoutIds.RAW_ID && layouts.find(id) == null) {
                throw new BadInputException(
                        "--layout " + layout + ": expected a layout that the map stores, " + listed(layouts));
            }
            return id;
        }
        return old == null ? layoutOfOthers(map, layouts) : old.layoutId();
    }

    private static int layoutOfOthers(MappedMap<byte[], StoredValue> map, MapLayouts layouts)
            throws IOException, BadInputException {
        if (layouts.layouts().size() > 1) {
            throw new BadInputException(
                    "expected --layout, because the map stores several layouts: " + listed(layouts));
        }
        Iterator<Map.Entry<byte[], StoredValue>> others = map.iterator();
        boolean isDamaged = false;
        while (others.hasNext()) {
            try {
                return others.next().getValue().layoutId();
            } catch (UncheckedIOException e) { // it is damaged, and tells nothing
                if (!(e.getCause() instanceof StoreException)) {
                    throw e;
                }
                isDamaged = true;
            }
        }
        throw new BadInputException("expected --layout, because "
                + (isDamaged ? "no value can be read: " : "the map has no values yet: ") + listed(layouts));
    }

    private static String listed(MapLayouts layouts) throws IOException {
        return LayoutIds.list(layouts.layouts().keySet()) + "the text of a layout, such as {\"id\":j,\"price\":d}, or "
                + LayoutIds.toText(LayoutIds.RAW_ID);
    }

    private byte[] raw() throws BadInputException {
        try {
            return ByteText.parse(value);
        } catch (MalformedTextException e) {
            throw ofValue(e.getMessage());
        }
    }

    private byte[] struct(RecordText text, int layoutId, @Nullable StoredValue old) throws BadInputException {
        try {
            byte[] bytes = StructText.parse(text, value);
            if (old != null && old.layoutId() == layoutId) {
                StructText.keepPadding(text, bytes, old.bytes());
            }
            return bytes;
        } catch (BadInputException | MalformedTextException e) {
            throw ofValue(UnsignedHint.in(e.getMessage(), text, path -> path));
        }
    }

    private static BadInputException ofValue(@Nullable String problem) {
        return new BadInputException("VALUE: " + problem);
    }
}
