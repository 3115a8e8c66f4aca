package dev.verbatim.internal.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FileNumberTest {

    @Test
    void aNameHasTwelveDigitsOrMore() {
        assertEquals("000000000000", FileNumber.name(0));
        assertEquals("000000000042", FileNumber.name(42));
        assertEquals("999999999999", FileNumber.name(999_999_999_999L));
        assertEquals("1234567890123", FileNumber.name(1_234_567_890_123L));
    }

    @Property
    void aNameIsThatOfItsNumber(@ForAll @LongRange(min = 0, max = 999_999_999_999_999_999L) long number) {
        assertEquals(number, FileNumber.parse(FileNumber.name(number)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "42",
                "00000000042",
                "0000000000042",
                "1000000000000000000",
                "-00000000042",
                "00000000004x",
                " 00000000042",
                "\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0664\u0662"
            })
    void aNameOfNoNumberIsRefused(String name) {
        assertEquals(-1, FileNumber.parse(name));
    }
}
