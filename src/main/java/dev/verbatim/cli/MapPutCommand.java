package dev.verbatim.cli;

import dev.verbatim.map.MapInfo;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.text.ByteText;
import dev.verbatim.text.MalformedTextException;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
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
            paramLabel = "ID",
            description =
                    "The layout of the value: eight hexadecimal digits, as 'info' lists them, or raw for texts and"
                        + " bytes. Without it, that of the value that the key has; or that of other values, if the map"
                        + " stores no second one.")
    private @Nullable String layout;

    @Option(names = "--force", description = FORCE)
    private boolean force;

    @Override
    public Integer call() throws IOException, BadInputException {
        try (MappedMap<byte[], StoredValue> map = keyArgument.map().openToWrite(spec.commandLine());
                EntryOutput output = new EntryOutput(
                        spec.commandLine(), id -> RecordText.of(map.layout(id)), EntryOptions.of(TextFormat.JSON))) {
            MapInfo info = map.info();
            MapKeys keys = new MapKeys(info);
            byte[] key = keyArgument.bytes(keys);
            StoredValue stored;
            try {
                stored = put(map, info, key);
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
    private StoredValue put(MappedMap<byte[], StoredValue> map, MapInfo info, byte[] key)
            throws IOException, BadInputException {
        if (layout != null && LayoutIds.parse(layout) == LayoutIds.RAW_ID) {
            StoredValue stored = stored(map, info, null); // which depends on no other
            map.put(key, stored);
            return stored;
        }
        while (true) {
            StoredValue old = map.get(key);
            StoredValue stored = stored(map, info, old);
            if (old == null ? map.putIfAbsent(key, stored) : map.replace(key, old, stored)) {
                return stored;
            }
        }
    }

    private StoredValue stored(MappedMap<byte[], StoredValue> map, MapInfo info, @Nullable StoredValue old)
            throws IOException, BadInputException {
        int layoutId = layoutId(map, info, old);
        return new StoredValue(layoutId, MemorySegment.ofArray(bytes(map, layoutId, old)));
    }

    private int layoutId(MappedMap<byte[], StoredValue> map, MapInfo info, @Nullable StoredValue old)
            throws IOException, BadInputException {
        if (layout != null) {
            int id = LayoutIds.parse(layout);
            if (id != LayoutIds.RAW_ID && !info.layouts().containsKey(id)) {
                throw new BadInputException("--layout " + layout + ": expected a layout of the map, " + layouts(info));
            }
            return id;
        }
        return old == null ? layoutOfOthers(map, info) : old.layoutId();
    }

    private static int layoutOfOthers(MappedMap<byte[], StoredValue> map, MapInfo info) throws BadInputException {
        long ofValues = info.layouts().values().stream()
                .filter(each -> !info.keyLayout().map(each::equals).orElse(false))
                .count();
        Iterator<Map.Entry<byte[], StoredValue>> others = map.iterator();
        if (ofValues > 1 || !others.hasNext()) {
            throw new BadInputException("expected --layout, because "
                    + (ofValues > 1 ? "the values have several layouts: " : "the map has no values yet: ")
                    + layouts(info));
        }
        return others.next().getValue().layoutId();
    }

    private static String layouts(MapInfo info) {
        return info.layouts().keySet().stream().map(LayoutIds::toText).collect(Collectors.joining(", "))
                + (info.layouts().isEmpty() ? "" : " or ")
                + LayoutIds.toText(LayoutIds.RAW_ID);
    }

    private byte[] bytes(MappedMap<?, ?> map, int layoutId, @Nullable StoredValue old)
            throws IOException, BadInputException {
        try {
            if (layoutId == LayoutIds.RAW_ID) {
                return ByteText.parse(value);
            }
            RecordText layout = RecordText.of(map.layout(layoutId));
            byte[] bytes = StructText.parse(layout, value);
            if (old != null && old.layoutId() == layoutId) {
                StructText.keepPadding(layout, bytes, old.bytes());
            }
            return bytes;
        } catch (BadInputException | MalformedTextException e) {
            throw new BadInputException("VALUE: " + e.getMessage());
        }
    }
}
