package dev.verbatim;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.math.BigDecimal;
import java.nio.ByteOrder;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Where the ranges of conversions end; what they need of a layout; segments that cannot be written. */
class ConversionLimitsTest {

    record Time(Instant it) {}

    record Span(Duration it) {}

    record Day(LocalDate it) {}

    record Local(LocalDateTime it) {}

    record Int(int it) {}

    record Long64(long it) {}

    record Real(double it) {}

    record Real32(float it) {}

    record Money(BigDecimal it) {}

    record Boxed(Double it) {}

    private static Instant micros(long count) {
        return Instant.ofEpochSecond(Math.floorDiv(count, 1_000_000L), Math.floorMod(count, 1_000_000L) * 1_000L);
    }

    /** A conversion, the layout, values at the ends of its range, and values beyond them. */
    static Stream<Arguments> ranges() {
        double nan = Double.longBitsToDouble(0x7ff8_0000_0000_0001L);
        return Stream.of(
                Arguments.of(
                        NumberConversions.unsignedByte(),
                        JAVA_BYTE,
                        List.of(new Int(0), new Int(255)),
                        List.of(new Int(-1), new Int(256), new Int(Integer.MIN_VALUE))),
                Arguments.of(
                        NumberConversions.unsignedShort(),
                        JAVA_SHORT,
                        List.of(new Int(0), new Int(65_535)),
                        List.of(new Int(-1), new Int(65_536))),
                Arguments.of(
                        NumberConversions.unsignedShort(JAVA_CHAR),
                        JAVA_CHAR,
                        List.of(new Int(0), new Int(65_535)),
                        List.of(new Int(-1), new Int(65_536))),
                Arguments.of(
                        NumberConversions.unsignedInt(),
                        JAVA_INT,
                        List.of(new Long64(0), new Long64(0xffff_ffffL)),
                        List.of(new Long64(-1), new Long64(1L << 32), new Long64(Long.MIN_VALUE))),
                Arguments.of(
                        NumberConversions.half(),
                        JAVA_SHORT,
                        List.of(
                                new Real32(65504),
                                new Real32(-65504),
                                new Real32(0x1p-24f),
                                new Real32(-0f),
                                new Real32(Float.POSITIVE_INFINITY),
                                new Real32(Float.NEGATIVE_INFINITY),
                                new Real32(Float.NaN)),
                        List.of(
                                new Real32(65520),
                                new Real32(-65520),
                                new Real32(Float.MAX_VALUE),
                                new Real32(-Float.MAX_VALUE))),
                Arguments.of(
                        NumberConversions.intOf(3, ByteOrder.BIG_ENDIAN, true),
                        sequenceLayout(3, JAVA_BYTE),
                        List.of(new Int(-(1 << 23)), new Int((1 << 23) - 1)),
                        List.of(new Int(-(1 << 23) - 1), new Int(1 << 23))),
                Arguments.of(
                        NumberConversions.longOf(7, ByteOrder.LITTLE_ENDIAN, false),
                        sequenceLayout(7, JAVA_BYTE),
                        List.of(new Long64(0), new Long64((1L << 56) - 1)),
                        List.of(new Long64(-1), new Long64(1L << 56))),
                Arguments.of(
                        NumberConversions.scaled(0),
                        JAVA_LONG,
                        List.of(new Real(0x1p53), new Real(-0x1p53)),
                        List.of(
                                new Real(0x1p53 + 2),
                                new Real(-0x1p53 - 2),
                                new Real(0x1p63),
                                new Real(-0x1p63),
                                new Real(Double.POSITIVE_INFINITY),
                                new Real(Double.NEGATIVE_INFINITY),
                                new Real(Double.NaN))),
                Arguments.of(
                        NumberConversions.decimal(2),
                        JAVA_LONG,
                        List.of(
                                new Money(BigDecimal.valueOf(Long.MAX_VALUE, 2)),
                                new Money(BigDecimal.valueOf(Long.MIN_VALUE, 2))),
                        List.of(
                                new Money(BigDecimal.valueOf(Long.MAX_VALUE, 2).add(new BigDecimal("0.01"))),
                                new Money(BigDecimal.valueOf(Long.MIN_VALUE, 2).subtract(new BigDecimal("0.01"))),
                                new Money(new BigDecimal("1E+600000000")),
                                new Money(new BigDecimal("-1E-600000000")))),
                Arguments.of(
                        TimeConversions.epochDay(),
                        JAVA_INT,
                        List.of(
                                new Day(LocalDate.ofEpochDay(Integer.MIN_VALUE)),
                                new Day(LocalDate.ofEpochDay(Integer.MAX_VALUE))),
                        List.of(
                                new Day(LocalDate.ofEpochDay(Integer.MIN_VALUE - 1L)),
                                new Day(LocalDate.ofEpochDay(Integer.MAX_VALUE + 1L)))),
                Arguments.of(
                        TimeConversions.epochDay(JAVA_LONG),
                        JAVA_LONG,
                        List.of(new Day(LocalDate.MIN), new Day(LocalDate.MAX)),
                        List.of()),
                Arguments.of(
                        TimeConversions.epochSeconds(),
                        JAVA_LONG,
                        List.of(new Time(Instant.MIN), new Time(Instant.MAX.minusNanos(999_999_999))),
                        List.of(new Time(Instant.MAX), new Time(Instant.EPOCH.minusNanos(1)))),
                Arguments.of(
                        TimeConversions.durationSeconds(),
                        JAVA_LONG,
                        List.of(
                                new Span(Duration.ofSeconds(Long.MIN_VALUE)),
                                new Span(Duration.ofSeconds(Long.MAX_VALUE))),
                        List.of(new Span(Duration.ofMillis(999)), new Span(Duration.ofSeconds(-2, 1)))),
                Arguments.of(
                        TimeConversions.localEpochSeconds(),
                        JAVA_LONG,
                        List.of(new Local(LocalDateTime.MIN), new Local(LocalDateTime.MAX.withNano(0))),
                        List.of(new Local(LocalDateTime.MAX))),
                Arguments.of(
                        TimeConversions.epochMicros(),
                        JAVA_LONG,
                        List.of(new Time(micros(Long.MIN_VALUE)), new Time(micros(Long.MAX_VALUE))),
                        List.of(
                                new Time(micros(Long.MIN_VALUE).minusNanos(1_000)),
                                new Time(micros(Long.MAX_VALUE).plusNanos(1_000)))),
                Arguments.of(
                        TimeConversions.durationMillis(),
                        JAVA_LONG,
                        List.of(
                                new Span(Duration.ofMillis(Long.MIN_VALUE)),
                                new Span(Duration.ofMillis(Long.MAX_VALUE))),
                        List.of(
                                new Span(Duration.ofMillis(Long.MIN_VALUE).minusMillis(1)),
                                new Span(Duration.ofMillis(Long.MAX_VALUE).plusMillis(1)))),
                Arguments.of(
                        CodeConversions.nullable(Double.class, Double.NaN),
                        JAVA_DOUBLE,
                        List.of(new Boxed(nan), new Boxed(-0.0)),
                        List.of(new Boxed(Double.NaN))));
    }

