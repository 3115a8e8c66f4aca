package dev.verbatim.it;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.spi.ToolProvider;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** What the JDK's tools say about the built jar. Some exit with 0 whatever they find: what they print is compared. */
class JarIT {

    private static final String JAR = System.getProperty("verbatim.jar");
    private static final String ASM_JAR = System.getProperty("verbatim.asm.jar");

    /** The class file version of JDK 22. */
    private static final int BASELINE_VERSION = 66;

    /** The class file version of JDK 17. */
    private static final int MODULE_INFO_VERSION = 61;

    @Test
    void theModuleRequiresOnlyAsmAtRunTime() {
        String description = run("jar", "--describe-module", "--file", JAR);
        assertTrue(description.startsWith("dev.verbatim"), description);
        assertFalse(description.contains("jdk.unsupported"), description);
        Set<String> required = description
                .lines()
                .filter(line -> line.startsWith("requires ") && !line.contains(" static"))
                .collect(toSet());
        assertEquals(Set.of("requires java.base mandated", "requires org.objectweb.asm"), required);
    }

    @Test
    void theModuleOpensNothingOfTheLibrary() {
        String description = run("jar", "--describe-module", "--file", JAR);
        assertTrue(description.contains("\nexports dev.verbatim\n"), description);
        assertFalse(description.contains("exports dev.verbatim.internal"), description);
        List<String> qualified = description
                .lines()
                .filter(line -> line.startsWith("qualified ") || line.startsWith("opens "))
                .toList();
        assertEquals(List.of("qualified opens dev.verbatim.cli to info.picocli"), qualified);
    }

    @Test
    void theClassesDependOnNoOtherModule() {
        assertEquals(
                "java.base,org.objectweb.asm",
                dependencies("--print-module-deps").strip());
        assertEquals("", dependencies("--jdk-internals"));
    }

    /** Without ALL-SYSTEM a module of the JDK that is required statically would count as missing, as any other does. */
    private static String dependencies(String report) {
        return run(
                "jdeps", report, "--ignore-missing-deps", "--add-modules", "ALL-SYSTEM", "--module-path", ASM_JAR, JAR);
    }

    @Test
    void noClassCallsARestrictedMethod() {
        assumeTrue(ToolProvider.findFirst("jnativescan").isPresent(), "jnativescan came with JDK 24");
        String path = JAR + System.getProperty("path.separator") + ASM_JAR;
        String found = run("jnativescan", "--module-path", path, "--add-modules", "dev.verbatim");
        assertEquals("<no restricted methods>", found.strip());
    }

    @Test
    void noClassIsCompiledWithPreviewFeatures() throws IOException {
        try (ZipFile jar = new ZipFile(JAR)) {
            List<? extends ZipEntry> classes = Collections.list(jar.entries()).stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .toList();
            assertTrue(classes.size() > 20, classes::toString);
            for (ZipEntry entry : classes) {
                try (DataInputStream file = new DataInputStream(jar.getInputStream(entry))) {
                    assertEquals(0xCAFEBABE, file.readInt(), entry::getName);
                    // A minor version of 65535 marks preview features.
                    assertEquals(0, file.readUnsignedShort(), entry::getName);
                    // A build that runs on an older JDK reads the module's own.
                    int expected = entry.getName().equals("module-info.class") ? MODULE_INFO_VERSION : BASELINE_VERSION;
                    assertEquals(expected, file.readUnsignedShort(), entry::getName);
                }
            }
        }
    }

    private static String run(String tool, String... arguments) {
        StringWriter text = new StringWriter();
        PrintWriter printer = new PrintWriter(text);
        int exitCode = ToolProvider.findFirst(tool).orElseThrow().run(printer, printer, arguments);
        assertEquals(0, exitCode, text::toString);
        return text.toString().replace("\r\n", "\n");
    }
}
