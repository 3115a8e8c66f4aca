package dev.verbatim.file;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.verbatim.file.ChildJvm.Result;
import dev.verbatim.file.Samples.Quote;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A program that opens files as a user to whom permissions apply, which they do not to a root with all capabilities.
 */
final class Unprivileged {

    private Unprivileged() {}

    /**
     * {@return what the program prints} It is skipped where this user can be denied nothing, and cannot put that off.
     */
    static String run(String action, Path file) throws IOException, InterruptedException {
        return runWithUmask("022", action, file);
    }

    /**
     * {@return what the program prints, whose files lack some permissions when they are new} In all else this is {@link
     * #run}.
     */
    static String runWithUmask(String umask, String action, Path file) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        if (!deniesAccess(command)) {
            command.addAll(List.of("setpriv", "--inh-caps=-all", "--bounding-set=-all"));
            assumeTrue(deniesAccess(command), "needs a user to whom permissions apply");
        }
        command.addAll(List.of("sh", "-c", "umask " + umask + " && exec \"$0\" \"$@\""));
        // A JVM shares a folder with others for what it tells about itself: it had better not make that one.
        command.addAll(ChildJvm.command(List.of("-XX:-UsePerfData"), Unprivileged.class, action, file));
        Result result = ChildJvm.run(command);
        assertEquals(0, result.exitCode(), result.output());
        return result.output();
    }

    private static boolean deniesAccess(List<String> prefix) throws InterruptedException {
        List<String> command = new ArrayList<>(prefix);
        command.addAll(List.of("sh", "-c", "f=$(mktemp) && chmod 0 $f && ! cat $f; r=$?; rm -f $f; exit $r"));
        try {
            return ChildJvm.run(command).exitCode() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Runs it.
     *
     * @param args {@code create}, {@code write} or {@code hold}, and the file
     */
    public static void main(String[] args) {
        Path path = Path.of(args[1]);
        try (StructFile<Quote> file = args[0].equals("create")
                ? StructFile.create(path, Quote.CODEC)
                : StructFile.openReadWrite(path, Quote.CODEC)) {
            if (args[0].equals("hold")) {
                // Others who come meanwhile are refused.
                System.out.println(ChildJvm.run(ChildJvm.command(WriterProgram.class, "try", path))
                        .output());
            }
            System.out.println("index=" + file.append(Quote.of(file.size())));
        } catch (IOException | InterruptedException e) {
            System.out.println(e);
        }
    }
}
