package dev.verbatim;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.lang.module.ModuleDescriptor;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReference;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Set;

/** The main classes and their module, for tests of what these use and show. */
final class MainClasses {

    /** The folder or the jar of the main classes, also where tests are patched into their module. */
    private static final Path PLACE = place();

    static final JavaClasses ALL = new ClassFileImporter().importPath(PLACE);

    private MainClasses() {}

    private static Path place() {
        try {
            return Path.of(StructCodec.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new LinkageError("the place of the main classes", e);
        }
    }

    /** Skips where the main classes were compiled for the class path only. Where they are a module, it has one. */
    static ModuleDescriptor descriptor() {
        Set<ModuleReference> found = ModuleFinder.of(PLACE).findAll();
        assumeTrue(
                StructCodec.class.getModule().isNamed() || !found.isEmpty(),
                () -> "needs the module's descriptor, which is not in " + PLACE);
        return found.iterator().next().descriptor();
    }
}
