package dev.verbatim.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code verbatim verify}: whether all bytes of a file, a queue or a map are as its writers left them. */
@Command(
        name = "verify",
        header = "Looks at all of a .npy file, a queue or a map.",
        description = {
            "",
            "Changes nothing. Of a queue or a map it looks at every entry and its checksum, of a map also at the index,"
                    + " and of a file at the header and the size. Prints what it found, and a line for each place that"
                    + " is damaged; then the exit code is 1. In a store in use, entries that are reserved or unsettled"
                    + " are in work.",
            ""
        })
final class VerifyCommand implements Callable<Integer> {

    /** How finely the progress bar counts. */
    private static final int STEPS = 1000;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Mixin
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private StoreArgument argument;

    @Override
    public Integer call() throws IOException, BadInputException {
        PrintWriter out = spec.commandLine().getOut();
        boolean sound;
        StringWriter found = new StringWriter(); // printed when there is no bar any more
        try (Store store = argument.openToRead();
                StoreProgress progress = new StoreProgress("verify", STEPS)) {
            sound = store.verify(new PrintWriter(found), done -> {
                if (done * STEPS >= progress.reached() + 1) {
                    progress.passed((long) (done * STEPS));
                }
            });
        }
        out.print(found);
        out.flush();
        return sound ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
