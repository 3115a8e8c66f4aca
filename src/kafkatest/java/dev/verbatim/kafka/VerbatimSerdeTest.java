package dev.verbatim.kafka;

import static java.lang.invoke.MethodHandles.lookup;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.LayoutText;
import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import dev.verbatim.kafka.Records.LongNote;
import dev.verbatim.kafka.Records.Note;
import dev.verbatim.kafka.Records.NoteView;
import dev.verbatim.kafka.Records.Point;
import dev.verbatim.kafka.Records.PointView;
import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Serializers and deserializers, without a broker. */
class VerbatimSerdeTest {

    private static final String TOPIC = "points";
    private static final String POINT_TEXT = "{\"id\":j,\"x\":i,\"\":x4}";

    private final VerbatimSerde<Point> points = VerbatimSerde.of(Point.CODEC);
    private final VerbatimSerde<Note> notes = VerbatimSerde.of(Note.CODEC);
    private final VerbatimSerde<LongNote> longNotes = VerbatimSerde.of(LongNote.CODEC);
    private final VerbatimSerde<PointView> views = VerbatimSerde.of(PointView.VIEWS);
    private final Headers headers = new RecordHeaders();

    /** A topic of layouts in memory. */
    private static final class Texts implements LayoutTexts {
        private final Map<LayoutFingerprint, String> texts = new HashMap<>();
        private int finds;

        @Override
        public @Nullable String find(LayoutFingerprint fingerprint) {
            finds++;
            return texts.get(fingerprint);
        }

        @Override
        public void publish(String text) {
            texts.put(LayoutFingerprint.of(text), text);
        }

        @Override
        public String toString() {
            return "topic=texts";
        }
    }

    private static <T> void use(VerbatimSerde<T> serde, LayoutTexts texts) {
        ((VerbatimSerde.Writer<?>) serde.serializer()).use(texts);
        ((VerbatimSerde.Reader<?>) serde.deserializer()).use(texts);
    }

    private static byte[] le(long id, int x) {
        return ByteBuffer.allocate(Long.BYTES + 2 * Integer.BYTES)
                .order(ByteOrder.nativeOrder())
                .putLong(id)
                .putInt(x)
                .array();
    }

    @Property
    void theBytesAreTheCodecsAndNothingElse(@ForAll long id, @ForAll int x) {
        byte[] bytes = points.serializer().serialize(TOPIC, headers, new Point(id, x));

        assertArrayEquals(le(id, x), bytes);
        assertEquals(new Point(id, x), points.deserializer().deserialize(TOPIC, headers, bytes));
        PointView view = views.deserializer().deserialize(TOPIC, headers, bytes);
        assertEquals(id, view.id());
        assertEquals(x, view.x());
        assertArrayEquals(bytes, views.serializer().serialize(TOPIC, headers, view));
    }

    @Property
    void variableLengthIsTheSame(@ForAll long id, @ForAll byte stars) {
        Note note = new Note(id, "*".repeat(stars & 0x7f));
        byte[] bytes = notes.serializer().serialize(TOPIC, headers, note);

        byte[] expected = new byte[bytes.length];
        assertEquals(bytes.length, Note.CODEC.write(note, MemorySegment.ofArray(expected), 0));
        assertArrayEquals(expected, bytes);
        assertEquals(note, notes.deserializer().deserialize(TOPIC, headers, bytes));
    }

