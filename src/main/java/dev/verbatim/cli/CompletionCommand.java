package dev.verbatim.cli;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code verbatim completion}: a script of the commands and options that there are, so that it is never an old one. */
@Command(
        name = "completion",
        header = "Prints a completion script for bash and zsh.",
        description = {
            "",
            "The shell reads it once for each session: put the line of the example into ~/.bashrc or ~/.zshrc, with the"
                    + " whole path of verbatim.",
            ""
        })
final class CompletionCommand implements Runnable {

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Override
    public void run() {
        CommandSpec root = spec.root();
        spec.commandLine().getOut().println(AutoComplete.bash(root.name(), root.commandLine()));
        spec.commandLine().getOut().flush();
    }
}
