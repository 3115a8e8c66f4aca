package dev.verbatim.internal.model;

import dev.verbatim.Conversion;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A conversion to and from a number of bytes.
 *
 * @param type the Java type
 * @param byteSize how many bytes there are
 * @param holder what may hold them
 * @param check of type {@code (type)void}; throws what says why it refuses a value
 * @param write of type {@code (type, MemorySegment, long)void}, for values that were checked
 * @param read of type {@code (MemorySegment, long)type}; throws what says why it refuses bytes
 * @param <T> the Java type
 */
public record BytesConversion<T>(
        Class<T> type, int byteSize, BytesHolder holder, MethodHandle check, MethodHandle write, MethodHandle read)
        implements Conversion<T> {

    private static final MethodType WRITE =
            MethodType.methodType(void.class, Object.class, MemorySegment.class, long.class);
    private static final MethodType READ = MethodType.methodType(Object.class, MemorySegment.class, long.class);

    private static final MethodHandle BYTES = own("bytes", MethodType.methodType(MemorySegment.class, int.class));
    private static final MethodHandle COPY =
            own("copy", MethodType.methodType(void.class, MemorySegment.class, MemorySegment.class, long.class));

    private static MethodHandle own(String name, MethodType type) {
        try {
            return MethodHandles.lookup().findStatic(BytesConversion.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * {@return the conversion that two functions make, of which nothing is known} They are given bytes on the heap, and
     * so cannot access others, nor rely on an older check that the arena of a segment is open.
     */
    public static <T> BytesConversion<T> of(
            Class<T> type, int byteSize, BytesWriter<? super T> to, BytesReader<? extends T> from) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(from, "from");
        return of(
                type,
                byteSize,
                new BytesHolder.AnyValues(),
                value -> to.write(value, bytes(byteSize), 0),
                (value, segment, offset) -> {
                    MemorySegment bytes = bytes(byteSize);
                    to.write(value, bytes, 0);
                    copy(bytes, segment, offset);
                },
                (segment, offset) -> {
                    MemorySegment bytes = bytes(byteSize);
                    VarHandle.acquireFence();
                    MemorySegment.copy(segment, offset, bytes, 0, byteSize);
                    return from.read(bytes, 0);
                });
    }

    /** Bytes on the heap, which are aligned for every primitive. */
    private static MemorySegment bytes(int byteSize) {
        long[] words = new long[(int) ((byteSize + (Long.BYTES - 1L)) / Long.BYTES)];
        return MemorySegment.ofArray(words).asSlice(0, byteSize);
    }

    /**
     * {@return the conversion that two functions make, and one that throws where a value is refused} Each accesses the
     * segment before it allocates, or after a fence.
     */
    public static <T> BytesConversion<T> of(
            Class<T> type,
            int byteSize,
            ValueLayout element,
            Consumer<? super T> check,
            BytesWriter<? super T> to,
            BytesReader<? extends T> from) {
        return of(type, byteSize, new BytesHolder.ValuesOf(element), check, to, from);
    }

    /**
     * {@return the conversion that writes and reads structs of a codec} A value is checked by writing its struct to
     * bytes that nobody reads.
     *
     * @param binding what the members of the codec's layout are bound to
     */
    public static <T, S> BytesConversion<T> ofStruct(
            Class<T> type,
            StructCodec<S> codec,
            Binding<?> binding,
            Function<? super T, ? extends S> to,
            Function<? super S, ? extends T> from) {
        Objects.requireNonNull(to, "to");
        Objects.requireNonNull(from, "from");
        int byteSize = intSize(codec, codec.byteSize());
        return of(
                type,
                byteSize,
                new BytesHolder.StructOf(binding),
                value -> codec.write(to.apply(value), bytes(byteSize), 0),
                (value, segment, offset) -> codec.write(to.apply(value), segment, offset),
                (segment, offset) -> from.apply(codec.read(segment, offset)));
    }

    /**
     * {@return what writes the bytes of a value for a member that has a layout} A codec leaves the padding of a struct
     * as it is. A sequence of bytes has none: what the codec does not write of it is zero. The bytes change when all of
     * them are known, as a value may be in the same memory.
     */
    public MethodHandle writeTo(MemoryLayout layout) {
        if (!(holder instanceof BytesHolder.StructOf) || layout instanceof StructLayout) {
            return write;
        }
        // scratch = bytes(byteSize); write(value, scratch, 0); copy(scratch, segment, offset)
        MethodHandle fill = MethodHandles.permuteArguments(
                MethodHandles.insertArguments(write, 2, 0L),
                MethodType.methodType(void.class, MemorySegment.class, type),
                1,
                0);
        MethodHandle scratch = MethodHandles.dropArguments(MethodHandles.identity(MemorySegment.class), 1, type);
        MethodHandle filled = MethodHandles.collectArguments(
                MethodHandles.foldArguments(scratch, fill), 0, MethodHandles.insertArguments(BYTES, 0, byteSize));
        return MethodHandles.collectArguments(COPY, 0, filled);
    }

    private static void copy(MemorySegment bytes, MemorySegment segment, long offset) {
        VarHandle.acquireFence(); // what runtime.Fence is for
        MemorySegment.copy(bytes, 0, segment, offset, bytes.byteSize());
    }

    /**
     * {@return the size of the values of a codec, as a conversion may have it}
     *
     * @throws IllegalArgumentException if it exceeds 2 GiB
     */
    public static int intSize(Object codec, long byteSize) {
        if (byteSize > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("cannot convert members of " + codec + ": expected at most "
                    + Integer.MAX_VALUE + " bytes, found " + byteSize);
        }
        return (int) byteSize;
    }

    /** {@return whether values of a layout can hold the bytes} */
    public boolean fits(MemoryLayout layout) {
        return layout.byteSize() == byteSize && holder.fits(layout);
    }

    /** {@return what can hold the bytes, as messages say it} */
    public String needs() {
        return holder.needs(byteSize);
    }

    /** {@return the same for members that may be structs or unions, too} */
    public static <T> BytesConversion<T> ofGroup(
            Class<T> type,
            int byteSize,
            Consumer<? super T> check,
            BytesWriter<? super T> to,
            BytesReader<? extends T> from) {
        return of(type, byteSize, new BytesHolder.AnyGroup(), check, to, from);
    }

    /**
     * {@return the conversion that three handles make for a sequence of bytes; they neither box nor allocate before
     * they access the segment}
     */
    public static <T> BytesConversion<T> ofHandles(
            Class<T> type, int byteSize, MethodHandle check, MethodHandle write, MethodHandle read) {
        return new BytesConversion<>(
                type, byteSize, new BytesHolder.ValuesOf(ValueLayout.JAVA_BYTE), check, write, read);
    }

    private static <T> BytesConversion<T> of(
            Class<T> type,
            int byteSize,
            BytesHolder holder,
            Consumer<? super T> check,
            BytesWriter<? super T> to,
            BytesReader<? extends T> from) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(from, "from");
        if (byteSize <= 0) {
            throw new IllegalArgumentException("expected byteSize > 0, found " + byteSize);
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.publicLookup();
            MethodHandle checking =
                    lookup.findVirtual(Consumer.class, "accept", MethodType.methodType(void.class, Object.class));
            MethodHandle writing = lookup.findVirtual(BytesWriter.class, "write", WRITE);
            MethodHandle reading = lookup.findVirtual(BytesReader.class, "read", READ);
            return new BytesConversion<>(
                    type,
                    byteSize,
                    holder,
                    checking.bindTo(check).asType(MethodType.methodType(void.class, type)),
                    writing.bindTo(to).asType(WRITE.changeParameterType(0, type)),
                    reading.bindTo(from).asType(READ.changeReturnType(type)));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("public interfaces", e);
        }
    }

    @Override
    public String toString() {
        return "conversion of " + type.getTypeName() + " to " + byteSize + " bytes";
    }
}
