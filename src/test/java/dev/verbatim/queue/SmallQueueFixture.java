package dev.verbatim.queue;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Gives each test a new queue of small segments, one who appends to it, and one who reads it from its start. */
abstract class SmallQueueFixture {

    @TempDir
    Path folder;

    MappedQueue queue;
    Appender appender;
    Tailer tailer;

    @BeforeEach
    void open() throws IOException {
        queue = QueueSamples.openSmall(folder);
        appender = queue.appender();
        tailer = queue.tailer();
    }

    @AfterEach
    void close() throws IOException {
        queue.close();
    }
}
