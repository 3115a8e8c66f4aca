package dev.verbatim.cli;

import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code verbatim map remove}: takes the value of a key away. */
@Command(
        name = "remove",
        header = "Takes the value of a key away.",
        description = {"", "If the key has no value, this says so, and the exit code is 1.", ""})
final class MapRemoveCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private MapKeyArgument keyArgument;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private UnsignedOption unsigned;

    @Option(names = "--force", description = MapPutCommand.FORCE)
    private boolean force;

    @Override
    public Integer call() throws IOException, BadInputException {
        try (MappedMap<byte[], StoredValue> map = keyArgument.map().openToWrite(spec.commandLine())) {
            MapLayouts layouts = new MapLayouts(map, map.info());
            unsigned.requireIn(layouts);
            boolean removed = map.remove(keyArgument.bytes(unsigned.in(layouts.keys())));
            if (force) {
                map.force();
            }
            if (!removed) {
                OneLineErrors.print(spec.commandLine(), keyArgument.missing());
            }
            return removed ? ExitCode.OK : ExitCode.SOFTWARE;
        }
    }
}
