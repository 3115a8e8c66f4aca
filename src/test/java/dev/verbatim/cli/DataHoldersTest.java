package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.StructView;
import java.lang.reflect.Field;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The command line knows the types that a codec refuses to lose, though it cannot ask for them. */
class DataHoldersTest {

    @Test
    void theyAreThoseOfCodecs() throws ReflectiveOperationException {
        Field holders = Class.forName("dev.verbatim.internal.bind.HeldData").getDeclaredField("HOLDERS");
        holders.setAccessible(true);
        Set<Class<?>> expected = new HashSet<>(List.of((Class<?>[]) holders.get(null)));

        Set<Class<?>> found = new HashSet<>(DataHolders.TYPES);
        found.add(StructView.class); // by its name, as it is none of the JDK

        assertEquals(expected, found);
        assertEquals(ofCodecs("TYPES"), DataHolders.VALUES);
        assertEquals(ofCodecs("PACKAGES"), DataHolders.PACKAGES_OF_VALUES);
    }

    private static Object ofCodecs(String values) throws ReflectiveOperationException {
        Field found = Class.forName("dev.verbatim.internal.bind.GivenValue").getDeclaredField(values);
        found.setAccessible(true);
        return found.get(null);
    }
}
