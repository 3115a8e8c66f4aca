package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrowsExactly;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.file.StructFile;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Codecs of what functions make of the values of others, wherever codecs are used. */
class ConvertedCodecTest {

    private static final String HERE = ConvertedCodecTest.class.getName() + "$";

    record Stored(int amount) {}

    static final StructCodec<Stored> STORED =
            StructCodec.ofRecord(lookup(), Stored.class, Layouts.struct(JAVA_INT.withName("amount")));

    /** A value that only its factory makes: of 0 to 99. */
    static final class Percent implements Share {
        private static final Percent[] ALL = new Percent[100];

        private final int value;

        private Percent(int value) {
            this.value = value;
        }

        static Percent of(int value) {
            if (ALL[value] == null) {
                ALL[value] = new Percent(value);
            }
            return ALL[value];
        }

        @Override
        public String toString() {
            return value + "%";
        }
    }

    private static Stored stored(Percent percent) {
        if (percent.value == 15) {
            throw new UnsupportedOperationException("unlucky");
        }
        return percent.value == 13 ? null : new Stored(percent.value);
    }

    static final StructCodec<Percent> CODEC = StructCodec.ofConverted(
            Percent.class,
            STORED,
            ConvertedCodecTest::stored,
            stored -> stored.amount == 14 ? null : Percent.of(stored.amount));

    @TempDir
    Path folder;

    @Test
    void itsBytesAreThoseOfTheOtherCodec() {
        MemorySegment segment = MemorySegment.ofArray(new int[4]);
        MemorySegment copy = MemorySegment.ofArray(new int[4]);

        CODEC.write(Percent.of(7), segment, 4);
        CODEC.writeAtIndex(Percent.of(8), segment, 2);
        CODEC.list(segment).set(3L, Percent.of(9));
        CODEC.copy(segment, 4, copy, 4, 3);

        assertArrayEquals(new int[] {0, 7, 8, 9}, copy.toArray(JAVA_INT));
        assertEquals(Percent.of(7), CODEC.read(copy, 4));
        assertEquals(Percent.of(8), CODEC.readAtIndex(copy, 2));
        assertEquals(List.of(Percent.of(0), Percent.of(7), Percent.of(8), Percent.of(9)), CODEC.list(copy));
        assertEquals(Percent.class, CODEC.type());
        assertEquals(STORED.layout(), CODEC.layout());
        assertEquals(4, CODEC.byteSize());
        assertEquals(HERE + "Percent as " + HERE + "Stored (4 bytes)", CODEC.toString());
    }

    @Test
    void whatTheFunctionsRefuseOrGiveNullForWritesNothing() {
        MemorySegment segment = MemorySegment.ofArray(new int[] {14, 100});
        String name = HERE + "Percent as " + HERE + "Stored (4 bytes)";
        assertNull("cannot write " + name + ": the value is null", () -> CODEC.write(null, segment, 0));
        assertNull(
                "cannot write " + name + ": expected a " + HERE
                        + "Stored from the function that gives what is stored, found null",
                () -> CODEC.write(Percent.of(13), segment, 0));
        assertNull(
                "cannot read " + name + ": expected a value from the function that makes it of what is stored, found"
                        + " null",
                () -> CODEC.read(segment, 0));
        String corrupt = ": what is stored is Stored[amount=100]: Index 100 out of bounds for length 100";
        for (Map.Entry<String, Executable> read : Map.<String, Executable>of(
                        "index=1", () -> CODEC.readAtIndex(segment, 1),
                        "offset=4", () -> CODEC.read(segment, 4))
                .entrySet()) {
            CorruptRecordException refused = assertThrowsExactly(CorruptRecordException.class, read.getValue());
            assertEquals("cannot read " + name + " at " + read.getKey() + corrupt, refused.getMessage());
            assertInstanceOf(ArrayIndexOutOfBoundsException.class, refused.getCause());
        }
        IllegalArgumentException refused = assertThrowsExactly(
                IllegalArgumentException.class, () -> CODEC.writeAtIndex(Percent.of(15), segment, 1));
        assertEquals("cannot write " + name + ": the value is 15%: unlucky", refused.getMessage());
        assertInstanceOf(UnsupportedOperationException.class, refused.getCause());
        assertEquals(
                "cannot write " + HERE + "Stored (4 bytes) at offset=8: expected 4 bytes within the segment, found"
                        + " byteSize=8",
                assertThrowsExactly(IndexOutOfBoundsException.class, () -> CODEC.write(Percent.of(1), segment, 8))
                        .getMessage());
        ClassCastException ofAnotherClass =
                assertThrowsExactly(ClassCastException.class, () -> writeAny(CODEC, "no percent", segment));
        assertEquals(
                "cannot write " + name + ": the value is a java.lang.String; expected a " + HERE + "Percent",
                ofAnotherClass.getMessage());
        assertInstanceOf(ClassCastException.class, ofAnotherClass.getCause());
        assertArrayEquals(new int[] {14, 100}, segment.toArray(JAVA_INT));
    }

