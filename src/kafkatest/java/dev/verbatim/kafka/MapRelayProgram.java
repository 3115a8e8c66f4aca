package dev.verbatim.kafka;

import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** Relays a map to a topic, and the topic to a replica, until it is killed. Given a step, it halts at it. */
final class MapRelayProgram {

    private MapRelayProgram() {}

    /** Takes the broker's address, a name, a folder, and the name of a step with a count, or nothing. */
    public static void main(String[] args) throws Exception {
        RelayProgram.haltAt(args);
        Path folder = Path.of(args[2]);
        try (MappedMap<byte[], StoredValue> map = MapRecords.stored(folder.resolve("map"))) {
            RelayProgram.relay(folder, out(map, args[1], args[0]), in(folder.resolve("replica"), args[1], args[0]));
        }
    }

    static MapToTopic out(MappedMap<byte[], StoredValue> map, String name, String address) throws IOException {
        // An aborted transaction of a killed relay must not hold up the next one for long.
        Map<String, Object> client = new HashMap<>(Broker.client(address));
        client.put("transaction.timeout.ms", 10_000);
        return MapToTopic.builder(map, name, name, client)
                .positionsTopic(RelayProgram.positions(name))
                .batchSize(50)
                .build();
    }

    static TopicToMap in(Path replica, String name, String address) {
        return TopicToMap.builder(name, replica, Broker.client(address))
                .segmentSize(Records.SEGMENT_SIZE)
                .build();
    }
}
