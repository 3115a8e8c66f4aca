package dev.verbatim.jmh.page;

import java.util.regex.Pattern;

/** Text in HTML. */
public final class Html {

    private static final Pattern CODE = Pattern.compile("`([^`]*)`");
    private static final Pattern STRONG = Pattern.compile("\\*\\*([^*]*)\\*\\*");

    private Html() {}

    public static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }

    /** {@return HTML for Markdown that has code and strong words, and nothing else} */
    public static String ofMarkdown(String markdown) {
        String html = CODE.matcher(escape(markdown)).replaceAll("<code>$1</code>");
        return STRONG.matcher(html).replaceAll("<strong>$1</strong>");
    }

    /** {@return Markdown's words alone} */
    public static String plain(String markdown) {
        return markdown.replace("`", "").replace("**", "");
    }
}
