package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer that leaves closes all channels of its file that this JVM no longer uses, and the next one can enter. */
class WriterRegistryTest {

    @TempDir
    Path folder;

    private FileIdentity file;

    @BeforeEach
    void enter() throws IOException {
        file = FileIdentity.of(Files.createFile(folder.resolve("quotes.npy")));
        assertTrue(WriterRegistry.enter(file));
    }

    /** {@return what is kept, the writer's first} */
    private List<ClosingChannel> keep(int count, List<IOException> failures) throws IOException {
        List<ClosingChannel> channels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            channels.add(new ClosingChannel(i < failures.size() ? failures.get(i) : null));
        }
        WriterRegistry.setWriter(file, channels.getFirst());
        for (ClosingChannel channel : channels.subList(1, count)) {
            WriterRegistry.close(file, channel);
            assertTrue(channel.isOpen(), "to close it would drop the writer's lock");
        }
        return channels;
    }

    private void requireAllClosedAndLeft(List<ClosingChannel> channels) throws IOException {
        assertEquals(List.of(), channels.stream().filter(FileChannel::isOpen).toList());
        assertTrue(WriterRegistry.enter(file), "the next writer is kept out");
        WriterRegistry.leave(file);
    }

    @Test
    void aWriterThatLeavesClosesWhatWasKept() throws IOException {
        List<ClosingChannel> channels = keep(3, List.of());
        assertFalse(WriterRegistry.enter(file));
        WriterRegistry.leave(file);
        requireAllClosedAndLeft(channels);
    }

    @Test
    void whatIsKeptIsTakenByTheNextReader() throws IOException {
        List<ClosingChannel> channels = keep(2, List.of());
        assertSame(channels.getLast(), WriterRegistry.takeKept(file));
        assertNull(WriterRegistry.takeKept(file), "the writer's own is nobody's");
        WriterRegistry.leave(file);
        assertTrue(channels.getLast().isOpen());
        assertFalse(channels.getFirst().isOpen());
    }

    @Test
    void theOthersAreClosedWhereOneFails() throws IOException {
        IOException first = new IOException("the first");
        IOException second = new IOException("the second");
        List<ClosingChannel> channels = keep(4, List.of(first, second));
        assertSame(first, assertThrows(IOException.class, () -> WriterRegistry.leave(file)));
        assertEquals(List.of(second), List.of(first.getSuppressed()));
        requireAllClosedAndLeft(channels);
    }

    /** There can be as many as the process had readers at one time. */
    @Test
    void anyNumberIsClosed() throws IOException {
        List<ClosingChannel> channels = keep(50_000, List.of());
        WriterRegistry.leave(file);
        requireAllClosedAndLeft(channels);
    }

    /** A channel that can only be closed. */
    private static final class ClosingChannel extends FileChannel {

        private final @Nullable IOException failure;

        ClosingChannel(@Nullable IOException failure) {
            this.failure = failure;
        }

        @Override
        protected void implCloseChannel() throws IOException {
            if (failure != null) {
                throw failure;
            }
        }

        @Override
        public int read(ByteBuffer target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long read(ByteBuffer[] targets, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int read(ByteBuffer target, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long write(ByteBuffer[] sources, int offset, int length) {
            throw new UnsupportedOperationException();
        }

        @Override
        public int write(ByteBuffer source, long position) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel position(long newPosition) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long size() {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileChannel truncate(long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void force(boolean metaData) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferTo(long position, long count, WritableByteChannel target) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long transferFrom(ReadableByteChannel source, long position, long count) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MappedByteBuffer map(MapMode mode, long position, long size) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock lock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }

        @Override
        public FileLock tryLock(long position, long size, boolean shared) {
            throw new UnsupportedOperationException();
        }
    }
}
