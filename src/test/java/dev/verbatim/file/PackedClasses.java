package dev.verbatim.file;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Makes jars of folders of classes: JVMs can share an archive of loaded classes only if these come from jars. */
public final class PackedClasses {

    private PackedClasses() {}

    /** {@return a class path of jars} Those that are made are in a folder. */
    public static String classPath(Path folder, List<Path> classPath) throws IOException {
        List<String> jars = new ArrayList<>();
        for (Path path : classPath) {
            Path jar = Files.isDirectory(path) ? pack(path, folder.resolve(jars.size() + ".jar")) : path;
            jars.add(jar.toString());
        }
        return String.join(File.pathSeparator, jars);
    }

    private static Path pack(Path classes, Path jar) throws IOException {
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file);
                Stream<Path> walk = Files.walk(classes)) {
            out.setLevel(0);
            for (Path path : walk.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(path).toString().replace(File.separatorChar, '/')));
                Files.copy(path, out);
            }
        }
        return jar;
    }
}
