package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.ItchSpecification.Field;
import dev.verbatim.ItchSpecification.MessageType;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** The example of ITCH reads and writes messages as the tables of the specification have them. */
class ItchPropertyTest {

    private static ItchExample example;

    @BeforeContainer
    static void compile() throws Exception {
        example = ItchExample.compiled();
    }

    @AfterContainer
    static void close() throws Exception {
        example.close();
    }

    @Property(tries = 100)
    void messagesOfEachTypeAreReadAndWrittenAsTheSpecificationHasThem(@ForAll long seed) throws Exception {
        Random random = new Random(seed);
        TaggedCodec<Object> codec = example.codec();
        for (MessageType type : ItchSpecification.types().values()) {
            Class<?> recordClass = example.type(type.name());
            List<Object> values = values(type, ItchExample.fieldTypes(recordClass), random);
            byte[] bytes = type.encode(values);

            Object message = ItchExample.message(recordClass, values);
            int offset = random.nextInt(9);
            byte[] written = new byte[offset + type.byteSize() + 3];
            random.nextBytes(written);
            byte[] expected = written.clone();
            System.arraycopy(bytes, 0, expected, offset, bytes.length);
            assertEquals(type.byteSize(), codec.write(message, MemorySegment.ofArray(written), offset), type.name());
            assertArrayEquals(expected, written, type.name());

            MemorySegment segment = MemorySegment.ofArray(written);
            assertEquals(type.byteSize(), codec.encodedSize(segment, offset), type.name());
            assertEquals(message, codec.read(segment, offset));
            assertEquals(values, ItchExample.values(codec.read(segment, offset)), type.name());
            byte[] found = Arrays.copyOfRange(written, offset, offset + type.byteSize());
            assertEquals(values, type.decode(found), type.name());
        }
    }

    private static List<Object> values(MessageType type, List<Class<?>> fieldTypes, Random random) throws Exception {
        assertEquals(type.fields().size(), fieldTypes.size(), type.name());
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < fieldTypes.size(); i++) {
            Field field = type.fields().get(i);
            values.add(field.random(random, ItchExample.letters(fieldTypes.get(i))));
        }
        return values;
    }
}