    @ParameterizedTest
    @MethodSource("ranges")
    <R extends Record> void rangesEndWhereTheyShould(
            Conversion<?> conversion, MemoryLayout layout, List<R> within, List<R> beyond) {
        @SuppressWarnings("unchecked") // all are of one class
        Class<R> type = (Class<R>) within.getFirst().getClass();
        StructCodec<R> codec = StructCodec.ofRecord(
                lookup(), type, MemoryLayout.structLayout(layout.withName("it")), Conversions.of(conversion));
        MemorySegment segment = MemorySegment.ofArray(new byte[8]);
        for (R value : within) {
            codec.write(value, segment, 0);
            assertEquals(value, codec.read(segment, 0));
        }
        for (R value : beyond) {
            segment.fill((byte) 0x55);
            IllegalArgumentException refused =
                    assertThrows(IllegalArgumentException.class, () -> codec.write(value, segment, 0), value::toString);
            assertTrue(
                    refused.getMessage().contains("expected")
                            || refused.getMessage().contains("stands for null"),
                    refused::getMessage);
            assertEquals(0x5555_5555_5555_5555L, segment.get(JAVA_LONG_UNALIGNED, 0));
        }
    }

    @Test
    void eachNumberOfHalfPrecisionIsWrittenAsItWasRead() {
        StructCodec<Real32> codec = StructCodec.ofRecord(
                lookup(),
                Real32.class,
                Layouts.struct(JAVA_SHORT.withName("it")),
                Conversions.of(NumberConversions.half()));
        MemorySegment stored = MemorySegment.ofArray(new short[1]);
        MemorySegment written = MemorySegment.ofArray(new short[1]);
        for (int bits = 0; bits <= 0xffff; bits++) {
            stored.set(JAVA_SHORT, 0, (short) bits);
            Real32 read = codec.read(stored, 0);
            codec.write(read, written, 0);
            if (Float.isNaN(read.it())) {
                assertTrue(Float.isNaN(codec.read(written, 0).it()));
            } else {
                assertEquals((short) bits, written.get(JAVA_SHORT, 0));
            }
        }
        codec.write(new Real32(0.1f), stored, 0);
        assertEquals(0x2e66, stored.get(JAVA_SHORT, 0)); // as np.float16(0.1).view(np.uint16)
        codec.write(new Real32(2049), stored, 0);
        assertEquals(2048, codec.read(stored, 0).it()); // of two that are as near the even one
    }

