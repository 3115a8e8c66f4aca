package dev.verbatim.jmh.report;

import dev.verbatim.jmh.page.ChildProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many bytes a rival makes of an object, on the average.
 *
 * @param family the name of the family that measures it
 * @param rival the rival, as benchmarks name it
 * @param bytes the bytes
 */
record EncodedSize(String family, String rival, long bytes) {

    private static final Pattern LINE = Pattern.compile("(\\w+),(\\w+),(\\d+)");

    /** Asks each rival, in a JVM with the flag that one of them needs. */
    static List<EncodedSize> all() {
        return ChildProcess.output(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.verbatim.jmh.objects.EncodedSizes")
                .stream()
                .flatMap(String::lines)
                .map(LINE::matcher)
                .filter(Matcher::matches)
                .map(line -> new EncodedSize(line.group(1), line.group(2), Long.parseLong(line.group(3))))
                .toList();
    }
}