    @SuppressWarnings("unchecked") // a value of another class, as a map is asked for
    private static <T> void writeAny(StructCodec<T> codec, Object value, MemorySegment segment) {
        codec.write((T) value, segment, 0);
    }

    private static void assertNull(String message, Executable use) {
        assertEquals(
                message, assertThrowsExactly(NullPointerException.class, use).getMessage());
    }

    @Test
    void aMessageShowsTheBeginningOfWhatIsRefused() {
        MemorySegment segment = MemorySegment.ofArray(new byte[4]);
        StructCodec<CharSequence> texts = StructCodec.ofConverted(
                CharSequence.class, STORED, text -> new Stored(Integer.parseInt(text, 0, text.length(), 10)), _ -> "");
        String message = assertThrowsExactly(
                        IllegalArgumentException.class, () -> texts.write("x".repeat(1000), segment, 0))
                .getMessage();
        assertTrue(message.contains("the value is " + "x".repeat(100) + "...: "), message);
        StructCodec<byte[]> bytes =
                StructCodec.ofConverted(byte[].class, STORED, array -> new Stored(array[3]), _ -> new byte[4]);
        assertEquals(
                "cannot write " + bytes + ": the value is a byte[]: Index 3 out of bounds for length 1",
                assertThrowsExactly(IllegalArgumentException.class, () -> bytes.write(new byte[1], segment, 0))
                        .getMessage());
        StructCodec<Integer> ints = StructCodec.ofConverted(int.class, STORED, _ -> null, stored -> 1 / stored.amount);
        assertThrowsExactly(CorruptRecordException.class, () -> ints.read(segment, 0));
        StructCodec<Integer> refusing = StructCodec.ofConverted(int.class, STORED, i -> new Stored(1 / i), _ -> 0);
        assertThrowsExactly(IllegalArgumentException.class, () -> refusing.write(0, segment, 0));
    }

    @Test
    void aFileHasTheMembersOfTheOtherCodec() throws IOException {
        try (StructFile<Percent> file = StructFile.create(folder.resolve("percent.npy"), CODEC)) {
            file.append(Percent.of(5));
        }
        try (StructFile<MemorySegment> file = StructFile.open(folder.resolve("percent.npy"))) {
            assertEquals(5, file.get(0).get(JAVA_INT_UNALIGNED, 0));
        }
        StructCodec<Percent> twice =
                StructCodec.ofConverted(Percent.class, CODEC, percent -> percent, percent -> percent);
        try (StructFile<Percent> file = StructFile.open(folder.resolve("percent.npy"), twice)) {
            assertEquals(Percent.of(5), file.get(0));
        }
    }

    record Text(String text) {
        static final VarCodec<Text> CODEC =
                VarCodec.ofRecord(lookup(), Text.class, Layouts.varRecord(Layouts.varRef("text")));
    }

    static final VarCodec<URI> URIS = VarCodec.ofConverted(
            URI.class, Text.CODEC, uri -> new Text(uri.toString()), stored -> URI.create(stored.text));

    private static final VarCodec<URI> REFUSED =
            VarCodec.ofConverted(URI.class, Text.CODEC, uri -> new Text(uri.toString()), _ -> {
                throw new IllegalStateException("none");
            });

    private static final URI HOME = URI.create("https://example.com/home");

