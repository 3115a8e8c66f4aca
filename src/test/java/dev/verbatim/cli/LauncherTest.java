package dev.verbatim.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a project of its own, with a java and a Maven that only say how they were called. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the launcher is a POSIX shell script")
class LauncherTest {

    private static final FileTime OLD = FileTime.fromMillis(1_000_000_000_000L);
    private static final FileTime NEW = FileTime.fromMillis(1_100_000_000_000L);

    @TempDir
    Path temp;

    private Path project;
    private Path jar;
    private Path jdk;
    private Path maven;

    @BeforeEach
    void makeAProjectThatIsBuilt() throws IOException {
        project = Files.createDirectories(temp.toRealPath().resolve("a project"));
        Path source = project.resolve("src/main/java/A.java");
        Files.createDirectories(source.getParent());
        jar = project.resolve("target/verbatim-cli.jar");
        Files.createDirectories(jar.getParent());
        Files.copy(Path.of("verbatim"), project.resolve("verbatim"), StandardCopyOption.COPY_ATTRIBUTES);
        for (Path path : List.of(source, project.resolve("pom.xml"), jar)) {
            Files.createFile(path);
        }
        Files.setLastModifiedTime(jar, NEW);
        for (Path path = source; !path.equals(project); path = path.getParent()) {
            Files.setLastModifiedTime(path, OLD);
        }
        Files.setLastModifiedTime(project.resolve("pom.xml"), OLD);
        jdk = makeJdk("a jdk", "22.0.1");
        // As Maven does, it leaves a jar alone that is there already.
        maven = script(
                temp.resolve("maven/mvn"),
                "echo \"mvn $* in $PWD with $JAVA_VERBATIM_HOME\" >&2",
                "[ -f target/verbatim-cli.jar ] || : >target/verbatim-cli.jar");
    }

    @Test
    void startsTheJarWithTheArguments() throws Exception {
        Run run = launch(project.resolve("verbatim"), jdk, "demo", "--input", "two words", "");

        assertEquals("", run.err());
        assertEquals(
                List.of(
                        jdk + "/bin/java",
                        "-Dverbatim.home=" + project,
                        "-jar",
                        jar.toString(),
                        "demo",
                        "--input",
                        "two words",
                        ""),
                run.out());
        assertEquals(7, run.exitCode(), "the exit code of the JVM");
    }

    @Test
    void runsAProgramFromItsSource() throws Exception {
        Path folder = Files.createDirectories(temp.resolve("elsewhere/a folder"));
        Files.createFile(folder.resolve("Program.java"));

        Run run = launch(project.resolve("verbatim"), jdk, "a folder/Program.java", "demo", "");

        assertEquals("", run.err());
        assertEquals(List.of(jdk + "/bin/java", "-cp", jar.toString(), "a folder/Program.java", "demo", ""), run.out());
        assertEquals(7, run.exitCode(), "the exit code of the JVM");
    }

    @Test
    void aProgramThatIsMissingIsSaidToBeSo() throws Exception {
        assertEquals(
                new Run(2, List.of(), "verbatim: Program.java: no such file\n"),
                launch(project.resolve("verbatim"), jdk, "Program.java"));
    }

    @Test
    void runsAProgramWithACompilerOnly() throws Exception {
        Path runtime = makeJdk("runtime", "25");
        Files.delete(runtime.resolve("bin/javac"));

        Files.createFile(Files.createDirectories(temp.resolve("elsewhere")).resolve("Program.java"));
        Run run = launch(project.resolve("verbatim"), runtime, List.of(jdk.resolve("bin")), "Program.java");

        assertEquals(jdk + "/bin/java", run.out().getFirst());
        assertEquals(
                runtime + "/bin/java",
                launch(project.resolve("verbatim"), runtime, "demo").out().getFirst());
    }

    @Test
    void worksThroughSymbolicLinks() throws Exception {
        Path inside = Files.createSymbolicLink(project.resolve("v"), Path.of("verbatim"));
        Path outside = Files.createSymbolicLink(temp.resolve("outside"), inside);

        assertEquals(
                List.of(jdk + "/bin/java", "-Dverbatim.home=" + project, "-jar", jar.toString()),
                launch(outside, jdk).out());
    }

