package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.classfile.DtoClassFile;
import dev.verbatim.classfile.GeneratedDtos;
import java.io.ByteArrayOutputStream;
import java.io.StringWriter;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Comparator;
import java.util.Date;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Final fields that no layout names and no parameter sets: one that has data is a mismatch, another is not stored. */
class HeldDataTest {

    private static final String HERE = HeldDataTest.class.getName() + "$";

    private static final StructLayout ID = Layouts.struct(JAVA_LONG.withName("id"));

    /** All its fields are final. */
    static final class Account {
        final long id;
        final double[] bids = new double[3];

        Account(long id) {
            this.id = id;
        }
    }

    private static final Conversions ACCOUNT = Conversions.none().withConstructor(Account.class, "id");

    @Test
    void anArrayIsNotLostWhereAllFieldsAreFinal() {
        Refusals.assertRefused(
                () -> StructCodec.ofImmutable(lookup(), Account.class, ID, ACCOUNT),
                "bids: the layout has no member of this name, " + HERE + "Account has the field `double[] bids`; add"
                        + " `double[] bids` to the layout, make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Account.class, \"bids\")`");
        StructCodec<Account> without =
                StructCodec.ofImmutable(lookup(), Account.class, ID, ACCOUNT.withoutField(Account.class, "bids"));
        assertEquals(5, without.read(MemorySegment.ofArray(new long[] {5}), 0).id);
    }

    @Test
    void anArrayIsFilledWhereAllFieldsAreFinal() {
        StructCodec<Account> codec = StructCodec.ofImmutable(
                lookup(),
                Account.class,
                Layouts.struct(
                        JAVA_LONG.withName("id"), sequenceLayout(3, JAVA_DOUBLE).withName("bids")),
                ACCOUNT);
        Account account = new Account(7);
        account.bids[2] = 1.5;
        MemorySegment segment = MemorySegment.ofArray(new long[4]);

        codec.write(account, segment, 0);
        Account read = codec.read(segment, 0);

        assertEquals(7, read.id);
        assertArrayEquals(new double[] {0, 0, 1.5}, read.bids);
    }

    static final class Level {
        int price;
    }

    static final class Transient {
        final long id;
        final transient double[] bids = new double[3];
        final transient AtomicLong next = new AtomicLong();

        Transient(long id) {
            this.id = id;
        }
    }

    @Test
    void whatIsTransientIsLeftAlone() {
        StructCodec<Transient> codec = StructCodec.ofImmutable(
                lookup(), Transient.class, ID, Conversions.none().withConstructor(Transient.class, "id"));
        Transient read = codec.read(MemorySegment.ofArray(new long[] {5}), 0);
        assertEquals(5, read.id);
        assertEquals(3, read.bids.length);
        assertEquals(0, read.next.get());
    }

    /** Types that hold values, none of which a codec can fill. */
    @SuppressWarnings({"UnusedVariable", "JavaUtilDate", "JdkObsolete"}) // the codec looks at them
    static final class Holders {
        long id;
        final AtomicLong atomicLong = new AtomicLong();
        final AtomicInteger atomicInteger = new AtomicInteger();
        final AtomicBoolean atomicBoolean = new AtomicBoolean();
        final AtomicReference<String> reference = new AtomicReference<>();
        final AtomicLongArray atomicArray = new AtomicLongArray(2);
        final LongAdder adder = new LongAdder();
        final DoubleAdder doubleAdder = new DoubleAdder();
        final LongAccumulator accumulator = new LongAccumulator(Long::max, 0);
        final StringBuilder builder = new StringBuilder();
        final StringBuffer buffer = new StringBuffer();
        final StringWriter writer = new StringWriter();
        final ByteArrayOutputStream stream = new ByteArrayOutputStream();
        final Date date = new Date(0);
        final @Nullable Calendar calendar = null;
        final BitSet bits = new BitSet();
        final LongSummaryStatistics statistics = new LongSummaryStatistics();
        final Map<String, String> tags = new HashMap<>();
        final ConcurrentHashMap<String, Long> counts = new ConcurrentHashMap<>();
        final Set<Long> ids = new HashSet<>();
        final Collection<Long> all = new HashSet<>();
        final Deque<Long> deque = new ArrayDeque<>();
        final ByteBuffer bytes = ByteBuffer.allocate(8);
        final LongBuffer longs = LongBuffer.allocate(1);
        final MemorySegment memory = MemorySegment.ofArray(new long[1]);
        final @Nullable View view = null;
    }

