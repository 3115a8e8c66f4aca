package dev.verbatim.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import picocli.CommandLine;

/**
 * What a run of the command line left behind.
 *
 * @param exitCode its exit code
 * @param out what it printed to standard output
 * @param err what it printed to standard error
 */
public record CommandLineRun(int exitCode, String out, String err) {

    /** Runs {@code verbatim} with arguments, in this JVM. */
    public static CommandLineRun verbatim(String... args) {
        return verbatim(new StringWriter(), args);
    }

    /** Runs {@code verbatim} with arguments, in this JVM, and has its standard output written by a writer. */
    static CommandLineRun verbatim(StringWriter out, String... args) {
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine().setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        int exitCode = command.execute(args);
        return new CommandLineRun(
                exitCode,
                out.toString().replace(System.lineSeparator(), "\n"),
                err.toString().replace(System.lineSeparator(), "\n"));
    }
}
