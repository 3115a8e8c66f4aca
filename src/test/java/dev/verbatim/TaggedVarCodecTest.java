package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_CHAR;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Variable-length records of several types, which a tag tells apart. */
class TaggedVarCodecTest {

    sealed interface Event permits Started, Logged, Ended {}

    record Started(int pid) implements Event {
        static final VarCodec<Started> CODEC = VarCodec.ofRecord(
                lookup(), Started.class, Layouts.varRecord(paddingLayout(4), JAVA_INT.withName("pid")));
    }

    record Logged(String text, List<String> tags) implements Event {
        static final VarCodec<Logged> CODEC = VarCodec.ofRecord(
                lookup(),
                Logged.class,
                Layouts.varRecord(paddingLayout(4), Layouts.varRef("text"), Layouts.varRef("tags", Layouts.varText())));
    }

    /** Has the layout of {@link Started}. */
    record Ended(int pid) implements Event {
        static final VarCodec<Ended> CODEC = VarCodec.ofRecord(lookup(), Ended.class, Started.CODEC.layout());
    }

    private static final ValueLayout TAG = JAVA_SHORT.withOrder(ByteOrder.BIG_ENDIAN);

    /** The tag has two more bytes of padding before it. */
    private static final TaggedVarCodec<Event> CODEC = TaggedVarCodec.builder(Event.class, TAG, 10)
            .with('S', Started.CODEC)
            .with(-2, Logged.CODEC)
            .with('E', Ended.CODEC)
            .build();

    private static final String NAME = "dev.verbatim.TaggedVarCodecTest$Event (by the short at offset 10)";

    private static final Logged LOGGED = new Logged("héllo", List.of("a", ""));

    @TempDir
    private Path folder;

    private final MemorySegment segment = MemorySegment.ofArray(new byte[128]);

    @Test
    void bytesAreTheTagInTheRecord() {
        segment.fill((byte) 0x55);
        assertEquals(16, CODEC.write(new Started(0x01020304), segment, 1));
        byte[] expected = {16, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0, 'S', 4, 3, 2, 1};
        assertArrayEquals(expected, segment.asSlice(1, 16).toArray(JAVA_BYTE));
        assertEquals(0x55, segment.get(JAVA_BYTE, 0));
        assertEquals(0x55, segment.get(JAVA_BYTE, 17));
        assertEquals(new Started(0x01020304), CODEC.read(segment, 1));
    }

    @Test
    void typesOfOneLayoutDifferByTheirTags() {
        long end = CODEC.write(new Ended(7), segment, 0);
        CODEC.write(new Started(7), segment, end);
        assertEquals(new Ended(7), CODEC.read(segment, 0));
        assertEquals(new Started(7), CODEC.read(segment, end));
    }

    @Test
    void valuesHaveTheirOwnCodecs() {
        assertEquals(Event.class, CODEC.type());
        assertEquals(List.of(Logged.CODEC, Ended.CODEC, Started.CODEC), CODEC.codecs());
        assertSame(Logged.CODEC, CODEC.codecOf(LOGGED));
        CODEC.write(LOGGED, segment, 3);
        assertSame(Logged.CODEC, CODEC.codecAt(segment, 3));
    }

    @Test
    void valuesHaveTheirOwnSizes() {
        long size = CODEC.write(LOGGED, segment, 3);
        assertEquals(Logged.CODEC.encodedSize(LOGGED), size);
        assertEquals(size, CODEC.encodedSize(LOGGED));
        assertEquals(size, CODEC.encodedSize(segment, 3));
        assertEquals(16, CODEC.encodedSize(new Ended(1)));
    }