    enum Side {
        BUY,
        SELL
    }

    record Order(Side side, String symbol) {}

    @Test
    void aConversionThatIsNullIsNamed() {
        NullPointerException refused =
                assertThrows(NullPointerException.class, () -> Conversions.of(TimeConversions.epochDay(), null));
        assertEquals("conversion", refused.getMessage());
    }

    @Test
    void nothingElseThanDeclaredIsStored() {
        StructLayout layout = Layouts.struct(
                JAVA_CHAR.withName("side"), sequenceLayout(10, JAVA_BYTE).withName("symbol"));
        Conversions conversions = Conversions.of(
                CodeConversions.byteCodes(Side.class, side -> side.name().charAt(0)), TextConversions.latin1(8));
        assertEquals(
                List.of(
                        "side: the layout has char (byteSize=2, offset=0), dev.verbatim.ConversionLimitsTest$Order has"
                                + " the component `Side side`; nothing else than declared is stored; the conversion of"
                                + " Side needs JAVA_BYTE; one that fits is"
                                + " `CodeConversions.shortCodes(Side.class, code, JAVA_CHAR)`",
                        "symbol: the layout has sequence of 10 (byteSize=10, offset=2),"
                                + " dev.verbatim.ConversionLimitsTest$Order has the component `String symbol`; nothing"
                                + " else than declared is stored; the conversion of String needs a sequence of byte of"
                                + " 8 bytes together"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofRecord(lookup(), Order.class, layout, conversions))
                        .mismatches());
    }

    @Test
    void aConversionOfAPrimitiveIsNotForItsBox() {
        record Sizes(List<Integer> sizes) {}
        StructLayout layout = Layouts.struct(sequenceLayout(2, JAVA_INT).withName("sizes"));
        assertEquals(
                List.of("sizes: the layout has sequence of 2 (byteSize=8, offset=0), " + Sizes.class.getName()
                        + " has the component `List<Integer> sizes`; nothing is boxed; declare `int[]`; the conversion"
                        + " of int is not for Integer; or declare a conversion, as"
                        + " `Conversions.of(CodeConversions.nullable(Integer.class, nullValue))`"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofRecord(
                                        lookup(),
                                        Sizes.class,
                                        layout,
                                        Conversions.of(Conversion.ofInt(int.class, size -> -size, size -> -size))))
                        .mismatches());
    }

    /** What a function joins of bits is an int without a sign, and what it stores has one. */
    @ParameterizedTest
    @CsvSource({
        "byte, 128, from -128 to 127, '; an unsigned one is stored as `(byte) value`, and read by `stored & 0xff`'",
        "byte, 255, from -128 to 127, '; an unsigned one is stored as `(byte) value`, and read by `stored & 0xff`'",
        "byte, 256, from -128 to 127, ''",
        "byte, -129, from -128 to 127, ''",
        "short, 65535, from -32768 to 32767, '; an unsigned one is stored as `(short) value`, and read by `stored &"
                + " 0xffff`'",
        "short, 65536, from -32768 to 32767, ''",
        "short, -32769, from -32768 to 32767, ''",
        "char, 65536, from 0 to 65535, ''",
        "char, -1, from 0 to 65535, ''"
    })
    void aValueThatTheCarrierDoesNotHoldIsRefused(String carrier, int value, String range, String ending) {
        record Word(Integer bits) {}
        ValueLayout layout = carrier.equals("byte") ? JAVA_BYTE : carrier.equals("char") ? JAVA_CHAR : JAVA_SHORT;
        Conversion<Integer> conversion = carrier.equals("byte")
                ? Conversion.ofByte(Integer.class, it -> it, it -> it)
                : carrier.equals("char")
                        ? Conversion.ofChar(Integer.class, it -> it, it -> it)
                        : Conversion.ofShort(Integer.class, it -> it, it -> it);
        StructCodec<Word> codec = StructCodec.ofRecord(
                lookup(), Word.class, Layouts.struct(layout.withName("bits")), Conversions.of(conversion));
        assertEquals(
                "cannot write " + Word.class.getName() + " (" + layout.byteSize() + " bytes) at offset=0: bits=" + value
                        + ": expected a " + carrier + " " + range + " to store, found " + value + ending,
                assertThrows(
                                IllegalArgumentException.class,
                                () -> codec.write(new Word(value), MemorySegment.ofArray(new byte[2]), 0))
                        .getMessage());
    }

