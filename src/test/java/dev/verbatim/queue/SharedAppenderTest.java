package dev.verbatim.queue;

import static dev.verbatim.queue.QueueSamples.SMALL_SEGMENT;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.log.EntryWriter;
import dev.verbatim.internal.log.ProtocolStep;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.Note;
import dev.verbatim.queue.QueueSamples.Parts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two threads that use one appender, which they must not do, can damage what they append themselves. What others have
 * appended is there.
 */
class SharedAppenderTest {

    private static final int PATIENCE_SECONDS = 60;

    /** They come to no step, or to many. */
    private static final Set<Appending> WITHOUT_ONE_STEP = Set.of(Appending.REFUSED, Appending.NOTHING, Appending.ROLL);

    @TempDir
    Path folder;

    enum Appending {
        STRUCT {
            @Override
            void with(Appender appender) throws IOException {
                appender.append(Entry.CODEC, Entry.of(0, 0));
            }
        },
        SHORT {
            @Override
            void with(Appender appender) throws IOException {
                appender.append(Note.CODEC, new Note(0, "short"));
            }
        },
        LONG {
            @Override
            void with(Appender appender) throws IOException {
                appender.append(Note.CODEC, new Note(0, "x".repeat(100)));
            }
        },
        BYTES {
            @Override
            void with(Appender appender) throws IOException {
                appender.append(MemorySegment.ofArray(new long[30]));
            }
        },
        CLAIM {
            @Override
            void with(Appender appender) throws IOException {
                appender.claim(40).fill((byte) 1);
                appender.commit();
            }
        },
        TWO {
            @Override
            void with(Appender appender) throws IOException {
                appender.appendAll(Entry.CODEC, List.of(Entry.of(0, 0), Entry.of(0, 1)));
            }
        },
        THREE {
            @Override
            void with(Appender appender) throws IOException {
                appender.appendAll(Note.CODEC, List.of(new Note(0, "a"), new Note(1, "b"), new Note(2, "c")));
            }
        },
        /** Leaves an empty batch. */
        REFUSED {
            @Override
            void with(Appender appender) throws IOException {
                appender.append(Note.CODEC, new Note(0, "x".repeat(600)));
            }
        },
        /** Is refused, as there is no claim, and leaves all as it was. */
        NOTHING {
            @Override
            void with(Appender appender) {
                appender.abort();
            }
        },
        /** Goes on into the next segment. */
        ROLL {
            @Override
            void with(Appender appender) throws IOException {
                for (int i = 0; i < 60; i++) {
                    appender.append(Note.CODEC, new Note(0, "x".repeat(60)));
                }
            }
        };

        abstract void with(Appender appender) throws IOException;
    }

    static Stream<Arguments> cases() {
        return Stream.of(true, false)
                .flatMap(checksum -> Stream.of(ProtocolStep.CLAIM, ProtocolStep.PAYLOAD, ProtocolStep.BEFORE_COMMIT)
                        .flatMap(step -> Stream.of(true, false).map(halfway -> Arguments.of(checksum, step, halfway))));
    }

    @AfterEach
    void watchNothing() {
        ProtocolStep.watch(step -> {});
    }

    /**
     * One thread is at a step of its append while the second comes in, unseen.
     *
     * @param halfway whether the second has just reserved when the first goes on, or has ended
     */
    @ParameterizedTest
    @MethodSource("cases")
    void whatOthersAppendIsThere(boolean checksum, ProtocolStep step, boolean halfway) throws Exception {
        for (Appending first : Appending.values()) {
            if (!WITHOUT_ONE_STEP.contains(first)) {
                for (Appending second : Appending.values()) {
                    Meeting meeting = new Meeting(folder.resolve(first + "-" + second), checksum, halfway, second);
                    meeting.requireOthers(first::with, step);
                    if (second == Appending.NOTHING && step != ProtocolStep.BEFORE_COMMIT) {
                        meeting.requireNothingOfTheTwo();
                    }
                }
            }
        }
    }

    /** One thread goes on to the next segment. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void whatOthersAppendIsThereInTheNextSegment(boolean checksum, boolean halfway) throws Exception {
        for (Appending second : Appending.values()) {
            Meeting meeting = new Meeting(folder.resolve(second.name()), checksum, halfway, second);
            meeting.requireOthers(Appending.ROLL::with, ProtocolStep.PADDING);
        }
    }

    /** One thread is writing its value. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void whatOthersAppendIsThereBehindAValueThatWasBeingWritten(boolean checksum, boolean halfway) throws Exception {
        for (Appending second : Appending.values()) {
            Meeting meeting = new Meeting(folder.resolve(second.name()), checksum, halfway, second);
            meeting.requireOthers(
                    shared -> shared.append(Parts.CODEC, Parts.running(() -> meeting.meet(shared))), null);
            if (second == Appending.NOTHING) {
                meeting.requireNothingOfTheTwo();
            }
        }
    }

    /** One appender that two threads share, and the appender of somebody else. */
    private static final class Meeting {

