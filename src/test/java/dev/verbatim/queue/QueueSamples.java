package dev.verbatim.queue;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.Layouts;
import dev.verbatim.ReusableCodec;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.internal.log.EntryDescriptor;
import dev.verbatim.internal.log.StoredLayouts;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the tests of the queue append. */
final class QueueSamples {

    /** The smallest segment, so that few records take many. */
    static final long SMALL_SEGMENT = 4096;

    private QueueSamples() {}

    /** A record that says who appended it and as which, twice, so that a torn one shows. */
    record Entry(int writer, int again, long sequence, long inverse) {
        static final StructCodec<Entry> CODEC = StructCodec.ofRecord(
                lookup(),
                Entry.class,
                MemoryLayout.structLayout(
                        JAVA_INT.withName("writer"),
                        JAVA_INT.withName("again"),
                        JAVA_LONG.withName("sequence"),
                        JAVA_LONG.withName("inverse")));

        static Entry of(int writer, long sequence) {
            return new Entry(writer, writer, sequence, ~sequence);
        }

        boolean isWhole() {
            return again == writer && inverse == ~sequence;
        }
    }

    /** A mutable object of fixed size. */
    static final class Tick {
        long time;
        int size;

        static final ReusableCodec<Tick> CODEC = StructCodec.ofClass(
                lookup(), Tick.class, Layouts.struct(JAVA_LONG.withName("time"), JAVA_INT.withName("size")));
    }

    /** A record of any length. */
    record Note(long id, @Nullable String text) {
        static final StructLayout LAYOUT = Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text"));
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(lookup(), Note.class, LAYOUT);
    }

    /** What a note has grown to. */
    record GrownNote(long id, @Nullable String text, long time) {
        static final VarCodec<GrownNote> CODEC =
                VarCodec.ofRecord(lookup(), GrownNote.class, Layouts.grown(Note.LAYOUT, JAVA_LONG.withName("time")));
    }

    /** A mutable object of any length. */
    static final class NoteObject {
        long id;
        final Object ignored = new Object();

        @Nullable
        String text;

        static final ReusableVarCodec<NoteObject> CODEC = VarCodec.ofClass(lookup(), NoteObject.class, Note.LAYOUT);
    }

    /** A text of fixed size, which cannot hold everything. */
    record Symbol(String name) {
        static final StructCodec<Symbol> CODEC = StructCodec.ofRecord(
                lookup(),
                Symbol.class,
                MemoryLayout.structLayout(
                        MemoryLayout.sequenceLayout(4, JAVA_BYTE).withName("name")));
    }

    record Part(long value) {}

    /** A record that runs the caller's code while it is written. */
    record Parts(List<Part> parts) {
        static final StructCodec<Parts> CODEC = StructCodec.ofRecord(
                lookup(),
                Parts.class,
                Layouts.struct(MemoryLayout.sequenceLayout(1, Layouts.struct(JAVA_LONG.withName("value")))
                        .withName("parts")));

        static Parts running(Runnable action) {
            return new Parts(new AbstractList<>() {
                @Override
                public Part get(int index) {
                    action.run();
                    return new Part(7);
                }

                @Override
                public int size() {
                    return 1;
                }
            });
        }
    }

    static MappedQueue openSmall(Path folder) throws IOException {
        return MappedQueue.builder(folder).segmentSize(SMALL_SEGMENT).open();
    }

    /** Has an entry of the first segment say that it has a layout. */
    static void setLayout(Path folder, long position, StructLayout layout) throws IOException {
        ByteBuffer id = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        id.putInt(0, StoredLayouts.idOf(layout));
        try (FileChannel file = FileChannel.open(folder.resolve("000000000000.segment"), StandardOpenOption.WRITE)) {
            file.write(id, position + EntryDescriptor.LAYOUT_ID_OFFSET);
        }
    }

    /** {@return all entries from where a tailer is} */
    static List<Entry> entries(Tailer tailer) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Entry entry = tailer.poll(Entry.CODEC); entry != null; entry = tailer.poll(Entry.CODEC)) {
            entries.add(entry);
        }
        return entries;
    }

    /** {@return the sequences of all entries of a queue, which one writer appended} */
    static List<Long> sequences(MappedQueue queue) throws IOException {
        try (Tailer tailer = queue.tailer()) {
            return entries(tailer).stream().map(Entry::sequence).toList();
        }
    }
}
