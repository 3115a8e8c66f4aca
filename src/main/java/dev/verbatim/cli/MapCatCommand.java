package dev.verbatim.cli;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.StoreException;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code verbatim map cat}: the keys of a map with their values, as text. */
@Command(
        name = "cat",
        header = "Prints the keys of a map with their values, in no order.",
        description = {
            "",
            "Prints JSON, an object with key, layout and value a line; or CSV, a header and a row a key. A sequence of"
                    + " bytes is printed as text if it is UTF-8, and otherwise as 0x and hexadecimal digits. Keys and"
                    + " values that cannot be read are named on standard error, and the exit code is 1. Checksums are"
                    + " looked at by 'verbatim map verify'.",
            ""
        })
final class MapCatCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private MapArgument mapArgument;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private EntryOptions options;

    @Option(names = "--limit", paramLabel = "N", description = "Prints at most N entries.")
    private @Nullable Long limit;

    @Override
    public Integer call() throws IOException, BadInputException {
        if (limit != null && limit < 0) {
            throw new BadInputException("--limit " + limit + ": expected 0 or more");
        }
        IntPredicate wanted = options.wantedLayout();
        try (MappedMap<byte[], StoredValue> map = mapArgument.openToRead();
                EntryOutput output = new EntryOutput(spec.commandLine(), map::layout, options.format())) {
            MapKeys keys = new MapKeys(map.info());
            Iterator<Map.Entry<byte[], StoredValue>> entries = map.iterator();
            long left = limit == null ? Long.MAX_VALUE : limit;
            while (left > 0 && !output.isClosed()) {
                Map.Entry<byte[], StoredValue> entry;
                try {
                    if (!entries.hasNext()) {
                        break;
                    }
                    entry = entries.next();
                } catch (UncheckedIOException e) {
                    if (!(e.getCause() instanceof StoreException)) {
                        throw e;
                    }
                    output.note(String.valueOf(e.getCause().getMessage())); // what is behind it is shown
                    continue;
                }
                if (wanted.test(entry.getValue().layoutId())) {
                    print(output, keys, entry.getKey(), entry.getValue());
                    left--;
                }
            }
            return output.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }

    private static void print(EntryOutput output, MapKeys keys, byte[] key, StoredValue value)
            throws IOException, BadInputException {
        Object shown;
        try {
            shown = keys.show(key);
        } catch (CorruptRecordException e) {
            output.note("key=" + ByteText.of(key) + ": " + e.getMessage());
            return;
        }
        output.print(StoredEntry.of(shown, value.layoutId(), value.bytes()));
    }
}
