package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.LayoutMismatchException;
import dev.verbatim.file.NpyDtype.Field;
import dev.verbatim.file.NpyDtype.Scalar;
import dev.verbatim.file.NpyDtype.Struct;
import dev.verbatim.file.PythonLiteral.Node;
import dev.verbatim.file.PythonLiteral.SyntaxException;
import dev.verbatim.file.PythonLiteral.Tuple;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.arbitraries.StringArbitrary;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** What Python writes is read as it was, and nothing but a report comes of what it would not write. */
@AddLifecycleHook(Tries.class)
class PythonLiteralPropertyTest {

    private static final String HEADER =
            "{'descr': [('id', '<i8'), (\"b'\\x69d\", '<f8', (2,)), ('x', [('y', '|i1')]), ('', '|V4')],"
                    + " 'fortran_order': False, 'shape': (3,), } \n";

    private static Path folder;

    /** A tuple in a test's value, which is made of it, lists, maps, strings, numbers and truth values. */
    private record TestTuple(List<Object> elements) {}

    @BeforeContainer
    static void makeFolder() throws IOException {
        folder = Files.createTempDirectory("verbatim-literals");
    }

    @AfterContainer
    static void deleteFolder() throws IOException {
        Files.deleteIfExists(folder.resolve("fuzzed.npy"));
        Files.delete(folder);
    }

    @Property
    void theReprOfAValueIsReadAsTheValue(@ForAll("values") Object value) throws SyntaxException {
        String repr = repr(value);
        Node node = PythonLiteral.parse(repr);
        assertEquals(value, plain(node));
        assertEquals(0, node.start());
        assertEquals(repr.length(), node.end());
    }

    @Property
    void aNameOfAnyCharactersIsReadBackFromADtype(@ForAll("names") String name) throws SyntaxException {
        Struct dtype = new Struct(List.of(new Field(name, Scalar.parse("<i8"), 3)), 12);
        String literal = dtype.toLiteral();
        byte[] utf8 = literal.getBytes(StandardCharsets.UTF_8);
        assertEquals(literal, new String(utf8, StandardCharsets.UTF_8), "the header's text has no bytes");
        assertEquals(dtype, NpyDtypeParser.parse(PythonLiteral.parse(literal), literal));
    }

    @Property
    void aDamagedLiteralIsReadOrRefusedAtAPositionInIt(@ForAll("damages") List<Damage> damages) {
        String text = damaged(damages);
        try {
            Node node = PythonLiteral.parse(text);
            assertTrue(0 <= node.start() && node.start() < node.end() && node.end() <= text.length(), text);
        } catch (SyntaxException e) {
            assertTrue(0 <= e.position && e.position <= text.length(), text);
            assertTrue(!e.expected.isEmpty() && !e.found.isEmpty(), text);
        }
    }

