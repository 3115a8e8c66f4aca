package dev.verbatim.jmh.objects;

import java.io.Closeable;
import java.io.IOException;

/**
 * A rival's way to a file and back: it writes an object from the file's start, then reads it.
 *
 * <p>An object that is shorter than the last one leaves the end of the last one in the file. The reader knows where its
 * own object ends.
 */
interface FileTrip<T> extends Closeable {

    /** Opens the file to write and closes it, opens it to read and closes it. */
    T opened(T value) throws Exception;

    /** Opens what {@link #kept} uses. */
    void open() throws IOException;

    T kept(T value) throws Exception;

    /** Closes what {@link #kept} used. */
    @Override
    void close() throws IOException;
}