    @Test
    void passesByAnOldJdk() throws Exception {
        Path old = makeJdk("old", "17.0.15");
        Path ancient = makeJdk("ancient", "1.8.0_482");
        Path onPath = makeJdk("on path", "25");

        for (Path javaHome : List.of(old, ancient, temp.resolve("nothing"))) {
            Run run = launch(project.resolve("verbatim"), javaHome, List.of(onPath.resolve("bin")));

            assertEquals("", run.err());
            assertEquals(onPath + "/bin/java", run.out().getFirst(), javaHome.toString());
        }
    }

    @Test
    void asksAJavaThatHasNoReleaseFile() throws Exception {
        Files.delete(jdk.resolve("release"));
        script(
                jdk.resolve("bin/java"),
                "if [ \"$1\" = -version ]; then echo 'openjdk version \"26-ea\" 2026-03-17' >&2; else echo \"asked\";"
                        + " fi");

        assertEquals(List.of("asked"), launch(project.resolve("verbatim"), jdk).out());
    }

    @Test
    void buildsWhatIsMissing() throws Exception {
        Files.delete(jar);

        Run run = launch(project.resolve("verbatim"), jdk, List.of(maven.getParent()));

        assertEquals(
                "verbatim: building " + jar + " (the first time takes a while: Maven downloads what it needs)\n",
                run.err());
        assertEquals(jdk + "/bin/java", run.out().getFirst());
        assertEquals(
                "mvn -q -B -Dmaven.test.skip=true package in " + project + " with " + jdk + "\n",
                Files.readString(project.resolve("target/verbatim-build.log")));
    }

    @Test
    void buildsOnceWhatIsOlderThanTheSources() throws Exception {
        for (String newer : List.of("pom.xml", "src/main/java/A.java", "src/main/java")) {
            Files.setLastModifiedTime(jar, NEW);
            Files.setLastModifiedTime(project.resolve(newer), FileTime.fromMillis(NEW.toMillis() + 10_000));

            Run run = launch(project.resolve("verbatim"), jdk, List.of(maven.getParent()));

            assertTrue(run.err().startsWith("verbatim: building "), newer + run.err());
            assertEquals("", launch(project.resolve("verbatim"), jdk).err(), newer);
            Files.setLastModifiedTime(project.resolve(newer), OLD);
        }
    }

    @Test
    void saysWhereTheBuildFailed() throws Exception {
        Files.delete(jar);
        script(maven, "echo 'noise'; echo '[ERROR] A.java:[1,2] wrong'; exit 1");

        Run run = launch(project.resolve("verbatim"), jdk, List.of(maven.getParent()));

        assertEquals(
                "verbatim: building " + jar + " (the first time takes a while: Maven downloads what it needs)\n"
                        + "[ERROR] A.java:[1,2] wrong\n"
                        + "verbatim: the build failed; the whole output is in " + project
                        + "/target/verbatim-build.log\n",
                run.err());
        assertEquals(List.of(), run.out());
        assertEquals(1, run.exitCode());
    }

    @Test
    void saysThatMavenIsMissing() throws Exception {
        Files.delete(jar);

        Run run = launch(project.resolve("verbatim"), jdk);

        assertEquals(
                "verbatim: Maven is needed to build it: install Maven 3.8 or newer (https://maven.apache.org)\n",
                run.err());
        assertEquals(2, run.exitCode());
        assertFalse(Files.exists(jar));
    }

    @Test
    void buildsWithACompilerOnly() throws Exception {
        Files.delete(jar);
        Path runtime = makeJdk("runtime", "25");
        Files.delete(runtime.resolve("bin/javac"));

        Run run = launch(project.resolve("verbatim"), runtime, List.of(jdk.resolve("bin"), maven.getParent()));

        assertEquals(jdk + "/bin/java", run.out().getFirst());
    }

    @Test
    void buildsTheBenchmarksWhenTheyAreToRun() throws Exception {
        Path benchmarks = project.resolve("target/benchmarks.jar");

        Run run = launch(project.resolve("verbatim"), jdk, List.of(maven.getParent()), "bench", "--full");

        assertEquals(
                "verbatim: building " + benchmarks + " (the first time takes a while: Maven downloads what it needs)\n",
                run.err());
        assertEquals(List.of("bench", "--full"), run.out().subList(4, 6));
        assertEquals(
                "mvn -q -B -DskipTests -Dmaven.javadoc.skip=true -Dmaven.source.skip=true pre-integration-test in "
                        + project + " with " + jdk + "\n",
                Files.readString(project.resolve("target/verbatim-build.log")));
    }

