package dev.verbatim.internal.codegen;

import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static java.lang.invoke.MethodType.methodType;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.CodeConversions;
import dev.verbatim.Conversion;
import dev.verbatim.Conversions;
import dev.verbatim.Layouts;
import dev.verbatim.NumberConversions;
import dev.verbatim.StructView;
import dev.verbatim.TimeConversions;
import dev.verbatim.classfile.GeneratedDtos;
import dev.verbatim.internal.bind.Binder;
import dev.verbatim.internal.bind.ViewBinder;
import dev.verbatim.internal.model.Binding;
import dev.verbatim.internal.runtime.GeneratedView;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.StructLayout;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In generated code a fence is between whatever may allocate and the next access to a segment. */
@SuppressWarnings("ArrayRecordComponent") // they bind like any other
class FencePlacesTest {

    /** Native, mapped and other segments. */
    private static final long KINDS_THAT_CAN_BE_CLOSED = 3;

    enum Side {
        BUY,
        SELL
    }

    record Level(long price, Side side) {
        static final StructLayout LAYOUT = Layouts.struct(JAVA_LONG.withName("price"), JAVA_BYTE.withName("side"));
    }

    record Book(
            long id,
            Level best,
            String name,
            int size,
            int[] few,
            long[] many,
            boolean[] flags,
            Level[] bids,
            List<Level> asks,
            int end) {}

    static final class MutableLevel {
        long price;
        Side side;
    }

    static final class MutableBook {
        long id;
        MutableLevel best;
        String name;
        int size;
        int[] few;
        long[] many;
        boolean[] flags;
        MutableLevel[] bids;
        List<MutableLevel> asks;
        int end;
    }

    private static final StructLayout BOOK = Layouts.struct(
            JAVA_LONG.withName("id"),
            Level.LAYOUT.withName("best"),
            sequenceLayout(13, JAVA_BYTE).withName("name"),
            JAVA_INT.withName("size"),
            sequenceLayout(3, JAVA_INT).withName("few"),
            sequenceLayout(20, JAVA_LONG).withName("many"),
            sequenceLayout(5, JAVA_BOOLEAN).withName("flags"),
            sequenceLayout(3, Level.LAYOUT).withName("bids"),
            sequenceLayout(2, Level.LAYOUT).withName("asks"),
            JAVA_INT.withName("end"));

    @Test
    void aRecordWithEveryKindOfMember() {
        assertFenced(Binder.bindRecord(lookup(), Book.class, BOOK, Conversions.none()), "write", "read");
    }

    @Test
    void aClassWithEveryKindOfMember() {
        assertFenced(Binder.bindClass(lookup(), MutableBook.class, BOOK, Conversions.none()), "write", "readInto");
    }

    record Converted(int first, Instant time, UUID id, int size, List<UUID> ids, int last) {}

    private static final StructLayout CONVERTED = Layouts.struct(
            JAVA_INT.withName("first"),
            JAVA_LONG.withName("time"),
            sequenceLayout(16, JAVA_BYTE).withName("id"),
            JAVA_INT.withName("size"),
            sequenceLayout(2, sequenceLayout(16, JAVA_BYTE)).withName("ids"),
            JAVA_INT.withName("last"));

    private static final Conversions CONVERSIONS = Conversions.of(TimeConversions.epochNanos(), CodeConversions.uuid());

    @Test
    void aRecordOfConvertedMembers() {
        assertFenced(Binder.bindRecord(lookup(), Converted.class, CONVERTED, CONVERSIONS), "write", "read");
    }

    static final class MutableConverted {
        int first;
        Instant time;
        UUID id;
        int size;
        List<UUID> ids;
        int last;
    }

    @Test
    void aClassOfConvertedMembers() {
        assertFenced(Binder.bindClass(lookup(), MutableConverted.class, CONVERTED, CONVERSIONS), "write", "readInto");
    }

    record Unsigned(long first, long second) {}

    @Test
    void conversionsThatAllocateNothingNeedNoFence() {
        FenceAnalysis analysis = ofInts(Unsigned.class, NumberConversions.unsignedInt());

        assertFences(1, analysis, "write");
        assertFences(1, analysis, "read");
    }

