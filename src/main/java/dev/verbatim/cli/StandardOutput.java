package dev.verbatim.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * Standard output. It says why it cannot be written to, once: writers above it keep only that it cannot. If nobody reads it any more, as
 * {@code head} does not after some lines, it says nothing.
 */
final class StandardOutput extends OutputStream {

    private static final String NOBODY_READS = "Broken pipe";

    private final OutputStream file = new FileOutputStream(FileDescriptor.out);
    private boolean failed;

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            file.write(bytes, offset, length);
        } catch (IOException e) {
            if (!failed && !NOBODY_READS.equals(e.getMessage())) {
                System.err.println("verbatim: standard output: " + OneLineErrors.describe(e));
            }
            failed = true;
            throw e;
        }
    }
}
