package dev.verbatim.file;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.NumberConversions;
import dev.verbatim.StructCodec;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.EnumSet;
import java.util.UUID;

/** One member of any type, and a file of NumPy that has it. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
abstract class NpyBitsFixture {

    static final ValueLayout SHORT_LE = ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout CHAR_LE = ValueLayout.JAVA_CHAR_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfInt INT_LE = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG_LE = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout DOUBLE_BE = ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);
    static final ValueLayout FLOAT_LE = ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final MemoryLayout ID = sequenceLayout(16, JAVA_BYTE);
    static final MemoryLayout FOUR_INTS = sequenceLayout(4, INT_LE);
    static final MemoryLayout FOUR_LONGS = sequenceLayout(2, sequenceLayout(2, LONG_LE));

    record OfInstant(Instant v) {}

    record OfLocal(LocalDateTime v) {}

    record OfDate(LocalDate v) {}

    record OfDuration(Duration v) {}

    record OfFloat(float v) {}

    record OfDoubles(double[] v) {}

    record OfUnit(ChronoUnit v) {}

    record OfUnits(EnumSet<ChronoUnit> v) {}

    record OfLong(long v) {}

    record OfLongs(long[] v) {}

    record OfInt(int v) {}

    record OfInts(int[] v) {}

    record OfText(String v) {}

    record OfId(UUID v) {}

    static <T extends Record> void requireNone(String type, Class<T> dto, MemoryLayout layout, Conversions conversions)
            throws SyntaxException {
        StructCodec<T> codec =
                StructCodec.ofRecord(lookup(), dto, MemoryLayout.structLayout(layout.withName("v")), conversions);
        String literal = "[('v', " + type + ")]";
        NpyDtypeMismatches.requireNone(
                NpyDtypeParser.parse(PythonLiteral.parse(literal), literal),
                NpyDtypeTest.bindingOf(codec),
                Path.of("any.npy"),
                NpyDtypeMismatches.Coverage.ALL);
    }

    static Conversion<?> nullable(Conversion<?> conversion) {
        return CodeConversions.nullable(conversion, Long.MIN_VALUE);
    }

    static Conversion<?> unsignedInt() {
        return NumberConversions.unsignedInt();
    }
}
