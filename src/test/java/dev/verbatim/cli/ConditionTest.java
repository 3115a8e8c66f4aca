package dev.verbatim.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --where} takes, and for which entries it holds. */
class ConditionTest {

    private static final String BACKQUOTES =
            "; a name with other characters than letters, digits, _ and $ stands in backquotes, as in '`a b`'";

    private static final ShownEntry ENTRY = entry(Map.of());

    private static ShownEntry entry(Map<String, Object> more) {
        Map<String, @Nullable Object> members = new LinkedHashMap<>();
        members.put("id", Long.MAX_VALUE);
        members.put("price", 100.1f);
        members.put("bid", 0.1);
        members.put("symbol", "ABC \"x\"");
        members.put("side", 'B');
        members.put("open", true);
        members.put("note", null);
        members.put("nan", Double.NaN);
        members.put("inf", Float.POSITIVE_INFINITY);
        members.put("zero", -0.0);
        members.put("a b", (byte) 7);
        members.put("levels", List.of(Map.of("price", 99.5, "sizes", List.of(1, 2))));
        members.put("holes", Arrays.asList((Object) null));
        members.putAll(more);
        return new ShownEntry(StoredEntry.at(128, 1, MemorySegment.ofArray(new byte[1])), members, null, null);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id == 9223372036854775807",
                "id != 9223372036854775806",
                "id > 9223372036854775806.5",
                "id < 1e19",
                "price == 100.1",
                "price > 100 && symbol == \"ABC \\\"x\\\"\"",
                "price<=100.1&&price>=100.1",
                "bid == 0.1",
                "100 < price",
                "symbol == 'ABC \"x\"'",
                "symbol > 'ABB'",
                "side == 'B'",
                "open",
                "!(!open)",
                "! open || true",
                "open == true",
                "open != false",
                "note == null",
                "null == note",
                "!(note != null)",
                "id != null",
                "!(note > 1) && !(note <= 1)",
                "note != 1",
                "!(nan == nan) && nan != nan && !(nan < 1) && !(nan > 1)",
                "inf > 1e300 && inf > id && id < inf && -1 < inf",
                "zero == 0 && zero == 0.0",
                "`a b` == 7",
                "levels[0].price == 99.5",
                "levels[0].sizes[1] == 2",
                "levels[1].price == null",
                "levels[0].sizes[2] == null",
                "holes[0].x == null",
                "levels != null",
                "@position == 128",
                "false || open && id > 0",
                "open || false && false",
                "(open || false) && true",
                "bid < price",
            })
    void itHolds(String text) throws Exception {
        assertEquals(true, ConditionParser.parse(text).holds(ENTRY));
        assertEquals(false, ConditionParser.parse("!(" + text + ")").holds(ENTRY));
    }

    @ParameterizedTest
    @CsvSource({"||, open", "&&, !open"})
    void manyConditionsNeedNoDeepStack(String sign, String last) throws Exception {
        String first = sign.equals("||") ? "!open" : "open";
        String text = (first + " " + sign + " ").repeat(100_000);
        assertEquals(last.equals("open"), ConditionParser.parse(text + last).holds(ENTRY));
        assertEquals(first.equals("open"), ConditionParser.parse(text + first).holds(ENTRY));
    }

    @ParameterizedTest
    @ValueSource(strings = {"open || id", "!open && id", "open || !open && id || id"})
    void whatDecidesNothingIsNotLookedAt(String text) throws Exception {
        assertEquals(text.startsWith("open"), ConditionParser.parse(text).holds(ENTRY));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "`` ~ --where at column=1: expected a path, a number or a text, found the end",
                "price > ~ --where at column=8: expected a path, a number or a text, found the end",
                "price = 1 ~ --where at column=7: expected ==, found \"= 1\"",
                "(a ~ --where at column=3: expected ), found the end",
                "a == 'b ~ --where at column=6: expected a text that ends in ', found the end",
                "a == '\\q' ~ --where at column=8: expected one of \" ' \\ n r t, found \"q'\"",
                "a. ~ --where at column=3: expected a path, a number or a text, found the end",
                "a[x] ~ --where at column=2: expected &&, || or the end, found \"[x]\"",
                "a[99999999999] ~ --where at column=2: expected &&, || or the end, found \"[99999999999]\"",
                "a && || b ~ --where at column=6: expected a path, a number or a text, found \"|| b\"",
                "a b ~ --where at column=3: expected &&, || or the end, found \"b\"" + BACKQUOTES,
                "a > 5 b ~ --where at column=7: expected &&, || or the end, found \"b\"",
                "1.5.2 ~ --where at column=4: expected &&, || or the end, found \".2\"",
            })
    void whatIsNoneIsRefusedWithItsColumn(String text, String message) {
        assertEquals(
                message,
                assertThrows(BadInputException.class, () -> ConditionParser.parse(text))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "open && symbol > 1 | --where at column=16: expected values of the same type, found a text and a"
                        + " number",
                "open < true      | --where at column=6: expected == or != between truth values, found <",
                "levels == 1      | --where at column=8: expected values of the same type, found an array and a number",
                "price            | --where at column=1: expected a comparison, such as ==, or a truth value, found"
                        + " neither",
                "note             | --where at column=1: expected a comparison, such as ==, or a truth value, found"
                        + " neither",
            })
    void whatCannotBeComparedIsRefusedWithItsColumn(String text, String message) {
        assertEquals(
                message,
                assertThrows(
                                BadInputException.class,
                                () -> ConditionParser.parse(text).holds(ENTRY))
                        .getMessage());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "prise > 1            | 1  | \"prise\": no such member in position=128, which has @position, order",
                "prise                | 1  | \"prise\": no such member in position=128, which has @position, order",
                "true && 1 == prise   | 14 | \"prise\": no such member in position=128, which has @position, order",
                "@key == 1            | 1  | \"@key\": no such member in position=128, which has @position, order",
                "@key.id == 1         | 1  | \"@key.id\": no such member at \"@key\" in position=128, which has"
                        + " @position, order",
                "true && order.x == 1 | 9  | \"order.x\": no such member at \"x\" in \"order\" of position=128,"
                        + " which has lots",
                "order.lots[0].x == 1 | 1  | \"order.lots[0].x\": no such member at \"x\" in \"order.lots[0]\" of"
                        + " position=128, which has size",
                "order[0] == 1        | 1  | \"order[0]\": no such member at \"[0]\" in \"order\" of position=128,"
                        + " which has no elements",
                "order.lots.size == 1 | 1  | \"order.lots.size\": no such member at \"size\" in \"order.lots\" of"
                        + " position=128, which has elements, such as [0]",
                "@position.x == 1     | 1  | \"@position.x\": no such member at \"x\" in \"@position\" of"
                        + " position=128, which has no members",
            })
    void aMemberThatIsNotThereIsRefusedWithThoseThatAre(String text, int column, String message) {
        ShownEntry small = new ShownEntry(
                StoredEntry.at(128, 1, MemorySegment.ofArray(new byte[1])),
                Map.of("order", Map.of("lots", List.of(Map.of("size", 2)))),
                null,
                null);
        assertEquals(
                "--where at column=" + column + ": " + message,
                assertThrows(
                                BadInputException.class,
                                () -> ConditionParser.parse(text).holds(small))
                        .getMessage());
    }

    @Test
    void parenthesesHaveAnEnd() {
        String deep = "(".repeat(100_000);
        assertEquals(
                true,
                assertThrows(BadInputException.class, () -> ConditionParser.parse(deep))
                        .getMessage()
                        .contains("expected at most 200 parentheses and ! in one another"));
    }

    @Property(tries = 500)
    void longsAreComparedExactly(@ForAll long left, @ForAll long right) throws Exception {
        ShownEntry entry = entry(Map.of("left", left, "right", right));
        assertEquals(left < right, ConditionParser.parse("left < right").holds(entry));
        assertEquals(left >= right, ConditionParser.parse("left >= " + right).holds(entry));
        assertEquals(true, ConditionParser.parse("left == " + left).holds(entry));
    }

    @Property(tries = 500)
    void whatIsShownOfANumberIsEqualToIt(@ForAll float single, @ForAll double twice) throws Exception {
        assertEquals(true, ConditionParser.parse("f == " + single).holds(entry(Map.of("f", single))));
        assertEquals(true, ConditionParser.parse("d == " + twice).holds(entry(Map.of("d", twice))));
    }

    @Test
    void pathsHaveCommasBetweenThem() throws Exception {
        assertEquals(
                List.of("@position", "levels[0].price", "`a b`"),
                ConditionParser.parsePaths("@position, levels[0].price,`a b`").stream()
                        .map(MemberPath::text)
                        .toList());
        assertEquals(
                "--columns at column=3: expected a path, found the end",
                assertThrows(BadInputException.class, () -> ConditionParser.parsePaths("a,"))
                        .getMessage());
        assertEquals(
                "--columns at column=8: expected a comma or the end, found \"Close\"" + BACKQUOTES,
                assertThrows(BadInputException.class, () -> ConditionParser.parsePaths("id,Adj Close"))
                        .getMessage());
        assertEquals(
                "--columns at column=1: expected a path, found \"52w\"" + BACKQUOTES,
                assertThrows(BadInputException.class, () -> ConditionParser.parsePaths("52w"))
                        .getMessage());
    }

    @Test
    void aPathIsGivenOnce() throws Exception {
        assertEquals(3, ConditionParser.parsePaths("a,@a,a[0]").size());
        assertEquals(
                "--columns at column=6: expected each path once, found \"a[0]\" twice",
                assertThrows(BadInputException.class, () -> ConditionParser.parsePaths("a[0],a[0]"))
                        .getMessage());
        assertEquals(
                "--columns at column=4: expected each path once, found \"`a`\" twice",
                assertThrows(BadInputException.class, () -> ConditionParser.parsePaths("a, `a`"))
                        .getMessage());
    }
}
