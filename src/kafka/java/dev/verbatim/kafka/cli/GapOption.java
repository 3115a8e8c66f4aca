package dev.verbatim.kafka.cli;

import picocli.CommandLine.Option;

/** What an operator decides about a gap. */
final class GapOption {

    @Option(
            names = "--accept-gap",
            description = "Goes on behind what was deleted before it was relayed, or at the start of a queue that was"
                    + " made anew in place of the one that the position is of. Without it, the relay ends there.")
    private boolean acceptGap;

    boolean isAccepted() {
        return acceptGap;
    }
}