    record Floats(float first, float second) {}

    @Test
    void methodsOfTheBoxesAllocateNothing() throws ReflectiveOperationException {
        FenceAnalysis analysis =
                ofInts(Floats.class, bits(Float.class, "floatToRawIntBits", Float.class, "intBitsToFloat"));

        assertFences(1, analysis, "write");
        assertFences(1, analysis, "read");
    }

    static int toBits(float value) {
        return Float.floatToRawIntBits(value);
    }

    static float fromBits(int bits) {
        return Float.intBitsToFloat(bits);
    }

    @Test
    void methodsOfOthersMayAllocate() throws ReflectiveOperationException {
        Class<?> own = FencePlacesTest.class;

        assertFences(2, ofInts(Floats.class, bits(own, "toBits", own, "fromBits")), "write");
        assertFences(2, ofInts(Floats.class, bits(own, "toBits", Float.class, "intBitsToFloat")), "write");
        assertFences(2, ofInts(Floats.class, bits(Float.class, "floatToRawIntBits", own, "fromBits")), "write");
        assertFences(2, ofInts(Floats.class, bits(Math.class, "round", Float.class, "intBitsToFloat")), "write");
        assertFences(2, ofInts(Boxes.class, unboxing()), "write");
    }

    record Boxes(Integer first, Integer second) {}

    private static Conversion<?> unboxing() throws ReflectiveOperationException {
        return Conversion.ofHandles(
                lookup().findVirtual(Integer.class, "intValue", methodType(int.class)),
                lookup().findStatic(Integer.class, "valueOf", methodType(Integer.class, int.class)));
    }

    private static Conversion<?> bits(Class<?> to, String toName, Class<?> from, String fromName)
            throws ReflectiveOperationException {
        return Conversion.ofHandles(
                lookup().findStatic(to, toName, methodType(int.class, float.class)),
                lookup().findStatic(from, fromName, methodType(float.class, int.class)));
    }

