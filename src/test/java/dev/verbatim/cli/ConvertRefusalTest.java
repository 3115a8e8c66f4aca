package dev.verbatim.cli;

import static dev.verbatim.cli.ConvertTest.convert;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.cli.StoredQueue.Trade;
import dev.verbatim.queue.Appender;
import dev.verbatim.queue.MappedQueue;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Of what {@code verbatim convert} makes nothing, and that nothing is left then. */
@Timeout(60)
class ConvertRefusalTest {

    @TempDir
    Path temporary;

    private Path file() throws Exception {
        Path path = temporary.resolve("source.npy");
        StoredFile.ofQuotes(path, 3);
        return path;
    }

    private static List<String> names(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whatMakesNoSenseIsRefused() throws Exception {
        Path source = file();
        assertEquals(
                "verbatim convert: " + source + ": exists already\n",
                convert(source, source).err());
        Path target = temporary.resolve("target");
        assertEquals(
                "verbatim convert: " + target + ": expected a name that ends in .npy, .csv, .json or .jsonl, or --to"
                        + " queue, --to map or another\n",
                convert(source, target).err());
        Path csv = Files.writeString(temporary.resolve("a.csv"), "a,b\n1,2\n1,x\n");
        assertTrue(convert(csv, target, "--to=npy").err().contains("a.csv: expected --layout, once"));
        assertEquals(
                "verbatim convert: --layout 00000001: expected the text of a layout, such as"
                        + " {\"id\":j,\"price\":d}, or raw, because none is stored\n",
                convert(csv, target, "--to=npy", "--layout=00000001").err());
        assertEquals(
                "verbatim convert: " + csv + ": line 3: b: expected a whole number from -128 to 127, found \"x\"; "
                        + target + " was not made\n",
                convert(csv, target, "--to=npy", "--layout={\"a\":b,\"b\":b}").err());
        assertTrue(Files.notExists(target));
        assertEquals(
                "verbatim convert: --skip-damaged: expected a file, a queue or a map, which knows its layouts, found "
                        + csv + ", which is a text\n",
                convert(csv, target, "--to=npy", "--layout={\"a\":b,\"b\":b}", "--skip-damaged")
                        .err());
        assertEquals(
                "verbatim convert: --ignore-columns: expected CSV, found " + source + ", which is no text\n",
                convert(source, target, "--to=npy", "--ignore-columns=id").err());
        assertEquals(
                "verbatim convert: --ignore-columns: expected CSV, found --raw\n",
                convert(source, target, "--to=npy", "--ignore-columns=id", "--raw")
                        .err());
        assertEquals(
                "verbatim convert: --where at column=1: expected a path, a number or a text, found the end\n",
                convert(source, target, "--to=csv", "--where=").err());
        assertTrue(
                convert(csv, target, "--to=queue", "--layout={\"a\":q}").err().contains("--layout: layout text at"));
        assertTrue(convert(source, target, "--to=csv", "--layout=raw")
                .err()
                .contains("--layout raw: expected a queue or a map"));
        Path empty = temporary.resolve("empty");
        StoredQueue.open(empty).close();
        assertEquals(
                "verbatim convert: " + empty + ": expected entries, of which a file has the layout, found none; "
                        + target + " was not made\n",
                convert(empty, target, "--to=npy").err());
        assertEquals(
                "verbatim convert: " + empty + ": expected entries, of which a file has the layout, found none; "
                        + target + " was not made\n",
                convert(empty, target, "--to=npy", "--layout=raw").err());
    }

    /** It would be a file of this name, which few mean, and many a command takes for an option. */
    @Test
    void standardOutputIsNoTarget() throws Exception {
        assertEquals(
                new CommandLineRun(
                        2,
                        "",
                        "verbatim convert: -: expected the name of what is made, found what stands for standard output;"
                                + " 'verbatim cat' prints a store to it, as CSV with --format csv\n"),
                convert(file(), Path.of("-"), "--to=csv"));
        assertTrue(Files.notExists(Path.of("-")));
    }

    /** Another program makes the same target, after this one has seen that there is none: the other's stays. */
    @ParameterizedTest
    @CsvSource({"npy", "queue", "map", "json"})
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "has no named pipes among its files")
    void aTargetThatAnotherProgramHasMadeStays(String to) throws Exception {
        Path pipe = temporary.resolve("pipe");
        assertEquals(0, new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor());
        Path target = temporary.resolve("target");
        String row = "{\"key\":\"1\",\"value\":{\"a\":1}}\n";
        String line = to.equals("map") ? row : row.replace("\"key\":\"1\",", "");
        String[] options = Stream.of("--to=" + to, "--layout={\"a\":b}", to.equals("map") ? "--keys=LONG" : "")
                .filter(option -> !option.isEmpty())
                .toArray(String[]::new);
        CompletableFuture<CommandLineRun> run = CompletableFuture.supplyAsync(() -> convert(pipe, target, options));
        try (Writer writer = Files.newBufferedWriter(pipe)) { // waits until the pipe is read
            if (to.equals("queue")) {
                StoredQueue.ofQuotes(target, 1);
            } else {
                Files.createDirectory(target);
                Files.writeString(target.resolve("precious"), "x");
            }
            writer.write(line);
        }
        List<String> files = names(target);
        assertEquals(new CommandLineRun(2, "", "verbatim convert: " + target + ": exists already\n"), run.join());
        assertEquals(files, names(target));
        assertEquals(List.of("pipe", "target"), names(temporary));
    }

