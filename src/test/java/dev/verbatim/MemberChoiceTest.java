package dev.verbatim;

import static java.lang.foreign.MemoryLayout.paddingLayout;
import static java.lang.foreign.MemoryLayout.sequenceLayout;
import static java.lang.foreign.MemoryLayout.structLayout;
import static java.lang.foreign.MemoryLayout.unionLayout;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.StructLayout;
import java.lang.foreign.UnionLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link Layouts#withAlternative} and {@link Layouts#withPadding}. */
class MemberChoiceTest {

    private static final StructLayout TRADE =
            structLayout(JAVA_INT.withName("price"), JAVA_SHORT.withName("size"), paddingLayout(2));

    private static final UnionLayout BODY = unionLayout(
            TRADE.withName("trade"),
            JAVA_LONG.withName("cancel"),
            JAVA_DOUBLE.withName("factor"),
            JAVA_INT.withName("code"));

    private static StructLayout around(MemoryLayout... body) {
        MemoryLayout[] members = new MemoryLayout[body.length + 3];
        members[0] = JAVA_INT.withName("kind");
        members[1] = paddingLayout(4);
        System.arraycopy(body, 0, members, 2, body.length);
        members[members.length - 1] = JAVA_LONG.withName("time");
        return structLayout(members).withName("message");
    }

    @Test
    void theAlternativeTakesTheNameOfTheUnion() {
        StructLayout layout = around(BODY.withName("body"));
        assertEquals(around(TRADE.withName("body")), Layouts.withAlternative(layout, "body.trade"));
        assertEquals(around(JAVA_LONG.withName("body")), Layouts.withAlternative(layout, "body.cancel"));
    }

    @Test
    void paddingFollowsASmallerOne() {
        assertEquals(
                around(JAVA_INT.withName("body"), paddingLayout(4)),
                Layouts.withAlternative(around(BODY.withName("body")), "body.code"));
    }

    @Test
    void anAlternativeKeepsItsNameIfTheUnionHasNone() {
        assertEquals(around(JAVA_DOUBLE.withName("factor")), Layouts.withAlternative(around(BODY), "factor"));
    }

    @Test
    void theAlignmentStays() {
        StructLayout layout = structLayout(unionLayout(JAVA_LONG.withName("l"), JAVA_BYTE.withName("b"))
                        .withName("u"))
                .withByteAlignment(16);
        assertEquals(
                structLayout(JAVA_BYTE.withName("u"), paddingLayout(7)).withByteAlignment(16),
                Layouts.withAlternative(layout, "u.b"));
    }

    @Test
    void unionsInStructsAndSequencesAreReached() {
        StructLayout inner = around(BODY.withName("body"));
        StructLayout layout =
                structLayout(inner.withName("first"), sequenceLayout(2, inner).withName("rest"));
        StructLayout chosen = around(TRADE.withName("body"));
        assertEquals(
                structLayout(chosen.withName("first"), sequenceLayout(2, inner).withName("rest")),
                Layouts.withAlternative(layout, "first.body.trade"));
        assertEquals(
                structLayout(inner.withName("first"), sequenceLayout(2, chosen).withName("rest")),
                Layouts.withAlternative(layout, "rest[].body.trade"));
    }

    @Test
    void elementsOfASequenceAreChosen() {
        UnionLayout union = unionLayout(
                structLayout(JAVA_LONG.withName("a"), JAVA_LONG.withName("b")).withName("large"),
                TRADE.withName("small"),
                JAVA_INT.withName("code"));
        StructLayout layout = structLayout(sequenceLayout(3, union).withName("items"));
        assertEquals(
                structLayout(sequenceLayout(
                                3,
                                structLayout(
                                                JAVA_INT.withName("price"),
                                                JAVA_SHORT.withName("size"),
                                                paddingLayout(2),
                                                paddingLayout(8))
                                        .withByteAlignment(8))
                        .withName("items")),
                Layouts.withAlternative(layout, "items[].small"));
        assertEquals(
                "cannot choose `items[].code` as the element of a sequence: it has byteSize=4, a union of the sequence"
                        + " has byteSize=16; make the alternative a struct",
                assertThrows(IllegalArgumentException.class, () -> Layouts.withAlternative(layout, "items[].code"))
                        .getMessage());
    }

