package dev.verbatim.cli;

import picocli.CommandLine.Command;

/** {@code verbatim queue}: its subcommands work on the queues of any program. */
@Command(
        name = "queue",
        header = "Shows, checks and fills persisted queues.",
        description = {
            "",
            "Reads a queue by the layouts that are stored in it, without the classes of the program that has written"
                    + " it. All but append and tailer remove only read, so that they can be used on a queue in use.",
            ""
        },
        subcommands = {
            InfoCommand.class,
            CatCommand.class,
            TailCommand.class,
            VerifyCommand.class,
            AppendCommand.class,
            QueueTailerCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
final class QueueCommand {}
