package dev.verbatim.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/** The classes of a class path, read from their files: no class is loaded, so that no code of it runs. */
final class ClassFiles implements AutoCloseable {

    /**
     * A class file.
     *
     * @param name the class's name, with dots
     * @param access the class's modifiers
     * @param superName the name of the superclass, with dots; null in {@code Object}
     * @param fields the fields in the order of their declaration
     */
    record ClassFile(String name, int access, @Nullable String superName, List<Field> fields) {

        boolean has(int modifier) {
            return (access & modifier) != 0;
        }

        boolean isRecord() {
            return "java.lang.Record".equals(superName);
        }
    }

    /**
     * A field.
     *
     * @param name its name
     * @param access its modifiers
     * @param descriptor its type
     * @param signature its type with the type arguments; null if it has none
     */
    record Field(
            String name,
            int access,
            String descriptor,
            @Nullable String signature) {

        boolean has(int modifier) {
            return (access & modifier) != 0;
        }
    }

    private final String classPath;
    private final URLClassLoader loader;

    ClassFiles(String classPath) throws BadInputException {
        this.classPath = classPath;
        List<URL> urls = new ArrayList<>();
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path path = Path.of(entry.isEmpty() ? "." : entry);
            if (!Files.exists(path)) {
                throw new BadInputException("--class-path " + entry + ": no such folder or jar");
            }
            try {
                urls.add(path.toUri().toURL());
            } catch (MalformedURLException e) {
                throw new BadInputException("--class-path " + entry + ": " + e.getMessage());
            }
        }
        loader = new URLClassLoader(urls.toArray(URL[]::new), null);
    }

    String classPath() {
        return classPath;
    }

    /** {@return a class of the class path by its name; null if there is none} */
    @Nullable
    ClassFile find(String name) throws IOException, BadInputException {
        URL file = loader.findResource(fileName(name));
        if (file == null) {
            return null;
        }
        try (InputStream in = file.openStream()) {
            return read(name, in);
        }
    }

    /** {@return a class of the JDK by its name; null if there is none} */
    static @Nullable ClassFile findInJdk(String name) throws IOException, BadInputException {
        try (InputStream in = ClassLoader.getPlatformClassLoader().getResourceAsStream(fileName(name))) {
            return in == null ? null : read(name, in);
        }
    }

    private static String fileName(String name) {
        return name.replace('.', '/') + ".class";
    }

    private static ClassFile read(String name, InputStream in) throws IOException, BadInputException {
        byte[] bytes = in.readAllBytes();
        List<Field> fields = new ArrayList<>();
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable FieldVisitor visitField(
                    int access,
                    String fieldName,
                    String descriptor,
                    @Nullable String signature,
                    @Nullable Object constant) {
                fields.add(new Field(fieldName, access, descriptor, signature));
                return null;
            }
        };
        try {
            ClassReader reader = new ClassReader(bytes);
            reader.accept(visitor, ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            @Nullable String superName = reader.getSuperName();
            return new ClassFile(
                    reader.getClassName().replace('/', '.'),
                    reader.getAccess(),
                    superName == null ? null : superName.replace('/', '.'),
                    fields);
        } catch (RuntimeException e) {
            // ASM does not check what it reads.
            throw new BadInputException(
                    "class " + name + ": expected a class file that this version can read, found" + " another: " + e);
        }
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