    @Property
    void aFileWithADamagedHeaderIsReadOrRefused(
            @ForAll("damages") List<Damage> damages, @ForAll @IntRange(min = 1, max = 3) int version)
            throws IOException {
        String text = damaged(damages);
        byte[] header = text.getBytes(version == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1);
        byte[] start = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', (byte) version, 0, (byte) header.length, 0, 0, 0};
        Path path = folder.resolve("fuzzed.npy");
        ByteBuffer bytes = ByteBuffer.allocate(512);
        bytes.put(start, 0, version == 1 ? 10 : 12).put(header).rewind();
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(bytes);
        }
        try (StructFile<Quote> file = StructFile.open(path, Quote.CODEC)) {
            throw new AssertionError("a file of other fields was opened, size=" + file.size());
        } catch (StructFileException e) {
            assertTrue(e.getMessage().startsWith("file=" + path + " position="), e.getMessage());
        } catch (LayoutMismatchException e) {
            assertTrue(e.getMessage().startsWith("cannot read file=" + path + " as "), e.getMessage());
        }
    }

    @Provide
    static Arbitrary<Object> values() {
        return values(3);
    }

    /** The edge cases of what is nested are too many to be combined. */
    private static Arbitrary<Object> values(int depth) {
        Arbitrary<Object> leaves = Arbitraries.oneOf(
                Arbitraries.longs().greaterOrEqual(0).map(value -> value),
                Arbitraries.of(true, false).map(value -> value),
                names().map(value -> value));
        if (depth == 0) {
            return leaves;
        }
        Arbitrary<Object> nested = values(depth - 1).withoutEdgeCases();
        return Arbitraries.<Object>oneOf(
                        leaves,
                        nested.list().ofMaxSize(3).map(value -> value),
                        nested.list().ofMaxSize(3).map(TestTuple::new),
                        Arbitraries.maps(names(), nested).ofMaxSize(3).map(value -> value))
                .withoutEdgeCases();
    }

    @Provide
    static StringArbitrary names() {
        return Arbitraries.strings()
                .ofMinLength(1)
                .ofMaxLength(8)
                .ascii()
                .withChars('\'', '"', '\\', '\n', '\0', '\u007F', '\u00A0', '\u00E9', '\u4FA1', '\uD83D', '\uDE00');
    }

    /** A change of a text: characters that are taken out at a position, and what is put there. */
    record Damage(int position, int removed, String inserted) {}

    @Provide
    static Arbitrary<List<Damage>> damages() {
        Arbitrary<String> inserted = Arbitraries.oneOf(
                Arbitraries.strings()
                        .withChars("()[]{}'\",:\\_0123456789xuUTF \n\u00E9")
                        .ofMaxLength(3),
                Arbitraries.of("True", "'descr'", "((((", "\\x", "\\U00110000", "99999999999999999999", "1_0000_000,"));
        return Combinators.combine(
                        Arbitraries.integers().between(0, HEADER.length()),
                        Arbitraries.integers().between(0, 6),
                        inserted)
                .as(Damage::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3);
    }

    private static String damaged(List<Damage> damages) {
        StringBuilder text = new StringBuilder(HEADER);
        for (Damage damage : damages) {
            int start = Math.min(damage.position, text.length());
            text.replace(start, Math.min(start + damage.removed, text.length()), damage.inserted);
        }
        return text.toString();
    }

    private static String repr(Object value) {
        return switch (value) {
            case Boolean truth -> truth ? "True" : "False";
            case String text -> repr(text);
            case List<?> list -> "[" + join(list) + "]";
            case TestTuple(List<Object> elements) -> "(" + join(elements) + (elements.size() == 1 ? ",)" : ")");
            case Map<?, ?> map -> {
                List<String> entries = new ArrayList<>();
                map.forEach((key, element) -> entries.add(repr(key) + ": " + repr(element)));
                yield "{" + String.join(", ", entries) + "}";
            }
            default -> value.toString();
        };
    }

    private static String join(List<?> elements) {
        return String.join(
                ", ", elements.stream().map(PythonLiteralPropertyTest::repr).toList());
    }

    /** As CPython's {@code unicode_repr} does it: double quotes where they save an escape. */
    private static String repr(String text) {
        char quote = text.contains("'") && !text.contains("\"") ? '"' : '\'';
        StringBuilder repr = new StringBuilder().append(quote);
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '\\' -> repr.append("\\\\");
                case '\n' -> repr.append("\\n");
                case '\r' -> repr.append("\\r");
                case '\t' -> repr.append("\\t");
                default -> {
                    if (c == quote) {
                        repr.append('\\').append(c);
                    } else if (c < ' ' || (c >= 0x7F && c <= 0xA0)) {
                        repr.append("\\x%02x".formatted((int) c));
                    } else if (Character.isSurrogate(c)) {
                        repr.append("\\u%04x".formatted((int) c));
                    } else {
                        repr.append(c);
                    }
                }
            }
        }
        return repr.append(quote).toString();
    }

    private static Object plain(Node node) {
        return switch (node.value()) {
            case List<?> list ->
                list.stream().map(element -> plain((Node) element)).toList();
            case Tuple(List<Node> elements) ->
                new TestTuple(
                        elements.stream().map(PythonLiteralPropertyTest::plain).toList());
            case Map<?, ?> map -> {
                Map<Object, Object> plain = new LinkedHashMap<>();
                map.forEach((key, element) -> plain.put(key, plain((Node) element)));
                yield plain;
            }
            default -> node.value();
        };
    }
}
