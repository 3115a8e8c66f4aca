package dev.verbatim.cli;

import picocli.CommandLine.Option;

/** The format of a command that prints JSON unless it is told otherwise, also to a terminal. */
final class FormatOption {

    @Option(
            names = "--format",
            paramLabel = "FORMAT",
            defaultValue = "json",
            description = {"One of ${COMPLETION-CANDIDATES}.", "Default: ${DEFAULT-VALUE}"})
    @SuppressWarnings("NullAway.Init") // set by Picocli, which has a default
    private TextFormat format;

    TextFormat format() {
        return format;
    }
}