    interface View extends StructView {}

    @SuppressWarnings("UnusedVariable") // the codec looks at them
    static final class ConstructedHolders {
        final long id;
        final AtomicLong next = new AtomicLong();
        final Map<String, String> tags = new HashMap<>();
        final Level level = new Level();

        ConstructedHolders(long id) {
            this.id = id;
        }
    }

    @Test
    void noValuesAreLostThatTheJdkHolds() {
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class, () -> StructCodec.ofClass(lookup(), Holders.class, ID));
        List<String> finals = Stream.of(Holders.class.getDeclaredFields())
                .filter(field -> Modifier.isFinal(field.getModifiers()))
                .map(Field::getName)
                .toList();
        assertEquals(
                finals,
                refused.mismatches().stream()
                        .map(line -> line.substring(0, line.indexOf(':')))
                        .toList());
        assertEquals(
                "atomicLong: the layout has no member of this name, " + HERE + "Holders has the field `AtomicLong"
                        + " atomicLong`; remove `final` and store it by a conversion, bind the class by a constructor"
                        + " whose parameters are its fields, if it has one (ofImmutable or"
                        + " Conversions.withConstructor), make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Holders.class, \"atomicLong\")`",
                refused.mismatches().getFirst());
        StructCodec.ofClass(
                lookup(),
                Holders.class,
                ID,
                Conversions.none().withoutField(Holders.class, finals.toArray(String[]::new)));
    }

    @Test
    void noneAreLostOfAClassThatIsConstructed() {
        Conversions conversions = Conversions.none().withConstructor(ConstructedHolders.class, "id");
        String remedy = "`; remove `final` and store it by a conversion, make the field transient, or leave it out by"
                + " `Conversions.none().withoutField(ConstructedHolders.class, \"";
        String what = ": the layout has no member of this name, " + HERE + "ConstructedHolders has the field `";
        Refusals.assertRefused(
                () -> StructCodec.ofImmutable(lookup(), ConstructedHolders.class, ID, conversions),
                "next" + what + "AtomicLong next" + remedy + "next\")`",
                "tags" + what + "Map<String, String> tags" + remedy + "tags\")`",
                "level" + what + "Level level`; add `Level level` to the layout, make the field transient, or leave it"
                        + " out by `Conversions.none().withoutField(ConstructedHolders.class, \"level\")`");
    }

    enum Kind {
        ONE
    }

    record Range(int from, int to) {}

    /** It can have no values. */
    static final class Formatter {
        private static int made;

        String format(long number) {
            made++;
            return number + "/" + made;
        }
    }

    /** What is there for what it does, and values that do not change. */
    @SuppressWarnings("UnusedVariable") // no codec may ask for them
    static final class Quiet {
        final long id;
        final Object monitor = new Object();
        final Lock lock = new ReentrantLock();
        final ReentrantReadWriteLock locks = new ReentrantReadWriteLock();
        final CountDownLatch latch = new CountDownLatch(1);
        final System.Logger logger = System.getLogger("quiet");
        final Supplier<String> function = () -> "";
        final Comparator<String> order = Comparator.naturalOrder();
        final String text = String.valueOf(1);
        final Integer box = 2;
        final BigDecimal decimal = BigDecimal.ONE;
        final Optional<String> optional = Optional.empty();
        final Pattern pattern = Pattern.compile("a");
        final Kind kind = Kind.ONE;
        final Range range = new Range(1, 2);
        final TimeUnit unit = TimeUnit.SECONDS;
        final @Nullable Thread thread = null;
        final ThreadLocal<String> local = ThreadLocal.withInitial(() -> "");
        final Class<?> type = Quiet.class;
        final Formatter formatter = new Formatter();
        final @Nullable AtomicIntegerFieldUpdater<Quiet> updater = null;

        Quiet(long id) {
            this.id = id;
        }
    }

    @SuppressWarnings("UnusedVariable") // the codec reads them
    static final class QuietMutable {
        long id;
        final Object monitor = new Object();
        final Formatter formatter = new Formatter();
        final Lock lock = new ReentrantLock();
    }

    @Test
    void whatIsNoDataIsLeftAlone() {
        StructCodec<Quiet> codec = StructCodec.ofImmutable(
                lookup(), Quiet.class, ID, Conversions.none().withConstructor(Quiet.class, "id"));
        Quiet read = codec.read(MemorySegment.ofArray(new long[] {3}), 0);
        assertEquals(3, read.id);
        assertEquals("3/1", read.formatter.format(read.id));
        StructCodec.ofClass(lookup(), QuietMutable.class, ID);
    }

    interface ReadWrite {}

    /** As Kotlin compiles {@code var px by ...}. */
    @SuppressWarnings("UnusedVariable") // the codec looks at them
    static final class Delegating {
        long id;
        final @Nullable ReadWrite px$delegate = null;
        final @Nullable Level size$delegate = null;
    }

    @Test
    void theValueOfAKotlinPropertyIsNotLostWithItsDelegate() {
        String leaveOut = "make the field transient (`@delegate:Transient`), or leave it out by"
                + " `Conversions.none().withoutField(Delegating.class, \"";
        String what = "$delegate: the layout has no member of this name, " + HERE + "Delegating has the field `";
        String px = "px" + what + "ReadWrite px$delegate`; it has the value of the Kotlin property `px`; declare that"
                + " without a delegate, " + leaveOut + "px";
        String size = "size" + what + "Level size$delegate`; it has the value of the Kotlin property `size`; declare"
                + " that without a delegate, add `Level size$delegate` to the layout, " + leaveOut + "size";
        Refusals.assertRefused(
                () -> StructCodec.ofClass(lookup(), Delegating.class, ID),
                px + "$delegate\")`",
                size + "$delegate\")`");
        Conversions withoutSize = Conversions.none().withoutField(Delegating.class, "size$delegate");
        Refusals.assertRefused(
                () -> StructCodec.ofClass(
                        lookup(),
                        Delegating.class,
                        Layouts.struct(JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("px")),
                        withoutSize),
                "px: the layout has double (byteSize=8, offset=8), " + HERE + "Delegating has no field of this name; it"
                        + " has `px$delegate`, as the Kotlin property has a delegate; declare the property without one,"
                        + " or make the member padding",
                px + "$delegate\")`");
        StructCodec.ofClass(lookup(), Delegating.class, ID, withoutSize.withoutField(Delegating.class, "px$delegate"));
    }

    /** Derived, at the first call. */
    @Test
    void aLazyKotlinPropertyIsLeftAlone() {
        GeneratedDtos.Elsewhere loader = new GeneratedDtos.Elsewhere();
        loader.define(kotlinInterface("Lazy"));
        loader.define(kotlinInterface("Lazier", "kotlin/Lazy"));
        loader.define(DtoClassFile.ofPublic("dev.verbatim.Plain", List.of(new DtoClassFile.Member("id", "J", null)))
                .mutableClass());
        Class<?> type = loader.define(new DtoClassFile(
                        "dev.verbatim.Lazily",
                        Opcodes.ACC_PUBLIC,
                        Opcodes.ACC_PUBLIC | Opcodes.ACC_FINAL,
                        Opcodes.ACC_PUBLIC,
                        "dev.verbatim.Plain",
                        null,
                        List.of(
                                new DtoClassFile.Member("one$delegate", "Lkotlin/Lazy;", null),
                                new DtoClassFile.Member("two$delegate", "Lkotlin/Lazier;", null)))
                .mutableClass());

        assertEquals(8, StructCodec.ofClass(lookup(), type, ID).byteSize());
    }

    private static byte[] kotlinInterface(String name, String... parents) {
        ClassWriter writer = new ClassWriter(0);
        int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_INTERFACE | Opcodes.ACC_ABSTRACT;
        writer.visit(Opcodes.V22, access, "kotlin/" + name, null, "java/lang/Object", parents);
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** An object of it may be one of a subclass, which has fields. */
    static class Base {}

    @SuppressWarnings("UnusedVariable") // the codec looks at them
    static final class Based {
        int id;
        final Base base = new Base();
    }

    @Test
    void aClassThatASubclassMayAddFieldsToIsData() {
        Refusals.assertRefused(
                () -> StructCodec.ofClass(lookup(), Based.class, Layouts.struct(JAVA_INT.withName("id"))),
                "base: the layout has no member of this name, " + HERE + "Based has the field `Base base`; add"
                        + " `Base base` to the layout, make the field transient, or leave it out by"
                        + " `Conversions.none().withoutField(Based.class, \"base\")`");
    }

    static final class Hits extends LongAdder {
        private static final long serialVersionUID = 1;
    }

    static final class Counted {
        int id;
        final Hits hits = new Hits();
    }

    /** Its fields are transient, as they are those of the JDK's class. */
    @Test
    void aSubclassOfAHolderHasData() {
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> StructCodec.ofClass(lookup(), Counted.class, Layouts.struct(JAVA_INT.withName("id"))));
        assertTrue(refused.mismatches().getFirst().startsWith("hits: "), refused::getMessage);
    }

    static final class Money {
        private final long cents;

        Money(long cents) {
            this.cents = cents;
        }
    }

    static final class Priced {
        private final long id;
        private final Money price; // derived

        Priced(long id) {
            this.id = id;
            this.price = new Money(id * 2);
        }
    }

    @Test
    void whatNeverChangesIsDerived() {
        StructCodec<Priced> codec = StructCodec.ofImmutable(
                lookup(),
                Priced.class,
                Layouts.struct(JAVA_LONG.withName("id")),
                Conversions.none().withConstructor(Priced.class, "id"));
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        codec.write(new Priced(4), segment, 0);
        Priced read = codec.read(segment, 0);
        assertEquals(4, read.id);
        assertEquals(8, read.price.cents);
    }

    static final class Signed {
        private final long id;
        final SecretKeySpec key = new SecretKeySpec(new byte[1], "HmacSHA256");

        Signed(long id) {
            this.id = id;
        }
    }

    /** Not all packages of the JDK begin with {@code java}. */
    @Test
    void whatTheJdkDoesNotKeepForItsValuesIsNoData() {
        StructCodec<Signed> codec = StructCodec.ofImmutable(
                lookup(),
                Signed.class,
                Layouts.struct(JAVA_LONG.withName("id")),
                Conversions.none().withConstructor(Signed.class, "id"));
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        codec.write(new Signed(4), segment, 0);
        assertEquals(4, codec.read(segment, 0).id);
    }

    interface Side {}

    static final class Changing implements Side {
        double bid;
    }

    static final class Book {
        final Side bids = new Changing();
    }

    static final class Ref<T> {
        final T value;

        Ref(T value) {
            this.value = value;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // it holds data
    record Row(double[] values) {}

    static final class Grid {
        final Row row = new Row(new double[2]);
    }

    static final class Bits {
        final Number bits = new AtomicLong();
    }

    static final class Hidden {
        int id;
        final Book book = new Book();
        final Ref<long[]> ref = new Ref<>(new long[1]);
        final Grid grid = new Grid();
        final Bits bits = new Bits();
    }

    /** What is declared as another type may be one that changes. */
    @Test
    void whatAFieldOfAnotherClassHoldsMayBeData() {
        LayoutMismatchException refused = assertThrowsExactly(
                LayoutMismatchException.class,
                () -> StructCodec.ofClass(lookup(), Hidden.class, Layouts.struct(JAVA_INT.withName("id"))));
        assertEquals(
                List.of("book", "ref", "grid", "bits"),
                refused.mismatches().stream()
                        .map(mismatch -> mismatch.substring(0, mismatch.indexOf(':')))
                        .toList());
    }
}
