package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.StructFile;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The system properties are the program's, which takes them for strings. */
class SystemPropertiesTest {

    @TempDir
    Path folder;

    private record Tick(long id) {
        static final StructCodec<Tick> CODEC =
                StructCodec.ofRecord(lookup(), Tick.class, Layouts.struct(JAVA_LONG.withName("id")));
    }

    @Test
    void theyAreStoredAndListedWhileFilesAndQueuesAreOpen() throws IOException {
        Properties properties = System.getProperties();
        try (StructFile<Tick> file = StructFile.create(folder.resolve("ticks.npy"), Tick.CODEC);
                MappedQueue queue = MappedQueue.builder(folder.resolve("queue"))
                        .segmentSize(1 << 16)
                        .open();
                Appender appender = queue.appender()) {
            file.append(new Tick(0));
            appender.append(Tick.CODEC, new Tick(0));

            ByteArrayOutputStream stored = new ByteArrayOutputStream();
            properties.store(stored, null);
            Properties again = new Properties();
            again.load(new ByteArrayInputStream(stored.toByteArray()));
            assertEquals(properties, again);
            properties.list(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8));
        }
    }
}
