package dev.verbatim.jmh.cold;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/**
 * Makes the jar that the processes have on their class path: this library, ASM, the program, and the types that it
 * writes. A class-data archive needs a jar, and in that of all benchmarks a class would be looked for among thousands.
 */
final class ColdJar {

    private static final String PROGRAM = ColdJar.class.getPackageName().replace('.', '/') + "/";
    private static final String BENCHMARKS = "dev/verbatim/jmh/";
    private static final List<String> NEEDED = List.of("dev/verbatim/", "org/objectweb/asm/");
    private static final String CLASS = ".class";
    private static final String FIRST_COPY = "00";
    private static final int TYPES = 100;

    private ColdJar() {}

    /** Writes it from the jar of the benchmarks. */
    static void write(Path source, Path target) throws IOException {
        if (!Files.isRegularFile(source)) {
            throw new IOException(source + ": the cold start is measured from target/benchmarks.jar, which is a jar");
        }
        try (JarFile jar = new JarFile(source.toFile());
                JarOutputStream out = new JarOutputStream(Files.newOutputStream(target))) {
            for (JarEntry entry : jar.stream().filter(ColdJar::isNeeded).toList()) {
                out.putNextEntry(new ZipEntry(entry.getName()));
                try (InputStream content = jar.getInputStream(entry)) {
                    content.transferTo(out);
                }
            }
            copyTypes(jar, out);
        }
    }

    private static boolean isNeeded(JarEntry entry) {
        String name = entry.getName();
        return name.endsWith(CLASS)
                && NEEDED.stream().anyMatch(name::startsWith)
                && (name.startsWith(PROGRAM) || !name.startsWith(BENCHMARKS));
    }

    private static void copyTypes(JarFile jar, JarOutputStream out) throws IOException {
        Set<String> written = new HashSet<>();
        for (int i = 0; i < TYPES; i++) {
            String name = ColdProgram.typeName(i).replace('.', '/');
            String simpleName = name.substring(PROGRAM.length());
            String shape = simpleName.substring(0, simpleName.length() - FIRST_COPY.length()) + FIRST_COPY;
            if (!simpleName.equals(shape) && written.add(name)) {
                try (InputStream content = jar.getInputStream(jar.getJarEntry(PROGRAM + shape + CLASS))) {
                    out.putNextEntry(new ZipEntry(name + CLASS));
                    out.write(renamed(content.readAllBytes(), shape, simpleName));
                }
            }
        }
    }

    /** A class under a name that is as long as its own: where a class file has its name, it has the other's bytes. */
    private static byte[] renamed(byte[] classFile, String from, String to) {
        String text = new String(classFile, StandardCharsets.ISO_8859_1);
        return text.replace(from, to).getBytes(StandardCharsets.ISO_8859_1);
    }
}
