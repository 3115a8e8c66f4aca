package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.VarCodec;
import dev.verbatim.file.StructFile;
import dev.verbatim.map.MapCodec;
import dev.verbatim.map.MappedMap;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import dev.verbatim.queue.Tailer;
import java.io.IOException;
import java.lang.foreign.MemoryLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The page of the command line shows what the commands print. */
class CommandLinePageTest {

    private static final String PROMPT = "$ ./verbatim ";
    /** A word of a shell, which may have single quotes around spaces. */
    private static final Pattern WORD = Pattern.compile("(?:[^ ']|'[^']*')+");

    private static final int SEGMENT_SIZE = 1 << 20;

    record Quote(long id, double bid, double ask) {
        static final StructCodec<Quote> CODEC = StructCodec.ofRecord(
                lookup(),
                Quote.class,
                MemoryLayout.structLayout(
                        JAVA_LONG.withName("id"), JAVA_DOUBLE.withName("bid"), JAVA_DOUBLE.withName("ask")));
    }

    record Note(long id, String text) {
        static final VarCodec<Note> CODEC = VarCodec.ofRecord(
                lookup(), Note.class, Layouts.varRecord(JAVA_LONG.withName("id"), Layouts.varRef("text")));
    }

    @TempDir
    Path temporary;

    @Test
    void thePageShowsWhatTheCommandsPrint() throws Exception {
        Path folder = temporary.resolve("quotes");
        try (MappedQueue queue =
                        MappedQueue.builder(folder).segmentSize(SEGMENT_SIZE).open();
                Appender appender = queue.appender();
                Tailer tailer = queue.tailer("risk")) {
            appender.append(Quote.CODEC, new Quote(1, 99.5, 100.5));
            appender.append(Quote.CODEC, new Quote(2, 99.25, 100.75));
            appender.append(Note.CODEC, new Note(3, "Zürich"));
            appender.append(StoredQueue.text("bye"));
            queue.force();
            tailer.skip(1);
            tailer.acknowledge();
        }
        try (MappedMap<String, Quote> map = MappedMap.builder(
                        temporary.resolve("prices"), MapCodec.strings(), MapCodec.of(Quote.CODEC))
                .segmentSize(SEGMENT_SIZE)
                .open()) {
            map.put("VBTM", new Quote(1, 99.5, 100.5));
            map.put("OTHR", new Quote(2, 12, 13));
            map.put("VBTM", new Quote(3, 99.25, 100.75));
            map.force();
        }
        try (StructFile<Quote> file = StructFile.create(temporary.resolve("ticks.npy"), Quote.CODEC)) {
            file.append(new Quote(998, 99.5, 100.5));
            file.append(new Quote(999, 99.25, 100.75));
            file.append(new Quote(1000, 100.25, 101.5));
        }
        String shown = console();
        String printed = shown.lines()
                .filter(line -> line.startsWith(PROMPT))
                .map(line -> line + "\n" + output(line.substring(PROMPT.length())))
                .collect(Collectors.joining());
        assertEquals(withoutTimesAndIds(shown), withoutTimesAndIds(printed));
    }

    private static String console() throws IOException {
        List<String> blocks = Pattern.compile("^```console\\R(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL)
                .matcher(Files.readString(Path.of("docs", "command-line.md")))
                .results()
                .map(block -> block.group(1))
                .toList();
        return String.join("", blocks);
    }

    private String output(String command) {
        String[] words = WORD.matcher(command.replaceAll(
                        " (quotes\\.csv|quotes|prices|ticks\\.npy|archive)(?= |$)", " " + temporary + "/$1"))
                .results()
                .map(word -> word.group().replace("'", ""))
                .toArray(String[]::new);
        CommandLineRun run = verbatim(words);
        assertEquals("", run.err());
        assertEquals(command.startsWith("diff ") ? 1 : 0, run.exitCode());
        return run.out().replace(temporary + "/", "");
    }

    private static String withoutTimesAndIds(String text) {
        return text.replaceAll("made .*", "made TIME").replaceAll("(?m)^id +\\S{36}$", "id ID");
    }
}
