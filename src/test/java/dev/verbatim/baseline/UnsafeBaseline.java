package dev.verbatim.baseline;

import static java.lang.foreign.MemoryLayout.PathElement.groupElement;
import static java.lang.foreign.MemoryLayout.PathElement.sequenceElement;

import dev.verbatim.samples.Bits;
import dev.verbatim.samples.StructArbitraries;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.PaddingLayout;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import sun.misc.Unsafe;

/**
 * {@code sun.misc.Unsafe}: each value on its own at its offset in the layout; and of a mutable class the raw copy of
 * the object's block of fields, the way "trivially copyable" objects are written by Chronicle Bytes.
 */
@SuppressWarnings({"deprecation", "removal"}) // what Unsafe writes is what codecs are compared with
public final class UnsafeBaseline implements Baseline {

    private static final Unsafe UNSAFE = unsafe();

    private static Unsafe unsafe() {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return (Unsafe) field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError("sun.misc.Unsafe", e);
        }
    }

    @Override
    public void write(Map<String, ?> values, StructLayout layout, MemorySegment segment, long offset) {
        putAt(base(segment), address(segment, offset), layout, values);
    }

    @Override
    public Map<String, Object> read(StructLayout layout, MemorySegment segment, long offset) {
        return getStruct(base(segment), address(segment, offset), layout);
    }

    private static void putAt(Object base, long address, MemoryLayout layout, Object value) {
        switch (layout) {
            case ValueLayout primitive -> put(base, address, primitive, Bits.value(primitive.carrier(), (Long) value));
            case SequenceLayout sequence -> {
                for (int i = 0; i < sequence.elementCount(); i++) {
                    long element = address + sequence.byteOffset(sequenceElement(i));
                    putAt(base, element, sequence.elementLayout(), ((List<?>) value).get(i));
                }
            }
            case StructLayout struct -> {
                for (MemoryLayout member : struct.memberLayouts()) {
                    if (!(member instanceof PaddingLayout)) {
                        String name = member.name().orElseThrow();
                        long place = address + struct.byteOffset(groupElement(name));
                        putAt(base, place, member, ((Map<?, ?>) value).get(name));
                    }
                }
            }
            default -> throw new IllegalArgumentException("not of a DTO: " + layout);
        }
    }

    private static Object getAt(Object base, long address, MemoryLayout layout) {
        return switch (layout) {
            case ValueLayout primitive -> Bits.of(get(base, address, primitive));
            case SequenceLayout sequence ->
                LongStream.range(0, sequence.elementCount())
                        .mapToObj(i -> getAt(
                                base, address + sequence.byteOffset(sequenceElement(i)), sequence.elementLayout()))
                        .toList();
            case StructLayout struct -> getStruct(base, address, struct);
            default -> throw new IllegalArgumentException("not of a DTO: " + layout);
        };
    }

    private static Map<String, Object> getStruct(Object base, long address, StructLayout struct) {
        Map<String, Object> values = new HashMap<>();
        for (MemoryLayout member : struct.memberLayouts()) {
            if (!(member instanceof PaddingLayout)) {
                String name = member.name().orElseThrow();
                values.put(name, getAt(base, address + struct.byteOffset(groupElement(name)), member));
            }
        }
        return values;
    }

    /** Copies an object's block of fields to a segment. */
    public void writeBlock(Object dto, MemorySegment segment, long offset) {
        Block block = Block.of(dto.getClass());
        copy(dto, block.start(), base(segment), address(segment, offset), block.byteSize());
    }

    /** Overwrites an object's block of fields with bytes of a segment. */
    public void readBlock(Object dto, MemorySegment segment, long offset) {
        Block block = Block.of(dto.getClass());
        copy(base(segment), address(segment, offset), dto, block.start(), block.byteSize());
    }

    /** The layout that this JVM gave to the fields of a class, from the first to the last of them. */
    public static StructLayout blockLayout(Class<?> type) {
        Block block = Block.of(type);
        List<MemoryLayout> members = new ArrayList<>();
        long end = block.start();
        for (Field field : block.fields()) {
            long offset = UNSAFE.objectFieldOffset(field);
            if (offset > end) {
                members.add(MemoryLayout.paddingLayout(offset - end));
            }
            ValueLayout value = StructArbitraries.layoutOf(field.getType());
            members.add(value.withOrder(ByteOrder.nativeOrder()).withName(field.getName()));
            end = offset + value.byteSize();
        }
        return MemoryLayout.structLayout(members.toArray(MemoryLayout[]::new));
    }

    private record Block(List<Field> fields, long start, long byteSize) {

        static Block of(Class<?> type) {
            List<Field> fields = Arrays.stream(type.getDeclaredFields())
                    .filter(field -> !Modifier.isStatic(field.getModifiers()))
                    .sorted(Comparator.comparingLong(UNSAFE::objectFieldOffset))
                    .toList();
            long start = UNSAFE.objectFieldOffset(fields.getFirst());
            long end = UNSAFE.objectFieldOffset(fields.getLast())
                    + StructArbitraries.layoutOf(fields.getLast().getType()).byteSize();
            return new Block(fields, start, end - start);
        }
    }

    /** A loop, because {@code copyMemory} refuses objects that are not primitive arrays. */
    private static void copy(Object source, long sourceOffset, Object target, long targetOffset, long byteSize) {
        long done = 0;
        for (; done + Long.BYTES <= byteSize; done += Long.BYTES) {
            UNSAFE.putLong(target, targetOffset + done, UNSAFE.getLong(source, sourceOffset + done));
        }
        for (; done < byteSize; done++) {
            UNSAFE.putByte(target, targetOffset + done, UNSAFE.getByte(source, sourceOffset + done));
        }
    }

    /** The array of a heap segment; of all others, which have an address, null. */
    private static Object base(MemorySegment segment) {
        return segment.heapBase().orElse(null);
    }

    private static long address(MemorySegment segment, long offset) {
        Object base = base(segment);
        return (base == null ? 0 : UNSAFE.arrayBaseOffset(base.getClass())) + segment.address() + offset;
    }

    private static void put(Object base, long address, ValueLayout layout, Object value) {
        boolean swap = layout.order() != ByteOrder.nativeOrder();
        switch (value) {
            case Boolean v -> UNSAFE.putBoolean(base, address, v);
            case Byte v -> UNSAFE.putByte(base, address, v);
            case Short v -> UNSAFE.putShort(base, address, swap ? Short.reverseBytes(v) : v);
            case Character v -> UNSAFE.putChar(base, address, swap ? Character.reverseBytes(v) : v);
            case Integer v -> UNSAFE.putInt(base, address, swap ? Integer.reverseBytes(v) : v);
            case Long v -> UNSAFE.putLong(base, address, swap ? Long.reverseBytes(v) : v);
            case Float v when swap -> UNSAFE.putInt(base, address, Integer.reverseBytes(Float.floatToRawIntBits(v)));
            case Float v -> UNSAFE.putFloat(base, address, v);
            case Double v when swap -> UNSAFE.putLong(base, address, Long.reverseBytes(Double.doubleToRawLongBits(v)));
            case Double v -> UNSAFE.putDouble(base, address, v);
            default -> throw new IllegalArgumentException("not a primitive: " + value.getClass());
        }
    }

    private static Object get(Object base, long address, ValueLayout layout) {
        boolean swap = layout.order() != ByteOrder.nativeOrder();
        return switch (layout) {
            case ValueLayout.OfBoolean _ -> getBoolean(base, address);
            case ValueLayout.OfByte _ -> UNSAFE.getByte(base, address);
            case ValueLayout.OfShort _ when swap -> Short.reverseBytes(UNSAFE.getShort(base, address));
            case ValueLayout.OfShort _ -> UNSAFE.getShort(base, address);
            case ValueLayout.OfChar _ when swap -> Character.reverseBytes(UNSAFE.getChar(base, address));
            case ValueLayout.OfChar _ -> UNSAFE.getChar(base, address);
            case ValueLayout.OfInt _ when swap -> Integer.reverseBytes(UNSAFE.getInt(base, address));
            case ValueLayout.OfInt _ -> UNSAFE.getInt(base, address);
            case ValueLayout.OfLong _ when swap -> Long.reverseBytes(UNSAFE.getLong(base, address));
            case ValueLayout.OfLong _ -> UNSAFE.getLong(base, address);
            case ValueLayout.OfFloat _
            when swap -> Float.intBitsToFloat(Integer.reverseBytes(UNSAFE.getInt(base, address)));
            case ValueLayout.OfFloat _ -> UNSAFE.getFloat(base, address);
            case ValueLayout.OfDouble _
            when swap -> Double.longBitsToDouble(Long.reverseBytes(UNSAFE.getLong(base, address)));
            case ValueLayout.OfDouble _ -> UNSAFE.getDouble(base, address);
            default -> throw new IllegalArgumentException("not a primitive: " + layout);
        };
    }

    /** Any byte but 0 is true, as it was to Unsafe until JDK 28 took the lowest bit; of 0 and 1 these say the same. */
    private static boolean getBoolean(Object base, long address) {
        byte value = UNSAFE.getByte(base, address);
        boolean isOther = value != 0 && value != 1;
        return isOther || UNSAFE.getBoolean(base, address);
    }
}
