/**
 * Carries queues and maps from host to host over Apache Kafka, exactly once and in order, and Verbatim's codecs into
 * producers, consumers and streams. {@code docs/kafka.md} is the guide.
 *
 * <p>{@link dev.verbatim.kafka.VerbatimSerde} makes a serializer and a deserializer of a codec or of the factory of a
 * view. {@link dev.verbatim.kafka.QueueToTopic} relays a queue to a topic, and {@link dev.verbatim.kafka.TopicToQueue}
 * a topic to a queue; {@link dev.verbatim.kafka.MapToTopic} and {@link dev.verbatim.kafka.TopicToMap} do so with maps.
 * All are {@link dev.verbatim.kafka.Relay relays}, which run until they are stopped.
 *
 * <p>Inside, {@link dev.verbatim.kafka.LayoutsTopic} keeps the texts of layouts, which headers name by their {@link
 * dev.verbatim.kafka.LayoutFingerprint}. A {@link dev.verbatim.kafka.PositionedProducer} writes the position of a relay
 * in the transaction of the records, and {@link dev.verbatim.kafka.RelayMark} is what a relay keeps among the entries
 * of a queue. A {@link dev.verbatim.kafka.PositionClaim} says whose the position is; {@link
 * dev.verbatim.kafka.ReplicaFiles} keeps one beside a map. {@link dev.verbatim.kafka.RelayStep} lets
 * tests kill a relay where it hurts.
 *
 * <p>These classes use the exported packages of Verbatim only, as any program does.
 */
@NullMarked
package dev.verbatim.kafka;

import org.jspecify.annotations.NullMarked;
