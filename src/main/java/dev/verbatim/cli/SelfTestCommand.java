package dev.verbatim.cli;

import dev.verbatim.cli.selftest.SelfTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code verbatim selftest}: whether this JVM, this processor and this file system keep the promises. */
@Command(
        name = "selftest",
        header = "Checks the promises on this JVM, processor and file system.",
        description = {
            "",
            "Writes members of every kind, in both byte orders, to every kind of memory, to files, to a queue and to a"
                    + " map, before and after the JVM has compiled the code, and compares them with bytes in the jar."
                    + " Kills processes at work on a queue and a map, and looks at what they have left. It takes some"
                    + " seconds. The exit code is 1 if anything is different; the line FAILED says what.",
            ""
        })
final class SelfTestCommand implements Callable<Integer> {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Option(
            names = "--folder",
            paramLabel = "FOLDER",
            defaultValue = "${sys:java.io.tmpdir}",
            description = {
                "A folder of the file system to test. A folder is made in it, and deleted in the end.",
                "Default: ${DEFAULT-VALUE}"
            })
    @SuppressWarnings("NullAway.Init") // set by Picocli, which has a default
    private Path folder;

    @Override
    public Integer call() throws IOException, BadInputException, InterruptedException {
        if (!Files.isDirectory(folder)) {
            throw new BadInputException(folder + (Files.exists(folder) ? ": not a directory" : ": no such file"));
        }
        return SelfTest.run(folder, spec.commandLine().getOut()) ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
