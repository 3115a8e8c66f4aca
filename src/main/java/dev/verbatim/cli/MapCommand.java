package dev.verbatim.cli;

import picocli.CommandLine.Command;

/** {@code verbatim map}: its subcommands work on the maps of any program. */
@Command(
        name = "map",
        header = "Shows, checks and changes persisted maps.",
        description = {
            "",
            "Reads a map by the layouts that are stored in it, without the classes of the program that has written it."
                    + " All but put, remove and compact only read, so that they can be used on a map in use; so can"
                    + " these three, as one more process that has the map open.",
            ""
        },
        subcommands = {
            InfoCommand.class,
            CatCommand.class,
            MapGetCommand.class,
            TailCommand.class,
            VerifyCommand.class,
            MapPutCommand.class,
            MapRemoveCommand.class,
            MapCompactCommand.class
        },
        synopsisSubcommandLabel = "COMMAND")
final class MapCommand {}
