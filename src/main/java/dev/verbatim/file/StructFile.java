package dev.verbatim.file;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.StructCodec;
import dev.verbatim.file.NpyDtypeMismatches.Coverage;
import dev.verbatim.internal.io.CallGuard;
import dev.verbatim.internal.io.FileSystemKind;
import dev.verbatim.internal.io.UninterruptibleIo;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A memory-mapped file of structs of one type. On disk it is a NumPy {@code .npy} file with a structured dtype, which
 * {@code np.load(path, mmap_mode="r")} opens as it is.
 *
 * {@snippet file="TutorialTest.java" region="file"}
 *
 * <p><b>Structs and count.</b> The header holds the number of structs. {@link #append} stores the struct first. Then it
 * publishes the new count with a release store, and returns. So a reader of the file, in this process or another, sees
 * whole structs only; and a writer that dies, however it dies, leaves all structs that it appended. {@code
 * docs/file-format.md} describes the file's bytes.
 *
 * <p><b>Durability.</b> Published structs survive the death of the process. They survive the loss of power after {@link
 * #force} returned; without it the count may have reached the device before the structs.
 *
 * <p><b>Growth.</b> A file grows by zeros that are really written: by its own size while it is small, by an eighth when
 * it is larger than half a gigabyte. {@link #close} cuts off the space that was not used. A full disk is an {@link
 * IOException} that names the file; the structs that were appended before are still there, and readable. On
 * copy-on-write and compressing file systems no file can promise that, because every store may need new space.
 *
 * <p><b>One writer.</b> A file has one writer at a time, in one process. A second writer is refused, by any name of the
 * file: after a rename, in another folder, through a symbolic or a hard link. Readers need no lock. Two locks of the
 * operating system keep other processes out. One is on the file and goes where the file goes. On POSIX systems it is
 * lost, without a word, when the writer's process opens the file by other means than this class, such as {@link
 * Files#copy}, and closes it. So there is another lock, on a file {@code .verbatim-NUMBER.lock} in the folder where the
 * writer opened the file; {@link #close} deletes that file. Both locks fail together in one case: the writer's process
 * has read the file by other means, and the second process opens it in another folder, to which it was moved meanwhile
 * or where it has a hard link.
 *
 * <p><b>Truncation.</b> Nobody may truncate a file while it is mapped, here or in another process: memory that has lost
 * its file faults, and some faults end the JVM. Verbatim never makes a file shorter than its structs. A file that is
 * shorter than its count is refused when it is opened.
 *
 * <p><b>Threads.</b> One thread at a time may call {@code append}, {@code appendAll}, {@code set} and {@code force}.
 * Where two store at once, the second is refused by an {@link IllegalStateException}; or neither sees the other, and
 * what one of them appends is lost without a word. So this is no way to find out who may store. Any thread may call
 * every other method at any time, {@code close} too. A call that is under way when another thread closes the file ends
 * as if it had come before; each later call throws {@link IllegalStateException}, but for {@link #get} and for a {@link
 * #stream} that was made before: in a thread that does nothing else they may go on to find structs. That is
 * safe, as the file stays mapped while it is used. A struct that is {@code set} while it is read may be read half old,
 * half new.
 *
 * <p><b>Memory.</b> The garbage collector unmaps a file that is closed, once no thread reads it and no {@link #segment}
 * of it is in use: memory that is taken from under a reader can end the JVM. Until then a file that was deleted keeps
 * its space on the disk, and its file system cannot be unmounted. A process can have as many mappings as its system
 * lets it, 65,530 on Linux. Where they run out, the JDK asks for a collection, and tries once more.
 *
 * @param <T> the type of the DTO
 */
public final class StructFile<T> implements AutoCloseable {

    private final Path path;
    private final StructCodec<T> codec;
    private final MappedFile file;
    private final long byteSize;
    private final long dataOffset;

    private final StructCount count;

    /** Null in a reader. */
    private final @Nullable WriterLock lock;

    /** Whether the file's entry in its folder may still have to be forced: the process that made it may not have. */
    private boolean newEntry;

    private volatile boolean closed;

    /** Guards the methods that store: they may store to the part of the file that is cut off when it is closed. */
    private final CallGuard storing;

    private StructFile(OpenedFile<T> opened) {
        this.path = opened.path();
        this.codec = opened.codec();
        this.file = opened.mapped();
        this.byteSize = codec.byteSize();
        this.dataOffset = opened.header().dataOffset();
        this.count = opened.count();
        this.lock = opened.lock();
        this.newEntry = lock != null;
        this.storing = new CallGuard("file=" + path, StructFile.class.getName(), this::release);
    }

    private static <T> StructFile<T> of(OpenedFile<T> opened) {
        try {
            return new StructFile<>(opened);
        } catch (Error e) { // for want of memory: nobody else could close the file
            opened.closeAfter(e);
            throw e;
        }
    }

    /**
     * Creates a file without structs, to read and write. It appears under its name with its whole header, or not at
     * all, even if the process dies.
     *
     * <p>{@code np.load} refuses headers of more than 10,000 bytes unless it is called with {@code max_header_size}.
     * Some three hundred members, nested ones included, have such a header; a warning is logged for it.
     *
     * @param path the file, conventionally named {@code *.npy}
     * @param codec the codec of its structs, made by {@link StructCodec}
     * @param <T> the type of the DTO
     * @return the file
     * @throws IllegalArgumentException if the codec was not made by {@link StructCodec}, or no file can have its
     *     structs: if they have more than 2,147,483,647 bytes, are nested more than 48 deep, have arrays of more than
     *     64 dimensions, or have a header of more than 4 MiB
     * @throws FileAlreadyExistsException if there is a file of this name, or anything else
     * @throws IOException if the file cannot be created; then nothing is left of it
     */
    public static <T> StructFile<T> create(Path path, StructCodec<T> codec) throws IOException {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(codec, "codec");
        return of(OpenedFile.create(path, codec));
    }

    /**
     * Creates a file of the structs of a layout, for tools without the class of a DTO: the elements are the bytes of
     * whole structs. A sequence of bytes becomes a text ({@code S}), as most of them are; anything else has the type
     * that {@link #create(Path, StructCodec)} gives it.
     *
     * @param path the file
     * @param layout the layout of the structs, which {@link dev.verbatim.LayoutReader} can read
     * @return the file
     * @throws IllegalArgumentException if no file can have such structs: see {@link #create(Path, StructCodec)}; or if
     *     members are unions or addresses, or have the same name
     * @throws FileAlreadyExistsException if there is a file of this name, or anything else
     * @throws IOException if the file cannot be created; then nothing is left of it
     */
    public static StructFile<MemorySegment> create(Path path, StructLayout layout) throws IOException {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(layout, "layout");
        return of(OpenedFile.create(path, layout));
    }

    /**
     * Creates a file of the same type as another one, field by field: also what Java has no type for, such as unsigned
     * integers and dates, stays what it is; only the titles that fields can have beside their names are left out. The
     * elements are the bytes of whole structs.
     *
     * @param path the file
     * @param other the other file, whoever made it
     * @return the file, without structs; {@link #appendAll} appends the {@link #segment} of the other one
     * @throws NoSuchFileException if there is no other file
     * @throws StructFileException if that is no {@code .npy} file of structs, or has fields of a type that has no
     *     layout
     * @throws FileAlreadyExistsException if there is a file of this name, or anything else
     * @throws IOException if the file cannot be created; then nothing is left of it
     */
    public static StructFile<MemorySegment> createLike(Path path, Path other) throws IOException {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(other, "other");
        return of(OpenedFile.createLike(path, other));
    }

    /**
     * Opens a file to read. Another thread or process may write the file at the same time.
     *
     * <p>Its structs must be those of the codec; {@link #openColumns} reads some of their fields. Where NumPy has a
     * type that Java has not, such as an unsigned integer or a time, a member's {@linkplain dev.verbatim.Conversion
     * conversion} has to say what the bits mean.
     *
     * @param path the file
     * @param codec the codec of its structs, made by {@link StructCodec}
     * @param <T> the type of the DTO
     * @return the file
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if it is no regular file, no {@code .npy} file of structs, or shorter than its count
     * @throws LayoutMismatchException if its structs are not those of the codec; it lists the differences, the first
     *     hundred of them
     * @throws IllegalArgumentException if no file can have structs of the codec: see {@link #create}
     * @throws IOException if the file cannot be read
     */
    public static <T> StructFile<T> open(Path path, StructCodec<T> codec) throws IOException {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(codec, "codec");
        return of(OpenedFile.open(path, codec, Coverage.ALL));
    }

    /**
     * Opens a file to read some of the fields that its structs have, as {@link #open(Path, StructCodec)} does to read
     * all. The codec has padding in the place of the others; its members are compared with the file.
     *
     * {@snippet file="file/FileColumnsTest.java" region="columns"}
     *
     * @param path the file
     * @param codec the codec of the fields to read, with structs of the file's size, made by {@link StructCodec}
     * @param <T> the type of the DTO
     * @return the file; its {@link #segment} has all fields
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if it is no regular file, no {@code .npy} file of structs, or shorter than its count
     * @throws LayoutMismatchException if a member is not a field of the file, the structs have another size, or a field
     *     of the file has bytes of a member, or a type that has no layout, such as objects; it lists the differences,
     *     the first hundred of them
     * @throws IllegalArgumentException if no file can have structs of the codec: see {@link #create}
     * @throws IOException if the file cannot be read
     */
    public static <T> StructFile<T> openColumns(Path path, StructCodec<T> codec) throws IOException {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(codec, "codec");
        return of(OpenedFile.open(path, codec, Coverage.SOME));
    }

    /**
     * Opens a file of any structs to read, for tools without the class of a DTO. The elements are the bytes of whole
     * structs, padding included; {@link #layout(Path)} says what they are. An element that was read is a copy.
     *
     * @param path the file
     * @return the file
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if it is no regular file, no {@code .npy} file of structs, shorter than its count, or
     *     has fields of a type that has no layout
     * @throws IOException if the file cannot be read
     */
    public static StructFile<MemorySegment> open(Path path) throws IOException {
        Objects.requireNonNull(path, "path");
        return of(OpenedFile.open(path));
    }

    /**
     * Opens a file to read and write. Structs can be appended only to a file that Verbatim made: in others the header
     * has no room for a larger count.
     *
     * @param path the file
     * @param codec the codec of its structs, made by {@link StructCodec}
     * @param <T> the type of the DTO
     * @return the file
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if the file has a writer, if it is no regular file, no {@code .npy} file of structs,
     *     or shorter than its count
     * @throws LayoutMismatchException if its structs are not those of the codec; it lists the differences, the first
     *     hundred of them
     * @throws IllegalArgumentException if no file can have structs of the codec: see {@link #create}
     * @throws IOException if the file cannot be read and written
     */
    public static <T> StructFile<T> openReadWrite(Path path, StructCodec<T> codec) throws IOException {
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(codec, "codec");
        return of(OpenedFile.openReadWrite(path, codec));
    }

    /**
     * Opens a file of any structs to read and write, as {@link #open(Path)} does to read. An element that is stored has
     * the size of a struct, and is taken as it is.
     *
     * @param path the file
     * @return the file
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if the file has a writer, if it is no regular file, no {@code .npy} file of structs,
     *     shorter than its count, or has fields of a type that has no layout
     * @throws IOException if the file cannot be read and written
     */
    public static StructFile<MemorySegment> openReadWrite(Path path) throws IOException {
        Objects.requireNonNull(path, "path");
        return of(OpenedFile.openReadWrite(path));
    }

    /**
     * {@return the layout of a file's structs} It is read from the header alone, for a program that has no codec yet.
     *
     * <p>Whole numbers become integers of their size: {@code u2} a {@code char}, the other unsigned ones the signed
     * type of the same size, which has the same bits, and dates and times a {@code long}. Complex numbers become
     * sequences of two floats or doubles, and numbers of half precision ({@code f2}) a {@code short}. Texts ({@code
     * S}), bytes ({@code V}) and numbers of more than double precision become sequences of bytes, and Unicode ({@code
     * U}) a sequence of code points, which are ints. Fields are members of their names, arrays of more dimensions
     * sequences of sequences. All alignments are 1. Structs that begin as {@linkplain dev.verbatim.Layouts#isVarRecord
     * variable-length records} do have an empty sequence without a name before their fields, so that nobody takes them
     * for such.
     *
     * @param path the file
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if it is no regular file, no {@code .npy} file of structs, or has fields of a type
     *     that has no layout, such as objects
     * @throws IOException if the file cannot be read
     */
    public static StructLayout layout(Path path) throws IOException {
        Objects.requireNonNull(path, "path");
        return OpenedFile.layout(path);
    }

    /**
     * {@return the types of a file's fields, as NumPy spells them, in the order of the file} The {@linkplain #layout
     * layout} does not have them all: {@code <M8[us]} and {@code <M8[ns]} both are longs. They are read from the header
     * alone, whatever the types are.
     *
     * <p>The keys are the names of the fields; within structs they are paths, such as {@code header.time}, and {@code
     * levels[].price} in an array of structs. A name with one of {@code .}, {@code [} and the backquote, or with an
     * {@code @} before it, stands in backquotes, as {@link dev.verbatim.text.RecordText#columns} has it; for a field
     * without a name stand two backquotes and its index among the fields. The values are type strings, such as {@code
     * <i8}, and of an array the tuple that {@code np.dtype} takes, such as {@code ('<i8', (3,))}. Padding is left out.
     * The shape of an array of structs is in the layout.
     *
     * @param path the file
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if it is no regular file, or no {@code .npy} file of structs, or the paths have more
     *     than 16 million characters together
     * @throws IOException if the file cannot be read
     */
    public static Map<String, String> dtypes(Path path) throws IOException {
        Objects.requireNonNull(path, "path");
        return Collections.unmodifiableMap(OpenedFile.dtypes(path));
    }

    /**
     * {@return the paths of a file's whole numbers that have no sign in NumPy, in the order of the file} The
     * {@linkplain #layout layout} does not say so. {@link dev.verbatim.text.RecordText#withUnsigned} takes these paths,
     * which are those of {@link #dtypes}, and like them are read from the header alone.
     *
     * <p>A {@code u2} is not among them: it is what a {@code char} is in NumPy. An array of {@code u1} is not either:
     * it is a sequence of bytes, and so a text. Nor is what has no name, an array without elements, or anything in one
     * of these.
     *
     * @param path the file
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if it is no regular file, or no {@code .npy} file of structs, or the paths of all
     *     fields have more than 16 million characters together
     * @throws IOException if the file cannot be read
     */
    public static List<String> unsigned(Path path) throws IOException {
        Objects.requireNonNull(path, "path");
        return Collections.unmodifiableList(OpenedFile.unsigned(path));
    }

    /**
     * {@return the paths of a file's numbers of half precision, NumPy's {@code f2}, and of arrays of them, in the order
     * of the file} In the {@linkplain #layout layout} they are shorts. {@link
     * dev.verbatim.text.RecordText#withHalfPrecision} takes these paths, which are those of {@link #dtypes}, and like
     * them are read from the header alone. What has no name, an array without elements, and anything in one of these
     * are not among them.
     *
     * @param path the file
     * @throws NoSuchFileException if there is no such file
     * @throws StructFileException if it is no regular file, or no {@code .npy} file of structs, or the paths of all
     *     fields have more than 16 million characters together
     * @throws IOException if the file cannot be read
     */
    public static List<String> halfPrecision(Path path) throws IOException {
        Objects.requireNonNull(path, "path");
        return Collections.unmodifiableList(OpenedFile.halfPrecision(path));
    }

    /**
     * {@return the path that the file was opened with}
     */
    public Path path() {
        return path;
    }

    /**
     * {@return the number of structs} It grows while the file's writer appends, in any process.
     *
     * @throws IllegalStateException if the file is closed
     * @throws UncheckedIOException if another program changed the file and it is corrupt now
     */
    public long size() {
        return refreshed().count();
    }

    private StructCount.Known refreshed() {
        requireOpen();
        StructCount.Known known = count.refreshed();
        requireOpen(); // another thread's close may have left none
        return known;
    }

    /**
     * Reads a struct into a new object.
     *
     * @param index the struct's index, from 0
     * @return the object
     * @throws IndexOutOfBoundsException if there is no such struct
     * @throws CorruptRecordException if {@link StructCodec#read} throws it
     * @throws UncheckedIOException as {@link #size} throws it
     * @throws IllegalStateException if the file is closed; if another thread has closed it, a thread that does
     *     nothing but get may not see that before it calls {@link #size}
     */
    public T get(long index) {
        StructCount.Known known = knownWith(index);
        return codec.read(known.segment(), dataOffset + index * byteSize);
    }

    /**
     * Replaces a struct.
     *
     * @param index the struct's index, from 0
     * @param value the new value
     * @throws IndexOutOfBoundsException if there is no such struct
     * @throws NullPointerException if {@link StructCodec#write} throws it; the struct is as it was
     * @throws IllegalArgumentException if {@link StructCodec#write} throws it; the struct is as it was
     * @throws UncheckedIOException as {@link #size} throws it
     * @throws UnsupportedOperationException if the file was opened to read
     * @throws IllegalStateException if the file is closed, or if this is called from within a call that stores to it
     */
    public void set(long index, T value) {
        requireWritable();
        storing.enter();
        try {
            knownWith(index);
            codec.write(value, file.segment(), dataOffset + index * byteSize);
        } finally {
            storing.exit();
        }
    }

    /** {@return structs that are mapped, among them that of an index} */
    private StructCount.Known knownWith(long index) {
        StructCount.Known known = count.known();
        return index >= 0 && index < known.count() ? known : refreshedWith(index);
    }

    private StructCount.Known refreshedWith(long index) {
        StructCount.Known known = refreshed();
        if (index < 0 || index >= known.count()) {
            throw new IndexOutOfBoundsException(
                    "index=" + index + " is out of bounds for file=" + path + " size=" + known.count());
        }
        return known;
    }

    /**
     * Appends a struct and publishes it: when this method returns, every reader of the file can see it.
     *
     * @param value the value
     * @return the index of the struct
     * @throws NullPointerException if {@link StructCodec#write} throws it; nothing was appended
     * @throws IllegalArgumentException if {@link StructCodec#write} throws it; nothing was appended
     * @throws IOException if the file cannot grow; it is as before then, and the call can be tried again
     * @throws UnsupportedOperationException if the file was opened to read, or was not made by Verbatim
     * @throws IllegalStateException if the file is closed, or if this is called from within a call that stores to it
     */
    public long append(T value) throws IOException {
        requireAppendable();
        storing.enter();
        try {
            long index = count.published();
            codec.write(value, mappedTo(index + 1), dataOffset + index * byteSize);
            count.publish(index + 1);
            return index;
        } finally {
            storing.exit();
        }
    }

    /**
     * Appends an array of structs, padding included, with one bulk copy, and publishes them together.
     *
     * @param structs the structs, whole ones
     * @return the index of the first struct; if there are no structs, the index of the next one to be appended
     * @throws IllegalArgumentException if the segment's size is not a multiple of the codec's {@code byteSize()}
     * @throws IOException if the file cannot grow; it is as before then, and the call can be tried again
     * @throws UnsupportedOperationException if the file was opened to read, or was not made by Verbatim
     * @throws IllegalStateException if the file or the structs' arena is closed, or if this is called from within a
     *     call that stores to the file
     * @throws WrongThreadException if the structs belong to another thread; nothing was appended
     */
    public long appendAll(MemorySegment structs) throws IOException {
        Objects.requireNonNull(structs, "structs");
        requireAppendable();
        if (structs.byteSize() % byteSize != 0) {
            throw new IllegalArgumentException("cannot append to file=" + path + ": expected a multiple of " + byteSize
                    + " bytes, found byteSize=" + structs.byteSize());
        }
        storing.enter();
        try {
            long index = count.published();
            long end = index + structs.byteSize() / byteSize;
            codec.copy(structs, 0, mappedTo(end), dataOffset + index * byteSize, end - index);
            count.publish(end);
            return index;
        } finally {
            storing.exit();
        }
    }

    /** {@return the mapping, extended so that it covers the structs before an index} */
    private MemorySegment mappedTo(long end) throws IOException {
        MemorySegment mapped = file.segment();
        if (end <= (mapped.byteSize() - dataOffset) / byteSize) {
            return mapped;
        }
        file.extend(Math.addExact(dataOffset, Math.multiplyExact(end, byteSize)));
        count.remapped();
        return file.segment();
    }

    /**
     * {@return the values, read one by one as the stream is consumed} The stream covers the structs that are there now,
     * and can be made parallel. It throws what {@link #get} throws.
     *
     * @throws UncheckedIOException as {@link #size} throws it
     * @throws IllegalStateException if the file is closed
     */
    public Stream<T> stream() {
        return LongStream.range(0, size()).mapToObj(this::get);
    }

    /**
     * {@return the mapped structs, from the first byte of the first one to the last byte of the last one that is there
     * now} The segment is read-only if the file was opened to read. It stays valid for as long as it is used, even
     * after the file was closed: whoever stores through it then does so beside the next writer. While the file grows,
     * a new call gives a longer segment. Any thread may use it.
     *
     * @throws UncheckedIOException as {@link #size} throws it
     * @throws IllegalStateException if the file is closed
     */
    public MemorySegment segment() {
        StructCount.Known known = refreshed();
        return known.segment().asSlice(dataOffset, known.count() * byteSize);
    }

    /**
     * Forces everything that was written to the storage device, the file's entry in its folder included. Does nothing
     * for a file that was opened to read.
     *
     * @throws IOException if that fails; then nobody knows what is on the device
     * @throws IllegalStateException if the file is closed
     */
    public void force() throws IOException {
        requireOpen();
        if (lock == null) {
            return;
        }
        file.force();
        if (newEntry) {
            forceFolder();
            newEntry = false;
        }
    }

    private void forceFolder() throws IOException {
        Path folder = path.toAbsolutePath().getParent();
        // A folder can be opened and forced on POSIX systems; on Windows its entries are durable with the file's.
        if (folder != null && FileSystemKind.isPosix(folder)) {
            UninterruptibleIo.call(() -> {
                try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                    channel.force(true);
                    return folder;
                }
            });
        }
    }

    /**
     * Closes the file: lets no method begin any more, but for {@link #get} and {@link #stream} as the class says, waits
     * for a method that stores, cuts off the space that no struct uses, and lets another writer in. {@linkplain
     * #segment Segments} that were handed out stay valid, and show the file; it is unmapped when nobody uses them any
     * more. Does nothing if the file is closed already. A thread must not call this while it holds a lock that a store
     * under way in another thread needs: the call would wait for ever.
     *
     * @throws IOException if the file cannot be cut or closed; it is closed all the same, with all its structs
     */
    @Override
    public void close() throws IOException {
        closed = true; // before the count is 0: who finds that looks whether the file is closed
        count.close();
        storing.closeAndAwait();
    }

    private void release() throws IOException {
        try (file) {
            if (lock != null && count.canGrow() && MappedFile.canBeCut(path)) {
                file.truncate(dataOffset + count.published() * byteSize);
            }
        } finally {
            if (lock != null) {
                lock.release();
            }
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("file=" + path + " is closed");
        }
    }

    private void requireWritable() {
        requireOpen();
        if (lock == null) {
            throw new UnsupportedOperationException(
                    "file=" + path + " was opened to read; open it with StructFile.openReadWrite");
        }
    }

    private void requireAppendable() {
        requireWritable();
        if (!count.canGrow()) {
            throw new UnsupportedOperationException(
                    "file=" + path + " was not made by Verbatim and its header has no room for a larger count; create"
                            + " a new file of its dtype with StructFile.createLike, and appendAll this one's"
                            + " segment()");
        }
    }
}