    @Test
    void aVariableLengthRecordIsConverted() {
        MemorySegment segment = MemorySegment.ofArray(new long[8]);
        long size = URIS.write(HOME, segment, 0);
        assertEquals(HOME, URIS.read(segment, 0));
        assertEquals(size, URIS.encodedSize(segment, 0));
        assertEquals(size, URIS.encodedSize(HOME));
        assertEquals(Text.CODEC.layout(), URIS.layout());
        String name = "java.net.URI as " + Text.CODEC;
        assertEquals(name, URIS.toString());
        assertNull("cannot write " + name + ": the value is null", () -> URIS.write(null, segment, 0));
        assertNull("cannot write " + name + ": the value is null", () -> URIS.encodedSize(null));
        Text.CODEC.write(new Text("not a URI"), segment, 0);
        CorruptRecordException refused = assertThrowsExactly(CorruptRecordException.class, () -> URIS.read(segment, 0));
        assertEquals(
                "cannot read " + name + " at offset=0: what is stored is Text[text=not a URI]: Illegal character in"
                        + " path at index 3: not a URI",
                refused.getMessage());
        MemorySegment longer = MemorySegment.ofArray(new byte[1000]);
        Text.CODEC.write(new Text("x" + "\ud83d\ude00".repeat(100)), longer, 0);
        String shown = assertThrowsExactly(CorruptRecordException.class, () -> REFUSED.read(longer, 0))
                .getMessage();
        assertTrue(shown.endsWith("Text[text=x" + "\ud83d\ude00".repeat(44) + "...: none"), shown);
    }

    @Test
    void aQueueAndAMapTakeThem() throws IOException {
        try (MappedQueue queue = MappedQueue.open(folder.resolve("queue"));
                Tailer tailer = queue.tailer()) {
            queue.appender().append(CODEC, Percent.of(4));
            queue.appender().append(URIS, HOME);
            assertEquals(Percent.of(4), tailer.poll(CODEC));
            assertEquals(HOME, tailer.poll(URIS));
        }
        try (MappedMap<URI, Percent> map =
                MappedMap.open(folder.resolve("map"), MapCodec.of(URIS), MapCodec.of(CODEC))) {
            map.put(HOME, Percent.of(3));
            assertEquals(Percent.of(3), map.get(HOME));
        }
    }

    @Test
    void othersThanThoseOfVerbatimAreRefused() {
        StructCodec<?> proxy = (StructCodec<?>) Proxy.newProxyInstance(
                ConvertedCodecTest.class.getClassLoader(),
                new Class<?>[] {StructCodec.class},
                (_, method, _) -> method.getName().equals("type") ? Stored.class : STORED.layout());
        String message = "expected a codec that StructCodec makes, found "
                + proxy.getClass().getName();
        assertRefused(message, () -> StructCodec.ofConverted(Percent.class, proxy, _ -> null, _ -> null));
        assertRefused(
                message, () -> TaggedCodec.builder(Object.class, JAVA_BYTE, 0).with(1, proxy));
    }

    private static void assertRefused(String message, Executable use) {
        assertEquals(
                message,
                assertThrowsExactly(IllegalArgumentException.class, use).getMessage());
    }

    @Test
    void anAlternativeOfATaggedCodecIsOfAClassThatValuesHave() {
        StructCodec<Share> abstractOne = StructCodec.ofConverted(
                Share.class,
                StructCodec.ofRecord(
                        lookup(), Stored.class, Layouts.struct(paddingLayout(4), JAVA_INT.withName("amount"))),
                _ -> new Stored(1),
                stored -> Percent.of(stored.amount));
        Refusals.assertRefused(
                () -> TaggedCodec.builder(Object.class, JAVA_BYTE, 0)
                        .with(1, abstractOne)
                        .build(),
                HERE + "Share: is abstract, and a value says by its class which alternative it is; make it the codec"
                        + " of that class");
    }