        private final Path folder;
        private final boolean checksum;
        private final boolean halfway;
        private final Appending second;
        private final Thread firstThread = Thread.currentThread();
        private final CountDownLatch secondIsIn = new CountDownLatch(1);
        private final CountDownLatch firstHasEnded = new CountDownLatch(1);
        private final AtomicReference<@Nullable Thread> secondThread = new AtomicReference<>();
        private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
        private @Nullable Appender other;
        private int entries;

        /** The positions of what somebody else has appended. */
        private final Set<Long> others = new TreeSet<>();

        Meeting(Path folder, boolean checksum, boolean halfway, Appending second) {
            this.folder = folder;
            this.checksum = checksum;
            this.halfway = halfway;
            this.second = second;
        }

        /** An append of the first thread. */
        interface First {
            void with(Appender shared) throws IOException;
        }

        /**
         * Requires that what others have appended is there.
         *
         * @param step where the second thread comes in; null if the first one says so itself
         */
        void requireOthers(First first, @Nullable ProtocolStep step) throws Exception {
            try (MappedQueue queue = open();
                    Appender opened = queue.appender()) {
                other = opened;
                Appender shared = queue.appender();
                appendOther();
                shared.append(Entry.CODEC, Entry.of(0, 0));
                ProtocolStep.watch(reached -> {
                    if (Thread.currentThread().equals(firstThread) && reached == step) {
                        meet(shared);
                    } else if (halfway
                            && Thread.currentThread().equals(secondThread.get())
                            && reached == ProtocolStep.CLAIM) {
                        secondIsIn.countDown();
                        await(firstHasEnded);
                    }
                });
                String refused = assertThrows(IllegalStateException.class, () -> first.with(shared))
                        .getMessage();
                assertTrue(refused.contains("was used by two threads at once"), refused);
                firstHasEnded.countDown();
                requireNonNull(secondThread.get()).join();
                assertNull(failure.get());
                ProtocolStep.watch(reached -> {});
                shared.close();
                appendOther();
                requireOthers(queue, "");
            }
            try (MappedQueue queue = open()) {
                requireOthers(queue, ", opened again");
            }
        }

        private MappedQueue open() throws IOException {
            return MappedQueue.builder(folder)
                    .segmentSize(SMALL_SEGMENT)
                    .checksum(checksum)
                    .open();
        }

        private void appendOther() throws IOException {
            others.add(requireNonNull(other).append(Entry.CODEC, Entry.of(1, others.size())));
        }

        /** Has the second thread come in, once. */
        void meet(Appender shared) {
            if (secondThread.get() == null) {
                Thread thread = new Thread(() -> comeIn(shared));
                secondThread.set(thread);
                thread.start();
                try {
                    await(secondIsIn);
                    appendOther();
                    appendOther();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }

        private void comeIn(Appender shared) {
            guard(shared).passTo(Thread.currentThread());
            try {
                second.with(shared);
            } catch (IOException | IllegalStateException | IllegalArgumentException e) {
                // It is refused, if it has not come to its end before the first thread looks.
            } catch (RuntimeException | Error e) {
                failure.set(e);
            } finally {
                secondIsIn.countDown();
            }
        }

        private static void await(CountDownLatch latch) {
            try {
                assertTrue(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }

        private void requireOthers(MappedQueue queue, String when) throws IOException {
            Set<Long> missing = new TreeSet<>(others);
            entries = 0;
            try (Tailer tailer = queue.tailer()) {
                // Damage of the two is passed over, as the user of a tailer does that may not stop.
                for (boolean more = true; more; ) {
                    try {
                        more = tailer.read((payload, position, layoutId) -> missing.remove(position));
                        entries += more ? 1 : 0;
                    } catch (CorruptRecordException e) {
                        more = tailer.skip(1) == 1;
                    }
                }
            }
            assertEquals(Set.of(), missing, () -> second + " as the second thread" + when);
        }

        /** Requires that what the first thread was refused is no entry, but for the one that came before. */
        void requireNothingOfTheTwo() {
            assertEquals(others.size() + 1, entries);
        }

        private static CallGuard guard(Appender appender) {
            try {
                Field writer = Appender.class.getDeclaredField("writer");
                writer.setAccessible(true);
                Field guard = EntryWriter.class.getDeclaredField("guard");
                guard.setAccessible(true);
                return (CallGuard) guard.get(writer.get(appender));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }
    }
}
