package dev.verbatim;

import static dev.verbatim.ItchExample.SAMPLE;
import static dev.verbatim.ItchExample.SOURCES;
import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.ItchSpecification.MessageType;
import dev.verbatim.file.ChildJvm;
import dev.verbatim.file.ChildJvm.Result;
import dev.verbatim.file.Python;
import dev.verbatim.tools.Needs;
import dev.verbatim.tools.Needs.Tool;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of ITCH: what it prints, what it writes, and what Python finds in the same file. */
class ItchTest {

    private static final Path PAGE = Path.of("docs", "itch.md");
    private static final int FRAME = 2;

    @TempDir
    private static Path temporary;

    private static ItchExample example;
    private static Path folder;
    private static String summary;

    /** As the page says to run it, and into a folder. */
    @BeforeAll
    static void run() throws Exception {
        example = ItchExample.compiled();
        folder = temporary.resolve("files");
        Result result = java(
                ChildJvm.classPath(), SOURCES.resolve("Itch.java").toString(), SAMPLE.toString(), folder.toString());
        assertEquals(0, result.exitCode(), result.output());
        summary = result.output();
    }

    @AfterAll
    static void close() throws Exception {
        example.close();
    }

    private static Result java(List<Path> classPath, String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dstdout.encoding=UTF-8",
                "-cp",
                classPath.stream().map(Path::toString).collect(joining(File.pathSeparator))));
        command.addAll(List.of(words));
        return ChildJvm.run(command);
    }

    /** Runs the program when it is compiled already. */
    private static Result itch(Object... arguments) throws Exception {
        List<Path> classPath = new ArrayList<>(ChildJvm.classPath());
        classPath.add(example.classes());
        List<String> words = new ArrayList<>(List.of("itch.Itch"));
        Arrays.stream(arguments).map(Object::toString).forEach(words::add);
        return java(classPath, words.toArray(String[]::new));
    }

    private static Result python(String script, Object... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("python3", "-B", SOURCES.resolve(script).toString()));
        Arrays.stream(arguments).map(Object::toString).forEach(command::add);
        try {
            return ChildJvm.run(command);
        } catch (IOException e) {
            assumeTrue(false, "there is no python3: " + e.getMessage());
            throw e;
        }
    }

    @Test
    void thePageShowsWhatTheProgramPrints() throws Exception {
        Matcher console = Pattern.compile("^```console\\R\\$ (.*)\\R((?s:.*?))^```$", Pattern.MULTILINE)
                .matcher(Files.readString(PAGE));
        assertTrue(console.find());
        assertEquals("./verbatim examples/itch/Itch.java " + SAMPLE, console.group(1));
        assertEquals(console.group(2), summary);
    }

    @Test
    void theSampleHasEveryTypeOfMessage() throws Exception {
        Map<String, ByteArrayOutputStream> messages = messagesByType();
        List<String> names = ItchSpecification.types().values().stream()
                .map(MessageType::name)
                .sorted()
                .toList();
        assertEquals(names, messages.keySet().stream().sorted().toList());
    }

    @Test
    void anIndependentParserPrintsTheSame() throws Exception {
        assertEquals(new Result(0, summary), python("itch.py", SAMPLE));
    }

    @Test
    void theGeneratorMakesTheSample() throws Exception {
        Path generated = temporary.resolve("generated.itch");
        assertEquals(new Result(0, ""), python("generate.py", generated));
        assertArrayEquals(Files.readAllBytes(SAMPLE), Files.readAllBytes(generated));
    }

    @Test
    @Needs(Tool.NUMPY)
    void numpyReadsEveryFieldOfEveryMessage() throws Exception {
        int messages = 0;
        int fields = 0;
        for (Object message : example.read(Files.readAllBytes(SAMPLE))) {
            messages++;
            fields += ItchExample.values(message).size();
        }
        assertEquals(
                new Result(0, messages + " messages, " + fields + " fields: all the same\n"),
                python("compare_npy.py", SAMPLE, folder));
    }

    @Test
    @Needs(Tool.NUMPY)
    void numpyDoesWhatThePageShows() throws Exception {
        Matcher python = Pattern.compile("^```python\\R((?s:.*?))^```$", Pattern.MULTILINE)
                .matcher(Files.readString(PAGE));
        assertTrue(python.find());
        String script = python.group(1).replace("verbatim-itch", folder.toString())
                + "print(f'{value:.4f}', len(stocks), nanos[0])";
        Object first = example.read(Files.readAllBytes(SAMPLE)).stream()
                .filter(message -> message.getClass().getSimpleName().equals("AddOrder"))
                .findFirst()
                .orElseThrow();
        String value = Pattern.compile("AddOrder +\\d+ +\\d+ +(\\S+)")
                .matcher(summary)
                .results()
                .findFirst()
                .orElseThrow()
                .group(1);
        assertEquals(value + " 8 " + ItchExample.values(first).get(2) + "\n", Python.run(script));
    }

    @Test
    void filesHaveTheBytesOfTheMessagesButTheirTypes() throws Exception {
        for (var messages : messagesByType().entrySet()) {
            byte[] expected = messages.getValue().toByteArray();
            byte[] file = Files.readAllBytes(folder.resolve(messages.getKey() + ".npy"));
            byte[] found = Arrays.copyOfRange(file, file.length - expected.length, file.length);
            assertArrayEquals(expected, found, messages.getKey());
            assertEquals(0, (file.length - expected.length) % 64, messages.getKey());
        }
    }

    /** {@return the bytes of all messages of the sample, by the name of their type, with 0 in the place of the type} */
    private static Map<String, ByteArrayOutputStream> messagesByType() throws IOException {
        Map<String, ByteArrayOutputStream> messages = new LinkedHashMap<>();
        ByteBuffer feed = ByteBuffer.wrap(Files.readAllBytes(SAMPLE));
        for (int length = feed.getShort(); length > 0; length = feed.getShort()) {
            char tag = (char) feed.get(feed.position());
            byte[] message = new byte[length];
            feed.get(message);
            message[0] = 0;
            messages.computeIfAbsent(ItchSpecification.types().get(tag).name(), _ -> new ByteArrayOutputStream())
                    .writeBytes(message);
        }
        return messages;
    }

    @Test
    void aFeedWithoutAnEndOfSessionIsRead() throws Exception {
        byte[] sample = Files.readAllBytes(SAMPLE);
        byte[] withoutEnd = Arrays.copyOf(sample, sample.length - FRAME);
        assertEquals(example.read(sample), example.read(withoutEnd));
        assertEquals(List.of(), example.read(new byte[0]));
    }

    @Test
    void whatIsNoMessageIsRefusedWithItsPosition() throws Exception {
        byte[] sample = Files.readAllBytes(SAMPLE);
        byte[] first = Arrays.copyOf(sample, FRAME + 12); // a system event
        assertEquals(1, example.read(first).size());

        requireRefused("position=0: expected a length of 2 bytes, found 1 byte up to the end", new byte[1]);
        requireRefused(
                "position=14: expected a message of length=39, found 38 bytes up to the end",
                Arrays.copyOf(sample, 14 + FRAME + 38));
        requireRefused(
                "position=14: expected a length of 2 bytes, found 1 byte up to the end", Arrays.copyOf(sample, 15));
        requireRefused(
                "position=0: expected the end of the file behind the end of the session, length=0, found 3 bytes",
                new byte[FRAME + 3]);
        requireRefused(
                "position=0: expected length=12 of a message of type=S, found length=11",
                with(Arrays.copyOf(first, first.length - 1), 1, 11));
        String types = ItchSpecification.types().keySet().stream()
                .sorted()
                .map(type -> "%d ('%c')".formatted((int) type, type))
                .collect(joining(", "));
        requireRefused(
                "position=0: cannot read itch.Message (by the byte at offset 0) at offset=2: the tag at offset=2:"
                        + " expected " + types + ", found 122 ('z')",
                with(first, FRAME, 'z'));
        requireRefused(
                "position=0: cannot read itch.Message$SystemEvent (12 bytes) at offset=2: eventCode at offset=13:"
                        + " expected the bytes of a itch.Code$SystemEventCode, found 122 (no constant of"
                        + " itch.Code$SystemEventCode has this code)",
                with(first, FRAME + 11, 'z'));
    }

    private static byte[] with(byte[] bytes, int index, int value) {
        byte[] changed = bytes.clone();
        changed[index] = (byte) value;
        return changed;
    }

    private static void requireRefused(String message, byte[] feed) {
        assertEquals(
                message,
                assertThrows(IOException.class, () -> example.read(feed)).getMessage());
    }

    @Test
    void whatComesBeforeAFaultIsKept() throws Exception {
        byte[] sample = Files.readAllBytes(SAMPLE);
        Path half = Files.write(temporary.resolve("half.itch"), Arrays.copyOf(sample, sample.length / 2));
        Path files = temporary.resolve("half");
        Result result = itch(half, files);
        assertEquals(1, result.exitCode());
        assertTrue(
                result.output()
                        .matches("message (?s:.*)\nitch: file=\\S+half.itch position=\\d+: expected a message of"
                                + " length=\\d+, found \\d+ bytes up to the end\n"),
                result::output);
        assertEquals(result, python("itch.py", half));
        assertTrue(Files.size(files.resolve("AddOrder.npy")) > 10_000);
    }

    @Test
    void otherFaultsAreOneLine() throws Exception {
        Path missing = temporary.resolve("missing.itch");
        assertEquals(new Result(1, "itch: there is no file=" + missing + "\n"), itch(missing));
        assertEquals(new Result(1, "itch: expected a file, found a folder=" + folder + "\n"), itch(folder));
        Path present = folder.resolve("SystemEvent.npy");
        Result again = itch(SAMPLE, folder);
        assertEquals(1, again.exitCode());
        assertTrue(
                again.output().endsWith("\nitch: there is a file=" + present + " already; name another folder\n"),
                again::output);
        assertEquals(new Result(2, "usage: ./verbatim examples/itch/Itch.java FILE [FOLDER]\n"), itch());
    }
}
