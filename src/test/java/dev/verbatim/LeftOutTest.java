package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Fields that no layout names: which are a mismatch, and which are left out because that is declared. */
class LeftOutTest {

    private static final String DTO = LeftOutTest.class.getName();

    private static List<String> mismatches(Supplier<?> codec) {
        return assertThrows(LayoutMismatchException.class, codec::get).mismatches();
    }

    static class Entity {
        long id;
        long version;
    }

    static final class Account extends Entity {
        double balance;
        final Map<String, String> cache = new HashMap<>();
    }

    private static final StructLayout ACCOUNT =
            Layouts.struct(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("balance"));

    record Pair(Account one, List<Account> more) {}

    @Test
    void whatIsInheritedIsLeftOutByEitherClass() {
        for (Conversions conversions : List.of(
                Conversions.none().withoutField(Account.class, "version", "cache"),
                Conversions.none().withoutField(Entity.class, "version").withoutField(Account.class, "cache"),
                Conversions.none().withoutField(Account.class, "cache").withoutField(Account.class, "version"))) {
            ReusableCodec<Account> codec = StructCodec.ofClass(lookup(), Account.class, ACCOUNT, conversions);
            MemorySegment segment = MemorySegment.ofArray(new long[2]);
            Account account = new Account();
            account.id = 5;
            account.version = 6;
            account.balance = 7;
            codec.write(account, segment, 0);
            Account read = codec.read(segment, 0);
            assertEquals(5, read.id);
            assertEquals(0, read.version);
            assertEquals(7, read.balance);
            StructCodec<Pair> nested = StructCodec.ofRecord(
                    lookup(),
                    Pair.class,
                    Layouts.struct(
                            ACCOUNT.withName("one"), sequenceLayout(1, ACCOUNT).withName("more")),
                    conversions);
            MemorySegment two = MemorySegment.ofArray(new long[4]);
            nested.write(new Pair(account, List.of(account)), two, 0);
            assertEquals(7, nested.read(two, 0).more().getFirst().balance);
        }
    }

    /** A hash that is computed when it is asked for, as in classes from before there were records. */
    static final class Partition {
        private int hash;
        private final int partition;
        private final int topic;

        Partition(int topic, int partition) {
            this.topic = topic;
            this.partition = partition;
        }

