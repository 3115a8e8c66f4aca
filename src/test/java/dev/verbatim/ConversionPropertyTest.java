package dev.verbatim;

import static dev.verbatim.ConvertedDto.CONVERSIONS;
import static dev.verbatim.ConvertedDto.LAYOUT;
import static dev.verbatim.ConvertedDto.VAR_LAYOUT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.ConvertedDto.AsClass;
import dev.verbatim.ConvertedDto.AsRecord;
import dev.verbatim.ConvertedDto.AsView;
import dev.verbatim.ConvertedDto.Price;
import dev.verbatim.ConvertedDto.Side;
import java.lang.foreign.MemorySegment;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Converted values have the bytes that a buffer's puts give them, and come back, in all forms of a DTO. */
class ConversionPropertyTest {

    private static final String DIGITS = ".0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";

    private static final StructCodec<AsRecord> RECORD =
            StructCodec.ofRecord(lookup(), AsRecord.class, LAYOUT, CONVERSIONS);
    private static final ReusableCodec<AsClass> CLASS =
            StructCodec.ofClass(lookup(), AsClass.class, LAYOUT, CONVERSIONS);
    private static final VarCodec<AsRecord> VAR = VarCodec.builder(lookup(), AsRecord.class, VAR_LAYOUT)
            .withConversions(CONVERSIONS)
            .build();
    private static final ViewFactory<AsView> VIEWS = ViewFactory.of(lookup(), AsView.class, LAYOUT, CONVERSIONS);

    @Provide
    Arbitrary<AsRecord> values() {
        return Arbitraries.randomValue(ConversionPropertyTest::value);
    }

    @SuppressWarnings("EnumOrdinal") // any constant
    private static AsRecord value(Random random) {
        long seconds = random.nextLong(-9_000_000_000L, 9_000_000_000L);
        boolean[] flags = new boolean[10];
        for (int i = 0; i < flags.length; i++) {
            flags[i] = random.nextBoolean();
        }
        EnumSet<Side> sides = EnumSet.noneOf(Side.class);
        for (Side side : Side.values()) {
            if (random.nextBoolean()) {
                sides.add(side);
            }
        }
        int maybe = random.nextInt();
        return new AsRecord(
                Instant.ofEpochSecond(seconds, random.nextInt(1_000_000_000)),
                Duration.of(random.nextLong(), ChronoUnit.MICROS),
                LocalDate.ofEpochDay(random.nextInt(-365_000_000, 365_000_000)),
                LocalDateTime.ofEpochSecond(seconds, random.nextInt(1_000) * 1_000_000, ZoneOffset.UTC),
                new UUID(random.nextLong(), random.nextLong()),
                new UUID(random.nextLong(), random.nextLong()),
                random.nextLong(1L << 32),
                random.nextInt(1 << 16),
                random.nextInt(1 << 8),
                random.nextInt(1 << 24),
                random.nextLong(-1L << 47, 1L << 47),
                new BigDecimal(BigInteger.valueOf(random.nextLong()), 4),
                random.nextLong(-1L << 50, 1L << 50) / 100.0,
                Side.values()[random.nextInt(3)],
                sides,
                flags,
                maybe == Integer.MIN_VALUE || random.nextInt(4) == 0 ? null : maybe,
                random.nextInt(4) == 0 ? null : random.nextGaussian(),
                text(random, 8, 1, 128),
                digits(random),
                text(random, 5, '!', 256),
                text(random, 5, '!', 256),
                new Price(random.nextLong(Long.MAX_VALUE)),
                Instant.ofEpochSecond(random.nextLong(-1L << 54, 1L << 54)),
                LocalDate.ofEpochDay(random.nextLong(-365_000_000_000L, 365_000_000_000L)),
                random.nextBoolean() ? text(random, 5, 1, 0xd800) : text(random, 5, 0xe000, 0x110000));
    }

    private static String text(Random random, int most, int from, int to) {
        return IntStream.range(0, random.nextInt(most + 1))
                .mapToObj(i -> Character.toString(random.nextInt(from, to)))
                .reduce("", String::concat);
    }

    private static String digits(Random random) {
        return IntStream.range(0, random.nextInt(11))
                .mapToObj(i -> DIGITS.substring(random.nextInt(64)).substring(0, 1))
                .reduce("", String::concat);
    }

    @Property
    void allFormsHaveTheBytesOfTheBaseline(@ForAll("values") AsRecord value) {
        MemorySegment expected = ConvertedDto.bytesOf(value, LAYOUT);

        MemorySegment segment = segment();
        RECORD.write(value, segment, 0);
        assertEquals(-1, segment.mismatch(expected));
        assertEquals(value, RECORD.read(expected, 0));

        segment = segment();
        CLASS.write(AsClass.of(value), segment, 0);
        assertEquals(-1, segment.mismatch(expected));
        assertEquals(value, CLASS.read(expected, 0).toRecord());

        segment = segment();
        AsView view = VIEWS.wrap(segment, 0);
        ConvertedDto.set(view, value);
        assertEquals(-1, segment.mismatch(expected));
        view.wrap(expected, 0);
        assertEquals(value, ConvertedDto.get(view));

        MemorySegment longer = MemorySegment.ofArray(new byte[(int) VAR_LAYOUT.byteSize()]);
        VAR.write(value, longer, 0);
        int header = ConvertedDto.at(VAR_LAYOUT, "time");
        assertEquals(
                -1,
                longer.asSlice(header)
                        .mismatch(ConvertedDto.bytesOf(value, VAR_LAYOUT).asSlice(header)));
        assertEquals(value, VAR.read(longer, 0));
    }

    record Scaled(double value) {}

    @Property(tries = 200)
    void whatIsReadOfScaledUnitsCanBeWritten(
            @ForAll @IntRange(max = 22) int digits, @ForAll @IntRange(max = 53) int bits, @ForAll Random random) {
        StructCodec<Scaled> codec = StructCodec.ofRecord(
                lookup(),
                Scaled.class,
                Layouts.struct(JAVA_LONG.withName("value")),
                Conversions.of(NumberConversions.scaled(digits)));
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        for (int i = 0; i < 100; i++) {
            segment.set(JAVA_LONG_UNALIGNED, 0, random.nextLong(-1L << bits, (1L << bits) + 1));
            Scaled read = codec.read(segment, 0);
            codec.write(read, segment, 0);
            assertEquals(read, codec.read(segment, 0));
        }
    }

    private static MemorySegment segment() {
        return MemorySegment.ofArray(new byte[(int) LAYOUT.byteSize()]);
    }
}
