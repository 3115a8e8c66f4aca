package dev.verbatim.kafka;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import dev.verbatim.StructCodec;
import dev.verbatim.file.ChildJvm;
import dev.verbatim.kafka.Records.Point;
import dev.verbatim.map.MappedMap;
import dev.verbatim.map.StoredValue;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** What the jar shows, and what it stands on. */
class KafkaJarTest {

    private static final JavaClasses CLASSES = classes();

    @TempDir
    private Path folder;

    private static JavaClasses classes() {
        Path root = ChildJvm.rootOf(VerbatimSerde.class);
        ClassFileImporter importer = new ClassFileImporter();
        try {
            return Files.isDirectory(root) ? importer.importPath(root) : importer.importJar(new JarFile(root.toFile()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void thePublicTypesAreThese() {
        assertEquals(
                Set.of(
                        "Builder", // of each relay
                        "KeyFunction",
                        "MapToTopic",
                        "QueueToTopic",
                        "Relay",
                        "RelayException",
                        "RelayMXBean",
                        "TopicToMap",
                        "TopicToQueue",
                        "VerbatimSerde"),
                CLASSES.stream()
                        .filter(type -> type.getPackageName().equals("dev.verbatim.kafka"))
                        .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                        .map(type -> type.getSimpleName())
                        .collect(Collectors.toSet()));
    }

    @Test
    void itStandsOnExportedPackages() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.verbatim.internal..", "dev.verbatim.cli..", "sun..", "jdk.internal..")
                .check(CLASSES);
    }

    @Test
    void nullIsRefused() throws Exception {
        assertNull("codec", () -> VerbatimSerde.of((StructCodec<Point>) null));
        assertNull("configs", () -> VerbatimSerde.of(Point.CODEC).configure(null, false));
        try (MappedQueue queue = Records.queue(folder.resolve("queue"))) {
            assertNull("queue", () -> QueueToTopic.builder(null, "q", "t", Map.of()));
            assertNull("queueName", () -> QueueToTopic.builder(queue, null, "t", Map.of()));
            assertNull("topic", () -> QueueToTopic.builder(queue, "q", null, Map.of()));
            assertNull("client", () -> QueueToTopic.builder(queue, "q", "t", null));
            QueueToTopic.Builder out = QueueToTopic.builder(queue, "q", "t", Map.of());
            assertNull("newKeys", () -> out.keys(null));
            assertNull("name", () -> out.tailer(null));
            assertNull("name", () -> out.positionsTopic(null));
            assertThrows(IllegalArgumentException.class, () -> out.batchSize(0));
            assertThrows(IllegalArgumentException.class, () -> out.largestRecord(-1));
            assertNull("topic", () -> TopicToQueue.builder(null, queue, Map.of()));
            assertNull("queue", () -> TopicToQueue.builder("t", null, Map.of()));
            assertNull("client", () -> TopicToQueue.builder("t", queue, null));
            assertNull("name", () -> TopicToQueue.builder("t", queue, Map.of()).tailer(null));
        }
    }

    @Test
    void nullIsRefusedByRelaysOfMaps() throws Exception {
        try (MappedMap<byte[], StoredValue> map = MapRecords.stored(folder.resolve("map"))) {
            assertNull("map", () -> MapToTopic.builder(null, "m", "t", Map.of()));
            assertNull("mapName", () -> MapToTopic.builder(map, null, "t", Map.of()));
            assertNull("topic", () -> MapToTopic.builder(map, "m", null, Map.of()));
            assertNull("client", () -> MapToTopic.builder(map, "m", "t", null));
            MapToTopic.Builder out = MapToTopic.builder(map, "m", "t", Map.of());
            assertNull("name", () -> out.positionsTopic(null));
            assertThrows(IllegalArgumentException.class, () -> out.batchSize(0));
            assertThrows(IllegalArgumentException.class, () -> out.largestRecord(-1));
        }
        assertNull("topic", () -> TopicToMap.builder(null, folder, Map.of()));
        assertNull("folder", () -> TopicToMap.builder("t", null, Map.of()));
        assertNull("client", () -> TopicToMap.builder("t", folder, null));
    }

    private static void assertNull(String name, Executable call) {
        assertEquals(name, assertThrows(NullPointerException.class, call).getMessage());
    }

    @Test
    void sourcesAndJavadocComeWithTheJar() throws IOException {
        String type = "dev/verbatim/kafka/QueueToTopic";
        assertTrue(entries("sources").contains(type + ".java"));
        Set<String> pages = entries("javadoc");
        assertTrue(pages.contains(type + ".html"));
        assertTrue(pages.stream().noneMatch(page -> page.contains("/cli/")), "pages of what is not public");
    }

    private static Set<String> entries(String kind) throws IOException {
        String jar = System.getProperty("verbatim.jar").replaceFirst("\\.jar$", "-kafka-" + kind + ".jar");
        try (JarFile file = new JarFile(jar)) {
            return file.stream().map(ZipEntry::getName).collect(Collectors.toSet());
        }
    }
}
