package dev.verbatim.jmh.objects;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What the text of a {@link Sample} is written in: 62 characters of Java, each {@code char} counted. */
public enum Script {
    /** Letters and digits: one byte each in UTF-8, and in a {@code String}. */
    ASCII {
        @Override
        String characters() {
            return "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
        }
    },

    /** The same, every fourth with an accent: one byte each in a {@code String}, of which a fourth has two in UTF-8. */
    LATIN_1 {
        @Override
        String characters() {
            return joined(
                    62, i -> i % 4 == 3 ? '\u00C0' + i : ASCII.characters().charAt(i));
        }
    },

    /** Ideographs: three bytes each in UTF-8, and two in a {@code String}. */
    CJK {
        @Override
        String characters() {
            return joined(62, i -> '\u4E00' + 97 * i);
        }
    },

    /** Pairs of surrogates: four bytes a pair in UTF-8, and in a {@code String}. */
    EMOJI {
        @Override
        String characters() {
            return joined(31, i -> 0x1F600 + i);
        }
    };

    abstract String characters();

    private interface CodePoints {
        int at(int index);
    }

    private static String joined(int count, CodePoints codePoints) {
        return IntStream.range(0, count)
                .mapToObj(i -> Character.toString(codePoints.at(i)))
                .collect(Collectors.joining());
    }

    /** {@return another text for each number: the characters, turned by so many} */
    final String text(int number) {
        String characters = characters();
        int turned = characters.offsetByCodePoints(0, number % characters.codePointCount(0, characters.length()));
        return characters.substring(turned) + characters.substring(0, turned);
    }
}