        @Override
        public int hashCode() {
            if (hash == 0) {
                hash = 31 * topic + partition;
            }
            return hash;
        }

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Partition that && topic == that.topic && partition == that.partition;
        }
    }

    private static final StructLayout PARTITION =
            Layouts.struct(JAVA_INT.withName("partition"), JAVA_INT.withName("topic"));

    private static final Conversions OF_PARTITION =
            Conversions.none().withConstructor(Partition.class, "topic", "partition");

    @Test
    void aFieldOfAnImmutableClassIsLeftOut() {
        Conversions conversions = OF_PARTITION.withoutField(Partition.class, "hash");
        StructCodec<Partition> codec = StructCodec.ofImmutable(lookup(), Partition.class, PARTITION, conversions);
        MemorySegment segment = MemorySegment.ofArray(new int[2]);
        codec.write(new Partition(3, 4), segment, 0);
        assertEquals(new Partition(3, 4), codec.read(segment, 0));
        assertArrayEquals(new int[] {4, 3}, segment.toArray(JAVA_INT));
        assertEquals(
                List.of("hash: the layout has no member of this name, " + DTO
                        + "$Partition has the field `int hash`; add `int hash` to the layout, make the field"
                        + " transient, or leave it out by `Conversions.none().withoutField(Partition.class,"
                        + " \"hash\")`"),
                mismatches(() -> StructCodec.ofImmutable(lookup(), Partition.class, PARTITION, OF_PARTITION)));
    }

    @Test
    void whatCannotBeLeftOutIsRefused() {
        assertEquals(
                List.of(DTO + "$Account: `versoin` is left out of " + DTO + "$Account, which has no such field; its"
                        + " fields are [id, version, balance, cache]"),
                mismatches(() -> StructCodec.ofClass(
                        lookup(),
                        Account.class,
                        ACCOUNT,
                        Conversions.none().withoutField(Account.class, "versoin", "version", "cache"))));
        assertEquals(
                List.of("id: the layout has long (byteSize=8, offset=0), the field `long id` of " + DTO
                        + "$Entity is left out by Conversions.withoutField; remove that declaration, or make the member"
                        + " padding"),
                mismatches(() -> StructCodec.ofClass(
                        lookup(),
                        Account.class,
                        ACCOUNT,
                        Conversions.none().withoutField(Account.class, "id", "version", "cache"))));
        assertTrue(mismatches(() -> StructCodec.ofImmutable(
                        lookup(), Partition.class, PARTITION, OF_PARTITION.withoutField(Partition.class, "topic")))
                .contains(DTO + "$Partition: `topic` is left out, and the constructor sets it; remove that declaration,"
                        + " or store it by a conversion, or declare a constructor that does without it by"
                        + " Conversions.withConstructor"));
        assertTrue(mismatches(() -> StructCodec.ofRecord(
                        lookup(),
                        Pair.class,
                        Layouts.struct(ACCOUNT.withName("one")),
                        Conversions.none().withoutField(Pair.class, "more")))
                .contains(DTO + "$Pair: `more` is left out, and a record binds all its components; remove that"
                        + " declaration, or store it by a conversion"));
    }

    static class Keyed {
        final int id;
        int count;

        Keyed(int id) {
            this.id = id;
        }
    }

    @SuppressWarnings("HidingField") // that is the point
    static final class KeyedAgain extends Keyed {
        final int id;
        final int size;

        KeyedAgain(int id, int size) {
            super(-id);
            this.id = id;
            this.size = size;
        }
    }

    /** A name means the field that hides the other; the other is that of the superclass. */
    @Test
    void eitherOfTwoFieldsOfOneNameIsLeftOut() {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("id"), JAVA_INT.withName("size"));
        Conversions conversions = Conversions.none()
                .withConstructor(KeyedAgain.class, "id", "size")
                .withoutField(Keyed.class, "id", "count");
        StructCodec<KeyedAgain> codec = StructCodec.ofImmutable(lookup(), KeyedAgain.class, layout, conversions);
        MemorySegment segment = MemorySegment.ofArray(new int[2]);
        codec.write(new KeyedAgain(3, 4), segment, 0);
        assertArrayEquals(new int[] {3, 4}, segment.toArray(JAVA_INT));
        assertEquals(3, codec.read(segment, 0).id);
        StructCodec<KeyedAgain> ofSuperclass = StructCodec.ofImmutable(
                lookup(),
                KeyedAgain.class,
                layout,
                Conversions.none()
                        .withConstructor(KeyedAgain.class, "id", "size")
                        .withoutField(KeyedAgain.class, "id")
                        .withoutField(Keyed.class, "count"));
        ofSuperclass.write(new KeyedAgain(3, 4), segment, 0);
        assertArrayEquals(new int[] {-3, 4}, segment.toArray(JAVA_INT));
        assertEquals(
                List.of(DTO
                        + "$KeyedAgain: the constructor sets `id`, and two fields have this name, of which one hides"
                        + " the other; rename one, or leave it out by `Conversions.none().withoutField(Keyed.class,"
                        + " \"id\")`"),
                mismatches(() -> StructCodec.ofImmutable(
                                lookup(),
                                KeyedAgain.class,
                                layout,
                                Conversions.none()
                                        .withConstructor(KeyedAgain.class, "id", "size")
                                        .withoutField(Keyed.class, "count")))
                        .stream()
                        .filter(mismatch -> mismatch.startsWith(DTO))
                        .toList());
    }

    static final class Profile {
        final long uid;
        boolean suspended;
        final ReentrantLock lock = new ReentrantLock(); // the same in all objects, for all that matters

        Profile(long uid) {
            this.uid = uid;
        }
    }

    static final class Owner {
        int id;
        final List<String> pets = new ArrayList<>();
        final double[] weights = new double[2];
    }

    @Test
    void aFinalFieldThatMayDifferIsNotLostInSilence() {
        String end = ", make the field transient, or leave it out by `Conversions.none().withoutField(";
        StructLayout suspended = Layouts.struct(JAVA_BOOLEAN.withName("suspended"));
        assertEquals(
                List.of("uid: the layout has no member of this name, " + DTO
                        + "$Profile has the field `long uid`; remove"
                        + " `final`, bind the class by a constructor whose parameters are its fields, if it has one"
                        + " (ofImmutable or Conversions.withConstructor)" + end + "Profile.class, \"uid\")`"),
                mismatches(() -> StructCodec.ofClass(lookup(), Profile.class, suspended)));
        StructCodec.ofClass(
                lookup(), Profile.class, suspended, Conversions.none().withoutField(Profile.class, "uid"));
        StructLayout id = Layouts.struct(JAVA_INT.withName("id"));
        assertEquals(
                List.of(
                        "pets: the layout has no member of this name, " + DTO + "$Owner has the field `List<String>"
                                + " pets`; remove `final`, bind the class by a constructor whose parameters are its"
                                + " fields, if it has one (ofImmutable or Conversions.withConstructor)" + end
                                + "Owner.class, \"pets\")`",
                        "weights: the layout has no member of this name, " + DTO + "$Owner has the field `double[]"
                                + " weights`; add `double[] weights` to the layout" + end
                                + "Owner.class, \"weights\")`"),
                mismatches(() -> StructCodec.ofClass(lookup(), Owner.class, id)));
        StructCodec.ofClass(lookup(), Owner.class, id, Conversions.none().withoutField(Owner.class, "pets", "weights"));
    }
}