    @Test
    void anArrayIsAnAlternative() {
        TaggedCodec<Object> codec = TaggedCodec.builder(Object.class, JAVA_BYTE, 0)
                .with(
                        1,
                        StructCodec.ofConverted(
                                int[].class,
                                StructCodec.ofRecord(
                                        lookup(),
                                        Stored.class,
                                        Layouts.struct(paddingLayout(4), JAVA_INT.withName("amount"))),
                                array -> new Stored(array[0]),
                                stored -> new int[] {stored.amount}))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new long[1]);
        codec.write(new int[] {5}, segment, 0);
        assertArrayEquals(new int[] {5}, (int[]) codec.read(segment, 0));
    }

    @Test
    void aVariableLengthRecordIsAnAlternative() {
        VarCodec<Text> texts =
                VarCodec.ofRecord(lookup(), Text.class, Layouts.varRecord(paddingLayout(4), Layouts.varRef("text")));
        TaggedVarCodec<Object> codec = TaggedVarCodec.builder(Object.class, JAVA_BYTE, 8)
                .with(
                        7,
                        VarCodec.ofConverted(
                                URI.class, texts, uri -> new Text(uri.toString()), stored -> URI.create(stored.text)))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new long[16]);

        long size = codec.write(HOME, segment, 0);

        assertEquals(7, segment.get(JAVA_BYTE, 8));
        assertEquals(HOME, codec.read(segment, 0));
        assertEquals(size, codec.encodedSize(HOME));
    }

    sealed interface Share {}

    record Fraction(int over, int under) implements Share {}

    record Pair(Percent first, Percent second) {}

    @Test
    void itIsAnAlternativeAndTheCodecOfAConversion() {
        record Tagged(int amount) {}
        TaggedCodec<Share> shares = TaggedCodec.builder(Share.class, JAVA_BYTE, 0)
                .with(
                        'P',
                        StructCodec.ofConverted(
                                Percent.class,
                                StructCodec.ofRecord(
                                        lookup(),
                                        Tagged.class,
                                        Layouts.struct(paddingLayout(1), JAVA_INT.withName("amount"))),
                                percent -> new Tagged(percent.value),
                                tagged -> Percent.of(tagged.amount)))
                .with(
                        'F',
                        StructCodec.ofRecord(
                                lookup(),
                                Fraction.class,
                                Layouts.struct(
                                        paddingLayout(1), JAVA_INT.withName("over"), JAVA_INT.withName("under"))))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new long[2]);
        assertEquals(8, shares.write(Percent.of(6), segment, 0));
        assertEquals('P', segment.get(JAVA_BYTE, 0));
        assertEquals(Percent.of(6), shares.read(segment, 0));

        StructCodec<Pair> pairs = StructCodec.ofRecord(
                lookup(),
                Pair.class,
                Layouts.struct(
                        STORED.layout().withName("first"), STORED.layout().withName("second")),
                Conversions.of(Conversion.ofStruct(Percent.class, CODEC, percent -> percent, percent -> percent)));
        pairs.write(new Pair(Percent.of(1), Percent.of(2)), segment, 0);
        assertEquals(1 + (2L << 32), segment.get(JAVA_LONG, 0));
        assertEquals(new Pair(Percent.of(1), Percent.of(2)), pairs.read(segment, 0));
    }

    sealed interface Signal {}

    /** One object, as an {@code object} of Kotlin is. */
    static final class Heartbeat implements Signal {
        static final Heartbeat INSTANCE = new Heartbeat();

        private Heartbeat() {}
    }

    record Level(int value) implements Signal {}

    @Test
    void anAlternativeWithoutMembersIsStoredAsOneByte() {
        record Nothing(byte nothing) {}
        TaggedCodec<Signal> signals = TaggedCodec.builder(Signal.class, JAVA_BYTE, 0)
                .with(
                        'H',
                        StructCodec.ofConverted(
                                Heartbeat.class,
                                StructCodec.ofRecord(
                                        lookup(),
                                        Nothing.class,
                                        Layouts.struct(paddingLayout(1), JAVA_BYTE.withName("nothing"))),
                                heartbeat -> new Nothing((byte) 0),
                                nothing -> Heartbeat.INSTANCE))
                .with(
                        'L',
                        StructCodec.ofRecord(
                                lookup(), Level.class, Layouts.struct(paddingLayout(1), JAVA_INT.withName("value"))))
                .build();
        MemorySegment segment = MemorySegment.ofArray(new long[2]);

        assertEquals(2, signals.write(Heartbeat.INSTANCE, segment, 0));
        assertSame(Heartbeat.INSTANCE, signals.read(segment, 0));
        signals.write(new Level(5), segment, 0);
        assertEquals(new Level(5), signals.read(segment, 0));
    }
}
