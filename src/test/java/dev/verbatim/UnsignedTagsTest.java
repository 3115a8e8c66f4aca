package dev.verbatim;

import static dev.verbatim.TaggedCodecTest.aged;
import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.TaggedCodecTest.Animal;
import dev.verbatim.TaggedCodecTest.Cat;
import dev.verbatim.TaggedCodecTest.Dog;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tags of one or two bytes are all of the carrier's own range, or all unsigned. */
class UnsignedTagsTest {

    private static final List<ValueLayout> SIGNED =
            List.of(JAVA_BYTE, JAVA_SHORT, JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN));

    private final MemorySegment segment = MemorySegment.ofArray(new byte[32]);

    private static TaggedCodec.Builder<Animal> animals(ValueLayout tag, int ofDogs, int ofCats) {
        return TaggedCodec.builder(Animal.class, tag, 0)
                .with(ofDogs, aged(Dog.class, paddingLayout(4)))
                .with(ofCats, aged(Cat.class, paddingLayout(4)));
    }

    @Test
    void tagsMayBeUnsigned() {
        for (ValueLayout tag : SIGNED) {
            int max = tag.byteSize() == 1 ? 255 : 65_535;
            TaggedCodec<Animal> codec = animals(tag, max, 1).build();
            segment.fill((byte) 0);
            assertEquals(8, codec.write(new Dog(5), segment, 0));
            assertEquals(-1, ((Number) tag.withByteAlignment(1).varHandle().get(segment, 0L)).intValue());
            assertEquals(8, codec.encodedSize(segment, 0));
            assertEquals(new Dog(5), codec.read(segment, 0));
            codec.write(new Cat(6), segment, 0);
            assertEquals(new Cat(6), codec.read(segment, 0));
            segment.fill((byte) 0x80);
            String found = assertThrows(CorruptRecordException.class, () -> codec.read(segment, 0))
                    .getMessage();
            assertTrue(
                    found.endsWith("expected 1, " + max + ", found " + (tag.byteSize() == 1 ? 0x80 : 0x8080)), found);
        }
    }

    @Test
    void tagsOfOneSignAreUnsignedAlone() {
        for (ValueLayout tag : SIGNED) {
            boolean isByte = tag.byteSize() == 1;
            String ranges = isByte
                    ? "all from -128 to 127, or all from 0 to 255"
                    : "all from -32768 to 32767, or all from 0 to 65535";
            assertEquals(
                    List.of("dev.verbatim.TaggedCodecTest$Cat: tag=-1 is no unsigned " + (isByte ? "byte" : "short")
                            + ", and another tag is one; expected tags " + ranges),
                    assertThrows(
                                    LayoutMismatchException.class,
                                    () -> animals(tag, isByte ? 255 : 65_535, -1)
                                            .build())
                            .mismatches());
        }
        assertEquals(
                List.of("dev.verbatim.TaggedCodecTest$Dog: tag=65536 is no char; expected tags from 0 to 65535"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> animals(JAVA_CHAR, 65_536, 1).build())
                        .mismatches());
    }
}
