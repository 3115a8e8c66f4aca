/**
 * The command {@code ./verbatim relay}, in a jar of its own with Kafka's client. {@link
 * dev.verbatim.kafka.cli.RelayMain} is the program; it stands on the exported packages of Verbatim, and on Picocli.
 */
@NullMarked
package dev.verbatim.kafka.cli;

import org.jspecify.annotations.NullMarked;
