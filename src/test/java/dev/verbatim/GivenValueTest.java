package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.DayOfWeek;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Final values of mutable classes: those that each object is given when it is made would be others after reading. */
class GivenValueTest {

    private static final StructLayout LAYOUT = Layouts.struct(JAVA_INT.withName("health"));

    record Point(int x, int y) {}

    @SuppressWarnings("UnusedVariable") // the codec looks at them
    static final class Mob {
        final UUID id = UUID.randomUUID();
        final long seed = System.nanoTime();
        final Instant born = Instant.now();
        final Integer strength = new Random(1).nextInt();
        final String name = "mob " + seed;
        final Point spawn = new Point(1, 2);
        final Optional<String> team = Optional.empty();
        final BigDecimal price = BigDecimal.valueOf(seed);
        int health;
    }

    private static String mismatch(String declaration, String name) {
        return name + ": the layout has no member of this name, " + Mob.class.getName() + " has the field `"
                + declaration
                + " " + name + "`; remove `final`, bind the class by a constructor whose parameters are its fields, if"
                + " it has one (ofImmutable or Conversions.withConstructor), make the field transient, or"
                + " leave it out by `Conversions.none().withoutField(Mob.class, \"" + name + "\")`";
    }

    @Test
    void noneIsLostWithoutAWord() {
        List<String> names = List.of("id", "seed", "born", "strength", "name", "spawn", "team", "price");
        List<String> types =
                List.of("UUID", "long", "Instant", "Integer", "String", "Point", "Optional<String>", "BigDecimal");
        Refusals.assertRefused(
                () -> StructCodec.ofClass(lookup(), Mob.class, LAYOUT),
                Stream.iterate(0, i -> i + 1)
                        .limit(names.size())
                        .map(i -> mismatch(types.get(i), names.get(i)))
                        .toArray(String[]::new));
        ReusableCodec<Mob> codec = StructCodec.ofClass(
                lookup(), Mob.class, LAYOUT, Conversions.none().withoutField(Mob.class, names.toArray(String[]::new)));
        assertEquals(5, codec.read(MemorySegment.ofArray(new int[] {5}), 0).health);
    }

    /** What the class file has is the same in all objects, and what has no value is no part of them. */
    @SuppressWarnings("UnusedVariable") // the codec looks at them
    static final class Constants {
        final int version = 3;
        final String unit = "m" + 2;
        final char grade = 'a';
        final double half = 1 / 2.0;
        final DayOfWeek day = DayOfWeek.MONDAY;
        final Clock clock = Clock.systemUTC();
        final Object monitor = new Object();
        final transient UUID session = UUID.randomUUID();
        int health;
    }

    @Test
    void constantsAreLeftAlone() {
        ReusableCodec<Constants> codec = StructCodec.ofClass(lookup(), Constants.class, LAYOUT);
        assertEquals(5, codec.read(MemorySegment.ofArray(new int[] {5}), 0).health);
    }

    @SuppressWarnings("UnusedVariable") // the codec looks at them
    static final class Sized {
        final long byteSize;
        final double[] prices;
        int used;

        Sized(int length) {
            prices = new double[length];
            byteSize = length * 8L;
        }
    }

    /** As the constructor has parameters, the value may be derived from them. */
    @Test
    void whatAConstructorOfOtherParametersSetsIsLeftAlone() {
        ReusableCodec<Sized> codec = StructCodec.ofClass(
                lookup(),
                Sized.class,
                Layouts.struct(sequenceLayout(2, JAVA_DOUBLE).withName("prices"), JAVA_INT.withName("used")),
                () -> new Sized(2));
        Sized read = codec.read(MemorySegment.ofArray(new double[] {1, 2, 0}), 0);
        assertEquals(16, read.byteSize);
        assertEquals(2, read.prices[1]);
    }

    @SuppressWarnings("UnusedVariable") // the codec looks at it
    static class Entity {
        final long made;

        Entity(String kind) {
            made = System.nanoTime() + kind.length();
        }
    }

    @SuppressWarnings("UnusedVariable") // the codec looks at it
    static final class Order extends Entity {
        int health;

        Order() {
            super("order");
        }
    }

    @SuppressWarnings("UnusedVariable") // the codec looks at it
    static final class Job {
        final UUID id = UUID.randomUUID();
        int health;

        Job(int priority) {
            health = priority;
        }
    }

    @Test
    void noParameterGivesWhatASuperclassOrAnIdHas() {
        Refusals.assertRefused(
                () -> StructCodec.ofClass(lookup(), Order.class, LAYOUT),
                "made: the layout has no member of this name, " + Order.class.getName()
                        + " has the field `long made` of " + Entity.class.getName() + "; remove `final`, bind the class"
                        + " by a constructor whose parameters are its fields, if it has one (ofImmutable or"
                        + " Conversions.withConstructor), make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Entity.class, \"made\")`");
        Refusals.assertRefused(
                () -> StructCodec.ofClass(lookup(), Job.class, LAYOUT, () -> new Job(1)),
                mismatch("UUID", "id").replace("$Mob", "$Job").replace("(Mob", "(Job"));
    }

    /** A class without a file is not suspected. */
    @Test
    void aHiddenClassOfANestedOneIsBound() throws Exception {
        byte[] file;
        try (var in = GivenValueTest.class.getResourceAsStream("GivenValueTest$Constants.class")) {
            file = in.readAllBytes();
        }
        MethodHandles.Lookup hidden = lookup().defineHiddenClass(file, true);
        StructCodec<?> codec = StructCodec.ofClass(hidden, hidden.lookupClass(), LAYOUT);
        assertEquals(4, codec.byteSize());
    }
}