    @Test
    void buildsTheBenchmarksWhenTheLatencyIsToBeMeasured() throws Exception {
        Path benchmarks = project.resolve("target/benchmarks.jar");

        Run run = launch(project.resolve("verbatim"), jdk, List.of(maven.getParent()), "latency", "--runs", "2");

        assertTrue(run.err().startsWith("verbatim: building " + benchmarks + " "), run.err());
        assertEquals(List.of("latency", "--runs", "2"), run.out().subList(4, 7));
    }

    @Test
    void buildsTheBenchmarksOnceWhenTheyAreOlderThanTheirSources() throws Exception {
        Path source = project.resolve("src/jmh/java/B.java");
        Files.createDirectories(source.getParent());
        Files.createFile(source);
        Path benchmarks = Files.createFile(project.resolve("target/benchmarks.jar"));
        Files.setLastModifiedTime(benchmarks, OLD);

        Run run = launch(project.resolve("verbatim"), jdk, List.of(maven.getParent()), "bench");

        assertTrue(run.err().startsWith("verbatim: building " + benchmarks + " "), run.err());
        assertEquals("", launch(project.resolve("verbatim"), jdk, "bench").err());
    }

    @Test
    void helpAboutTheBenchmarksDoesWithoutThem() throws Exception {
        for (String option : List.of("-h", "--help", "-V", "--version")) {
            assertEquals(
                    "",
                    launch(project.resolve("verbatim"), jdk, "bench", option).err(),
                    option);
            assertEquals(
                    "",
                    launch(project.resolve("verbatim"), jdk, "latency", option).err(),
                    option);
        }
        assertEquals(
                "", launch(project.resolve("verbatim"), jdk, "demo", "bench").err());
    }

    @Test
    void whatEndsSoonIsCompiledQuickly() throws Exception {
        for (String brief : List.of("--version", "--help", "info", "completion")) {
            assertEquals(
                    List.of(
                            jdk + "/bin/java",
                            "-XX:TieredStopAtLevel=1",
                            "-Dverbatim.home=" + project,
                            "-jar",
                            jar.toString(),
                            "queue",
                            brief,
                            "quotes"),
                    launch(project.resolve("verbatim"), jdk, "queue", brief, "quotes")
                            .out());
        }
    }

    @Test
    void startsWithAnArchiveThatIsMadeOnceForEachJar() throws Exception {
        Path archive = project.resolve("target/verbatim-cli.jsa");
        script(
                jdk.resolve("bin/java"),
                "case $1 in -XX:ArchiveClassesAtExit=*) echo \"$*\" >\"${1#*=}\" ;; *) printf '%s\\n' \"$@\" ;; esac");
        List<String> started = List.of(
                "-XX:SharedArchiveFile=" + archive,
                "-Xlog:disable",
                "-Xlog:all=error:stderr",
                "-Dverbatim.home=" + project,
                "-jar",
                jar.toString(),
                "queue");

        assertEquals(started, launch(project.resolve("verbatim"), jdk, "queue").out());
        String made = Files.readString(archive);
        assertTrue(made.endsWith(" -jar " + jar + " --help\n"), made);
        assertEquals(started, launch(project.resolve("verbatim"), jdk, "queue").out());
        assertEquals(made, Files.readString(archive), "it was not made again: its unfinished name has another number");

        Files.setLastModifiedTime(archive, OLD);
        assertEquals(started, launch(project.resolve("verbatim"), jdk, "queue").out());
        assertNotEquals(made, Files.readString(archive));
        try (Stream<Path> files = Files.list(archive.getParent())) {
            assertEquals(Set.of(jar, archive), files.collect(Collectors.toSet()));
        }
    }

    @Test
    void relaysAreInAJarOfTheirOwn() throws Exception {
        Path relay = Files.createFile(project.resolve("target/verbatim-relay.jar"));
        Files.setLastModifiedTime(relay, NEW);
        Path source = project.resolve("src/kafka/java/K.java");
        Files.createDirectories(source.getParent());
        for (Path path : List.of(source.getParent(), source.getParent().getParent())) {
            Files.setLastModifiedTime(path, OLD);
        }

        Run run = launch(project.resolve("verbatim"), jdk, "relay", "topic", "quotes", "--to", "replica");

        assertEquals("", run.err());
        assertEquals(
                List.of("-jar", relay.toString(), "relay", "topic", "quotes", "--to", "replica"),
                run.out().subList(2, 9));
        Files.createFile(source);
        run = launch(project.resolve("verbatim"), jdk, List.of(maven.getParent()), "relay");
        assertTrue(run.err().startsWith("verbatim: building " + relay + " "), run.err());
        assertEquals("", launch(project.resolve("verbatim"), jdk, "relay").err());
        assertEquals("", launch(project.resolve("verbatim"), jdk, "demo").err());
    }

