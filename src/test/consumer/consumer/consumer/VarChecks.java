package consumer;

import static consumer.Checks.thrown;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;

import consumer.base.Trail;
import consumer.lib.Arrow;
import consumer.lib.Color;
import consumer.lib.Point;
import consumer.lib.Token;
import consumer.lib.Vector;
import dev.verbatim.CorruptRecordException;
import dev.verbatim.LayoutMismatchException;
import dev.verbatim.Layouts;
import dev.verbatim.ReusableVarCodec;
import dev.verbatim.VarCodec;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Variable-length records of types in this module's nests and packages and of another module, and what is wrong with
 * them.
 */
final class VarChecks {

    private static final StructLayout POINT =
            Layouts.struct(JAVA_DOUBLE.withName("x"), JAVA_DOUBLE.withName("y"), JAVA_INT.withName("tag"));
    private static final StructLayout VECTOR = Layouts.struct(JAVA_LONG.withName("id"), JAVA_FLOAT.withName("length"));

    private record Tag(String text, int weight) {}

    private static final StructLayout OLD_TAG = Layouts.varRecord(Layouts.varRef("text"));
    private static final StructLayout TAG = Layouts.grown(OLD_TAG, JAVA_INT.withName("weight"));

    private record OldTag(String text) {}

    private record OldTags(List<OldTag> tags) {}

    private static final VarCodec<OldTags> OLD_TAGS =
            VarCodec.ofRecord(lookup(), OldTags.class, Layouts.varRecord(Layouts.varRef("tags", OLD_TAG)));

    private static final class Tags {
        private List<Tag> tags;
        private StringBuilder note;
        private long[] times;
        private Color color;
        private String code;

        private static final ReusableVarCodec<Tags> CODEC = VarCodec.builder(
                        lookup(),
                        Tags.class,
                        Layouts.grown(
                                Layouts.varRecord(Layouts.varRef("tags", TAG)),
                                Layouts.varRef("note"),
                                Layouts.varRef("times", JAVA_LONG),
                                JAVA_BYTE.withName("color"),
                                sequenceLayout(5, JAVA_BYTE).withName("code")))
                .withDefault("tags[].weight", 5)
                .withDefault("note", "none")
                .withDefault("color", Color.BLUE)
                .withDefault("code", "bläu")
                .buildReusable();

        private static Tags sample() {
            Tags tags = new Tags();
            tags.tags = List.of(new Tag("grüße", 1), new Tag(null, 2));
            tags.note = new StringBuilder("note");
            tags.times = new long[] {1, 2};
            tags.color = Color.GREEN;
            tags.code = "grün";
            return tags;
        }
    }

    private static final VarCodec<Trail> TRAIL = VarCodec.ofRecord(lookup(), Trail.class, Trail.LAYOUT);

    private static final VarCodec<Arrow> ARROW = VarCodec.ofRecord(
            lookup(),
            Arrow.class,
            Layouts.varRecord(
                    JAVA_BYTE.withName("color"),
                    Layouts.varRef("name"),
                    Layouts.varRef("marks", JAVA_INT),
                    POINT.withName("from"),
                    VECTOR.withName("vector"),
                    Layouts.varRef("via", POINT),
                    Layouts.varRef("more", POINT),
                    Layouts.varRef("vectors", VECTOR)));

    private VarChecks() {}

    static void run() {
        roundTrip(TRAIL, Trail.sample());
        roundTrip(ARROW, arrow());
        roundTrip(Tags.CODEC, Tags.sample());
        olderRecords();
        valuesThatCannotBeWritten();
        segmentsThatCannotBeWritten();
        layoutsThatDoNotMatch();
        elementsThatCannotBeMade();
        whatADtoThrows();
    }

    private static Arrow arrow() {
        Point point = new Point(1, 2, 3);
        return new Arrow(
                Color.RED,
                "arrow",
                new int[] {7},
                point,
                new Vector(),
                new Point[] {point},
                List.of(point, point),
                new ArrayList<>(List.of(new Vector())));
    }

    private static <T> byte[] bytes(VarCodec<T> codec, T value) {
        byte[] bytes = new byte[Math.toIntExact(codec.encodedSize(value))];
        codec.write(value, MemorySegment.ofArray(bytes), 0);
        return bytes;
    }

