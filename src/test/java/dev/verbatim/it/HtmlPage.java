package dev.verbatim.it;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;

/** Looks at the page that a report writes. */
final class HtmlPage {

    private HtmlPage() {}

    static void assertContains(String page, String expected) {
        assertTrue(page.contains(expected), () -> expected + " is not in\n" + page);
    }

    static int count(String text, String part) {
        return text.split(Pattern.quote(part), -1).length - 1;
    }

    /** Fails unless it is as XML, but for the doctype and the elements that HTML does not close, and loads nothing. */
    static void assertNeedsNothingElse(String page) throws Exception {
        String xml = page.replace("<!DOCTYPE html>", "").replaceAll("<meta [^>]*>", "");
        DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)));
        for (String reference : List.of("<script", "<link", "src=", "http", "url(", "@import")) {
            assertFalse(page.contains(reference), reference);
        }
    }
}
