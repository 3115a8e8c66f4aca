package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.ChildJvm;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An access to a segment whose arena another thread closes ends in a value or an exception, and never in the end of
 * the JVM.
 */
class ClosedArenaTest {

    /** How many arenas are closed under each access. */
    private static final int CLOSES = Integer.getInteger("verbatim.closes", 300);

    @TempDir
    Path folder;

    @Test
    void anAccessEndsInAValueOrAnExceptionWhenAnotherThreadClosesTheArena() throws Exception {
        List<String> options = List.of("-XX:+UseSerialGC", "-XX:ErrorFile=" + folder.resolve("error.log"));

        ChildJvm.Result result =
                ChildJvm.run(ChildJvm.command(options, ClosedArenaProgram.class, folder.resolve("mapped"), CLOSES));

        String survived = Stream.of(ArenaAccess.values())
                .map(access -> access + ": survived closes=" + CLOSES + "\n")
                .collect(Collectors.joining());
        assertEquals(new ChildJvm.Result(0, survived), result);
    }
}