    @Test
    void aConversionOfAPrimitiveThatIsDeclaredForBoxesNeedsAnArray() {
        record Sizes(List<Integer> sizes) {}
        Conversions conversions =
                Conversions.none().with("sizes[]", Conversion.ofByte(int.class, size -> (byte) -size, size -> -size));
        String remedy = "sizes: the layout has %s, " + Sizes.class.getName() + " has the component"
                + " `List<Integer> sizes`; it has a conversion of int to byte, which needs `int` and JAVA_BYTE;"
                + " declare `int[]`";
        StructLayout layout = Layouts.struct(sequenceLayout(2, JAVA_BYTE).withName("sizes"));
        assertEquals(
                List.of(remedy.formatted("sequence of 2 (byteSize=2, offset=0)")),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofRecord(lookup(), Sizes.class, layout, conversions))
                        .mismatches());
        StructLayout variable = Layouts.varRecord(Layouts.varRef("sizes", JAVA_BYTE));
        assertEquals(
                List.of(remedy.formatted("varRef of byte (byteSize=8, offset=8)")),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> VarCodec.builder(lookup(), Sizes.class, variable)
                                        .withConversions(conversions)
                                        .build())
                        .mismatches());
    }

    @Test
    void anotherConversionThatFitsIsNamed() {
        StructLayout layout = Layouts.struct(sequenceLayout(2, JAVA_LONG).withName("it"));
        assertEquals(
                List.of("it: the layout has sequence of 2 (byteSize=16, offset=0), dev.verbatim.ConversionLimitsTest$Id"
                        + " has the component `UUID it`; `UUID` cannot be bound; the documentation of StructCodec lists"
                        + " what can; the conversion of UUID needs a sequence of byte of 16 bytes together; one that"
                        + " fits is `CodeConversions.uuid(JAVA_LONG)`"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> StructCodec.ofRecord(
                                        lookup(), Id.class, layout, Conversions.of(CodeConversions.uuid())))
                        .mismatches());
    }

    record Id(UUID it) {}

    @Test
    void theLayoutSaysWhatBytesAre() {
        for (MemoryLayout other :
                List.of(sequenceLayout(2, JAVA_LONG), sequenceLayout(2, JAVA_DOUBLE), sequenceLayout(4, JAVA_INT))) {
            assertThrows(
                    LayoutMismatchException.class,
                    () -> StructCodec.ofRecord(
                            lookup(),
                            Id.class,
                            MemoryLayout.structLayout(other.withName("it")),
                            Conversions.of(CodeConversions.uuid())));
        }
        assertThrows(
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(
                        lookup(),
                        Id.class,
                        MemoryLayout.structLayout(sequenceLayout(2, JAVA_LONG).withName("it")),
                        Conversions.of(CodeConversions.uuid(JAVA_LONG.withOrder(ByteOrder.BIG_ENDIAN)))));
    }

    private static final StructLayout ID =
            MemoryLayout.structLayout(sequenceLayout(16, JAVA_BYTE).withName("it"));

    interface IdView extends StructView {
        UUID it();

        void it(UUID it);
    }

    @Test
    void segmentsThatCannotBeWrittenAreSaidToBeSo() {
        Conversions conversions = Conversions.of(CodeConversions.uuid());
        StructCodec<Id> codec = StructCodec.ofRecord(lookup(), Id.class, ID, conversions);
        ViewFactory<IdView> views = ViewFactory.of(lookup(), IdView.class, ID, conversions);
        Id id = new Id(new UUID(1, 2));
        MemorySegment readOnly = MemorySegment.ofArray(new byte[16]).asReadOnly();
        assertEquals(
                "cannot write dev.verbatim.ConversionLimitsTest$Id (16 bytes) at offset=0: the segment is read-only",
                assertThrows(IllegalArgumentException.class, () -> codec.write(id, readOnly, 0))
                        .getMessage());
        assertEquals(
                "cannot write it of dev.verbatim.ConversionLimitsTest$IdView (16 bytes) at offset=0: the segment is"
                        + " read-only",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> views.wrap(readOnly, 0).it(id.it()))
                        .getMessage());
        Arena arena = Arena.ofConfined();
        MemorySegment closed = arena.allocate(16);
        IdView view = views.wrap(closed, 0);
        arena.close();
        assertThrows(IllegalStateException.class, () -> codec.write(id, closed, 0));
        assertThrows(IllegalStateException.class, () -> codec.read(closed, 0));
        assertThrows(IllegalStateException.class, () -> view.it(id.it()));
        assertThrows(IllegalStateException.class, view::it);
    }

    record Pair(int a, int b) {}

    record Holder(Pair pair, byte after) {}

    @Test
    void functionsOfTheUserHaveBytesOfTheirOwn() {
        Conversion<Pair> pairs = Conversion.ofBytes(
                Pair.class,
                6,
                (pair, bytes, offset) -> {
                    assertEquals(6, bytes.byteSize());
                    bytes.set(JAVA_INT, offset, pair.a()); // aligned
                    bytes.set(JAVA_SHORT, offset + 4, (short) pair.b());
                },
                (bytes, offset) -> new Pair(bytes.get(JAVA_INT, offset), bytes.get(JAVA_SHORT, offset + 4)));
        StructCodec<Holder> codec = StructCodec.ofRecord(
                lookup(),
                Holder.class,
                MemoryLayout.structLayout(sequenceLayout(6, JAVA_BYTE).withName("pair"), JAVA_BYTE.withName("after")),
                Conversions.of(pairs));
        MemorySegment segment = MemorySegment.ofArray(new byte[9]);
        Holder holder = new Holder(new Pair(1, 2), (byte) 3);
        codec.write(holder, segment, 1);
        assertEquals(holder, codec.read(segment, 1));
    }

    interface SizeView extends StructView {
        int size();

        SizeView size(int size);
    }

    @Test
    void settersMayReturnTheView() {
        SizeView view = ViewFactory.of(
                        lookup(),
                        SizeView.class,
                        MemoryLayout.structLayout(sequenceLayout(3, JAVA_BYTE).withName("size")),
                        Conversions.of(NumberConversions.intOf(3, ByteOrder.BIG_ENDIAN, false)))
                .wrap(MemorySegment.ofArray(new byte[3]), 0);
        assertEquals(0x10203, view.size(0x10203).size());
    }

    @Test
    void aPathOfElementsNeedsElements() {
        assertThrows(
                LayoutMismatchException.class,
                () -> StructCodec.ofRecord(
                        lookup(),
                        Time.class,
                        Layouts.struct(JAVA_LONG.withName("it")),
                        Conversions.of(TimeConversions.epochNanos()).with("it[]", TimeConversions.epochMillis())));
    }

    interface BookView extends StructView {
        PartView best();

        PartView levels(int index);

        PartView trades(int index);

        Instant times(int index);
    }

    interface PartView extends StructView {
        Instant time();
    }

    @Test
    void aPathInAViewNeedsAMemberOfTheLayoutAtAnyDepth() {
        StructLayout part = Layouts.struct(JAVA_LONG.withName("time"), JAVA_LONG.withName("left"));
        StructLayout layout = Layouts.varRecord(
                part.withName("best"),
                sequenceLayout(2, part).withName("levels"),
                Layouts.varRef("trades", part),
                sequenceLayout(2, JAVA_LONG).withName("times"));
        Conversions right = Conversions.none();
        for (String path :
                List.of("best.time", "best.left", "levels[].time", "levels[].left", "trades[].time", "times[]")) {
            right = right.with(path, TimeConversions.epochMicros());
        }
        assertNotNull(ViewFactory.of(lookup(), BookView.class, layout, right));

        Conversions wrong = right;
        List<String> paths = List.of(
                "best.tim", "best.time[]", "best[].time", "levels.time", "levels[].tim", "times.time", "trades.time");
        for (String path : paths) {
            wrong = wrong.with(path, TimeConversions.epochMicros());
        }
        Conversions all = wrong;
        assertEquals(
                paths.stream()
                        .map(path -> path + ": there is a conversion for it, but the layout has no member of this path;"
                                + " correct the path, or remove the conversion")
                        .sorted()
                        .toList(),
                assertThrows(LayoutMismatchException.class, () -> ViewFactory.of(lookup(), BookView.class, layout, all))
                        .mismatches());
    }

    /** What protocols have: a number in place of null, of any type and width, unsigned too. */
    @Test
    void aFunctionMayTakeAndReturnNull() {
        record Fields(@Nullable BigDecimal price, @Nullable LocalDate day, Optional<LocalDate> expiry) {}
        Conversion<LocalDate> days = Conversion.ofShort(
                LocalDate.class,
                day -> day == null ? 0 : (short) day.toEpochDay(),
                stored -> stored == 0 ? null : LocalDate.ofEpochDay(stored & 0xffff));
        Conversion<BigDecimal> prices = Conversion.ofLong(
                BigDecimal.class,
                price -> price == null
                        ? Long.MIN_VALUE
                        : price.setScale(4).unscaledValue().longValueExact(),
                stored -> stored == Long.MIN_VALUE ? null : BigDecimal.valueOf(stored, 4));
        StructLayout layout = Layouts.packed(
                Layouts.struct(JAVA_LONG.withName("price"), JAVA_SHORT.withName("day"), JAVA_SHORT.withName("expiry")));
        StructCodec<Fields> codec = StructCodec.ofRecord(lookup(), Fields.class, layout, Conversions.of(days, prices));
        MemorySegment segment = MemorySegment.ofArray(new byte[12]);
        LocalDate last = LocalDate.ofEpochDay(0xffff);
        for (Fields fields : List.of(
                new Fields(new BigDecimal("1.2500"), last, Optional.of(last)),
                new Fields(null, null, Optional.empty()))) {
            codec.write(fields, segment, 0);
            assertEquals(
                    fields.price() == null ? Long.MIN_VALUE : 12_500, segment.get(ValueLayout.JAVA_LONG_UNALIGNED, 0));
            assertEquals(fields.day() == null ? 0 : -1, segment.get(ValueLayout.JAVA_SHORT_UNALIGNED, 8));
            assertEquals(fields, codec.read(segment, 0));
        }
    }

    @Test
    void anUnsignedNumberThatIsNotCastIsToldToBe() {
        record Fields(LocalDate day, char letter) {}
        StructLayout layout = Layouts.packed(Layouts.struct(JAVA_SHORT.withName("day"), JAVA_BYTE.withName("letter")));
        StructCodec<Fields> codec = StructCodec.ofRecord(
                lookup(),
                Fields.class,
                layout,
                Conversions.of(
                        Conversion.ofShort(
                                LocalDate.class, day -> Math.toIntExact(day.toEpochDay()), LocalDate::ofEpochDay),
                        Conversion.ofByte(char.class, letter -> letter, stored -> (char) stored)));
        MemorySegment segment = MemorySegment.ofArray(new byte[3]);
        LocalDate day = LocalDate.ofEpochDay(0x8000);
        String of = "cannot write " + Fields.class.getName() + " (3 bytes) at offset=0: ";
        assertEquals(
                of + "day=" + day + ": expected a short from -32768 to 32767 to store, found 32768; an unsigned one is"
                        + " stored as `(short) value`, and read by `stored & 0xffff`",
                assertThrows(IllegalArgumentException.class, () -> codec.write(new Fields(day, 'A'), segment, 0))
                        .getMessage());
        LocalDate beyond = LocalDate.ofEpochDay(0x10000);
        assertEquals(
                of + "day=" + beyond + ": expected a short from -32768 to 32767 to store, found 65536",
                assertThrows(IllegalArgumentException.class, () -> codec.write(new Fields(beyond, 'A'), segment, 0))
                        .getMessage());
        LocalDate early = LocalDate.EPOCH;
        assertEquals(
                of + "letter=\u00e9: expected a byte from -128 to 127 to store, found 233; an unsigned one is stored as"
                        + " `(byte) value`, and read by `stored & 0xff`",
                assertThrows(IllegalArgumentException.class, () -> codec.write(new Fields(early, '\u00e9'), segment, 0))
                        .getMessage());
    }
}
