package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.cli.CommandLinePageTest.Quote;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Each command's help ends with examples, and these work. */
class ExamplesTest {

    /** They take long, or need another jar; other tests run them. */
    private static final Set<String> ONLY_PARSED = Set.of("bench", "latency", "selftest", "relay");

    /** A word for a shell, which may be quoted. */
    private static final Pattern WORD = Pattern.compile("'([^']*)'|[^ ]+");

    private static final Set<String> FILES =
            Set.of("quotes", "prices", "more.csv", "bars", "quotes.npy", "same.npy", "new.npy", "copy", "prices.jsonl");

    private static final int SEGMENT_SIZE = 1 << 20;

    @TempDir
    Path temporary;

    @BeforeEach
    void makeWhatTheExamplesAreAbout() throws IOException {
        try (MappedQueue queue = MappedQueue.builder(temporary.resolve("quotes"))
                        .segmentSize(SEGMENT_SIZE)
                        .open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer("risk")) {
            appender.append(Quote.CODEC, new Quote(1, 99.5, 100.5));
            tailer.skip(1);
            tailer.acknowledge();
        }
        try (MappedMap<String, Quote> map = MappedMap.builder(
                        temporary.resolve("prices"), MapCodec.strings(), MapCodec.of(Quote.CODEC))
                .segmentSize(SEGMENT_SIZE)
                .open()) {
            map.put("VBTM", new Quote(1, 99.5, 100.5));
            map.put("OTHR", new Quote(2, 12, 13));
        }
        for (String name : List.of("quotes.npy", "same.npy")) {
            try (StructFile<Quote> file = StructFile.create(temporary.resolve(name), Quote.CODEC)) {
                file.append(new Quote(1, 99.5, 100.5));
            }
        }
        Files.writeString(temporary.resolve("more.csv"), "id,bid,ask\n2,99.25,100.75\n");
    }

    static List<CommandLine> commands() {
        return withSubcommands(Main.commandLine()).toList();
    }

    private static Stream<CommandLine> withSubcommands(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(ExamplesTest::withSubcommands));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void theExamplesOfEachCommandWork(CommandLine command) {
        String name = command.getCommandSpec().qualifiedName();
        List<String> examples = Examples.of(name);
        assertFalse(examples.isEmpty(), () -> "no examples of " + name);
        String help = command.getUsageMessage();
        for (String example : examples) {
            assertTrue(help.contains("\n  " + example + "\n"), help);
            String[] words = words(example);
            if (ONLY_PARSED.contains(words[0])) {
                Main.commandLine().parseArgs(words);
            } else {
                CommandLineRun run = verbatim(words);
                assertEquals("", run.err(), example);
                assertEquals(0, run.exitCode(), example);
            }
        }
    }

    @Test
    void anExampleStartsTheCommandWhoseHelpItIsIn() {
        for (CommandLine command : commands()) {
            String name = command.getCommandSpec().qualifiedName();
            for (String example : Examples.of(name)) {
                assertTrue(example.contains("./" + name), example);
            }
        }
    }

    /** {@return the arguments of the command in an example, with the files of this test} */
    private String[] words(String example) {
        return WORD.matcher(example.replaceFirst(".*\\./verbatim ([^|)]*).*", "$1"))
                .results()
                .map(word -> word.group(1) == null ? word.group() : word.group(1))
                .map(word -> FILES.contains(word) ? temporary.resolve(word).toString() : word)
                .toArray(String[]::new);
    }
}
