package dev.verbatim.jmh;

import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.ReusableCodec;
import dev.verbatim.StructCodec;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.StructLayout;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The struct of {@link FieldsClasses} that this JVM measures, its codec and the codec's rivals, in {@code static final}
 * fields. JMH gives each number of fields a JVM of its own.
 */
final class Fields {

    static final int COUNT = FieldsState.chosenFields();
    static final StructLayout LAYOUT = FieldsClasses.layout(COUNT);
    static final long BYTES = LAYOUT.byteSize();

    static final ReusableCodec<FieldsDto> CODEC;
    static final UnsafeCodec<FieldsDto> UNSAFE_FIELDS;
    static final VarHandleCodec<FieldsDto> VAR_HANDLES;

    private static final Class<FieldsDto> DTO;
    private static final Field[] FIELDS;

    static {
        try {
            DTO = dto();
            FIELDS = DTO.getDeclaredFields();
            CODEC = StructCodec.ofClass(lookup(), DTO, LAYOUT);
            UNSAFE_FIELDS = FieldsClasses.unsafeFields(COUNT);
            VAR_HANDLES = FieldsClasses.varHandles(COUNT);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Fields() {}

    @SuppressWarnings("unchecked") // the only class that this JVM has of that type
    private static Class<FieldsDto> dto() throws IllegalAccessException {
        return (Class<FieldsDto>) FieldsClasses.dto(COUNT);
    }

    static Class<FieldsDto> dtoClass() {
        return DTO;
    }

    static Field[] fields() {
        return FIELDS.clone();
    }

    static FieldsDto newDto() throws ReflectiveOperationException {
        return DTO.getDeclaredConstructor().newInstance();
    }

    /** {@return an object, with all fields set to 0} */
    static <T> T emptied(T dto) throws IllegalAccessException {
        for (Field field : FIELDS) {
            field.set(dto, 0); // widened to the field's type
        }
        return dto;
    }

    /** A DTO whose fields all differ, so that no two can be exchanged unseen. */
    static FieldsDto newFilledDto() throws ReflectiveOperationException {
        FieldsDto dto = newDto();
        for (Field field : FIELDS) {
            int i = Integer.parseInt(field.getName().substring(1)) + 1;
            if (field.getType() == long.class) {
                field.setLong(dto, i * 0x9E37_79B9_7F4A_7C15L);
            } else if (field.getType() == double.class) {
                field.setDouble(dto, 187 + i / 100.0);
            } else {
                field.setInt(dto, i * 0x9E37_79B9);
            }
        }
        return dto;
    }

    /** The bytes of a struct, to the last bit, found without any of the rivals. */
    static byte[] bytes(FieldsDto dto) throws IllegalAccessException {
        ByteBuffer buffer = ByteBuffer.allocate((int) BYTES).order(ByteOrder.nativeOrder());
        for (Field field : FIELDS) {
            int offset = (int) LAYOUT.byteOffset(PathElement.groupElement(field.getName()));
            if (field.getType() == long.class) {
                buffer.putLong(offset, field.getLong(dto));
            } else if (field.getType() == double.class) {
                buffer.putLong(offset, Double.doubleToRawLongBits(field.getDouble(dto)));
            } else {
                buffer.putInt(offset, field.getInt(dto));
            }
        }
        return buffer.array();
    }
}
