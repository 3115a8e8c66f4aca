package dev.verbatim.internal.runtime;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Layouts;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fence is needed for a segment that another thread can take away, and for no other. */
class FenceTest {

    interface LevelView extends StructView {
        long price();
    }

    interface BookView extends StructView {
        StructLayout LEVEL = Layouts.struct(JAVA_LONG.withName("price"));
        ViewFactory<BookView> VIEWS = ViewFactory.of(
                lookup(), BookView.class, Layouts.struct(JAVA_LONG.withName("id"), LEVEL.withName("best")));

        long id();

        LevelView best();
    }

    @Test
    void aViewKnowsWhetherItsSegmentNeedsAFence() {
        MemorySegment open = Arena.ofAuto().allocate(64);
        try (Arena arena = Arena.ofShared()) {
            MemorySegment closable = arena.allocate(64);
            BookView view = BookView.VIEWS.wrap(open, 0);
            assertClosable(false, view);
            for (boolean isClosable : List.of(true, true, false, false, true)) {
                view.wrap(isClosable ? closable : open, 8);
                assertClosable(isClosable, view);
                assertThrows(IndexOutOfBoundsException.class, () -> view.wrap(isClosable ? open : closable, 60));
                assertClosable(isClosable, view);
            }
            assertClosable(true, BookView.VIEWS.wrap(closable, 0));
            assertClosable(true, BookView.VIEWS.list(closable).get(1));
        }
    }

    private static void assertClosable(boolean expected, BookView view) {
        assertEquals(expected, ((GeneratedView) view).isClosable);
        assertEquals(expected, ((GeneratedView) view.best()).isClosable, "of the nested view");
    }

    /** If a JVM has others, somebody has to find out whether another thread can close them. */
    @Test
    void theJvmHasTheKindsOfArenasThatAreKnown() throws ClassNotFoundException {
        Set<String> names = new TreeSet<>();
        addKinds(Class.forName("jdk.internal.foreign.MemorySessionImpl"), names);
        assertEquals(
                Set.of("ConfinedSession", "GlobalSession", "ImplicitSession", "MemorySessionImpl", "SharedSession"),
                names);
        assertEquals("SharedSession", Fence.CLOSABLE.getSimpleName());
    }

    private static void addKinds(Class<?> kind, Set<String> names) {
        names.add(kind.getSimpleName());
        if (kind.isSealed()) {
            for (Class<?> each : kind.getPermittedSubclasses()) {
                addKinds(each, names);
            }
        }
    }

    @Test
    void whatAnotherThreadCanCloseNeedsAFence() {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment segment = arena.allocate(64);

            assertTrue(Fence.isNeededFor(segment));
            assertTrue(Fence.isNeededFor(segment.asSlice(8)));
            assertTrue(Fence.isNeededFor(segment.asReadOnly()));
            assertTrue(Fence.isNeededFor(MemorySegment.ofBuffer(segment.asByteBuffer())));
        }
    }

    @Test
    void aMappedFileOfASharedArenaNeedsAFence(@TempDir Path folder) throws IOException {
        Path file = Files.write(folder.resolve("file"), new byte[64]);
        try (Arena arena = Arena.ofShared();
                FileChannel channel = FileChannel.open(file)) {
            assertTrue(Fence.isNeededFor(channel.map(MapMode.READ_ONLY, 0, 64, arena)));
            assertFalse(Fence.isNeededFor(channel.map(MapMode.READ_ONLY, 0, 64, Arena.ofAuto())));
        }
    }

    @Test
    void whatNobodyOrThisThreadClosesNeedsNone() {
        try (Arena arena = Arena.ofConfined()) {
            assertFalse(Fence.isNeededFor(arena.allocate(64)));
            assertFalse(Fence.isNeededFor(arena.allocate(64).asSlice(8)));
        }
        assertFalse(Fence.isNeededFor(Arena.ofAuto().allocate(64)));
        assertFalse(Fence.isNeededFor(Arena.global().allocate(64)));
        assertFalse(Fence.isNeededFor(MemorySegment.NULL));
        assertFalse(Fence.isNeededFor(MemorySegment.ofArray(new byte[64])));
        assertFalse(Fence.isNeededFor(MemorySegment.ofArray(new long[8]).asSlice(8)));
    }
}
