package dev.verbatim.file;

import dev.verbatim.StructCodec;
import dev.verbatim.file.NpyDtypeMismatches.Coverage;
import dev.verbatim.internal.io.UninterruptibleIo;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.runtime.ConvertedCodec;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link StructFile} stands on, and how it comes to be: the file is made or opened and locked, its header is
 * read and compared with the codec, and it is mapped. All of that in a thread that nobody interrupts; where it fails,
 * nothing stays open or locked.
 *
 * @param path the file, as it was named
 * @param codec the codec of its structs
 * @param header its header
 * @param mapped its mapping
 * @param count how many structs it has
 * @param lock what keeps other writers out; null in a reader
 * @param <T> the type of the DTO
 */
record OpenedFile<T>(
        Path path,
        StructCodec<T> codec,
        NpyHeader header,
        MappedFile mapped,
        StructCount count,
        @Nullable WriterLock lock) {

    /** Finds the codec of a file by its header. */
    private interface CodecSource<T> {
        StructCodec<T> codec(NpyHeader header) throws IOException;
    }

    /** Closes the file, and unlocks it, where nothing can stand on it. */
    @SuppressWarnings("ReferenceEquality") // whether it is the same error
    void closeAfter(Throwable failure) {
        try (mapped) {
            if (lock != null) {
                lock.release();
            }
        } catch (IOException | RuntimeException | Error e) {
            if (e != failure) { // the JVM has one error for all where there is no memory
                failure.addSuppressed(e);
            }
        }
    }

    /** Creates a file of the structs of a codec. */
    static <T> OpenedFile<T> create(Path path, StructCodec<T> codec) throws IOException {
        Binding<?> binding = binding(codec);
        return UninterruptibleIo.call(
                () -> createHere(path, NpyDtype.of(binding), typed(path, codec, binding, Coverage.ALL)));
    }

    /** Creates a file of the structs of a layout. */
    static OpenedFile<MemorySegment> create(Path path, StructLayout layout) throws IOException {
        NpyDtype.Struct dtype = NpyDtype.of(layout);
        return UninterruptibleIo.call(() -> createHere(path, dtype, raw(path)));
    }

    /** Creates a file of the type of another one. */
    static OpenedFile<MemorySegment> createLike(Path path, Path other) throws IOException {
        return UninterruptibleIo.call(() -> {
            NpyDtype.Struct dtype = dtype(other);
            NpyLayout.of(other, dtype);
            return createHere(path, dtype, raw(path));
        });
    }

    private static <T> OpenedFile<T> createHere(Path path, NpyDtype.Struct dtype, CodecSource<T> codecs)
            throws IOException {
        byte[] header = NpyHeader.encode(dtype);
        WriterLock lock = FileCreation.create(path, header);
        try {
            return open(path, codecs, lock.file(), lock);
        } catch (IOException | RuntimeException | Error e) {
            try {
                Files.deleteIfExists(path);
            } finally {
                lock.release();
            }
            throw e;
        }
    }

    /**
     * Opens a file of the structs of a codec to read.
     *
     * @param coverage how many of the file's fields the codec has to have
     */
    static <T> OpenedFile<T> open(Path path, StructCodec<T> codec, Coverage coverage) throws IOException {
        Binding<?> binding = binding(codec);
        return UninterruptibleIo.call(
                () -> open(path, typed(path, codec, binding, coverage), DataFile.openToRead(path), null));
    }

    /** Opens a file of any structs to read. */
    static OpenedFile<MemorySegment> open(Path path) throws IOException {
        return UninterruptibleIo.call(() -> open(path, raw(path), DataFile.openToRead(path), null));
    }

    /** Opens a file of the structs of a codec to read and write. */
    static <T> OpenedFile<T> openReadWrite(Path path, StructCodec<T> codec) throws IOException {
        Binding<?> binding = binding(codec);
        return UninterruptibleIo.call(() -> openReadWriteHere(path, typed(path, codec, binding, Coverage.ALL)));
    }

    /** Opens a file of any structs to read and write. */
    static OpenedFile<MemorySegment> openReadWrite(Path path) throws IOException {
        return UninterruptibleIo.call(() -> openReadWriteHere(path, raw(path)));
    }

    private static <T> OpenedFile<T> openReadWriteHere(Path path, CodecSource<T> codecs) throws IOException {
        WriterLock lock = WriterLock.acquire(path);
        try {
            return open(path, codecs, lock.file(), lock);
        } catch (IOException | RuntimeException | Error e) {
            lock.release();
            throw e;
        }
    }

    private static <T> OpenedFile<T> open(Path path, CodecSource<T> codecs, DataFile data, @Nullable WriterLock lock)
            throws IOException {
        FileChannel channel = data.channel();
        try {
            NpyHeader header = NpyHeader.read(path, channel);
            StructCodec<T> codec = codecs.codec(header);
            long end = StructCount.requireStructs(
                    path, MappedFile.size(path, channel), header.count(), codec.byteSize(), header.dataOffset());
            if (lock != null && header.countOffset() >= 0 && MappedFile.canBeCut(path)) {
                // The reserve of a writer that died may have holes. Only a new extension is sure to fill them.
                MappedFile.truncate(path, channel, end);
            }
            MappedFile mapped = new MappedFile(path, data, lock != null);
            StructCount count = new StructCount(path, mapped, header, codec.byteSize());
            if (lock != null && count.canGrow()) {
                count.settle();
            }
            return new OpenedFile<>(path, codec, header, mapped, count, lock);
        } catch (IOException | RuntimeException | Error e) {
            data.close();
            throw e;
        }
    }

    /** {@return the layout of a file's structs} */
    static StructLayout layout(Path path) throws IOException {
        return UninterruptibleIo.call(() -> NpyLayout.of(path, dtype(path)));
    }

    /** {@return the types of a file's fields, by their paths} */
    static Map<String, String> dtypes(Path path) throws IOException {
        return UninterruptibleIo.call(() -> NpyTypes.of(path, dtype(path)));
    }

    /** {@return the paths of a file's whole numbers without a sign} */
    static List<String> unsigned(Path path) throws IOException {
        return UninterruptibleIo.call(() -> NpyTypes.unsigned(path, dtype(path)));
    }

    /** {@return the paths of a file's numbers of half precision} */
    static List<String> halfPrecision(Path path) throws IOException {
        return UninterruptibleIo.call(() -> NpyTypes.halfPrecision(path, dtype(path)));
    }

    private static NpyDtype.Struct dtype(Path path) throws IOException {
        try (DataFile data = DataFile.openToRead(path)) {
            return NpyHeader.read(path, data.channel()).dtype();
        }
    }

    private static <T> CodecSource<T> typed(Path path, StructCodec<T> codec, Binding<?> binding, Coverage coverage) {
        return header -> {
            NpyDtypeMismatches.requireNone(header.dtype(), binding, path, coverage);
            return codec;
        };
    }

    private static CodecSource<MemorySegment> raw(Path path) {
        return header -> new RawCodec(NpyLayout.of(path, header.dtype()));
    }

    private static Binding<?> binding(StructCodec<?> codec) {
        Binding<?> binding = ConvertedCodec.bindingOf(codec);
        NpyDtype.requireStorable(binding);
        return binding;
    }
}
