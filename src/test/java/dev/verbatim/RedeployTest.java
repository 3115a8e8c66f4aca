package dev.verbatim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.file.ChildJvm;
import dev.verbatim.file.ChildJvm.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The threads of a container live longer than the programs that it deploys. */
class RedeployTest {

    @Test
    void noThreadKeepsAProgramThatNothingElseRefersTo() throws Exception {
        List<String> command = ChildJvm.command(List.of("-XX:+UseSerialGC", "-Xmx48m"), RedeployProgram.class);
        assertEquals(new Result(0, "gone\n"), ChildJvm.run(command));
    }
}