    @Test
    void theHeaderIsAVersionAndHalfASha256OfTheLayout() throws Exception {
        assertEquals(POINT_TEXT, LayoutText.of(Point.LAYOUT));
        points.serializer().serialize(TOPIC, headers, new Point(1, 2));

        String digest =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(POINT_TEXT.getBytes(UTF_8)));
        byte[] header = headers.lastHeader("verbatim.layout").value();
        assertEquals("01" + digest.substring(0, 32), HexFormat.of().formatHex(header));
        assertEquals(digest.substring(0, 32), LayoutFingerprint.of(Point.LAYOUT).toString());
        assertEquals(LayoutFingerprint.of(Point.LAYOUT), LayoutFingerprint.ofHeader(header));
    }

    @Test
    void aRecordThatIsSentOnHasOneHeader() {
        headers.add("verbatim.layout", new byte[] {1, 2, 3}).add("other", new byte[] {4});
        points.serializer().serialize(TOPIC, headers, new Point(1, 2));

        assertEquals(2, headers.toArray().length);
        assertArrayEquals(
                LayoutFingerprint.of(Point.LAYOUT).toHeader(),
                headers.lastHeader("verbatim.layout").value());
    }

    /** A producer makes the headers read-only when it has serialized a record. */
    @Test
    void aRecordCanBeSentAgain() {
        byte[] bytes = points.serializer().serialize(TOPIC, headers, new Point(1, 2));
        ((RecordHeaders) headers).setReadOnly();

        assertArrayEquals(bytes, points.serializer().serialize(TOPIC, headers, new Point(1, 2)));
        assertEquals(1, headers.toArray().length);
    }

    @Test
    void aSerdeThatWasUsedBeforePublishesWhenItIsConfigured() {
        points.serializer().serialize(TOPIC, headers, new Point(1, 2));
        Texts texts = new Texts();
        use(points, texts);
        points.serializer().serialize(TOPIC, headers, new Point(1, 2));

        assertEquals(POINT_TEXT, texts.texts.get(LayoutFingerprint.of(Point.LAYOUT)));
    }

    @Test
    void nullIsATombstone() {
        assertNull(points.serializer().serialize(TOPIC, headers, null));
        assertNull(points.serializer().serialize(TOPIC, null));
        assertEquals(0, headers.toArray().length);
        assertNull(points.deserializer().deserialize(TOPIC, headers, (byte[]) null));
        assertNull(points.deserializer().deserialize(TOPIC, headers, (ByteBuffer) null));
        assertNull(points.deserializer().deserialize(TOPIC, null));
    }

    @Test
    void aBufferIsReadWhereItLiesAndNotMoved() {
        try (Arena arena = Arena.ofConfined()) {
            for (ByteBuffer buffer : new ByteBuffer[] {
                ByteBuffer.allocate(40), arena.allocate(40).asByteBuffer()
            }) {
                buffer.position(7).put(le(5, 6)).flip().position(7);
                assertEquals(new Point(5, 6), points.deserializer().deserialize(TOPIC, headers, buffer));
                PointView view = views.deserializer().deserialize(TOPIC, headers, buffer);
                assertEquals(7, buffer.position());
                assertEquals(23, buffer.limit());

                buffer.put(7, le(8, 9));
                assertEquals(8, view.id(), "the view shows the buffer");
                assertThrows(IllegalArgumentException.class, () -> view.id(1), "it cannot write");
            }
        }
    }

    @Test
    void aViewOfAnArrayCannotWrite() {
        byte[] bytes = le(5, 6);
        for (PointView view : new PointView[] {
            views.deserializer().deserialize(TOPIC, bytes), views.deserializer().deserialize(TOPIC, headers, bytes)
        }) {
            assertThrows(IllegalArgumentException.class, () -> view.id(1));
        }
        assertArrayEquals(le(5, 6), bytes);
    }

    record Inner(byte a, short b) {}

    record Padded(byte first, List<Inner> inners, Inner inner, long last, byte end) {
        static final StructLayout INNER =
                Layouts.struct(ValueLayout.JAVA_BYTE.withName("a"), ValueLayout.JAVA_SHORT.withName("b"));
        static final StructLayout LAYOUT = Layouts.struct(
                ValueLayout.JAVA_BYTE.withName("first"),
                MemoryLayout.sequenceLayout(3, INNER).withName("inners"),
                INNER.withName("inner"),
                MemoryLayout.paddingLayout(3),
                ValueLayout.JAVA_LONG.withName("last"),
                ValueLayout.JAVA_BYTE.withName("end"));
        static final StructCodec<Padded> CODEC = StructCodec.ofRecord(lookup(), Padded.class, LAYOUT);
    }

    interface PaddedView extends StructView {
        ViewFactory<PaddedView> VIEWS = ViewFactory.of(lookup(), PaddedView.class, Padded.LAYOUT);

        long last();
    }

    /** The bytes of a key say which one it is, and to which partition it goes. */
    @Test
    void whatIsInThePaddingOfAViewIsNotCopied() {
        Inner inner = new Inner((byte) -1, (short) -1);
        Padded value = new Padded((byte) -1, List.of(inner, inner, inner), inner, -1, (byte) -1);
        MemorySegment used = MemorySegment.ofArray(new byte[5 + 40 + 5]).fill((byte) 0x5a);
        Padded.CODEC.write(value, used, 5);

        byte[] expected = VerbatimSerde.of(Padded.CODEC).serializer().serialize(TOPIC, value);
        assertEquals(
                "ff00 ff00ffff ff00ffff ff00ffff ff00ffff 000000 000000 ffffffffffffffff ff00000000000000"
                        .replace(" ", ""),
                HexFormat.of().formatHex(expected));
        PaddedView view = PaddedView.VIEWS.wrap(used, 5);
        assertArrayEquals(
                expected, VerbatimSerde.of(PaddedView.VIEWS).serializer().serialize(TOPIC, view));
        assertEquals(0x5a, used.get(ValueLayout.JAVA_BYTE, 6), "it is the copy that is cleared");
    }

    @Test
    void otherSizesAreRefused() {
        for (VerbatimSerde<?> serde : new VerbatimSerde<?>[] {points, views}) {
            CorruptRecordException e = assertThrows(
                    CorruptRecordException.class, () -> serde.deserializer().deserialize(TOPIC, new byte[15]));
            assertTrue(e.getMessage().endsWith(": expected 16 bytes, found 15 bytes"), e.getMessage());
        }
        assertThrows(CorruptRecordException.class, () -> notes.deserializer().deserialize(TOPIC, new byte[15]));
    }

    @Test
    void otherSizesOfVariableLengthAreRefused() {
        byte[] bytes = notes.serializer().serialize(TOPIC, headers, new Note(1, "a"));
        for (VerbatimSerde<?> serde : new VerbatimSerde<?>[] {notes, VerbatimSerde.of(NoteView.VIEWS)}) {
            for (int size = 0; size < bytes.length + 9; size++) {
                byte[] other = Arrays.copyOf(bytes, size);
                if (size == bytes.length) {
                    serde.deserializer().deserialize(TOPIC, other);
                    continue;
                }
                CorruptRecordException e = assertThrows(
                        CorruptRecordException.class, () -> serde.deserializer().deserialize(TOPIC, other));
                String expected = size < 8 ? "at least 8" : Integer.toString(bytes.length);
                String end = ": expected " + expected + " bytes, found " + size + " bytes";
                assertTrue(e.getMessage().endsWith(end), e.getMessage());
            }
        }
    }

    @Test
    void anotherLayoutIsRefusedWithBothTexts() {
        Texts texts = new Texts();
        use(points, texts);
        use(notes, texts);
        byte[] bytes = points.serializer().serialize(TOPIC, headers, new Point(1, 2));

        assertEquals(
                "cannot read a record of topic=points with " + Note.CODEC + ": 1 mismatch\n"
                        + "  - the codec has the layout " + LayoutText.of(Note.LAYOUT) + ", that of the record is "
                        + POINT_TEXT,
                assertThrows(
                                LayoutMismatchException.class,
                                () -> notes.deserializer().deserialize(TOPIC, headers, bytes))
                        .getMessage());
    }

    @Test
    void aLayoutThatNobodyKnowsIsRefusedByItsFingerprint() {
        byte[] bytes = longNotes.serializer().serialize(TOPIC, headers, new LongNote(1, "a", 2));
        String found = "the codec has the layout " + LayoutText.of(Note.LAYOUT) + ", that of the record is unknown:"
                + " fingerprint=" + LayoutFingerprint.of(LongNote.LAYOUT) + ", looked up in ";

        LayoutMismatchException e = assertThrows(
                LayoutMismatchException.class, () -> notes.deserializer().deserialize(TOPIC, headers, bytes));
        assertEquals(
                found + "no topic of layouts: this deserializer was not configured with bootstrap.servers",
                e.mismatches().getFirst());
        use(notes, new Texts());
        e = assertThrows(
                LayoutMismatchException.class, () -> notes.deserializer().deserialize(TOPIC, headers, bytes));
        assertEquals(found + "topic=texts", e.mismatches().getFirst());
    }

    @Test
    void whatHasGrownIsReadBothWays() {
        Texts texts = new Texts();
        use(notes, texts);
        use(longNotes, texts);
        Headers newer = new RecordHeaders();
        byte[] older = notes.serializer().serialize(TOPIC, headers, new Note(1, "a"));
        byte[] grown = longNotes.serializer().serialize(TOPIC, newer, new LongNote(2, "b", 3));

        for (int i = 0; i < 3; i++) {
            assertEquals(new LongNote(1, "a", 0), longNotes.deserializer().deserialize(TOPIC, headers, older));
            assertEquals(new Note(2, "b"), notes.deserializer().deserialize(TOPIC, newer, grown));
        }
        assertEquals(2, texts.finds, "one look for each layout");
    }

    @Test
    void oneLooksAtNoTopicForOnesOwnLayout() {
        Texts texts = new Texts();
        use(points, texts);
        byte[] bytes = points.serializer().serialize(TOPIC, headers, new Point(1, 2));

        assertEquals(new Point(1, 2), points.deserializer().deserialize(TOPIC, headers, bytes));
        assertEquals(0, texts.finds);
        assertEquals(POINT_TEXT, texts.texts.get(LayoutFingerprint.of(Point.LAYOUT)));
    }

    @Test
    void aHeaderOfAnotherVersionIsRefused() {
        headers.add("verbatim.layout", new byte[] {2, 0});
        assertEquals(
                "header verbatim.layout: expected 17 bytes of version=1, found 2 bytes: 0x0200",
                assertThrows(
                                SerializationException.class,
                                () -> points.deserializer().deserialize(TOPIC, headers, le(1, 2)))
                        .getMessage());
    }

    @Test
    void keysHaveNoHeaderAndReadNone() {
        headers.add("verbatim.layout", LayoutFingerprint.of(Note.LAYOUT).toHeader());
        points.configure(Map.of("bootstrap.servers", "localhost:1"), true);

        byte[] bytes = points.serializer().serialize(TOPIC, headers, new Point(1, 2));
        assertEquals(new Point(1, 2), points.deserializer().deserialize(TOPIC, headers, bytes));
        assertEquals(1, headers.toArray().length);
    }

    @Test
    void alignmentsDoNotCount() {
        StructLayout packed = Layouts.packed(Point.LAYOUT);
        assertFalse(LayoutFingerprint.of(packed).equals(LayoutFingerprint.of(Point.LAYOUT)), "it has no padding");
        StructLayout unaligned = Layouts.struct(
                ValueLayout.JAVA_LONG_UNALIGNED.withName("id"),
                ValueLayout.JAVA_INT_UNALIGNED.withName("x"),
                MemoryLayout.paddingLayout(4));
        assertEquals(LayoutFingerprint.of(Point.LAYOUT), LayoutFingerprint.of(unaligned));
    }
}
