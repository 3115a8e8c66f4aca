package dev.verbatim.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Constructor;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsResult;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The topic of layouts as a broker shows it that has not heard of it yet. */
class LayoutsTopicTest {

    /** Whoever serializes its first value on a new cluster must not be told that there is no such topic. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aTopicThatWasMadeJustNowIsTaken(boolean bySomebodyElse) {
        List<String> called = new ArrayList<>();
        Admin admin = (Admin) Proxy.newProxyInstance(
                Admin.class.getClassLoader(), new Class<?>[] {Admin.class}, (proxy, method, arguments) -> {
                    called.add(method.getName());
                    if (method.getName().equals("createTopics")) {
                        if (bySomebodyElse) {
                            throw new TopicExistsException("made");
                        }
                        return created();
                    }
                    throw new UnknownTopicOrPartitionException("not yet");
                });
        LayoutsTopic.of(Map.of(), () -> false).ensure(admin);
        assertEquals(
                List.of("describeTopics", "createTopics", bySomebodyElse ? "describeTopics" : "describeConfigs"),
                called);
    }

    /** {@return what the broker says when it has made the topic} Only Kafka makes such results. */
    private static CreateTopicsResult created() throws Exception {
        Constructor<CreateTopicsResult> made = CreateTopicsResult.class.getDeclaredConstructor(Map.class);
        made.setAccessible(true);
        return made.newInstance(Map.of("verbatim.layouts", KafkaFuture.completedFuture(null)));
    }
}
