package dev.verbatim.kafka;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutReader;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.VarCodec;
import dev.verbatim.ViewFactory;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/**
 * How a value is made into the bytes of a record, and back.
 *
 * @param <T> the type of the values
 */
interface ValueBytes<T> {

    /** The header of a variable-length record: the size of its fixed part, and that of the whole. */
    int VAR_HEADER_SIZE = 2 * Integer.BYTES;

    int TOTAL_SIZE_OFFSET = Integer.BYTES;
    ValueLayout.OfInt TOTAL_SIZE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    StructLayout layout();

    byte[] write(T value);

    /** {@return the value of a whole record} */
    T read(MemorySegment bytes);

    static <T> ValueBytes<T> of(StructCodec<T> codec) {
        return new ValueBytes<>() {
            @Override
            public StructLayout layout() {
                return codec.layout();
            }

            @Override
            public byte[] write(T value) {
                byte[] bytes = new byte[Math.toIntExact(codec.byteSize())];
                codec.write(value, MemorySegment.ofArray(bytes), 0);
                return bytes;
            }

            @Override
            public T read(MemorySegment bytes) {
                requireSize(codec.byteSize(), bytes, codec);
                return codec.read(bytes, 0);
            }

            @Override
            public String toString() {
                return codec.toString();
            }
        };
    }

    static <T> ValueBytes<T> of(VarCodec<T> codec) {
        return new ValueBytes<>() {
            @Override
            public StructLayout layout() {
                return codec.layout();
            }

            @Override
            public byte[] write(T value) {
                byte[] bytes = new byte[Math.toIntExact(codec.encodedSize(value))];
                codec.write(value, MemorySegment.ofArray(bytes), 0);
                return bytes;
            }

            @Override
            public T read(MemorySegment bytes) {
                requireTotalSize(bytes, codec);
                return codec.read(bytes, 0);
            }

            @Override
            public String toString() {
                return codec.toString();
            }
        };
    }

    static <V extends StructView> ValueBytes<V> of(ViewFactory<V> views) {
        boolean isVarRecord = Layouts.isVarRecord(views.layout());
        LayoutReader reader = LayoutReader.of(views.layout());
        Padding padding = Padding.of(views.layout());
        return new ValueBytes<>() {
            @Override
            public StructLayout layout() {
                return views.layout();
            }

            @Override
            public byte[] write(V view) {
                MemorySegment segment = view.segment();
                long byteSize = isVarRecord ? reader.encodedSize(segment, view.offset()) : views.byteSize();
                byte[] bytes = new byte[Math.toIntExact(byteSize)];
                MemorySegment.copy(segment, view.offset(), MemorySegment.ofArray(bytes), 0, byteSize);
                if (!isVarRecord) { // a codec has written that, and writes its padding
                    padding.clear(bytes);
                }
                return bytes;
            }

            @Override
            public V read(MemorySegment bytes) {
                if (isVarRecord) {
                    requireTotalSize(bytes, views);
                } else {
                    requireSize(views.byteSize(), bytes, views);
                }
                return views.wrap(bytes.asReadOnly(), 0);
            }

            @Override
            public String toString() {
                return views.toString();
            }
        };
    }

    private static void requireTotalSize(MemorySegment bytes, Object codec) {
        if (bytes.byteSize() < VAR_HEADER_SIZE) {
            throw new CorruptRecordException("cannot read a record with " + codec + ": expected at least "
                    + VAR_HEADER_SIZE + " bytes, found " + bytes.byteSize() + " bytes");
        }
        requireSize(bytes.get(TOTAL_SIZE, TOTAL_SIZE_OFFSET), bytes, codec);
    }

    private static void requireSize(long expected, MemorySegment bytes, Object codec) {
        if (bytes.byteSize() != expected) {
            throw new CorruptRecordException("cannot read a record with " + codec + ": expected " + expected
                    + " bytes, found " + bytes.byteSize() + " bytes");
        }
    }
}