    static <T> void roundTrip(VarCodec<T> codec, T value) {
        byte[] expected = bytes(codec, value);
        for (Kind kind : Kind.values()) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment segment = kind.allocate(arena, expected.length + 3);
                String what = kind + " " + codec;
                Checks.equal(what + " write", (long) expected.length, codec.write(value, segment, 3));
                Checks.equal(what + " encodedSize", (long) expected.length, codec.encodedSize(segment, 3));
                T read = codec.read(segment, 3);
                Checks.that(what + " read", Arrays.equals(expected, bytes(codec, read)));
                if (codec instanceof ReusableVarCodec<T> reusable) {
                    reusable.readInto(read, segment, 3);
                    Checks.that(what + " readInto", Arrays.equals(expected, bytes(codec, read)));
                }
                corrupt(what, codec, segment.asSlice(3), expected);
            }
        }
    }

    /**
     * Each of the ints that the format might have there is spoiled in turn: what is read is a value, or named as
     * corrupt.
     */
    private static <T> void corrupt(String what, VarCodec<T> codec, MemorySegment segment, byte[] valid) {
        for (int position = 0; position < valid.length; position += 4) {
            for (int spoiled : new int[] {-7, 0x7FFF_FFFF, 3}) {
                segment.copyFrom(MemorySegment.ofArray(valid));
                for (int i = 0; i < 4 && position + i < valid.length; i++) {
                    segment.set(JAVA_BYTE, position + i, (byte) (spoiled >> (8 * i)));
                }
                String outcome;
                try {
                    outcome = codec.read(segment, 0) == null ? "null" : "";
                } catch (CorruptRecordException corrupt) {
                    outcome = corrupt.getMessage().contains(": expected ") ? "" : corrupt.getMessage();
                } catch (RuntimeException other) {
                    outcome = other.toString();
                }
                Checks.equal(what + " with " + spoiled + " at " + position, "", outcome);
            }
        }
        segment.copyFrom(MemorySegment.ofArray(valid));
    }

    private static void olderRecords() {
        byte[] old = bytes(OLD_TAGS, new OldTags(List.of(new OldTag("a"), new OldTag(null))));
        Tags read = Tags.CODEC.read(MemorySegment.ofArray(old), 0);
        Checks.equal("a default of an element", List.of(new Tag("a", 5), new Tag(null, 5)), read.tags);
        Checks.equal("a default text", "none", read.note.toString());
        Checks.equal("a default constant", Color.BLUE, read.color);
        Checks.equal("a default text of fixed size", "bläu", read.code);
        Checks.that("no default", read.times == null);
        OldTags older = OLD_TAGS.read(MemorySegment.ofArray(bytes(Tags.CODEC, Tags.sample())), 0);
        Checks.equal("what an older reader sees", List.of(new OldTag("grüße"), new OldTag(null)), older.tags);
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the point: a list that was told to have others
    private static void valuesThatCannotBeWritten() {
        Class<NullPointerException> npe = NullPointerException.class;
        MemorySegment segment = MemorySegment.ofArray(new byte[1_000]);
        thrown(
                "write of null",
                npe,
                () -> TRAIL.write(null, segment, 1),
                TRAIL.toString(),
                "offset=1: the value is null");
        thrown("readInto null", npe, () -> Tags.CODEC.readInto(null, segment, 1), "offset=1: the target is null");
        thrown(
                "a null element",
                npe,
                () -> TRAIL.write(Trail.missing(), segment, 1),
                "stops[0] is null; expected a consumer.base.Stop");
        thrown(
                "an unpaired surrogate",
                IllegalArgumentException.class,
                () -> TRAIL.write(Trail.unpaired(), segment, 1),
                "offset=1: stops[1].name has an unpaired surrogate at index=1");
        Tags raw = Tags.sample();
        raw.tags = (List) List.of("tag");
        thrown(
                "another type",
                ClassCastException.class,
                () -> Tags.CODEC.write(raw, segment, 1),
                "tags[0] is a java.lang.String");
        thrown(
                "another type of value",
                ClassCastException.class,
                () -> ((VarCodec) TRAIL).write("text", segment, 1),
                "java.lang.String");
        Checks.equal("nothing is written", -1L, segment.mismatch(MemorySegment.ofArray(new byte[1_000])));
    }

    private static void segmentsThatCannotBeWritten() {
        Tags tags = Tags.sample();
        MemorySegment small = MemorySegment.ofArray(new byte[100]);
        Class<IndexOutOfBoundsException> outside = IndexOutOfBoundsException.class;
        thrown(
                "a small segment",
                outside,
                () -> Tags.CODEC.write(tags, small, 1),
                "offset=1: expected ",
                "byteSize=100");
        thrown("no header", outside, () -> Tags.CODEC.read(small, 93), "offset=93: expected 8 bytes", "byteSize=100");
        thrown(
                "a read-only segment",
                IllegalArgumentException.class,
                () -> Tags.CODEC.write(
                        tags, MemorySegment.ofArray(new byte[500]).asReadOnly(), 1),
                "read-only");
        Arena arena = Arena.ofConfined();
        MemorySegment segment = arena.allocate(500);
        thrown(
                "another thread",
                WrongThreadException.class,
                Checks.onAnotherThread(() -> Tags.CODEC.write(tags, segment, 1)),
                "belongs to another thread");
        arena.close();
        thrown("a closed arena", IllegalStateException.class, () -> Tags.CODEC.read(segment, 1), "closed");
    }

    private record Texts(List<String> texts, long missing) {}

    private static void layoutsThatDoNotMatch() {
        Class<LayoutMismatchException> mismatch = LayoutMismatchException.class;
        thrown(
                "what does not match",
                mismatch,
                () -> VarCodec.builder(
                                lookup(),
                                Texts.class,
                                Layouts.varRecord(Layouts.varRef("texts"), JAVA_INT.withName("extra")))
                        .withDefault("other", 1)
                        .build(),
                "4 mismatches",
                "texts: ",
                "List<String> needs `Layouts.varRef(name, Layouts.varText())`",
                "extra: ",
                "missing: ",
                "other: ");
        thrown(
                "no header",
                mismatch,
                () -> VarCodec.ofRecord(lookup(), Tag.class, Layouts.struct(Layouts.varRef("text"))),
                "Layouts.varRecord");
        thrown(
                "a record to read into",
                IllegalArgumentException.class,
                () -> VarCodec.builder(lookup(), Tag.class, TAG).buildReusable(),
                "use VarCodec.ofRecord");
    }

    private static final class Purse {
        private Token[] tokens;

        private static final ReusableVarCodec<Purse> CODEC = VarCodec.ofClass(
                lookup(),
                Purse.class,
                Layouts.varRecord(Layouts.varRef("tokens", Layouts.struct(JAVA_INT.withName("code")))));
    }

    private static void elementsThatCannotBeMade() {
        Purse purse = new Purse();
        purse.tokens = new Token[] {Token.of(5), Token.of(6)};
        MemorySegment segment = MemorySegment.ofArray(bytes(Purse.CODEC, purse));
        thrown(
                "an element without a constructor",
                UnsupportedOperationException.class,
                () -> Purse.CODEC.read(segment, 0),
                Token.class.getName(),
                "no accessible no-argument constructor");
        purse.tokens = new Token[] {Token.of(0), Token.of(0)};
        Purse.CODEC.readInto(purse, segment, 0);
        Checks.equal("an element that is there", 6, purse.tokens[1].code);
    }

    private record Picky(String text) {
        private static final VarCodec<Picky> CODEC =
                VarCodec.ofRecord(lookup(), Picky.class, Layouts.varRecord(Layouts.varRef("text")));

        private Picky {
            if (text == null) {
                throw OWN;
            }
        }
    }

    private static final RuntimeException OWN = new IndexOutOfBoundsException("own");

    private static void whatADtoThrows() {
        byte[] bytes = bytes(Picky.CODEC, new Picky(""));
        Arrays.fill(bytes, 8, 12, (byte) 0);
        Arrays.fill(bytes, 12, 16, (byte) -1);
        Checks.that(
                "what a constructor throws passes",
                thrown("read", IndexOutOfBoundsException.class, () -> Picky.CODEC.read(MemorySegment.ofArray(bytes), 0))
                        == OWN);
    }
}
