package dev.verbatim.map;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.common.collect.testing.ConcurrentMapTestSuiteBuilder;
import com.google.common.collect.testing.TestStringMapGenerator;
import com.google.common.collect.testing.features.CollectionFeature;
import com.google.common.collect.testing.features.CollectionSize;
import com.google.common.collect.testing.features.MapFeature;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import junit.framework.TestCase;
import junit.framework.TestFailure;
import junit.framework.TestResult;
import junit.framework.TestSuite;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Guava's tests of what a concurrent map of the JDK does. They go on with maps that earlier ones have emptied. */
class GuavaSuiteTest {

    @TempDir
    Path temporary;

    /** The maps of the test that runs. */
    private final List<MappedMap<String, String>> used = new ArrayList<>();

    /** Maps of earlier tests. */
    private final Deque<MappedMap<String, String>> idle = new ArrayDeque<>();

    @AfterEach
    void closeMaps() throws IOException {
        for (MappedMap<String, String> map : idle) {
            assertEquals(List.of(), map.verify().damage());
            map.close();
        }
    }

    @TestFactory
    DynamicNode isAConcurrentMap() {
        return node(ConcurrentMapTestSuiteBuilder.using(new Maps())
                .named("MappedMap.asConcurrentMap")
                .withFeatures(
                        CollectionSize.ANY,
                        MapFeature.GENERAL_PURPOSE,
                        MapFeature.ALLOWS_NULL_ENTRY_QUERIES,
                        CollectionFeature.SUPPORTS_ITERATOR_REMOVE)
                .createTestSuite());
    }

    /** Makes maps that have some entries from the beginning. */
    private final class Maps extends TestStringMapGenerator {
        @Override
        protected Map<String, String> create(Map.Entry<String, String>[] entries) {
            try {
                MappedMap<String, String> map = idle.isEmpty() ? open() : idle.pop();
                used.add(map);
                for (Map.Entry<String, String> entry : entries) {
                    map.put(entry.getKey(), entry.getValue());
                }
                return map.asConcurrentMap();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private MappedMap<String, String> open() throws IOException {
        return MappedMap.builder(Files.createTempDirectory(temporary, "map"), MapCodec.strings(), MapCodec.strings())
                .segmentSize(1 << 12)
                .open();
    }

    private DynamicNode node(junit.framework.Test test) {
        return test instanceof TestSuite suite
                ? DynamicContainer.dynamicContainer(
                        suite.getName(), tests(suite).map(this::node))
                : DynamicTest.dynamicTest(test.toString(), () -> run((TestCase) test));
    }

    private static Stream<junit.framework.Test> tests(TestSuite suite) {
        return Collections.list(suite.tests()).stream();
    }

    private void run(TestCase test) throws Throwable {
        try {
            TestResult result = test.run();
            for (List<TestFailure> failures :
                    List.of(Collections.list(result.errors()), Collections.list(result.failures()))) {
                for (TestFailure failure : failures) {
                    throw failure.thrownException();
                }
            }
            assertEquals(1, result.runCount());
        } finally {
            for (MappedMap<String, String> map : used) {
                map.asConcurrentMap().clear();
                idle.push(map);
            }
            used.clear();
        }
    }
}
