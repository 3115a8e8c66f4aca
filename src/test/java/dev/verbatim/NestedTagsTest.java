package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tagged codecs whose alternatives have a member with a tag of its own. */
class NestedTagsTest {

    sealed interface Body permits Create, Delete {}

    record Create(int quantity) implements Body {}

    record Delete(int id) implements Body {}

    sealed interface Message permits Hello, Order, Framed {}

    record Hello(int version) implements Message {}

    record Order(Body body) implements Message {}

    record Frame(int length, Body body) {}

    record Framed(Frame frame) implements Message {}

    private static final StructLayout KIND_AND_VALUE = structLayout(
            JAVA_INT.withName("kind"),
            unionLayout(JAVA_INT.withName("quantity"), JAVA_INT.withName("id")).withName("value"));

    private static final StructLayout BODY = Layouts.withPadding(KIND_AND_VALUE, "kind");

    private static final TaggedCodec<Body> BODY_CODEC = TaggedCodec.builder(Body.class, JAVA_INT, 0)
            .with(1, StructCodec.ofRecord(lookup(), Create.class, padded("quantity")))
            .with(2, StructCodec.ofRecord(lookup(), Delete.class, padded("id")))
            .build();

    private static StructLayout padded(String name) {
        return structLayout(paddingLayout(4), JAVA_INT.withName(name));
    }

    private static StructCodec<Order> order(StructLayout layout) {
        return StructCodec.ofRecord(lookup(), Order.class, layout, Conversions.of(BODY_CODEC.conversion()));
    }

    private static StructCodec<Framed> framed(StructLayout frame) {
        return StructCodec.ofRecord(
                lookup(), Framed.class, structLayout(frame.withName("frame")), Conversions.of(BODY_CODEC.conversion()));
    }

    private static final StructCodec<Framed> FRAMED =
            framed(structLayout(paddingLayout(4), JAVA_INT.withName("length"), BODY.withName("body")));

    private static TaggedCodec.Builder<Message> builder(StructCodec<Order> order, StructCodec<Framed> framed) {
        return TaggedCodec.builder(Message.class, JAVA_INT, 0)
                .with(1, StructCodec.ofRecord(lookup(), Hello.class, padded("version")))
                .with(2, order)
                .with(3, framed);
    }

    private static List<String> mismatches(TaggedCodec.Builder<Message> builder) {
        return assertThrows(LayoutMismatchException.class, builder::build).mismatches();
    }

    @Test
    void tagsThatLieApartKeepEveryType() {
        StructCodec<Order> order = order(structLayout(paddingLayout(4), BODY.withName("body")));
        TaggedCodec<Message> codec = builder(order, FRAMED).build();
        MemorySegment segment = MemorySegment.ofArray(new byte[16]);
        for (Message message : List.of(
                new Hello(1),
                new Order(new Create(7)),
                new Order(new Delete(7)),
                new Framed(new Frame(5, new Create(7))))) {
            codec.write(message, segment, 0);
            assertEquals(message, codec.read(segment, 0));
        }
    }

    @Test
    void aTagIsNotPlacedInPaddingThatAConversionWrites() {
        List<String> expected =
                List.of("dev.verbatim.NestedTagsTest$Order: the tag at offsets 0 to 3 lies in the member `body`, at"
                        + " offsets 0 to 7, where a conversion writes all bytes, also where the layout has padding;"
                        + " move the tag or the member, so that they do not overlap");
        assertEquals(expected, mismatches(builder(order(structLayout(BODY.withName("body"))), FRAMED)));
        assertEquals(expected, mismatches(builder(order(structLayout(KIND_AND_VALUE.withName("body"))), FRAMED)));
    }

    @Test
    void aMemberOfANestedStructIsLookedAtToo() {
        StructCodec<Order> order = order(structLayout(paddingLayout(4), BODY.withName("body")));
        StructCodec<Framed> framed = framed(structLayout(BODY.withName("body"), JAVA_INT.withName("length")));
        assertEquals(
                List.of("dev.verbatim.NestedTagsTest$Framed: the tag at offsets 0 to 3 lies in the member"
                        + " `frame.body`, at offsets 0 to 7, where a conversion writes all bytes, also where the"
                        + " layout has padding; move the tag or the member, so that they do not overlap"),
                mismatches(builder(order, framed)));
    }

    @Test
    void aTagThatReachesIntoTheMemberIsRefused() {
        record Late(Body body) {}
        StructCodec<Late> late = StructCodec.ofRecord(
                lookup(),
                Late.class,
                structLayout(paddingLayout(4), BODY.withName("body")),
                Conversions.of(BODY_CODEC.conversion()));
        for (int tagOffset : new int[] {4, 11}) {
            assertEquals(
                    List.of(Late.class.getName() + ": the tag at offsets " + tagOffset + " to " + tagOffset
                            + " lies in the member `body`, at offsets 4 to 11, where a conversion writes all bytes,"
                            + " also where the layout has padding; move the tag or the member, so that they do not"
                            + " overlap"),
                    assertThrows(
                                    LayoutMismatchException.class,
                                    () -> TaggedCodec.builder(Late.class, JAVA_BYTE, tagOffset)
                                            .with(1, late)
                                            .build())
                            .mismatches());
        }
        TaggedCodec.builder(Late.class, JAVA_BYTE, 3).with(1, late).build();
    }

    /** A conversion of a sequence of bytes is of a member that can be made padding. */
    @Test
    void aTagInTextIsToldToMakePaddingOfIt() {
        record Named(String kind) {}
        StructCodec<Named> named = StructCodec.ofRecord(
                lookup(),
                Named.class,
                structLayout(sequenceLayout(2, JAVA_BYTE).withName("kind")),
                Conversions.of(TextConversions.latin1(2)));
        assertEquals(
                List.of(Named.class.getName() + ": the layout has a member where the tag is, at offsets 0 to 0; make it"
                        + " padding with Layouts.withPadding, and remove it from the type"),
                assertThrows(
                                LayoutMismatchException.class,
                                () -> TaggedCodec.builder(Named.class, JAVA_BYTE, 0)
                                        .with(1, named)
                                        .build())
                        .mismatches());
    }
}
