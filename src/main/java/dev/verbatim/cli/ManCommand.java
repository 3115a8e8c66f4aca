package dev.verbatim.cli;

import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Spec;

/** {@code verbatim man}: the help of all commands as one manual page, so that it says what they say. */
@Command(
        name = "man",
        header = "Prints the manual page.",
        description = {"", "It is the help of all commands, in the format of man(1).", ""})
final class ManCommand implements Runnable {

    /** In columns. A manual page is indented, and a terminal has 80. */
    private static final int WIDTH = 72;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by Picocli
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().print(page());
        spec.commandLine().getOut().flush();
    }

    /** {@return the page, in roff} */
    static String page() {
        CommandLine command = Main.commandLine();
        command.setUsageHelpAutoWidth(false).setUsageHelpWidth(WIDTH);
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        StringBuilder page = new StringBuilder(".TH VERBATIM 1\n.SH NAME\n");
        page.append("verbatim \\- ").append(roff(usage.description()[0])).append('\n');
        page.append(".SH COMMANDS\n");
        append(page, command);
        return page.toString();
    }

    private static void append(StringBuilder page, CommandLine command) {
        page.append(".SS ")
                .append(roff(command.getCommandSpec().qualifiedName()))
                .append('\n');
        page.append(".nf\n");
        command.getUsageMessage(Ansi.OFF)
                .lines()
                .forEach(line -> page.append(roff(line)).append('\n'));
        page.append(".fi\n");
        command.getSubcommands().values().forEach(subcommand -> {
            // The codes are the same for all, and stand with the first.
            subcommand.getCommandSpec().usageMessage().exitCodeListHeading("").exitCodeList(Map.of());
            append(page, subcommand);
        });
    }

    /** {@return a line whose characters mean nothing but themselves} */
    private static String roff(String line) {
        String escaped = line.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq");
        return escaped.startsWith(".") ? "\\&" + escaped : escaped;
    }
}
