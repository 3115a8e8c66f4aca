package dev.verbatim;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import java.lang.module.ModuleDescriptor.Exports;
import org.junit.jupiter.api.Test;

/**
 * The packages as a ladder: each may use those below it, and none above it.
 *
 * <pre>
 *   cli                                     the command line, on what is exported
 *   file   queue   map   text               what is stored, and how it is spelled
 *          internal.log                     the storage engine under queue and map
 *   dev.verbatim and emissary               what users see, on a ladder of rooms:
 *       internal.emissary
 *       internal.codegen
 *       internal.bind
 *       internal.runtime
 *       internal.model
 *   internal.io                             what file and log need of the operating system
 * </pre>
 *
 * <p>A public interface and its implementation name each other, as {@code StructCodec} and the generator that its
 * factory calls. So the public packages are above the rooms for what they call, and the rooms may name public types.
 */
class LadderTest {

    private static LayeredArchitecture ladder() {
        return layeredArchitecture()
                .consideringOnlyDependenciesInLayers()
                .layer("model")
                .definedBy("dev.verbatim.internal.model")
                .layer("runtime")
                .definedBy("dev.verbatim.internal.runtime")
                .layer("bind")
                .definedBy("dev.verbatim.internal.bind")
                .layer("codegen")
                .definedBy("dev.verbatim.internal.codegen")
                .layer("composition")
                .definedBy("dev.verbatim.internal.emissary")
                .layer("io")
                .definedBy("dev.verbatim.internal.io")
                .layer("core")
                .definedBy("dev.verbatim")
                .layer("emissary")
                .definedBy("dev.verbatim.emissary")
                .layer("file")
                .definedBy("dev.verbatim.file")
                .layer("log")
                .definedBy("dev.verbatim.internal.log")
                .layer("queue")
                .definedBy("dev.verbatim.queue")
                .layer("map")
                .definedBy("dev.verbatim.map")
                .layer("text")
                .definedBy("dev.verbatim.text")
                .layer("cli")
                .definedBy("dev.verbatim.cli..")
                .layer("map of the rooms")
                .definedBy("dev.verbatim.internal")
                .whereLayer("model")
                .mayOnlyAccessLayers("core")
                .whereLayer("runtime")
                .mayOnlyAccessLayers("core", "model")
                .whereLayer("bind")
                .mayOnlyAccessLayers("core", "model", "runtime")
                .whereLayer("codegen")
                .mayOnlyAccessLayers("core", "model", "runtime", "bind", "io")
                .whereLayer("composition")
                .mayOnlyAccessLayers("core", "model", "runtime", "bind", "codegen")
                .whereLayer("io")
                .mayNotAccessAnyLayer()
                .whereLayer("core")
                .mayOnlyAccessLayers("model", "runtime", "bind", "codegen", "io")
                .whereLayer("emissary")
                .mayOnlyAccessLayers("core", "composition")
                .whereLayer("file")
                .mayOnlyAccessLayers("core", "model", "runtime", "io")
                .whereLayer("log")
                .mayOnlyAccessLayers("core", "model", "io")
                .whereLayer("queue")
                .mayOnlyAccessLayers("core", "io", "log")
                .whereLayer("map")
                .mayOnlyAccessLayers("core", "io", "log")
                .whereLayer("text")
                .mayOnlyAccessLayers("core", "model", "runtime")
                .whereLayer("cli")
                .mayOnlyAccessLayers("core", "emissary", "file", "queue", "map", "text")
                .ensureAllClassesAreContainedInArchitecture();
    }

    @Test
    void noArrowPointsUp() {
        ladder().check(MainClasses.ALL);
    }

    /** As any program does. What it needs and cannot reach there, others need too. */
    @Test
    void theCommandLineUsesOnlyThePackagesThatTheModuleExports() {
        String[] exported = MainClasses.descriptor().exports().stream()
                .filter(export -> !export.isQualified())
                .map(Exports::source)
                .toArray(String[]::new);
        noClasses()
                .that()
                .resideInAPackage("dev.verbatim.cli..")
                .should()
                .dependOnClassesThat(resideInAPackage("dev.verbatim..")
                        .and(not(resideInAPackage("dev.verbatim.cli..")))
                        .and(not(resideInAnyPackage(exported))))
                .check(MainClasses.ALL);
    }
}
