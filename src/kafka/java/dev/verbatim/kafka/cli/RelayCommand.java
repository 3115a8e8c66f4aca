package dev.verbatim.kafka.cli;

import picocli.CommandLine.Command;

/** {@code verbatim relay}: its subcommands carry queues and maps from host to host. */
@Command(
        name = "relay",
        header = "Carries queues and maps from host to host over Apache Kafka.",
        description = {
            "",
            "A relay from a queue to a topic, and one from the topic to another queue, make a replica: each entry"
                    + " once, in order, byte for byte, whoever dies in between. So do those of a map: each key with its"
                    + " last value. A relay runs until it is interrupted; then it ends what it has begun. docs/kafka.md"
                    + " says what is kept where.",
            ""
        },
        subcommands = {RelayQueueCommand.class, RelayMapCommand.class, RelayTopicCommand.class},
        synopsisSubcommandLabel = "COMMAND")
final class RelayCommand {}
