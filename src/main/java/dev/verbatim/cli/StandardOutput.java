package dev.verbatim.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Standard output. If it cannot be written to, it says why, once: the writers above it only remember that something
 * failed. It says nothing if the reader has gone, as {@code head} does after some lines.
 */
final class StandardOutput extends OutputStream {

    private final OutputStream file;
    private final Supplier<@Nullable String> nobodyReads;
    private boolean failed;
    private boolean unread;

    StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out), StandardOutput::brokenPipe);
    }

    /**
     * Takes a file in the place of standard output.
     *
     * @param nobodyReads what the exception of a write says if nobody reads the file any longer; null if nobody knows
     */
    StandardOutput(OutputStream file, Supplier<@Nullable String> nobodyReads) {
        this.file = file;
        this.nobodyReads = nobodyReads;
    }

    /**
     * {@return what this process calls a write that nobody reads; null if nobody knows} The name is the C library's,
     * which has it in the language of {@code LC_MESSAGES}, and the exception has nothing else to tell it by.
     */
    static @Nullable String brokenPipe() {
        Pipe pipe;
        try {
            pipe = Pipe.open();
        } catch (IOException e) {
            return null;
        }
        boolean interrupted = Thread.interrupted(); // an interrupted thread's write to a channel fails with no message
        try (Pipe.SinkChannel sink = pipe.sink()) {
            pipe.source().close();
            sink.write(ByteBuffer.allocate(1));
            return null;
        } catch (IOException e) {
            return e.getMessage();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** {@return whether it cannot be written to because nobody reads it any longer} */
    boolean isUnread() {
        return unread;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            file.write(bytes, offset, length);
        } catch (IOException e) {
            if (!failed) {
                failed = true;
                unread = e.getMessage() != null && e.getMessage().equals(nobodyReads.get());
                if (!unread) {
                    System.err.println("verbatim: standard output: " + OneLineErrors.describe(e));
                }
            }
            throw e;
        }
    }
}