    @Test
    void membersBecomePadding() {
        StructLayout layout = around(BODY.withName("body"));
        assertEquals(
                structLayout(paddingLayout(4), paddingLayout(4), BODY.withName("body"), JAVA_LONG.withName("time"))
                        .withName("message"),
                Layouts.withPadding(layout, "kind"));
        assertEquals(around(paddingLayout(8)), Layouts.withPadding(layout, "body"));
        StructLayout outer = structLayout(sequenceLayout(2, layout).withName("all"));
        assertEquals(
                structLayout(sequenceLayout(2, around(paddingLayout(8))).withName("all")),
                Layouts.withPadding(outer, "all[].body"));
    }

    /** C has flexible arrays and empty structs; there is no padding of no bytes. */
    @Test
    void membersOfNoBytesAreLeftOut() {
        StructLayout layout = structLayout(
                structLayout().withName("none"),
                JAVA_LONG.withName("time"),
                sequenceLayout(0, JAVA_INT).withName("rest"));
        assertEquals(
                structLayout(JAVA_LONG.withName("time")),
                Layouts.withPadding(Layouts.withPadding(layout, "rest"), "none"));
        assertEquals(
                8,
                Layouts.withPadding(structLayout(sequenceLayout(0, JAVA_LONG).withName("rest")), "rest")
                        .byteAlignment());
    }

    @Test
    void aPathOfNoMemberIsRefused() {
        StructLayout layout = around(BODY.withName("body"));
        assertEquals(
                "the layout has no member `body.trade`; expected one of kind, body, time",
                assertThrows(IllegalArgumentException.class, () -> Layouts.withPadding(layout, "body.trade"))
                        .getMessage());
        for (String path :
                new String[] {"", "kind", "body", "trade", "body.trade.price", "message.body.trade", "body[].trade"}) {
            assertThrows(IllegalArgumentException.class, () -> Layouts.withAlternative(layout, path), path);
        }
        for (String path : new String[] {"", "Kind", "body.trade", "kind.", "time[]"}) {
            assertThrows(IllegalArgumentException.class, () -> Layouts.withPadding(layout, path), path);
        }
    }

    private static void assertNone(String remedy, StructLayout layout, String path) {
        assertEquals(
                "`" + path + "` is no alternative of a union in the layout; " + remedy,
                assertThrows(IllegalArgumentException.class, () -> Layouts.withAlternative(layout, path))
                        .getMessage());
    }

    @Test
    void theAlternativesThatThereAreAreNamed() {
        StructLayout layout = around(BODY.withName("body"));
        String all = "expected one of body.trade, body.cancel, body.factor, body.code";
        assertNone(all, layout, "kind");
        assertNone(all, layout, "body");
        assertNone(all, layout, "body.other");
        assertNone(all, layout, "none");
        assertNone("it has none", around(TRADE.withName("body")), "body.price");

        UnionLayout union = unionLayout(JAVA_LONG, JAVA_INT.withName("code"));
        String nameless = "give an alternative without a name one by withName";
        assertNone(nameless, structLayout(unionLayout(JAVA_LONG, JAVA_INT).withName("u")), "u.a");
        assertNone("expected one of u.code; " + nameless, structLayout(union.withName("u")), "u.a");
    }

    @Test
    void everyAlternativeThatIsNamedCanBeChosen() {
        UnionLayout union = unionLayout(
                structLayout(JAVA_LONG.withName("x")).withName("a"),
                structLayout(JAVA_DOUBLE.withName("y")).withName("b"));
        StructLayout inner = structLayout(union.withName("u"), JAVA_LONG.withName("after"));
        StructLayout layout = structLayout(
                JAVA_LONG.withName("kind"),
                inner.withName("header"),
                structLayout(union.withName("v")),
                sequenceLayout(2, inner).withName("levels"),
                sequenceLayout(2, union).withName("items"),
                sequenceLayout(2, sequenceLayout(2, union)).withName("grid"),
                Layouts.varRef("tail", structLayout(union.withName("w"))),
                unionLayout(JAVA_LONG.withName("c"), JAVA_DOUBLE.withName("d")));
        List<String> paths = List.of(
                "header.u.a",
                "header.u.b",
                "v.a",
                "v.b",
                "levels[].u.a",
                "levels[].u.b",
                "items[].a",
                "items[].b",
                "grid[].a",
                "grid[].b",
                "c",
                "d");
        assertNone("expected one of " + String.join(", ", paths), layout, "kind");
        for (String path : paths) {
            assertEquals(
                    layout.byteSize(), Layouts.withAlternative(layout, path).byteSize(), path);
        }
    }
}