    /** As from cron: the JVM would lose what is not ASCII in the arguments. */
    @Test
    void takesALocaleOfUtf8InPlaceOfOneOfAscii() throws Exception {
        script(jdk.resolve("bin/java"), "echo \"${LC_ALL-none}\"");
        Path locales = temp.resolve("locales");
        String other = "if [ \"${LC_ALL-}\" = C.UTF-8 ]; then echo UTF-8; else echo %s; fi";
        Map<String, String> taken = Map.of(
                other.formatted("ANSI_X3.4-1968"),
                "C.UTF-8",
                other.formatted("UTF-8"),
                "none",
                other.formatted("ISO-8859-1"),
                "none",
                "echo ANSI_X3.4-1968",
                "none",
                "exit 1",
                "none");
        for (Map.Entry<String, String> locale : taken.entrySet()) {
            script(locales.resolve("locale"), locale.getKey());

            Run run = launch(project.resolve("verbatim"), jdk, List.of(locales), "demo");

            assertEquals("", run.err());
            assertEquals(List.of(locale.getValue()), run.out(), locale.getKey());
        }
    }

    /** The JVM would have a file of its own in its place, and read that. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void standardInputThatIsClosedIsEmpty() throws Exception {
        script(jdk.resolve("bin/java"), "readlink /proc/$$/fd/0 || echo closed");
        Path closed = script(temp.resolve("closed"), "exec '" + project.resolve("verbatim") + "' <&-");

        Run run = launch(closed, jdk, "append");

        assertEquals("", run.err());
        assertEquals(List.of("/dev/null"), run.out());
    }

    private Path makeJdk(String name, String version) throws IOException {
        Path home = Files.createDirectories(temp.toRealPath().resolve(name));
        Files.writeString(
                home.resolve("release"), "IMPLEMENTOR=\"a \\\"vendor\\\"\"\nJAVA_VERSION=\"" + version + "\"\n");
        script(home.resolve("bin/java"), "printf '%s\\n' \"$0\" \"$@\"; exit 7");
        script(home.resolve("bin/javac"), "");
        return home;
    }

    private static Path script(Path file, String... lines) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + String.join("\n", lines) + "\n");
        assertTrue(file.toFile().setExecutable(true));
        return file;
    }

    private Run launch(Path launcher, Path javaHome, String... args) throws Exception {
        return launch(launcher, javaHome, List.of(), args);
    }

    /** Runs the launcher from another folder, with only what every POSIX system has on the path, and what is added. */
    private Run launch(Path launcher, Path javaHome, List<Path> path, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(launcher.toString()));
        command.addAll(List.of(args));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(Files.createDirectories(temp.resolve("elsewhere")).toFile())
                .redirectOutput(temp.resolve("out").toFile())
                .redirectError(temp.resolve("err").toFile());
        StringBuilder directories = new StringBuilder();
        path.forEach(directory -> directories.append(directory).append(':'));
        builder.environment().clear();
        builder.environment()
                .putAll(Map.of(
                        "PATH",
                        directories.append(tools()).toString(),
                        "JAVA_HOME",
                        javaHome.toString(),
                        "CDPATH",
                        "/"));
        Process process = builder.start();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        return new Run(
                process.exitValue(),
                Files.readString(temp.resolve("out"), UTF_8).lines().toList(),
                Files.readString(temp.resolve("err"), UTF_8));
    }

    /** A folder with the tools that the launcher needs, and with neither java nor Maven. */
    private Path tools() throws IOException {
        Path tools = temp.resolve("tools");
        if (!Files.exists(tools)) {
            for (String tool :
                    List.of("basename", "dirname", "find", "grep", "head", "mkdir", "mv", "readlink", "sed", "touch")) {
                Path real = Path.of("/usr/bin", tool);
                script(tools.resolve(tool), "exec " + (Files.exists(real) ? real : Path.of("/bin", tool)) + " \"$@\"");
            }
        }
        return tools;
    }

    private record Run(int exitCode, List<String> out, String err) {}
}
