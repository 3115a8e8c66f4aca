package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Where numbers are written in other digits than those of ASCII, the names of files are the same. */
class OtherDigitsTest {

    private static final int PER_SEGMENT = (4096 - 128) / 24;

    private final Locale before = Locale.getDefault();

    @TempDir
    private Path folder;

    /** An entry of 24 bytes. */
    record Tick(long time) {
        static final StructCodec<Tick> CODEC =
                StructCodec.ofRecord(lookup(), Tick.class, Layouts.struct(JAVA_LONG.withName("time")));
    }

    @AfterEach
    void backToTheLocale() {
        Locale.setDefault(before);
    }

    private MappedQueue queue() throws Exception {
        return MappedQueue.builder(folder).segmentSize(4096).open();
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar-EG-u-nu-arab", "fa-IR-u-nu-arabext", "hi-IN-u-nu-deva"})
    void aQueueGoesOnInAnyLocale(String tag) throws Exception {
        for (String locale : new String[] {tag, "en-US", tag}) {
            Locale.setDefault(Locale.forLanguageTag(locale));
            try (MappedQueue queue = queue();
                    Appender appender = queue.appender()) {
                for (long i = 0; i < PER_SEGMENT; i++) {
                    appender.append(Tick.CODEC, new Tick(i));
                }
            }
        }
        assertTrue(Files.exists(folder.resolve("000000000002.segment")));
        try (MappedQueue queue = queue();
                Tailer tailer = queue.tailer()) {
            for (long i = 0; i < 3 * PER_SEGMENT; i++) {
                assertEquals(new Tick(i % PER_SEGMENT), tailer.poll(Tick.CODEC));
            }
            assertNull(tailer.poll(Tick.CODEC));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"ar-EG-u-nu-arab", "fa-IR-u-nu-arabext", "hi-IN-u-nu-deva"})
    void aMapGoesOnInAnyLocale(String tag) throws Exception {
        long key = 0;
        for (String locale : new String[] {tag, "en-US", tag}) {
            Locale.setDefault(Locale.forLanguageTag(locale));
            try (MappedMap<Long, String> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.strings())) {
                assertEquals(key, map.size());
                map.put(key, locale);
                key++;
            }
        }
        try (Stream<Path> index = Files.list(folder.resolve("index"))) {
            assertTrue(index.allMatch(file -> file.getFileName().toString().matches("[0-9]{12}")));
        }
        try (MappedMap<Long, String> map = MappedMap.open(folder, MapCodec.longs(), MapCodec.strings())) {
            assertEquals(tag, map.get(0L));
            assertEquals("en-US", map.get(1L));
            assertEquals(tag, map.get(2L));
        }
    }
}
