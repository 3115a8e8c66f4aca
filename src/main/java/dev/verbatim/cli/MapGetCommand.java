package dev.verbatim.cli;

import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.text.RecordText;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code verbatim map get}: the value of a key. */
@Command(
        name = "get",
        header = "Prints the value of a key.",
        description = {
            "",
            "Prints what 'verbatim map cat' prints of it. If the key has no value, this says so, and the exit code is"
                    + " 1.",
            ""
        })
final class MapGetCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private MapKeyArgument keyArgument;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private FormatOption formatOption;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private UnsignedOption unsigned;

    @Override
    public Integer call() throws IOException, BadInputException {
        try (MappedMap<byte[], StoredValue> map = keyArgument.map().openToRead();
                EntryOutput output = new EntryOutput(
                        spec.commandLine(),
                        id -> unsigned.in(RecordText.of(map.layout(id))),
                        EntryOptions.of(formatOption.format()))) {
            MapLayouts layouts = new MapLayouts(map, map.info());
            unsigned.requireIn(layouts);
            MapKeys keys = unsigned.in(layouts.keys());
            byte[] key = keyArgument.bytes(keys);
            StoredValue value = map.get(key);
            if (value == null) {
                output.note(keyArgument.missing());
            } else {
                output.print(StoredEntry.of(keys.show(key), value.layoutId(), value.bytes()));
            }
            return output.isComplete() ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }
}
