package dev.verbatim.internal.codegen;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.verbatim.internal.codegen.SegmentKinds.Kind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The classes that generated code tests for, on which its speed depends and its results do not. */
class SegmentKindsTest {

    @Test
    void theClassesAreThoseOfSegmentsInUse(@TempDir Path folder) throws IOException {
        try (Arena arena = Arena.ofConfined();
                FileChannel channel = FileChannel.open(folder.resolve("mapped"), CREATE_NEW, READ, WRITE)) {
            Map<String, Class<?>> inUse = Map.of(
                    "Native", arena.allocate(8).getClass(),
                    "Mapped", channel.map(MapMode.READ_WRITE, 0, 8, arena).getClass(),
                    "HeapBytes", MemorySegment.ofArray(new byte[8]).asSlice(1).getClass(),
                    "HeapLongs", MemorySegment.ofArray(new long[1]).asReadOnly().getClass());

            assertEquals(
                    inUse,
                    SegmentKinds.KINDS.stream()
                            .collect(Collectors.toMap(
                                    Kind::name, kind -> kind.constant().get())));
        }
    }
}
