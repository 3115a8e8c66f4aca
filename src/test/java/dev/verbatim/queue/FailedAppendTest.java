package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.entries;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.Note;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An error between reserving and commit, such as one of memory, leaves no entry that somebody waits for. */
class FailedAppendTest {

    /** A way to append something. */
    enum Way {
        STRUCT {
            @Override
            void append(Appender appender) throws IOException {
                appender.append(Entry.CODEC, Entry.of(0, 1));
            }
        },
        VARIABLE_LENGTH {
            @Override
            void append(Appender appender) throws IOException {
                appender.append(Note.CODEC, new Note(1, "a"));
            }
        },
        BYTES {
            @Override
            void append(Appender appender) throws IOException {
                appender.append(MemorySegment.ofArray(new byte[24]));
            }
        },
        BATCH {
            @Override
            void append(Appender appender) throws IOException {
                appender.appendAll(Entry.CODEC, List.of(Entry.of(0, 1), Entry.of(0, 2)));
            }
        },
        CLAIM {
            @Override
            void append(Appender appender) throws IOException {
                appender.claim(8);
                appender.commit();
            }
        };

        abstract void append(Appender appender) throws IOException;
    }

    @TempDir
    Path folder;

    @AfterEach
    void watchNothing() {
        ProtocolStep.watch(step -> {});
    }

    @ParameterizedTest
    @CsvSource({"false, CLAIM", "false, PAYLOAD", "false, BEFORE_COMMIT", "true, CLAIM", "true, PAYLOAD"})
    void theEntryIsGivenUpAndTheAppenderGoesOn(boolean checksum, ProtocolStep failing) throws IOException {
        for (Way way : Way.values()) {
            try (MappedQueue queue = MappedQueue.builder(folder.resolve(way.name()))
                            .segmentSize(QueueSamples.SMALL_SEGMENT)
                            .checksum(checksum)
                            .open();
                    Appender appender = queue.appender();
                    Tailer tailer = queue.tailer()) {
                Error error = new OutOfMemoryError("at " + failing);
                ProtocolStep.watch(step -> {
                    if (step == failing) {
                        throw error;
                    }
                });
                assertSame(error, assertThrows(OutOfMemoryError.class, () -> way.append(appender)), way.name());
                ProtocolStep.watch(step -> {});

                assertEquals(List.of(), queue.info().reservations(), way.name());
                assertEquals(
                        "the appender of queue=" + folder.resolve(way.name()) + " has no open claim",
                        assertThrows(IllegalStateException.class, appender::commit)
                                .getMessage());
                appender.append(Entry.CODEC, Entry.of(0, 3));
                assertEquals(List.of(Entry.of(0, 3)), entries(tailer), way.name());
            }
        }
    }
}
