package dev.verbatim;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.invoke.MethodHandles.lookup;

import dev.verbatim.file.ChildJvm;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads Verbatim and a program by a class loader of their own, as a container does, has a thread that stays use codecs
 * of theirs, and gives the class loader up. Prints whether it is gone when memory is scarce.
 */
final class RedeployProgram {

    private RedeployProgram() {}

    record Note(int id, String text) {}

    interface Id extends StructView {
        int id();
    }

    /** What the class loader of its own loads. */
    static final class Deployed implements Runnable {

        private static final StructLayout FIXED = Layouts.struct(JAVA_INT.withName("id"));

        @Override
        public void run() {
            VarCodec<Note> codec = VarCodec.ofRecord(
                    lookup(), Note.class, Layouts.varRecord(JAVA_INT.withName("id"), Layouts.varRef("text")));
            MemorySegment segment = MemorySegment.ofArray(new byte[64]);
            codec.write(new Note(1, "text"), segment, 0);
            Note read = codec.read(segment, 0);
            MemorySegment fixed = MemorySegment.ofArray(new byte[4]);
            Id view = ViewFactory.of(lookup(), Id.class, FIXED).wrap(fixed, 0);
            if (!read.equals(new Note(1, "text")) || view.id() != 0) {
                throw new IllegalStateException("found " + read);
            }
        }
    }

    public static void main(String[] arguments) throws ReflectiveOperationException, MalformedURLException {
        WeakReference<ClassLoader> loader = deploy();
        fillMemory();
        System.out.println(loader.get() == null ? "gone" : "still there");
    }

    private static WeakReference<ClassLoader> deploy() throws ReflectiveOperationException, MalformedURLException {
        List<URL> urls = new ArrayList<>();
        for (Path path : ChildJvm.classPath()) {
            urls.add(path.toUri().toURL());
        }
        ClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        Class<?> deployed = loader.loadClass(Deployed.class.getName());
        if (deployed == Deployed.class) {
            throw new IllegalStateException("found the class of the class path");
        }
        Constructor<?> constructor = deployed.getDeclaredConstructor();
        constructor.setAccessible(true); // it is of another class loader
        ((Runnable) constructor.newInstance()).run();
        return new WeakReference<>(loader);
    }

    /** No soft reference stays before memory is really full. */
    private static void fillMemory() {
        Object[] all = null;
        try {
            while (true) {
                all = new Object[] {all, new byte[1 << 20]};
            }
        } catch (OutOfMemoryError e) {
            if (all == null) {
                throw e;
            }
        }
    }
}
