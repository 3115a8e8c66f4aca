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
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The classes of a class path, read from their files: no class is loaded, so that no code of it runs. */
final class ClassFiles implements AutoCloseable {

    /**
     * A class file.
     *
     * @param name the class's name, with dots
     * @param access the class's modifiers
     * @param superName the name of the superclass, with dots; null in {@code Object}
     * @param interfaces the names of the interfaces that it names itself, with dots
     * @param inSource how source names it; null if other classes of its package cannot, because it is local, or private
     *     in another class
     * @param fields the fields in the order of their declaration
     * @param constructors the constructors that are in the source, or as if they were
     * @param isOfKotlin whether Kotlin's compiler has made it
     */
    record ClassFile(
            String name,
            int access,
            @Nullable String superName,
            List<String> interfaces,
            @Nullable NameInSource inSource,
            List<Field> fields,
            List<Constructor> constructors,
            boolean isOfKotlin) {

        String packageName() {
            return name.substring(0, Math.max(name.lastIndexOf('.'), 0));
        }

        boolean has(int modifier) {
            return (access & modifier) != 0;
        }

        boolean isRecord() {
            return "java.lang.Record".equals(superName);
        }

        /** {@return the compiler's option that writes the names of parameters} */
        String optionOfNames() {
            return isOfKotlin ? "-java-parameters" : "-parameters";
        }
    }

    /**
     * A field.
     *
     * @param owner the class that declares it
     * @param name its name
     * @param access its modifiers
     * @param descriptor its type
     * @param signature its type with the type arguments, a wildcard being what it extends; null if it has none
     * @param isConstant whether its value is in the class file
     */
    record Field(
            String owner,
            String name,
            int access,
            String descriptor,
            @Nullable String signature,
            boolean isConstant) {

        boolean has(int modifier) {
            return (access & modifier) != 0;
        }
    }

    /**
     * A constructor.
     *
     * @param parameterTypes the descriptors of its parameters' types
     * @param parameterNames their names; none if the class file has not all
     */
    record Constructor(List<String> parameterTypes, List<String> parameterNames) {}

    /**
     * How source names a class.
     *
     * @param name its name, with a dot before that of a nested class
     * @param outermost the class that it is in, or itself; it has to be public for other packages
     * @param isPublicWithin whether it is public, and all in the outermost class that it is nested in
     */
    record NameInSource(String name, String outermost, boolean isPublicWithin) {

        /** {@return how source names a class; null if it cannot} */
        private static @Nullable NameInSource of(String binaryName, Map<String, Inner> inner) {
            String nested = "";
            String outermost = binaryName;
            boolean isPublic = true;
            // Removed, because a damaged file could have a class within itself.
            for (Inner found = inner.remove(outermost); found != null; found = inner.remove(outermost)) {
                if (found.outer == null || found.simpleName == null || (found.access & Opcodes.ACC_PRIVATE) != 0) {
                    return null;
                }
                nested = "." + found.simpleName + nested;
                outermost = found.outer;
                isPublic &= (found.access & Opcodes.ACC_PUBLIC) != 0;
            }
            String top = outermost.replace('/', '.');
            return new NameInSource(top + nested, top, isPublic);
        }
    }

    /** What a class file says of a nested class: what it is nested in, its name there, and its modifiers. */
    private record Inner(@Nullable String outer, @Nullable String simpleName, int access) {}

    private static final class ParameterNames extends MethodVisitor {

        private final List<String> found = new ArrayList<>();

        private ParameterNames() {
            super(Opcodes.ASM9);
        }

        @Override
        public void visitParameter(@Nullable String name, int access) {
            if (name != null) {
                found.add(name);
            }
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
        List<Constructor> constructors = new ArrayList<>();
        Map<String, Inner> inner = new HashMap<>();
        Set<String> annotations = new HashSet<>();
        ClassVisitor visitor = new ClassVisitor(Opcodes.ASM9) {
            @Override
            public @Nullable AnnotationVisitor visitAnnotation(String descriptor, boolean isVisible) {
                annotations.add(descriptor);
                return null;
            }

            @Override
            public @Nullable FieldVisitor visitField(
                    int access,
                    String fieldName,
                    String descriptor,
                    @Nullable String signature,
                    @Nullable Object constant) {
                String extended = signature == null ? null : signature.replace("<+", "<");
                fields.add(new Field(name, fieldName, access, descriptor, extended, constant != null));
                return null;
            }

            @Override
            public @Nullable MethodVisitor visitMethod(
                    int access,
                    String methodName,
                    String descriptor,
                    @Nullable String signature,
                    String @Nullable [] exceptions) {
                if (!methodName.equals("<init>") || (access & Opcodes.ACC_SYNTHETIC) != 0) {
                    return null;
                }
                ParameterNames names = new ParameterNames();
                List<String> types = Arrays.stream(Type.getArgumentTypes(descriptor))
                        .map(Type::getDescriptor)
                        .toList();
                constructors.add(new Constructor(types, names.found));
                return names;
            }

            @Override
            public void visitInnerClass(
                    String innerName, @Nullable String outer, @Nullable String simpleName, int access) {
                inner.put(innerName, new Inner(outer, simpleName, access));
            }
        };
        try {
            ClassReader reader = new ClassReader(bytes);
            reader.accept(visitor, ClassReader.SKIP_CODE); // what ASM calls debug has the names of parameters
            String found = reader.getClassName();
            if (!found.equals(name.replace('.', '/'))) {
                throw new BadInputException("class " + name + ": found " + found.replace('/', '.')
                        + " in its file; give the folder above that of its package");
            }
            @Nullable String superName = reader.getSuperName();
            return new ClassFile(
                    name,
                    reader.getAccess(),
                    superName == null ? null : superName.replace('/', '.'),
                    Arrays.stream(reader.getInterfaces())
                            .map(parent -> parent.replace('/', '.'))
                            .toList(),
                    NameInSource.of(found, inner),
                    fields,
                    constructors,
                    annotations.contains("Lkotlin/Metadata;"));
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
