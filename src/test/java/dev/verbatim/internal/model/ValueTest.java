package dev.verbatim.internal.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.internal.model.Value.ByConversion;
import dev.verbatim.internal.model.Value.Fixed;
import dev.verbatim.internal.model.Value.Sequence;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ValueTest {

    /**
     * The kinds that chains of {@code instanceof} in {@code StructEmitter}, {@code DtoCode}, {@code CheckEmitter} and
     * {@code Member} tell apart. Whoever adds one looks at these chains first, and then adds it here.
     */
    @Test
    void codeWithoutExhaustiveSwitchesKnowsAllKindsOfAFixedSize() {
        assertEquals(
                Set.of(
                        "Primitive",
                        "Ordinal",
                        "Struct",
                        "Converted",
                        "ConvertedBytes",
                        "Text",
                        "PrimitiveArray",
                        "StructSequence",
                        "ConvertedSequence"),
                kinds(Fixed.class).map(Class::getSimpleName).collect(Collectors.toSet()));
        assertEquals(2, kinds(ByConversion.class).count());
        assertEquals(4, kinds(Sequence.class).count());
    }

    /** The Java records below a sealed interface. */
    private static Stream<Class<?>> kinds(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(ValueTest::kinds)
                : Stream.of(type);
    }
}
