package dev.verbatim.internal.model;

import dev.verbatim.Conversion;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * A conversion to and from a number of bytes.
 *
 * @param type the Java type
 * @param byteSize how many bytes there are
 * @param isOfGroup whether a struct or a union of so many bytes may hold them, besides a sequence of values
 * @param check of type {@code (type)void}; throws what says why it refuses a value
 * @param write of type {@code (type, MemorySegment, long)void}, for values that were checked
 * @param read of type {@code (MemorySegment, long)type}; throws what says why it refuses bytes
 * @param <T> the Java type
 */
public record BytesConversion<T>(
        Class<T> type, int byteSize, boolean isOfGroup, MethodHandle check, MethodHandle write, MethodHandle read)
        implements Conversion<T> {

    private static final MethodType WRITE =
            MethodType.methodType(void.class, Object.class, MemorySegment.class, long.class);
    private static final MethodType READ = MethodType.methodType(Object.class, MemorySegment.class, long.class);

    /** {@return the conversion that two functions make} */
    public static <T> BytesConversion<T> of(
            Class<T> type, int byteSize, BytesWriter<? super T> to, BytesReader<? extends T> from) {
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(to, "to");
        Consumer<T> check = value -> to.write(value, MemorySegment.ofArray(new byte[byteSize]), 0);
        return of(type, byteSize, check, to, from);
    }

    /** {@return the conversion that two functions make, and one that throws where a value is refused} */
    public static <T> BytesConversion<T> of(
            Class<T> type,
            int byteSize,
            Consumer<? super T> check,
            BytesWriter<? super T> to,
            BytesReader<? extends T> from) {
        return of(type, byteSize, false, check, to, from);
    }

    /** {@return the same for members that may be structs or unions, too} */
    public static <T> BytesConversion<T> ofGroup(
            Class<T> type,
            int byteSize,
            Consumer<? super T> check,
            BytesWriter<? super T> to,
            BytesReader<? extends T> from) {
        return of(type, byteSize, true, check, to, from);
    }

    private static <T> BytesConversion<T> of(
            Class<T> type,
            int byteSize,
            boolean isOfGroup,
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
                    isOfGroup,
                    checking.bindTo(check).asType(MethodType.methodType(void.class, type)),
                    writing.bindTo(to).asType(WRITE.changeParameterType(0, type)),
                    reading.bindTo(from).asType(READ.changeReturnType(type)));
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("public interfaces", e);
        }
    }

    @Override
    public String toString() {
        return "conversion of " + type.getName() + " to " + byteSize + " bytes";
    }
}