    @Test
    void everyKindOfSegmentIsRead() throws IOException {
        Path file = Files.write(folder.resolve("events"), new byte[128]);
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(file, READ, WRITE)) {
            for (MemorySegment any : List.of(
                    segment,
                    MemorySegment.ofArray(new int[32]),
                    MemorySegment.ofArray(new long[16]),
                    arena.allocate(128),
                    Arena.global().allocate(128),
                    channel.map(FileChannel.MapMode.READ_WRITE, 0, 128, arena))) {
                for (Event event : List.of(new Started(-5), LOGGED, new Ended(3))) {
                    CODEC.write(event, any, 3);
                    assertEquals(event, CODEC.read(any, 3));
                    assertEquals(CODEC.encodedSize(event), CODEC.encodedSize(any, 3));
                }
            }
        }
    }

    @Test
    void anUnknownTagIsCorrupt() {
        CODEC.write(LOGGED, segment, 3);
        segment.set(JAVA_BYTE, 14, (byte) 9);
        String expected = "cannot read " + NAME + " at offset=3: the tag at offset=13: expected -2, 69 ('E'), 83 ('S'),"
                + " found -247";
        assertCorrupt(expected, 3);
    }

    private void assertCorrupt(String expected, long offset) {
        for (CorruptRecordException fault : List.of(
                assertThrows(CorruptRecordException.class, () -> CODEC.read(segment, offset)),
                assertThrows(CorruptRecordException.class, () -> CODEC.codecAt(segment, offset)),
                assertThrows(CorruptRecordException.class, () -> CODEC.encodedSize(segment, offset)))) {
            assertEquals(expected, fault.getMessage());
        }
    }

    @Test
    void aRecordThatIsTooShortForATagIsCorrupt() {
        for (int fixedSize : new int[] {11, 8, 0, -1}) {
            segment.set(JAVA_INT_UNALIGNED, 0, fixedSize);
            segment.set(JAVA_INT_UNALIGNED, 4, 16);
            assertCorrupt(
                    "cannot read the tag of " + NAME + " at offset=0: expected a fixedSize of 12 bytes or more, found "
                            + fixedSize,
                    0);
        }
    }

    @Test
    void aRecordThatDoesNotLieWithinTheSegmentIsCorrupt() {
        segment.set(JAVA_INT_UNALIGNED, 117, 16);
        segment.set(JAVA_INT_UNALIGNED, 121, 16);
        assertCorrupt(
                "cannot read the tag of " + NAME + " at offset=117: expected a record of fixedSize=16 within the"
                        + " segment, found byteSize=128",
                117);
        segment.set(JAVA_INT_UNALIGNED, 116, 16);
        segment.set(JAVA_INT_UNALIGNED, 120, 16);
        segment.set(JAVA_SHORT.withByteAlignment(1).withOrder(ByteOrder.BIG_ENDIAN), 126, (short) 'S');
        assertSame(Started.CODEC, CODEC.codecAt(segment, 116));
        assertThrows(CorruptRecordException.class, () -> CODEC.read(segment, 116));
    }

    @Test
    void aHeaderThatDoesNotLieWithinTheSegmentIsOutOfBounds() {
        String expected = "cannot read the tag of " + NAME
                + " at offset=121: expected 8 bytes within the segment, found byteSize=128";
        assertEquals(
                expected,
                assertThrows(IndexOutOfBoundsException.class, () -> CODEC.read(segment, 121))
                        .getMessage());
        assertEquals(
                expected,
                assertThrows(IndexOutOfBoundsException.class, () -> CODEC.codecAt(segment, 121))
                        .getMessage());
        assertThrows(IndexOutOfBoundsException.class, () -> CODEC.encodedSize(segment, 121));
        assertThrows(IndexOutOfBoundsException.class, () -> CODEC.read(segment, -1));
        assertThrows(IndexOutOfBoundsException.class, () -> CODEC.read(segment, Long.MAX_VALUE));
    }

    @Test
    void aWrongValueLeavesTheSegment() {
        assertEquals(
                "cannot write dev.verbatim.TaggedVarCodecTest$Logged (records of 32 bytes and a tail) at offset=0:"
                        + " text has an unpaired surrogate at index=0, which UTF-8 has no bytes for; remove it",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> CODEC.write(new Logged("\ud800", List.of()), segment, 0))
                        .getMessage());
        assertThrows(NullPointerException.class, () -> CODEC.write(null, segment, 0));
        assertThrows(NullPointerException.class, () -> CODEC.encodedSize(null));
        assertThrows(NullPointerException.class, () -> CODEC.codecOf(null));
        assertThrows(IndexOutOfBoundsException.class, () -> CODEC.write(new Started(1), segment, 113));
        assertArrayEquals(new byte[128], segment.toArray(JAVA_BYTE));
    }

    @Test
    void closedAndReadOnlySegmentsAreRefused() {
        Arena arena = Arena.ofConfined();
        MemorySegment closed = arena.allocate(32);
        arena.close();
        assertThrows(IllegalStateException.class, () -> CODEC.read(closed, 0));
        assertThrows(IllegalStateException.class, () -> CODEC.write(new Started(1), closed, 0));
        assertThrows(IllegalArgumentException.class, () -> CODEC.write(new Started(1), segment.asReadOnly(), 0));
    }

    interface Animal {}

    record Dog(String name) implements Animal {}

    record Cat(String name) implements Animal {}

    private static <R extends Record> VarCodec<R> named(Class<R> type, MemoryLayout... first) {
        MemoryLayout[] members = List.of(first).toArray(new MemoryLayout[first.length + 1]);
        members[first.length] = Layouts.varRef("name");
        return VarCodec.ofRecord(lookup(), type, Layouts.varRecord(members));
    }

    @Test
    void aClassWithoutAnAlternativeIsRefused() {
        TaggedVarCodec<Animal> dogs = TaggedVarCodec.builder(Animal.class, JAVA_BYTE, 8)
                .with(0, named(Dog.class, paddingLayout(1)))
                .build();
        String expected = "cannot write dev.verbatim.TaggedVarCodecTest$Animal (by the byte at offset 8): expected a"
                + " value of dev.verbatim.TaggedVarCodecTest$Dog, found one of dev.verbatim.TaggedVarCodecTest$Cat; add"
                + " an alternative for this class";
        assertEquals(
                expected,
                assertThrows(IllegalArgumentException.class, () -> dogs.write(new Cat("x"), segment, 0))
                        .getMessage());
        assertEquals(
                expected,
                assertThrows(IllegalArgumentException.class, () -> dogs.encodedSize(new Cat("x")))
                        .getMessage());
    }

    @Test
    void everyReasonIsListed() {
        TaggedVarCodec.Builder<Animal> builder = TaggedVarCodec.builder(Animal.class, JAVA_BYTE, 16)
                .with(300, named(Dog.class, paddingLayout(16)))
                .with(1, named(Dog.class, paddingLayout(2)))
                .with(1, named(Cat.class));
        assertEquals(
                List.of(
                        "dev.verbatim.TaggedVarCodecTest$Dog: tag=300 is no byte; expected tags all from -128 to 127,"
                                + " or all from 0 to 255",
                        "dev.verbatim.TaggedVarCodecTest$Dog: the layout has a member where the tag is, at offsets 16"
                                + " to 16; make it padding with Layouts.withPadding, and remove it from the type",
                        "dev.verbatim.TaggedVarCodecTest$Dog: has two tags, 300 and 1, and a value would not say which"
                                + " to write; make two types",
                        "dev.verbatim.TaggedVarCodecTest$Cat: the layout has byteSize=16; make it one of 17 bytes or"
                                + " more, with padding for the tag at offset=16",
                        "dev.verbatim.TaggedVarCodecTest$Cat: has tag=1, and so has"
                                + " dev.verbatim.TaggedVarCodecTest$Dog; give each a tag of its own"),
                assertThrows(LayoutMismatchException.class, builder::build).mismatches());
    }

    @Test
    void everyPermittedClassNeedsAnAlternative() {
        assertEquals(
                List.of(
                        "dev.verbatim.TaggedVarCodecTest$Logged: is permitted by"
                                + " dev.verbatim.TaggedVarCodecTest$Event, but there is no alternative for it; add one"
                                + " by `with(tag, codec)`",
                        "dev.verbatim.TaggedVarCodecTest$Ended: is permitted by"
                                + " dev.verbatim.TaggedVarCodecTest$Event, but there is no alternative for it; add one"
                                + " by `with(tag, codec)`"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> TaggedVarCodec.builder(Event.class, TAG, 10)
                                        .with(1, Started.CODEC)
                                        .build())
                        .mismatches());
    }

    @Test
    void theTagIsBehindTheHeader() {
        int most = Integer.MAX_VALUE - 31; // as record-format.md has it
        for (long offset : new long[] {-1, 0, 7, most - 1, 1L << 40}) {
            assertEquals(
                    "expected a tagOffset from 8, behind the header of a variable-length record, to " + (most - 2)
                            + ", found " + offset,
                    assertThrows(IllegalArgumentException.class, () -> TaggedVarCodec.builder(Event.class, TAG, offset))
                            .getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> TaggedVarCodec.builder(Event.class, JAVA_LONG, 8));
    }

    @Test
    void tagsAreIntegersOfAtMostFourBytes() {
        for (ValueLayout tag : List.of(JAVA_BYTE, JAVA_SHORT, JAVA_CHAR, JAVA_INT)) {
            TaggedVarCodec<Animal> codec = TaggedVarCodec.builder(Animal.class, tag, 11)
                    .with(200, named(Dog.class, paddingLayout(8)))
                    .build();
            codec.write(new Dog("Rex"), segment, 0);
            assertEquals((byte) 200, segment.get(JAVA_BYTE, 11));
            assertEquals(new Dog("Rex"), codec.read(segment, 0));
        }
    }

    record Body(int x) {}

    record Framed(Body body) implements Animal {}

    record Inner(Body body, String name) {}

    record Nested(Inner inner) implements Animal {}

    /** A conversion of bytes writes all of them, also where the layout has padding. */
    @Test
    void theTagDoesNotLieInWhatAConversionWrites() {
        TaggedCodec<Body> bodies = TaggedCodec.builder(Body.class, JAVA_INT, 0)
                .with(
                        1,
                        StructCodec.ofRecord(
                                lookup(), Body.class, Layouts.struct(paddingLayout(4), JAVA_INT.withName("x"))))
                .build();
        StructLayout body = MemoryLayout.structLayout(paddingLayout(4), JAVA_INT.withName("x"));
        VarCodec<Framed> framed = VarCodec.builder(
                        lookup(), Framed.class, Layouts.varRecord(body.withName("body"), paddingLayout(8)))
                .withConversions(Conversions.of(bodies.conversion()))
                .build();
        String mismatch = assertThrows(
                        LayoutMismatchException.class,
                        () -> TaggedVarCodec.builder(Animal.class, JAVA_BYTE, 8)
                                .with(1, framed)
                                .build())
                .getMessage();
        assertTrue(mismatch.contains("lies in the member `body`, at offsets 8 to 15"), mismatch);
        TaggedVarCodec.builder(Animal.class, JAVA_BYTE, 16).with(1, framed).build();

        StructLayout named = MemoryLayout.structLayout(body.withName("body"), Layouts.varRef("name"));
        VarCodec<Nested> nested = VarCodec.builder(
                        lookup(), Nested.class, Layouts.varRecord(named.withName("inner"), paddingLayout(8)))
                .withConversions(Conversions.of(bodies.conversion()))
                .build();
        mismatch = assertThrows(
                        LayoutMismatchException.class,
                        () -> TaggedVarCodec.builder(Animal.class, JAVA_BYTE, 8)
                                .with(1, nested)
                                .build())
                .getMessage();
        assertTrue(mismatch.contains("lies in the member `inner.body`, at offsets 8 to 15"), mismatch);
        TaggedVarCodec<Animal> behind = TaggedVarCodec.builder(Animal.class, JAVA_BYTE, 24)
                .with(1, nested)
                .build();
        Nested value = new Nested(new Inner(new Body(3), "name"));
        behind.write(value, segment, 0);
        assertEquals(value, behind.read(segment, 0));
    }

    record Grown(int pid, String host, double load) implements Animal {}

    @Test
    void aTypeCanGrow() {
        StructLayout grown =
                Layouts.grown(Started.CODEC.layout(), Layouts.varRef("host"), JAVA_DOUBLE.withName("load"));
        TaggedVarCodec<Animal> newer = TaggedVarCodec.builder(Animal.class, TAG, 10)
                .with(
                        'S',
                        VarCodec.builder(lookup(), Grown.class, grown)
                                .withDefault("host", "unknown")
                                .build())
                .build();
        CODEC.write(new Started(7), segment, 0);
        assertEquals(new Grown(7, "unknown", 0), newer.read(segment, 0));
        long size = newer.write(new Grown(8, "web", 0.5), segment, 0);
        assertEquals(new Started(8), CODEC.read(segment, 0));
        assertEquals(size, CODEC.encodedSize(segment, 0));
    }

    /** Mutable classes and classes that are filled are read as new objects. */
    @Test
    void alternativesMayBeClasses() {
        TaggedVarCodec<Object> codec = TaggedVarCodec.builder(Object.class, JAVA_BYTE, 8)
                .with(
                        1,
                        VarCodec.ofClass(
                                lookup(), Memo.class, Layouts.varRecord(paddingLayout(1), Layouts.varRef("text"))))
                .build();
        Memo memo = new Memo();
        memo.text = "hello";
        codec.write(memo, segment, 0);
        assertEquals("hello", ((Memo) codec.read(segment, 0)).text);
    }

    static final class Memo {
        private String text = "";
    }
}
