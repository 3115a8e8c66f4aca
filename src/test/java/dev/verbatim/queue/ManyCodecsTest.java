package dev.verbatim.queue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.queue.QueueSamples.Entry;
import dev.verbatim.queue.QueueSamples.GrownNote;
import dev.verbatim.queue.QueueSamples.Note;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** More codecs than anybody counts: those that are used in turn are known, and those that are gone are not kept. */
class ManyCodecsTest {

    private static final int MANY = 600;

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @TempDir
    Path folder;

    private MappedQueue queue;
    private Appender appender;
    private Tailer tailer;

    @BeforeEach
    void open() throws IOException {
        queue = MappedQueue.open(folder);
        appender = queue.appender();
        tailer = queue.tailer();
    }

    @AfterEach
    void close() throws IOException {
        queue.close();
    }

    /** {@return a codec of its own that does what another one does} */
    @SuppressWarnings("ReferenceEquality") // that of one type has itself for the codec of its type
    private static <C> C ownCodec(Class<C> type, C codec) {
        return type.cast(Proxy.newProxyInstance(
                ManyCodecsTest.class.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Object result = method.invoke(codec, arguments);
                    return result == codec ? proxy : result;
                }));
    }

    /** {@return what this thread allocates when it appends a struct by each layout} */
    private long allocated(List<StructLayout> layouts, MemorySegment struct) throws IOException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        for (StructLayout layout : layouts) {
            appender.append(layout, struct);
        }
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }

    /** To make the text of a layout takes far longer than to append, and some hundred bytes. */
    @Test
    void anAppenderMakesTheTextOfALayoutOnce() throws IOException {
        List<StructLayout> layouts = IntStream.range(0, MANY)
                .mapToObj(i -> Entry.CODEC.layout().withName("layout " + i)) // which no text has
                .toList();
        MemorySegment struct = MemorySegment.ofArray(new byte[(int) Entry.CODEC.byteSize()]);
        long first = allocated(layouts, struct);
        long second = allocated(layouts, struct);
        assertTrue(second < first / 4, () -> "at first " + first + " bytes, then " + second);
    }

    @Test
    @SuppressWarnings("unchecked") // a codec of grown notes, as the one that it is made of
    void aTailerReadsALayoutOnceForEachCodec() throws IOException {
        appender.append(Note.CODEC, new Note(1, "old"));
        List<VarCodec<GrownNote>> codecs = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            codecs.add(ownCodec(VarCodec.class, GrownNote.CODEC));
            tailer.toStart();
            tailer.poll(codecs.getLast());
        }
        try (Stream<Path> files = Files.list(folder.resolve("layouts"))) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        for (VarCodec<GrownNote> codec : codecs) {
            tailer.toStart();
            assertEquals(new GrownNote(1, "old", 0), tailer.poll(codec));
        }
    }

    /** Who makes a codec for each entry must not fill the memory with them. */
    @Test
    @SuppressWarnings("unchecked") // a codec of entries, as the one that it is made of
    void codecsThatAreGoneAreForgotten() throws IOException {
        List<WeakReference<StructCodec<Entry>>> codecs = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            StructCodec<Entry> codec = ownCodec(StructCodec.class, Entry.CODEC);
            codecs.add(new WeakReference<>(codec));
            appender.append(codec, Entry.of(0, i));
            assertEquals(Entry.of(0, i), tailer.poll(codec));
        }
        System.gc();
        long kept = codecs.stream().filter(codec -> codec.get() != null).count();
        assertTrue(kept <= 1, () -> kept + " codecs, and not only the last one");
    }
}
