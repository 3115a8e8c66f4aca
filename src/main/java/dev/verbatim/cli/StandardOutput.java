package dev.verbatim.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output. If it cannot be written to, it says why, once: the writers above it only remember that something
 * failed. It says nothing if the reader has gone, as {@code head} does after some lines.
 */
final class StandardOutput extends OutputStream {

    private static final String NOBODY_READS = "Broken pipe";

    private final OutputStream file = new FileOutputStream(FileDescriptor.out);
    private boolean failed;
    private boolean unread;

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
            unread |= NOBODY_READS.equals(e.getMessage());
            if (!failed && !unread) {
                System.err.println("verbatim: standard output: " + OneLineErrors.describe(e));
            }
            failed = true;
            throw e;
        }
    }
}
