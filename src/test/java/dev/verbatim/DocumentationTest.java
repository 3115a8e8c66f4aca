package dev.verbatim;

import static java.util.function.Predicate.not;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The README and the pages in {@code docs}: their Java snippets are code of tests, benchmarks or examples, their links
 * lead somewhere, and the figures with an interval in their results are on the page that the run has written.
 */
class DocumentationTest {

    private static final Path README = Path.of("README.md");

    /** A block of Java in a page. */
    private static final Pattern BLOCK = Pattern.compile("^```java\\R(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

    /** A region of a test or an example, as the snippets of the javadoc name them too. */
    private static final Pattern REGION =
            Pattern.compile("^ *// @start region=.*?\\R(.*?)^ *// @end$", Pattern.MULTILINE | Pattern.DOTALL);

    /** A link to another page or to a heading. */
    private static final Pattern LINK = Pattern.compile("]\\((?!https?:)([^)#]*)(?:#([^)]*))?\\)");

    private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

    /** A figure and its interval. */
    private static final Pattern FIGURE = Pattern.compile("([\\d,.]+ ± [\\d,.]*\\d)");

    private static final List<String> REGIONS = new ArrayList<>();

    @BeforeAll
    static void readRegions() throws IOException {
        for (Path folder : List.of(
                Path.of("src", "test", "java"),
                Path.of("src", "jmh", "java"),
                Path.of("src", "kafkatest", "java"),
                Path.of("examples"))) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    matches(REGION, Files.readString(file)).forEach(region -> REGIONS.add(lines(region)));
                }
            }
        }
    }

    static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>(List.of(README));
        try (Stream<Path> files = Files.list(Path.of("docs"))) {
            files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        return pages;
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyJavaSnippetIsWithinARegionOfATestOrAnExample(Path page) throws IOException {
        for (String block : matches(BLOCK, Files.readString(page))) {
            String lines = lines(block);
            assertTrue(
                    REGIONS.stream().anyMatch(region -> region.contains(lines)),
                    () -> "in no region of a test or an example: " + block);
        }
    }

    @Test
    void theReadmeHasSnippets() throws IOException {
        assertFalse(matches(BLOCK, Files.readString(README)).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("pages")
    void everyLinkLeadsToAFileAndAHeading(Path page) throws IOException {
        for (var link : LINK.matcher(Files.readString(page)).results().toList()) {
            Path target = link.group(1).isEmpty()
                    ? page
                    : page.resolveSibling(link.group(1)).normalize();
            assertTrue(Files.exists(target), () -> "leads nowhere: " + link.group());
            if (link.group(2) != null) {
                assertTrue(anchors(target).contains(link.group(2)), () -> "leads to no heading: " + link.group());
            }
        }
    }

    @Test
    void theReadmeLinksEveryPage() throws IOException {
        List<String> linked = matches(LINK, Files.readString(README));
        List<String> missing = pages().stream()
                .map(Path::toString)
                .filter(page -> !page.equals(README.toString()) && !linked.contains(page))
                .toList();
        assertEquals(List.of(), missing);
    }

    @ParameterizedTest
    @CsvSource({"README.md, What it costs", "docs/performance.md, Results"})
    void everyFigureWithAnIntervalIsOnThePageOfTheRun(Path page, String heading) throws IOException {
        String run = Files.readString(Path.of("docs", "bench.html"));
        List<String> figures = matches(FIGURE, section(Files.readString(page), heading));
        assertFalse(figures.isEmpty());
        assertEquals(
                List.of(),
                figures.stream()
                        .filter(not(figure -> run.contains(">" + figure + "<")))
                        .toList());
    }

    /** {@return what stands between a heading of the second level and the next one} */
    private static String section(String text, String heading) {
        String start = "\n## " + heading + "\n";
        int from = text.indexOf(start);
        assertTrue(from >= 0, () -> "no heading " + heading);
        int to = text.indexOf("\n## ", from + start.length());
        return text.substring(from, to < 0 ? text.length() : to);
    }

    private static List<String> matches(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(match -> match.group(1)).toList();
    }

    /** {@return whole lines, without their indentation, between line ends} */
    private static String lines(String code) {
        return code.lines().map(String::strip).collect(joining("\n", "\n", "\n"));
    }

    /** {@return the names under which GitHub links the headings of a page} */
    private static List<String> anchors(Path page) throws IOException {
        return matches(HEADING, Files.readString(page)).stream()
                .map(heading -> heading.toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .toList();
    }
}
