package dev.verbatim.cli;

import static dev.verbatim.cli.CommandLineRun.verbatim;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** What shells and manual readers take from the command line. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no bash")
class ShellTest {

    @TempDir
    Path temporary;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        verbatim se           | selftest
        verbatim queue ve     | verify
        verbatim queue cat --l | --layout --limit
        verbatim selftest --f | --folder
        """)
    void bashCompletesCommandsAndOptions(String words, String expected) throws Exception {
        Path script = temporary.resolve("completion");
        Files.writeString(script, verbatim("completion").out());

        assertEquals("", run("bash", "-n", script.toString()));
        List<String> command = new ArrayList<>(List.of(
                "-c",
                "compopt() { :; }; source \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1));"
                        + " _complete_verbatim; echo \"${COMPREPLY[@]}\"",
                "bash",
                script.toString()));
        command.addAll(List.of(words.split(" ")));
        assertEquals(expected, run("bash", command.toArray(String[]::new)).strip());
    }

    @Test
    void theManualPageHasEveryCommandAndOption() {
        String page = verbatim("man").out();
        List<String> missing = new ArrayList<>();
        addMissing(missing, page, Main.commandLine());
        assertEquals(List.of(), missing);
    }

    private static void addMissing(List<String> missing, String page, CommandLine command) {
        String name = command.getCommandSpec().qualifiedName();
        int start = page.indexOf(".SS " + name + "\n");
        if (start < 0) {
            missing.add(name);
            return;
        }
        String section = page.substring(start, page.indexOf(".fi\n", start));
        for (OptionSpec option : command.getCommandSpec().options()) {
            for (String optionName : option.names()) {
                String shown =
                        (option.negatable() ? optionName.replace("--", "--[no-]") : optionName).replace("-", "\\-");
                if (!section.contains(shown)) {
                    missing.add(name + " " + optionName);
                }
            }
        }
        command.getSubcommands().values().forEach(subcommand -> addMissing(missing, page, subcommand));
    }

    @Test
    void theManualPageIsTakenByGroff() throws Exception {
        Path page = temporary.resolve("verbatim.1");
        Files.writeString(page, verbatim("man").out());
        String shown;
        try {
            shown = run("groff", "-man", "-Tascii", "-ww", "-P-cbou", page.toString());
        } catch (IOException e) {
            assumeTrue(false, "there is no groff: " + e.getMessage());
            return;
        }
        assertTrue(shown.startsWith("VERBATIM(1)"), shown);
        assertTrue(shown.contains("       ./verbatim map put prices VBTM '{\"id\":4,"), shown);
        assertTrue(shown.contains("          --folder=FOLDER   A folder of the file system to test."), shown);
    }

    private static String run(String program, String... arguments) throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(program));
        words.addAll(List.of(arguments));
        Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
