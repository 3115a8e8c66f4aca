package dev.verbatim.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** The command {@code verbatim}. */
@Command(
        name = "verbatim",
        description = "Writes Java data to memory bit for bit.",
        subcommands = {
            DemoCommand.class,
            InfoCommand.class,
            CatCommand.class,
            TailCommand.class,
            VerifyCommand.class,
            ConvertCommand.class,
            AppendCommand.class,
            DiffCommand.class,
            QueueCommand.class,
            MapCommand.class,
            LayoutCommand.class,
            RelayCommand.class,
            BenchCommand.class,
            LatencyCommand.class,
            SelfTestCommand.class,
            CompletionCommand.class,
            ManCommand.class
        },
        mixinStandardHelpOptions = true,
        versionProvider = Main.Version.class,
        scope = ScopeType.INHERIT,
        synopsisSubcommandLabel = "COMMAND",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:success",
            "1:the work failed, for instance because the disk is full",
            "2:bad input",
            "130:Ctrl-C; append and convert end between two entries"
        },
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Main {

    /**
     * What the JVM makes of a byte of an argument that the locale's charset does not have: in the locale of cron and of
     * containers, of each that is not ASCII. Different keys would become one. In UTF-8 it may be meant.
     */
    private static final String LOST = "\uFFFD";

    private Main() {}

    /**
     * Runs the command and ends the JVM with its exit code.
     *
     * @param args the arguments
     */
    public static void main(String[] args) {
        System.exit(run(args));
    }

    private static int run(String[] args) {
        String charset = System.getProperty("sun.jnu.encoding", "UTF-8");
        if (!charset.equals("UTF-8") && String.join("", args).contains(LOST)) {
            System.err.println("verbatim: an argument has a character that the locale's charset, " + charset
                    + ", does not have: set LC_ALL to a locale of UTF-8, such as C.UTF-8");
            return ExitCode.USAGE;
        }
        // The encoding of the terminal must not change the data.
        StandardOutput output = new StandardOutput();
        PrintWriter out = new PrintWriter(output, false, StandardCharsets.UTF_8);
        try {
            int exitCode = commandLine().setOut(out).execute(args);
            return exitCode == ExitCode.OK && out.checkError() && !output.isUnread() ? ExitCode.SOFTWARE : exitCode;
        } catch (VirtualMachineError e) {
            // The memory ran out, or another program cut a mapped file. Picocli handles exceptions only.
            System.err.println("verbatim: " + OneLineErrors.describe(e));
            return ExitCode.SOFTWARE;
        } finally {
            StopSignal.commandHasEnded();
        }
    }

    /** {@return the command with its subcommands, not yet run} */
    static CommandLine commandLine() {
        OneLineErrors errors = new OneLineErrors();
        CommandLine command = new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false) // a key or a text may begin with @
                .registerConverter(Path.class, Main::path)
                .setParameterExceptionHandler(errors)
                .setExecutionExceptionHandler(errors);
        Examples.addTo(command);
        StoreArgument.describe(command, "queue", "The queue's folder.");
        StoreArgument.describe(command, "map", "The map's folder.");
        return command;
    }

    /** {@return the path that an argument names} To Java an empty text is the current folder. */
    private static Path path(String text) {
        if (text.isEmpty()) {
            throw new TypeConversionException("expected a path, found an empty text");
        }
        return Path.of(text);
    }

    /** Says the version of the jar, by its manifest, the commit that it was built from, and the version of the JVM. */
    static final class Version implements IVersionProvider {

        /** Made by the build. */
        private static final String COMMIT = "commit.txt";

        @Override
        public String[] getVersion() throws IOException {
            @Nullable String version = Main.class.getPackage().getImplementationVersion();
            String commit = commit();
            return new String[] {
                "verbatim " + (version == null ? "(not packaged)" : version)
                        + (commit.isEmpty() ? "" : " (commit " + commit + ")") + " on Java " + Runtime.version()
            };
        }

        /** {@return the commit; nothing where the sources were in no Git repository} */
        private static String commit() throws IOException {
            try (@Nullable InputStream in = Main.class.getResourceAsStream(COMMIT)) {
                return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
            }
        }
    }
}
