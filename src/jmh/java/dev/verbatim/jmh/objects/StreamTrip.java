package dev.verbatim.jmh.objects;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Java's serialisation, buffered by 1,024 bytes, over streams of a file. Every object has an object stream of its own,
 * since it is to be read without those before it.
 */
abstract class StreamTrip<T> implements FileTrip<T> {

    private final Class<T> type;
    private FileOutputStream keptOut;
    private FileInputStream keptIn;

    private StreamTrip(Class<T> type) {
        this.type = type;
    }

    /**
     * Streams of a file. To open one to write cuts the file to nothing, which no other rival does: on ext4, to close
     * such a file starts writing it to the disk, and that is most of the time where the file is opened for every trip.
     */
    static <T> StreamTrip<T> overStreams(Path file, Class<T> type) {
        return new StreamTrip<>(type) {
            @Override
            FileOutputStream openToWrite() throws IOException {
                return new FileOutputStream(file.toFile());
            }

            @Override
            FileInputStream openToRead() throws IOException {
                return new FileInputStream(file.toFile());
            }
        };
    }

    /** Streams of a {@link RandomAccessFile}'s descriptor. To close one closes the descriptor, and all of the file. */
    static <T> StreamTrip<T> overRandomAccessFile(Path file, Class<T> type) {
        return new StreamTrip<>(type) {
            @Override
            FileOutputStream openToWrite() throws IOException {
                return new FileOutputStream(new RandomAccessFile(file.toFile(), "rw").getFD());
            }

            @Override
            FileInputStream openToRead() throws IOException {
                return new FileInputStream(new RandomAccessFile(file.toFile(), "r").getFD());
            }
        };
    }

    abstract FileOutputStream openToWrite() throws IOException;

    abstract FileInputStream openToRead() throws IOException;

    @Override
    public T opened(T value) throws IOException, ClassNotFoundException {
        try (FileOutputStream out = openToWrite()) {
            write(out, value);
        }
        try (FileInputStream in = openToRead()) {
            return read(in);
        }
    }

    @Override
    public void open() throws IOException {
        keptOut = openToWrite();
        keptIn = openToRead();
    }

    @Override
    public T kept(T value) throws IOException, ClassNotFoundException {
        keptOut.getChannel().position(0);
        write(keptOut, value);
        keptIn.getChannel().position(0);
        return read(keptIn);
    }

    private void write(FileOutputStream file, T value) throws IOException {
        ObjectOutputStream out = new ObjectOutputStream(new BufferedOutputStream(file, Peer.SLOT_BYTES));
        out.writeObject(value);
        out.flush();
    }

    private T read(FileInputStream file) throws IOException, ClassNotFoundException {
        return type.cast(new ObjectInputStream(new BufferedInputStream(file, Peer.SLOT_BYTES)).readObject());
    }

    @Override
    public void close() throws IOException {
        keptOut.close();
        keptIn.close();
    }
}
