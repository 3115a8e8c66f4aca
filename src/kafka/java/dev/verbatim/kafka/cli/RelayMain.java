package dev.verbatim.kafka.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ScopeType;

/** The program behind {@code ./verbatim relay}. */
@Command(
        name = "verbatim",
        description = "Writes Java data to memory bit for bit.",
        subcommands = RelayCommand.class,
        mixinStandardHelpOptions = true,
        versionProvider = RelayMain.Version.class,
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:the relay cannot go on",
            "2:bad input",
            "130:Ctrl-C; the relay has ended what it had begun"
        },
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class RelayMain {

    private RelayMain() {}

    /**
     * Runs the command and ends the JVM with its exit code.
     *
     * @param args the arguments, {@code relay} first
     */
    public static void main(String[] args) {
        // One line a message, as all commands print them; before the first logger is made.
        System.setProperty("java.util.logging.SimpleFormatter.format", "verbatim relay: %5$s%n");
        int status;
        try {
            status = run(commandLine(), args);
        } finally {
            RelayRun.commandHasEnded();
        }
        System.exit(status);
    }

    /** {@return the exit code of a command} */
    static int run(CommandLine command, String... args) {
        try {
            return command.execute(args);
        } catch (VirtualMachineError e) {
            // The memory ran out, or another program cut a mapped file. Picocli handles exceptions only.
            command.getErr().println("verbatim relay: failed: " + e);
            command.getErr().flush();
            return ExitCode.SOFTWARE;
        }
    }

    /** {@return the command with its subcommands, not yet run} */
    static CommandLine commandLine() {
        return new CommandLine(new RelayMain())
                .setExpandAtFiles(false) // a topic or a folder may begin with @
                .setParameterExceptionHandler((e, args) -> {
                    String message = String.valueOf(e.getMessage());
                    String name = e.getCommandLine().getCommandSpec().qualifiedName();
                    RelayErrors.print(
                            e.getCommandLine(),
                            message.substring(0, 1).toLowerCase(Locale.ROOT) + message.substring(1) + "; see '" + name
                                    + " --help'");
                    return ExitCode.USAGE;
                })
                .setExecutionExceptionHandler((e, command, parsed) -> {
                    RelayErrors.print(command, RelayErrors.describe(e));
                    return e instanceof IllegalArgumentException ? ExitCode.USAGE : ExitCode.SOFTWARE;
                });
    }

    /** Says the version of the jar, by its manifest, the commit that it was built from, and the version of the JVM. */
    static final class Version implements IVersionProvider {

        /** Made by the build, for the other command line. */
        private static final String COMMIT = "/dev/verbatim/cli/commit.txt";

        @Override
        public String[] getVersion() throws IOException {
            @Nullable String version = RelayMain.class.getPackage().getImplementationVersion();
            String commit = commit();
            return new String[] {
                "verbatim " + (version == null ? "(not packaged)" : version)
                        + (commit.isEmpty() ? "" : " (commit " + commit + ")") + " on Java " + Runtime.version()
            };
        }

        /** {@return the commit; nothing where the sources were in no Git repository, or the jar lacks Verbatim} */
        private static String commit() throws IOException {
            try (@Nullable InputStream in = RelayMain.class.getResourceAsStream(COMMIT)) {
                return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            }
        }
    }
}
