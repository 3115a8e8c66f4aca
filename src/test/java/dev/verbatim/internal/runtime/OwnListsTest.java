package dev.verbatim.internal.runtime;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.invoke.MethodHandles.lookup;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.verbatim.Layouts;
import dev.verbatim.StructCodec;
import dev.verbatim.StructList;
import dev.verbatim.StructView;
import dev.verbatim.ViewFactory;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.net.URL;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The lists of each codec, and of each view, have a class of their own where it can be made. */
class OwnListsTest {

    private static final StructLayout LAYOUT =
            Layouts.struct(JAVA_LONG.withName("price"), JAVA_INT.withName("quantity"));

    record Level(long price, int quantity) {}

    interface LevelView extends StructView {
        long price();

        int quantity();
    }

    @Test
    void eachCodecAndEachViewHasAClassForItsLists() {
        MemorySegment segment = MemorySegment.ofArray(new long[4]);
        StructCodec<Level> codec = StructCodec.ofRecord(lookup(), Level.class, LAYOUT);
        StructCodec<Level> other = StructCodec.ofRecord(lookup(), Level.class, LAYOUT);
        ViewFactory<LevelView> views = ViewFactory.of(lookup(), LevelView.class, LAYOUT);

        assertTrue(codec.list(segment).getClass().isHidden());
        assertTrue(views.list(segment).getClass().isHidden());
        assertSame(
                codec.list(segment).getClass(),
                codec.list(segment.asSlice(0, 16)).getClass());
        assertNotSame(codec.list(segment).getClass(), other.list(segment).getClass());
    }

    /** Has copies of Verbatim's classes, and gives no class file as a resource. Some loaders have theirs in memory. */
    private static final class WithoutResources extends ClassLoader {

        WithoutResources() {
            super(OwnListsTest.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (!name.startsWith("dev.verbatim.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            try (InputStream file = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (file == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] bytes = file.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }

        @Override
        public @Nullable URL getResource(String name) {
            return null;
        }
    }

    /** Makes lists in another class loader, and shows what they do. */
    public static final class Lists implements Supplier<String> {

        @Override
        public String get() {
            MemorySegment segment = MemorySegment.ofArray(new long[6]);
            StructList<Level> levels =
                    StructCodec.ofRecord(lookup(), Level.class, LAYOUT).list(segment);
            StructList<LevelView> views =
                    ViewFactory.of(lookup(), LevelView.class, LAYOUT).list(segment);
            assertFalse(levels.getClass().isHidden());
            assertFalse(views.getClass().isHidden());
            for (long i = 0; i < levels.count(); i++) {
                levels.set(i, new Level(i, 1));
            }
            List<Long> prices = new ArrayList<>();
            views.forEach(view -> prices.add(view.price()));
            for (LevelView view : views) {
                prices.add(view.price() + view.quantity());
            }
            return levels + " " + views.get(2) + " " + prices;
        }
    }

    @Test
    void aClassLoaderThatGivesNoClassFilesHasListsOfOneClass() throws Exception {
        Supplier<?> lists = (Supplier<?>) new WithoutResources()
                .loadClass(Lists.class.getName())
                .getDeclaredConstructor()
                .newInstance();
        assertEquals(
                "[Level[price=0, quantity=1], Level[price=1, quantity=1], Level[price=2, quantity=1]]"
                        + " LevelView[price=2, quantity=1] [0, 1, 2, 1, 2, 3]",
                lists.get());
    }
}