    @Test
    void nothingIsLeftOfATargetThatCannotBeMade() throws Exception {
        Path source = file();
        Path target = temporary.resolve("missing").resolve("target.csv");
        assertEquals(
                new CommandLineRun(
                        2, "", "verbatim convert: " + target + ": expected a folder to make it in, found none\n"),
                convert(source, target));
        Path inFile = source.resolve("target.csv");
        assertEquals(
                new CommandLineRun(
                        2, "", "verbatim convert: " + inFile + ": expected a folder to make it in, found a file\n"),
                convert(source, inFile));
        Path csv = Files.writeString(temporary.resolve("a.csv"), "a\n1\nx\n");
        for (String to : List.of("npy", "queue", "json")) {
            assertEquals(
                    2,
                    convert(csv, temporary.resolve("target"), "--to=" + to, "--layout={\"a\":b}")
                            .exitCode());
        }
        assertEquals(List.of("a.csv", "source.npy"), names(temporary));
    }

    @ParameterizedTest
    @CsvSource({
        "csv, 0",
        "csv, 1",
        "csv, 2",
        "json, 0",
        "json, 2",
        "queue, 0",
        "queue, 2",
        "queue --where=id>0, 0",
        "queue --where=id>0, 2"
    })
    void anEntryThatIsNotOfItsLayoutIsNamed(String options, int soundEntries) throws Exception {
        Path queue = temporary.resolve("source.queue");
        long position;
        try (MappedQueue opened = StoredQueue.open(queue);
                Appender appender = opened.appender()) {
            for (int i = 1; i <= soundEntries; i++) {
                appender.append(Trade.CODEC, Trade.of(i));
            }
            position = StoredQueue.appendUnsound(appender, Trade.CODEC.layout(), new byte[30]);
        }
        Path target = temporary.resolve("target");
        CommandLineRun run = convert(queue, target, ("--to=" + options).split(" "));
        assertEquals(1, run.exitCode());
        assertTrue(run.err().startsWith("verbatim convert: position=" + position + ": "), run::err);
        assertTrue(run.err().endsWith("; " + target + " was not made\n"), run::err);
        assertTrue(Files.notExists(target));
    }

    @Test
    void aDamagedSourceIsNotConverted() throws Exception {
        Path queue = temporary.resolve("source.queue");
        StoredQueue.ofQuotes(queue, 3);
        Path segment = queue.resolve("000000000000.segment");
        byte[] bytes = Files.readAllBytes(segment);
        bytes[128 + 64 + 16]++;
        Files.write(segment, bytes);
        Path target = temporary.resolve("target");
        CommandLineRun run = convert(queue, target, "--to=queue");
        assertEquals(1, run.exitCode());
        assertTrue(run.err().contains("000000000000.segment: expected at offset=192"), run::err);
        assertTrue(run.err().endsWith("; " + target + " was not made\n"), run::err);
        assertTrue(Files.notExists(target));
    }
}