    private static FenceAnalysis ofInts(Class<?> type, Conversion<?> conversion) {
        StructLayout layout = Layouts.struct(JAVA_INT.withName("first"), JAVA_INT.withName("second"));
        return FenceAnalysis.of(
                CodecGenerator.classFile(Binder.bindRecord(lookup(), type, layout, Conversions.of(conversion))), false);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 18, 24, 25, 28, 29, 32, 33, 64, 65, 300})
    void aClassOfPrimitives(int fields) throws ReflectiveOperationException {
        List<Class<?>> types = GeneratedDtos.primitives(fields);
        Class<?> type = define(GeneratedDtos.mutableClass("dev.verbatim.internal.codegen.Fenced" + fields, types));

        FenceAnalysis analysis = assertFenced(
                Binder.bindClass(lookup(), type, GeneratedDtos.layout(types), Conversions.none()), "write", "readInto");

        assertFences(1, analysis, "write");
        assertFences(1, analysis, "readInto");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 18, 24, 25, 28, 29, 32, 33, 64, 65, 254})
    void aRecordOfPrimitives(int components) throws ReflectiveOperationException {
        List<Class<?>> types = Collections.nCopies(components, int.class);
        Class<?> type = define(GeneratedDtos.record("dev.verbatim.internal.codegen.FencedRecord" + components, types));

        FenceAnalysis analysis = assertFenced(
                Binder.bindRecord(lookup(), type, GeneratedDtos.layout(types), Conversions.none()), "write", "read");

        assertFences(1, analysis, "write");
        // Those behind the first ones are read when the record was allocated.
        assertFences(components > MethodLimits.maxValues(components) ? 2 : 1, analysis, "read");
    }

    record Thirty(
            int m0,
            int m1,
            int m2,
            int m3,
            int m4,
            int m5,
            int m6,
            int m7,
            int m8,
            int m9,
            int m10,
            int m11,
            int m12,
            int m13,
            int m14,
            int m15,
            int m16,
            int m17,
            int m18,
            int m19,
            int m20,
            int m21,
            int m22,
            int m23,
            int m24,
            int m25,
            int m26,
            int m27,
            int m28,
            int m29) {}

    record HasThirty(Thirty thirty, int last) {}

    /** No object is filled, so the limit is that of a record: all is loaded before the first object is made. */
    @Test
    void aRecordOfThirtyWithinARecord() {
        int values = 31;
        assumeTrue(MethodLimits.maxValues(values) >= values, "needs a JDK of which one method may read as many values");
        StructLayout thirty = GeneratedDtos.layout(Collections.nCopies(30, int.class));
        StructLayout layout = Layouts.struct(thirty.withName("thirty"), JAVA_INT.withName("last"));

        FenceAnalysis analysis =
                assertFenced(Binder.bindRecord(lookup(), HasThirty.class, layout, Conversions.none()), "write", "read");

        assertFences(1, analysis, "read");
    }

    @Test
    void aClassOfAnotherNestWhoseFieldsAreReachedByHandles() throws ReflectiveOperationException {
        List<Class<?>> types = GeneratedDtos.primitives(18);
        Class<?> foreign = new GeneratedDtos.Elsewhere().define(GeneratedDtos.mutableClass("other.Fenced", types));

        FenceAnalysis analysis = assertFenced(
                Binder.bindClass(lookup(), foreign, GeneratedDtos.layout(types), Conversions.none()),
                "write",
                "readInto");

        assertFences(1, analysis, "write");
        assertFences(1, analysis, "readInto");
    }

    @Test
    void aRecordOfAnotherModuleWhoseAccessorsAreUsersCode() throws ReflectiveOperationException {
        List<Class<?>> types = GeneratedDtos.primitives(18);
        Class<?> foreign = new GeneratedDtos.Elsewhere().define(GeneratedDtos.record("other.FencedRecord", types));

        FenceAnalysis analysis = assertFenced(
                Binder.bindRecord(lookup(), foreign, GeneratedDtos.layout(types), Conversions.none()), "write", "read");

        assertEquals(18, analysis.fences("writeNative"), "one after each accessor");
    }

    record Spread(long id, Level bid, MutableLevel ask, long size) {}

    static final class MutableSpread {
        long id;
        Level bid;
        MutableLevel ask;
        long size;
    }

    private static final StructLayout SPREAD = Layouts.struct(
            JAVA_LONG.withName("id"),
            Level.LAYOUT.withName("bid"),
            Level.LAYOUT.withName("ask"),
            JAVA_LONG.withName("size"));

    @Test
    void nestedStructsAreLoadedBeforeAnObjectIsMade() {
        FenceAnalysis read =
                assertFenced(Binder.bindRecord(lookup(), Spread.class, SPREAD, Conversions.none()), "write", "read");
        FenceAnalysis readInto = assertFenced(
                Binder.bindClass(lookup(), MutableSpread.class, SPREAD, Conversions.none()), "write", "readInto");

        assertFences(1, read, "read");
        assertFences(2, readInto, "readInto"); // one of them if the object of `ask` is missing
    }

    @Test
    void segmentsThatNoOtherThreadCanCloseHaveMethodsOfTheirOwnWhereTheOthersHaveFences() {
        FenceAnalysis many = FenceAnalysis.of(
                CodecGenerator.classFile(Binder.bindRecord(lookup(), Book.class, BOOK, Conversions.none())), false);
        FenceAnalysis none = FenceAnalysis.of(
                CodecGenerator.classFile(Binder.bindRecord(lookup(), Level.class, Level.LAYOUT, Conversions.none())),
                false);

        for (String kind : List.of("Native", "Mapped")) {
            for (String operation : List.of("read", "write")) {
                assertTrue(many.fencesFrom(operation + kind) > 0);
                assertEquals(0, many.fencesFrom(operation + "Unclosable" + kind));
            }
            assertTrue(none.has("read" + kind));
            assertFalse(none.has("readUnclosable" + kind));
        }
    }

    @Test
    void segmentsOnTheHeapNeedNone() {
        FenceAnalysis analysis = FenceAnalysis.of(
                CodecGenerator.classFile(Binder.bindRecord(lookup(), Book.class, BOOK, Conversions.none())), false);

        assertEquals(0, analysis.fencesFrom("writeHeapBytes"));
        assertEquals(0, analysis.fencesFrom("readHeapLongs"));
        assertTrue(analysis.fencesFrom("readNative") > 0);
    }

    interface BookView extends StructView {
        long id();

        int size();
    }

    @Test
    void aViewMakesAFenceWhereItIsWrappedAndInNoPlainAccessor() {
        FenceAnalysis analysis = FenceAnalysis.of(
                ViewGenerator.classFile(ViewBinder.bind(lookup(), BookView.class, BOOK, Conversions.none())), false);

        assertEquals(1, analysis.fences("wrap"));
        assertEquals(0, analysis.fences("id", "size"));
    }

    private static final StructLayout VIEWED = Layouts.struct(
            JAVA_INT.withName("size"),
            JAVA_LONG.withName("id"),
            Level.LAYOUT.withName("best"),
            Level.LAYOUT.withName("end"),
            sequenceLayout(13, JAVA_BYTE).withName("name"),
            sequenceLayout(3, JAVA_INT).withName("few"),
            sequenceLayout(20, JAVA_LONG).withName("many"),
            sequenceLayout(3, Level.LAYOUT).withName("bids"),
            sequenceLayout(2, Level.LAYOUT).withName("asks"));

    /** Each accessor has a name of its own. */
    interface EveryView extends StructView {
        long id();

        void setId(long id);

        Level best();

        void setBest(Level best);

        LevelView end();

        void setEnd(LevelView end);

        String getName();

        void setName(String name);

        boolean isName(CharSequence name);

        StringBuilder name(StringBuilder name);

        int[] few();

        void setFew(int[] few);

        long many(int index);

        void setMany(int index, long value);

        int getAndAddSize(int delta);

        Level[] bids();

        void setBids(Level[] bids);

        List<Level> asks();

        void setAsks(List<Level> asks);
    }

    interface LevelView extends StructView {
        long price();
    }

    interface ConvertedView extends StructView {
        Instant time();

        void setTime(Instant time);

        UUID id();

        void setId(UUID id);

        List<UUID> ids();

        void setIds(List<UUID> ids);
    }

    @Test
    void anAccessorOfAViewMakesAFenceBehindWhatItAllocates() {
        assertFencedView(EveryView.class, VIEWED, Conversions.none());
        assertFencedView(ConvertedView.class, CONVERTED, CONVERSIONS);
    }

    /** The accessors call it, and the analysis knows it by its name. */
    @Test
    void theMethodThatMakesAFenceForAccessorsMakesOne() throws IOException {
        try (InputStream classFile = GeneratedView.class.getResourceAsStream("GeneratedView.class")) {
            FenceAnalysis analysis = FenceAnalysis.of(classFile.readAllBytes(), false);

            assertEquals(1, analysis.fences("fenceIfClosable"));
        }
    }

    private static void assertFencedView(Class<? extends StructView> type, StructLayout layout, Conversions by) {
        Set<String> accessors =
                Stream.of(type.getDeclaredMethods()).map(Method::getName).collect(Collectors.toSet());
        FenceAnalysis analysis =
                FenceAnalysis.ofView(ViewGenerator.classFile(ViewBinder.bind(lookup(), type, layout, by)), accessors);
        for (String accessor : accessors) {
            assertEquals(List.of(), analysis.accessesFrom(accessor).unfenced());
        }
    }

    private static Class<?> define(byte[] classFile) throws IllegalAccessException {
        return lookup().defineClass(classFile);
    }

    private static FenceAnalysis assertFenced(Binding<?> binding, String... operations) {
        FenceAnalysis analysis = FenceAnalysis.of(CodecGenerator.classFile(binding), !binding.isImmutable());
        for (String operation : operations) {
            FenceAnalysis.Result result = analysis.accessesFrom(operation);
            assertEquals(List.of(), result.unfenced());
            assertTrue(result.accesses() > 0, "nothing was looked at");
        }
        return analysis;
    }

    private static void assertFences(int expected, FenceAnalysis analysis, String operation) {
        assertEquals(KINDS_THAT_CAN_BE_CLOSED * expected, analysis.fencesFrom(operation), operation);
    }
}
